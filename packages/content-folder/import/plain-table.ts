import { isCommercialLabel } from '@site/tables/commercial-labels'
import { isPictureName } from '../file-names.ts'
import { columnOf, columnsOf, type ColumnKey } from '../folder/table/headings.ts'
import { isAddress, type CatalogueWriter, type ForeignProduct, type SpecPair } from './catalogue.ts'
import { WaitingProducts } from './shops/cells.ts'
import { otherLanguageFault } from './shops/foreign-headings.ts'
import { ImportError } from './imported.ts'
import type { ForeignTable } from './open-table.ts'

type Key = ColumnKey

/** What a column is taken for: one of our columns, a specification, or nothing. */
interface PlainColumn {
  at: number
  heading: string
  key: Key | 'specification' | 'commercial' | 'internal' | 'empty'
  label: string
  language: 'Ar' | 'En' | null
}

/** Rows by which a column without a known heading is judged. */
const sampleRows = 500

/** Headings of what programs and their users keep for themselves. */
const internal = new RegExp(
  `^(?:${[
    '(?:.* )?(?:id|uuid|guid|slug|created|updated|modified|timestamp|status|active)(?: (?:at|on|by|date))?',
    '(?:is )?(?:visible|published)(?: (?:on|in) .*)?|(?:meta|seo)[ :].*',
    '(?:(?:stock|storage|bin|shelf) )?location|warehouse|bin|shelf|(?:internal )?(?:notes?|remarks?|comments?)',
    '(?:min|max) level',
    'row|no|#|م|ت|مسلسل|الرقم التسلسلي|(?:ال)?ملاحظات|(?:ال)?حالة|(?:ال)?موقع|(?:ال)?مستودع|(?:ال)?مخزن|(?:ال)?رف',
  ].join('|')})$`,
  'i',
)

/** Headings of names that name other things as well, or in another language, so that the cells decide with them. */
const nameLike =
  /^(?:items?|articles?|artikel(?:name)?|nom|nombre|nome|bezeichnung|désignation|libellé|ürün(?: adı)?|malzeme|(?:ال)?صنف|(?:ال)?مادة|(?:ال)?بند)$/i

