import type { TFunction } from 'i18next'
import { isolateRuns } from '../../../server/text/directions'
import type { QuoteLine } from './quote-lines.server'

/** Formats a line of a list as plain text, with its note below. */
export function lineText(
  t: TFunction,
  { name, quantity, note }: Pick<QuoteLine, 'name' | 'quantity' | 'note'>,
) {
  return `${t('quote.textLine', { quantity, name })}${note ? `\n  ${isolateRuns(note)}` : ''}`
}
