import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { transformWithEsbuild, type Plugin } from 'vite'

/** The contents of a client chunk: bytes of minified code by package, and the chunks it imports. */
export interface ChunkContents {
  imports: string[]
  packages: Record<string, number>
}

/** Next to the client build, not inside it, since that is public. */
export const contentsFile = 'build/client-contents.json'

/**
 * Writes the contents of every chunk, by npm package.
 * The bundler reports the code of each module in a chunk after tree shaking but before minifying, so
 * each module is minified by itself. Names shared between modules are a little shorter in the chunk;
 * that is the same for all modules, so the shares are right.
 */
export function chunkContents(): Plugin {
  return {
    name: 'chunk-contents',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle(_options, bundle) {
      const contents: Record<string, ChunkContents> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const packages: Record<string, number> = {}
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          const name = packageOf(id)
          packages[name] = (packages[name] ?? 0) + (await minifiedLength(code ?? ''))
        }
        contents[chunk.fileName] = { imports: chunk.imports, packages }
      }
      await writeFile(contentsFile, JSON.stringify(contents, null, 1))
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

/**
 * @param id the bundler's id of a module
 * @returns its npm package, "app" for our own code, or "vite"
 */
function packageOf(id: string) {
  const inPackages = id.split('/node_modules/').at(-1)
  if (inPackages === undefined || !id.includes('/node_modules/')) return isOurs(id) ? 'app' : 'vite'
  return /^(?:@[^/]+\/)?[^/?]+/.exec(inPackages)?.[0] ?? 'vite'
}

function isOurs(id: string) {
  return id.startsWith(path.resolve('app'))
}
