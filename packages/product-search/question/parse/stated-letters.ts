import { foldedName } from '../../language/relations.ts'
import type { Spec } from '../../types.ts'

/** A letter or class that a question states: "curve C", "type AC", "AC-3", "class 10". */
export interface StatedLetter {
  /** Start offset in the question, in UTF-16 units. */
  from: number
  to: number
  /** The text as it is written. */
  asked: string
  /** @returns undefined if the specification states something else */
  meets: (spec: Spec) => boolean | undefined
}

/** A kind of letters that decides what a device does: neither text nor a unit such as °C fulfils it. */
interface LetterKind {
  /** Their first group is the letter. */
  patterns: RegExp[]
  /** Parts of the folded name of the specification that states it, where ئ is ي. */
  names: string[]
  /** Only in questions with these words, or without them. */
  beside?: RegExp
  unless?: RegExp
  /** Whether the values of a specification meet it; else if each letter is one of them. */
  isMet?: (asked: string, stated: string[]) => boolean
}

const quote = `["'\`«»“”„‘’‹›()\\[\\]]`
const start = '(?<![\\p{L}\\p{N}])'
/** "63 A type B" states no type A. */
const apart = '(?<![\\p{L}\\p{N}]|\\p{N}\\s)'
const end = '(?![\\p{L}\\p{N}])'
const gap = `[\\s:=.-]{0,3}${quote}{0,2}\\s?`
const pattern = (source: string, flags = 'giu') => new RegExp(source, flags)
export const curveNames = ['curve', 'منحني']
const curve = '[bcdkz]|سي|دي|بي|[بجد]'
const curveWords = 'curve|منحن[يى]|char(?:acteristics?)?|خاصي[ةه]|خصائص'
const kilovolt = 'kv|ك\\.?\\s?ف(?!\\.?\\s?[أا])\\.?|كيلو ?فولت(?! ?[أا]مب)'
const typeWords = 'type|نوع|النوع|تايب'
const residualNames = ['residualcurrenttype', 'نوعالتيارالمتبقي', 'rcdtype', 'sensitivitytype']
/** Words for what trips on residual currents. */
export const residual =
  /rcc?b|rcbo|rcd|elcb|residual|leakage|متبقي|تسر[يب]|تفاضلي|[اأ]ي?رث? ?ليك|[اأ]رضي|سكين/iu
const surge = /surge|spd|arrest|صواعق|صاعقة|سيرج|عابرة/iu
const startsWith = (asked: string, stated: string[]) =>
  stated.some(
    (one) => one === asked || (one.startsWith(asked) && /^[A-Z]$/.test(one.slice(asked.length))),
  )
const isAtLeast = (asked: string, stated: string[]) => stated.some((one) => one >= asked)

