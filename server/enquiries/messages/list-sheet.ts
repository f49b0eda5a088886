import { documentBy, inlineOf, listTable, type SheetDocument } from '../../files/sheets/sheet.ts'
import type { Brand } from '../../site/brand.ts'
import { isolate } from '@site/arabic-text/directions'
import type { EnquiryMessage } from '../enquiry.ts'
import type { Company } from './confirmation.ts'
import { messageWords } from './words.ts'

/**
 * Builds the list of an enquiry as a document for its mails.
 * @param isForVisitor it has no text by its sender, and only products with an address: see confirmationOf
 */
export function listSheetOf(
  { reference, enquiry }: EnquiryMessage,
  { name, phone, email }: Company,
  site: { brand: Brand; siteUrl: string },
  isForVisitor: boolean,
): SheetDocument {
  const { language } = enquiry
  const { labels, intl, kind, confirmation } = messageWords[language]
  const known = enquiry.items.filter(({ url }) => !isForVisitor || url !== '')
  const lines = known.map((item) => ({
    ...{ code: item.code, quantity: item.quantity ?? labels.unstated, unit: item.saleUnit },
    product: inlineOf(item.title, language),
    asked: isForVisitor ? '' : item.asked,
    note: isForVisitor ? '' : item.note,
  }))
  const heading = kind(true)
  const note = inlineOf(confirmation.reference(isolate(reference, language)), language)
  const none = { specs: '', codes: '', text: '', contents: '', shortened: '' }
  return documentBy(
    { language, company: name, ways: [phone, email], ...site },
    {
      ...{ title: `${heading} ${reference}`, kind: heading, intl, issued: '{date}', labels: none },
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
}