/** A heading as programs write it, in words: "partNumber" and "num_poles" have two. */
function inWords(heading: string) {
  if (/\s/.test(heading)) return heading
  const words = heading
    .replace(/(?<=\p{Ll}{2})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
    .replace(/(?<=[\p{L}\d])_(?=[\p{L}\d])/gu, ' ')
  return words === heading ? heading : words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Reads a table with any headings: they tell what a column is, or else what stands below them.
 * @returns what was left out, and adds to `told` what each column was taken for
 * @throws ImportError
 */
export async function readPlainTable(
  { headings, rows }: ForeignTable,
  catalogue: CatalogueWriter,
  told: Map<string, string>,
): Promise<string[]> {
  const sample: string[][] = []
  const products = new WaitingProducts(catalogue)
  let reader: PlainRows | null = null
  const begin = () => {
    const fault = otherLanguageFault(headings, sample)
    if (fault !== undefined) throw new ImportError(fault)
    const columns = plainColumnsOf(headings, sample, catalogue.isShown)
    if (!columns.some(({ key }) => key === 'name')) return null
    for (const { heading, key } of columns) told.set(heading, key)
    const begun = new PlainRows(columns, products)
    for (const row of sample) begun.add(row)
    return begun
  }
  for await (const row of rows) {
    if (reader) reader.add(row)
    else if (sample.push(row) === sampleRows) {
      reader = begin()
      if (!reader) return []
    }
  }
  reader ??= begin()
  if (!reader) return []
  products.end()
  return reader.nameless > 0 ? [`${reader.nameless} rows without a name`] : []
}

class PlainRows {
  nameless = 0
  #path: string[] = []
  #current: ForeignProduct | null = null

  constructor(
    readonly columns: PlainColumn[],
    readonly products: WaitingProducts,
  ) {}

  add(row: string[]): void {
    const text = (key: Key, language?: 'Ar' | 'En') =>
      this.columns
        .filter((one) => one.key === key && (language === undefined || one.language === language))
        .map(({ at }) => row[at] ?? '')
        .find(Boolean) ?? ''
    const category = text('category')
    if (category !== '') this.#path = category.split(/\s*[>›»]\s*/)
    const type = text('type')
    if (type !== '') this.#path = [...this.#path.slice(0, 1), type]
    const specs = this.columns.flatMap(({ at, key, label }): SpecPair[] =>
      (key === 'specification' || key === 'unit') && row[at] ? [[label, row[at]]] : [],
    )
    const code = text('code')
    const name = text('name')
    if (name === '' && (code === '' || !this.#current)) {
      if (row.some(Boolean)) this.nameless += 1
      return
    }
    if (name !== '') {
      const key = [...this.#path, name].join('\n')
      const known = code === '' ? undefined : this.products.get(key)
      this.#current = known ?? this.#begin(row, text, name)
      if (!known) this.products.set(key, this.#current)
    }
    if (code === '') this.#current?.specs.push(...specs)
    else this.#current?.variants.push({ code, specs })
  }

  #begin(
    row: string[],
    text: (key: Key, language?: 'Ar' | 'En') => string,
    name: string,
  ): ForeignProduct {
    const pictures = this.columns
      .filter(({ key }) => key === 'picture')
      .flatMap(({ at }) => (row[at] ?? '').split(/[\n;,،؛|]\s*/))
    const other = (['Ar', 'En'] as const).find((language) => {
      const translated = text('name', language)
      return translated !== '' && translated !== name
    })
    return {
      ...{ path: this.#path, name, id: text('id'), specs: [], variants: [] },
      ...{ subTitle: text('subTitle'), details: text('details'), files: text('files') },
      pictures: pictures.map((picture) => picture.trim()).filter(Boolean),
      ...(other && {
        translation: {
          name: text('name', other),
          subTitle: text('subTitle', other),
          details: text('details', other),
        },
      }),
    }
  }
}

function plainColumnsOf(
  headings: string[],
  sample: string[][],
  isShown: (label: string) => boolean,
): PlainColumn[] {
  const valuesOf = (at: number) => sample.flatMap((row) => row[at] || [])
  const named = headings.flatMap((heading, at) =>
    heading === '' ? [] : [columnOf(inWords(heading), at)],
  )
  const columns = columnsOf(named, valuesOf).map((column): PlainColumn => {
    const { at, heading: words, key } = column
    const heading = headings[at] ?? words
    const guessed = internal.test(words) ? 'internal' : 'specification'
    const isHidden = key === null && isCommercialLabel(heading) && !isShown(heading)
    const taken = valuesOf(at).length > 0 ? (key ?? guessed) : 'empty'
    return { ...column, heading, key: isHidden ? 'commercial' : taken }
  })
  return guessMissing(columns, sample)
}

/** What stands in a column, as shares of its filled cells. */
interface Traits {
  filled: number
  distinct: number
  length: number
  codes: number
  words: number
  pictures: number
}

const codeLike = /^(?=.*\d)[\p{L}\d][\p{L}\d./_-]{2,30}$/u

function traitsOf(at: number, sample: string[][]): Traits {
  const cells = sample.map((row) => row[at] ?? '').filter(Boolean)
  const share = (is: (cell: string) => boolean) => cells.filter(is).length / (cells.length || 1)
  return {
    filled: cells.length / (sample.length || 1),
    distinct: new Set(cells).size / (cells.length || 1),
    length: cells.reduce((sum, cell) => sum + cell.length, 0) / (cells.length || 1),
    codes: share((cell) => codeLike.test(cell)),
    words: share((cell) => /\p{L}{2}/u.test(cell) && !codeLike.test(cell)),
    pictures: share((cell) => isAddress(cell) || isPictureName(cell)),
  }
}

/** Where no heading is that of a name, an "Item" is one, or a description that is as short as a name. */
function takeName(columns: PlainColumn[], traits: ReadonlyMap<PlainColumn, Traits>) {
  if (columns.some(({ key }) => key === 'name')) return
  const isText = (column: PlainColumn) => (traits.get(column)?.words ?? 0) > 0.7
  const item = columns.find(
    (column) => column.key === 'specification' && nameLike.test(column.label) && isText(column),
  )
  const described = columns.find(({ key }) => key === 'details')
  const isShort = described && isText(described) && (traits.get(described)?.length ?? 0) < 80
  const name = item ?? (isShort ? described : undefined)
  if (name) name.key = 'name'
}

/** Finds columns of pictures, names, codes, descriptions and categories that no heading names, by their cells. */
function guessMissing(columns: PlainColumn[], sample: string[][]): PlainColumn[] {
  const traits = new Map(columns.map((column) => [column, traitsOf(column.at, sample)]))
  const take = (key: Key, score: (traits: Traits, column: PlainColumn) => number) => {
    if (columns.some((column) => column.key === key)) return
    const scored = columns
      .filter((column) => column.key === 'specification')
      .map((column) => ({
        column,
        score: score(traits.get(column) ?? traitsOf(column.at, []), column),
      }))
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a), {
      column: null,
      score: 0,
    } as {
      column: PlainColumn | null
      score: number
    })
    if (best.column) best.column.key = key
  }
  take('picture', ({ pictures }) => (pictures > 0.8 ? pictures : 0))
  take('code', ({ codes, distinct, filled }, { heading }) =>
    codes > 0.9 && distinct > 0.95 && filled > 0.5 && !/[([]/.test(heading) ? filled : 0,
  )
  take('details', ({ length, words }) => (length > 80 && words > 0.8 ? length : 0))
  takeName(columns, traits)
  take('name', ({ distinct, words, length, filled }) =>
    words > 0.7 && filled > 0.3 && length < 120 ? distinct * filled : 0,
  )
  const nameAt = columns.find(({ key }) => key === 'name')?.at ?? 0
  if (!columns.some(({ key }) => key === 'type')) {
    take('category', ({ distinct, words, length }, { at }) =>
      at < nameAt && distinct < 0.35 && words > 0.9 && length < 40 ? 1 - distinct : 0,
    )
  }
  return columns
}
