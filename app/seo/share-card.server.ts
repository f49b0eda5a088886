import { cardBrand, companyNamesOf } from '../site/brand.server'
import type { screenFacts } from '../site/screen-facts.server'
import { noStore } from '../content/loaders.server'
import { hasEtag, embeddable } from '../../server/http/headers'
import { maxTitleLength } from '../../server/files/image-base'
import type { ShareCard } from '../../server/files/cards/share-cards'
import { canonicalPath, pathParameters, screenAt, screens, type Screen } from '../addresses'
import {
  contentFor,
  NotFound,
  optional,
  type Card,
  type Content,
  type RequestArgs,
} from '../content/content.server'
import { inLanguage, languages, type Language } from '../language/languages'
import { isolateLtrRuns } from '@site/arabic-text/directions'
import { placeOfType, readCatalogue } from '../catalogue/catalogue.server'
import { productsHeading } from '../catalogue/solution-heading'

/** The content that a share card shows. */
interface Subject {
  title: string
  section?: string
  /** A file name at the image base URL, or empty. */
  image?: string
}

/**
 * The max-age is short, since the address stays the same when the content changes; stale cards are acceptable
 * meanwhile.
 */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

/** Screens without a card: the root is the home page at another address; the others are not indexed. */
type Unshared = (typeof screens)[
  | 'root'
  | 'error'
  | 'loading'
  | 'search'
  | 'compare'
  | 'quoteList'
  | 'quickList'
  | 'enquiry'
  | 'enquirySent'
  | 'offline']

/** A translation's key. */
type Heading =
  Exclude<(typeof screenFacts)[Screen]['name'], null> | 'documents.heading' | 'menu.aboutUs'

type FindSubject = (content: Content, id: string) => Subject | Promise<Subject>

/**
 * The subject of each screen that has a card, from the same content calls as the screen itself. Text from the address is
 * never used: anyone could make the site draw their own text.
 */
const subjects: Record<Exclude<Screen, Unshared>, FindSubject> = {
  [screens.home]: findHome,
  [screens.about]: named('about.heading'),
  [screens.sustainability]: named('sustainability.heading', 'menu.aboutUs'),
  [screens.workFields]: named('workFields.heading', 'menu.aboutUs'),
  [screens.companyGoals]: named('companyGoals.heading', 'menu.aboutUs'),
  [screens.branches]: named('branches.heading', 'menu.aboutUs'),
  [screens.contact]: named('contact.heading'),
  [screens.news]: named('news.heading'),
  [screens.newsDetails]: postIn('news.heading', (content, id) => content.getNews(id)),
  [screens.blog]: named('blog.heading'),
  [screens.blogDetails]: postIn('blog.heading', (content, id) => content.getBlog(id)),
  [screens.services]: named('services.heading'),
  [screens.serviceDetails]: postIn('services.heading', (content, id) => content.getService(id)),
  [screens.projects]: named('projects.heading'),
  [screens.projectDetails]: postIn('projects.heading', (content, id) => content.getProject(id)),
  [screens.solutions]: named('solutions.heading'),
  [screens.solutionDetails]: postIn('solutions.heading', (content, id) => content.getSolution(id)),
  [screens.productsDetails]: findSolutionProduct,
  [screens.allSolutionProducts]: findProductsOfSolution,
  [screens.productsHome]: named('products.heading'),
  [screens.productsCategories]: named('categories.heading', 'products.heading'),
  [screens.productsTypes]: findCategory,
  [screens.products]: findType,
  [screens.productDetails]: findProduct,
  [screens.privacy]: named('privacy.heading'),
  [screens.documents]: named('documents.heading', 'products.heading'),
}

/**
 * Responds with a page's share card.
 * @param path the page's path, encoded as in the request
 * @returns 200 or 304
 * @throws a 404 or 503 response like the page itself; a 503 also when too many cards are pending
 */
