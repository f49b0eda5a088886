import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { timed } from '../stopwatch.ts'
import { traced } from '../tracing.ts'

/** The same build, with each loader and action a span of its request's trace, timed for Server-Timing. */
export function withMeasuredLoaders(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const
    const { loader, action } = route.module
    const module = {
      ...route.module,
      ...(loader && { loader: measured('loader', id, loader) }),
      ...(action && { action: measured('action', id, action) }),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function measured<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  name: 'loader' | 'action',
  routeId: string,
  load: (args: Args) => Result,
) {
  return (args: Args) => {
    const { fallbackStatus, timings } = args.context
    // Its loader fails on purpose.
    if (fallbackStatus) return load(args)
    return timed(timings?.loader, () =>
      traced(name, { 'site.route_id': routeId }, async () => load(args)),
    )
  }
}
