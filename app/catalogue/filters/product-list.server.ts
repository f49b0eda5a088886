import {
  createPause,
  processorTurns,
  type Content,
  type ProductCard,
} from '../../content/content.server'
import { addresses } from '../../addresses'
import { specCardOf, type CardPage, type SpecCardView } from '../../content/cards.server'
import { pageOf, requireSelectors, type Selectors } from '../../content/paging.server'
import type { Language } from '../../language/languages'
import { facetsOf, type Facet } from './facets.server'
import {
  chosenViewsOf,
  filterViewsOf,
  type ChosenView,
  type FilterView,
} from './filter-views.server'
import { matchingProducts, matchRows } from './matching.server'
import { ordersOf, type OrderView } from './order-views.server'
import { pairsOf, readSelection } from './selection.server'
import { sortProducts } from './sorting.server'
import { indexSpecs, type SpecIndex } from './spec-index.server'
import { tableOf, type TableView } from './table-view.server'

/** A page of the products of a type, as its address selects, sorts and shows them. */
export interface ProductListView extends CardPage<SpecCardView> {
  /** The number of products of the type. */
  count: number
  /** The number of these that match the filters. */
  found: number
  /** The parameters of the address, besides the page; empty for the plain list. */
  search: string
  /** null for products whose specifications do not divide them. */
  tools: ListTools | null
  /** null: the products are shown as cards. */
  table: TableView | null
}

/** What the products of a list can be filtered and sorted by, and what of that is chosen. */
export interface ListTools {
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
  await processorTurns.resume()
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
  await processorTurns.resume()
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
