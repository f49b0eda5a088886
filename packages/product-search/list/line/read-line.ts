import { withPlainCharacters, zeroWidthSpace } from '@site/arabic-text/characters'
import {
  foldLine,
  columnWords,
  duals,
  greetings,
  noteStarts,
  quantityLabels,
  type QuantityUnit,
  references,
  requests,
  sums,
} from './line-words.ts'
import { withoutMoney } from './money.ts'
import {
  noQuantity,
  numberInWords,
  numberOf,
  spelledNumber,
  unitOf,
  unitWords,
  wholeQuantity,
  type ReadQuantity,
} from './quantities.ts'
import { spellOut } from './spell-out.ts'

/** A parsed line of a bill of quantities. */
export interface ReadLine extends ReadQuantity {
  /** Whether it is no item: a heading, a total, a greeting. */
  isNote: boolean
  /** The number of the line, as it is written: "2.1"; empty if it has none. */
  number: string
  /** Empty if the line names none. */
  unit: QuantityUnit | ''
  /** The remaining text: the words about the product, with digits 0 to 9. */
  words: string
}

/** Words between the parts of a quantity. */
const joining = /(?:^|\s)و|[+,،]|(?<!\p{L})and(?!\p{L})/u

/** Characters of a line that are read; a longer line is prose. */
const maxLength = 600

const alternativesOf = (words: Iterable<string>) =>
  [...words].sort((a, b) => b.length - a.length).join('|')

const unit = alternativesOf(unitWords)
const label = alternativesOf(quantityLabels.split(' '))
const amount =
  '\\d{1,3}(?:\\.\\d{3})+,\\d+|\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+,\\d{1,2}(?![\\d,])|\\d+(?:\\.\\d+)?'
const end = '(?![\\p{L}\\p{N}])'
const start = '(?<![\\p{L}\\p{N}.,/×x*-])'

/** Lengths in a description are no quantities; at an end of the line, or beside a dash, they are. */
const lengthUnits = ['metre', 'kilometre', 'length', 'pair']

/** Units that follow the number of a rating. */
const ratingUnits =
  'pole|poles|p|phase|ph|core|cores|c|way|ways|wire|pair|pairs|gang|hp|amp|amps|amper|ampers|ampere|amperes|ambeer|a|ma|ka|v|kv|kva|mva|kw|w|watt|watts|lm|lumen|k|kelvin|deg|degree|degrees|btu|سكه|mm|cm|inch|in|hz|port|ports|module|modules|u|kvar|var|kwh|wh|mwh|ah|va|mva|mw|kwp|wp|lux|db|bar|rpm|min|mins|minutes|h|hr|hrs|hour|hours|year|years|day|days|month|months|psi|bit|gb|stage|step|circuit|circuits|outlet|outlets|tier|row|rows|side|قطب|اقطاب|طور|فاز|قلب|قلوب|كور|خط|مخرج|امبير|امب|ا|ك|مللي|ملي|فولت|واط|وات|كيلو|كلفن|لومن|درجه|طبقه|بوصه|ملم|مم|سم|حصان|بول|كيفيه|كيفا|كفا|فار|دقيقه|ساعه|ساعات|سنه|سنوات|يوم|شهر|درجات|مخارج|خطوط|اطوار|فتحه|فتحات|باب|وجه|اوجه'

