import { listPostRows } from '@site/content-folder/rows'
import type { PostRow } from '@site/content-folder/wire'
import { documentsOf, openDaysSpec } from '../../packages/product-search/crawl/entries.ts'
import { foundTypes } from '../../server/content/content-types.ts'
import { openSearchIndex } from '../../packages/product-search/index/search-index.ts'
import type { SearchEntry, SearchKind } from '@site/product-search/types'
import { sampleContent } from './sample-content.ts'

const typesByName = new Map<string, (typeof foundTypes)[number]>(
  foundTypes.map((found) => [found.type, found]),
)

interface WirePost {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  parentID: string
  postDate: string
  postDetails?: string
  postSpecs?: SearchEntry['specs']
  postVariants?: SearchEntry['variants']
  postFiles?: { fileName: string; fileTitle: string }[]
  adress1?: string
  phone1?: string
  openingHours?: string
}

/** The posts of the sample as rows, both languages. */
export function listSampleRows(): PostRow[] {
  return [...listPostRows(sampleContent)]
}

/** The whole entries of posts, with the documents of products and solutions. */
export function listEntries(rows: PostRow[]): SearchEntry[] {
  const parents = new Map(rows.map((row) => [`${row.language} ${row.id}`, row.title]))
  const inSolutions = rows.filter((row) => row.type === 'SolProducts')
  const positions = new Map<string, number>()
  return rows.flatMap((row) => {
    const kind = typesByName.get(row.type)?.kind
    if (!kind) return []
    const list = `${row.type} ${row.language} ${row.parentId}`
    const position = positions.get(list) ?? 0
    positions.set(list, position + 1)
    const parentTitle = parents.get(`${row.language} ${row.parentId}`) ?? ''
    const entry = toEntry(row, kind, position, parentTitle)
    const listedBy = inSolutions.filter((one) => one.id === row.id).map((one) => one.parentId)
    return [entry, ...listDocuments(row, entry, [...new Set(listedBy)])]
  })
}

function toEntry(
  row: PostRow,
  kind: SearchKind,
  position: number,
  parentTitle: string,
): SearchEntry {
  const post: WirePost = JSON.parse(row.detailItem)
  const screen = typesByName.get(row.type)?.screen
  const texts = [post.adress1, post.phone1, post.openingHours, plainText(post.postDetails ?? '')]
  return {
    kind,
    id: screen ? `${screen}#${post.postID}` : post.postID,
    language: row.language,
    position,
    parentId: screen ?? post.parentID,
    parentTitle,
    title: post.postTitle,
    subTitle: post.postSubTitle,
    image: post.postImage,
    date: post.postDate,
    specs: [...(post.postSpecs ?? []), ...openDaysSpec(post.openingHours ?? '', row.language)],
    variants: post.postVariants ?? [],
    text: texts.filter(Boolean).join('\n'),
  }
}

function listDocuments(row: PostRow, owner: SearchEntry, solutions: string[]): SearchEntry[] {
  const post: WirePost = JSON.parse(row.detailItem)
  if (owner.kind !== 'product' && owner.kind !== 'solution') return []
  return documentsOf(owner, post.postFiles ?? [], solutions)
}

/** As lists have them: without text and specifications. */
export function toPartial(entry: SearchEntry): SearchEntry {
  return { ...entry, text: '', specs: [], variants: [] }
}

let sampleIndex: ReturnType<typeof openSearchIndex> | undefined

/** An index in memory of the whole sample, which takes two seconds to make: the files of a thread share it. */
export function indexSample() {
  if (sampleIndex) return sampleIndex
  sampleIndex = openSearchIndex(':memory:')
  const entries = listEntries(listSampleRows())
  sampleIndex.put(entries.map(toPartial))
  sampleIndex.put(entries, { isWhole: true })
  return sampleIndex
}

function plainText(html: string) {
  return html
    .replace(/<\/(?:p|li|h[1-6]|tr|blockquote)>/g, ' \n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
