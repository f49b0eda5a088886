import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { transformWithEsbuild, type Plugin } from 'vite'

/** What a chunk of the client build holds: bytes of minified code by package, and what it imports. */
export interface ChunkContents {
  imports: string[]
  packages: Record<string, number>
}

/** Where the account is left: next to the client build, not in it, since that is public. */
export const contentsFile = 'build/client-contents.json'

/**
 * Leaves an account of what every chunk is made of, by npm package.
 * The bundler says which module's code went into which chunk, after it left out what nobody uses,
 * but before minifying. So each module's part is minified by itself: names shared between modules
 * come out a little shorter in the chunk, which is the same for all, so the shares are right.
 */
export function chunkContents(): Plugin {
  return {
    name: 'chunk-contents',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle(_options, bundle) {
      const account: Record<string, ChunkContents> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const packages: Record<string, number> = {}
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          const name = packageOf(id)
          packages[name] = (packages[name] ?? 0) + (await minifiedLength(code ?? ''))
        }
        account[chunk.fileName] = { imports: chunk.imports, packages }
      }
      await writeFile(contentsFile, JSON.stringify(account, null, 1))
    },
  }
}

async function minifiedLength(code: string) {
  const { code: minified } = await transformWithEsbuild(code, 'module.js', {
    minify: true,
    legalComments: 'none',
    sourcemap: false,
  })
  return Buffer.byteLength(minified)
}

/** @param id a module as the bundler names it; its package, or "app" for our own */
function packageOf(id: string) {
  const inPackages = id.split('/node_modules/').at(-1)
  if (inPackages === undefined || !id.includes('/node_modules/')) return isOurs(id) ? 'app' : 'vite'
  return /^(?:@[^/]+\/)?[^/?]+/.exec(inPackages)?.[0] ?? 'vite'
}

function isOurs(id: string) {
  return id.startsWith(path.resolve('app'))
}
