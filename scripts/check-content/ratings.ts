import type { Content, Product } from '../../server/content-service/folder/assemble.ts'
import type { Spec } from '../../server/content-service/folder/format.ts'
import type { Problem, Text } from './texts.ts'

/** Units of ratings: the catalogue's symbol, the factor to it, and how texts write it. */
const units = [
  { symbol: 'kVA', factor: 1, written: 'kVA|كيلوفولت أمبير' },
  { symbol: 'kVA', factor: 1000, written: 'MVA|ميجافولت أمبير' },
  { symbol: 'kW', factor: 1, written: 'kW|كيلوواط' },
  { symbol: 'kWh', factor: 1, written: 'kWh|كيلوواط ساعة' },
  { symbol: 'A', factor: 1, written: 'A|أمبير' },
]
const unitName = `(?:${units.map(({ written }) => written).join('|')})(?![\\p{L}²-]| ساعة)`
const number = '\\d[\\d,]*(?:\\.\\d+)?'
const quantity = `(?:(${number})\\s?(?:–|to|or|and|إلى|أو|و)\\s?)?(${number})\\s(${unitName})`

/** What texts speak of with a rating: its words, its types or products in the catalogue, and the rating's labels. */
const kinds = [
  {
    Ar: 'محط(?:ة|ات|تي|تا) (?:ال)?تحويل (?:ال)?مدمج\\p{L}+(?:، في كل منه\\p{L}+ محول)?',
    En: '(?:transformers? in (?:a|each) )?package substations?',
    of: ['tmv-ps'],
    labels: ['Rated power'],
  },
  {
    Ar: 'مج(?:رى|اري) (?:ال)?قضبان',
    En: '(?:busbar )?trunking',
    of: ['busbar-trunking'],
    labels: ['Rated current'],
  },
  {
    Ar: 'عاكس(?:ات)?(?: سلاسل| شمسي\\p{L}*)',
    En: '(?:solar|string|hybrid) inverters?',
    of: ['solar-inverters'],
    labels: ['Output power'],
  },
  {
    Ar: 'محو?ل(?:ات|ًا|ان)?',
    En: 'transformers?',
    of: ['oil-transformers', 'dry-transformers', 'tdb-it'],
    labels: ['Rated power'],
  },
  // The specification of the larger generator has its standby power; its prime power is 1000 kVA.
  {
    Ar: 'مولدات|مولدًا|مولد(?:ات)? ديزل',
    En: 'generators?',
    of: ['generators-ats'],
    labels: ['Rated power'],
    also: [1000],
  },
  {
    Ar: 'شاحن(?:ًا)?|شواحن',
    En: 'chargers?',
    of: ['ac-chargers', 'dc-chargers'],
    labels: ['Output power'],
  },
  {
    Ar: 'قاطع\\p{L}? مقولب|قواطع مقولبة',
    En: 'MCCBs?|moulded-case circuit breakers?',
    of: ['mccb'],
    labels: ['Rated current'],
  },
  {
    Ar: 'قاطع\\p{L}? هوائي|قواطع هوائية',
    En: 'ACBs?|air circuit breakers?',
    of: ['acb'],
    labels: ['Rated current'],
  },
  {
    Ar: 'لوح(?:ة|ات) (?:ال)?(?:توزيع (?:ال)?)?رئيسية',
    En: 'main (?:switch)?boards?|main (?:distribution )?panels?',
    of: ['main-panels'],
    labels: ['Rated current'],
    also: [6300],
  },
  {
    Ar: 'مفتاح تحويل تلقائي|مفاتيح (?:ال)?تحويل (?:ال)?تلقائي',
    En: '(?:automatic )?transfer switch(?:es)?',
    of: ['generators-ats'],
    labels: ['Rated current'],
  },
  {
    Ar: 'كونتاكتور(?:ات)?',
    En: 'contactors?',
    of: ['contactors'],
    labels: ['Rated current', 'Motor power'],
  },
  {
    Ar: 'بادئ(?:ات)?(?: حركة)? (?:ال)?ناعم\\p{L}*',
    En: 'soft starters?',
    of: ['soft-starters'],
    labels: ['Rated current', 'Motor power'],
  },
  {
    Ar: 'مغير(?:ات)? سرعة',
    En: '(?:variable-speed )?drives?',
    of: ['variable-speed-drives'],
    labels: ['Motor power'],
  },
  {
    Ar: 'بطاريات? تخزين|حاوي(?:ة|ات) تخزين',
    En: 'storage (?:cabinets?|containers?|batter(?:y|ies))',
    of: ['battery-storage'],
    labels: ['Energy capacity', 'Output power'],
  },
  {
    Ar: 'نظام UPS|(?:أنظمة|نظام) (?:ال)?تغذية غير منقطعة',
    En: 'UPS|uninterruptible power suppl(?:y|ies)',
    of: ['ups'],
    labels: ['Rated power', 'Output power'],
  },
]

