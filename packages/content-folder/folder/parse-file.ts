import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { damagedText, decodeText, isWithin } from '@site/arabic-text/characters'
import { slugOf } from '../wire.ts'
import { isSpreadsheet, sectionOf, type Problem, type Section } from './folder-files.ts'
import { fieldNames, noTitle, schemas, titleOf, type EntryOf, type PlaceOf } from './format.ts'

type Path = readonly PropertyKey[]

/** An entry of a file before it is checked. */
export interface RawEntry {
  value: unknown
  /** Returns where a field is in the file, such as "line 12". */
  placeOf: (path: Path) => string
}

/** The entries of a file that follow the format. */
export type ParsedFile = {
  [S in Section]: { name: string; section: S; entries: EntryOf<S>[]; problems: Problem[] }
}[Section]

/**
 * Parses a file of a content folder. An entry that does not follow the format is left out, or the product in it that
 * does not, and described as a problem.
 */
export async function parseContentFile(name: string, bytes: Buffer): Promise<ParsedFile> {
  const section = sectionOf(name) ?? 'about'
  const problems: Problem[] = []
  const report = (place: string, message: string) => problems.push({ file: name, place, message })
  const raw = await readEntries(name, section, bytes, report)
  const hasPlaces = !['contact', 'footer', 'specifications'].includes(section)
  const entries = raw.flatMap(({ value, placeOf }) => {
    const filed = (path: Path) => ({ file: name, place: placeOf(path) })
    const placed = hasPlaces ? withPlaces(value, filed) : value
    return checkEntry(schemas[section], { value: placed, placeOf }, report)
  })
  // The schema of the section has determined the type of its entries.
  return { name, section, entries, problems } as ParsedFile
}

type Report = (place: string, message: string) => void

async function readEntries(name: string, section: Section, bytes: Buffer, report: Report) {
  if (isSpreadsheet(name)) {
    // Few folders have one, and its packages are large.
    const { readCatalogue } = await import('./read-catalogue.ts')
    const { readSpreadsheet, SpreadsheetError } = await import('@site/tables/read-sheets')
    try {
      return readCatalogue(await readSpreadsheet(name, bytes), report)
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      report(error.place, error.message)
      return []
    }
  }
  const text = decodeText(bytes)
  if (text === null) {
    report('', damagedText)
    return []
  }
  if (text.trim() === '') {
    report('', 'is empty; delete the file if it has no content')
    return []
  }
  return /\.md$/i.test(name)
    ? readMarkdown(name, text, report)
    : readYaml(name, section, text, report)
}

/** Matches the signs before the name of a field, the name, and a no-break space after its colon. */
const startOfField = /^([- \t\u00a0\p{Cf}]*)([\p{L}\p{N}"'][^\n:]*:)\u00a0?/gmu

/** Removes direction marks and no-break spaces, which come with pasted text, from where YAML expects spaces. */
function withPlainStarts(text: string) {
  return text.replace(startOfField, (start: string, before: string, name: string) => {
    const plain = before.replace(/\p{Cf}/gu, '').replaceAll('\u00a0', ' ') + name
    return start.endsWith('\u00a0') ? `${plain} ` : plain
  })
}

function readYaml(name: string, section: Section, text: string, report: Report, firstLine = 0) {
  const lines = new LineCounter()
  // The failsafe schema keeps every scalar as the file's text.
  const document = parseDocument(withPlainStarts(text), {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
  })
  const lineAt = (offset: number) => `line ${lines.linePos(offset).line + firstLine}`
  const [fault] = document.errors
  if (fault) {
    report(lineAt(fault.pos[0]), plainFaults[fault.code] ?? fault.message)
    return []
  }
  const root = document.contents
  const placeBelow = (start: Path) => (path: Path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = document.getIn([...start, ...path.slice(0, length)], true)
      if (isNode(node)) return lineAt(node.range[0])
    }
    return ''
  }
  const value: unknown = document.toJS()
  if (isSeq(root) && Array.isArray(value) && section !== 'specifications') {
    return value.map((item: unknown, at) => ({ value: item, placeOf: placeBelow([at]) }))
  }
  if (isMap(root)) return [withFileName(name, section, { value, placeOf: placeBelow([]) })]
  // A file that has only comments has no content.
  if (value !== null && value !== '')
    report('line 1', 'must be a list of entries, each after a dash')
  return []
}

/** Faults of YAML that people make, in plain words. */
const plainFaults: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'has two colons: put a text that has a colon and a space into quotes, as in title: "One: two"',
  TAB_AS_INDENT: 'begins with a tab; indent with spaces',
  BAD_INDENT: 'is not indented like the lines above it',
  MULTILINE_IMPLICIT_KEY: 'has no colon after the name of the field, or is not indented',
  MISSING_CHAR: 'a quote or bracket is not closed here or above',
  UNEXPECTED_TOKEN:
    'cannot be read here; check quotes, brackets, and spaces at the start of the line',
  DUPLICATE_KEY: 'has a field twice',
}

