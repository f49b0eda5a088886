import { addresses, type DocumentsSelection } from '../addresses'
import type { Crumb } from '../components/screen-heading'
import { NotFound, optional, type Content } from '../content/content.server'
import { findProduct, indexFilled, pathOfPost, type Marks } from '../site/search.server'
import { crumbOf } from './catalogue.server'
import { createBudget } from '../layout/product-menu-data'
import { documentKinds, type DocumentKind } from '@site/product-search/document-kinds'
import type { Language } from '../language/languages'
import { pageSize } from '../posts/list-views'
import { type FileFacts, fileFactsOf } from '../views/file-facts.server'

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

/** A file of a post, for a list of documents. */
export interface DocumentView {
  /** A file name at the image base URL. */
  fileName: string
  title: string
  /** Ranges of the title that match the question. */
  titleMarks: Marks
  facts: FileFacts
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

/** Parses a kind of documents in an address; `drawing` is the former name of `cad`. */
export function documentKindIn(name: string | null): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === (name === 'drawing' ? 'cad' : name))
}

/**
 * Lists the files of posts.
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
  const categories = (listed ?? [])
    .map(({ postID: id, postTitle: title }) => ({ id, title, count: counted[id] ?? 0 }))
    .filter(({ id, count }) => count > 0 || id === question.categoryId)
    .filter(createBudget())
  const documents = hits.map(({ id, title, titleMarks, parentTitle, language, ...hit }) => {
    const { document, parentId } = hit
    return {
      fileName: id,
      title,
      titleMarks,
      facts: fileFactsOf({ fileName: id, fileTitle: title }, document, content),
      ...(language !== lang && { language }),
      owner: {
        title: parentTitle,
        to: pathOfPost({ kind: document.ownerKind, id: parentId, parentId: '' }),
      },
    }
  })
  return { ...rest, categories, documents, isWhole }
}
