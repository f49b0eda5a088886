import { oncePer } from './parse/clauses.ts'

/** The title of a product with its subtitle, in each language. */
type Titles = readonly { own: string; subTitle: string }[]

/** Words for direct current, and for what makes it. */
const direct =
  /(?<!\p{L})(?:dc|pv|solar|vdc|direct current|دي ?سي|تيار مستمر|شمسي\p{L}*|(?:ال)?لوح|(?:ال)?[اأ]لواح)(?!\p{L})|شمسي|المستمر/iu

/** Words of a subtitle for direct current; a converter names both sides. */
const directSide = /(?<!\p{L})v?dc(?!\p{L})|(?:ال)?تيار (?:ال)?مستمر/iu
const alternating = /(?<!\p{L})v?ac(?!\p{L})|متردد/iu

/** Duties that only special goods of a kind are made for, and the words of a question that ask for them. */
const duties = [
  { titled: /capacitor|مكثف/iu, asked: /capacitor|kvar|power.factor|مكثف|كيلو ?فار|معامل/iu },
  {
    titled: /non-linear|غير (?:ال)?خطي/iu,
    asked: /linear|k-?factor|isolat|harmonic|خطي|عزل|توافقي/iu,
  },
  {
    titled: /medical|طبي/iu,
    asked: /medical|hospital|theatre|care|isolat|طبي|مستشف|عمليات|عناية|عزل/iu,
  },
]

/** Words for what belongs to goods, and is none of them. */
const parts =
  /(?<!\p{L})(?:kits?|spares?|spare parts?|replacement|accessor(?:y|ies)|test plugs?)(?!\p{L})|(?<!\p{L})(?:طقم|أطقم|اطقم|قطع غيار|بديلة|خرطوشة|ملحقات|قابس اختبار)(?!\p{L})/iu

/** Whether goods are not for direct current, or it is asked for: they fail on alternating current. */
export function isOfNetwork(titles: Titles, asked: string) {
  if (direct.test(asked)) return true
  return !titles.some(
    ({ own, subTitle }) =>
      direct.test(own) || (directSide.test(subTitle) && !alternating.test(subTitle)),
  )
}

const dutiesOf = oncePer((titles: Titles) =>
  duties.filter(({ titled }) => titles.some(({ own }) => titled.test(own))),
)

/** Whether goods are made for a duty or a network that a question does not ask for. */
export function isForOtherUse(titles: Titles, asked: string) {
  return !isOfNetwork(titles, asked) || dutiesOf(titles).some((duty) => !duty.asked.test(asked))
}

/** Whether it is a part of goods, such as a service kit, which nobody asks for by a rating alone. */
export function isPart(titles: Titles, asked: string) {
  return !parts.test(asked) && titles.some(({ own }) => parts.test(own))
}
