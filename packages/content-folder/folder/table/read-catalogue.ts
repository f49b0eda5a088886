import { foldTitle, type Language } from '../../wire.ts'
import { isArabic } from '../format.ts'
import { markedAsHtml, withoutMarkup } from '../texts/html-texts.ts'
import type { RawEntry } from '../parse-file.ts'
import { cellName } from '@site/tables/read-sheets'
import type { Sheet } from '@site/tables/sheet'
import { tableOf, type Report, type Table } from './catalogue-table.ts'
import { foreignHeadings } from './foreign-tables.ts'
import {
  columnNames,
  placeOf as placeOfColumn,
  type Column,
  type ColumnKey,
  type TableHeadings,
} from './headings.ts'

const hasColumn = ({ columns }: Table, key: ColumnKey) =>
  columns.some((column) => column.key === key)

const typeLevel = /^(?:type|(?:ال)?نوع)$/i
const anyLevel = /^(?:category|type|(?:ال)?(?:فئة|نوع))$/i

/** Returns what the rows of a table are: any table may have a column "Unit" or "Level" of its own. */
function contentOf(table: Table): 'categories' | 'labels' | 'products' {
  const level = table.columns.find(({ key }) => key === 'level')
  if (level && table.rows.every(({ cells }) => anyLevel.test(cells[level.at] ?? ''))) {
    return 'categories'
  }
  const isList = (['category', 'type', 'code'] as const).some((key) => hasColumn(table, key))
  return hasColumn(table, 'unit') && !isList ? 'labels' : 'products'
}

/** Columns that are a product's own; the others of a table of products are specifications. */
const productKeys: (ColumnKey | null)[] = [
  'id',
  'category',
  'type',
  'name',
  'subTitle',
  'details',
  'code',
  'picture',
  'files',
  'availability',
  'asOf',
]

type Fields = Record<string, unknown>

/** A category, type or product as a YAML file has it. */
interface Item extends Fields {
  types?: Item[]
  products?: Item[]
  variants?: { code: string; specs: Fields; availability: string; asOf: string }[]
}

/** Returns where a field of an item, or of an order code, stands in its sheet. */
type Places = Map<object, (field: PropertyKey | undefined) => string>

/** The rows and notes that the reader of a catalogue has collected so far. */
interface Catalogue {
  categories: Item[]
  places: Places
  report: Report
}

/** Categories before they are checked, and the headings of the tables. */
interface RawCatalogue {
  entries: RawEntry[]
  columns: TableHeadings[]
}

/**
 * Converts the sheets of a catalogue to categories as YAML files have them, so that both are checked alike. A sheet
 * with a column "Level" has the texts of categories and types, one with "Unit" the names of specifications, any other
 * one products.
 */
export function readCatalogue(sheets: Sheet[], report: Report): RawCatalogue {
  const tables = sheets.flatMap((sheet) => tableOf(sheet, report) ?? [])
  if (tables.length === 0) {
    report(
      '',
      'has no sheet with products: its first row must name the columns, such as Category, Type, Name, Order code',
    )
    return { entries: [], columns: [] }
  }
  const products = tables.filter((one) => contentOf(one) === 'products')
  reportForeign(products, report)
  const catalogue: Catalogue = { categories: [], places: new Map(), report }
  const { categories, places } = catalogue
  for (const table of tables.filter((one) => contentOf(one) === 'categories')) {
    readCategories(catalogue, table)
  }
  for (const table of products) readProducts(catalogue, table)
  const specifications = specificationsOf(tables)
  const [first] = categories
  if (first && Object.keys(specifications).length > 0) first['specifications'] = specifications
  return {
    entries: categories.map((value) => ({
      value,
      placeOf: (path) => placeIn(value, path, places),
    })),
    columns: products.map(({ sheet, columns }) => ({
      sheet,
      headings: columns.map(({ heading }) => heading),
    })),
  }
}

/** Doubts a file whose columns look as if another program had made them, once. */
function reportForeign(tables: Table[], report: Report) {
  const headings = tables.map(foreignHeadings).find((found) => found.length > 0)
  if (!headings) return
  const named = headings.slice(0, 3).map((heading) => `"${heading}"`)
  report(
    '',
    `looks like a table that another program has made for itself, by columns such as ${named.join(', ')}; it is read all the same, and npm run content -- import FILE tells what each column would be taken for`,
    true,
  )
}

