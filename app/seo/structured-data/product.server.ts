import type { Product, ProductGroup } from 'schema-dts'
import type { CardView } from '../../content/cards.server'
import type { ProductView } from '../../content/post-view.server'
import { variantFragment } from '../../variant-anchor'
import { beginningOf, shorten } from '../descriptions'
import { documentNode } from './document.server'
import {
  imageAddresses,
  listed,
  organizationId,
  pageAddress,
  thingId,
  type PageContext,
} from './page-context.server'
import { specProperty } from './spec-property.server'

/** Max. order codes of a product group; a series with more is in the catalogue data as a whole. */
const maxVariants = 100

/** Names of the specification that states whose product it is, in lower case. */
const brandNames = new Set([
  'brand',
  'manufacturer',
  'العلامة التجارية',
  'الشركة المصنعة',
  'الصانع',
])

interface ProductRelations {
  /** The names of what it belongs to, outermost first; empty if unknown. */
  category: string
  /** The products that its screen leads to. */
  others: CardView[]
  addressOf: (id: string) => string
}

/** The product of a detail screen. A series is a group of the products that its order codes name. */
export function productNode(
  post: ProductView,
  { category, others, addressOf }: ProductRelations,
  page: PageContext,
): Product | ProductGroup {
  const { frame, path, language } = page
  const { columns, rows } = post.ordering
  const [only, ...more] = rows
  const id = thingId(frame, path, 'product')
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
    isRelatedTo: listed(
      others.map(({ postID, postTitle }): Product => ({
        '@type': 'Product',
        name: postTitle,
        url: pageAddress(frame, addressOf(postID), language),
      })),
    ),
  }
  if (more.length === 0) {
    return { '@type': 'Product', ...shared, ...(only && { sku: only.code, mpn: only.code }) }
  }
  return {
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: post.postID,
    variesBy: columns.map(({ name }) => name),
    hasVariant: rows.slice(0, maxVariants).map(({ code, values }): Product => ({
      '@type': 'Product',
      '@id': `${id}-${variantFragment(code).slice(1)}`,
      name: `${post.postTitle} ${code}`,
      sku: code,
      mpn: code,
      url: page.canonical + variantFragment(code),
      additionalProperty: listed(
        columns.flatMap(({ name, unit }, at) => {
          const value = values[at] ?? ''
          return value === '' ? [] : [specProperty({ name, value, unit })]
        }),
      ),
    })),
  }
}

/** A product is the company's own unless its specifications name another maker. */
function brandOf({ postSpecs }: ProductView, { frame }: PageContext): Product['brand'] {
  const spec = postSpecs.find(({ name }) => brandNames.has(name.toLowerCase()))
  return spec ? { '@type': 'Brand', name: spec.value } : { '@id': organizationId(frame) }
}
