import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { damagedText, decodeText, isWithin } from '@site/arabic-text/characters'
import { exportFault } from '../import/shops/recognise.ts'
import { slugOf } from '../wire.ts'
import { isSpreadsheet, sectionOf, type Problem, type Section } from './folder-files.ts'
import type { TableHeadings } from './table/headings.ts'
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
  [S in Section]: {
    name: string
    section: S
    entries: EntryOf<S>[]
    problems: Problem[]
    /** The headings of its tables of products. */
    columns: TableHeadings[]
  }
}[Section]

/**
 * Parses a file of a content folder. What does not follow the format is left out and described as a problem: a field, or
 * the entry, product or order code that cannot be without it.
 */
export async function parseContentFile(name: string, bytes: Buffer): Promise<ParsedFile> {
  const section = sectionOf(name) ?? 'about'
  const problems: Problem[] = []
  const report: Report = (place, message, isWarning) =>
    problems.push({ file: name, place, message, ...(isWarning && { isWarning }) })
  const { entries: raw, columns } = await readEntries(name, section, bytes, report)
  const hasPlaces = !['contact', 'footer', 'settings', 'specifications'].includes(section)
  const isForgiving = isSpreadsheet(name) || /\.md$/i.test(name)
  const entries = raw.flatMap(({ value, placeOf }) => {
    const filed = (path: Path) => ({ file: name, place: placeOf(path) })
    const placed = hasPlaces ? withPlaces(value, filed) : value
    return checkEntry(schemas[section], { value: placed, placeOf }, report, isForgiving)
  })
  // The schema of the section has determined the type of its entries.
  return { name, section, entries, problems, columns } as ParsedFile
}

type Report = (place: string, message: string, isWarning?: boolean) => void

/** Entries before they are checked, with the headings of the tables that they are from. */
interface RawFile {
  entries: RawEntry[]
  columns: TableHeadings[]
}

async function readEntries(
  name: string,
  section: Section,
  bytes: Buffer,
  report: Report,
): Promise<RawFile> {
  const nothing = { entries: [], columns: [] }
  if (isSpreadsheet(name)) {
    // Few folders have one, and its packages are large.
    const { readCatalogue } = await import('./table/read-catalogue.ts')
    const { readSpreadsheet, SpreadsheetError } = await import('@site/tables/read-sheets')
    try {
      const sheets = await readSpreadsheet(name, bytes)
      const fault = sheets
        .map(({ rows }) => exportFault(rows.map((row) => row.map(({ text }) => text))))
        .find((one) => one !== undefined)
      if (fault === undefined) return readCatalogue(sheets, report)
      report('', fault)
      return nothing
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error
      report(error.place, error.message)
      return nothing
    }
  }
  const text = decodeText(bytes)
  if (text === null) {
    report('', damagedText)
    return nothing
  }
  if (text.trim() === '') {
    report('', 'is empty; delete the file if it has no content')
    return nothing
  }
  const entries = /\.md$/i.test(name)
    ? readMarkdown(name, text, report)
    : readYaml(name, section, text, report)
  return { entries, columns: [] }
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
  if (/^\p{Cf}*\+\+\+\s*$/u.test(text.split('\n', 1)[0] ?? '')) {
    report('line 1', 'begins with +++: write its fields in YAML, between two lines of ---')
    return []
  }
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
  const stated: Record<string, unknown> =
    typeof entry?.value === 'object' && entry.value !== null ? { ...entry.value } : {}
  // By these fields other programs keep an article back.
  const { draft, published, ...fields } = stated
  if (/^(?:true|yes)$/i.test(String(draft)) || /^(?:false|no)$/i.test(String(published))) {
    report('', 'is a draft, so it is left out', true)
    return []
  }
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

/** Lists whose entries have places of their own. */
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

/**
 * Checks an entry. What does not follow the schema is left out: a field, or the list item that cannot be without it.
 * @param isForgiving whether a field that is left out is a warning, since the file is one that another program writes
 * @returns none if the entry itself cannot be without it
 */
function checkEntry<T extends z.ZodType>(
  schema: T,
  entry: RawEntry,
  report: Report,
  isForgiving: boolean,
): z.output<T>[] {
  let { value } = entry
  const found: { issue: z.core.$ZodIssue; isWarning: boolean }[] = []
  const end = (result: z.output<T>[]) => {
    // A title under a misspelt name is not missing as well.
    const isMisspelt = found.some(({ issue }) => issue.code === 'unrecognized_keys')
    for (const { issue, isWarning } of found) {
      const field = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      if (isMisspelt && issue.message === noTitle) continue
      const isMild = isForgiving && isWarning && result.length > 0
      report(entry.placeOf([...issue.path, ...field]), describe(issue, isMild), isMild)
    }
    return result
  }
  // Each pass leaves out what the previous one found; what is left out may be missing now.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const result = schema.safeParse(value)
    if (result.success) return end([result.data])
    const { issues } = result.error
    const leftOut = issues.flatMap((issue) => leftOutFor(issue, value, isForgiving))
    if (pass === 0) {
      found.push(...issues.map((issue) => ({ issue, isWarning: !isMeant(issue) })))
    }
    if (leftOut.includes(null)) return end([])
    value = without(
      value,
      leftOut.flatMap((path) => (path ? [path] : [])),
    )
  }
  return end([])
}

