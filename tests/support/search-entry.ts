import {
  openSearchIndex,
  type SearchIndex,
} from '../../packages/product-search/index/search-index.ts'
import type { SearchEntry } from '@site/product-search/types'
import type { ContentLanguage } from '../../server/content/content-types.ts'

/** An entry of which only some fields matter. */
export function entryOf(entry: Partial<SearchEntry> & { id: string; title: string }): SearchEntry {
  return {
    kind: 'product',
    language: 'En',
    parentId: '',
    image: '',
    date: '',
    position: 0,
    subTitle: '',
    parentTitle: '',
    specs: [],
    variants: [],
    text: '',
    ...entry,
  }
}

/** An index in memory with the details of some things. */
export function indexOf(...entries: (Partial<SearchEntry> & { id: string; title: string })[]) {
  const index = openSearchIndex(':memory:')
  index.put(entries.map(entryOf), { isWhole: true })
  return index
}

/** Results of a question; the first ten unless told. */
export function search(
  index: SearchIndex,
  text: string,
  { language = 'En', limit = 10 }: { language?: ContentLanguage; limit?: number } = {},
) {
  return index.search({ text, language, offset: 0, limit })
}

/** The IDs of what a question finds, best first. */
export function idsFound(index: SearchIndex, text: string, language: ContentLanguage = 'En') {
  return search(index, text, { language }).hits.map(({ id }) => id)
}
