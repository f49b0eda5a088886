import { workbookOf } from '@site/tables/write-tables'
import type { Content, Post, Product, ProductType } from '../assemble.ts'
import type { Spec, SpecValue } from '../format.ts'
import { columnNames, specificationHeading } from './headings.ts'

type Row = Record<string, string>
type Stated = NonNullable<Product['variants'][number]['availability']>

/** A sheet with the names of its columns in its first row. */
interface SheetOfRows {
  name: string
  columns: string[]
  rows: Row[]
}

const inArabic = (name: string) => `${name} (Ar)`
const inEnglish = (name: string) => `${name} (En)`
const inBoth = (name: string) => [inArabic(name), inEnglish(name)]

/** The names of columns that are written. */
const {
  level,
  id,
  category,
  type,
  name,
  subTitle,
  details,
  code,
  picture,
  files,
  availability,
  asOf,
  keySpecs,
  unit,
  meaning,
} = Object.fromEntries(Object.entries(columnNames).map(([key, [first]]) => [key, first])) as Record<
  keyof typeof columnNames,
  string
>

const textColumns = [...inBoth(name), ...inBoth(subTitle), ...inBoth(details)]

/**
 * Writes the products of a content folder as an Excel workbook that reads back as the same catalogue: one sheet for
 * each type, one of categories and types, and one of the names of specifications.
 * @returns the bytes of the file
 */
export async function exportCatalogue(content: Content): Promise<Buffer> {
  const sheets = [categorySheet(content), specificationSheet(content), ...productSheets(content)]
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  return writeSheets(filled.length > 0 ? filled : sheets)
}

/** Writes sheets whose cells are all texts. */
export function writeSheets(sheets: SheetOfRows[]): Promise<Buffer> {
  return workbookOf(
    sheets.map(({ name: sheet, columns, rows }) => ({
      name: sheet,
      rows: [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))],
    })),
  )
}

function textsOf({ Ar, En, only }: Post): Row {
  const columns = (suffix: (name: string) => string, text: Post['Ar']) => ({
    [suffix(name)]: text.title,
    [suffix(subTitle)]: text.subTitle,
    [suffix(details)]: text.details.trimEnd(),
  })
  return {
    ...(only !== 'En' && columns(inArabic, Ar)),
    ...(only !== 'Ar' && columns(inEnglish, En)),
  }
}

function fieldsOf(post: Post): Row {
  return {
    [id]: post.id,
    ...textsOf(post),
    [picture]: [post.image ?? '', ...post.gallery].filter(Boolean).join('\n'),
    [files]: post.files
      .map(({ fileName, title }) => `${fileName} | ${title.Ar} | ${title.En}`)
      .join('\n'),
  }
}

function namesOf(column: string, post: Post): Row {
  const { Ar, En, only } = post
  return {
    ...(only !== 'En' && { [inArabic(column)]: Ar.title }),
    ...(only !== 'Ar' && { [inEnglish(column)]: En.title }),
  }
}

function categorySheet({ categories, specifications }: Content): SheetOfRows {
  return {
    name: 'Categories',
    columns: [level, id, ...inBoth(category), ...textColumns, picture, files, keySpecs],
    rows: categories.flatMap((post) => [
      { [level]: 'Category', ...fieldsOf(post) },
      ...post.types.map((one) => ({
        [level]: 'Type',
        ...namesOf(category, post),
        ...fieldsOf(one),
        [keySpecs]: one.keySpecs.map((key) => specifications[key]?.name.En ?? key).join('\n'),
      })),
    ]),
  }
}

function specificationSheet({ specifications }: Content): SheetOfRows {
  return {
    name: 'Specifications',
    columns: [id, ...inBoth(name), unit, meaning],
    rows: Object.entries(specifications).map(([key, label]) => ({
      [id]: key,
      [inArabic(name)]: label.name.Ar,
      [inEnglish(name)]: label.name.En,
      [unit]: label.unit,
      [meaning]: label.meaning,
    })),
  }
}

/** Sheets of many types would mix the specifications of all. */
function productSheets({ categories }: Content): SheetOfRows[] {
  const used = new Set<string>()
  return categories.flatMap((post) =>
    post.types.map((one) => ({
      name: sheetName(one, used),
      columns: [
        id,
        ...inBoth(category),
        ...inBoth(type),
        ...textColumns,
        code,
        picture,
        files,
        ...(statesAvailability(one) ? [availability, asOf] : []),
        ...specColumns(one),
      ],
      rows: one.products.flatMap((product) => [
        {
          ...namesOf(category, post),
          ...namesOf(type, one),
          ...fieldsOf(product),
          ...specCells(product.specs),
        },
        ...product.variants.map((variant) => ({
          [code]: variant.code,
          ...(variant.availability && availabilityCells(variant.availability)),
          ...specCells(variant.specs),
        })),
      ]),
    })),
  )
}

const statesAvailability = ({ products }: ProductType) =>
  products.some(({ variants }) => variants.some((one) => one.availability))

function availabilityCells({ state, days, branch, asOf: date }: Stated): Row {
  const text = days === undefined ? state.replaceAll('-', ' ') : `${days} days`
  return {
    [availability]: branch.En === '' ? text : `${text}, ${branch.En}`,
    [asOf]: date,
  }
}

/** Makes a name that spreadsheets accept: 31 characters, none of which they use, and unique. */
function sheetName({ En }: ProductType, used: Set<string>) {
  const plain = En.title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 28)
    .trim()
  let free = plain
  for (let at = 2; used.has(free.toLowerCase()); at += 1) free = `${plain} ${at}`
  used.add(free.toLowerCase())
  return free
}

const headerOf = ({ name: label, unit: sign }: Spec) =>
  specificationHeading(sign ? `${label.En} (${sign})` : label.En)

/** Lists the columns of a type's specifications in an order that is that of all products, as far as they agree. */
function specColumns({ products }: ProductType): string[] {
  const lists = products.flatMap(({ specs, variants }) => [
    specs.map(headerOf),
    ...variants.map((variant) => variant.specs.map(headerOf)),
  ])
  const ordered: string[] = []
  for (const list of lists) {
    let at = 0
    for (const header of list) {
      const known = ordered.indexOf(header)
      if (known < 0) ordered.splice(at, 0, header)
      at = (known < 0 ? at : Math.max(at, known)) + 1
    }
  }
  const all = products.flatMap(({ specs, variants }) => [
    ...specs,
    ...variants.flatMap((variant) => variant.specs),
  ])
  return ordered.flatMap((header) => {
    const values = all.filter((spec) => headerOf(spec) === header).map(({ value }) => value)
    return [
      ...(values.some(isShared) ? [header] : []),
      ...(values.every(isShared) ? [] : inBoth(header)),
    ]
  })
}

function isShared(value: SpecValue): value is string {
  return typeof value === 'string'
}

function specCells(specs: Spec[]): Row {
  return Object.fromEntries(
    specs.flatMap((spec): [string, string][] => {
      const header = headerOf(spec)
      if (isShared(spec.value)) return [[header, spec.value]]
      return [
        [inArabic(header), spec.value.Ar],
        [inEnglish(header), spec.value.En],
      ]
    }),
  )
}
