import type { PostShape } from './posts/post.ts'

/** What search, the change log and the crawl need to know of a type whose posts can be found. */
interface FoundType {
  /** What its posts are found as: a kind of search results, which several types may share. */
  kind: string
  /** The path of the screen that its posts are parts of; null where each has a page of its own. */
  screen: string | null
  /** The type that the parentID of its posts is of; null if it says nothing. */
  parent: string | null
  /** The shape in which the adapter's calls read the list of all posts; null for a type that has lists by parent only. */
  list: PostShape | null
  /** The shape in which the adapter's calls read one post; null where lists have whole posts. */
  details: PostShape | null
}

/**
 * The content types, by this project's names for them; CONTENT_TYPES may map them to others. Each says how its posts
 * are found; null says that they are not: parts of the frame, pictures, and products again. In the order in which the
 * crawl reads their lists and details, parents first.
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

/** What posts are found as. */
export const postKinds: PostKind[] = [...new Set(foundTypes.map(({ kind }) => kind))]

/** Whether a key belongs to one of these types; an empty list matches all. */
export function isKeyOf(types: readonly ContentType[]) {
  const prefixes = types.map((type) => `[${JSON.stringify(type)},`)
  return (key: string) => types.length === 0 || prefixes.some((start) => key.startsWith(start))
}

/** A company's contact fields, named as in the API. */
export const contactFields = [
  'adress1',
  'email1',
  'phone1',
  'mapUrl',
  'facebook',
  'youtube',
  'whatsapp',
  'telegram',
  'tweeter',
  'instagram',
] as const

export type Contact = Record<(typeof contactFields)[number], string>

/** Picks the contact fields of a larger object. */
export function contactOf(post: Contact): Contact {
  const { adress1, email1, phone1, mapUrl, facebook, youtube } = post
  const { whatsapp, telegram, tweeter, instagram } = post
  return {
    ...{ adress1, email1, phone1, mapUrl, facebook, youtube },
    ...{ whatsapp, telegram, tweeter, instagram },
  }
}
