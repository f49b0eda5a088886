import {
  inlineOf,
  ltr,
  type Fact,
  type Inline,
  type SheetDocument,
  type SheetPart,
} from '../../server/sheets/sheet'
import { documentKindOf } from '../../server/text/file-names'
import { addresses } from '../addresses'
import type { Content, LoadContext, Product } from '../content/content.server'
import { cleanLine } from '../enquiry/enquiries.server'
import { textIn } from '../enquiry/form/read-enquiry.server'
import { formatDate } from '../language/format'
import { findProduct } from '../site/search.server'
import { addressParts, frameOf, productSheetOf } from './product-sheet.server'
import { privateSheetResponse } from './sheet-response.server'

/** A line of a list: what was asked for in the visitor's words, and what is offered. */
export interface ListedLine {
  asked: string
  /** The id of the product; empty for a line without one. */
  productId: string
  title: string
  code: string
  facts: string[]
  quantity: number
  unit: string
  note: string
  /** Where the offer differs, each in words; null if nothing was asked that could differ. */
  deviations: string[] | null
}

/** The fields of a submittal's cover. */
export const submittalFields = ['project', 'contractor', 'consultant'] as const

export type Submittal = Record<(typeof submittalFields)[number], string>

/** Reads the fields of a submittal; null if the form asks for the list alone. */
export function submittalIn(form: FormData): Submittal | null {
  if (textIn(form, 'sheet') !== 'submittal') return null
  const read = (field: string) => cleanLine(textIn(form, field)).slice(0, maxWords).toWellFormed()
  return {
    project: read('project'),
    contractor: read('contractor'),
    consultant: read('consultant'),
  }
}

/** Max. lengths of a note and of a line's words, characters. */
const maxWords = 500
/** Max. products with a sheet, and certificates, in a submittal. */
const maxProducts = 60
const maxCertificates = 30

/**
 * Responds with a list as a PDF, or with the submittal for it.
 * @param list.path of the page that shows the list
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

/** Builds a list as a document. @param path of the page that shows the list */
async function listDocument(
  content: Content,
  { heading, lines, path }: { heading: string; lines: ListedLine[]; path: string },
): Promise<SheetDocument> {
  const { t, lang } = content
  const isAsked = lines.some(({ asked }) => asked !== '')
  const hasUnit = lines.some(({ unit }) => unit !== '')
  const hasNotes = lines.some(({ note }) => note !== '')
  const inline = (text: string) => inlineOf(text, lang, maxWords)
  const part: SheetPart = {
    type: 'table',
    heading,
    note: [t('sheet.date'), ': ', inline(formatDate(new Date().toISOString(), lang))],
    head: [
      t('sheet.position'),
      ...(isAsked ? [t('sheet.asked')] : []),
      t('quote.columns.code'),
      t('quote.columns.product'),
      t('quote.columns.quantity'),
      ...(hasUnit ? [t('quote.columns.unit')] : []),
      ...(hasNotes ? [t('quote.columns.note')] : []),
    ],
    rows: lines.map((line, at) => [
      String(at + 1),
      ...(isAsked ? [inline(line.asked)] : []),
      ltr(line.code),
      offeredOf(line, content),
      String(line.quantity),
      ...(hasUnit ? [inline(line.unit)] : []),
      ...(hasNotes ? [inline(line.note)] : []),
    ]),
    widths: [
      0,
      ...(isAsked ? [1.4] : []),
      0,
      1.6,
      0,
      ...(hasUnit ? [0] : []),
      ...(hasNotes ? [1] : []),
    ],
    ...addressParts(content, path),
  }
  return frameOf(content, { title: heading, kind: heading, parts: [part] })
}

function offeredOf({ title, facts, productId }: ListedLine, { lang, t }: Content): Inline {
  if (productId === '' && title === '') return t('sheet.notFound')
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
      name: t(`sheet.${field}`),
      value: inlineOf(submittal[field], lang),
    })),
    { name: t('sheet.date'), value: inlineOf(formatDate(new Date().toISOString(), lang), lang) },
  ]
  const title = t('sheet.submittal')
  const cover = { type: 'cover', place: '', title, subtitle: '', picture: null, facts } as const
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
    heading: t('sheet.certificates'),
    head: [t('sheet.certificate'), t('quote.columns.product'), t('sheet.state')],
    rows: certificates.map(({ fileTitle, fileName, postTitle }): Inline[] => [
      inlineOf(fileTitle || fileName, lang),
      inlineOf(postTitle, lang),
    ]),
    attached: t('sheet.attached'),
    unreadable: t('sheet.unreadable'),
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
    heading: t('sheet.compliance'),
    note: '',
    head: [
      t('sheet.position'),
      t('sheet.asked'),
      t('quote.columns.quantity'),
      t('sheet.offered'),
      t('quote.columns.code'),
      t('sheet.deviation'),
    ],
    rows: lines.map((line, at) => {
      const { asked, note, quantity, code, deviations, unit } = line
      return [
        String(at + 1),
        inline(asked || note || line.title),
        inline(unit === '' ? String(quantity) : `${quantity} ${unit}`),
        offeredOf(line, content),
        ltr(code),
        deviations === null ? '–' : inline(deviations.join(' · ') || t('sheet.none')),
      ]
    }),
    widths: [0, 1.5, 0, 1.4, 0, 1],
  }
}
