import type { LoaderFunctionArgs } from '@remix-run/node'
import { noStore } from '../content/cache-policy.server'
import { hasEtag } from '../../server/http/etag.ts'
import { shownElsewhere } from '../../server/http/security-headers.ts'
import { maxTitleLength } from '../../server/share-cards/break-lines.ts'
import type { ShareCard } from '../../server/share-cards/card.ts'
import { TooManyCards } from '../../server/share-cards/share-cards.ts'
import { getSite } from '../../server/site.ts'
import { ownSpelling, pathParameter, screenAt, screens, type Screen } from '../addresses'
import {
  contentFor,
  notFound,
  optional,
  retryAfterSeconds,
  type Card,
  type Content,
} from '../content/content.server'
import { languageKey, languages, type Language } from '../language/languages'
import { splitLtrRuns } from '../language/ltr-runs'
import { mark } from '../layout/mark'
import { placeOfType, readCatalogue } from '../catalogue/product-place.server'

/** What of a page its card shows. */
interface Subject {
  title: string
  section?: string
  /** A file of the image base, or empty. */
  image?: string
  /** False when a part of it could not be had: good for now, not for later. */
  isWhole?: boolean
}

/** A page's address stays the same when its words change: soon asked for again, and meanwhile shown. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

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
  [screens.allSolutionProducts]: findProductsOfSolution,
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
 * @returns 200, 304, or what the page itself would answer: 404, 503; a 503 too when too
 * many cards are asked for at once
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
  const subject = await findSubject(content, id)
  const { title, section = '', image = '' } = subject

  const { dir } = languages[language]
  const card: ShareCard = {
    dir,
    title: isolated(title || content.t('list.untitled'), dir),
    section: isolated(section, dir),
    company: content.t('site.name'),
    mark,
  }
  const { bytes, etag, ...file } = await drawn(card, image, request.signal)
  const isWhole = file.isWhole && subject.isWhole !== false
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': isWhole ? cacheControl : noStore,
    'X-Content-Type-Options': 'nosniff',
    ...shownElsewhere,
    ETag: etag,
  }
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(Buffer.from(bytes), { headers })
}

async function drawn(card: ShareCard, image: string, signal: AbortSignal) {
  try {
    return await getSite().shareCards.find(card, image, signal)
  } catch (error) {
    if (!(error instanceof TooManyCards)) throw error
    const headers = { 'Retry-After': String(retryAfterSeconds) }
    throw new Response(null, { status: 503, headers })
  }
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
  return {
    ...(category ? ofPost(category, products) : { title: products }),
    isWhole: categories !== null,
  }
}

async function findType(content: Content, id: string): Promise<Subject> {
  const [products, catalogue] = await Promise.all([
    content.listProductsOf(id),
    readCatalogue(content),
  ])
  const place = placeOfType(catalogue, id)
  if (place.isMissing && products.length === 0) throw notFound()
  const heading = content.t('products.heading')
  const section = place.category?.postTitle || heading
  const isWhole = catalogue.types !== null && catalogue.categories !== null
  return { ...(place.type ? ofPost(place.type, section) : { title: heading }), isWhole }
}

async function findProduct(content: Content, id: string): Promise<Subject> {
  const [product, types] = await Promise.all([
    content.getProduct(id),
    optional(content.listProductTypes()),
  ])
  const type = types?.find(({ postID }) => postID === product.parentID)
  const section = type?.postTitle || content.t('products.heading')
  return { ...ofPost(product, section), isWhole: types !== null }
}

async function findSolutionProduct(content: Content, id: string): Promise<Subject> {
  const [product, solutions] = await Promise.all([
    content.getSolutionProduct(id),
    optional(content.listSolutions()),
  ])
  const solution = solutions?.find(({ postID }) => postID === product.parentID)
  const section = solution?.postTitle || content.t('solutions.heading')
  return { ...ofPost(product, section), isWhole: solutions !== null }
}

async function findProductsOfSolution(content: Content, id: string): Promise<Subject> {
  const solutions = await optional(content.listSolutions())
  const title = solutions?.find(({ postID }) => postID === id)?.postTitle
  return {
    title: title ? content.t('products.ofSolution', { title }) : content.t('products.heading'),
    section: content.t('solutions.heading'),
    isWhole: solutions !== null,
  }
}

/**
 * As much of a text as a card can show; inside Arabic, what reads from left to right between
 * isolates, as the pages have it in elements.
 */
function isolated(text: string, dir: 'ltr' | 'rtl') {
  const start = text.slice(0, maxTitleLength)
  if (dir === 'ltr') return start
  return splitLtrRuns(start)
    .map((part) => (part.isLtr ? `\u2066${part.text}\u2069` : part.text))
    .join('')
}
