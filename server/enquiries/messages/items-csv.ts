import { csvLines, csvStart } from '../../text/csv.ts'
import type { Enquiry } from '../enquiry.ts'
import { messageWords } from './words.ts'

/** The products of an enquiry for a spreadsheet. */
export function itemsCsv({ language, items }: Enquiry) {
  const { labels } = messageWords[language]
  const heads = [labels.code, labels.product, labels.quantity, labels.note, labels.page]
  const rows = items.map(({ code, title, quantity, note, url }) => [
    code,
    title,
    quantity,
    note,
    url,
  ])
  return csvStart + csvLines([heads, ...rows])
}
