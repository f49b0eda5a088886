import { formatNumber } from '../language/format'
import { useLanguage } from '../language/text-language'

/**
 * A count of which only the number is seen, as beside the name of a choice, and its noun is heard, too. Arabic says one
 * and two without a number.
 * @param text the number and its noun, or a noun that says the number
 */
export function SpokenCount({ count, text }: { count: number; text: string }) {
  const number = formatNumber(count, useLanguage())
  const noun = text.replace(number, '').trim()
  return (
    <>
      <span aria-hidden={noun === text || undefined}>{number}</span>{' '}
      <span className="visually-hidden">{noun}</span>
    </>
  )
}
