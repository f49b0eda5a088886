import path from 'node:path'
import { projectRoot, runsFromSource } from '@site/runtime/project'

/**
 * Folders read at run time. The build contains copies of the brand, the layouts and the translations (scripts/runtime-files.ts), so
 * production needs no source.
 */
export const runtimeFolders = runsFromSource
  ? {
      brand: path.join(projectRoot, 'brand'),
      layouts: path.join(projectRoot, 'server/files/layouts'),
      translations: path.join(projectRoot, 'public/assets/i18n'),
    }
  : {
      brand: path.join(projectRoot, 'build/brand'),
      layouts: path.join(projectRoot, 'build/layouts'),
      translations: path.join(projectRoot, 'build/client/assets/i18n'),
    }
