import { cardBrand, companyNamesOf } from '../site/brand.server'
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

type FindSubject = (content: Content, id: string) => Subject | Promise<Subject>

/**
 * Each screen's subject, from the same content calls as the screen itself. Text from the address is never used: anyone
 * could make the site draw their own text.
 */
const subjects: Record<Exclude<Screen, Unshared>, FindSubject> = {
  [screens.home]: findHome,
  [screens.about]: ({ t }) => ({ title: t('about.heading') }),
  [screens.sustainability]: ofCompany('sustainability.heading'),
  [screens.workFields]: ofCompany('workFields.heading'),
  [screens.companyGoals]: ofCompany('companyGoals.heading'),
  [screens.branches]: ofCompany('branches.heading'),
  [screens.contact]: ({ t }) => ({ title: t('contact.heading') }),
  [screens.news]: ({ t }) => ({ title: t('news.heading') }),
  [screens.newsDetails]: async (content, id) =>
    ofPost(await content.getNews(id), content.t('news.heading')),
  [screens.blog]: ({ t }) => ({ title: t('blog.heading') }),
  [screens.blogDetails]: async (content, id) =>
    ofPost(await content.getBlog(id), content.t('blog.heading')),
  [screens.services]: ({ t }) => ({ title: t('services.heading') }),
  [screens.serviceDetails]: async (content, id) =>
    ofPost(await content.getService(id), content.t('services.heading')),
  [screens.projects]: ({ t }) => ({ title: t('projects.heading') }),
  [screens.projectDetails]: async (content, id) =>
    ofPost(await content.getProject(id), content.t('projects.heading')),
  [screens.solutions]: ({ t }) => ({ title: t('solutions.heading') }),
  [screens.solutionDetails]: async (content, id) =>
    ofPost(await content.getSolution(id), content.t('solutions.heading')),
  [screens.productsDetails]: findSolutionProduct,
  [screens.allSolutionProducts]: findProductsOfSolution,
  [screens.productsHome]: ({ t }) => ({ title: t('products.heading') }),
  [screens.productsCategories]: ({ t }) => ({
    title: t('categories.heading'),
    section: t('products.heading'),
  }),
  [screens.productsTypes]: findCategory,
  [screens.products]: findType,
  [screens.productDetails]: findProduct,
  [screens.privacy]: ({ t }) => ({ title: t('privacy.heading') }),
  [screens.documents]: ({ t }) => ({
    title: t('documents.heading'),
    section: t('products.heading'),
  }),
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

function ofCompany(
  key:
    'sustainability.heading' | 'workFields.heading' | 'companyGoals.heading' | 'branches.heading',
): FindSubject {
  return ({ t }) => ({ title: t(key), section: t('menu.aboutUs') })
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