const patterns = {
  /** "2.1.4 ", "12) ", "3- ", "أ) ", "بند ٧: ", "Item 4 - ". */
  number: new RegExp(
    `^(?:(?:item|pos|no|بند|البند|م)\\.? ?(?:no\\.?|رقم)? ?)?(?<number>\\(?\\d{1,4}(?:\\.\\d{1,3})*\\)|\\d{1,3}(?:\\.\\d{1,3}){2,}|\\d{1,3}(?:[./]\\d{1,3})*(?=[.)]? ?[-:–_] ?(?!${ratingUnits})\\D|[.)] ?(?!\\d)|\\.\\s)|\\(?[a-zأ-ي]\\)|(?:[a-zأ-ي]|[ivx]{2,5})(?=[.)-] ))[.):_ -]+(?=\\S)`,
    'iu',
  ),
  named: new RegExp(
    `(?:item|بند|البند) ?(?:no\\.?|رقم)? ?(?<number>\\d{1,4}(?:\\.\\d{1,3})*)[ .:)_-]+`,
    'iu',
  ),
  labelled: new RegExp(
    `${start}(?:${label})(?: منه| منها)?\\.? ?[-:=(|/ ]* ?(?:(?<amount>${amount})|(?<word>${spelledNumber}))(?<unit> ?(?:${unit}))?${end}(?:\\.? ?ط(?:ولي)?${end})?(?! ?(?:${ratingUnits})${end})\\)?`,
    'giu',
  ),
  withUnit: new RegExp(
    `${start}(?<amount>${amount}) ?[-(/]? ?(?<unit>${unit})${end}(?! واحده?${end})(?:\\.? ?ط(?:ولي)?${end})?\\.?\\)?`,
    'giu',
  ),
  unitFirst: new RegExp(
    `${start}(?<unit>nos?|ea|each|pcs?|rmt|mtr?s?|(?<= )m|حبه|قطعه|طقم|لفه|م\\.? ?ط|(?:ب?ال)?متر(?: الطولي| طولي)?)\\.?,? ?[:=(|/،-]* ?(?<amount>${amount})\\)?\\s*$`,
    'giu',
  ),
  spelled: new RegExp(`${start}(?<word>${spelledNumber}) (?<unit>${unit})${end}`, 'giu'),
  // "three-phase" and "three position" are no quantities: an English one stands before a plural. Of two there is none.
  spelledFirst: new RegExp(
    `^(?<word>${spelledNumber}) (?!(?:${ratingUnits})${end})(?!.* و(?:${spelledNumber}) \\p{L})(?=\\p{Script=Arabic}{2}|[a-z]{2,}s${end}|(?<=dozen )[a-z])`,
    'u',
  ),
  // «ميه» alone may be water, and "a" behind a number is an ampere.
  spelledLast: new RegExp(
    `(?: [-=:>x×*] ?|[=:]|(?<=\\d ?(?:${ratingUnits})) |(?<= \\d{1,5}) (?!a${end}|single))(?<word>(?!ميه)${spelledNumber})\\)?(?: (?:only|فقط|بس))?\\s*$`,
    'u',
  ),
  unitThenWord: new RegExp(`${start}(?<unit>${unit}) واحده?${end}`, 'giu'),
  lump: /(?:^|[\s(،,-])(?<unit>lot|ls|l\.s\.?|lump ?sum|(?:بال)?مقطوعيه)[\s).]*$/iu,
  dual: new RegExp(`${start}(?<dual>${alternativesOf(duals.split(/\s+/))})${end}`, 'giu'),
  // The "x" of "box 4" is no sign, nor that of a code such as TE-X4320.
  times: new RegExp(
    `(?<=(?:^|\\s)\\S*[^\\d\\s.,x×*]\\S*)(?: ?[×*] ?| x ?|(?<![a-z]{2}|[-/]|-\\d{1,2})x(?= |\\d{1,3}\\s*$) ?)(?<amount>${amount})\\s*$`,
    'iu',
  ),
  unknownUnit: new RegExp(
    ` (?<amount>\\d{1,5}) (?!(?:${ratingUnits}|m|م|متر|امتار)${end})\\p{L}+\\s*$`,
    'iu',
  ),
  listed: new RegExp(
    `(?:(?<!(?:^|\\s)[\\d.,]*\\d)[,،]|[,،](?= )|[;|]) ?(?<amount>${amount})\\s*$`,
    'u',
  ),
  unreadLabel: new RegExp(
    `${start}(?:${label})\\.?(?: ?[:=]| (?=(?:[?؟]+|tb[acd]|n/?a|as (?:required|needed)|لاحقا|حسب الحاجه)\\s*$))(?<text>[^\\d]{0,40})$`,
    'iu',
  ),
  // "4320X-TE" is a code that was copied from right to left.
  timesFirst: new RegExp(
    `(?<=^|^[^:\\d]{1,20}: ?)(?<amount>\\d{1,5}) ?[x×*](?!\\S*-[a-z]+(?:\\s|$)) ?(?=[^\\d\\s])`,
    'iu',
  ),
  dashed: new RegExp(`(?: [-=:>]+ ?|\\s\\(|[=:])(?<amount>${amount})\\)?\\s*$`, 'u'),
  first: new RegExp(
    `^(?<amount>\\d{1,5})\\s+(?!(?:${ratingUnits})${end}|[x×*] ?\\d)(?=[\\p{L}])`,
    'iu',
  ),
  last: new RegExp(
    `(?<=(?:\\d ?(?:a|amp|ka|ma|kw|w|kva|mm2?|kvar|v|p|امبير|امب|واط|كيلوواط|مم2?|ملم2?|k)${end}|[a-z]+-?[a-z]*\\d+)(?:.{0,40}\\P{N})?)\\s+(?<amount>\\d{1,4})\\s*$`,
    'iu',
  ),
}

