import { isCommercialLabel } from '@site/tables/commercial-labels'
import { plainTextOf } from '@site/arabic-text/characters'
import { foldTitle, type Language } from '../../wire.ts'
import { isArabic } from '../format.ts'
import { isUnit, splitUnit } from './units.ts'

/** The columns of a catalogue, with the names by which they are found; the first is the one that is exported. */
export const columnNames = {
  level: ['Level', 'المستوى'],
  id: ['Id', 'المعرف'],
  category: ['Category', 'الفئة', 'التصنيف', 'القسم'],
  type: ['Type', 'النوع', 'المجموعة'],
  name: ['Name', 'Product', 'Title', 'الاسم', 'اسم المنتج', 'المنتج', 'العنوان'],
  subTitle: ['Short description', 'Subtitle', 'وصف قصير', 'الوصف المختصر'],
  details: ['Description', 'Details', 'الوصف', 'التفاصيل'],
  code: [
    'Order code',
    'Code',
    'SKU',
    'Part number',
    'Model',
    'رمز الطلب',
    'رقم الصنف',
    'الكود',
    'الموديل',
  ],
  picture: ['Picture', 'Pictures', 'Image', 'Photo', 'الصورة', 'الصور'],
  files: ['Files', 'Datasheet', 'Documents', 'الملفات', 'ورقة البيانات'],
  availability: ['Availability', 'التوفر', 'التوافر'],
  asOf: ['As of', 'بتاريخ'],
  keySpecs: ['Key specifications', 'المواصفات الرئيسية', 'المواصفات الرئيسة'],
  unit: ['Unit', 'الوحدة'],
  meaning: ['Meaning', 'المعنى'],
} as const

export type ColumnKey = keyof typeof columnNames

/** The headings of a table of products, and the name of its sheet. */
export interface TableHeadings {
  sheet: string
  headings: string[]
}

/**
 * Further names that companies and other programs use. They are looser: such a column counts where none of the same
 * kind has a name above, and is a specification otherwise.
 */
const furtherNames: Partial<Record<ColumnKey, string>> = {
  category: `categories, category name, main category, product category, product categories, product group, item group,
    item category, group, main group, family, product family, الفئات, فئة المنتج, فئة الصنف, الفئة الرئيسية, التصنيفات,
    تصنيف المنتج, التصنيف الرئيسي, الأقسام, القسم الرئيسي, المجموعة الرئيسية, مجموعة المنتج, مجموعة المنتجات, مجموعة الأصناف,
    عائلة المنتج`,
  name: `product name, product title, item name, item title, article name, designation, اسم الصنف, اسم المادة, اسم القطعة,
    اسم السلعة, مسمى الصنف, مسمى المنتج, عنوان المنتج`,
  subTitle: `sub title, short desc, brief description, summary, tagline, وصف مختصر, الوصف القصير, نبذة, نبذة مختصرة, ملخص`,
  details: `body, body html, long description, full description, detailed description, product description,
    item description, description html, وصف المنتج, وصف الصنف, الوصف الكامل, الوصف التفصيلي, الوصف الطويل`,
  code: `internal reference, reference, reference code, reference no, reference number, ref, ref no, item code, item no,
    item number, item ref, product code, product no, product number, product reference, product sku, article code,
    article no, article number, art no, cat no, catalog no, catalog number, catalog code, catalogue no, catalogue number,
    catalogue code, stock code, stock no, stock number, default code, mpn, manufacturer part number, variant sku, sku code,
    part, part no, part code, p/n, ordering code, ordering number, order no, order number, order reference, model no,
    model number, model code, material no, material number, رقم القطعة, رقم المنتج, رقم الموديل, رقم الكتالوج, رقم المادة,
    رقم الطلب, الرقم المرجعي, المرجع, كود الصنف, كود المنتج, كود القطعة, كود المادة, كود الطلب, كود الموديل, الرمز,
    رمز الصنف, رمز المنتج, رمز القطعة, رمز المادة`,
  picture: `images, photos, image src, image url, image urls, image link, image links, image file, image files, image name,
    main image, base image, product image, product images, picture url, picture urls, gallery, صورة المنتج, صور المنتج,
    رابط الصورة, روابط الصور, اسم الصورة, ملف الصورة`,
  files: `file, data sheet, data sheets, datasheets, document, attachment, attachments, downloads, brochure, الملف, المرفقات,
    المستندات, الوثائق, النشرة الفنية`,
}

