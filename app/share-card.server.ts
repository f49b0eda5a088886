import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ShareCard } from '../server/http/share-card/draw.ts'
import { hasEtag } from '../server/http/etag.ts'
import { getSite } from '../server/site.ts'
import { ownSpelling, pathParameter, screenAt, screens, type Screen } from './addresses'
import { contentFor, notFound, optional, type Card, type Content } from './content.server'
import { languageKey, languages, type Language } from './language/languages'
import { splitLtrRuns } from './language/ltr-runs'
import { mark } from './layout/mark'
import { placeOfType } from './catalogue/product-place.server'

/** What of a page its card shows. */
interface Subject {
  title: string
  section?: string
  /** A file of the image base, or empty. */
  image?: string
}

/** The root is the home page by another address; the others are not for search engines. */
type Unshared = (typeof screens)['root' | 'error' | 'loading']

type FindSubject = (content: Content, id: string) => Subject | Promise<Subject>

/**
 * Each screen's card, out of the calls that the screen itself makes. Never out of words in the
 * address: anyone could have us draw theirs.
 */
const subjects: Record<Exclude<Screen, Unshared>, FindSubject> = {
  [screens.home]: ({ t }) => ({ title: t('home.sentence') }),
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
  // Its title stands in its address.
  [screens.allSolutionProducts]: ({ t }) => ({
    title: t('products.heading'),
    section: t('solutions.heading'),
  }),
  [screens.productsHome]: ({ t }) => ({ title: t('products.heading') }),
  [screens.productsCategories]: ({ t }) => ({
    title: t('categories.heading'),
    section: t('products.heading'),
  }),
  [screens.productsTypes]: findCategory,
  [screens.products]: findType,
  [screens.productDetails]: findProduct,
}

/**
 * A page's card as an answer.
 * @param path the page's own, as it was sent
 * @returns 200, 304, or what the page itself would answer: 404, 503
 */
export async function answerShareCard(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  language: Language,
  path: string,
) {
  const screen = screenAt(path)
  const known: Partial<Record<Screen, FindSubject>> = subjects
  const findSubject = screen !== null && ownSpelling(path) === path ? known[screen] : undefined
  if (screen === null || !findSubject) throw notFound()
  const id = pathParameter(path, screen, 'id') ?? ''
  const page = new URL(`${path}?${languageKey}=${language}`, request.url)
  const content = contentFor({ request: new Request(page), context })
  const { title, section = '', image = '' } = await findSubject(content, id)

  const { dir } = languages[language]
  const card: ShareCard = {
    dir,
    title: isolated(title || content.t('list.untitled'), dir),
    section: isolated(section, dir),
    company: content.t('site.name'),
    mark,
  }
  const { bytes, etag, isWhole } = await getSite().shareCards.find(card, image)
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': isWhole ? 'public, max-age=86400' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
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

async function findCategory(content: Content, id: string): Promise<Subject> {
  const [types, categories] = await Promise.all([
    content.listProductTypesOf(id),
    optional(content.listProductCategories()),
  ])
  const category = categories?.find(({ postID }) => postID === id)
  if (categories && !category && types.length === 0) throw notFound()
  const products = content.t('products.heading')
  return category ? ofPost(category, products) : { title: products }
}

async function findType(content: Content, id: string): Promise<Subject> {
  const [products, place] = await Promise.all([
    content.listProductsOf(id),
    placeOfType(content, id),
  ])
  if (place.isMissing && products.length === 0) throw notFound()
  const heading = content.t('products.heading')
  return place.type ? ofPost(place.type, place.category?.postTitle || heading) : { title: heading }
}

async function findProduct(content: Content, id: string): Promise<Subject> {
  const product = await content.getProduct(id)
  const { type } = await placeOfType(content, product.parentID)
  return ofPost(product, type?.postTitle || content.t('products.heading'))
}

async function findSolutionProduct(content: Content, id: string): Promise<Subject> {
  const product = await content.getSolutionProduct(id)
  const solutions = await optional(content.listSolutions())
  const solution = solutions?.find(({ postID }) => postID === product.parentID)
  return ofPost(product, solution?.postTitle || content.t('solutions.heading'))
}

/** Inside Arabic, what reads from left to right between isolates, as the pages have it in elements. */
function isolated(text: string, dir: 'ltr' | 'rtl') {
  if (dir === 'ltr') return text
  return splitLtrRuns(text)
    .map((part) => (part.isLtr ? `\u2066${part.text}\u2069` : part.text))
    .join('')
}
