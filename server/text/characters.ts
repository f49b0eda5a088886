/** A text with the digits 0 to 9 in place of Arabic, Persian and full-width ones. */
export function withLatinDigits(text: string) {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  )
}

/** Signs that are typed or pasted in many forms, and the one form in which they are parsed. */
const forms: [pattern: RegExp, plain: string][] = [
  // Tatweel is typed as a dash in Arabic.
  [/[\u0640\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'],
  [/[\t\v\f\p{Zs}]/gu, ' '],
  [/[\uFF0B\uFE62\u207A]/g, '+'],
  [/[\u2044\u2215\uFF0F]/g, '/'],
  [/[\u066B\uFF0E]/g, '.'],
  [/[\uFF20\uFE6B]/g, '@'],
  [/\uFF08/g, '('],
  [/\uFF09/g, ')'],
]

/** Direction marks, zero-width characters and soft hyphens, which come with pasted values. */
const invisible =
  /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\u20E3|[\uFE0E\uFE0F]/g

/** Stands for a character that is not seen, so that positions stay those of the written text. */
export const unseen = '\u200B'

/**
 * A text with one form of each digit, space, hyphen and sign. Each character stays at its position, so that what
 * is found here can be cut out of the written text.
 */
export function withPlainCharacters(text: string) {
  if (/^[ -~]*$/.test(text)) return text
  let plain = withLatinDigits(text).replace(invisible, unseen)
  for (const [pattern, sign] of forms) plain = plain.replace(pattern, sign)
  return plain
}

/** The same without what is not seen, and without spaces around it. */
export function plainTextOf(text: string) {
  return withPlainCharacters(text).replaceAll(unseen, '').trim()
}

/** Whether there is something to read: editors leave spaces, direction marks or a dash in a field. */
export function isReadable(text: string) {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Symbols of units, with their prefixes. */
const symbols =
  '(?:[kMGTmµμnpch]?(?:VAr|var|VA|V|Ah|A|Wh|Wp|W|Hz|Ω|F|H|J|Nm|N|Pa|bar|g|l|L|s|m[23²³]?|B)' +
  '|d[BbAm]|°[CFK]?|[CFK]|ohms?|volts?|amps?|watts?|hp|HP|lm|lx|cd|rpm|psi|in|ft|min|h|t|kcmil' +
  '|AWG|BTU|TR|poles?|phases?|SAR|AED|KWD|QAR|BHD|OMR|EGP|JOD|USD|EUR)'

/** The same in Arabic, in the forms that follow numbers. */
const words =
  '(?:(?:كيلو|ميجا|ميغا|جيجا|ملي|مللي|ميكرو)?(?:أمبير|امبير|فولت|فولط|واط|وات|هرتز|هيرتز|متر|غرام|جرام|فاراد)(?:اً|ًا|ا)?' +
  '|كيلو|ميجا|ميغا|ك\\.?ف\\.?أ?|ك\\.?و|م[²³]?|سم[²³]?|مم[²³]?|كم[²³]?|كجم|كغم?|كلغ|جم|غم|طن|لتر|ل|أوم|اوم|بار|درجة' +
  '|قطب|أقطاب|طور|أطوار|حصان|لومن|ديسيبل|ساعة|ساعات|دقيقة|ثانية' +
  '|ريال|ر\\.س|درهم|دينار|جنيه|دولار)'

const unit = new RegExp(`(?:${symbols}|${words})(?![\\p{L}\\p{N}])|[%‰٪°€$£]`, 'uy')
const thousands = /[\d٠-٩]{3}(?![\d٠-٩])/y
const digit = /[\d٠-٩۰-۹]/

/**
 * A text whose no-break spaces are spaces, but between a number and its unit. Word processors write
 * them between all words; a browser can then end a line only in the middle of one.
 * @returns a text of the same length
 */
export function withBreakableSpaces(text: string) {
  if (!text.includes('\u00a0')) return text
  return text.replace(/\u00a0/g, (space, at: number) => {
    if (!digit.test(text.charAt(at - 1))) return ' '
    unit.lastIndex = at + 1
    thousands.lastIndex = at + 1
    return unit.test(text) || thousands.test(text) ? space : ' '
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Tags inside a line; any other begins or ends one. */
const inlineTag = /<\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gu

/**
 * Converts sanitised HTML to text: each block, cell and line is a line of its own, so that words and
 * sentences stay apart.
 * @param html perhaps with an incomplete tag at its end
 */
export function plainText(html: string) {
  const lines = html.replace(inlineTag, '').replace(/<[^>]*>?/gu, '\n')
  return decodeEntities(lines)
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\s*\n\s*/gu, '\n')
    .trim()
}

/** Decodes the entities of sanitised HTML. */
export function decodeEntities(text: string) {
  return text.replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
}

/** @returns undefined for anything but JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
