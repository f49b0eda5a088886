import {
  inlineOf,
  listFile,
  listTable,
  ltr,
  type Fact,
  type Inline,
  type SheetDocument,
  type SheetPart,
} from '../../server/files/sheets/sheet'
import { documentKindOf } from '@site/product-search/document-kinds'
import { addresses } from '../addresses'
import type { Content, LoadContext, Product } from '../content/content.server'
import { today } from '../language/format'
import { findProduct } from '../site/search.server'
import { addressParts, frameOf, productSheetOf } from './product-sheet.server'
import { privateSheetResponse } from './sheet-response.server'
import { submittalFields } from './submittal'

/** A line of a list: what was asked for in the visitor's words, and what is offered. */
export interface ListedLine {
  asked: string
  /** The id of the product; empty for a line without one. */
  productId: string
  title: string
  code: string
  facts: string[]
  /** Words where it is not stated. */
  quantity: number | string
  unit: string
  note: string
  /** Where the offer differs, each in words; null if nothing was asked that could differ. */
  deviations: string[] | null
}

export type Submittal = Record<(typeof submittalFields)[number], string>

/** Max. lengths of a note and of a line's words, characters. */
const maxWords = 500
/** Max. products with a sheet, and certificates, in a submittal. */
const maxProducts = 60
const maxCertificates = 30

/**
 * Responds with a list as a PDF, or with the submittal for it.
 * @param list.path of the page that shows the list; empty for none
 */
export async function listSheetResponse(
  { content, context }: { content: Content; context: LoadContext },
  list: { heading: string; lines: ListedLine[]; path: string },
  submittal: Submittal | null,
) {
  if (!submittal) {
    return privateSheetResponse(context, await listDocument(content, list), { name: 'list' })
  }
  const { document, files } = await submittalDocument(content, { ...list, submittal })
  return privateSheetResponse(context, document, { name: 'submittal', files })
}

/** Builds a list as a document. */
async function listDocument(
  content: Content,
  { heading, lines, path }: { heading: string; lines: ListedLine[]; path: string },
): Promise<SheetDocument> {
  const { t, lang } = content
  const labels = {
    position: t('sheet.position'),
    asked: t('sheet.asked'),
    code: t('quote.columns.code'),
    product: t('quote.columns.product'),
    quantity: t('quote.columns.quantity'),
    unit: t('quote.columns.unit'),
    note: t('quote.columns.note'),
  }
  const listed = lines.map((line) => ({ ...line, product: offeredOf(line, content) }))
  const part: SheetPart = {
    type: 'table',
    heading: inlineOf(heading, lang),
    note: inlineOf(`${t('sheet.date')}: ${today(lang, content.timeZone)}`, lang),
    ...listTable(listed, labels, lang),
    ...(path !== '' && addressParts(content, path)),
  }
  const frame = await frameOf(content, { title: heading, kind: heading, parts: [part] })
  return { ...frame, table: listFile(lines, labels) }
}

function offeredOf({ title, facts, productId }: ListedLine, { lang, t }: Content): Inline {
  if (productId === '' && title === '') return inlineOf(t('sheet.notFound'), lang)
  const details: Inline[] = facts.map((fact) => [' · ', inlineOf(fact, lang)])
  return [inlineOf(title, lang), ...details]
}

/**
 * Builds a material submittal: a cover, the table of compliance, the products' sheets, and a table of their
 * certificates.
 * @returns the document, and the names of the certificates' files in their order
 */
async function submittalDocument(
  content: Content,
  { lines, submittal }: { lines: ListedLine[]; submittal: Submittal },
): Promise<{ document: SheetDocument; files: string[] }> {
  const { t, lang } = content
  const products = await readProducts(content, lines)
  const named = submittalFields.filter((field) => submittal[field] !== '')
  const facts: Fact[] = [
    ...named.map((field) => ({
      name: inlineOf(t(`sheet.${field}`), lang),
      value: inlineOf(submittal[field], lang),
    })),
    {
      name: inlineOf(t('sheet.date'), lang),
      value: inlineOf(today(lang, content.timeZone), lang),
    },
  ]
  const title = t('sheet.submittal')
  const cover = {
    type: 'cover',
    place: '',
    title: inlineOf(title, lang),
    subtitle: '',
    picture: null,
    facts,
  } as const
  const sheets = await Promise.all(
    products.map((product) => productSheetOf(content, product, addresses.product(product.postID))),
  )
  const certificates = products
    .flatMap(({ postTitle, postFiles }) => postFiles.map((file) => ({ ...file, postTitle })))
    .filter(({ fileName, fileTitle }) => documentKindOf(fileName, fileTitle) === 'certificate')
    .slice(0, maxCertificates)
  const frame = await frameOf(content, {
    title,
    kind: title,
    parts: [cover, complianceOf(lines, content), ...sheets],
  })
  const attachments = {
    heading: inlineOf(t('sheet.certificates'), lang),
    head: [
      inlineOf(t('sheet.certificate'), lang),
      inlineOf(t('quote.columns.product'), lang),
      inlineOf(t('sheet.state'), lang),
    ],
    rows: certificates.map(({ fileTitle, fileName, postTitle }): Inline[] => [
      inlineOf(fileTitle || fileName, lang),
      inlineOf(postTitle, lang),
    ]),
    attached: inlineOf(t('sheet.attached'), lang),
    unreadable: inlineOf(t('sheet.unreadable'), lang),
  }
  return {
    document: { ...frame, attachments },
    files: certificates.map(({ fileName }) => fileName),
  }
}

/** Reads each product of a list once; one that cannot be read now has no sheet. */
async function readProducts(content: Content, lines: ListedLine[]): Promise<Product[]> {
  const ids = new Set(lines.flatMap(({ productId }) => (productId === '' ? [] : [productId])))
  const found = await Promise.all(
    [...ids].slice(0, maxProducts).map((id) => findProduct(content, id)),
  )
  return found.flatMap((each) => (each && 'product' in each ? [each.product] : []))
}

function complianceOf(lines: ListedLine[], content: Content): SheetPart {
  const { t, lang } = content
  const inline = (text: string) => inlineOf(text, lang, maxWords)
  return {
    type: 'table',
    heading: inlineOf(t('sheet.compliance'), lang),
    note: '',
    head: [
      inlineOf(t('sheet.position'), lang),
      inlineOf(t('sheet.asked'), lang),
      inlineOf(t('quote.columns.quantity'), lang),
      inlineOf(t('sheet.offered'), lang),
      inlineOf(t('quote.columns.code'), lang),
      inlineOf(t('sheet.deviation'), lang),
    ],
    rows: lines.map((line, at) => {
      const { asked, note, quantity, code, deviations, unit } = line
      return [
        String(at + 1),
        inline([asked || line.title, note].filter(Boolean).join(' · ')),
        inline(unit === '' ? String(quantity) : `${quantity} ${unit}`),
        offeredOf(line, content),
        ltr(code),
        deviations === null ? '–' : inline(deviations.join(' · ') || t('sheet.none')),
      ]
    }),
    widths: [0, 1.5, 0, 1.4, 0, 1],
  }
}