/** A column of a table with a heading. */
export interface Column {
  at: number
  /** The column's key; null for a specification. */
  key: ColumnKey | null
  /** The text of its heading. */
  heading: string
  /** The name of a specification, with its unit. */
  label: string
  /** The language of its texts, if the header names one. */
  language: Language | null
}

/** A column before those of the whole table are known. */
interface FoundColumn extends Column {
  /** Whether its name is one of the further ones. */
  isLoose: boolean
}

const languageMarks: [Language, RegExp][] = [
  ['Ar', /[\s_]*[([]?(?:(?<![a-z\d])Ar(?:abic)?|عربي|بالعربية|العربية)[)\]]?$/i],
  ['En', /[\s_]*[([]?(?:(?<![a-z\d])En(?:glish)?|إنجليزي|انجليزي|بالإنجليزية|الإنجليزية)[)\]]?$/i],
]

const keysByName = new Map(
  Object.entries(columnNames).flatMap(([key, names]) =>
    names.map((name) => [foldTitle(name), key as ColumnKey] as const),
  ),
)

/** Folds a heading further: "product_name", "Cat. No." and «رقم قطعة» are those with spaces, and with the article. */
function foldLoosely(text: string) {
  return foldTitle(text.replace(/[_.-]/g, ' ')).replace(/(^|\s)ال(?=\p{L}{2})/gu, '$1')
}

const keysByLooseName = new Map(
  Object.entries(furtherNames).flatMap(([key, names]) =>
    [...names.split(','), ...columnNames[key as ColumnKey]].map(
      (name) => [foldLoosely(name), key as ColumnKey] as const,
    ),
  ),
)

/** Removes the signs by which forms mark a column that must be filled, and a colon. */
const withoutMarks = (heading: string) => heading.replace(/^[\s*]+|[\s*:：]+$/gu, '') || heading