/** Finds an item by its id or a title; adds it if there is none. */
function findOrAdd({ places }: Catalogue, list: Item[], { id, Ar, En }: Names, row: Row) {
  const keys = [id, Ar, En].filter(Boolean).map(foldTitle)
  const known = list.find((item) => namesOf(item).some((name) => keys.includes(name)))
  if (known) return known
  const item: Item = {
    ...(id && { id }),
    ...(Ar && { Ar: { title: Ar } }),
    ...(En && { En: { title: En } }),
  }
  places.set(item, row.placeOf)
  list.push(item)
  return item
}

const typesOf = (category: Item) => (category.types ??= [])

function readCategories(catalogue: Catalogue, table: Table) {
  const { categories, places } = catalogue
  let category: Item | null = null
  for (const row of rowsOf(table)) {
    const isType = typeLevel.test(row.text('level'))
    const parent = isType ? row.names('category') : row.names('name')
    if (!isEmpty(parent)) category = findOrAdd(catalogue, categories, parent, row)
    category ??= findOrAdd(catalogue, categories, defaultCategory, row)
    const item = isType ? findOrAdd(catalogue, typesOf(category), row.names('name'), row) : category
    const keySpecs = listIn(row.text('keySpecs'))
    Object.assign(item, row.postFields(), isType && keySpecs && { keySpecs })
    places.set(item, row.placeOf)
  }
}

function readProducts(catalogue: Catalogue, table: Table) {
  const { categories, places } = catalogue
  let category: Item | null = null
  let type: Item | null = null
  const known = new Map<string, { product: Item; rows: Row[]; isFlat: boolean }>()
  let current: { product: Item; rows: Row[]; isFlat: boolean } | null = null
  const nameless: Row[] = []
  for (const row of rowsOf(table)) {
    const names = {
      category: row.names('category'),
      type: row.names('type'),
      product: row.names('name'),
    }
    if (!isEmpty(names.category)) {
      category = findOrAdd(catalogue, categories, names.category, row)
      type = null
    }
    if (!isEmpty(names.type)) {
      category ??= findOrAdd(catalogue, categories, defaultCategory, row)
      type = findOrAdd(catalogue, typesOf(category), names.type, row)
    }
    const code = row.text('code')
    if (code === '' && row.text('availability') !== '') {
      const place = row.placeOf('availability')
      catalogue.report(place, 'is left out: the row has no order code, of which it could be stated')
    }
    if (isEmpty(names.product)) {
      if (current && code !== '') current.rows.push(row)
      // A row whose name or code was damaged has been reported at that cell.
      else if (!row.isDamaged) nameless.push(row)
      continue
    }
    category ??= findOrAdd(catalogue, categories, defaultCategory, row)
    type ??= findOrAdd(catalogue, typesOf(category), withoutId(category), row)
    const key = [
      type['id'],
      ...namesOf(type),
      row.text('id'),
      names.product.Ar,
      names.product.En,
    ].join('\n')
    const same = code === '' ? undefined : known.get(key)
    if (same) {
      same.rows.push(row)
      current = same
      continue
    }
    const product: Item = { ...row.postFields(), specs: {} }
    places.set(product, row.placeOf)
    ;(type.products ??= []).push(product)
    current = { product, rows: [row], isFlat: code !== '' }
    known.set(key, current)
  }
  for (const { product, rows, isFlat } of known.values()) addSpecs(product, rows, isFlat, places)
  reportNameless(catalogue, table, nameless)
}

function reportNameless({ report }: Catalogue, table: Table, [first, ...others]: Row[]) {
  if (!first) return
  const more = others.length > 0 ? ` (nor have ${others.length} more rows)` : ''
  const noCode = hasColumn(table, 'code')
    ? ''
    : `; no column is named ${columnNames.code[0]} (${columnNames.code[5]})`
  const problem = `has no name${more}: write one, or an order code of the product above${noCode}`
  report(first.placeOf(undefined), problem)
}

/** Reads the sheets that name specifications, with their units and meanings. */
function specificationsOf(tables: Table[]) {
  return Object.fromEntries(
    tables
      .filter((table) => contentOf(table) === 'labels')
      .flatMap((table) => rowsOf(table))
      .map((row): [string, object] => {
        const { Ar, En } = row.names('name')
        const name = { Ar: Ar || En, En: En || Ar }
        return [
          row.text('id') || name.En,
          { name, unit: row.text('unit'), meaning: row.text('meaning') },
        ]
      }),
  )
}

