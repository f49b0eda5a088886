import type { PropertyValue, Product, ProductGroup } from 'schema-dts'
import { parseInterval, parseNumber } from '../../catalogue/filters/spec-values.server'
import type { Spec } from '../../content/content.server'
import type { CardView } from '../../views/card-views.server'
import type { AvailabilityView } from '../../views/availability.server'
import type { ProductView } from '../../views/product-view.server'
import { variantFragment } from '../../addresses'
import type { RelationView } from '../../site/search.server'
import { beginningOf, shorten } from '../page-meta'
import { documentNode } from './organization.server'
import {
  imageAddresses,
  listed,
  organizationId,
  pageAddress,
  thingId,
  type PageContext,
} from './page-context.server'

/**
 * UN/CEFACT Common Codes (Recommendation 20) of the units of electrical products, by symbol. Letter case matters: mW is
 * a milliwatt, MW a megawatt.
 */
const unitCodes = new Map<string, string>(
  Object.entries({
    ...{ A: 'AMP', mA: '4K', kA: 'B22', Ah: 'AMH', mAh: 'E09' },
    ...{ V: 'VLT', mV: '2Z', kV: 'KVT', MV: 'B78' },
    ...{ W: 'WTT', mW: 'C31', kW: 'KWT', MW: 'MAW', GW: 'A90' },
    ...{ VA: 'D46', kVA: 'KVA', MVA: 'MVA', var: 'D44', kvar: 'KVR', Mvar: 'MAR' },
    ...{ Wh: 'WHR', kWh: 'KWH', MWh: 'MWH', GWh: 'GWH', J: 'JOU', kJ: 'KJO', MJ: '3B' },
    ...{ Ω: 'OHM', mΩ: 'E45', kΩ: 'B49', MΩ: 'B75', F: 'FAR', µF: '4O', nF: 'C41', pF: '4T' },
    ...{ H: '81', mH: 'C14', µH: 'B90', T: 'D33' },
    ...{ Hz: 'HTZ', kHz: 'KHZ', MHz: 'MHZ', GHz: 'A86' },
    ...{ mm: 'MMT', cm: 'CMT', m: 'MTR', km: 'KMT', µm: '4H' },
    ...{ 'mm²': 'MMK', 'cm²': 'CMK', 'm²': 'MTK', 'm³': 'MTQ', 'cm³': 'CMQ', L: 'LTR', l: 'LTR' },
    ...{ 'm³/h': 'MQH', 'L/h': 'E32', 'm/s': 'MTS' },
    ...{ mg: 'MGM', g: 'GRM', kg: 'KGM', t: 'TNE', 'kg/m': 'KL' },
    ...{ N: 'NEW', kN: 'B47', Nm: 'NU', 'N·m': 'NU' },
    ...{ Pa: 'PAL', kPa: 'KPA', MPa: 'MPA', bar: 'BAR' },
    ...{ '°C': 'CEL', '°F': 'FAH', K: 'KEL', '°': 'DD', '%': 'P1' },
    ...{ ms: 'C26', s: 'SEC', min: 'MIN', h: 'HUR', d: 'DAY' },
    ...{ lm: 'LUM', lx: 'LUX', cd: 'CDL', 'lm/W': 'B61', dB: '2N', rpm: 'RPM' },
  }),
)

/** Returns the UN/CEFACT code of a unit's symbol; undefined for an unknown one. */
function unitCodeOf(symbol: string): string | undefined {
  return unitCodes.get(symbol.trim().replace('μ', 'µ'))
}

/** Describes a specification: as a number or range if it is one, else as text, with its unit code. */
export function specProperty({ name, value, unit }: Spec): PropertyValue {
  const interval = parseInterval(value)
  return {
    '@type': 'PropertyValue',
    name,
    ...(interval && interval.min < interval.max
      ? { minValue: interval.min, maxValue: interval.max }
      : { value: parseNumber(value) ?? value }),
    unitCode: unitCodeOf(unit),
    unitText: unit || undefined,
  }
}

/** Max. order codes of a product group; a series with more is complete only in the catalogue data. */
const maxVariants = 100

/** Names of the specification that states the brand, in lower case. */
const brandNames = new Set([
  'brand',
  'manufacturer',
  'العلامة التجارية',
  'الشركة المصنعة',
  'الصانع',
])

interface ProductRelations {
  /** The names of its parents, outermost first; empty if unknown. */
  category: string
  /** The products that its screen links to. */
  others: CardView[]
  relations: RelationView[]
  addressOf: (id: string) => string
}

