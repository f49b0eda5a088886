import { withLatinDigits } from '@site/arabic-text/characters'

/** Constants of the content API, shared by rows and responses. */

export const languages = ['Ar', 'En'] as const
export type Language = (typeof languages)[number]

/** The eight fields of a get-post call, in wire order. */
export interface GetPostFields {
  check: 'getPost' | 'getPostDetails'
  Lang: string
  PostId: string
  FbrnId: string
  Type: string
  ParentId: string
  PostName: string
  Pno: string
}

/** A post in one language under one parent, ready to be stored. */
export interface PostRow {
  type: string
  language: Language
  id: string
  parentId: string
  title: string
  /** The post as returned by getPost, as JSON. */
  listItem: string
  /** The post as returned by getPostDetails, as JSON. */
  detailItem: string
}

/** The ParentId for all items of a type, and the parentID of items without a parent. */
export const rootParent = 'NTROOT0'

/** The FbrnId of the only company. */
export const companyId = '1'

/** Page size for Pno. */
export const pageSize = 20

/** Types of single blocks: with Pno 1 they return their first item, not a page of items. */
export const singleBlockTypes: ReadonlySet<string> = new Set([
  'ContactData',
  'Footer.Data',
  'ProductsCateBackground',
])

/**
 * Types whose lists contain all fields: those without a detail screen, and those whose lists show
 * an article's length or the specifications of a project or solution.
 */
export const wholePostTypes: ReadonlySet<string> = new Set([
  'About',
  'Sustainability',
  'WorkFields',
  'CompanyGoals',
  'HomeSlider',
  'Branches',
  'News',
  'Blog',
  'Projects',
  'Solutions',
  'ContactData',
  'Footer.Data',
])

/** The products of a solution: the screens use two type names for them. */
export const solutionProductTypes: readonly string[] = ['SolProducts', 'SolProductsBackground']

/**
 * Normalises a title, or part of one, for comparison: letter case, Arabic letter variants,
 * diacritics, tatweel, digit shapes and invisible characters make no difference.
 */
export function foldTitle(title: string): string {
  return (
    withLatinDigits(title)
      // Decomposition turns the hamza and madda of أ إ آ ؤ ئ into marks, which are then removed.
      .normalize('NFKD')
      .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
      .replaceAll('\u0671', 'ا')
      .replace(/[ى\u06CC]/g, 'ي')
      .replaceAll('\u06A9', 'ك')
      .replaceAll('ة', 'ه')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Makes an id of a title: letters and digits of any script, and hyphens. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKC')
    .replace(/[\u064B-\u0652\u0670\u0640\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, 80)
  return slug.replace(/^-+|-+$/g, '')
}

/** A rejected request; becomes a JSON response with this status. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number

  /** @param message for the client: what is wrong with the request */
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
