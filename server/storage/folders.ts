import {
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { open, realpath } from 'node:fs/promises'
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

/** A file below a folder, by its place without links; or why a name leads to none. */
export type Found =
  | { name: string; file: string; stats: Stats }
  | { name: string; fault: string; isUnreadable?: boolean }

export const leadsOutside = 'is a link that leads out of the folder, and to none of CONTENT_LINKS'

/**
 * Walks through the files below a folder, and those to which links in it lead. A hard link cannot be told from a file.
 * @param links folders to which links may lead, besides the folder itself
 */
export function* walkFiles(
  folder: string,
  links: readonly string[],
  skips: (name: string) => boolean,
  enters: (name: string) => boolean = () => true,
): Generator<Found> {
  const roots = [folder, ...links].map(realOf)

  function* below(place: string, prefix: string, above: string[]): Generator<Found> {
    try {
      for (const entry of readdirSync(place, { withFileTypes: true })) {
        const name = prefix + entry.name
        if (skips(name)) continue
        const isLink = entry.isSymbolicLink()
        const file = isLink ? realOf(path.join(place, entry.name)) : path.join(place, entry.name)
        const stats = file === null ? undefined : statSync(file, { throwIfNoEntry: false })
        if (file === null) yield { name, fault: 'is a link that leads nowhere' }
        else if (!isBelow(file, roots)) yield { name, fault: leadsOutside }
        // It may be gone again.
        else if (!stats) continue
        else if (stats.isFile()) yield { name, file, stats }
        else if (!stats.isDirectory()) yield { name, fault: 'is neither a file nor a folder' }
        else if (above.includes(file)) yield { name, fault: 'is a link to a folder that it is in' }
        else if (enters(name)) yield* below(file, `${name}/`, [...above, file])
      }
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      yield { name: prefix, fault, isUnreadable: true }
    }
  }

  const start = roots[0] ?? folder
  yield* below(start, '', [start])
}

/** A link that has replaced a file meanwhile is not followed, and a pipe keeps nobody waiting. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a file where walkFiles finds it; the caller closes it.
 * @returns undefined if there is none, or a link to it leads out of the folder
 * @throws Error if it cannot be opened
 */
export async function openBelow(folder: string, links: readonly string[], name: string) {
  const find = (place: string) => realpath(place).catch(() => null)
  const roots = await Promise.all([folder, ...links].map(find))
  const above = [roots[0] ?? folder]
  for (const part of name.split('/')) {
    const place = await find(path.join(above.at(-1) ?? '', part))
    if (place === null || above.includes(place) || !isBelow(place, roots)) return undefined
    above.push(place)
  }
  const file = await open(above.at(-1) ?? '', flags)
  if ((await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** Whether a file is in one of some folders, whatever links lead to it and to them. */
export function isInside(file: string, folders: readonly string[]) {
  const place = realOf(file)
  return place !== null && isBelow(place, folders.map(realOf))
}

function isBelow(place: string, folders: (string | null)[]) {
  return folders.some(
    (folder) => folder !== null && `${place}${path.sep}`.startsWith(path.join(folder, path.sep)),
  )
}

/** @returns null for what leads nowhere */
function realOf(place: string) {
  try {
    return realpathSync.native(place)
  } catch {
    return null
  }
}
