import { type Language, languageKey } from './language/languages'
/**
 * The address table of the site: the canonical pattern of every screen. routes.ts maps them to modules,
 * the functions below build links, and the server redirects other spellings.
 */
export const screens = {
  root: '',
  home: 'home',
  productsCategories: 'productsCategories',
  productDetails: 'product-details/:id',
  contact: 'contact',
  error: 'error_404',
  blog: 'blog',
  blogDetails: 'blog_details/:id',
  loading: 'Loading',
  about: 'about',
  sustainability: 'sustainability',
  workFields: 'workFields',
  companyGoals: 'companyGoals',
  news: 'News',
  newsDetails: 'newsDetails/:id',
  services: 'services',
  serviceDetails: 'serviceDetails/:id',
  projects: 'projects',
  projectDetails: 'projectDetails/:id',
  solutions: 'solutions',
  solutionDetails: 'solutionDetails/:id',
  productsDetails: 'products-details/:id',
  allSolutionProducts: 'all-solution-products/:id/:title',
  productsHome: 'products/home',
  productsTypes: 'products-types/:id',
  products: 'products/:id',
  branches: 'branches',
  search: 'search',
  compare: 'compare',
  documents: 'documents',
  quoteList: 'quote-list',
  quickList: 'quick-list',
  enquiry: 'enquiry',
  enquirySent: 'enquiry/:reference',
  offline: 'offline',
  privacy: 'privacy',
} as const

export type Screen = (typeof screens)[keyof typeof screens]

/** Endpoint: the error pages that the server renders in advance. */
export const fallbackPattern = 'fallback'

/** Endpoint: an image or file of the content API. */
export const imagePattern = 'images/post/*'

/** Endpoint: how far a list is, by the id that its page has chosen. */
export const listProgressPattern = 'quick-list/progress/:id'

/** Endpoint: suggestions for a search field. */
export const suggestPattern = 'search/suggest'

/** The PDF sheets of some screens, and ZIPs of their files, at their addresses with these endings. Not screens. */
const sheetExtension = '.pdf'
const archiveExtension = '.zip'

/** Endpoints: the sheets of a product and of a type's products. */
export const sheetPatterns = {
  product: `${screens.productDetails}${sheetExtension}`,
  productByPost: `${screens.productsDetails}${sheetExtension}`,
  type: `${screens.products}${sheetExtension}`,
} as const

/** Returns the address of the sheet of a product, type or list, by that of its screen. */
export const sheetPath = (path: string) => path + sheetExtension

/** Returns the address, or the pattern, of all files of a product, type or list, by that of its screen. */
export const archivePath = <Path extends string>(path: Path) =>
  `${path}${archiveExtension}` as const

/** Endpoint: the preview image of a screen on social media and in messengers. */
export const shareCardPattern = 'cards/:language/*'

/** Endpoint: a file of an enquiry, for the company. */
export const enquiryFilePattern = 'enquiry-files/:token'

/** Endpoint: a branch as a contact to save. */
export const vcardPattern = 'vcards/:language/:file'

/** Endpoint: a file of the brand, at an address that changes with it. */
export const brandFilePattern = 'brand/:version/:file'

/** Endpoint: a part of a sitemap that is too large for one file. */
export const sitemapPartPattern = 'sitemaps/:group/:file'

/** Builds addresses, encoded once. Ids and titles are passed as the content API sent them. */
export const addresses = {
  home: () => '/',
  productsCategories: () => fill(screens.productsCategories),
  product: (id: string) => fill(screens.productDetails, id),
  contact: () => fill(screens.contact),
  error: () => fill(screens.error),
  blog: () => fill(screens.blog),
  blogPost: (id: string) => fill(screens.blogDetails, id),
  about: () => fill(screens.about),
  sustainability: () => fill(screens.sustainability),
  workFields: () => fill(screens.workFields),
  companyGoals: () => fill(screens.companyGoals),
  news: () => fill(screens.news),
  newsItem: (id: string) => fill(screens.newsDetails, id),
  services: () => fill(screens.services),
  service: (id: string) => fill(screens.serviceDetails, id),
  projects: () => fill(screens.projects),
  project: (id: string) => fill(screens.projectDetails, id),
  solutions: () => fill(screens.solutions),
  solution: (id: string) => fill(screens.solutionDetails, id),
  productByPost: (id: string) => fill(screens.productsDetails, id),
  allSolutionProducts: (id: string, title: string) =>
    fill(screens.allSolutionProducts, id, title || id),
  productsHome: () => fill(screens.productsHome),
  productTypes: (categoryId: string) => fill(screens.productsTypes, categoryId),
  productsOfType: (typeId: string) => fill(screens.products, typeId),
  branches: () => fill(screens.branches),
  search: () => fill(screens.search),
  compare: () => fill(screens.compare),
  documents: () => fill(screens.documents),
  quoteList: () => fill(screens.quoteList),
  quickList: () => fill(screens.quickList),
  quickListProgress: (id: string) => fill(listProgressPattern, id),
  quickListFile: () => `${fill(screens.quickList)}/file`,
  enquiry: () => fill(screens.enquiry),
  privacy: () => fill(screens.privacy),
  vcard: (language: string, id: string) => fill(vcardPattern, language, `${id}.vcf`),
  offline: () => fill(screens.offline),
  serviceWorker: () => '/service-worker.js',
  webManifest: () => '/site.webmanifest',
  language: () => '/language',
  pageView: () => '/page-view',
  pageTiming: () => '/page-timing',
  /**
   * An image of the content API, at one of the server's widths or in its original size.
   * @param file its name, after the name of its folder if it is in one
   */
  image: (file: string, width?: number) =>
    `/images/post/${file.split('/').map(encodeSegment).join('/')}${width ? `?w=${width}` : ''}`,
  /** @param path of the screen, encoded as in the address bar */
  shareCard: (language: string, path: string) =>
    `/cards/${language}${path === '/' ? fill(screens.home) : path}.png`,
}

