import type { Brand } from '../../site/brand.ts'
import type { ContentLanguage } from '../../content/content-types.ts'
import { directionOf } from '@site/arabic-text/directions'
import { splitLtrRuns } from '@site/arabic-text/directions'
import { csvLines, csvStart } from '@site/tables/write-tables'
import { gapBefore, keepUnits } from '@site/arabic-text/directions'

/** Text in a line. Strings are shown as they are: nothing in them is markup. */
export type Inline = string | Inline[] | StyledText

export interface StyledText {
  /** `ltr` and `rtl` isolate a run, which is not broken; `latin` sets a longer one in one font with its spaces. */
  style: 'ltr' | 'rtl' | 'latin' | 'bold' | 'italic' | 'sub' | 'super'
  parts: Inline
}

/** A part of a rich text. */
export type TextBlock =
  | { type: 'paragraph' | 'heading'; parts: Inline }
  | { type: 'list'; ordered: boolean; items: Inline[] }
  | ({ type: 'table' } & SheetTable)

export interface SheetTable {
  head: Inline[]
  rows: Inline[][]
  /** The share of each column in the width; 0 for a column as wide as its widest cell. */
  widths: number[]
}

export interface Fact {
  name: Inline
  value: Inline
}

interface WithAddress {
  /** The absolute URL of the page with the same content. */
  address: string
  shownAddress: string
  /** Its QR code, an SVG; undefined for none. */
  qr?: string
}

/** One product on up to four pages. */
export interface ProductSheet extends WithAddress {
  type: 'product'
  /** The language tag of its texts. */
  lang: string
  place: Inline
  title: Inline
  /** Whether the title is set smaller. */
  isLong: boolean
  subtitle: Inline
  /** The name of a picture, as among the pictures of the document; null for none. */
  picture: string | null
  specs: Fact[]
  codes: SheetTable | null
  text: TextBlock[]
  /** Files that are pictures, such as dimension drawings and tripping curves. */
  drawings: { title: Inline; picture: string }[]
  lists: { heading: Inline; items: Inline[] }[]
  /** Whether something of the product did not fit the limits. */
  isShortened: boolean
}

export type SheetPart =
  | ProductSheet
  | ({
      type: 'cover'
      place: Inline
      title: Inline
      subtitle: Inline
      picture: string | null
      facts: Fact[]
    } & Partial<WithAddress>)
  | { type: 'contents' }
  | ({ type: 'table'; heading: Inline; note: Inline } & SheetTable & Partial<WithAddress>)

/** The data of a sheet, as the layout (sheet.typ) reads it. */
export interface SheetDocument {
  language: ContentLanguage
  /** Its language tag. */
  lang: string
  /** Title of the document's metadata. */
  title: string
  company: string
  companyName: Inline
  /** The running head names the document's kind. */
  kind: Inline
  contact: Inline[]
  /** The line with the date of its content; empty if that is unknown. */
  issued: Inline
  mark: string | null
  colours: Record<'ink' | 'soft' | 'line' | 'accent' | 'mat', string>
  labels: Record<'specs' | 'codes' | 'text' | 'drawings' | 'contents' | 'shortened', Inline>
  parts: SheetPart[]
  /** Files that follow the sheets, such as certificates, with the words for those that cannot be read. */
  attachments?: Pick<SheetTable, 'head' | 'rows'> & {
    heading: Inline
    attached: Inline
    unreadable: Inline
  }
  /** The number of pages of those files, which the feet of the pages count. */
  pagesBehind?: number
  /** A CSV file with the rows of its list, for programs. */
  table?: { name: string; csv: string }
  /** Longer documents are shortened; none: no limit. */
  maxPages?: number
}

/** Controls of direction and other invisible characters, which would be copied with the text. */
const invisible =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/g
/** A word without a place to break. */
const longWord = /[^\s\u200B]{30}(?=[^\s\u200B])/gu

/** A longer run may be broken, so it is no box. */
export const maxRun = 48

/** Default length of a text, characters. */
const maxText = 300

/**
 * Prepares a text for a sheet: of limited length, without characters that cannot be copied, with places to break long
 * words, and with its runs of the other direction isolated.
 */
export function inlineOf(text: string, language: ContentLanguage, limit = maxText): Inline {
  const plain = plainOf(text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text)
  if (plain === '') return ''
  if (language === 'En') {
    return directionOf(plain) === 'rtl' ? { style: 'rtl', parts: runsOf(plain) } : plain
  }
  return runsOf(plain)
}

