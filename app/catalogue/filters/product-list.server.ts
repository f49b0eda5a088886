import type { TFunction } from 'i18next'
import {
  type Facet,
  facetsOf,
  chosenViewsOf,
  filterViewsOf,
  type ChosenView,
  type FilterView,
} from './facets.server'
import { orderText, type Order, pairsOf, readSelection } from './selection.server'
import {
  type ProductCard,
  createPause,
  renderQueue,
  type Content,
} from '../../content/content.server'
import type { Language } from '../../language/languages'
import { collatorOf, noCell, type Label, type SpecIndex, indexSpecs } from './spec-index.server'
import { type Cell, tableOf, type TableView } from './table-view.server'
import { addresses } from '../../addresses'
import { specCardOf, type CardPage, type SpecCardView } from '../../content/views.server'
import { pageOf, requireSelectors, type Selectors } from '../../content/loaders.server'
import { matchingProducts, matchRows } from './matching.server'

/** An order to choose from; an empty value is the list's own. */
interface OrderView {
  value: string
  text: string
  isChosen: boolean
}

/** The orders of a list: its own, by name, by each quantity, and the current one. */
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

/** What a product is sorted by; null if it has nothing under the label. */
type SortKey = number | string | null

/**
 * Sorts products of a list: numbers by the lowest one, then words by the alphabet of the language.
 * Products without a value come last in both directions, equal ones keep the order of the list.
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

/** The key of each product: of its own value, else of the first of its variants in order. */
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

/** A page of the products of a type, as its address selects, sorts and shows them. */
export interface ProductListView extends CardPage<SpecCardView> {
  /** The number of products of the type. */
  count: number
  /** The number of these that match the filters. */
  found: number
  /** The parameters of the address, besides the page; empty for the plain list. */
  search: string
  /** null for products whose specifications do not divide them. */
  tools: ListToolsView | null
  /** null: the products are shown as cards. */
  table: TableView | null
}

/** What the products of a list can be filtered and sorted by, and what of that is chosen. */
export interface ListToolsView {
  filters: FilterView[]
  chosen: ChosenView[]
  /** The list without filters. */
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
  const tools = {
    filters: filterViewsOf(index, facets, filters, matches),
    chosen: chosenViewsOf(selection, hrefOf),
    clearTo: hrefOf(pairsOf({ ...selection, filters: [] })),
    orders: ordersOf(facets, order, t),
    cardsTo: hrefOf(pairsOf({ ...selection, isTable: false })),
    tableTo: hrefOf(pairsOf({ ...selection, isTable: true })),
  }
  return {
    cards: items.flatMap((number) => {
      const product = products[number]
      return product ? [specCardOf(product, lang)] : []
    }),
    page,
    pages,
    count: products.length,
    found: found.length,
    search: searchOf(selectors),
    tools: hasTools ? tools : null,
    table: isTable ? tableOf(index, items, selection, hrefOf, lang) : null,
  }
}

function searchOf(selectors: Selectors) {
  return selectors.length > 0 ? `?${new URLSearchParams(selectors).toString()}` : ''
}

interface CachedIndex {
  english: ProductCard[] | null
  made: ReturnType<typeof makeIndex>
}

/** Of cached lists, which are the same objects until their content changes. */
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
