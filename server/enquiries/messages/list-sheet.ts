import { documentBy, inlineOf, ltr, type Inline, type SheetDocument } from '../../sheets/sheet.ts'
import type { Brand } from '../../brand.ts'
import { isolate } from '../../text/directions.ts'
import type { EnquiryMessage } from '../enquiry.ts'
import { hasAsked } from './company-text.ts'
import type { Company } from './confirmation.ts'
import { messageWords } from './words.ts'

/** Max. length of a note or of a buyer's line, characters. */
const maxWords = 500

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
  const items = isForVisitor ? enquiry.items.filter(({ url }) => url !== '') : enquiry.items
  const isOfList = !isForVisitor && hasAsked(items)
  const hasNotes = !isForVisitor && items.some(({ note }) => note !== '')
  const say = (text: string) => inlineOf(text, language, maxWords)
  const rows = items.map(({ asked, code, title, quantity, saleUnit, note }, at): Inline[] => [
    String(at + 1),
    ...(isOfList ? [say(asked)] : []),
    ltr(code),
    say(title),
    [String(quantity), ...(saleUnit === '' ? [] : [' ', say(saleUnit)])],
    ...(hasNotes ? [say(note)] : []),
  ])
  const heading = kind(true)
  const columns = ['code', 'product', 'quantity', ...(hasNotes ? (['note'] as const) : [])] as const
  const head = [
    '',
    ...(isOfList ? [say(labels.asked)] : []),
    ...columns.map((one) => say(labels[one])),
  ]
  const widths = [0, ...(isOfList ? [1.4] : []), 0, 1.6, 0, ...(hasNotes ? [1] : [])]
  const note = say(confirmation.reference(isolate(reference, language)))
  const none = { specs: '', codes: '', text: '', contents: '', shortened: '' }
  return documentBy(
    { language, company: name, ways: [phone, email], ...site },
    {
      ...{ title: `${heading} ${reference}`, kind: heading, intl, issued: '{date}', labels: none },
      parts: [{ type: 'table', heading: say(heading), note, head, rows, widths }],
    },
  )
}
