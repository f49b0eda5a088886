import { plainText } from '@site/arabic-text/characters'
import { sanitiseRichText } from '@site/rich-text/sanitise'
import { isCommercialLabel } from '@site/tables/commercial-labels'
import { isFileName, isPictureName } from '../file-names.ts'
import { isArabic } from '../folder/format.ts'
import { specificationHeading } from '../folder/table/headings.ts'
import { markdownOf } from '@site/rich-text/to-markdown'
import type { ImportedPicture } from './imported.ts'
import { RowStore, type Row } from './row-store.ts'

/** A label of a specification, with its value. */
export type SpecPair = readonly [label: string, value: string]

/** A product of another program. Its texts may be HTML. */
export interface ForeignProduct {
  /** The category and those below it. */
  path: string[]
  name: string
  subTitle?: string
  details?: string
  /** Its texts in the other language. */
  translation?: { name: string; subTitle: string; details: string }
  /** The last part of its address, if it has one. */
  id?: string
  code?: string
  /** Addresses or names of files; the first one leads. */
  pictures: string[]
  /** Names of files, as our column "Files" has them. */
  files?: string
  specs: SpecPair[]
  variants: ForeignVariant[]
}

/** One order code of a product, with what it states. */
export interface ForeignVariant {
  code: string
  specs: SpecPair[]
  picture?: string
}

/** Names of categories that other programs put above all others, or use for what has none. */
const roots =
  /^(?:all|saleable|default category|root catalog|root|home|accueil|inicio|uncategori[sz]ed|الكل|قابل للبيع|للبيع|الرئيسية|غير مصنف)$/i

/** The columns of texts in our table. */
const texts = ['Name', 'Short description', 'Description'] as const

/** Most columns that a table may have: the reader of a folder reads no more. */
const maxSpecs = 900

/** The products of an export on their way into our table, which they enter one by one. */
export class CatalogueWriter {
  readonly pictures = new Map<string, string>()
  readonly counts = { products: 0, codes: 0, noCode: 0, moreCategories: 0, repeatedCodes: 0 }
  readonly paths = new Set<string>()
  /** Labels that look commercial, which no product gets. */
  readonly leftOut = new Set<string>()
  /** A line about the first product. */
  example = ''
  readonly store = new RowStore()
  readonly #used = new Set<string>()
  readonly #labels = new Map<string, number>()
  readonly #codes = new Set<string>()
  readonly #names = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #types = new Map<string, string>()
  #isBilingual = false

  /** @param isShown whether a label is public although it looks commercial */
  constructor(readonly isShown: (label: string) => boolean) {}

