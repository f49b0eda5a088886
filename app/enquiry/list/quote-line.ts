import type { TFunction } from 'i18next'
import { isolateRuns } from '@site/arabic-text/directions'

import type { QuoteItem } from '../quote-items'
import type { Language } from '../../language/languages'
import type { AvailabilityView } from '../../views/availability.server'
import type { CodeChoice } from '../add-to-list'

/**
 * Formats a line of a list as plain text, with its note below.
 * @param line its quantity is null where none is stated
 */
export function lineText(
  t: TFunction,
  line: Pick<QuoteLine, 'name' | 'saleUnit' | 'note'> & { quantity: number | null },
) {
  const { name, quantity, saleUnit, note } = line
  const unit = saleUnit && ` (${isolateRuns(saleUnit)})`
  const text =
    quantity === null
      ? t('quote.textLineOpen', { unit, name })
      : t('quote.textLine', { quantity, unit, name })
  return `${text}${note ? `\n  ${isolateRuns(note)}` : ''}`
}

/** An item of a list with the known data of its product. */
export interface QuoteLine extends QuoteItem {
  /** `unavailable`: its product cannot be read now; `missing`: there is no such product. */
  state: 'found' | 'missing' | 'unavailable'
  /** The product's title; the id if it was not found. */
  title: string
  /** The order code; empty for a product without one. */
  code: string
  /** The values in which the order code differs from the product's others, such as `Rated current: 63 A`. */
  facts: string[]
  availability?: AvailabilityView
  /** The unit in which it is sold, such as "metre"; empty for pieces, as if it is unknown. */
  saleUnit: string
  /** Title and code as plain text, isolated for a line in the page's language. */
  name: string
  image: string
  /** The path of the product's screen; empty if it was not found. */
  path: string
  /** Set if the title is not in the page's language. */
  language?: Language
  /** Set if one of the product's order codes is to be chosen; empty if there are too many to offer. */
  choices?: CodeChoice[]
}
