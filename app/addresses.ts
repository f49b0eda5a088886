/**
 * The address table of the site: every screen's pattern, spelled exactly so. routes.ts gives each
 * its module; links are made by the functions below; the server redirects other spellings here.
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
} as const

export type Screen = (typeof screens)[keyof typeof screens]

/** Not a screen: the 503 page, which the server renders for itself. */
export const fallbackPattern = 'error_503'

/** Not a screen: a picture or file of the content API. */
export const imagePattern = 'images/post/:file'

/** Not a screen: the picture shown where a screen's address is shared. */
export const shareCardPattern = 'cards/:language/*'

/** Not a screen: a branch as a contact to keep. */
export const vcardPattern = 'vcards/:language/:file'

/** Not a screen: a part of a sitemap that one file cannot hold. */
export const sitemapPartPattern = 'sitemaps/:group/:file'

/** Addresses, encoded once. Ids and titles go in as the content API wrote them. */
export const addresses = {
  home: () => '/',
  productsCategories: () => fill(screens.productsCategories),
  product: (id: string) => fill(screens.productDetails, { id }),
  contact: () => fill(screens.contact),
  error: () => fill(screens.error),
  blog: () => fill(screens.blog),
  blogPost: (id: string) => fill(screens.blogDetails, { id }),
  about: () => fill(screens.about),
  sustainability: () => fill(screens.sustainability),
  workFields: () => fill(screens.workFields),
  companyGoals: () => fill(screens.companyGoals),
  news: () => fill(screens.news),
  newsItem: (id: string) => fill(screens.newsDetails, { id }),
  services: () => fill(screens.services),
  service: (id: string) => fill(screens.serviceDetails, { id }),
  projects: () => fill(screens.projects),
  project: (id: string) => fill(screens.projectDetails, { id }),
  solutions: () => fill(screens.solutions),
  solution: (id: string) => fill(screens.solutionDetails, { id }),
  productByPost: (id: string) => fill(screens.productsDetails, { id }),
  allSolutionProducts: (id: string, title: string) =>
    fill(screens.allSolutionProducts, { id, title: title || id }),
  productsHome: () => fill(screens.productsHome),
  productTypes: (categoryId: string) => fill(screens.productsTypes, { id: categoryId }),
  productsOfType: (typeId: string) => fill(screens.products, { id: typeId }),
  branches: () => fill(screens.branches),
  vcard: (language: string, id: string) => fill(vcardPattern, { language, file: `${id}.vcf` }),
  sitemapPart: (group: string, number: string) =>
    fill(sitemapPartPattern, { group, file: `${number}.xml` }),
  sitemap: () => '/sitemap.xml',
  securityTxt: () => '/.well-known/security.txt',
  language: () => '/language',
  pageView: () => '/page-view',
  /** A picture of the content API, at one of the server's widths or as it is. */
  image: (file: string, width?: number) =>
    `/images/post/${encodeSegment(file)}${width ? `?w=${width}` : ''}`,
  /** @param path the screen's, encoded as it stands in the address bar */
  shareCard: (language: string, path: string) =>
    `/cards/${language}${path === '/' ? fill(screens.home) : path}.png`,
}

/**
 * The site's own spelling of a path: the table's letter case, single slashes, none at the end, encoded
 * as links are. Ids and titles keep their letters. Always starts with one slash and a word of the table.
 * @returns null for a path that no screen has
 */
export function canonicalPath(pathname: string): string | null {
  const pattern = screenAt(pathname)
  if (pattern === null) return null
  const given = segmentsOf(pathname)
  const own = segmentsOf(pattern).map((segment, at) =>
    isParameter(segment) ? encodedOnce(given[at] ?? '') : segment,
  )
  return `/${own.join('/')}`
}

/** @returns the pattern of the screen that a path leads to in any spelling, or null for none */
export function screenAt(pathname: string): Screen | null {
  const given = segmentsOf(pathname)
  const words = given.map((segment) => decoded(segment)?.toLowerCase())
  const fits = (pattern: string) => {
    const wanted = segmentsOf(pattern)
    return (
      wanted.length === given.length &&
      wanted.every((segment, at) => isParameter(segment) || segment.toLowerCase() === words[at])
    )
  }
  return Object.values(screens).find(fits) ?? null
}

/** The parameters of a pattern such as "products/:id", by name. */
export type PathParameters<Pattern extends string> = Record<ParameterName<Pattern>, string>

type ParameterName<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? ParameterName<Head> | ParameterName<Tail>
  : Pattern extends `:${infer Name}`
    ? Name
    : never

/**
 * The parameters of a pattern, decoded once from the path as it was sent: the router's own decoding
 * turns a written "%2F" into a slash.
 * @param routed what the router found, for paths that do not fit the pattern
 * @returns null when one is missing or its encoding is broken
 */
export function pathParameters<Pattern extends string>(
  pattern: Pattern,
  pathname: string,
  routed: Readonly<Record<string, string | undefined>> = {},
): PathParameters<Pattern> | null {
  const parts = segmentsOf(pattern)
  const segments = segmentsOf(pathname)
  const fits = parts.length === segments.length || parts.at(-1) === '*'
  const values: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    if (!isParameter(part)) continue
    const name = part.slice(1)
    const text = fits ? decoded(segments[at] ?? '') : routed[name]
    if (!text) return null
    values[name] = text.replace(/^(\.{1,2}) $/, '$1')
  }
  return values as PathParameters<Pattern>
}

/** @returns null for what is wrongly encoded */
function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** The same as links write it; what is wrongly encoded stays as it is. */
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

function fill(pattern: string, values: Record<string, string> = {}) {
  return `/${pattern.replace(/:(\w+)/g, (_, name: string) => encodeSegment(values[name] ?? ''))}`
}

/** A browser takes "." and ".." for steps in the path however they are encoded: a space keeps them apart. */
function encodeSegment(text: string) {
  return encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text} ` : text)
}
