import type { Measure, MeasureStep } from './company-view'
import type { Spec } from '../content/content.server'

/** A longer value is a sentence and stays in the table. */
const maxValueLength = 48
/** The same for a longer name, in which matching the year would also take too long. */
const maxNameLength = 120

const target = /(?<!\p{L})(?:ال)?(?:مستهدفة?|هدف)(?!\p{L})|\b(?:target|goal)\b/iu
const digits = '[0-9٠-٩]'
const numeral = `[+−-]?${digits}+(?:[.,٫٬:/]${digits}+)*(?:\\s?[–-]\\s?${digits}+(?:[.,٫٬]${digits}+)*)?`
const value = new RegExp(`^(.*?)(${numeral})\\s*(.*)$`, 'su')
const yearAtEnd = /^(.*?)(?:^|[\s,،(])((?:19|20)[0-9]{2}|(?:١٩|٢٠)[٠-٩]{2})(?:\s?م)?\)?$/su
const joiningWords =
  /(?:^|[\s,،:(–-]+)(?:in|for|by|of|until|the year|في|عام|سنة|لعام|لسنة|حتى|بحلول|خلال)?$/iu

/**
 * Pairs a goal's specs: a current value, directly followed by its target ("Share in 2025", "Target
 * for 2030").
 * @returns the pairs, and the unpaired specs in their order
 */
export function splitMeasures(all: Spec[]): { measures: Measure[]; specs: Spec[] } {
  const measures: Measure[] = []
  const specs: Spec[] = []
  const rest = [...all]
  while (rest[0]) {
    const [start, end] = rest
    if (end && isPair(start, end)) {
      measures.push({ start: stepOf(start), target: stepOf(end) })
      rest.splice(0, 2)
    } else {
      specs.push(start)
      rest.shift()
    }
  }
  return { measures, specs }
}

function isPair(start: Spec, end: Spec) {
  return (
    [start, end].every(isShort) &&
    !target.test(start.name) &&
    target.test(end.name) &&
    value.test(end.value)
  )
}

function isShort(spec: Spec) {
  return spec.name.length <= maxNameLength && textOf(spec).length <= maxValueLength
}

function stepOf(spec: Spec): MeasureStep {
  const text = textOf(spec)
  const [, before = '', number = '', after = ''] = value.exec(text) ?? ['', text]
  const [, rest, year = ''] = yearAtEnd.exec(spec.name) ?? ['', spec.name]
  return {
    name: year ? withoutJoiningWords(rest ?? '') : spec.name,
    year,
    before: before.trim(),
    numeral: number,
    after,
  }
}

/** "Rate in 2025" becomes "Rate": removes all words that join the name and the year. */
function withoutJoiningWords(name: string) {
  let rest = name.trim()
  for (;;) {
    const shorter = rest.replace(joiningWords, '')
    if (shorter === rest) return rest
    rest = shorter
  }
}

function textOf(spec: Spec) {
  return spec.unit ? `${spec.value} ${spec.unit}` : spec.value
}
