/** Units of measure as words or abbreviations, with their plural and their case endings; also what is counted most. */
const arabicUnits =
  '(?:كيلو|كلم|كجم|كغم|ميجا|ميغا|جيجا|غيغا|مل[ّ]?ي|ميكرو|نانو|ديسي|سنتي|أمبير|فولت|واط|هرتز|أوم|فار|لومن|لوكس|شمعة|بار|باسكال|' +
  'نيوتن|جول|كلفن|مم|سم|متر|أمتار|طن|أطنان|جرام|غرام|لتر|ساع|دقيق|دقائق|ثاني|ثوان|ثوانٍ|يوم|أيام|أسبوع|أسابيع|' +
  'شهر|أشهر|شهور|سنة|سنوات|عام|أعوام|درجة|درجات|مئوية|قدم|بوصة|حصان|لفة|دورة|دورات|مرة|مرات|قطب|أقطاب|طور|أطوار|ريال|' +
  'دولار|يورو|في المئة|بالمئة|في الألف)[\\p{L}\\p{M}]*|(?:كم|م|°م|كغ|هـ|و\\.س)(?![\\p{L}])'

const latinPrefix = '[kMGTmµμnpdch]?'
const latinUnits =
  `(?:${latinPrefix}(?:A|Ah|bar|B|C|cd|dB|eV|F|g|H|Hz|J|K|L|l|lm|lx|m|N|Nm|Ω|ohm|Pa|S|s|T|t|V|VA|VAC|VDC|VAh|VAr|var|varh|W|Wh|Wp|VArh)|` +
  '°[CFK]?|%|‰|dBA|rpm|r/min|min|h|d|hp|HP|AWG|kcmil|MCM|BTU|in|ft|lb|lbs|psi|px|SAR|USD|EUR|AED|' +
  '(?:kilo|mega|giga|milli|micro|centi)?(?:amps?|amperes?|volts?|watts?|volt-amperes?|ohms?|hertz|metres?|meters?|grams?|litres?|liters?|tonnes?|bytes?)|' +
  'kilograms?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|degrees?|inch|inches|feet|foot|percent|per cent|lumens?|lux|bars?|times|poles?|phases?)[²³]?(?![\\p{L}\\p{N}])'

/** Whether a text begins with an Arabic unit. */
export const arabicUnit = new RegExp(`^(?:${arabicUnits})`, 'u')

const beforeUnit = new RegExp(`([\\d٠-٩¼½¾]) (?=${latinUnits}|${arabicUnits})`, 'gu')
/** A line of a dimension ends with its sign, "140 × 165 ×", and a sign stays with its number: "≥ 90". */
const afterNumber = /(\d) (?=[×÷] \d)/gu
const afterSign = /([≥≤±≈<>Ø#@]|\b(?:No|max|min)\.) (?=[+−-]?\d)/gu

/**
 * Keeps each number on one line with its unit, in both languages, by no-break spaces. The text keeps its length, so
 * offsets in it stay true.
 */
export function keepUnits(text: string) {
  return text
    .replace(beforeUnit, '$1\u00A0')
    .replace(afterNumber, '$1\u00A0')
    .replace(afterSign, '$1\u00A0')
}

/** Returns the space between a number and its unit: none before "°", nor before "%" in Arabic. */
export function gapBefore(unit: string, language: 'Ar' | 'En') {
  return unit === '°' || unit === '' || (unit === '%' && language === 'Ar') ? '' : '\u00A0'
}
