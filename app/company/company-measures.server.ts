import type { Measure, MeasureStep } from './company-view'
import type { Spec } from '../content/content.server'

/** A longer value is a sentence, to be read in a table. */
const longestValue = 48
/** So is a longer name, and looking for the year in it takes too long. */
const longestName = 120

const target = /(?<!\p{L})(?:ال)?(?:مستهدفة?|هدف)(?!\p{L})|\b(?:target|goal)\b/iu
const digits = '[0-9٠-٩]'
const numeral = `[+−-]?${digits}+(?:[.,٫٬:/]${digits}+)*(?:\\s?[–-]\\s?${digits}+(?:[.,٫٬]${digits}+)*)?`
const value = new RegExp(`^(.*?)(${numeral})\\s*(.*)$`, 'su')
const yearAtEnd = /^(.*?)(?:^|[\s,،(])((?:19|20)[0-9]{2}|(?:١٩|٢٠)[٠-٩]{2})(?:\s?م)?\)?$/su
const joiningWords =
  /(?:^|[\s,،:(–-]+)(?:in|for|by|of|until|the year|في|عام|سنة|لعام|لسنة|حتى|بحلول|خلال)?$/iu

/**
 * Goals' facts in pairs: a value, and right after it the one that is aimed at ("Share in 2025",
 * "Target for 2030"). What has no such partner stays a fact.
 */
export function splitMeasures(specs: Spec[]): { measures: Measure[]; facts: Spec[] } {
  const measures: Measure[] = []
  const facts: Spec[] = []
  const rest = [...specs]
  while (rest[0]) {
    const [start, end] = rest
    if (end && isPair(start, end)) {
      measures.push({ start: stepOf(start), target: stepOf(end) })
      rest.splice(0, 2)
    } else {
      facts.push(start)
      rest.shift()
    }
  }
  return { measures, facts }
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
  return spec.name.length <= longestName && textOf(spec).length <= longestValue
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

/** "Rate in 2025" is "Rate", of 2025: the words between the two go, however many there are. */
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