export async function shareCardResponse(
  { request, context }: RequestArgs,
  language: Language,
  path: string,
) {
  const screen = screenAt(path)
  const known: Partial<Record<Screen, FindSubject>> = subjects
  const findSubject = screen !== null && canonicalPath(path) === path ? known[screen] : undefined
  if (screen === null || !findSubject) throw new NotFound('No such page')
  const { id = '' }: { id?: string } = pathParameters(screen, path) ?? {}
  const page = new URL(inLanguage(path, language), request.url)
  const content = contentFor({ request: new Request(page), context })
  const { title, section = '', image = '' } = await findSubject(content, id)

  const { dir } = languages[language]
  const { name } = await companyNamesOf(content)
  const card: ShareCard = {
    dir,
    title: textOnCard(title, dir),
    section: textOnCard(section, dir),
    company: textOnCard(name, dir),
    ...cardBrand(context.site.brand),
  }
  const { bytes, etag, ...file } = await context.site.shareCards.find(card, image, request.signal)
  // A card that lacks an unavailable part is sent, but not cached.
  const isWhole = file.isWhole && !context.content.dependencies.isPartial
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': isWhole ? cacheControl : noStore,
    'X-Content-Type-Options': 'nosniff',
    ...embeddable,
    ETag: etag,
  }
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(Buffer.from(bytes), { headers })
}

/** Names a screen, and the section that it belongs to. */
function named(title: Heading, section?: Heading): FindSubject {
  return ({ t }) => ({ title: t(title), ...(section && { section: t(section) }) })
}

function postIn(
  section: Heading,
  get: (content: Content, id: string) => Promise<Card>,
): FindSubject {
  return async (content, id) => ofPost(await get(content, id), content.t(section))
}

function ofPost({ postTitle, postImage }: Card, section: string): Subject {
  return { title: postTitle, section, image: postImage }
}

/** Finds the company's description; its name is on every card. */
async function findHome(content: Content): Promise<Subject> {
  const [footer, { name }] = await Promise.all([
    optional(content.findFooter()),
    companyNamesOf(content),
  ])
  return { title: footer?.postSubTitle || name || content.t('home.heading') }
}

async function findCategory(content: Content, id: string): Promise<Subject> {
  const { parent: category } = await content.getProductTypesOf(id)
  const products = content.t('products.heading')
  return category ? ofPost(category, products) : { title: products }
}

async function findType(content: Content, id: string): Promise<Subject> {
  const [{ parent: type }, catalogue] = await Promise.all([
    content.getProductsOf(id),
    readCatalogue(content),
  ])
  const heading = content.t('products.heading')
  const section = placeOfType(catalogue, id).category?.postTitle ?? heading
  return type ? ofPost(type, section) : { title: heading }
}

async function findProduct(content: Content, id: string): Promise<Subject> {
  const [product, types] = await Promise.all([
    content.getProduct(id),
    optional(content.listProductTypes()),
  ])
  const type = types?.find(({ postID }) => postID === product.parentID)
  return ofPost(product, type?.postTitle ?? content.t('products.heading'))
}

async function findSolutionProduct(content: Content, id: string): Promise<Subject> {
  const [product, solutions] = await Promise.all([
    content.getSolutionProduct(id),
    optional(content.listSolutions()),
  ])
  const solution = solutions?.find(({ postID }) => postID === product.parentID)
  const list = content.t(product.parentID === '' ? 'products.heading' : 'solutions.heading')
  return ofPost(product, solution?.postTitle ?? list)
}

async function findProductsOfSolution(content: Content, id: string): Promise<Subject> {
  const solutions = await optional(content.listSolutions())
  const solution = solutions?.find(({ postID }) => postID === id)
  return {
    title: productsHeading(solution, content.t),
    section: content.t('solutions.heading'),
  }
}

/** Truncates a text to a card's maximum. In Arabic, isolates its left-to-right runs. */
function textOnCard(text: string, dir: 'ltr' | 'rtl') {
  const start = text.slice(0, maxTitleLength)
  return dir === 'ltr' ? start : isolateLtrRuns(start)
}
