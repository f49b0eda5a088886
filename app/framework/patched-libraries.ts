import type { Plugin } from 'vite'

/** A future flag, as Remix's browser modules read it from the page. */
const flag = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)\b/g

/** A name for developer tools. The assignment prevents tree shaking of unused components. */
const displayName = /^\w+\.displayName = "\w+";$/gm

/** Remix's reaction to a screen module that cannot be loaded on a click. */
const reload = 'window.location.reload();'

/**
 * Follows the click by a page load, where Remix would reload the page being left: the server may
 * have a newer build. Offline, the error page says so, and stays on the site.
 */
const followClick = `if (window.keepPage) return window.keepPage(error);
    if (!navigator.onLine) throw error;
    const target = window.__remixRouter.state.navigation.location;
    if (target) window.location.assign(target.pathname + target.search + target.hash);
    else window.location.reload();`

/** Remix's reaction to a request that has failed. */
const throwError = '    throw error;'

/** Without a network, the visitor stays on the page (offline/connection.ts). A request that was given up ends as before. */
const keepPage = `    if (window.keepPage && error instanceof TypeError) return window.keepPage(error);
    throw error;`

/** Where Remix has the response with the data of a screen. */
const readResponse = '  if (isErrorResponse(response)) {\n    let data = await response.json();'

/**
 * Follows the click by a page load when the data is of another build than the page, whose modules may not understand it.
 * A page keeps the response to a form, and the data that follow it.
 */
const compareBuilds = `  const build = response.headers.get("X-Build");
  const { location: target, formMethod } = window.__remixRouter.state.navigation;
  if (build && build !== window.__remixManifest.version && target && formMethod !== "POST") {
    window.location.assign(target.pathname + target.search + target.hash);
    await new Promise(() => {});
  }
`

/**
 * Changes Remix's browser modules in the client build. Remix reads its future flags from the page, so the bundler
 * would keep the code for both values of each, such as the decoder of single fetch and route discovery, and its
 * forms and other kinds of links, unused. When a module is missing, or the server has another build, the click is followed.
 *
 * @param future the flags in remix.config.js
 */
export function patchedLibraries(future: Record<string, boolean | undefined>): Plugin {
  return {
    name: 'patched-libraries',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!id.includes('/node_modules/@remix-run/react/')) return undefined
      const lean = code.replace(displayName, '')
      if (id.endsWith('/routeModules.js')) {
        if (!code.includes(reload)) this.error('Remix handles missing modules in another way')
        return { code: lean.replace(reload, followClick), map: null }
      }
      if (id.endsWith('/data.js')) {
        if (![throwError, readResponse].every((part) => code.includes(part))) {
          this.error('Remix handles the responses to requests in another way')
        }
        const kept = lean.replace(throwError, keepPage)
        return { code: kept.replace(readResponse, compareBuilds + readResponse), map: null }
      }
      const decided = lean.replace(flag, (_, name: string) => String(future[name] ?? false))
      return { code: decided, map: null }
    },
  }
}
