import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { screens } from '../../app/addresses.ts'
import type { Language } from '../../app/language/languages.ts'
import { createLoadContext, type LoadOptions } from '../../server/load-context.ts'
import { getSite } from '../../server/default-site.ts'

/** The load context that our own host passes; without options that of another host. */
export function contextOf(options?: LoadOptions): AppLoadContext {
  return options ? { fromHost: createLoadContext(getSite(), options) } : {}
}

/**
 * The arguments that Remix passes to the loader of an address: the request with its cookie, the
 * parameters of the matching screen, and a load context.
 */
export function argsFor(
  address: string,
  { lang, context: options }: { lang?: Language; context?: LoadOptions } = {},
): LoaderFunctionArgs {
  const url = new URL(address, 'http://localhost:3000')
  const headers: HeadersInit = lang ? { cookie: `lang=${lang}` } : {}
  const context = contextOf(options)
  return { request: new Request(url, { headers }), params: parametersOf(url.pathname), context }
}

function parametersOf(pathname: string) {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const pattern = Object.values(screens)
    .map((screen) => screen.split('/'))
    .find(
      (parts) =>
        parts.length === segments.length &&
        parts.every((part, index) => part.startsWith(':') || part === segments[index]),
    )
  const pairs = (pattern ?? []).flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), decodeURIComponent(segments[index] ?? '')]] : [],
  )
  return Object.fromEntries(pairs) as Record<string, string>
}
