import type { TFunction } from 'i18next'
import { enquiryFields, type EnquiryValues } from './form/enquiry-fields'
import type { QuoteLine } from './list/quote-lines.server'

/** A list as plain text: one line for each item, with its order code and note. */
export function listText(
  t: TFunction,
  lines: Pick<QuoteLine, 'id' | 'title' | 'code' | 'quantity'>[],
  notes: Record<string, string> = {},
) {
  return lines
    .map(({ id, title, code, quantity }) => {
      const name = code === '' ? title : `${title} (${isolated(code)})`
      const note = notes[id] ? `\n  ${notes[id]}` : ''
      return `${t('quote.textLine', { quantity, name })}${note}`
    })
    .join('\n')
}

/** An enquiry as plain text, to be sent some other way. */
export function enquiryText(
  t: TFunction,
  values: EnquiryValues,
  lines: QuoteLine[],
  notes: Record<string, string>,
) {
  const facts = enquiryFields
    .filter((field) => field !== 'message' && values[field] !== '')
    .map((field) => `${t(`enquiry.fields.${field}`)}: ${isolated(values[field])}`)
  return [facts.join('\n'), listText(t, lines, notes), values.message]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A text whose direction does not change that of the line around it (U+2068, U+2069). */
function isolated(text: string) {
  return `\u2068${text}\u2069`
}