/** Prepares a text as inlineOf does, but its runs are known already. */
export function plainOf(text: string) {
  // A letter and its mark as one: Typst maps the mark of another letter to both.
  const plain = text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[^\S\u00A0]+/g, ' ')
  return keepUnits(plain).replace(longWord, '$&\u200B')
}

function runsOf(text: string): Inline {
  const parts = splitLtrRuns(text).map(({ text: part, isLtr }): Inline =>
    isLtr ? { style: part.length <= maxRun ? 'ltr' : 'latin', parts: part } : part,
  )
  return parts.length === 1 ? (parts[0] ?? '') : parts
}

/** A text that always reads from left to right, such as an order code. */
export function ltr(text: string): Inline {
  const plain = plainOf(text.slice(0, maxText))
  return plain === '' ? '' : { style: 'ltr', parts: plain }
}

/** Joins a value and its unit, which stay on one line. */
export function valueWithUnit(value: string, unit: string, language: ContentLanguage): Inline {
  const isWord = /\p{Script=Arabic}/u.test(unit)
  const gap = value === '' ? '' : isWord ? ' ' : gapBefore(unit, language)
  return inlineOf(`${value}${unit === '' ? '' : gap}${unit}`, language)
}

/** A line of a list; its texts may be empty. */
interface ListRow {
  asked: string
  code: string
  product: Inline
  /** Words where it is not stated. */
  quantity: number | string
  unit: string
  note: string
}

/** Max. length of a note or of a buyer's line, characters. */
const maxWords = 500

/** Builds the table of a list, with those columns that have texts. */
export function listTable(
  lines: ListRow[],
  labels: Record<'position' | 'asked' | 'code' | 'product' | 'quantity' | 'unit' | 'note', string>,
  language: ContentLanguage,
): SheetTable {
  const say = (text: string) => inlineOf(text, language, maxWords)
  const columns = [
    { name: 'position', width: 0, cell: (_: ListRow, at: number) => String(at + 1) },
    { name: 'asked', width: 1.4, cell: ({ asked }: ListRow) => say(asked) },
    { name: 'code', width: 0, cell: ({ code }: ListRow) => ltr(code) },
    { name: 'product', width: 1.6, cell: ({ product }: ListRow) => product },
    { name: 'quantity', width: 0, cell: ({ quantity }: ListRow) => String(quantity) },
    { name: 'unit', width: 0, cell: ({ unit }: ListRow) => say(unit) },
    { name: 'note', width: 1, cell: ({ note }: ListRow) => say(note) },
  ] as const
  const optional: readonly string[] = ['asked', 'unit', 'note']
  const shown = columns.filter(
    ({ name, cell }) => !optional.includes(name) || lines.some((line, at) => cell(line, at) !== ''),
  )
  return {
    head: shown.map(({ name }) => say(labels[name])),
    rows: lines.map((line, at) => shown.map(({ cell }) => cell(line, at))),
    widths: shown.map(({ width }) => width),
  }
}

const fileColumns = ['code', 'product', 'quantity', 'unit', 'note'] as const

/** Writes a list for programs, such as this site's own check of lists. */
export function listFile(
  lines: (Omit<ListRow, 'product'> & { title: string })[],
  labels: Record<(typeof fileColumns)[number], string>,
): { name: string; csv: string } {
  const rows = lines.map(({ code, title, asked, quantity, unit, note }) => [
    code,
    title || asked,
    quantity,
    unit,
    note,
  ])
  const head = fileColumns.map((column) => labels[column])
  return { name: 'list.csv', csv: csvStart + csvLines([head, ...rows]) }
}

/** Whose document it is. */
interface Publisher {
  language: ContentLanguage
  company: string
  /** Its telephone number and mail address; possibly empty. */
  ways: string[]
  siteUrl: string
  brand: Pick<Brand, 'colours' | 'files'>
}

/** Builds a document with what is on each of its pages. */
export function documentBy(
  { language, company, ways, siteUrl, brand }: Publisher,
  {
    kind,
    ...content
  }: Pick<SheetDocument, 'title' | 'parts' | 'issued' | 'labels'> & { kind: string },
): SheetDocument {
  const { ink, line, accent, 'ink-soft': soft, 'paper-picture': mat } = brand.colours
  const known = ways.filter((way) => way !== '').map((way) => inlineOf(way, language))
  return {
    ...content,
    language,
    lang: language === 'Ar' ? 'ar' : 'en',
    company,
    companyName: inlineOf(company, language),
    kind: inlineOf(kind, language),
    contact: [...known, ltr(new URL(siteUrl).host)],
    mark: brand.files.get('mark.svg')?.bytes.toString('utf8') ?? null,
    colours: { ink, soft, line, accent, mat },
  }
}