/** Between a kind and its rating, in Arabic: words, the last of which speaks of a rating. */
const betweenAr =
  '(?: (?!كابل|لوح|قاطع|مصدر|مضخ|محر)\\p{L}+){0,4}?(?: (?:قدرة (?:كل منه\\p{L}+|الواحد\\p{L}*)(?: منها)?|ب?قدرت?\\p{L}*|ب?تيار\\p{L}*|حتى|من))? '
const betweenEn =
  '(?: (?:above the racks|[a-z-]+ed))?,?(?: each)?(?: (?:of up to|of|up to|from|rated(?: at)?|with an?))? '

/** Finds ratings of a kind of product that none of the kind has. */
export function findUnknownRatings(texts: Text[], sample: Content): Problem[] {
  const matchers = kinds.map(({ Ar, En, ...kind }) => ({
    allowed: ratingsOf(sample, kind),
    Ar: [new RegExp(`(?<!\\p{L}|قدرة )[وبلف]*(?:ال)?(?:${Ar})${betweenAr}${quantity}`, 'gu')],
    En: [
      new RegExp(`\\b(?:${En})${betweenEn}${quantity}`, 'giu'),
      new RegExp(`\\b${quantity} (?:[a-z-]+ )?(?:${En})\\b`, 'giu'),
    ],
  }))
  return texts.flatMap((text) => {
    if (text.language === null) return []
    const plain = text.text.replace(/[\u064C-\u0652]/g, '')
    for (const { allowed, [text.language]: patterns } of matchers) {
      const found = patterns.flatMap((pattern) => [...plain.matchAll(pattern)])
      for (const [, from, to, written] of found) {
        const unit = unitOf(written)
        if (!unit) continue
        for (const figure of [from, to]) {
          const rating = numberOf(figure) * unit.factor
          const others = allowed.get(unit.symbol) ?? []
          if (figure === undefined || others.length === 0 || others.includes(rating)) continue
          const message = `no such product has ${figure} ${written}; there are ${others.join(', ')} ${unit.symbol}`
          return [{ ...text, message }]
        }
      }
    }
    return []
  })
}

/** The ratings of a kind, by unit. */
function ratingsOf(
  sample: Content,
  { of, labels, also = [] }: { of: string[]; labels: string[]; also?: number[] },
) {
  const products = sample.categories
    .flatMap(({ types }) => types)
    .flatMap((type) => type.products.filter(({ id }) => of.includes(type.id) || of.includes(id)))
  const ratings = new Map<string, number[]>()
  for (const { specs, variants } of products) {
    for (const spec of [...specs, ...variants.flatMap((variant) => variant.specs)]) {
      if (!labels.includes(spec.name.En)) continue
      const known = [...(ratings.get(spec.unit) ?? also), ...figuresOf(spec)]
      ratings.set(
        spec.unit,
        [...new Set(known)].sort((a, b) => a - b),
      )
    }
  }
  return ratings
}

const span = new RegExp(
  `(?<![\\p{L}\\d])(?:from|من) (${number})( ${unitName})?[^.؛;\\d]{0,40}? (?:to|إلى) (${number}) (${unitName})`,
  'giu',
)

