import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The folder of the project, found upwards since this module runs from source and from build/. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
  /** Left out of a release's. */
  devDependencies: z.record(z.string(), z.string()).default({}),
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+\.\d+$/) }),
})

/** Reads package.json, which is deployed beside the build since package managers need it there. */
export function readPackage() {
  const file = path.join(projectRoot, 'package.json')
  return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Finds the nearest package.json that is not that of a package of the project. */
function findRoot(folder: string): string {
  const above = path.dirname(folder)
  const file = path.join(folder, 'package.json')
  const isRoot = existsSync(file) && !readFileSync(file, 'utf8').includes('"name": "@site/')
  return isRoot || above === folder ? folder : findRoot(above)
}

/**
 * Whether the project runs from source, as in development and tests, rather than from its build.
 */
export const runsFromSource = fileURLToPath(import.meta.url).endsWith('.ts')

/** @param source the source file of a program, relative to the project; the build has a file of the same name */
export function programFile(source: string) {
  return runsFromSource
    ? path.join(projectRoot, source)
    : path.join(projectRoot, 'build/server', `${path.basename(source, '.ts')}.js`)
}

/** The long-term lines of Node, by major version, and the day after which each has no security fixes. */
const endsOfLife: Partial<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}

/** @returns the day on which a version of Node had its last security fixes; null if it still gets some, or is unknown */
export function endedLifeOf(version: string, now = Date.now()): string | null {
  const end = endsOfLife[version.split('.')[0] ?? '']
  return end !== undefined && Date.parse(`${end}T24:00Z`) <= now ? end : null
}
