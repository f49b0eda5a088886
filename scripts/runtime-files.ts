import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Copies the built-in brand and the layout of sheets, which the site reads while it runs, into the build, next to the
 * client build since they are not public. The translations are in the client build already. server/folders.ts names the places.
 * @param buildDir the folder of the whole build
 */
export function runtimeFiles(buildDir: string): Plugin {
  return {
    name: 'runtime-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    async writeBundle() {
      const brand = path.join(buildDir, 'brand')
      await rm(brand, { recursive: true, force: true })
      await cp('brand', brand, { recursive: true })
      const layout = 'sheet.typ'
      await cp(path.join('server/files/sheets', layout), path.join(buildDir, 'sheets', layout))
    },
  }
}
