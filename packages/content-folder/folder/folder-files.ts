import path from 'node:path'
import { projectRoot } from '@site/runtime/project'
import { leadsOutside, openBelow, walkFiles } from '../walk-files.ts'
import { isWithin } from '@site/arabic-text/characters'

/** The parts of a content folder: each is a file of this name, or a folder of files. */
export const sections = [
  'about',
  'backgrounds',
  'blog',
  'branches',
  'company-goals',
  'contact',
  'footer',
  'home-slider',
  'news',
  'products',
  'projects',
  'services',
  'settings',
  'solutions',
  'specifications',
  'sustainability',
  'work-fields',
] as const

export type Section = (typeof sections)[number]

/** The files of a content folder. Each name comes with a version that changes when the file does. */
export interface Listing {
  /** Texts and spreadsheets, such as `blog/01-earthing.md`, in order. */
  texts: ReadonlyMap<string, string>
  /** Files below images/ and files/, by their names there. */
  pictures: ReadonlyMap<string, string>
  documents: ReadonlyMap<string, string>
  /** Names of texts and spreadsheets that nothing reads. */
  unread: string[]
  /** Names of links that lead out of the folder. */
  outside: string[]
}

/** Max. size of a text, and of a spreadsheet, in bytes. */
const maxBytes = { text: 4 * 1024 * 1024, spreadsheet: 20 * 1024 * 1024 }

/** Matches files that editors, browsers and operating systems write beside those of the author. */
const passing =
  /^[.~#]|~$|^(?:thumbs\.db|desktop\.ini|4913)$|\.(?:tmp|sw[a-z]|bak|part|crdownload|lock)$/i

/** Matches files that are meant to be read: their names matter. */
const readable = /\.(?:ya?ml|md|xlsx|xls|csv|xml)$/i

/** The sample company's content. It is not in the build: production needs it only if it serves the sample. */
export const sampleFolder = path.join(projectRoot, 'content')

/** The example folder that a new one is copied from, and the example spreadsheet, below the sample company's content. */
export const starterFolder = 'starter'
export const templateFile = 'products-template.xlsx'

/** Matches files for authors. */
const explaining = /^readme\b|-template\.\w+$/i

/** Returns the section of a file; null for one that is not read. */
export function sectionOf(name: string): Section | null {
  const [, start = '', extension = ''] = /^([a-z-]+)(?:\/[^/]+)?\.(\w+)$/i.exec(name) ?? []
  const section = sections.find((one) => one === start.toLowerCase())
  if (!section || !/^(?:ya?ml|md|xlsx|csv)$/i.test(extension)) return null
  return isSpreadsheet(name) && section !== 'products' ? null : section
}

export function isSpreadsheet(name: string) {
  return /\.(?:xlsx|csv)$/i.test(name)
}

/**
 * Lists a content folder without reading its files.
 * @param links folders to which links in it may lead
 * @throws Error if it is not a folder, or cannot be read
 */
export function listFolder(folder: string, links: readonly string[]): Listing {
  const found = listFiles(folder, links)
  const names = new Map([...found.files].sort(([a], [b]) => (a < b ? -1 : 1)))
  const texts = [...names].filter(([name]) => sectionOf(name) !== null)
  const below = (prefix: string) =>
    new Map(
      [...names].flatMap(([name, version]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), version] as const] : [],
      ),
    )
  return {
    texts: new Map(texts),
    pictures: below('images/'),
    documents: below('files/'),
    unread: [...names.keys()].filter(
      (name) =>
        readable.test(name) &&
        sectionOf(name) === null &&
        !explaining.test(name) &&
        !/^(?:images|files)\//.test(name),
    ),
    outside: found.outside,
  }
}

const maxDepth = 4

const folders: string[] = [...sections, 'images', 'files']

function listFiles(folder: string, links: readonly string[]) {
  const files = new Map<string, string>()
  const outside: string[] = []

  function isFolderRead(name: string) {
    const depth = name.split('/').length
    // Others are not the site's: they may be large, or unreadable, such as lost+found of a disk.
    if (depth > 1 || folders.includes(name.toLowerCase())) return depth <= maxDepth
    if (folders.some((one) => isWithin(1, one, name.toLowerCase()))) files.set(`${name}/*.md`, '')
    return false
  }

  for (const found of walkFiles(folder, links, isPassing, isFolderRead)) {
    if ('stats' in found) {
      const { size, mtimeMs, ino } = found.stats
      files.set(found.name, `${size}-${mtimeMs}-${ino}`)
    } else if (found.isUnreadable) throw new Error(found.fault)
    // Any other name without a file is like one that is not there.
    else if (found.fault === leadsOutside) outside.push(found.name)
  }
  return { files, outside }
}

const isPassing = (name: string) => passing.test(path.basename(name))

/** Opens a file of a content folder as openBelow does, if it would be listed. */
export async function openListed(folder: string, links: readonly string[], name: string) {
  const parts = name.split('/')
  const isListed = parts.length <= maxDepth + 1 && !parts.some(isPassing)
  return isListed ? openBelow(folder, links, name) : undefined
}

/**
 * Reads a text or spreadsheet.
 * @throws Error if it cannot be read, or is too large
 */
export async function readContentFile(folder: string, links: readonly string[], name: string) {
  const file = await openListed(folder, links, name)
  if (!file) throw new Error('it is not there any more')
  try {
    const limit = isSpreadsheet(name) ? maxBytes.spreadsheet : maxBytes.text
    const { size } = await file.stat()
    if (size > limit) throw new Error(`it has ${size} bytes; the limit is ${limit}`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Reads the first 64 KiB of a file of a content folder as UTF-8; undefined if it is not there any more. */
export async function readStart(folder: string, links: readonly string[], name: string) {
  const file = await openListed(folder, links, name)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

const startBytes = 65_536

/** A mistake in a file, described in plain words. */
export interface Problem {
  file: string
  /** A line or cell, such as "line 12" or "Products!C7"; empty for the whole file. */
  place: string
  /** States what is wrong, and what would be right. */
  message: string
  /** Set where only a field is left out: the rest of its file counts. */
  isWarning?: true | undefined
}

export function formatProblem({ file, place, message, isWarning }: Problem) {
  return `${file}${place && `, ${place}`}: ${isWarning ? 'warning: ' : ''}${message}`
}

/** Whether a problem is more than a warning: the last good content of its file stays. */
export const isMistake = ({ isWarning }: Problem) => !isWarning

/** Tells the warnings that a column, or a field of many files, has in common once, with their number. */
export function withGroupedWarnings(problems: readonly Problem[]): Problem[] {
  const groups = new Map<string, { first: Problem; count: number }>()
  for (const problem of problems) {
    const { file, place, message, isWarning } = problem
    const column = /^(.*?[A-Z]{1,3})\d+$/.exec(place)?.[1]
    const key = isWarning ? `${column ? `${file} ${column}` : ''}\n${message}` : `${groups.size}`
    const group = groups.get(key)
    if (group) group.count += 1
    else groups.set(key, { first: problem, count: 1 })
  }
  return [...groups.values()].map(({ first, count }) => {
    const more = count > 2 ? `${count - 1} more places` : '1 more place'
    return count > 1 ? { ...first, message: `${first.message} (and in ${more})` } : first
  })
}
