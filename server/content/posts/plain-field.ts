import { withBreakableSpaces } from '../../text/breakable-spaces.ts'
import { cleanText } from './clean-text.ts'

/** What systems write in place of signs, besides numbers. */
const entities = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', laquo: '«', raquo: '»' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„' },
    ...{ copy: '©', reg: '®', trade: '™', deg: '°', micro: 'µ', times: '×', divide: '÷' },
    ...{ plusmn: '±', sup1: '¹', sup2: '²', sup3: '³', frac12: '½', frac14: '¼', frac34: '¾' },
    ...{ le: '≤', ge: '≥', ne: '≠', asymp: '≈', minus: '−', radic: '√', infin: '∞', empty: '∅' },
    ...{ Omega: 'Ω', omega: 'ω', mu: 'μ', phi: 'φ', Phi: 'Φ', alpha: 'α', beta: 'β', Delta: 'Δ' },
    ...{ euro: '€', pound: '£', cent: '¢', yen: '¥', sect: '§', para: '¶', eacute: 'é', uuml: 'ü' },
    ...{ zwj: '\u200d', zwnj: '\u200c', lrm: '\u200e', rlm: '\u200f' },
  }),
)

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/gi

/** Elements of formatting that have both their tags. */
const wrapped =
  /<(b|strong|i|em|u|s|span|font|small|big|p|div|h[1-6]|a|center)(?:\s[^<>]*)?>([^<>]*)<\/\1\s*>/gi
const block = /^(?:p|div|h[1-6]|center)$/i
const lineBreak = /<\/?br\s*\/?>/gi
const script = /<(sup|sub)>(\d{1,4})<\/\1>/gi

const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const lowered = [...'₀₁₂₃₄₅₆₇₈₉']

/** More than any plain field may have. */
const maxLength = 8_000

/** Formatting that is around other formatting. */
const maxLevels = 4

/**
 * A field that is plain text, without the encoding and formatting that a system or an editor has put
 * around it: decoded once, if all of its ampersands begin an entity, so that "P&ID" and "A < B" stay
 * as they are.
 */
export function plainField(value: string) {
  const text = cleanText(value)
  // A longer one is cut.
  if (text.length > maxLength || !/[&<]/.test(text)) return text
  const decoded = decodeOnce(text)
  const plain = withoutFormatting(decoded)
  return plain === text ? text : cleanText(withBreakableSpaces(plain).replace(/ {2,}/g, ' '))
}

function decodeOnce(text: string) {
  let known = 0
  const decoded = text.replace(
    entity,
    (written: string, decimal?: string, hex?: string, name?: string) => {
      const sign =
        name === undefined
          ? signOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
          : entities.get(name)
      if (sign === undefined) return written
      known += 1
      return sign
    },
  )
  // An ampersand of its own was not encoded, and so nothing was.
  return known === text.split('&').length - 1 ? decoded : text
}

function signOf(code: number) {
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function withoutFormatting(text: string) {
  if (!text.includes('<')) return text
  let plain = text.replace(lineBreak, ' ').replace(script, (_, tag: string, digits: string) => {
    const signs = tag.toLowerCase() === 'sup' ? raised : lowered
    return digits.replace(/\d/g, (digit) => signs[Number(digit)] ?? digit)
  })
  for (let level = 0; level < maxLevels; level += 1) {
    const inner = plain.replace(wrapped, (_, tag: string, content: string) =>
      block.test(tag) ? ` ${content} ` : content,
    )
    if (inner === plain) break
    plain = inner
  }
  return plain
}

const plainFields = new Set([
  ...['postTitle', 'postSubTitle', 'openingHours', 'fileTitle', 'code', 'name', 'value', 'unit'],
])

/** A value of an item as it is stored, by its name: plain fields so that they are read the same again. */
export function storedValue(name: string, value: unknown) {
  if (typeof value !== 'string' || !plainFields.has(name) || plainField(value) === value) {
    return value
  }
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