/** Finds types and products whose heading has a span, "from 5 to 10 kW", that is not that of its products. */
export function findWrongSpans(texts: Text[], sample: Content): Problem[] {
  const products = new Map<string, Product[]>()
  for (const type of sample.categories.flatMap(({ types }) => types)) {
    products.set(type.id, type.products)
    for (const product of type.products) products.set(product.id, [product])
  }
  return texts.flatMap((text) => {
    const own = products.get(text.post)
    if (!own || !/^(?:title|subTitle)$/.test(text.key)) return []
    return [...text.text.matchAll(span)].flatMap(([, from, first, to, last]) => {
      const unit = unitOf(last)
      if (first && unitOf(first) !== unit) return []
      const specs = own.flatMap((each) => each.specs).filter((spec) => spec.unit === unit?.symbol)
      const stated = [...new Set(specs.map(({ name }) => name.En))].map((label) => {
        const figures = specs.filter(({ name }) => name.En === label).flatMap(figuresOf)
        return `${Math.min(...figures)} to ${Math.max(...figures)}`
      })
      const factor = unit?.factor ?? 1
      const written = `${numberOf(from) * factor} to ${numberOf(to) * factor}`
      if (stated.length === 0 || stated.includes(written)) return []
      return [{ ...text, message: `its products have ${stated.join(', or ')} ${unit?.symbol}` }]
    })
  })
}

/** Finds order codes whose width, height or mass contradicts their dimensions or their mass per metre. */
export function findUnequalSizes(texts: Text[], sample: Content): Problem[] {
  const products = sample.categories.flatMap(({ types }) => types.flatMap((type) => type.products))
  return products.flatMap(({ id, specs, variants }) => {
    const [text] = texts.filter(({ post }) => post === id)
    return variants.flatMap(({ code, specs: own }) => {
      const stated = new Map([...specs, ...own].map((spec) => [spec.name.En, figuresOf(spec)]))
      const [width, height] = stated.get('Dimensions (W × H × D)') ?? []
      const [mass] = stated.get('Mass') ?? []
      const perLength = (stated.get('Mass per metre')?.[0] ?? 0) * (stated.get('Length')?.[0] ?? 0)
      const differs = (name: string, other?: number) =>
        own.some((spec) => spec.name.En === name) && other && stated.get(name)?.[0] !== other
      const isUnequal =
        differs('Width', width) ||
        differs('Height', height) ||
        (mass && perLength && Math.abs(mass / perLength - 1) > 0.05)
      if (!text || !isUnequal) return []
      return [
        {
          ...text,
          message: `the sizes of ${code} contradict each other, with those it has from its product`,
        },
      ]
    })
  })
}

/**
 * Finds outputs of generators at a place that contradict the table of their product: a row of a table in a
 * product's text begins with the place and ends with what is left of the first figure of the text.
 */
export function findUnequalOutputs(texts: Text[]): Problem[] {
  const kva = new RegExp(`(${number}) (?:kVA|كيلوفولت أمبير)(?!\\p{L})`, 'gu')
  const figuresIn = (text: string) => [...text.matchAll(kva)].map(([, figure]) => numberOf(figure))
  const shares = texts.flatMap(({ file, post, language, key, text }) => {
    const cells = text.split('|').map((cell) => cell.trim())
    const [left] = figuresIn(cells.at(-2) ?? '')
    if (!file.startsWith('products/') || !text.startsWith('|') || left === undefined) return []
    const own = texts.filter(
      (each) => each.post === post && each.key === key && each.language === language,
    )
    const [whole] = own.flatMap((each) => (each.isTable ? [] : figuresIn(each.text)))
    return whole ? [{ place: cells[1] ?? '', share: left / whole, language }] : []
  })
  return texts.flatMap((text) => {
    const [whole, left] = figuresIn(text.text.replace(/(\d)(?=[.]$)/, '$1 kVA'))
    const isOutput = /generator|مولّد/.test(text.text) && !text.file.startsWith('products/')
    if (!isOutput || !whole || !left || left >= whole) return []
    const around = texts.filter(
      (each) => each.post === text.post && each.language === text.language,
    )
    return shares
      .filter(
        ({ place, language }) =>
          language === text.language && around.some((each) => each.text.includes(place)),
      )
      .filter(({ share }) => Math.abs(left / whole - share) > 0.005)
      .map(({ place, share }) => ({
        ...text,
        message: `the table of the product has ${Math.round(share * 1000) / 10} % at ${place}, about ${Math.round(whole * share)} kVA`,
      }))
  })
}

function unitOf(written = '') {
  return units.find((each) => each.written.split('|').includes(written.trim()))
}

function figuresOf({ value }: Spec) {
  const text = typeof value === 'string' ? value : value.En
  return (text.match(new RegExp(number, 'g')) ?? []).map(numberOf)
}

function numberOf(figure = '') {
  return Number(figure.replaceAll(',', ''))
}
