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
