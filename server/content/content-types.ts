import type { PostShape } from './posts/post.ts'
import type { Contact } from './posts/post-fields.ts'

/** Content languages, spelled as on the wire; the default comes first. */
export const contentLanguages = ['Ar', 'En'] as const

export type ContentLanguage = (typeof contentLanguages)[number]

/** ParentId that selects all items of a type, whatever their parent. */
export const rootParent = 'NTROOT0'

/** How search, the change log and the crawl handle a type whose posts can be found. */
interface FoundType {
  /** The kind of search results that its posts are; several types may share one. */
  kind: string
  /** The path of the screen that shows its posts; null if each has its own page. */
  screen: string | null
  /** The type of its posts' parents; null if the parentID has no meaning. */
  parent: string | null
  /** The shape in which the adapter reads the list of all posts; null for a type that has lists by parent only. */
  list: PostShape | null
  /** The shape in which the adapter reads one post; null where lists have whole posts. */
  details: PostShape | null
}

/**
 * The content types, by this project's names for them; CONTENT_TYPES may map them to others. Each entry states how its
 * posts are found; null: they are not (parts of the frame, pictures, and duplicates of products). The crawl reads lists
 * and details in this order, parents first.
 */
export const contentTypes = {
  'Footer.Data': null,
  ContactData: null,
  HomeSlider: null,
  ProductsCateBackground: null,
  SolProducts: null,
  SolProductsBackground: null,
  ProductsCategory: { kind: 'type', screen: null, parent: null, list: 'card', details: 'post' },
  ProductsTypes: {
    kind: 'type',
    screen: null,
    parent: 'ProductsCategory',
    list: 'card',
    details: 'post',
  },
  Solutions: {
    kind: 'solution',
    screen: null,
    parent: null,
    list: 'cardWithSpecs',
    details: 'post',
  },
  Projects: {
    kind: 'project',
    screen: null,
    parent: 'Solutions',
    list: 'cardWithSpecs',
    details: 'post',
  },
  Services: { kind: 'service', screen: null, parent: null, list: 'card', details: 'post' },
  Products: {
    kind: 'product',
    screen: null,
    parent: 'ProductsTypes',
    list: null,
    details: 'product',
  },
  News: { kind: 'news', screen: null, parent: null, list: 'articleCard', details: 'article' },
  Blog: { kind: 'blog', screen: null, parent: null, list: 'articleCard', details: 'article' },
  About: { kind: 'page', screen: '/about', parent: null, list: 'post', details: null },
  Sustainability: {
    kind: 'page',
    screen: '/sustainability',
    parent: null,
    list: 'post',
    details: null,
  },
  WorkFields: { kind: 'page', screen: '/workFields', parent: null, list: 'post', details: null },
  CompanyGoals: {
    kind: 'page',
    screen: '/companyGoals',
    parent: null,
    list: 'post',
    details: null,
  },
  Branches: { kind: 'page', screen: '/branches', parent: null, list: 'branch', details: null },
} as const satisfies Record<string, FoundType | null>

export type ContentType = keyof typeof contentTypes

export type PostKind = NonNullable<(typeof contentTypes)[ContentType]>['kind']

export const contentTypeNames = Object.keys(contentTypes) as ContentType[]

/** The types whose posts can be found, in the table's order. */
export const foundTypes = contentTypeNames.flatMap((type) => {
  const found = contentTypes[type]
  return found ? [{ type, ...found }] : []
})

/** Whether a key belongs to one of these types; an empty list matches all. */
export function isKeyOf(types: readonly ContentType[]) {
  const prefixes = types.map((type) => `[${JSON.stringify(type)},`)
  return (key: string) => types.length === 0 || prefixes.some((start) => key.startsWith(start))
}

/** Picks the contact fields of a larger object. */
export function contactOf(post: Contact): Contact {
  const { adress1, email1, phone1, mapUrl, facebook, youtube } = post
  const { whatsapp, telegram, tweeter, instagram } = post
  return {
    ...{ adress1, email1, phone1, mapUrl, facebook, youtube },
    ...{ whatsapp, telegram, tweeter, instagram },
  }
}
