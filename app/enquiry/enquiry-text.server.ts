import type { Content } from '../content/content.server'
import { isolate } from '../content/enquiries.server'
import { enquiryFields, type EnquiryValues } from './form/enquiry-fields'
import type { QuoteLine } from './list/quote-lines.server'

type Words = Pick<Content, 't' | 'lang'>

/** A list as plain text: one line for each item, with its order code and note. */
export function listText(
  { t, lang }: Words,
  lines: Pick<QuoteLine, 'title' | 'code' | 'quantity' | 'note'>[],
) {
  return lines
    .map(({ title, code, quantity, note }) => {
      const name = code === '' ? title : `${title} (${isolate(code, lang)})`
      return `${t('quote.textLine', { quantity, name })}${note ? `\n  ${note}` : ''}`
    })
    .join('\n')
}

/** An enquiry as plain text, to be sent some other way. */
export function enquiryText({ t, lang }: Words, values: EnquiryValues, lines: QuoteLine[]) {
  const facts = enquiryFields
    .filter((field) => field !== 'message' && values[field] !== '')
    .map((field) => `${t(`enquiry.fields.${field}`)}: ${isolate(values[field], lang)}`)
  return [facts.join('\n'), listText({ t, lang }, lines), values.message]
    .filter((part) => part !== '')
    .join('\n\n')
}
