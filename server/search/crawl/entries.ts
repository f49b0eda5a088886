import type { ContentType } from '../../config.ts'
import type { ContentLanguage } from '../../content/content-calls.ts'
import type { AnyPost, PostFile, Spec, Variant } from '../../content/posts/post.ts'
import { documentKindOf, languageOfFile } from './document-kind.ts'
import { plainText } from '../../text/plain-text.ts'
import type { SearchEntry, SearchKind } from '../search-types.ts'

/** What the posts of each content type are found as. Other types are parts of screens. */
export const kindOfType: Partial<Record<ContentType, SearchKind>> = {
  ProductsCategory: 'type',
  ProductsTypes: 'type',
  Products: 'product',
  Solutions: 'solution',
  Projects: 'project',
  Services: 'service',
  News: 'news',
  Blog: 'blog',
  About: 'page',
  Sustainability: 'page',
  WorkFields: 'page',
  CompanyGoals: 'page',
  Branches: 'page',
}

/** Types whose posts are parts of one screen: the screen's path, to which the postID is added. */
export const screenOfType: Partial<Record<ContentType, string>> = {
  About: '/about',
  Sustainability: '/sustainability',
  WorkFields: '/workFields',
  CompanyGoals: '/companyGoals',
  Branches: '/branches',
}

/**
 * The specifications of one post, those of its variants included, in UTF-16 units. The full ordering tables of ordinary
 * products have half of it; the details of a post may have a million.
 */
const maxSpecLength = 100_000

/** Where a post stands, which it does not say itself. */
interface EntryPlace {
  language: ContentLanguage
  /** In the API's order. */
  position: number
  /** Title of the post that its parentID names. */
  parentTitle: string
}

/**
 * What a post is found as, and what it belongs to.
 * @returns null for a type that is not searched
 */
export function identityOf(type: ContentType, { postID, parentID }: AnyPost) {
  const kind = kindOfType[type]
  if (!kind) return null
  const screen = screenOfType[type]
  return { kind, id: screen ? `${screen}#${postID}` : postID, parentId: screen ?? parentID }
}

/**
 * The entry of a post.
 * @returns null for a type that is not searched
 */
export function entryOf(type: ContentType, post: AnyPost, place: EntryPlace): SearchEntry | null {
  const identity = identityOf(type, post)
  if (!identity) return null
  return {
    ...identity,
    language: place.language,
    position: place.position,
    parentTitle: place.parentTitle,
    title: post.postTitle,
    subTitle: post.postSubTitle,
    image: post.postImage,
    date: post.postDate,
    ...limitSpecs(
      'postSpecs' in post ? post.postSpecs : [],
      'postVariants' in post ? post.postVariants : [],
    ),
    text: textOf(post),
  }
}

/** The first specifications and then the first variants, up to `maxSpecLength` together. */
function limitSpecs(specs: Spec[], variants: Variant[]) {
  let left = maxSpecLength
  const fits = (texts: unknown) => (left -= JSON.stringify(texts).length) >= 0
  return { specs: specs.filter(fits), variants: variants.filter(fits) }
}

function textOf(post: AnyPost) {
  const details = 'postDetails' in post ? plainText(post.postDetails) : ''
  if (!('openingHours' in post)) return details
  return [post.adress1, post.phone1, post.email1, post.openingHours, details]
    .filter((part) => part !== '')
    .join('\n')
}

/** The entries of the files of a product or solution. */
export function documentsOf(
  owner: SearchEntry,
  files: PostFile[],
  solutions: string[],
): SearchEntry[] {
  return files.map(({ fileName, fileTitle }, at) => ({
    ...owner,
    kind: 'document',
    id: fileName,
    parentId: owner.id,
    parentTitle: owner.title,
    title: fileTitle || (fileName.split('/').pop() ?? fileName),
    subTitle: '',
    text: '',
    specs: [],
    variants: [],
    position: owner.position * 100 + at,
    document: {
      kind: documentKindOf(fileName, fileTitle),
      fileLanguage: languageOfFile(fileName, fileTitle),
      ownerKind: owner.kind,
      solutions,
    },
  }))
}