/** Addresses that only the server writes: they are not in the client's code. */
export const serverAddresses = {
  sitemap: () => '/sitemap.xml',
  sitemapPart: (group: string, number: string) => fill(sitemapPartPattern, group, `${number}.xml`),
  favicon: () => '/favicon.ico',
  enquirySent: (reference: string) => fill(screens.enquirySent, reference),
  /** @param token of the link of the enquiry to revise: its reference and key */
  revision: (token: string) => `${fill(screens.enquiry)}?revises=${encodeURIComponent(token)}`,
  brandFile: (version: string, file: string) => fill(brandFilePattern, version, file),
  catalogueJson: () => '/catalogue.json',
  catalogueCsv: () => '/catalogue.csv',
  catalogueXlsx: () => '/catalogue.xlsx',
  catalogueSchema: () => '/catalogue.schema.json',
  securityTxt: () => '/.well-known/security.txt',
  llmsTxt: () => '/llms.txt',
}

/**
 * Returns the canonical form of a path: the table's letter case, single slashes, no trailing slash, encoded like links.
 * Ids and titles keep their letter case. Starts with one slash and a word of the table.
 * @returns null for a path without a screen
 */
export function canonicalPath(pathname: string): string | null {
  const pattern = screenAt(pathname)
  if (pattern === null) return null
  const segments = segmentsOf(pathname)
  const canonical = segmentsOf(pattern).map((part, at) =>
    isParameter(part) ? encodedOnce(segments[at] ?? '') : part,
  )
  return `/${canonical.join('/')}`
}

/** @returns the pattern of the screen at a path in any spelling, or null */
export function screenAt(pathname: string): Screen | null {
  if (/\.(?:pdf|zip)$/i.test(pathname)) return null
  const segments = segmentsOf(pathname)
  const words = segments.map((segment) => decoded(segment)?.toLowerCase())
  const matches = (pattern: string) => {
    const parts = segmentsOf(pattern)
    return (
      parts.length === segments.length &&
      parts.every((part, at) => isParameter(part) || part.toLowerCase() === words[at])
    )
  }
  return Object.values(screens).find(matches) ?? null
}

/** The parameters of a pattern such as "products/:id", by name. */
export type PathParameters<Pattern extends string> = Record<ParameterName<Pattern>, string>

type ParameterName<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? ParameterName<Head> | ParameterName<Tail>
  : Pattern extends `:${infer Name}`
    ? Name extends `${infer Start}${typeof sheetExtension | typeof archiveExtension}`
      ? Start
      : Name
    : never

/**
 * The parameters of a pattern, decoded once from the path as sent: the router's own decoding turns an
 * encoded "%2F" into a slash.
 * @param routed the router's parameters, for paths that do not match the pattern
 * @returns null when one is missing or incorrectly encoded
 */
export function pathParameters<Pattern extends string>(
  pattern: Pattern,
  pathname: string,
  routed: Readonly<Record<string, string | undefined>> = {},
): PathParameters<Pattern> | null {
  const parts = segmentsOf(pattern)
  const segments = segmentsOf(pathname)
  const isMatch = parts.length === segments.length || parts.at(-1) === '*'
  const values: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    if (!isParameter(part)) continue
    const text = isMatch ? decoded(segments[at] ?? '') : routed[part.slice(1)]
    const [name = '', extension = ''] = part.slice(1).split(/(?=\.)/)
    if (!text?.toLowerCase().endsWith(extension)) return null
    const value = text.slice(0, text.length - extension.length)
    if (value === '') return null
    values[name] = value.replace(/(^\.\.?|\.md|\.pdf|\.zip) $/i, '$1')
  }
  return values as PathParameters<Pattern>
}