/** Describes the product of a detail screen. A series is a group of the products that its order codes name. */
export function productNode(
  post: ProductView,
  { category, others, relations, addressOf }: ProductRelations,
  page: PageContext,
): Product | ProductGroup {
  const { frame, path, language } = page
  const { columns, rows } = post.ordering
  const [only, ...more] = rows
  const id = thingId(frame, path, 'product')
  const named = <T extends string>(type: T, isAsked: (one: RelationView) => boolean) =>
    relations.filter(isAsked).map(({ text, product }) => ({
      '@type': type,
      name: product?.title ?? text,
      url: product && pageAddress(frame, product.href, language),
      mpn: product ? product.code : /\s/.test(text) ? undefined : text,
    }))
  const older = named('ProductModel', (one) => one.relation === 'replaces' && !isOfOthers(one))
  const newer = named('ProductModel', ({ relation }) => relation === 'replacedBy')
  const accessories = named('Product', ({ relation }) => relation === 'accessories')
  const shared = {
    '@id': id,
    name: post.postTitle,
    description: post.postSubTitle || shorten(beginningOf(post.postDetails)) || undefined,
    url: page.canonical,
    mainEntityOfPage: { '@id': page.canonical },
    brand: brandOf(post, page),
    category: category || undefined,
    image: imageAddresses(frame, [post.postImage, ...post.postImages]),
    additionalProperty: listed(post.postSpecs.map(specProperty)),
    subjectOf: listed(post.postFiles.map((file) => documentNode(file, page))),
    isRelatedTo: listed([
      ...others.map(({ postID, postTitle }): Product => ({
        '@type': 'Product',
        name: postTitle,
        url: pageAddress(frame, addressOf(postID), language),
      })),
      ...accessories.map((one) => ({ ...one, isAccessoryOrSparePartFor: { '@id': id } })),
    ]),
    isSimilarTo: listed(named('Product', isOfOthers)),
    model: listed(
      [{ name: post.postTitle, successorOf: listed(older), predecessorOf: listed(newer) }]
        .filter(({ successorOf, predecessorOf }) => successorOf ?? predecessorOf)
        .map((model) => ({ '@type': 'ProductModel' as const, ...model })),
    ),
  }
  if (more.length === 0) {
    return {
      '@type': 'Product',
      ...shared,
      ...(only && { sku: only.code, mpn: only.code, offers: offerOf(only.availability, page) }),
    }
  }
  return {
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: post.postID,
    variesBy: columns.map(({ name }) => name),
    hasVariant: rows.slice(0, maxVariants).map((row) => variantNode(post, row, page)),
  }
}

/** Describes the product that an order code names. */
function variantNode(
  { postTitle, ordering: { columns } }: ProductView,
  { code, values, availability }: ProductView['ordering']['rows'][number],
  page: PageContext,
): Product {
  const { canonical, frame, path } = page
  const specs = columns.flatMap(({ name, unit }, at) => {
    const value = values[at] ?? ''
    return value === '' ? [] : [specProperty({ name, value, unit })]
  })
  return {
    '@type': 'Product',
    '@id': `${thingId(frame, path, 'product')}-${variantFragment(code).slice(1)}`,
    name: `${postTitle} ${code}`,
    sku: code,
    mpn: code,
    url: canonical + variantFragment(code),
    additionalProperty: listed(specs),
    offers: offerOf(availability, page),
  }
}

const availabilities = {
  'in-stock': 'https://schema.org/InStock',
  days: 'https://schema.org/BackOrder',
  'to-order': 'https://schema.org/MadeToOrder',
  discontinued: 'https://schema.org/Discontinued',
} as const

/** Describes an offer without a price: the company quotes on request. */
function offerOf(stated: AvailabilityView | undefined, { frame }: PageContext): Product['offers'] {
  if (!stated) return undefined
  return {
    '@type': 'Offer',
    availability: availabilities[stated.state],
    offeredBy: { '@id': organizationId(frame) },
    ...(stated.days !== undefined && {
      deliveryLeadTime: { '@type': 'QuantitativeValue', value: stated.days, unitCode: 'DAY' },
    }),
  }
}

/** Whether a product is like another one that is none of the company's series, as far as is known. */
function isOfOthers({ relation, product }: RelationView) {
  return relation === 'equivalent' || (relation === 'replaces' && !product)
}

/** A product's brand is the company, unless its specifications name another. */
function brandOf({ postSpecs }: ProductView, { frame }: PageContext): Product['brand'] {
  const spec = postSpecs.find(({ name }) => brandNames.has(name.toLowerCase()))
  return spec ? { '@type': 'Brand', name: spec.value } : { '@id': organizationId(frame) }
}