  add(product: ForeignProduct): void {
    const name = plain(product.name)
    if (name === '') return
    const path = product.path.map(plain).filter((part) => part !== '' && !roots.test(part))
    const [category = isArabic(name) ? 'المنتجات' : 'Products', ...below] = path
    const type = this.#typeOf(category, below)
    const variants = product.variants.filter(({ code }) => this.#takeCode(code))
    const own = variants.length === 0 && product.code !== undefined && this.#takeCode(product.code)
    const pictures = [...product.pictures, ...variants.flatMap(({ picture }) => picture ?? [])]
    const names = new Set(pictures.flatMap((picture) => this.#pictureName(picture) ?? []))
    const common = commonSpecs(variants)
    const specs = this.#specCells([...product.specs, ...common])
    this.#add({
      ...{ Category: category, Type: type, Id: this.#idOf(product.id) },
      ...this.#textCells(name, product),
      ...{ Picture: [...names].join('\n'), 'Order code': own ? (product.code ?? '') : '' },
      ...(product.files && { Files: product.files }),
      ...specs,
    })
    for (const { code, specs: stated } of variants) {
      const differing = this.#specCells(
        stated.filter(([label]) => !common.some(([shared]) => shared === label)),
      )
      this.#add({ Category: category, Type: type, 'Order code': code, ...differing })
    }
    const codes = variants.length + (own ? 1 : 0)
    this.counts.products += 1
    this.counts.codes += codes
    if (codes === 0) this.counts.noCode += 1
    this.paths.add([category, ...below].join(' > '))
    this.example ||= `${name}: ${[...new Set([category, type])].join(' > ')}; order codes: ${
      [own ? product.code : undefined, ...variants.map(({ code }) => code)]
        .filter(Boolean)
        .slice(0, 3)
        .join(', ') || 'none'
    }; ${Object.keys(specs).length} specifications; ${names.size} pictures`
  }

  /** The rows of the table; once a product has two languages, the texts of all are in a column of their language. */
  async *rows(): AsyncGenerator<Row> {
    for await (const row of this.store.read())
      yield this.#isBilingual ? inLanguageColumns(row) : row
  }

  /** @returns the headings of the table: those that any row uses */
  headings(): string[] {
    const labels = [...this.#labels].sort(([, a], [, b]) => b - a).slice(0, maxSpecs)
    const kept = new Set(labels.map(([label]) => label))
    const named = this.#isBilingual
      ? texts.flatMap((text) => [`${text} (Ar)`, `${text} (En)`])
      : texts
    const isUsed = (heading: string) =>
      this.#used.has(heading) || this.#used.has(heading.replace(/ \((?:Ar|En)\)$/, ''))
    const all = ['Category', 'Type', 'Id', ...named, 'Order code', 'Picture', 'Files']
    return [...all.filter(isUsed), ...[...this.#labels.keys()].filter((label) => kept.has(label))]
  }

  /** @returns how many specifications the table has no columns for */
  get labelsLeftOut(): number {
    return Math.max(0, this.#labels.size - maxSpecs)
  }

  pictureList(): ImportedPicture[] {
    return [...this.pictures]
      .filter(([address]) => isAddress(address))
      .map(([address, name]) => ({ name, address: address.replace(/^http:/i, 'https:') }))
  }

  #add(row: Row) {
    const filled = Object.entries(row).filter(([, cell]) => cell !== '')
    for (const [heading] of filled) this.#used.add(heading)
    this.store.add(Object.fromEntries(filled))
  }

  #textCells(name: string, { subTitle = '', details = '', translation }: ForeignProduct): Row {
    const own = [name, plain(subTitle), textOf(details)]
    if (!translation) return cellsOf(own, '')
    this.#isBilingual = true
    const other = [
      plain(translation.name),
      plain(translation.subTitle),
      textOf(translation.details),
    ]
    const [arabic, english] = isArabic(name) ? [own, other] : [other, own]
    return { ...cellsOf(arabic, ' (Ar)'), ...cellsOf(english, ' (En)') }
  }

  #specCells(specs: readonly SpecPair[]): Row {
    const cells: Row = {}
    for (const [name, value] of specs) {
      const label = plain(name).slice(0, 200)
      const text = plain(value)
      if (label === '' || text === '') continue
      if (isCommercialLabel(label) && !this.isShown(label)) {
        this.leftOut.add(label)
        continue
      }
      // Rows are objects, whose members are no cells.
      const heading = label in {} ? `Specification: ${label}` : specificationHeading(label)
      this.#labels.set(heading, (this.#labels.get(heading) ?? 0) + 1)
      cells[heading] ??= text
    }
    return cells
  }

  /** A type has the last name below its category; two of the same name have that of their parent before it. */
  #typeOf(category: string, below: string[]) {
    const last = below.at(-1) ?? category
    const parents = below.slice(0, -1).join(' > ')
    const key = `${category}\n${last}`
    const known = this.#types.get(key)
    if (known === undefined) this.#types.set(key, parents)
    return known === undefined || known === parents ? last : `${below.at(-2) ?? category} – ${last}`
  }

  #takeCode(text: string) {
    const code = text.trim()
    if (code === '') return false
    if (this.#codes.has(code)) this.counts.repeatedCodes += 1
    const isNew = !this.#codes.has(code)
    this.#codes.add(code)
    return isNew
  }

  #idOf(id = '') {
    const isFit = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,99}$/u.test(id) && !this.#ids.has(id)
    this.#ids.add(id)
    return isFit ? id : ''
  }

  /** @returns the name in images/ of an address or a path; undefined for what is neither */
  #pictureName(picture: string): string | undefined {
    const known = this.pictures.get(picture)
    if (known !== undefined) return known
    const name = fileNameOf(picture)
    if (name === undefined) return undefined
    const [, stem = name, ending = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
    let free = name
    for (let at = 2; this.#names.has(free.toLowerCase()); at += 1) free = `${stem}-${at}${ending}`
    this.#names.add(free.toLowerCase())
    this.pictures.set(picture, free)
    return free
  }
}

/** @returns the specifications of the first variant that all others state as well */
function commonSpecs([first, ...others]: ForeignVariant[]): SpecPair[] {
  if (!first || others.length === 0) return []
  const stated = others.map(({ specs }) => new Map(specs))
  return first.specs.filter(([label, value]) => stated.every((specs) => specs.get(label) === value))
}

export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

function inLanguageColumns(row: Row): Row {
  const mark = isArabic(row['Name'] ?? '') ? '(Ar)' : '(En)'
  return Object.fromEntries(
    Object.entries(row).map(([heading, cell]) => [
      texts.some((text) => text === heading) ? `${heading} ${mark}` : heading,
      cell,
    ]),
  )
}

function cellsOf([name = '', subTitle = '', details = '']: string[], mark: string): Row {
  return {
    [`Name${mark}`]: name,
    [`Short description${mark}`]: subTitle,
    [`Description${mark}`]: details,
  }
}

const markup = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,5});/i

/** A text of one line, without the HTML that other programs put around it. */
function plain(text: string) {
  const read = markup.test(text) ? plainText(sanitiseRichText(text)) : text
  return read.replace(/\s+/g, ' ').trim()
}

function textOf(text: string) {
  return markup.test(text) ? markdownOf(text) : text
}

/** @returns the last part of an address or path, as a file name for images/ */
function fileNameOf(picture: string): string | undefined {
  if (/^images\/./.test(picture) && isFileName(picture)) return picture.slice('images/'.length)
  const path = isAddress(picture) ? picture.replace(/[?#].*$/, '') : picture
  let last = path.split(/[\\/]/).at(-1) ?? ''
  try {
    last = decodeURIComponent(last)
  } catch {
    // A name with a bare percent sign stays as it is.
  }
  const name = last
    .replace(/[%?*:|"<>\\/]/g, '-')
    .trim()
    .slice(-120)
  if (name === '' || !isFileName(name)) return undefined
  // Browsers go by the bytes of a picture, and this site by the ending of its name.
  return isAddress(picture) && !isPictureName(name) ? `${name}.jpg` : name
}