/** @returns null for an incorrectly encoded segment */
function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Encodes a segment as links do; an incorrectly encoded one stays unchanged. */
function encodedOnce(segment: string) {
  const text = decoded(segment)
  return text === null ? segment : encodeURIComponent(text)
}

function segmentsOf(path: string) {
  return path.split('/').filter((segment) => segment !== '')
}

function isParameter(segment: string) {
  return segment.startsWith(':')
}

/**
 * Fills in a pattern. An id that ends with ".md", ".pdf" or ".zip" gets a trailing space, since these are the endings
 * of the addresses of Markdown, of sheets and of archives.
 * @param values of the pattern's parameters, in their order
 */
function fill(pattern: string, ...values: string[]) {
  const encodeNext = () =>
    encodeSegment((values.shift() ?? '').replace(/\.(?:md|pdf|zip)$/i, '$& '))
  return `/${pattern.replace(/:\w+/g, encodeNext)}`
}

/** Browsers resolve "." and ".." in a path even when encoded, so these get a trailing space. */
function encodeSegment(text: string) {
  return encodeURIComponent(text.replace(/^\.\.?$/, '$& '))
}

/** Returns the element id of a heading in the text of a post, by its position among them. */
export function partAnchor(at: number) {
  return `part-${at + 1}`
}

/** Returns the element id of a variant's row in the ordering table of its product: an id has no spaces. */
export function variantAnchor(code: string) {
  return code.replace(/\s+/g, '_')
}

/** Returns the link to a variant's row within the product's screen, such as `#TM63-3D32`. */
export function variantFragment(code: string) {
  return `#${encodeURIComponent(variantAnchor(code))}`
}

/** Returns the address of a product at the row of one of its variants. */
export function variantAddress(productId: string, code: string) {
  return addresses.product(productId) + variantFragment(code)
}

/**
 * Returns the address of a search.
 * @param kind only results of this kind; empty for all
 */
export function searchAddress(question: string, kind = '') {
  return addresses.search() + searchQuery(question, kind)
}

/** Returns what selects the results of a search in its address, with its question mark. */
export function searchQuery(question: string, kind = '') {
  return `?${new URLSearchParams({ q: question, ...(kind && { kind }) })}`
}

/** Returns the address of the suggestions for a text, as JSON. */
export function suggestAddress(text: string) {
  return `${addresses.search()}/suggest?${new URLSearchParams({ q: text })}`
}

/** Filters of a list of documents: a question, a kind, a category and a type of it, one product or solution. */
export interface DocumentsSelection {
  q?: string
  kind?: string
  /** A postID, as in `solution`. */
  category?: string
  /** A postID, with the category of the type. */
  type?: string
  /** A postID, as in `product`. */
  solution?: string
  product?: string
}

/** Returns the parameters of a selection, without empty ones, sorted by name. */
export function documentSelectors(selection: DocumentsSelection) {
  const { category, kind, product, q, solution, type } = selection
  const all = { category, kind, product, q, solution, type }
  return Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  )
}

/** Returns the address of a list of documents. */
export function documentsAddress(selection: DocumentsSelection = {}) {
  const search = new URLSearchParams(documentSelectors(selection)).toString()
  return addresses.documents() + (search && `?${search}`)
}

/** The screens whose articles have feeds, by their part of the translations. */
export type FeedKind = 'news' | 'blog'

/** The formats of a feed by file extension, with their names and media types. */
export const feedFormats = {
  rss: { name: 'RSS', type: 'application/rss+xml' },
  atom: { name: 'Atom', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', type: 'application/feed+json' },
} as const

export type FeedFormat = keyof typeof feedFormats

/**
 * Endpoint: the newest articles for feed readers. Defined apart from the others, since few screens' scripts need
 * it.
 */
export const feedPattern = 'feeds/:file'

/** Returns the path of a feed. It names the language, since a feed reader has no cookie. */
export function feedPath(kind: FeedKind, format: FeedFormat, language: Language) {
  return `/${feedPattern.replace(':file', `${kind}.${format}`)}?${languageKey}=${language}`
}

/** The position of a branch in the list of branches. */
export interface BranchAnchor {
  /** The id of the branch's element in its page. */
  anchor: string
  /** The page of the list, counted from 1. */
  page: number
}

/**
 * Returns the path to a branch, with its page and anchor.
 * @param query additional query parameters
 */
export function branchPath({ anchor, page }: BranchAnchor, query: Record<string, string> = {}) {
  const search = new URLSearchParams({
    ...query,
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `${addresses.branches()}${search && `?${search}`}#${encodeURIComponent(anchor)}`
}
