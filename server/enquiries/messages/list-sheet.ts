import {
  documentBy,
  inlineOf,
  listFile,
  listTable,
  type SheetDocument,
} from '../../files/sheets/sheet.ts'
import type { Brand } from '../../site/brand.ts'
import { isolate } from '@site/arabic-text/directions'
import { dayIn, formatDay } from '@site/arabic-text/local-time'
import type { EnquiryMessage } from '../enquiry.ts'
import type { Company } from './confirmation.ts'
import { messageWords } from './words.ts'

/**
 * Builds the list of an enquiry as a document for its mails.
 * @param isForVisitor it has no text by its sender, and only products with an address: see confirmationOf
 */
export function listSheetOf(
  { reference, receivedAt, enquiry }: EnquiryMessage,
  { name, phone, email }: Company,
  site: { brand: Brand; siteUrl: string },
  isForVisitor: boolean,
): SheetDocument {
  const { language } = enquiry
  const { labels, intl, kind, confirmation } = messageWords[language]
  const known = enquiry.items.filter(({ url }) => !isForVisitor || url !== '')
  const lines = known.map((item) => ({
    ...{ code: item.code, quantity: item.quantity ?? labels.unstated, unit: item.saleUnit },
    title: item.title,
    product: inlineOf(item.title, language),
    asked: isForVisitor ? '' : item.asked,
    note: isForVisitor ? '' : item.note,
  }))
  const heading = kind(true)
  const note = inlineOf(confirmation.reference(isolate(reference, language)), language)
  const none = { specs: '', codes: '', text: '', drawings: '', contents: '', shortened: '' }
  const document = documentBy(
    { language, company: name, ways: [phone, email], ...site },
    {
      ...{ title: `${heading} ${reference}`, kind: heading, labels: none },
      issued: formatDay(dayIn(receivedAt, site.brand.timeZone.zone), intl),
      parts: [
        {
          type: 'table',
          heading: inlineOf(heading, language),
          note,
          ...listTable(lines, { position: '', ...labels }, language),
        },
      ],
    },
  )
  return { ...document, table: listFile(lines, labels) }
}