/** A field, its list item, and the items around it may be left out one after the other. */
const maxPasses = 6

/** Whether an issue is about a misspelt field, or costs a category, type or product. */
function isMeant({ path, ...issue }: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.some((key) => similarField(key) !== undefined)
  }
  return path.length === 0 || lists.includes(path.at(-2) ?? '')
}

/** Returns the paths to leave out for an issue; null for the whole entry. */
function leftOutFor(
  issue: z.core.$ZodIssue,
  value: unknown,
  isForgiving: boolean,
): (Path | null)[] {
  const { path } = issue
  const isUnknown = issue.code === 'unrecognized_keys'
  if (isUnknown && isForgiving) return issue.keys.map((key) => [...path, key])
  const isThere = path.reduce<unknown>(memberOf, value) !== undefined
  const isRequired = requiredFields.includes(path.at(-1) ?? '')
  if (path.length > 0 && isThere && !isRequired && !isUnknown) return [path]
  const item = path.findLastIndex((step) => typeof step === 'number')
  return [item < 0 ? null : path.slice(0, item + 1)]
}

/** Fields without which their item is nothing. */
const requiredFields: PropertyKey[] = ['code', 'fileName', 'name', 'value']

function memberOf(value: unknown, step: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
}

function without(value: unknown, places: Path[]): unknown {
  const left = new Set(places.map((path) => JSON.stringify(path)))
  const isLeftOut = (path: Path) => left.has(JSON.stringify(path))
  const copy = (part: unknown, path: Path): unknown => {
    if (Array.isArray(part)) {
      return part.flatMap((item: unknown, at) =>
        isLeftOut([...path, at]) ? [] : [copy(item, [...path, at])],
      )
    }
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, inner]) =>
        isLeftOut([...path, key]) ? [] : [[key, copy(inner, [...path, key])]],
      ),
    )
  }
  return copy(value, [])
}

function describe(issue: z.core.$ZodIssue, isWarning: boolean): string {
  const field = issue.path.findLast((step) => typeof step === 'string')
  // An entry that lacks something is named by its place.
  const isOfEntry = field === undefined || issue.message.startsWith('has ')
  const named = (message: string) => (isOfEntry ? message : `${String(field)} ${message}`)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknown(key, isWarning)).join('; ')
  }
  if (issue.code === 'invalid_type' && issue.expected === 'object') {
    return named('must be fields, such as "title: …", each on its own line')
  }
  return named(issue.message)
}

/** Returns the name of our field that differs from a name in one letter. */
function similarField(key: string) {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return fieldNames.find((name) => isWithin(1, plain(name), plain(key)))
}

function describeUnknown(key: string, isWarning: boolean) {
  const similar = similarField(key)
  if (isWarning) return `the field "${key}" is not one of this site, so it is not read`
  return `there is no field "${key}" here${similar ? `; "${similar}" may be meant` : ''}`
}
