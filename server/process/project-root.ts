import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder with package.json, searched upwards since this module runs from source and from
 * build/.
 */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  const above = path.dirname(folder)
  return existsSync(path.join(folder, 'package.json')) || above === folder
    ? folder
    : findRoot(above)
}
