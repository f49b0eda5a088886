import {
  ContentUnavailable,
  optional,
  type Content,
  type Product,
} from '../../content/content.server'
import { findProduct } from '../../catalogue/compared-products.server'
import { findProductByCode } from '../../content/search.server'
import type { Language } from '../../language/languages'
import { variantFragment } from '../../variant-anchor'
import { variantOf, type QuoteItem } from '../quote-items'

/** An item of a list, as far as its product is known. */
export interface QuoteLine extends QuoteItem {
  /** `unavailable`: its product cannot be read now; `missing`: there is no such product. */
  state: 'found' | 'missing' | 'unavailable'
  /** The product's; the id where it was not found. */
  title: string
  /** The order code; empty for a product without. */
  code: string
  image: string
  /** The path of the product's screen; empty where it was not found. */
  path: string
  /** The language of the title, if that is not the page's. */
  language?: Language
}

/** Products that are read at once. */
const concurrency = 8

/** After so many unknown ids the rest of a list is not looked up: ids of an address may be made up. */
const maxMissing = 8

/** Of an unknown product, as it is shown. */
const maxNameLength = 60

/** The items of a list with their products, in the list's order. Never rejects because of an item. */
export async function readLines(content: Content, items: QuoteItem[]): Promise<QuoteLine[]> {
  const lines: QuoteLine[] = []
  for (let at = 0; at < items.length; at += concurrency) {
    const part = items.slice(at, at + concurrency)
    const missing = lines.filter(({ state }) => state === 'missing').length
    const read = (item: QuoteItem) => lineOf(content, item)
    if (missing >= maxMissing) lines.push(...part.map((item) => unknownLine(item, 'missing')))
    else lines.push(...(await Promise.all(part.map(read))))
  }
  return lines
}

/** Whether a list names unknown products: it may be made up, or just old. */
export function hasMissing(lines: QuoteLine[]) {
  return lines.some(({ state }) => state === 'missing')
}

/** The items of a list without a look at the content. */
export function linesWithoutProducts(items: QuoteItem[]): QuoteLine[] {
  return items.map((item) => unknownLine(item, 'unavailable'))
}

async function lineOf(content: Content, item: QuoteItem): Promise<QuoteLine> {
  const variant = variantOf(item.id)
  const ofVariant = variant && (await findProduct(content, variant.postId))
  if (variant && ofVariant && 'product' in ofVariant) {
    const { product, to } = ofVariant
    return hasCode(product, variant.code)
      ? foundLine(item, product, to, variant.code)
      : unknownLine(item, 'missing')
  }
  const found = ofVariant ?? (await findProduct(content, item.id))
  if (found instanceof ContentUnavailable) return unknownLine(item, 'unavailable')
  if (found) return foundLine(item, found.product, found.to)
  return (await lineOfCode(content, item)) ?? unknownLine(item, 'missing')
}

/** Somebody may write an order code by itself. */
async function lineOfCode(content: Content, item: QuoteItem) {
  const postId = await optional(findProductByCode(content, item.id))
  const found = postId === null ? null : await findProduct(content, postId)
  if (!found || !('product' in found) || !hasCode(found.product, item.id)) return null
  return foundLine(item, found.product, found.to, item.id)
}

function hasCode({ postVariants }: Product, code: string) {
  return postVariants.some((variant) => variant.code === code)
}

function foundLine(item: QuoteItem, product: Product, to: string, code = ''): QuoteLine {
  const { postTitle, postImage, language } = product
  return {
    ...item,
    state: 'found',
    title: postTitle,
    code,
    image: postImage,
    path: code === '' ? to : to + variantFragment(code),
    ...(language && { language }),
  }
}

function unknownLine(item: QuoteItem, state: 'missing' | 'unavailable'): QuoteLine {
  const variant = variantOf(item.id)
  const name = variant ? `${variant.postId} ${variant.code}` : item.id
  // Somebody may have written more than an id into an address.
  const title =
    name.length > maxNameLength ? `${name.slice(0, maxNameLength).toWellFormed()}…` : name
  return { ...item, state, title, code: '', image: '', path: '' }
}