/** Returns where a field below a category stands: the place of the innermost item that has one. */
function placeIn(category: Item, path: readonly PropertyKey[], places: Places) {
  let item: unknown = category
  let place = places.get(category)?.(path[0]) ?? ''
  for (const [at, step] of path.entries()) {
    item = typeof item === 'object' && item !== null ? Reflect.get(item, step) : undefined
    const placeOf = typeof item === 'object' && item !== null ? places.get(item) : undefined
    if (placeOf) place = placeOf(path.slice(at + 1).findLast((one) => typeof one === 'string'))
  }
  return place
}

/** Adds what a product's rows state to it, and to the variants of its order codes. */
function addSpecs(product: Item, rows: Row[], isFlat: boolean, places: Places) {
  const all = rows.map((row) => row.specs())
  const [first = {}, ...further] = all
  // Specs that the row of the product leaves out span what its order codes state.
  const own = isFlat ? sharedSpecs(all) : { ...first, ...sharedSpecs(further, first) }
  product['specs'] = own
  product.variants = rows.flatMap((row, at) => {
    const code = row.text('code')
    if (code === '') return []
    // In a flat list each row has everything: an order code states in what it differs from the others.
    const differing = Object.entries(all[at] ?? {}).filter(
      ([label, value]) => !isFlat || JSON.stringify(value) !== JSON.stringify(own[label]),
    )
    const [availability, asOf] = [row.text('availability'), row.text('asOf')]
    const variant = { code, specs: Object.fromEntries(differing), availability, asOf }
    places.set(variant, row.placeOf)
    return [variant]
  })
}

const defaultCategory = { id: '', Ar: 'المنتجات', En: 'Products' }

interface Names {
  id: string
  Ar: string
  En: string
}

const isEmpty = ({ id, Ar, En }: Names) => id === '' && Ar === '' && En === ''

function titleIn(item: Item, language: Language) {
  const text = item[language]
  const title: unknown = typeof text === 'object' && text !== null ? Reflect.get(text, 'title') : ''
  return typeof title === 'string' ? title : ''
}

function namesOf(item: Item): string[] {
  const { id } = item
  return [typeof id === 'string' ? id : '', titleIn(item, 'Ar'), titleIn(item, 'En')]
    .filter(Boolean)
    .map(foldTitle)
}

/** A catalogue without types has one type for each category, of the same name. */
function withoutId(category: Item): Names {
  return { id: '', Ar: titleIn(category, 'Ar'), En: titleIn(category, 'En') }
}

/** A value in one text for both languages, or in some of them. */
type Value = string | Partial<Record<Language, string>>

/** Returns what order codes state together, but for known labels: equal values, or the different ones as a list. */
function sharedSpecs(
  specs: Record<string, Value>[],
  known: Record<string, Value> = {},
): Record<string, Value> {
  const stated = new Map<string, Map<string, Value>>()
  for (const [label, value] of specs.flatMap((one) => Object.entries(one))) {
    if (Object.hasOwn(known, label)) continue
    stated.set(label, new Map(stated.get(label)).set(JSON.stringify(value), value))
  }
  return Object.fromEntries(
    [...stated].map(([label, values]) => [label, joined([...values.values()])]),
  )
}

function joined(values: Value[]): Value {
  const [first = '', ...others] = values
  if (others.length === 0) return first
  const inLanguage = (language: Language) =>
    listOrRange(
      values.flatMap((value) => (typeof value === 'string' ? value : (value[language] ?? []))),
    )
  const isShared = values.every((value) => typeof value === 'string')
  return isShared ? inLanguage('Ar') : { Ar: inLanguage('Ar'), En: inLanguage('En') }
}

/** A list of values; of many numbers, the least and the greatest. */
function listOrRange(values: string[]): string {
  const numbers = values.map(Number).sort((a, b) => a - b)
  if (values.length <= maxListed || numbers.some(Number.isNaN))
    return values.slice(0, maxListed).join(', ')
  return `${numbers[0]}–${numbers.at(-1)}`
}

const maxListed = 8

/** A row of a table, by the keys of its columns. */
type Row = ReturnType<typeof rowsOf>[number]

