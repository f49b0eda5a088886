import type { Direction } from './directions.ts'

/*
 * Text that is known by its places on a page, from left to right. The order in which it is read is found by the
 * rules by which the Unicode bidirectional algorithm (UAX #9) would have placed it, the other way round. Where two
 * orders look alike, it is the one that lists of goods have.
 */

type Kind = 'rtl' | 'ltr' | 'number' | 'neutral'

interface Run {
  kind: Kind
  /** From left to right. */
  parts: string[]
}

const kinds: [pattern: RegExp, kind: Kind][] = [
  [/\p{Nd}/u, 'number'],
  [/[\u060c\u061b\u061f\u066a-\u066d]/u, 'neutral'],
  [/[\p{Script=Arabic}\p{Script=Hebrew}\u0640]/u, 'rtl'],
  [/[\p{L}\u00b2\u00b3]/u, 'ltr'],
]

function kindOf(part: string): Kind {
  return kinds.find(([pattern]) => pattern.test(part))?.[1] ?? 'neutral'
}

/** Signs that belong to a number on either side, and one between two numbers that are read as one. */
const ofNumber = /^[%٪°$#]$/u
const betweenNumbers = /^[.,:/+\u00a0\u066b\u066c-]$/u

/** Units that a list writes after their number. */
const unit = /^(?:[mk]?A|k?VA|[mk]?V|[mk]?W|[mck]?m|mm[2²]|Hz|Ah|°C|pcs?|nos?\.?)$/i

/** Letters in the forms in which they are drawn, as old programs and printers store them. */
const drawnForms = /[\ufb50-\ufdff\ufe70-\ufefc]+/g

/** Returns drawn forms of Arabic letters as the letters that they are. */
export function withPlainLetters(text: string) {
  return text.replace(drawnForms, (forms) => forms.normalize('NFKC'))
}

/** An alef as Ghostscript writes it in the ligature lam-alef: the last byte of lam's code, and that of its own. */
const joinedAlef = /[\u4422\u4423\u4425\u4427]/g

/** Returns the alefs of ligatures that a program has written with a byte of the lam as they are. */
export function withPlainAlefs(text: string) {
  return text.replace(joinedAlef, (alef) =>
    String.fromCharCode(0x600 + (alef.charCodeAt(0) & 0xff)),
  )
}

/**
 * Returns a line in the order in which it is read.
 * @param parts its letters from left to right; a part of several letters is in order itself
 * @param base the direction of its paragraph
 */
export function readingOrder(parts: readonly string[], base: Direction): string {
  const runs: Run[] = parts.map((part) => ({ kind: kindOf(part), parts: [part] }))
  const ordered = base === 'rtl' ? rightToLeft(runs) : leftToRight(runs)
  return withPlainLetters(ordered.join(''))
}

/** Reads a line whose paragraph runs from left to right: only its Arabic parts are turned. */
function leftToRight(runs: readonly Run[]): string[] {
  const isArabic = ({ kind }: Run) => kind === 'rtl'
  const first = runs.findIndex(isArabic)
  if (first < 0) return runs.flatMap((run) => run.parts)
  const end = runs.findIndex(({ kind }, at) => at > first && kind === 'ltr')
  const last = runs.slice(0, end < 0 ? runs.length : end).findLastIndex(isArabic)
  // Numbers to the left of a word are read after it.
  const latin = runs.slice(0, first).findLastIndex(({ kind }) => kind === 'ltr')
  const number = runs.slice(latin + 1, first).findIndex(({ kind }) => kind === 'number')
  const start = number < 0 || latin >= 0 ? first : latin + 1 + number
  return [
    ...runs.slice(0, start).flatMap((run) => run.parts),
    ...rightToLeft(runs.slice(start, last + 1)),
    ...leftToRight(runs.slice(last + 1)),
  ]
}

/** Reads a line whose paragraph runs from right to left. */
function rightToLeft(single: readonly Run[]): string[] {
  const runs: Run[] = []
  for (let at = 0; at < single.length; at += 1) {
    const run = single[at]
    if (!run) break
    const before = runs.at(-1)
    const gap = single.slice(at).findIndex(({ kind }) => kind !== 'neutral')
    const next = gap < 0 ? undefined : single[at + gap]
    if (before && next && isOne(before, single.slice(at, at + gap), next)) {
      before.parts.push(...single.slice(at, at + gap + 1).flatMap((one) => one.parts))
      if (next.kind === 'ltr') before.kind = 'ltr'
      at += gap
    } else runs.push({ ...run, parts: [...run.parts] })
  }
  return runs
    .map(withUnitLast)
    .toReversed()
    .flatMap(({ parts }) => parts)
}

/** Whether two runs are read as one from left to right. */
function isOne(before: Run, between: readonly Run[], next: Run) {
  const isLtr = ({ kind }: Run) => kind === 'ltr' || kind === 'number'
  if (between.length === 0 && next.kind === 'neutral') return false
  if (!isLtr(before) || !isLtr(next)) return false
  const text = between.flatMap(({ parts }) => parts).join('')
  // A bracket belongs to the side of what stands in it, and before it.
  if (brackets.test(text)) return before.kind === 'ltr' && isOpen([...before.parts, text].join(''))
  if (text === '' || before.kind === 'ltr' || next.kind === 'ltr') return true
  return betweenNumbers.test(text) || ofNumber.test(text)
}

const brackets = /[()[\]«»]/

/** Whether a text from left to right opens each bracket that it closes. */
function isOpen(text: string) {
  let depth = 0
  return [...text].every((sign) => {
    if ('([«'.includes(sign)) depth += 1
    if (')]»'.includes(sign)) depth -= 1
    return depth >= 0
  })
}

/** "A 16" is what "16 A" looks like in an Arabic line. */
function withUnitLast(run: Run): Run {
  const {
    name = '',
    gap = '',
    number = '',
  } = /^(?<name>[^\s\d]+[2²]?)(?<gap>\s+)(?<number>[\d.,]+)$/u.exec(run.parts.join(''))?.groups ??
  {}
  return unit.test(name) ? { ...run, parts: [number, gap, name] } : run
}

const pairs = ['()', '[]', '«»']

/**
 * Opens and closes the brackets of a text in turn, unless each that is closed is open: files contain brackets as they
 * are drawn, or as they are read.
 */
export function withPairs(text: string) {
  if (isOpen(text)) return text
  return pairs.reduce((paired, [open = '', close = '']) => {
    const signs = [...paired].filter((sign) => sign === open || sign === close)
    if (signs.length % 2 > 0) return paired
    let at = 0
    return [...paired]
      .map((sign) => (sign === open || sign === close ? [open, close][at++ % 2] : sign))
      .join('')
  }, text)
}