const kinds: LetterKind[] = [
  {
    names: curveNames,
    patterns: [
      pattern(`(?:${curveWords})(?: (?:${typeWords}))?${gap}(${curve})${end}`),
      pattern(`${start}([bcdkz])${quote}?[\\s-]{0,2}(?:curve|char|trip|منحن)`),
      pattern(`${apart}([cdkz])${quote}?[\\s-]{0,2}type`),
      pattern(`(?:${typeWords})${gap}([cdkz]|سي|دي)${end}`),
      pattern(`${quote}\\s?([bcdkz])\\s?(?:${quote}|$)`),
    ],
  },
  {
    names: curveNames,
    beside: /mcb|breaker|قاطع|قواطع|بريكر/iu,
    patterns: [
      pattern(`(?:class|كلاس|فئ[ةه])${gap}(${curve})${end}`),
      pattern(`(?<=[\\p{L},;]\\s)([BCDKZ])(?![\\p{L}\\p{N}.°&/-])`, 'gu'),
    ],
  },
  {
    names: curveNames,
    unless: /rccb|rcd|elcb/iu,
    patterns: [
      pattern(`(?<=\\p{N}\\s?(?:a|amps?|[أا]مبير)\\s)(${curve})${end}`),
      pattern(`(?<=\\p{N}\\s?p\\s)([bcdkz])(?=\\s\\p{N}+\\s?a(?![\\p{L}\\p{N}]))`),
    ],
  },
  {
    // "Type B" of an RCBO is its curve, or what it trips on.
    names: [...curveNames, ...residualNames],
    beside: /rcbo/iu,
    patterns: [
      pattern(`(?:${typeWords})${gap}(b|بي|ب)${end}`),
      pattern(`${apart}(b)${quote}?[\\s-]type`),
    ],
  },
  {
    names: residualNames,
    beside: residual,
    patterns: [
      pattern(`(?:${typeWords}|class)${gap}(ac|[abfs])${end}`),
      pattern(`${apart}(ac|[abf])${quote}?[\\s-]type`),
      pattern(`${quote}\\s?(ac|[af])\\s?(?:${quote}|$)`),
    ],
  },
  {
    names: curveNames,
    unless: residual,
    patterns: [pattern(`(?:${typeWords})${gap}(b|بي|ب)${end}`), pattern(`${apart}(b)[\\s-]type`)],
  },
  {
    names: ['type', 'نوع'],
    patterns: [pattern(`(?:${typeWords})${gap}(ac|[af])${end}`)],
  },
  {
    names: ['surge', 'spdtype', 'العابره'],
    beside: surge,
    patterns: [
      pattern(
        `(?:${typeWords}|class|كلاس|فئ[ةه])${gap}((?:t?[123]|i{1,3}|[bcd])(?:\\s?[+/&و]\\s?(?:t?[23]|i{2,3}|[cd]))?)${end}`,
      ),
      pattern(`${start}(t[123](?:\\s?[+/&]\\s?t?[23])?)${end}`),
    ],
    isMet: (asked, stated) => classesIn(asked).every((one) => stated.some((s) => s.endsWith(one))),
  },
  {
    names: ['tripclass', 'فيهالفصل', 'trippingclass'],
    patterns: [pattern(`(?:class|كلاس|فئ[ةه](?: الفصل)?)${gap}(5|10a?|20|30)e?${end}`)],
  },
  {
    names: ['utilisationcategory', 'utilizationcategory', 'فيهالاستخدام'],
    patterns: [
      pattern(
        `${start}(ac-?(?:[1-8][ab]?|1[1-5]|2[0-3][ab]?|3[1-6][ab]?)|dc-?(?:[135]|1[1-4]|2[0-3][ab]?|pv[0-2]))${end}`,
      ),
    ],
    isMet: startsWith,
  },
  {
    names: ['utilisationcategory', 'فيهالاستخدام', 'fuse', 'منصهر', 'operatingclass'],
    beside: /fuse|منصهر|فيوز|مصهر/iu,
    patterns: [pattern(`${start}(g[glmr]|a[mr]|gpv)${end}`)],
  },
  {
    names: ['formofseparation', 'شكلالفصل'],
    patterns: [pattern(`(?:form|شكل(?: الفصل)?)${gap}([1-4][ab]?)${end}`)],
    isMet: startsWith,
  },
  {
    names: ['vectorgroup', 'مجموعهالتوصيل'],
    patterns: [pattern(`${start}([dy][dyz]n?\\d{1,2})${end}`)],
  },
  {
    names: ['impactresistance', 'مقاومهالصدم'],
    patterns: [pattern(`${start}(ik[\\s-]?\\d\\d)${end}`)],
    isMet: isAtLeast,
  },
  {
    // A transformer for another voltage than that of the network is of no use.
    names: ['primaryvoltage', 'الجهدالابتدايي'],
    beside: /transformer|trafo|محول|ترانس/iu,
    patterns: [
      // A transformer that steps up is named by the lower voltage first.
      pattern(`0\\.\\d+\\s?(?:${kilovolt})?\\s?/\\s?(\\d+(?:\\.\\d+)?)\\s?(?:${kilovolt})${end}`),
      pattern(
        `(?<![\\d.])((?!0\\.)\\d+(?:\\.\\d+)?)\\s?(?:${kilovolt})?\\s?/\\s?\\d*\\.?\\d+\\s?(?:${kilovolt}|v)`,
      ),
      pattern(`(?<![\\d./])([3-9]|\\d{2,}(?:\\.\\d+)?)\\s?(?:${kilovolt})${end}`),
    ],
  },
  {
    names: ['poles', 'الاقطاب'],
    patterns: [pattern(`${start}([1-3]p\\s?\\+\\s?n)${end}`)],
  },
]

const romans: Record<string, string> = { I: '1', II: '2', III: '3', B: '1', C: '2', D: '3' }

/** Lists the classes of surge protection: "I+II" and "B+C" are 1 and 2. */
function classesIn(asked: string) {
  return (asked.match(/[123]|I+|[BCD]/g) ?? []).map((one) => romans[one] ?? one)
}

const arabicLetters: Record<string, string> = { سي: 'C', ج: 'C', دي: 'D', د: 'D', بي: 'B', ب: 'B' }

const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[/&و]/g, '+')
    .replace(/[^\p{L}\p{N}+]/gu, '')

/** Words of a question that compares letters, rather than asks for one. */
const compares = /differ|versus|\bvs\b|compar|between|فرق|مقارن|[اأ]م(?!\p{L})/iu

/** Lists the letters that a question states, each kind once: "curve B or C" is met by both. */
export function lettersIn(text: string): StatedLetter[] {
  const found: (StatedLetter & { kind: string })[] = []
  for (const { patterns, names, beside, unless, isMet } of kinds) {
    const [kind = ''] = names
    if (beside?.test(text) === false || unless?.test(text) === true) continue
    const matches = patterns.flatMap((one) => [...text.matchAll(one)])
    const [first] = matches
    if (!first || found.some((one) => one.kind === kind)) continue
    const [from, to] = [first.index, first.index + first[0].length]
    if (found.some((one) => one.from < to && one.to > from)) continue
    const letters = new Set(matches.map(([, one = '']) => arabicLetters[one] ?? plain(one)))
    if (letters.size > 1 && compares.test(text)) continue
    const asked = first[0].replace(quotes, '').trim()
    found.push({ kind, from, to, asked, meets: meetsLetters([...letters], names, isMet) })
  }
  return found
}

const quotes = new RegExp(quote, 'gu')

/** Whether a specification states a tripping curve. */
export const isCurve = (spec: Spec) => curveNames.some((one) => foldedName(spec).includes(one))

/** @param names parts of the name of the specification that states the letter */
export function meetsLetters(
  letters: readonly string[],
  names: readonly string[],
  isMet: LetterKind['isMet'] = (asked, stated) => stated.includes(asked),
): StatedLetter['meets'] {
  return (spec) => {
    const folded = foldedName(spec)
    if (!names.some((one) => folded.includes(one))) return undefined
    const stated = spec.value.split(/[,;،؛/\s]+/u).map(plain)
    return letters.some((one) => isMet(one, stated))
  }
}
