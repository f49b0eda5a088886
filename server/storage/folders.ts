import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/**
 * The folder with package.json, found upwards since this module runs from source and from build/.
 */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+\.\d+$/) }),
})

/** Reads package.json, which is deployed beside the build since package managers need it there. */
export function readPackage() {
  const file = path.join(projectRoot, 'package.json')
  return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function findRoot(folder: string): string {
  const above = path.dirname(folder)
  return existsSync(path.join(folder, 'package.json')) || above === folder
    ? folder
    : findRoot(above)
}

/**
 * Whether the project runs from source, as in development and tests, rather than from its build.
 */
export const runsFromSource = fileURLToPath(import.meta.url).endsWith('.ts')

/** The sample company's content. It is no part of the build: production needs it only if it serves the sample. */
const content = path.join(projectRoot, 'content')

/**
 * Folders read at run time. The build contains copies of the brand and the translations (scripts/runtime-files.ts), so
 * production needs no source.
 */
export const runtimeFolders = runsFromSource
  ? {
      brand: path.join(projectRoot, 'brand'),
      sheets: path.join(projectRoot, 'server/sheets'),
      content,
      translations: path.join(projectRoot, 'public/assets/i18n'),
    }
  : {
      brand: path.join(projectRoot, 'build/brand'),
      sheets: path.join(projectRoot, 'build/sheets'),
      content,
      translations: path.join(projectRoot, 'build/client/assets/i18n'),
    }
