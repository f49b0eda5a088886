import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

/** Whether the project runs from its source, as in development and tests, or else from its build. */
export const runsFromSource = fileURLToPath(import.meta.url).endsWith('.ts')

/**
 * Folders that are read while the site runs. The build has copies of them, or compiled ones
 * (scripts/runtime-files.ts), so that production needs no source.
 */
export const runtimeFolders = runsFromSource
  ? {
      brand: path.join(projectRoot, 'brand'),
      sample: path.join(projectRoot, 'server/content-service/sample'),
      translations: path.join(projectRoot, 'public/assets/i18n'),
    }
  : {
      brand: path.join(projectRoot, 'build/brand'),
      sample: path.join(projectRoot, 'build/sample'),
      translations: path.join(projectRoot, 'build/client/assets/i18n'),
    }
