import { constants, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** A file below a folder, by its place without links; or why a name leads to none. */
export type Found =
  | { name: string; file: string; stats: Stats }
  | { name: string; fault: string; isUnreadable?: boolean }

export const leadsOutside = 'is a link that leads out of the folder, and to none of CONTENT_LINKS'

/** Parses CONTENT_LINKS: the folders to which links may lead. */
export const linkFolders = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim())))
  .refine(
    (parts) => parts.every((part) => path.isAbsolute(part)),
    'must be a comma-separated list of absolute folders, such as /srv/pictures',
  )

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
        const inPlace = place + path.sep + entry.name
        const file = isLink ? realOf(inPlace) : inPlace
        const stats = file === null ? undefined : statSync(file, { throwIfNoEntry: false })
        if (file === null) yield { name, fault: 'is a link that leads nowhere' }
        // Only a link can lead elsewhere.
        else if (isLink && !isBelow(file, roots)) yield { name, fault: leadsOutside }
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
