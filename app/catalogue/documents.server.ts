import { addresses, type DocumentsSelection } from '../addresses'
import type { Crumb } from '../components/screen-heading'
import { NotFound, optional, type Card, type Content } from '../content/content.server'
import { findProduct, indexFilled, pathOfPost, sheetView, type Marks } from '../site/search.server'
import type { Search } from '@site/product-search/search'
import type { SheetOwner } from '@site/product-search/types'
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

/** A file of a post, or a sheet, for a list of documents. */
export interface DocumentView {
  href: string
  title: string
  /** Set for a sheet, whose title names what it is of. */
  sheetOf?: SheetOwner
  /** Ranges of the title that match the question. */
  titleMarks: Marks
  facts: FileFacts
  /** Set if the texts are not in the page's language. */
  language?: Language
  owner: { title: string; to: string; language?: Language }
}

/** A category or type of the catalogue, with its number of documents of the kind asked for. */
export interface DocumentCategory {
  id: string
  title: string
  count: number
}

type DocumentHit = Awaited<ReturnType<Search['documents']>>['hits'][number]

/** One page of documents. */
interface DocumentPage {
  documents: DocumentView[]
  total: number
  /** Counts by kind, regardless of the kind asked for. */
  counts: Partial<Record<DocumentKind, number>>
  /** The categories that have documents, in the catalogue's order. */
  categories: DocumentCategory[]
  /** The types of the chosen category that have documents. */
  types: DocumentCategory[]
  /** False while documents are still being indexed: there may be more. */
  isWhole: boolean
}

/** Parses a kind of documents in an address; `drawing` is the former name of `cad`. */
export function documentKindIn(name: string | null): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === (name === 'drawing' ? 'cad' : name))
}

/**
 * Lists the files of posts, and the sheets that this installation makes of products and types.
 * @param page from 1
 * @throws ContentUnavailable when the index does not answer
 */
export async function listDocuments(
  content: Content,
  selection: Required<DocumentsSelection>,
  page: number,
): Promise<DocumentPage> {
  const { lang, readIndex, hasSheets } = content
  const { q: text, category, type, solution, product } = selection
  const kind = documentKindIn(selection.kind)
  const ownerId = solution || product
  const [listed, listedTypes, products] = await Promise.all([
    optional(content.listProductCategories()),
    category ? optional(content.listProductTypes()) : null,
    solution && hasSheets ? optional(content.listSolutionProducts(solution)) : null,
  ])
  await indexFilled(content)
  const { found, isWhole } = await readIndex({ needs: 'filled', isSubject: true }, (index) =>
    index.documents({
      text,
      language: lang,
      withSheets: hasSheets,
      ...(kind && { documentKind: kind }),
      ...(ownerId && { ownerId }),
      productIds: product ? [product] : (products ?? []).map(({ postID }) => postID),
      ...(category && { categoryId: category }),
      ...(type && { typeId: type }),
      categoryIds: listed?.map(({ postID }) => postID) ?? [],
      offset: (page - 1) * pageSize,
      limit: pageSize,
    }),
  )
  const { hits, categories, types, ...rest } = found
  const ofCategory = listedTypes?.filter(({ parentID }) => parentID === category)
  return {
    ...rest,
    categories: choicesOf(listed, categories, category),
    types: choicesOf(ofCategory, types, type),
    documents: hits.map((hit) => documentView(hit, content)),
    isWhole,
  }
}

/** @returns those that have documents, and the chosen one */
function choicesOf(
  cards: Card[] | null | undefined,
  counts: Record<string, number>,
  chosen: string,
): DocumentCategory[] {
  return (cards ?? [])
    .map(({ postID: id, postTitle: title }) => ({ id, title, count: counts[id] ?? 0 }))
    .filter(({ id, count }) => count > 0 || id === chosen)
    .filter(createBudget())
}

function documentView(hit: DocumentHit, content: Content): DocumentView {
  const { id, parentId, language, sheetOf, document } = hit
  const { lang } = content
  const isOther = language !== lang && { language }
  if (!sheetOf) {
    const { title, titleMarks, parentTitle } = hit
    return {
      ...{ href: addresses.image(id), title, titleMarks, ...isOther },
      facts: fileFactsOf({ fileName: id, fileTitle: title }, document, content),
      owner: {
        title:
          parentTitle ||
          content.t(document.ownerKind === 'solution' ? 'untitled.solution' : 'untitled.product'),
        to: pathOfPost({ kind: document.ownerKind, id: parentId, parentId: '' }),
      },
    }
  }
  // The title of a product's sheet says its kind.
  const kind = sheetOf === 'product' ? 'other' : document.kind
  const known = { kind, fileLanguage: lang }
  return {
    ...sheetView(sheetOf, hit, lang),
    facts: fileFactsOf({ fileName: '.pdf', fileTitle: '' }, known, content),
    owner: {
      title: hit.title || content.t(`untitled.${sheetOf}`),
      to: pathOfPost({ kind: sheetOf, id, parentId }),
      ...isOther,
    },
  }
}
