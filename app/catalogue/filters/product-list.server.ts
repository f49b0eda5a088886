import type { TFunction } from 'i18next'
import {
  type Facet,
  facetsOf,
  chosenViewsOf,
  filterViewsOf,
  removalViewsOf,
  type ChosenView,
  type RemovalView,
  type FilterView,
} from './facets.server'
import { orderText, type Order, pairsOf, readSelection } from './selection.server'
import {
  type ProductCard,
  createPause,
  renderQueue,
  type Content,
} from '../../content/content.server'
import { languages, type Language } from '../../language/languages'
import {
  collatorOf,
  noCell,
  type Label,
  type SpecIndex,
  indexSpecs,
  type Cell,
} from './spec-index.server'
import { specsInOrder, tableOf, type TableView } from './table-view.server'
import { createPageBudget } from '../../../server/text/page-bytes'
import { addresses } from '../../addresses'
import { specCardOf, type CardPage, type SpecCardView } from '../../views/card-views.server'
import { pageOf, requireSelectors, type Selectors } from '../../views/list-page.server'
import { matchingProducts, matchingVariants, matchRows } from './matching.server'

/** A selectable order; an empty value is the list's own order. */
interface OrderView {
  value: string
  text: string
  isChosen: boolean
}

/** Lists the orders of a list: its own, by name, by each quantity, and the current one. */
function ordersOf(facets: readonly Facet[], current: Order | null, t: TFunction) {
  const quantities = facets.filter(({ isQuantity }) => isQuantity).map(({ label }) => label)
  const labels = [null, ...quantities]
  if (current && !labels.includes(current.label)) labels.push(current.label)
  const orders: OrderView[] = [{ value: '', text: t('sort.own'), isChosen: current === null }]
  for (const label of labels) {
    const name = label?.name ?? t('sort.name')
    for (const isDescending of [false, true]) {
      const value = orderText({ label, isDescending })
      orders.push({
        value,
        text: t(isDescending ? 'sort.descending' : 'sort.ascending', { name }),
        isChosen: current !== null && value === orderText(current),
      })
    }
  }
  return orders
}

/** A product's sort key; null if it has no value under the label. */
type SortKey = number | string | null

/**
 * Sorts products of a list: numbers by the lowest one, then words by the language's alphabet.
 * Products without a value come last in both directions; ties keep the list's order.
 * @param numbers the products' numbers in the list
 * @returns the same numbers, sorted
 */
function sortProducts(
  numbers: number[],
  { label, isDescending }: Order,
  products: readonly ProductCard[],
  index: SpecIndex,
  language: Language,
): number[] {
  const keys = label ? sortKeysOf(label, index) : products.map(({ postTitle }) => postTitle)
  const compare = keyOrder(language)
  const sign = isDescending ? -1 : 1
  return [...numbers].sort((a, b) => {
    const [first = null, second = null] = [keys[a], keys[b]]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return sign * compare(first, second)
  })
}

function keyOrder(language: Language) {
  const collator = collatorOf(language)
  return (a: number | string, b: number | string) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
    return typeof a === 'number' ? -1 : 1
  }
}

/**
 * Returns each product's sort key: its own value, otherwise the first of its variants in sort
 * order.
 */
function sortKeysOf({ cells, cellOfRow, cellOfProduct }: Label, { productOfRow }: SpecIndex) {
  const keyOfCell = cells.map(sortKeyOf)
  const keys: SortKey[] = Array.from(cellOfProduct, (cell) => keyOfCell[cell] ?? null)
  for (const [row, cell] of cellOfRow.entries()) {
    const product = productOfRow[row] ?? 0
    const key = keyOfCell[cell]
    if (key === undefined || cellOfProduct[product] !== noCell) continue
    const known = keys[product] ?? null
    const isLower = typeof key === 'number' && typeof known === 'number' && key < known
    if (known === null || isLower) keys[product] = key
  }
  return keys
}

function sortKeyOf({ text, values }: Cell): number | string {
  const numbers = values.flatMap(({ interval }) => (interval ? [interval.min] : []))
  return numbers.length > 0 ? Math.min(...numbers) : text
}

/** A product with its order codes that match the filters; none without filters. */
export interface FilteredCardView extends SpecCardView {
  /** The first of them. */
  codes: string[]
  codeCount: number
}

/** Maximum number of order codes listed per product. */
const maxListed = 6

/**
 * The bytes that filters, and the order codes, specifications and table of the products on a page take. A chosen value names
 * all others in the address of the link that removes it.
 */
const maxDetails = 200_000

