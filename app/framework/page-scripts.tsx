import { Scripts, UNSAFE_RemixContext, useMatches } from '@remix-run/react'
import { useContext } from 'react'

declare global {
  interface Window {
    /**
     * The translations, requested in parallel with the modules; undefined if the request failed.
     */
    earlyTranslations?: Promise<Response | undefined>
  }
}

/**
 * Hydrates the page. Remix's own `<Scripts>` fetches the modules at once, so on a slow network they
 * compete with the styles, the fonts and the LCP image. Here they are fetched after the load event,
 * or at the visitor's first input: the page works without them. Only the server renders it.
 */
export function PageScripts() {
  // Remix's own component also does hot reloading.
  if (import.meta.env.DEV) return <Scripts />
  return <HydrationScript />
}

/** The inline script: Remix's hydration data, and the module loader. */
function HydrationScript() {
  const remix = useContext(UNSAFE_RemixContext)
  const matches = useMatches()
  if (!remix) return null

  const { manifest, serverHandoffString } = remix
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const modules = routes.map(({ module }) => module)
  const imports = [...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])]
  const script = [
    `window.__remixContext = ${serverHandoffString};`,
    moduleLoaderScript({
      files: [...new Set([manifest.url, manifest.entry.module, ...modules, ...imports])],
      manifest: manifest.url,
      modules: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
      entry: manifest.entry.module,
    }),
  ]
  return <script dangerouslySetInnerHTML={{ __html: script.join('\n') }} />
}

interface ModuleFiles {
  /** Every module of the page, for preloading without import waterfalls. */
  files: string[]
  /** Remix's route manifest. */
  manifest: string
  /** The modules of the page's matching routes, by route id. */
  modules: Record<string, string>
  entry: string
}

/**
 * The source of a script that runs in the page, in syntax of 2018. It loads nothing where cookies are disabled: the
 * server could not know the language of data requests, so every navigation is a page load, as with script off. Nor
 * does it in browsers older than those that the modules are built for (package.json): `structuredClone` is as old.
 * A failed load is reported a second later: Firefox and WebKit fail the loads of a page that a visitor leaves, too.
 */
function moduleLoaderScript({ files, manifest, modules, entry }: ModuleFiles) {
  return `if (navigator.cookieEnabled && window.structuredClone) (function (files, manifest, modules, entry) {
  var hasStarted = false
  function sourceOf(error) {
    var stack = String(error && error.stack), start = stack.indexOf(location.origin + '/assets/')
    return start < 0 ? '' : stack.slice(start).split(/[\\s)]/)[0]
  }
  window.reportScriptFailure = function (phase, error) {
    var body = { phase: phase, page: location.pathname, message: String(error), source: sourceOf(error) }
    var report = JSON.stringify([{ type: 'script-failure', body: body }])
    try { navigator.sendBeacon('/security-report', new Blob([report], { type: 'application/json' })) } catch (_) {}
  }
  function reportOwn(event) {
    var error = event.error || event.reason
    if (sourceOf(error)) window.reportScriptFailure('run', error)
  }
  addEventListener('error', reportOwn)
  addEventListener('unhandledrejection', reportOwn)
  async function load() {
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    window.earlyTranslations = fetch('/assets/i18n/' + document.documentElement.dataset.language + '.json').catch(function () {})
    await import(manifest)
    window.__remixRouteModules = {}
    for (const id in modules) window.__remixRouteModules[id] = await import(modules[id])
    await import(entry)
  }
  function start() {
    if (hasStarted) return
    hasStarted = true
    load().catch(function (error) { setTimeout(function () { window.reportScriptFailure('load', error) }, 1000) })
  }
  addEventListener('load', function () { requestAnimationFrame(function () { setTimeout(start) }) })
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start)
})(${[files, manifest, modules, entry].map((value) => JSON.stringify(value)).join(', ')})`
}
