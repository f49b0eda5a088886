import type { Plugin } from 'vite'

/** A future flag as Remix's browser modules read it from the page, at each use. */
const flag = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)\b/g

/**
 * Tells the client build what Remix's future flags are. Remix reads them out of the page, so the
 * code of both answers would go to every browser: the decoder of single fetch and the discovery of
 * routes among it, which this site does not use.
 * @param future the flags as remix.config.js sets them
 */
export function fixedFlags(future: Record<string, boolean | undefined>): Plugin {
  return {
    name: 'fixed-flags',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!id.includes('/node_modules/@remix-run/react/')) return undefined
      return {
        code: code.replace(flag, (_, name: string) => String(future[name] ?? false)),
        map: null,
      }
    },
  }
}
