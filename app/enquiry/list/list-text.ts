import type { TFunction } from 'i18next'
import { isolateRuns } from '@site/arabic-text/directions'
import type { QuoteLine } from './quote-lines.server'

/** Formats a line of a list as plain text, with its note below. */
export function lineText(
  t: TFunction,
  { name, quantity, saleUnit, note }: Pick<QuoteLine, 'name' | 'quantity' | 'saleUnit' | 'note'>,
) {
  const unit = saleUnit && ` (${isolateRuns(saleUnit)})`
  return `${t('quote.textLine', { quantity, unit, name })}${note ? `\n  ${isolateRuns(note)}` : ''}`
}
