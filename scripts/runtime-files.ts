import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Copies the built-in brand and the layouts of sheets and share cards, which the site reads while it runs, into the build, next to the
 * client build since they are not public. The translations are in the client build already. server/folders.ts names the places.
 * @param buildDir the folder of the whole build
 */
export function runtimeFiles(buildDir: string): Plugin {
  return {
    name: 'runtime-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    async writeBundle() {
      for (const folder of ['brand', 'server/files/layouts']) {
        const target = path.join(buildDir, path.basename(folder))
        await rm(target, { recursive: true, force: true })
        await cp(folder, target, { recursive: true })
      }
    },
  }
}
