/**
 * Prices in lines of tenders, which are no quantities. Texts are folded (`foldLine`); a price is replaced by as many
 * spaces, so that offsets stay.
 */

const currency =
  'sar|s\\.?r\\.?|aed|egp|usd|qar|kwd|omr|bhd|jod|eur|ريال(?: سعودي)?|ر\\.? ?س\\.?|درهم|جنيه|دينار|دولار|[$€£﷼]'
const price = `(?:unit |total )?(?:price|rate|cost|amount)|@|(?:ب?سعر|السعر|القيمه|الاجمالي|المبلغ)(?: (?:الوحده|الافرادي|الاجمالي))?`
const number = '\\d[\\d,]*(?:\\.\\d+)?'

const priced = [
  new RegExp(`(?<![\\p{L}\\d.,])${number} ?(?:${currency})(?![\\p{L}\\d])`, 'gu'),
  new RegExp(`(?<!\\p{L})(?:${currency}) ?${number}(?![\\p{L}\\d])`, 'gu'),
  new RegExp(`(?<!\\p{L})(?:${price})(?!\\p{L})[ :=.-]*${number}(?![\\p{L}\\d])`, 'gu'),
]

/** The numbers at the end of a line: quantity, rate and amount of a table that was copied as text. */
const lastNumbers = /(?<=^|\s)\d[\d,]*(?:\.\d+)?(?:\s+\d[\d,]*(?:\.\d+)?)+\s*$/u
const hasCents = (text: string) => /\.\d{2}$/.test(text)

/** Replaces what a folded line says of money by spaces. */
export function withoutMoney(folded: string): string {
  let rest = folded
  for (const pattern of priced) rest = rest.replace(pattern, (found) => ' '.repeat(found.length))
  const [end] = lastNumbers.exec(rest) ?? []
  if (end === undefined) return rest
  const numbers = [...end.matchAll(/\S+/g)]
  const values = numbers.map(([text]) => Number(text.replaceAll(',', '')))
  const [amount = 0, rate = 0, quantity = 0] = values.toReversed()
  const isProduct =
    numbers.length > 2 && quantity > 0 && Math.abs(quantity * rate - amount) < 0.01 * amount
  const cents = numbers.findIndex(([text]) => hasCents(text))
  const from = isProduct ? numbers.length - 2 : cents
  const at = numbers[from]?.index
  if (at === undefined || from < 0) return rest
  const start = rest.length - end.length + at
  return rest.slice(0, start) + ' '.repeat(rest.length - start)
}
