import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What shrinks: pictures and fonts are packed already. */
const isText = /\.(?:css|js|json|svg|txt|webmanifest)$/

const packers = {
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
 * Lays a packed copy beside every text file of the client build, once and as small as can be, so
 * that nothing is packed while visitors wait. Done at the end of the server's build: Remix writes
 * the list of routes into the client's folder only then.
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
      const place = path.join(folder, file)
      const bytes = await readFile(place)
      for (const [extension, pack] of Object.entries(packers)) {
        const packed = await pack(bytes)
        if (packed.length < bytes.length) await writeFile(`${place}.${extension}`, packed)
        else await rm(`${place}.${extension}`, { force: true })
      }
    }),
  )
}
