import { addresses, type DocumentsSelection } from '../addresses'
import type { Crumb } from '../components/screen-heading'
import { NotFound, optional, type Content } from '../content/content.server'
import { findProduct, documentKinds, indexFilled, type Marks } from '../site/search.server'
import { crumbOf } from './catalogue.server'
import type { DocumentKind } from '../../server/search/search-types'
import { formatBytes } from '../language/format'
import type { Language } from '../language/languages'
import { pageSize } from '../posts/list-views'

/**
 * Finds the product or solution that a list of documents is restricted to.
 * @returns null for unrestricted lists
 * @throws NotFound when there is no such product or solution
 */
export async function findDocumentsOwner(
  content: Content,
  { solution, product }: DocumentsSelection,
): Promise<Crumb | null> {
  if (solution) return crumbOf(await content.getSolution(solution), addresses.solution(solution))
  if (!product) return null
  const found = await findProduct(content, product)
  if (!found) throw new NotFound(`There is no product ${JSON.stringify(product)}`)
  if (found instanceof Error) throw found
  return crumbOf(found.product, found.to)
}

export type { DocumentKind }

/** A file of a product or solution, for a list of documents. */
export interface DocumentView {
  /** A file name at the image base URL. */
  fileName: string
  title: string
  /** Ranges of the title that match the question. */
  titleMarks: Marks
  kind: DocumentKind
  /** The language of its content; empty if unknown. */
  fileLanguage: Language | 'both' | ''
  /** The file type, such as "PDF"; possibly empty. */
  type: string
  /** Formatted, or empty if unknown. */
  size: string
  /** Set if the texts are not in the page's language. */
  language?: Language
  owner: { title: string; to: string }
}

/** A category of the catalogue, with its number of documents of the kind asked for. */
export interface DocumentCategory {
  id: string
  title: string
  count: number
}

/** One page of documents. */
interface DocumentPage {
  documents: DocumentView[]
  total: number
  /** Counts by kind, regardless of the kind asked for. */
  counts: Partial<Record<DocumentKind, number>>
  /** The categories that have documents, in the catalogue's order. */
  categories: DocumentCategory[]
  /** False while documents are still being indexed: there may be more. */
  isWhole: boolean
}

/** Parses a kind of documents in an address. */
export function documentKindIn(name: string | null): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === name)
}

/**
 * Lists the files of products and solutions.
 * @param question.ownerId restricts the list to a product, or to a solution and its products; empty
 * for all
 * @param question.page from 1
 * @throws ContentUnavailable when the index does not answer
 */
export async function listDocuments(
  content: Content,
  question: {
    text: string
    kind: DocumentKind | undefined
    ownerId: string
    categoryId: string
    page: number
  },
): Promise<DocumentPage> {
  const { lang, readIndex } = content
  const listed = await optional(content.listProductCategories())
  await indexFilled(content)
  const { found, isWhole } = await readIndex({ needs: 'filled', isSubject: true }, (index) =>
    index.documents({
      text: question.text,
      language: lang,
      ...(question.kind && { documentKind: question.kind }),
      ...(question.ownerId && { ownerId: question.ownerId }),
      ...(question.categoryId && { categoryId: question.categoryId }),
      categoryIds: listed?.map(({ postID }) => postID) ?? [],
      offset: (question.page - 1) * pageSize,
      limit: pageSize,
    }),
  )
  const { hits, categories: counted, ...rest } = found
  const categories = (listed ?? []).flatMap(({ postID: id, postTitle: title }) => {
    const count = counted[id] ?? 0
    return count > 0 || id === question.categoryId ? [{ id, title, count }] : []
  })
  const documents = hits.map(({ id, title, titleMarks, parentTitle, language, ...hit }) => {
    const { kind, fileLanguage, size, ownerKind } = hit.document
    const addressOf = ownerKind === 'solution' ? addresses.solution : addresses.product
    return {
      fileName: id,
      title,
      titleMarks,
      kind,
      fileLanguage,
      type: fileTypeOf(id),
      size: size === undefined ? '' : formatBytes(size, lang),
      ...(language !== lang && { language }),
      owner: { title: parentTitle, to: addressOf(hit.parentId) },
    }
  })
  return { ...rest, categories, documents, isWhole }
}

/** Returns a file name's extension, in capitals. */
function fileTypeOf(fileName: string) {
  return /\.(\w{1,5})$/.exec(fileName)?.[1]?.toUpperCase() ?? ''
}