function looseKeyOf(label: string): ColumnKey | null {
  if (isCommercialLabel(label)) return null
  const [, name = label, note = ''] = /^([^([]+)[([]([^()[\]]*)[)\]]$/.exec(label) ?? []
  const plain = isUnit(note) ? label : name
  const names = [plain.replaceAll('#', ' no '), plain.replaceAll('#', ' ')]
  return names.flatMap((one) => keysByLooseName.get(foldLoosely(one)) ?? [])[0] ?? null
}

/** Marks the heading of a specification whose name is that of one of our columns, such as "Type". */
const specificationMark = /^(?:specification|مواصفة)\s*:\s*/i

/** Makes the heading of a specification, which no other column is found by. */
export function specificationHeading(label: string): string {
  const { key, language } = columnOf(label, 0)
  return key === null && language === null ? label : `Specification: ${label}`
}

/** Finds what a heading names by itself. */
export function columnOf(heading: string, at: number): FoundColumn {
  if (specificationMark.test(heading)) {
    const [, label = '', suffix] =
      /^(.*?)(?: \((Ar|En)\))?$/.exec(heading.replace(specificationMark, '')) ?? []
    const language = suffix === 'Ar' || suffix === 'En' ? suffix : null
    return { at, heading, label, key: null, language, isLoose: false }
  }
  const header = withoutMarks(heading)
  const [language, mark] = languageMarks.find(([, pattern]) => pattern.test(header)) ?? [null, /$^/]
  const label = withoutMarks(header.replace(mark, ''))
  const key = keysByName.get(foldTitle(label))
  return {
    ...{ at, heading, label, language },
    key: key ?? looseKeyOf(label),
    isLoose: key === undefined,
  }
}

/** Finds the columns of a row of headings; null if it is none, since a table has a column of names. */
export function findColumns(headings: readonly string[]): FoundColumn[] | null {
  const found = headings.flatMap((text, at) => (text === '' ? [] : [columnOf(text, at)]))
  return found.length >= 2 && found.some(({ key }) => key === 'name') ? found : null
}

const inLanguages: (ColumnKey | null)[] = ['category', 'type', 'name', 'subTitle', 'details']

/** The columns that mean the same have the same place: of a name there is one for each language, of a code only one. */
export function placeOf({ key, label, language, heading }: Column): string {
  if (key === null) return `specification ${foldTitle(label)} ${language}`
  const own = language ?? (isArabic(heading) ? 'Ar' : 'En')
  return inLanguages.includes(key) ? `${key} ${own}` : key
}

/**
 * Decides between columns that could be the same one. Of order codes the first counts: customers order by order code
 * rather than by model. The others are specifications.
 * @param valuesOf returns what is below a heading
 */
export function columnsOf(
  found: readonly FoundColumn[],
  valuesOf: (at: number) => string[],
): Column[] {
  const exact = found.filter(({ key, isLoose }) => key !== null && !isLoose)
  const taken = new Map(exact.toReversed().map((column) => [placeOf(column), column]))
  return found.map((column): Column => {
    const { isLoose, ...known } = column
    const place = placeOf(column)
    const isOwn = isLoose
      ? !taken.has(place) && seemsRight(column, valuesOf)
      : column.key !== 'code' || taken.get(place) === column
    if (isLoose && isOwn && column.key !== null) taken.set(place, column)
    return isOwn ? known : { ...known, key: null }
  })
}

/** Whether the values of a column are what its loose name says. */
function seemsRight({ key, label, at }: Column, valuesOf: (at: number) => string[]) {
  const values = valuesOf(at)
  if (key === 'code') return !countsRows(values)
  // The body of a valve is of brass.
  const isBody = foldTitle(label) === 'body'
  return !isBody || values.some((value) => value.length > 60 || value.includes('<'))
}

/** Whether values are 1, 2, 3 and so on: "Item No." may count the rows. */
export function countsRows(values: readonly string[]) {
  return values.every((value, row) => value === `${row + 1}`)
}

/** Matches the start of a value: headings begin with no number. */
const number = /^[<>≤≥±+-]?\s*\d/

/**
 * Combines two rows of headings, of which the upper one names groups of columns: «المواصفات» above «التيار (A)» and
 * «الجهد (V)». A group's name is dropped for what has its own; of a unit below it, it is the name.
 * @returns undefined if the second row is none of headings
 */
export function combinedHeadings(
  above: readonly string[],
  lower: readonly string[],
): string[] | undefined {
  // A group that is merged over columns may be repeated in each of them.
  const upper = above.map((text, at) => (text === above[at - 1] ? '' : text))
  const width = Math.max(upper.length, lower.length)
  const places = Array.from({ length: width }, (_, at) => {
    const [head = '', own = ''] = [upper[at], lower[at]]
    return { head, own: own === head ? '' : own, group: upper.slice(0, at + 1).findLast(Boolean) }
  })
  const below = places.filter(({ own }) => own !== '')
  const isData = below.some(({ own }) => number.test(plainTextOf(own)))
  const isOwn = (text: string) => text !== '' && columnOf(text, 0).key !== null
  const namesOurs = below.some(({ own }) => isOwn(own))
  const dividesOurs = below.some(({ head }) => isOwn(head))
  const isDivided = below.some(({ head, group }) => head === '' && group !== undefined)
  const isOfUnits = below.length > 0 && below.every(({ own }) => isUnit(own))
  // A title above the headings names none of our columns.
  if (isData || !upper.some(isOwn) || (dividesOurs && !namesOurs)) return undefined
  if (!isDivided && !isOfUnits) return undefined
  return places.map(({ head, own, group }) => {
    if (own === '') return head
    return group !== undefined && isUnit(own) && splitUnit(group).unit === ''
      ? `${group} (${own})`
      : own
  })
}

/**
 * Puts the name of a commercial group before the headings below it: what stands below «الأسعار» is commercial, whatever
 * its own heading says.
 * @param above the row above the headings, or the upper one of two; a group that repeats its name ends with it
 */
export function withCommercialGroups(
  headings: readonly string[],
  above: readonly string[],
): string[] {
  const isOurs = (heading: string) => heading !== '' && columnOf(heading, 0).key !== null
  const isTitle = (start: number) => {
    const end = above.findIndex((text, at) => at > start && text !== '' && text !== above[start])
    const below = headings.slice(start, end < 0 ? undefined : end)
    const isFirst = !headings.slice(0, start).some(Boolean)
    const isOnly = above.every((text) => text === '' || text === above[start])
    return isOurs(below[0] ?? '') || (isFirst && (isOnly || below.some(isOurs)))
  }
  let group = ''
  return headings.map((heading, at) => {
    const [text = '', before = ''] = [above[at], above[at - 1]]
    const isEnd = text === '' && before !== '' && before === above[at - 2]
    if (isEnd || (text !== '' && text !== before)) {
      group = isCommercialLabel(text) && !isTitle(at) ? text : ''
    }
    const isNamed = group === '' || heading === '' || isOurs(heading) || isCommercialLabel(heading)
    return isNamed ? heading : `${group} – ${heading}`
  })
}