function isNode(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

/** An entry that has a file of its own takes its id from the file's name, if it states none. */
function withFileName(name: string, section: Section, entry: RawEntry): RawEntry {
  const { value } = entry
  const isOwn = name.includes('/') && section !== 'specifications'
  if (!isOwn || typeof value !== 'object' || value === null || 'id' in value) return entry
  return { ...entry, value: { ...value, id: slugOf(titleOf(name)) } }
}

/** Splits a Markdown file with optional front matter in YAML. */
function readMarkdown(name: string, text: string, report: Report): RawEntry[] {
  const [whole = '', matter = ''] =
    /^\p{Cf}*---[ \t]*\r?\n([^]*?)^\p{Cf}*---[ \t]*(?:\r?\n|$)/mu.exec(text) ?? []
  const isMatter = text.startsWith(whole) && whole !== ''
  if (!isMatter && /^---\s*$/.test(text.split('\n', 1)[0] ?? '')) {
    report(
      'line 1',
      'begins fields with --- and never ends them; write --- on a line of its own after them',
    )
    return []
  }
  const read = isMatter && matter.trim() !== '' ? readYaml('', 'about', matter, report, 1) : []
  const [entry] = read
  const fields = typeof entry?.value === 'object' && entry.value !== null ? entry.value : {}
  const body = isMatter ? text.slice(whole.length) : text
  const [heading = '', title = ''] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(body) ?? []
  const hasTitle = 'title' in fields || 'Ar' in fields || 'En' in fields
  const own = hasTitle
    ? { details: body.trim() }
    : { title: title || titleOf(name), details: body.slice(heading.length).trim() }
  const [, stem = name, language] = /^(.*?)(?:[._-](ar|en))?\.md$/i.exec(name) ?? []
  const texts = language === undefined ? own : inLanguage(language, { ...own, ...fields })
  const value = { id: slugOf(titleOf(`${stem}.md`)), ...fields, ...texts }
  return [{ value, placeOf: entry?.placeOf ?? (() => 'line 1') }]
}

/** Moves the texts of a file such as first.ar.md into its language; first.en.md has the other. */
function inLanguage(language: string, fields: Record<string, unknown>) {
  const { title, subTitle, details } = fields
  const [own, other] = /ar/i.test(language) ? ['Ar', 'En'] : ['En', 'Ar']
  const empty = { title: undefined, subTitle: undefined, details: undefined }
  return { ...empty, [own ?? '']: { title, subTitle, details }, [other ?? '']: undefined }
}

/** Lists of entries that are left out one by one. */
const lists: PropertyKey[] = ['types', 'products', 'variants']

/** Adds to an entry, and to each in its lists, where its fields are in the file. */
function withPlaces(
  value: unknown,
  placeOf: (path: Path) => ReturnType<PlaceOf>,
  path: Path = [],
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const inner = Object.entries(value).map(([key, part]: [string, unknown]) => [
    key,
    lists.includes(key) && Array.isArray(part)
      ? part.map((item, at) => withPlaces(item, placeOf, [...path, key, at]))
      : part,
  ])
  const place: PlaceOf = (field) => placeOf(field === undefined ? path : [...path, field])
  return { ...Object.fromEntries(inner), '@': place }
}

function checkEntry<T extends z.ZodType>(
  schema: T,
  entry: RawEntry,
  report: Report,
): z.output<T>[] {
  let { value } = entry
  // Each pass leaves out what the previous one found; what is left out may hide further problems.
  for (let pass = 0; pass < 3; pass += 1) {
    const result = schema.safeParse(value)
    if (result.success) return [result.data]
    const { issues } = result.error
    // A title under a misspelt name is not missing as well.
    const isMisspelt = issues.some(({ code }) => code === 'unrecognized_keys')
    for (const issue of issues) {
      const isReported = pass === 0 && !(isMisspelt && issue.message === noTitle)
      const field = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      if (isReported) report(entry.placeOf([...issue.path, ...field]), describe(issue))
    }
    const places = issues.map(({ path }) => listItemOf(path))
    if (places.includes(null)) return []
    value = without(
      value,
      places.flatMap((place) => (place ? [place] : [])),
    )
  }
  return []
}

/** Returns the path of the innermost list item that a path is in; null if it is in none. */
function listItemOf(path: Path): Path | null {
  for (let at = path.length - 2; at >= 0; at -= 1) {
    if (lists.includes(path[at] ?? '') && typeof path[at + 1] === 'number')
      return path.slice(0, at + 2)
  }
  return null
}

function without(value: unknown, places: Path[]): unknown {
  const isLeftOut = (path: Path) => places.some((place) => place.join('.') === path.join('.'))
  const copy = (part: unknown, path: Path): unknown => {
    if (Array.isArray(part)) {
      return part.flatMap((item: unknown, at) =>
        isLeftOut([...path, at]) ? [] : [copy(item, [...path, at])],
      )
    }
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, copy(inner, [...path, key])]),
    )
  }
  return copy(value, [])
}

function describe(issue: z.core.$ZodIssue): string {
  const field = issue.path.findLast((step) => typeof step === 'string')
  // An entry that lacks something is named by its place.
  const isOfEntry = field === undefined || issue.message.startsWith('has ')
  const named = (message: string) => (isOfEntry ? message : `${String(field)} ${message}`)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknown(key)).join('; ')
  }
  if (issue.code === 'invalid_type' && issue.expected === 'object') {
    return named('must be fields, such as "title: …", each on its own line')
  }
  return named(issue.message)
}

function describeUnknown(key: string) {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  const similar = fieldNames.find((name) => isWithin(1, plain(name), plain(key)))
  return `there is no field "${key}" here${similar ? `; "${similar}" may be meant` : ''}`
}
