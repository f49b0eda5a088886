import type { Plugin } from 'vite'

/** A future flag, read from the page wherever Remix's browser modules use it. */
const flag = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)\b/g

/** A name for developer tools. The assignment prevents tree shaking of unused components. */
const displayName = /^\w+\.displayName = "\w+";$/gm

/** Where i18next fills its own table of plural rules, for browsers without Intl.PluralRules. */
const pluralTable = 'this.rules = createRules();'

/** Where i18next chooses its own formats of numbers and dates, if the options name no function. */
const ownFormatter = 'formatter = Formatter;'

/** Vite's wrapper of import(), and one that does nothing else. */
const preloadHelper = '\0vite/preload-helper.js'
const plainImport = 'export const __vitePreload = (load) => load()'

/** What Remix does when a screen's module cannot be loaded on a click. */
const reload = 'window.location.reload();'

/**
 * The click leads where it was meant, where Remix would load the page again that the visitor is leaving: the server
 * may have a newer build. Offline, the error page says so, and stays on the site.
 */
const followClick = `if (!navigator.onLine) throw error;
    const target = window.__remixRouter.state.navigation.location;
    if (target) window.location.assign(target.pathname + target.search + target.hash);
    else window.location.reload();`

/**
 * Removes code that this site does not use from the libraries in the client build.
 *
 * - Remix reads its future flags from the page, so the bundler keeps the code for both values of each,
 *   such as the decoder of single fetch and route discovery. Its forms and other kinds of links would
 *   also be kept, unused.
 * - i18next includes the plural rules of all languages, which every browser has had for years, and formats
 *   of numbers and dates, for which our options have a function.
 * - Vite wraps each import() in a loader of its dependencies and styles, of which there are none
 *   (vite.config.ts).
 *
 * And changes what Remix does when a module is missing: see `followClick`.
 *
 * @param future the flags in remix.config.js
 */
export function patchedLibraries(future: Record<string, boolean | undefined>): Plugin {
  return {
    name: 'patched-libraries',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (id.includes('/node_modules/@remix-run/react/')) {
        const lean = code.replace(displayName, '')
        if (id.endsWith('/routeModules.js')) {
          if (!code.includes(reload)) this.error('Remix handles missing modules in another way')
          return { code: lean.replace(reload, followClick), map: null }
        }
        return replace(lean, flag, (_, name: string) => String(future[name] ?? false))
      }
      if (id.endsWith('/i18next/dist/esm/i18next.js')) {
        for (const part of [pluralTable, ownFormatter]) {
          if (!code.includes(part)) this.error(`i18next no longer contains "${part}"`)
        }
        const lean = code.replace(pluralTable, 'this.rules = {};')
        return replace(lean, ownFormatter, () => '')
      }
      if (id === preloadHelper) {
        if (!code.includes('__vitePreload')) this.error('Vite has renamed its wrapper of import()')
        return { code: plainImport, map: null }
      }
      return undefined
    },
  }
}

function replace(
  code: string,
  pattern: string | RegExp,
  replacer: (...matches: string[]) => string,
) {
  return { code: code.replace(pattern, replacer), map: null }
}
