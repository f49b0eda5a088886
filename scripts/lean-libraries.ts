import type { Plugin } from 'vite'

/** A future flag as Remix's browser modules read it from the page, at each use. */
const flag = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)\b/g

/** A name for developers' tools, whose writing keeps a component that nobody uses. */
const displayName = /^\w+\.displayName = "\w+";$/gm

/** Where i18next fills its own table of plural rules, for browsers without Intl.PluralRules. */
const pluralTable = 'this.rules = createRules();'

/**
 * Tells the client build what holds on this site, so that it leaves out of the libraries what is
 * for others.
 *
 * - Remix reads its future flags out of the page, and so brings the code of both answers: the
 *   decoder of single fetch and the discovery of routes among it. Its forms and other kinds of
 *   links would come too, unused.
 * - i18next brings the plural rules of all languages, which every browser has had for years.
 *
 * @param future the flags as remix.config.js sets them
 */
export function leanLibraries(future: Record<string, boolean | undefined>): Plugin {
  return {
    name: 'lean-libraries',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (id.includes('/node_modules/@remix-run/react/')) {
        const lean = code.replace(displayName, '')
        return replace(lean, flag, (_, name: string) => String(future[name] ?? false))
      }
      if (id.endsWith('/i18next/dist/esm/i18next.js')) {
        if (!code.includes(pluralTable)) this.error('i18next fills its plural rules elsewhere now')
        return replace(code, pluralTable, () => 'this.rules = {};')
      }
      return undefined
    },
  }
}

function replace(code: string, found: string | RegExp, by: (...found: string[]) => string) {
  return { code: code.replace(found, by), map: null }
}