function rowsOf({ sheet, columns, rows }: Table) {
  const firstOf = new Map(columns.toReversed().map((one) => [placeOfColumn(one), one]))
  return rows.map(({ at, cells, isDamaged }) => {
    const cellOf = (column: Column) => cells[column.at] ?? ''
    const ofKey = (key: ColumnKey) => columns.filter((column) => column.key === key)

    function text(key: ColumnKey) {
      return ofKey(key).map(cellOf).find(Boolean) ?? ''
    }

    /** Returns the texts of a column by language; the script tells where no header does. */
    function texts(key: ColumnKey) {
      const found = { Ar: '', En: '' }
      const convert = key === 'details' ? markedAsHtml : withoutMarkup
      for (const column of ofKey(key)) {
        const cell = convert(cellOf(column))
        const language = column.language ?? (isArabic(cell) ? 'Ar' : 'En')
        found[language] ||= cell
      }
      return found
    }

    function postFields(): Item {
      const [titles, subTitles, details] = [texts('name'), texts('subTitle'), texts('details')]
      const inLanguage = (language: Language) => ({
        title: titles[language],
        subTitle: subTitles[language],
        details: details[language],
      })
      const isWritten = (language: Language) => Object.values(inLanguage(language)).some(Boolean)
      const [image, ...gallery] = listIn(text('picture')) ?? []
      const files = text('files').split(fileSeparator).filter(Boolean).map(fileIn)
      return {
        ...(text('id') !== '' && { id: text('id') }),
        ...(isWritten('Ar') && { Ar: inLanguage('Ar') }),
        ...(isWritten('En') && { En: inLanguage('En') }),
        ...(image !== undefined && { image }),
        ...(gallery.length > 0 && { gallery }),
        ...(files.length > 0 && { files }),
      }
    }

    function specs(): Record<string, Value> {
      const found = new Map<string, Value>()
      for (const column of columns) {
        const cell = cellOf(column)
        if (productKeys.includes(column.key) || cell === '') continue
        const { language } = column
        const { label } = firstOf.get(placeOfColumn(column)) ?? column
        const name = column.key === 'unit' ? saleUnitLabel(label) : label
        const known = found.get(name)
        if (language === null) found.set(name, known ?? cell)
        else if (typeof known !== 'string') found.set(name, { [language]: cell, ...known })
      }
      return Object.fromEntries(found)
    }

    /** Returns the cell of a field of the row's item, or the row. */
    function placeOf(field: PropertyKey | undefined) {
      const name = String(field)
      const keys: Record<string, ColumnKey> = {
        ...{ title: 'name', image: 'picture', gallery: 'picture', fileName: 'files' },
        ...{ Ar: 'name', En: 'name' },
      }
      const key = keys[name] ?? name
      const column = columns.find(
        (one) => one.key === key || (one.key === null && one.label === name),
      )
      if (column) return cellName(sheet, at, column.at)
      return `${sheet && `${sheet}, `}row ${at + 1}`
    }

    return {
      text,
      names: (key: ColumnKey): Names => ({
        id: key === 'name' ? text('id') : '',
        ...texts(key),
      }),
      postFields,
      specs,
      placeOf,
      isDamaged,
    }
  })
}

/** Names what a list of products calls its unit as the site knows it: what a quantity counts. */
function saleUnitLabel(header: string) {
  return isArabic(header) ? 'وحدة البيع' : 'Unit of sale'
}

/** Splits a list in a cell: by lines if it has several, else by commas and semicolons. */
function listIn(cell: string): string[] | undefined {
  if (cell === '') return undefined
  const separator = cell.includes('\n') ? /\n/ : /[;,،؛]/
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Matches what separates files: a comma does only where a file name follows, since titles may have commas. */
const fileSeparator = /\s*[\n;]\s*|\s*[,،]\s*(?=[^,،|\n;]+\.\w{2,5}\s*(?:[,،;\n|]|$))/

/** Parses a file in a cell: its name, and titles after bars, such as "mcb.pdf | نشرة | Datasheet". */
function fileIn(text: string) {
  const [fileName = '', ...titles] = text.split('|').map((part) => part.trim())
  const arabic = titles.find(isArabic) ?? ''
  const english = titles.find((title) => !isArabic(title)) ?? ''
  return titles.length === 0 ? fileName : { fileName, title: { Ar: arabic, En: english } }
}