/** Words before a length that the product has, so that it is no quantity. */
const dimension =
  /(?<![\p{L}])(?:sensitivity|حساسيه|head|height|high|depth|width|wide|dia|diameter|lift|رفع|(?:و?ب?ال?)?(?:ارتفاع|عمق|عرض|قطر)(?:ه|ها)?|مسافه)\s?[:=]?\s*$/u

/** Goods that are sold by the piece and described by their length, before it: "earth rod 1.5 m". */
const isLong =
  /(?<!\p{L})(?:rods?|(?<!\d ?-?)poles?|columns?|masts?|posts?|(?:ال)?(?:عمود|اعمده|قضيب (?:ال)?(?:تاريض|ارضي)|رود|ساريه|سواري))(?!\p{L})[^-,:=(]*$/u

/** Words before a number of contacts: "auxiliary contact 2 NO". */
const contacts = /(?<!\p{L})(?:aux(?:iliary)?\.?|contacts?|(?:ال)?ملامس\p{L}*)[\s:]*$/u

/** Lights, whose "lm" are lumens and no metres. */
const light =
  /\d ?w(?:atts?)?(?!\p{L})|(?<!\p{L})(?:leds?|lamps?|lights?|luminaires?|bulbs?|floodlights?|panels?)(?!\p{L})|كشاف|لمب|انار|اضاء|مصباح|\d ?وا?ط/u

/** Words before a number that is a name or a rating: "type 2", "coil 220", "UL 489", "RAL 7035". */
const namedNumber =
  /(?<!\p{L})(?:ul|iec|en|bs|din|nema|ansi|ieee|astm|nfpa|saso|gso|vde|iso|ral|type|class|form|cat|category|grade|size|no|ref|rev|coil|voltage|كويل|ملف|جهد|(?:ال)?(?:نوع|فئه|شكل|مقاس|طراز|رقم)|تايب)[\s:.]*$/u

/** "3 dozen", as any number. */
const dozens = /(?<![\d.,])(\d{1,4}) ?(?:dozens?|دزين[ةه]|درزن|دست[ةه])(?!\p{L})(?: of(?= ))? ?/giu

const marks = /[\u064b-\u0652\u0670]/g
const tatweel = /(?<=\p{L})\u0640+(?=\p{L})/gu

/**
 * Reads a line as people write it: "٣- توريد وتركيب قاطع مقولب ٣×٢٥٠ أمبير — ٤ حبات".
 * @param text one line, or the description in a table
 * @param isCounted whether its quantity stands in a column of its own, so numbers in the text are not quantities
 */
export function readLine(text: string, isCounted = false): ReadLine {
  const plain = text.slice(0, maxLength).replace(marks, '').replace(tatweel, '')
  const isDecorated = /^\s*(?<sign>[=#~_*-])\k<sign>{2}.*\k<sign>{3}\s*$/u.test(plain)
  let words = withPlainCharacters(plain)
    .replaceAll(zeroWidthSpace, '')
    .replace(/^\[[^\]\n]{5,40}\] ?[^:]{1,40}: /, '')
    .replace(/^\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}[^-]{0,5}- [^:]{1,40}: /, '')
    .replace(/^[\s*•·▪◦●○■□✓✔➢►>§\p{Co}_~"'|+-]+|(?<!\d)["'|\s]+$/gu, '')
    .replace(/^و ?(?=\d)/, '')
    .replace(dozens, (_, count: string) => `${12 * Number(count)} `)
    .replace(/\s+/g, ' ')
  const none = { number: '', ...noQuantity, unit: '' } as const
  const isNumberOnly = /^[\d\s.,:/()%#*=_-]*$/.test(words)
  // Under a heading that names the goods, a rating is enough: "32A x 6".
  if (isNumberOnly || !(/\p{L}{2}/u.test(words) || rating.test(words) || longCode.test(words))) {
    return { ...none, isNote: true, words }
  }

  const cut = (match: RegExpExecArray | RegExpMatchArray) => {
    const at = match.index ?? 0
    words = `${words.slice(0, at)}\0${words.slice(at + match[0].length)}`
      .replace(/\(\s*\0\s*\)?|\0/, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  }
  words = words.replace(designation, '')
  let isGreeting = false
  const request = requestStart.exec(foldLine(words))
  if (request && statesRating(foldLine(words))) cut(request)
  for (let begun = greeting.exec(foldLine(words)); begun; begun = greeting.exec(foldLine(words))) {
    isGreeting = true
    cut(begun)
  }
  const numbered = patterns.number.exec(foldLine(words)) ?? patterns.named.exec(foldLine(words))
  const folded = numbered?.groups?.number ?? ''
  const numberAt = numbered ? numbered.index + numbered[0].indexOf(folded) : 0
  const number = words.slice(numberAt, numberAt + folded.length).replace(/[()]/g, '')
  if (numbered) cut(numbered)
  const measured = measuredBy.exec(foldLine(words))
  if (measured) cut(measured)
  const found = isCounted ? undefined : findQuantity(withoutMoney(foldLine(words)))
  for (const match of found?.matches.toReversed() ?? []) cut(match)
  const { quantity, quantityText, unit: stated } = found ?? { ...noQuantity, unit: '' }
  const named = stated || unitOf(measured?.groups?.unit ?? '')
  const isSuspect = isGreeting || isDecorated
  const isNoItem = isNote(foldLine(words), found !== undefined || isCounted, isSuspect)
  // A sign that joined a quantity goes with it, as in "coil x 4".
  if (found) words = words.replace(/\sx\s*$/, '')
  words = words.replace(/[\s,،;|:=×*(-]+$|^[\s,،;|:=-]+/g, '')
  return { number, quantity, quantityText, unit: named, isNote: isNoItem, words }
}

type Match = RegExpExecArray | RegExpMatchArray

interface FoundQuantity extends ReadQuantity {
  /** The places of the line that state it. */
  matches: Match[]
  unit: QuantityUnit | ''
}

/** Finds the quantity: the plainest way of writing it first. */
function findQuantity(folded: string): FoundQuantity | undefined {
  const dual = findDual(folded)
  // "18000 units, two pieces": the unit of a rating may sound like that of a quantity.
  const isLast = dual && dual.unit !== '' && folded.trimEnd().endsWith(dual.matches[0]?.[0] ?? ' ')
  return (
    findLabelled(folded) ??
    (isLast ? dual : undefined) ??
    findWithUnit(folded) ??
    findSpelled(folded) ??
    dual ??
    findBare(folded) ??
    findUnreadLabel(folded)
  )
}

function foundBy(match: Match): FoundQuantity {
  const { amount: one, word = '', unit: written = '' } = match.groups ?? {}
  const unit = unitOf(written.replace(/^(?:ب?ال)(?=متر)/, '').replace(/ (?:ال)?طولي$/, ''))
  const amount = one !== undefined ? numberOf(one) : word === '' ? 1 : numberInWords(word)
  return { matches: [match], ...wholeQuantity(amount, one ?? word, unit) }
}

function findLabelled(folded: string): FoundQuantity | undefined {
  const labelled = [...folded.matchAll(patterns.labelled)].at(-1)
  if (!labelled) return undefined
  const found = foundBy(labelled)
  return found.unit === '' && /^(?:بال|ال)?عدد/.test(labelled[0])
    ? { ...found, unit: 'each' }
    : found
}

function findWithUnit(folded: string): FoundQuantity | undefined {
  const counted = [...folded.matchAll(patterns.withUnit)]
    .filter(([text]) => !/lm/.test(text) || !light.test(folded))
    .filter(({ 0: text, index }) => !/no$/.test(text) || !contacts.test(folded.slice(0, index)))
    .map((match) => ({
      ...foundBy(match),
      at: match.index,
      end: match.index + match[0].length,
    }))
  type Counted = (typeof counted)[number]
  const isAtEnd = ({ at, end }: Counted) => {
    const [before, after] = [folded.slice(0, at), folded.slice(end)]
    if (dimension.test(before) || isLong.test(before)) return false
    return (
      /^[\s.)]*$/.test(after) ||
      /^[\s(-]*$/.test(before) ||
      (/[-,:=(]\s*$/.test(before) && /^\s*[-,;)]/.test(after))
    )
  }
  const isItem = ({ unit: one }: Counted) => !lengthUnits.includes(one)
  const best = counted.findLast((one) => isItem(one)) ?? counted.findLast(isAtEnd)
  if (!best) return undefined
  // "10 rolls red and 10 rolls black": each part is counted by itself.
  // "1NO+1NC" are contacts.
  const isContact = ({ matches: [match] }: Counted) => /\dno$/.test(match?.[0].trim() ?? '')
  const parts = counted.filter((one) => isItem(best) && one.unit === best.unit && !isContact(one))
  const isJoined = parts.every(
    ({ end }, at) => at === parts.length - 1 || joining.test(folded.slice(end, parts[at + 1]?.at)),
  )
  if (parts.length < 2 || !isJoined) return best
  const numbers = parts.map(({ quantity }) => quantity)
  const sum = numbers.reduce((all, one) => (all === null || one === null ? null : all + one), 0)
  const matches = parts.flatMap((part) => part.matches)
  const text = matches.map(([part]) => part.trim()).join(' + ')
  return { matches, ...wholeQuantity(sum, text, best.unit) }
}

function findSpelled(folded: string): FoundQuantity | undefined {
  for (const pattern of [patterns.unitFirst, patterns.spelled, patterns.unitThenWord]) {
    const [match] = folded.matchAll(pattern)
    if (match) return foundBy(match)
  }
  const lump = patterns.lump.exec(folded)
  if (lump) return { matches: [lump], quantity: 1, quantityText: '', unit: 'lot' }
  return undefined
}

/** Finds a dual; one of goods, not of a unit, stays among the words. */
function findDual(folded: string): FoundQuantity | undefined {
  const [dual] = folded.matchAll(patterns.dual)
  if (!dual) return undefined
  const stem = dual[0].replace(/ت?(?:ين|ان)$/, '')
  const unit = unitOf(`${stem}ه`) || unitOf(stem)
  return { matches: unit === '' ? [] : [dual], quantity: 2, quantityText: '', unit }
}

const cable = /cable|wire|كيبل|كابل|كبل|سلك|واير/u

/** Voltages of networks: behind a rating, such a number may be a coil's. */
const mains = /^(?:110|2[234]0|380|4(?:00|15))$/

/** Finds a number that is a quantity by its place. */
function findBare(folded: string): FoundQuantity | undefined {
  for (const pattern of [
    patterns.times,
    patterns.timesFirst,
    patterns.dashed,
    patterns.listed,
    patterns.first,
    patterns.spelledFirst,
    patterns.spelledLast,
    patterns.last,
    patterns.unknownUnit,
  ]) {
    const match = pattern.exec(folded)
    if (!match) continue
    const before = folded.slice(0, match.index)
    if (dimension.test(before) || namedNumber.test(before)) continue
    const { amount: text = '' } = match.groups ?? {}
    return pattern === patterns.last && mains.test(text) && !cable.test(folded)
      ? { matches: [], quantity: null, quantityText: text, unit: '' }
      : foundBy(match)
  }
  return undefined
}

/** Finds a label of a quantity that no number follows: "Qty: ?". */
function findUnreadLabel(folded: string): FoundQuantity | undefined {
  const match = patterns.unreadLabel.exec(folded)
  return match
    ? { matches: [match], quantity: null, quantityText: match.groups?.text?.trim() ?? '', unit: '' }
    : undefined
}

const begins = (words: string) =>
  new RegExp(`^(?:${words.replace(/\s*\n\s*/g, '')})${end}[،,:! ]*`, 'iu')
const noteStart = begins(noteStarts)
const sumStart = begins(sums)
const greeting = begins(greetings)
const requestStart = new RegExp(
  `^(?:(?:${greetings.replace(/\s*\n\s*/g, '')})${end}[،,:! ]*)*(?:${requests.replace(/\s*\n\s*/g, '')})${end}[،,:! ]*`,
  'iu',
)

/** How an item is measured, as Egyptian bills begin it: «بالعدد:», «بالمتر الطولي:». */
const measuredBy = /^بال(?<unit>عدد|متر|مقطوعيه|طقم|وحده)(?: ال?طولي)?\s?[:/-]\s*/u

/** The designation of an item in a drawing: "QF1: ". */
const designation = /^[A-Z]{1,4}-?\d{1,3}[a-z]? ?: /

/** References to documents, dates and instructions. */
const noteSigns =
  /(?<![\p{L}\p{N}])(?:ref|rev|drg|dwg|to be)(?![\p{L}\p{N}])|\d{1,2}[./]\d{1,2}[./]20\d\d/iu

/** Parts of a building. */
const buildingPart = [
  '(?:the )?(?:ground|first|second|third|fourth|fifth|sixth|typical|upper|lower|top|mezzanine|basement|roof|g|[1-9]\\d?(?:st|nd|rd|th)) floors?',
  '(?:floor|level|basement|building|block|tower|villa|zone|wing|phase)(?: (?:no\\.? ?)?(?:\\d{1,3}|[a-z]|type [a-z\\d]))',
  'basement|mezzanine|roof|penthouse|annex|guard ?room|external areas?|site works?',
  '(?:ال)?(?:دور|طابق)(?: (?:ال)?(?:ارضي|اول|ثاني|ثالث|رابع|خامس|سادس|اخير|علوي|سفلي|متكرر|ميزانين|\\d{1,2}))',
  '(?:ال)?(?:بدروم|قبو|ميزانين|سطح|روف|ملحق|ارضي)(?: (?:ال)?(?:علوي|خارجي|سفلي))?',
  '(?:ال)?(?:مبني|عماره|برج|فيلا|بلوك|منطقه)(?: (?:رقم )?(?:\\d{1,3}|[a-zابجد]))',
].join('|')

/** Trades of a bill, which stand beside a part of a building: "ELECTRICAL - GROUND FLOOR". */
const trade = [
  '(?:electrical|mechanical|plumbing|civil|power|small power|lighting|hvac|elv|low current|low voltage|fire alarm)(?: (?:works?|services?|installations?|systems?))?',
  '(?:(?:ال)?اعمال )?(?:ال)?(?:كهربا(?:ء|ييه|ئيه)?|ميكانيكا|سباكه|اناره|قوي|تيار خفيف|تكييف)',
].join('|')

/** A part of a building as a whole line, alone or with a trade: the title of the items below it. */
const place = new RegExp(
  `^(?:(?:${trade})\\s*[-–—:,،/]\\s*)?(?:${buildingPart})(?:\\s*[-–—:,،/]\\s*(?:${trade}))?\\s*[:：.]?$`,
  'iu',
)

/** A board by its designation alone, as drawings have it: "PANEL DB-1", "SMDB-GF", «لوحة DB-1». */
const board =
  /^(?:(?:(?:distribution |main |sub-?main )?(?:panel|board|switchboard|panelboard)|(?:ال)?لوحه(?: (?:ال)?(?:توزيع|رئيسيه|فرعيه))*)(?: (?:no\.?|name|ref\.?|رقم))?\s*[-–—:]?\s*)?(?:[es]?[sm]?db|[lp]db|fdb|ldp|pdp|mdp|sdp|msb|mcc|lp|pp|rp|ep)(?:\s?[-–—_./ ]?\s?\d{1,3}[a-z]?|\s?[-–—_./ ]\s?[a-z]{1,2}\d{0,2})(?:[-_./ ](?:\d{1,3}[a-z]?|[a-z]{1,2}\d{0,2})){0,2}\s*[:：.]?$/iu

/** How the titles of a bill's parts begin. */
const partStart =
  /^(?:section|part|bill|division|schedule|area|(?:ال)?(?:قسم|باب|فصل|جزء|بند رئيسي)|اعمال)(?![\p{L}])/iu
const maxTitle = 60

/** Whether a line that is no item is the title of the items below it, rather than a total, a greeting or a remark. */
export function isTitleOfPart(text: string) {
  const folded = foldLine(text).trim()
  if (folded.length > maxTitle || sumStart.test(folded) || greeting.test(folded)) return false
  return place.test(folded) || partStart.test(folded) || board.test(folded)
}

/** Whether a line is only a board's name: in a list of quantities it is the title of the items below. */
export function isNameOfBoard(text: string) {
  return board.test(foldLine(text).trim())
}

/** What is printed on each page: an address of the web or of mail, and the date with the time. */
const printed =
  /(?<![\p{L}\p{N}])(?:https?|file):\/\/|(?<![\p{L}\p{N}])www\.|[a-z\d]@[a-z\d-]+\.[a-z]|\d[./]\d{1,2}[./]\d.*\d:\d\d|\d:\d\d.*\d[./]\d{1,2}[./]\d/iu

const rating =
  /\d\s?(?:a|amp|ka|ma|w|kw|kva|v|kv|mm|p|c|way|pole|core)(?![\p{L}\p{N}])|\d\s?(?:امبير|واط|وات|فولت|مم|كيلو|ك\.|قطب|خط|قلب|بول|حصان|م ?م)/iu
const crossSection = /(?<![\d.])\d{1,2} ?[x×*] ?\d/u
const code = /[a-z]+-?\d/iu
/** A part number that has no two letters in turn, as other makers have them: A9F74116, S201-C16. */
const longCode = /(?<![a-z\d])(?=[\d-]*[a-z])(?=[a-z\d-]*\d{2})[a-z\d-]{5,}/iu

/** Whether a folded text states a rating, such as "32A". */
export function statesRating(folded: string) {
  return rating.test(folded) || crossSection.test(folded)
}

/** Whether a folded text is printed on each page. */
export function isPrinted(folded: string) {
  return printed.test(folded) && !statesRating(folded)
}

const headings = new Set(Object.values(columnWords).flatMap((words) => words.split(/\s+/)))

/**
 * Whether a line is no item. A rating or a quantity makes it one, except in a total.
 * @param isSuspect whether it begins as a message, or is decorated
 */
function isNote(folded: string, hasQuantity: boolean, isSuspect: boolean) {
  const words = folded.match(/[\p{L}\p{M}]+/gu) ?? []
  const isOfRating = statesRating(folded)
  const hasRating = isOfRating || code.test(folded)
  if (words.join('').length < 2) return !(isOfRating && hasQuantity)
  if (sumStart.test(folded)) return true
  if (noteStart.test(folded) && !/^[a-z]{1,5}-\d/.test(folded)) return !hasRating || !hasQuantity
  // Letters of a code such as S201-C16 do not make a heading.
  const isOfHeadings = !code.test(folded) && words.every((word) => headings.has(word))
  if (isOfHeadings) return words.length > 1 || !hasQuantity
  if (hasQuantity) return false
  if (isPrinted(folded) || place.test(folded)) return true
  return (
    (noteSigns.test(folded) && !isOfRating) || (!hasRating && (isSuspect || /:\s*$/.test(folded)))
  )
}

const reference = new RegExp(
  `(?:^|[\\s,;(])(?:${references.replace(/\s*\n\s*/g, '')})(?!\\p{L})[^,;.()،؛]*`,
  'giu',
)

/** Abbreviations of ratings, and products of numbers, as words that the search knows. */
const rewritten: [pattern: RegExp, words: string][] = [
  // Numbers and Latin letters of an Arabic line may be copied from right to left: 250x3 A, 35x4 mm2, 65IP.
  [
    /(?<![\p{L}\p{N}.-])(\d{2,4})\s?[x×*]\s?([1-4])\s?(a|amps?|امبير|أمبير|امب|أمب)(?![\p{L}\p{N}])/giu,
    ' $2 pole $1 A ',
  ],
  [
    /(?<![\p{L}\p{N}.-])(25|35|50|70|95|120|150|185|240|300)\s?[x×*]\s?([2-5])\s?(?:mm2|mm²|mm|مم2|مم²|مم٢|ملم2|مم|ملم)(?![\p{L}\p{N}])/giu,
    ' $2 core $1 mm2 ',
  ],
  [/(?<![\p{L}\p{N}])([0-6]\d)ip(?![\p{L}\p{N}])/giu, 'IP$1'],
  [/(?<![\p{L}\p{N}.])\d{1,2}\s?[x×]\s(?=\p{L})/gu, ' '],
  [/sq\.? ?mm\.?/giu, 'mm2'],
  [/(?<![\p{L}\p{N}])تايب(?!\p{L})/gu, 'type'],
  [
    /(?<![\p{L}\p{N}])(?:tp\+n|tpn|tp&n|tp)(?=.*(?<!\p{L})(?:db|board|panel|way)(?!\p{L}))|(?<![\p{L}\p{N}])(?:tp\+n|tpn|tp&n|tp)(?![\p{L}\p{N}])(?<=(?:db|board|panel|way)\P{L}.*)/giu,
    ' 3 phase ',
  ],
  [/(?<!\p{L})al(?=\/)|(?<=\d\s?|mm2? )al(?!\p{L})/giu, 'aluminium'],
  [/(?<![\p{L}\p{N}])(?:spn|sp[+&]n|sp n|1p\s?[+&]\s?n|1pn)(?![\p{L}\p{N}])/giu, ' 1P+N '],
  [/(?<![\p{L}\p{N}])s\.?p\.?(?![\p{L}\p{N}])/giu, ' 1 pole '],
  [/(?<![\p{L}\p{N}])d\.?p\.?(?![\p{L}\p{N}])/giu, ' 2 pole '],
  [/(?<![\p{L}\p{N}/])t\.?p\.?(?!\s?[&+]\s?n|[\p{L}\p{N}])/giu, ' 3 pole '],
  [/(?<![\p{L}\p{N}])(?:tp\+n|tpn|tp&n|fp|3p\+n)(?![\p{L}\p{N}])/giu, ' 4 pole '],
  [
    /(?<![\p{L}\p{N}.-])([1-4])\s?[x×*]\s?(\d+(?:\.\d+)?)\s?(a|amps?|امبير|أمبير|امب|أمب)(?![\p{L}\p{N}])/giu,
    ' $1 pole $2 A ',
  ],
  [
    /(?<![\p{L}\p{N}.-])(?:(\d{1,2})\s?(?:c|core|cores|قلب|كور)|([1-7]|12|19|24|27|37|61))\s?[x×*]\s?(\d+(?:\.\d+)?)\s?(?:\+\s?\d+(?:\.\d+)?)?\s?(?:mm2|mm²|mm|مم2|مم²|ملم2|مم|ملم|مللي|ملي)(?![\p{L}\p{N}])/giu,
    ' $1$2 core $3 mm2 ',
  ],
  // A section alone, which nobody writes a unit behind: "wire 2.5".
  [
    /(?<=(?:cable|wire|كيبل|كابل|سلك|كبل|واير)\s)(1\.5|2\.5|4|6|10|16|25|35|50|70|95|120|150|185|240|300)(?=$|\s+\p{L}{3})(?!\s(?:core|pair|قلب|كور|متر))/giu,
    '$1 mm2',
  ],
  [/(?<![\p{L}\p{N}.-])(\d{1,2})c\s?[x×*]\s?(\d+(?:\.\d+)?)/giu, ' $1 core $2 mm2 '],
  [
    /(?<![\p{L}\p{N}.-])(\d{1,2})\s?[x×*]\s?(0\.[57]5?|1(?:\.5|[026]|20|50|85)?|2(?:\.5|5|40)?|3(?:5|00)|4(?:00)?|50|6|70|95)(?=\s*(?:$|[^\p{L}\p{N}\s.x×*]|\p{L}))(?<=(?:cable|wire|flex|cord|كيبل|كابل|سلك|كبل|واير).*)/giu,
    ' $1 core $2 mm2 ',
  ],
]

const horsepower = /(\d+(?:\.\d+)?)\s?(?:hp|حصان)(?![\p{L}\p{N}])/giu

/** Rated powers of motors, kW. */
const motorPowers = [
  ...[
    0.37, 0.55, 0.75, 1.1, 1.5, 2.2, 3, 4, 5.5, 7.5, 11, 15, 18.5, 22, 30, 37, 45, 55, 75, 90, 110,
  ],
  ...[132, 160, 200, 250, 315, 355],
]

/** Motors are named by horsepower, and rated in kW: 40 hp is 30 kW. */
function kilowattsOf(power: number) {
  const distance = (rated: number) => Math.abs(Math.log(rated / (power * 0.746)))
  return motorPowers.reduce((a, b) => (distance(b) < distance(a) ? b : a))
}

/** Standards by which goods are made, each with its number: "UL 489", "BS EN 60898". */
const standard =
  /(?<![\p{L}\p{N}])(?:(?:BS|DIN|SASO|GSO)[ -])?(?:EN|IEC|UL|BS|DIN|NEMA|ANSI|IEEE|ASTM|NFPA|SASO|GSO|VDE)[ -]?(?:IEC[ -]?)?[A-Z]{0,2}[ -]?\d{2,}(?:-\d+)*/giu

/**
 * Returns what the search is asked for a line's words: without what refers to documents and approvals but for the
 * standards in it, and with ratings written out.
 */
export function questionOf(words: string) {
  const line = ` ${words} `
  let question = line
  const standards: string[] = []
  for (const match of [...foldLine(question).matchAll(reference)].reverse()) {
    const rest =
      question.slice(0, match.index) + ' ' + question.slice(match.index + match[0].length)
    // A line may consist of nothing else: "as per sample".
    if (!/\p{L}{2}/u.test(rest)) continue
    question = rest
    const left = line.slice(match.index, match.index + match[0].length)
    standards.push(...(left.match(standard) ?? []))
  }
  question = spellOut([question, ...standards].join(' '))
  for (const [pattern, plain] of rewritten) question = question.replace(pattern, plain)
  question = question.replace(horsepower, (_, power: string) => `${kilowattsOf(Number(power))} kW`)
  return question.replace(/\s+/g, ' ').trim()
}