/** One page of a type's products as selected, sorted and shown by the address. */
export interface ProductListView extends CardPage<FilteredCardView> {
  /** The number of products of the type. */
  count: number
  /** The number of these that match the filters. */
  found: number
  /** The address's parameters except the page; empty for the plain list. */
  search: string
  /** Null for products whose specifications do not divide them. */
  tools: ListToolsView | null
  /** Null: the products are shown as cards. */
  table: TableView | null
}

/** The filters and orders of a list, and the chosen ones. */
export interface ListToolsView {
  filters: FilterView[]
  /** The first of the chosen values; the fields of the filters show all. */
  chosen: ChosenView[]
  chosenCount: number
  /** Links that each remove one filter, with the number found then; empty unless nothing is found. */
  removals: RemovalView[]
  /** The address of the list without filters. */
  clearTo: string
  orders: OrderView[]
  cardsTo: string
  tableTo: string
}

/**
 * @param english the same products in English, which names filters in addresses; null if unavailable
 * @throws a 308 redirect to the canonical address of what is selected
 */
export async function productListOf(
  typeId: string,
  { products, english }: { products: ProductCard[]; english: ProductCard[] | null },
  request: Request,
  { lang, t }: Pick<Content, 'lang' | 't'>,
): Promise<ProductListView> {
  const { index, facets } = await cachedIndexOf(products, english, lang)
  await renderQueue.resume()
  const hasTools = facets.length > 0
  const sortable = hasTools ? index.labels : []
  const selection = readSelection(new URL(request.url).searchParams, facets, sortable)
  const { filters, order, isTable } = selection
  const selectors = pairsOf(selection)
  requireSelectors(request, selectors)

  const matches = matchRows(index, filters)
  const found = matchingProducts(index, matches)
  const sorted = order ? sortProducts(found, order, products, index, lang) : found
  const { items, page, pages } = pageOf(sorted, request)
  await renderQueue.resume()
  const hrefOf = (pairs: Selectors) => addresses.productsOfType(typeId) + searchOf(pairs)
  const fits = createPageBudget(maxDetails)
  const chosen = chosenViewsOf(selection, hrefOf)
  const tools = {
    filters: filterViewsOf(index, facets, filters, matches, fits),
    chosen: chosen.filter(fits),
    chosenCount: chosen.length,
    removals:
      found.length === 0
        ? removalViewsOf(index, selection, matches, hrefOf, languages[lang].comma)
        : [],
    clearTo: hrefOf(pairsOf({ ...selection, filters: [] })),
    orders: ordersOf(facets, order, t),
    cardsTo: hrefOf(pairsOf({ ...selection, isTable: false })),
    tableTo: hrefOf(pairsOf({ ...selection, isTable: true })),
  }
  return {
    cards: items.flatMap((number) => {
      const product = products[number]
      if (!product) return []
      const variants = filters.length > 0 ? matchingVariants(index, matches, number) : []
      const codes = variants.flatMap((variant) => product.postVariants[variant]?.code ?? [])
      const postSpecs = specsInOrder(index, facets, number, product.postSpecs, lang)
      const { specs, ...card } = specCardOf({ ...product, postSpecs }, lang)
      const listed = codes.slice(0, maxListed).filter((code) => fits([card.postID, code]))
      return [{ ...card, specs: specs.filter(fits), codes: listed, codeCount: codes.length }]
    }),
    page,
    pages,
    count: products.length,
    found: found.length,
    search: searchOf(selectors),
    tools: hasTools ? tools : null,
    table: isTable ? tableOf(index, facets, items, selection, hrefOf, lang, fits) : null,
  }
}

function searchOf(selectors: Selectors) {
  return selectors.length > 0 ? `?${new URLSearchParams(selectors).toString()}` : ''
}

interface CachedIndex {
  english: ProductCard[] | null
  made: ReturnType<typeof makeIndex>
}

/** Indexes of cached lists, which are identical objects until their content changes. */
const indexes = new WeakMap<ProductCard[], CachedIndex>()

function cachedIndexOf(products: ProductCard[], english: ProductCard[] | null, language: Language) {
  const cached = indexes.get(products)
  if (cached?.english === english) return cached.made
  const made = makeIndex(products, english, language)
  indexes.set(products, { english, made })
  return made
}

async function makeIndex(
  products: ProductCard[],
  english: ProductCard[] | null,
  language: Language,
): Promise<{ index: SpecIndex; facets: Facet[] }> {
  const pause = createPause()
  const index = await indexSpecs(products, english, pause)
  return { index, facets: await facetsOf(index, language, pause) }
}
