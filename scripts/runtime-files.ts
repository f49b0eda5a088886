import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { compileSample } from '../server/content-service/compile-sample.ts'
import {
  hashSample,
  readSampleTexts,
  compiledSampleFile,
  type CompiledSample,
} from '../server/content-service/sample.ts'
import { runtimeFolders } from '../server/storage/folders.ts'

/**
 * Copies into the build what the site reads while it runs, next to the client build since it is not
 * public: the built-in brand, and the sample with its texts compiled. The translations are in the client
 * build already. server/storage/folders.ts names the places.
 * @param buildDir the folder of the whole build
 */
export function runtimeFiles(buildDir: string): Plugin {
  return {
    name: 'runtime-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    config: () => ({ define: { 'import.meta.env.IS_BUILD': 'true' } }),
    async writeBundle() {
      const [brand, sample] = [path.join(buildDir, 'brand'), path.join(buildDir, 'sample')]
      await Promise.all(
        [brand, sample].map((folder) => rm(folder, { recursive: true, force: true })),
      )
      await cp(runtimeFolders.brand, brand, { recursive: true })
      for (const folder of ['images', 'files']) {
        await cp(path.join(runtimeFolders.sample, folder), path.join(sample, folder), {
          recursive: true,
        })
      }
      const texts = readSampleTexts(runtimeFolders.sample)
      const compiled: CompiledSample = { hash: hashSample(texts), rows: compileSample(texts) }
      await mkdir(sample, { recursive: true })
      await writeFile(path.join(sample, compiledSampleFile), JSON.stringify(compiled))
    },
  }
}
