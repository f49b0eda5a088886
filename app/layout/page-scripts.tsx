import { Scripts, UNSAFE_RemixContext, useMatches } from '@remix-run/react'
import { useContext } from 'react'

declare global {
  interface Window {
    /** The words, asked for beside the modules that need them; undefined if that failed. */
    earlyTranslations?: Promise<Response | undefined>
  }
}

/**
 * What brings the page to life. Remix's own `<Scripts>` has the modules fetched at once, and on a
 * slow network they then share it with the style, the fonts and the leading picture. Here they come
 * after what is seen first, or as soon as the visitor touches the page: it works without them.
 */
export function PageScripts() {
  // Remix's own also bring what a developer has changed.
  if (import.meta.env.DEV) return <Scripts />
  if (import.meta.env.SSR) return <FirstScript />
  // It has run when the page comes alive, so the browser's modules do not bring it again.
  return <script dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
}

function FirstScript() {
  const remix = useContext(UNSAFE_RemixContext)
  const matches = useMatches()
  if (!remix) return null

  const { manifest, serverHandoffString } = remix
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const modules = routes.map(({ module }) => module)
  const imports = [...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])]
  const script = [
    `window.__remixContext = ${serverHandoffString};`,
    startScript({
      files: [...new Set([manifest.url, manifest.entry.module, ...modules, ...imports])],
      manifest: manifest.url,
      modules: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
      entry: manifest.entry.module,
    }),
  ]
  return <script dangerouslySetInnerHTML={{ __html: script.join('\n') }} />
}

interface StartFiles {
  /** All that the page will run, so that nothing waits for what imports it. */
  files: string[]
  /** Remix's list of routes. */
  manifest: string
  /** Of the routes that the page is made of, by their ids. */
  modules: Record<string, string>
  entry: string
}

/**
 * Runs in the page. Without cookies the server could not know the language of what script asks for,
 * so there every page is loaded whole, as with script off.
 */
function startScript({ files, manifest, modules, entry }: StartFiles) {
  return `if (navigator.cookieEnabled) (function (files, manifest, modules, entry) {
  var hasStarted = false
  async function start() {
    if (hasStarted) return
    hasStarted = true
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    window.earlyTranslations = fetch('/assets/i18n/' + document.documentElement.dataset.language + '.json').catch(function () {})
    await import(manifest)
    window.__remixRouteModules = {}
    for (const id in modules) window.__remixRouteModules[id] = await import(modules[id])
    await import(entry)
  }
  addEventListener('load', function () { requestAnimationFrame(function () { setTimeout(start) }) })
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start)
})(${[files, manifest, modules, entry].map((value) => JSON.stringify(value)).join(', ')})`
}
