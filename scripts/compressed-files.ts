import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Images and fonts are compressed already. */
const isText = /\.(?:css|js|json|svg|txt|webmanifest)$/

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/**
 * Writes compressed copies next to every text file of the client build, at the highest level, so
 * that nothing is compressed while visitors wait. Runs at the end of the server build, because only
 * then does Remix write the list of routes into the client folder.
 */
export function compressedFiles(clientDir: string): Plugin {
  return {
    name: 'compressed-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    closeBundle: { order: 'post', handler: () => compressFiles(clientDir) },
  }
}

async function compressFiles(folder: string) {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files.map(async (file) => {
      if (!isText.test(file) || file.startsWith('.')) return
      const source = path.join(folder, file)
      const bytes = await readFile(source)
      for (const [extension, compress] of Object.entries(compressors)) {
        const compressed = await compress(bytes)
        if (compressed.length < bytes.length) await writeFile(`${source}.${extension}`, compressed)
        else await rm(`${source}.${extension}`, { force: true })
      }
    }),
  )
}
