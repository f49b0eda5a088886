import type { Interval } from './spec-numbers.server'

const format = new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: 6 })

/** A number as tables write it, in both languages: "2500", "24,000", "−25". */
function numberText(number: number) {
  return format.format(number).replace('-', '−')
}

/** A range as tables write it: "6–63", "−25…+60", "≥ 6", "≤ 63", and "32" for a single number. */
export function intervalText({ min, max }: Interval) {
  if (min === max) return numberText(min)
  if (min === -Infinity) return `≤ ${numberText(max)}`
  if (max === Infinity) return `≥ ${numberText(min)}`
  return min < 0
    ? `${numberText(min)}…${max > 0 ? '+' : ''}${numberText(max)}`
    : `${numberText(min)}–${numberText(max)}`
}
