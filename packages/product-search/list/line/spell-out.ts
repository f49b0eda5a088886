import { residual } from '../../question/parse/stated-letters.ts'
import { numberInWords, spelledNumber } from './quantities.ts'

const start = '(?<![\\p{L}\\p{N}.,-])'
const end = '(?![\\p{L}\\p{N}])'

/** Ratings that people write without spaces, and in letters. */
const glued: [pattern: RegExp, words: string][] = [
  [
    /(?<![\p{L}\p{N}-])(mccb|mcb|rccb|rcbo|rcd|elcb|acb|spd|ats|ups|vfd|db|mpcb|cable|wire|contactor|isolator|generator|transformer|قاطع|كيبل|كابل|سلك|مولد|محول)(?=\d)/giu,
    '$1 ',
  ],
  [new RegExp(`${start}([1-4])\\s?p(?=\\d)`, 'giu'), '$1P '],
  [/(?<![\p{L}-])(\d+(?:\.\d+)?)\s?a(?=\d+\s?(?:ma|ka|p)(?!\p{L}))/giu, '$1A '],
  [new RegExp(`(\\d)\\s?م\\.?\\s?أ\\.?${end}`, 'gu'), '$1 mA'],
  [new RegExp(`(\\d)(?:\\s?أ|[اآ])${end}(?!\\.)`, 'gu'), '$1 أمبير'],
  [/(\d)\s?ك(?![\p{L}\p{N}])(?!\s?\.?\s?[فوأا](?!\p{L}))\.?/gu, '$1 كيلو'],
  [/قطبين|قطبان/gu, '2 قطب'],
  [/قلبين|قلبان/gu, '2 قلب'],
  [/(\d)(?=[كم]\.)/gu, '$1 '],
  [/(\d)و(?![\p{L}\p{N}])/gu, '$1 واط'],
  [/w\s?(\d{2,4})\s?[x×*]\s?h\s?(\d{2,4})/giu, '$1x$2'],
  [/(?<=\d\s?[x×*]\s?\d+\s?[x×*]\s?)[dl]\s?(?=\d)/giu, ''],
  [/(?<=\d\s?)\([whdl]\)/giu, ''],
  [/(\d)\s?°(?!\s?[cfم])/giu, '$1 degree '],
  [/(\d)\s?(?:["”″]|'')(?=$|[\s,،)x×])/gu, '$1 inch '],
  [/(?<=\d) ?(?:في|فى|ب-?|by) ?(?=\d)/giu, 'x'],
  [
    /(?:من )?(\d+(?:\.\d+)?) (?:ل-?|[اإ]ل[ىي]|to) (?=\d+(?:\.\d+)?\s?(?:a|kw|[اأ]مب|كيلو))/giu,
    '$1-',
  ],
  [/(?<!\p{L})(coil|كويل|ملف)[\s:=]*(\d{2,3})(?=$|\s+(?!v|ac|dc|فولت)|[,،;)])/giu, '$1 $2 V'],
  // Glands are metric: "gland 25" is M25.
  [
    /(glands?|جلاند(?:ات)?|غلاند) (?:size |مقاس )?(\d{2})(?!\d)(?:\s?(?:mm|مم|ملم|ملي)(?![\p{L}\p{N}]))?(?!\s?[-x×*.])/giu,
    '$1 M$2',
  ],
  // A trip of 100 A in a frame of 160 A.
  [/(\d+)\s?AT\s?[/,-]\s?\d+\s?AF/giu, '$1 A'],
  [/\d+\s?AF\s?[/,-]\s?(\d+)\s?AT/giu, '$1 A'],
]

/** Counts in words, of what an item has: "eight way", which no dictionary of phrases can list. */
const counts = new RegExp(
  `${start}(${spelledNumber})(?=[ -](?:ways?|خطوط?|مخارج|مخرج)${end})`,
  'giu',
)

const inches =
  /(?<![\p{L}\p{N}.,/-])(?:(?<whole>\d+(?:\.\d+)?)(?:[\s-](?=\d\/))?)?(?:(?<part>\d)\/(?<of>2|4|8|16))?\s?(?:inch(?:es)?|[إا]نش|بوص[ةه])(?!\p{L})/giu

/** Sizes in mm that go by inches: of conduits, glands and trays; and rods, whose thread is rolled and not cut. */
const nominal = [16, 20, 25, 32, 40, 50, 63, 75, 100, 150, 200, 300, 450, 600]
const nominalRods = [14.2, 17.2]
const rod = /rod|رود|قضيب|سيخ/iu

/** Writes a size in inches as the nominal one: 3/4 is 20 mm, and of an earth rod 17.2 mm; and no cross-section is meant. */
function withoutInches(line: string) {
  return line.replace(inches, (written, ...found) => {
    const { whole = '0', part = '0', of = '1' } = found.at(-1) as Record<string, string | undefined>
    const millimetres = 25.4 * (Number(whole) + Number(part) / Number(of))
    if (millimetres === 0) return written
    const [sizes, expected] = rod.test(line)
      ? [nominalRods, 0.9 * millimetres]
      : [nominal, millimetres]
    const size = sizes.find((one) => Math.abs(one / expected - 1) < 0.06)
    return ` ${size ?? Math.round(millimetres)} mm `
  })
}

/** A switch of the wall, by its gangs and ways: no circuit breaker. */
const wallSwitch =
  /(?<!\p{L})(?:switch(?:es)?|مفتاح|مفاتيح|سويتش)(?=.*(?:gang|جانج|\d\s?(?:way|خط|سكة)|(?:one|two|single|double).way))|(?<=gang.*|\d\s?way\s+|(?:one|two|double).(?:way\s+)?)switch(?:es)?(?!\p{L})/iu

/** Residual currents, in A as they are written after a slash: 63/0.03, 40/2/0.03A. */
const slashed = new RegExp(
  `${start}(\\d{1,3})\\s?a?\\s?/\\s?(?:([1-4])\\s?p?\\s?/\\s?)?(0\\.\\d+)\\s?(?:a|أمبير|امبير)?${end}`,
  'giu',
)
const small = new RegExp(`${start}(0\\.(?:00[56]|01|03|1|3|5))\\s?(?:a|أمبير|امبير)?${end}`, 'giu')
const thousandths = new RegExp(
  `${start}(6|10|30|100|300|500|1000)\\s?(?:ملي|مللي|ميلي|ملم|مم|mm|m)${end}(?!\\s?(?:amp|أمب|امب))`,
  'giu',
)

const single = new RegExp(`${start}1\\s?[x×*]\\s?(?=\\d+\\s?(?:a|أ|ا))`, 'iu')

const milliamperes = (amperes: string) => `${Math.round(Number(amperes) * 1000)} mA`

/** Writes out the ratings of a line that are short for others. */
export function spellOut(line: string) {
  let text = line
  for (const [pattern, words] of glued) text = text.replace(pattern, words)
  text = withoutInches(text).replace(counts, (words) => `${numberInWords(words.toLowerCase())}`)
  text = text.replace(slashed, (_, current: string, poles: string | undefined, leakage: string) =>
    [`${current} A`, ...(poles ? [`${poles} pole`] : []), milliamperes(leakage)].join(' '),
  )
  if (/switch|مفتاح|مفاتيح|سويتش/iu.test(text) && !/light|wall|[اإ]نار|[اإ]ضاء|نور/iu.test(text))
    text = text.replace(wallSwitch, 'light switch')
  // «سكينة» is an isolator, unless it trips on residual currents.
  text = text.replace(/سكين[ةه](?=.*\d ?(?:ma|ملي|مللي)(?!\p{L}))/iu, 'قاطع تسرب')
  if (!residual.test(text)) return text
  return text
    .replace(small, (_, amperes: string) => milliamperes(amperes))
    .replace(thousandths, '$1 mA')
    .replace(single, '')
}
