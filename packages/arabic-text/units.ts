/** Unit symbols with their prefixes, English unit names, and what is counted most. */
const latinUnits =
  '(?:[kMGTmµμnpcdh]?(?:Ah|A|bar|B|cd|dB|eV|F|g|Hz|H|J|K|L|l|lm|lx|m|Nm|N|Ω|ohm|Pa|S|s|T|t|VAC|VDC|VA|VAr|var|varh|VArh|V|Wh|Wp|W)|' +
  '°[CFK]?|[CFK]|d[Bb]A|dBm|rpm|r/min|psi|in|ft|lbs?|min|h|d|hp|HP|AWG|kcmil|MCM|BTU|TR|px|' +
  '(?:SAR|AED|KWD|QAR|BHD|OMR|EGP|JOD|USD|EUR)|' +
  '(?:kilo|mega|giga|milli|micro|centi)?(?:amp|ampere|volt|watt|volt-ampere|ohm|metre|meter|gram|litre|liter|tonne|byte)s?|hertz|' +
  '(?:second|minute|hour|day|week|month|year|degree|lumen|pole|phase|time)s?|inch(?:es)?|foot|feet|per ?cent|lux)' +
  '[23²³]?(?![\\p{L}\\p{N}])|[%‰٪°€$£]'

/** Arabic unit names in all their forms, unit symbols, and what is counted most. */
const arabicUnits =
  '(?:كيلو|ميجا|ميغا|جيجا|غيغا|ملّ?ي|مللي|ميكرو|نانو|ديسي|سنتي|[أا]مبير|فولت|فولط|واط|وات|هرتز|هيرتز|[أا]وم|فاراد|لومن|لوكس|شمعة|بار|' +
  'باسكال|نيوتن|جول|كلفن|متر|أمتار|أطنان|طن|جرام|غرام|لتر|لترات|ساع[ةا]|دقيقة|دقيقت|دقائق|ثانية|ثانيت|ثوان|يوم|أيام|أسبوع|' +
  'أسابيع|شهر|أشهر|شهور|سنة|سنت|سنوات|عام|أعوام|درج[ةا]|مئوية|قدم|بوصة|حصان|لفة|دور[ةا]|مر[ةا]|قطب|أقطاب|طور|أطوار|ريال|' +
  'درهم|دينار|جنيه|دولار|يورو|في المئة|بالمئة|في الألف)[\\p{L}\\p{M}]*|' +
  '(?:كم|سم|مم|م|°م|كجم|كغم?|كلغ|كلم|جم|غم|ل|هـ|ك\\.?ف\\.?أ?|ك\\.?و|[ور]\\.س)[²³]?(?![\\p{L}\\p{N}])'

const units = `${latinUnits}|${arabicUnits}`
const unit = new RegExp(units, 'uy')

/** Whether a text begins with an Arabic unit. */
export const arabicUnit = new RegExp(`^(?:${arabicUnits})`, 'u')

const digit = /[\d٠-٩۰-۹]/
const thousands = /[\d٠-٩]{3}(?![\d٠-٩])/y

/**
 * Replaces no-break spaces by spaces, except between a number and its unit. Word processors write
 * them between all words, which makes browsers break lines inside words.
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

const beforeUnit = new RegExp(`([\\d٠-٩۰-۹¼½¾]) (?=${units})`, 'gu')
/** A line of a dimension ends with its sign, "140 × 165 ×", and a sign stays with its number: "≥ 90". */
const afterNumber = /(\d) (?=[×÷] \d)/gu
const afterSign = /([≥≤±≈<>Ø#@]|\b(?:No|max|min)\.) (?=[+−-]?\d)/gu

/**
 * Keeps each number on one line with its unit, in both languages, by no-break spaces.
 * @returns a text of the same length
 */
export function keepUnits(text: string) {
  return text
    .replace(beforeUnit, '$1\u00A0')
    .replace(afterNumber, '$1\u00A0')
    .replace(afterSign, '$1\u00A0')
}

/** Returns the space between a number and its unit: none before "°", nor before "%" in Arabic. */
export function gapBefore(unitText: string, language: 'Ar' | 'En') {
  const isAttached = unitText === '' || unitText === '°' || (unitText === '%' && language === 'Ar')
  return isAttached ? '' : '\u00A0'
}
