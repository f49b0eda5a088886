import { rootParent } from '../../server/content/content-types'
import {
  type SearchKind,
  type SearchEntry,
  searchKinds,
  type Marks,
  type SearchHit,
  type SearchResults,
  type AskedCondition,
  type AskedTopic,
  type Availability,
  type ConditionResult,
  type Statement,
  type PostTimes,
  type SheetOwner,
} from '@site/product-search/types'
import { documentKinds } from '@site/product-search/document-kinds'
import { isClaim, listStatements } from '@site/product-search/relations'
import { addresses, variantAddress, branchPath, sheetPath } from '../addresses'
import { translationFor } from '../language/i18n.server'
import { inLanguage, languages, siteLanguages, type Language } from '../language/languages'
import { createPageBudget } from '../../server/text/page-bytes'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics } from '../../server/observe/metrics'
import type { Brand } from '../../server/site/brand'
import type { Search } from '@site/product-search/search'
import { contactLinksOf, type TextPart } from '@site/arabic-text/linked-text'
import { hoursLinesOf } from '../branches/branch-view.server'
import { availabilityWords, type AvailabilityView } from '../views/availability.server'
import { anchorsOf, pageSize } from '../posts/list-views'
import {
  contactOf,
  type Content,
  type Product,
  type Variant,
  ContentUnavailable,
  NotFound,
  optional,
  type Card,
} from '../content/content.server'
import { parseReference } from '../../server/enquiries/enquiry'
import { registrationsOf } from './brand.server'
import { namedScreens } from './screen-facts.server'

/**
 * Returns the path that shows a post of the search index or the change log: its own page, the screen that contains it,
 * or its file.
 * @param post.parentId distinguishes a category from a type
 */
export function pathOfPost(post: { kind: SearchKind; id: string; parentId: string }): string {
  const isCategory = post.kind === 'type' && [rootParent, ''].includes(post.parentId)
  return isCategory ? addresses.productTypes(post.id) : pathsByKind[post.kind](post.id)
}

const pathsByKind: Record<SearchKind, (id: string) => string> = {
  product: addresses.product,
  type: addresses.productsOfType,
  solution: addresses.solution,
  project: addresses.project,
  service: addresses.service,
  news: addresses.newsItem,
  blog: addresses.blogPost,
  document: addresses.image,
  page: (id) => id.replace(/#.*$/su, ''),
}

/**
 * Builds the entries of the screens that search finds by their names, which are not content. The contact screen states
 * the company's registrations, as every screen does in its footer.
 */
function screenEntries(brand: Brand): SearchEntry[] {
  return siteLanguages.flatMap((language) => {
    const { t } = translationFor(language)
    return namedScreens.map(({ path, name }, position) => ({
      kind: 'page' as const,
      id: path,
      language,
      position,
      parentId: '',
      parentTitle: '',
      title: t(name),
      subTitle: path === addresses.documents() ? namesOfKinds(t, language) : '',
      image: '',
      date: '',
      specs: path === addresses.contact() ? registrationsOf(brand, t) : [],
      variants: [],
      text: '',
    }))
  })
}

/** The kinds of documents, by which their screen is found. */
function namesOfKinds(t: Content['t'], language: Language) {
  const named = documentKinds.filter((kind) => kind !== 'other')
  return named.map((kind) => t(`documents.kinds.${kind}`)).join(languages[language].comma)
}

export { searchKinds, type ConditionResult, type Marks, type SearchKind }

/** Longer questions are truncated; nobody reads them in a search field. */
const maxQuestionLength = 200

/** Fewer than in a list: each result has text to read, and the best come first. */
export const resultsPerPage = 12

/** Process age, ms, up to which a search waits until the index has been filled for the first time. */
const fillingMs = 5_000

/** A result for a screen. */
export interface ResultView extends Omit<SearchHit, Unshown> {
  href: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** The successor of a product that has been replaced. */
  replacedBy?: RelationView
  /** That of its order code. */
  availability?: AvailabilityView
  codes?: { code: string; availability?: AvailabilityView }[]
  /** The telephone numbers of a branch, and its opening hours in lines. */
  phone?: TextPart[]
  hours?: string[]
}

type Unshown =
  'availability' | 'codes' | 'parentId' | 'date' | 'position' | 'language' | 'replacedBy'

/** A product that another one names, with a link if it is one of ours. */
export interface RelationView extends Statement {
  /** The order codes of which alone this is stated; empty if it is stated of the whole product. */
  codes: string[]
  product?: Pick<ResultView, 'href' | 'title' | 'code' | 'language'> | undefined
}

/** One page of results. */
interface ResultPage {
  results: ResultView[]
  total: number
  /** A sentence that names the conditions which no product meets: "No product has 4 poles and 63 A.…". */
  unmet?: string
  counts: Partial<Record<SearchKind, number>>
  searchedInstead?: string
  closest?: string
  /** Words of the question that are left out, since the content does not know them. */
  without?: string[]
  topic?: AskedTopic
  /** False while the content is still being read, so there may be more. */
  isWhole: boolean
}

/** Returns the question in an address: one line, no longer than a search field accepts. */
export function questionOf(request: Request) {
  const text = new URL(request.url).searchParams.get('q') ?? ''
  return text.replace(/\s+/g, ' ').trim().slice(0, maxQuestionLength)
}

/** Returns the kind of results that an address selects; undefined for an unknown one. */
export function kindIn(request: Request): SearchKind | undefined {
  const text = new URL(request.url).searchParams.get('kind')
  return searchKinds.find((kind) => kind === text)
}

/**
 * Searches all kinds of content.
 * @param page from 1
 * @throws ContentUnavailable when the index does not respond
 */
export async function searchSite(
  content: Content,
  question: { text: string; kind: SearchKind | undefined; page: number },
): Promise<ResultPage> {
  const { lang, readIndex, hasSheets } = content
  await indexFilled(content)
  const { found, isWhole } = await readIndex({ needs: 'filled', isSubject: true }, (index) =>
    index.search({
      text: question.text,
      language: lang,
      withSheets: hasSheets,
      ...(question.kind && { kind: question.kind }),
      offset: (question.page - 1) * resultsPerPage,
      limit: resultsPerPage,
    }),
  )
  const { hits, unmet, ...rest }: SearchResults =
    namesEnquiry(question.text) && !found.hits.some(({ code }) => code) ? ofEnquiry : found
  // Before the index is filled, an empty result says nothing about the content.
  if (isWhole) countAnswer(question.text, lang, rest)
  const wordsOf = availabilityWords(content)
  const results = hits.map((hit): ResultView => {
    const withStock = <T>(shown: T, stated: Availability | undefined) => {
      const availability = wordsOf(stated)
      return { ...shown, ...(availability && { availability }) }
    }
    const codes = hit.codes?.map((one) => withStock({ code: one.code }, one.availability))
    return withStock({ ...viewOf(hit, lang), ...(codes && { codes }) }, hit.availability)
  })
  return {
    ...rest,
    ...(unmet && { unmet: unmetText(unmet, content) }),
    ...{ results: await withBranchFacts(results, content), isWhole },
  }
}

const ofEnquiry: SearchResults = {
  ...{ hits: [], total: 0, counts: {} },
  topic: { name: 'enquiries', isAll: true },
}

/** Whether a question names an enquiry by its reference, which has a digit or a hyphen. */
function namesEnquiry(text: string) {
  const pattern = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]{4}-?[\p{L}\p{N}]{4}(?![\p{L}\p{N}-])/gu
  const named = text.replace(/\p{Pd}/gu, '-').match(pattern) ?? []
  return named.some((one) => /[-\p{Nd}]/u.test(one) && parseReference(one) !== null)
}

function unmetText(unmet: AskedCondition[], { t, lang }: Content) {
  const format = new Intl.ListFormat(languages[lang].intl, { type: 'conjunction' })
  const textOf = (some: AskedCondition[]) =>
    format.format(some.map(withQuantity(lang)).map(({ asked }) => asked))
  const [type, ...otherTypes] = unmet.filter(({ isType }) => isType)
  const ratings = unmet.filter(({ isType }) => !isType)
  if (!type || otherTypes.length > 0 || ratings.length === 0) {
    const conditions = textOf(unmet)
    return t(unmet.length === 1 ? 'search.unmetAlone' : 'search.unmet', { conditions })
  }
  const key = ratings.length === 1 ? 'search.unmetOfTypeAlone' : 'search.unmetOfType'
  return t(key, { type: type.asked, conditions: textOf(ratings) })
}

/** Returns a function that writes conditions out by their quantities: "4p" is "4 poles". */
export function withQuantity(language: Language) {
  const { t } = translationFor(language)
  return <C extends AskedCondition>({ quantity, asked, ...rest }: C) => {
    const { unit, number: count = NaN } = quantity ?? {}
    const key = `search.quantities.${unit}`
    const isWritten = Number(count.toFixed(3)) === count
    const text = isWritten ? t(key as 'search.quantities.a', { count }) : key
    return { ...rest, asked: text === key ? asked : text }
  }
}

/** Adds their telephone numbers and opening hours to the results that are branches. */
async function withBranchFacts(results: ResultView[], content: Content): Promise<ResultView[]> {
  const start = `${addresses.branches()}#`
  if (!results.some(({ id }) => id.startsWith(start))) return results
  const branches = await optional(content.listBranches())
  return results.map((result) => {
    const branch = branches?.find(({ postID }) => start + postID === result.id)
    if (!branch) return result
    const { phone1 } = contactLinksOf(contactOf(branch), content.phoneCountry)
    return { ...result, phone: phone1, hours: hoursLinesOf(branch, content) }
  })
}

/** @throws ContentUnavailable when the index does not respond */
export async function suggest(content: Content, text: string, limit: number) {
  const { lang, readIndex, hasSheets } = content
  await indexFilled(content)
  const { found, isWhole } = await readIndex({ needs: 'filled', isSubject: true }, (index) =>
    index.suggest(text, lang, limit, hasSheets),
  )
  return { results: found.map((hit) => viewOf(hit, lang)), isWhole }
}

/**
 * Finds the product that has an order code, as far as the index knows.
 * @returns its postID, or null
 * @throws ContentUnavailable when the index does not respond
 */
async function findProductByCode({ lang, search }: Content, code: string): Promise<string | null> {
  const question = { text: code, language: lang, kind: 'product', offset: 0, limit: 1 } as const
  const [hit] = (await search.search(question)).hits
  return hit?.code === code ? hit.id : null
}

/** The indexes that have the screens. */
const withScreens = new WeakMap<Content['search'], Promise<void>>()

/** Waits until the index has been filled, but only in the first seconds of the process. */
export async function indexFilled({ search, brand }: Pick<Content, 'search' | 'brand'>) {
  const put =
    withScreens.get(search) ??
    search.putPages(screenEntries(brand)).catch((error: unknown) => {
      withScreens.delete(search)
      throw error
    })
  withScreens.set(search, put)
  await Promise.all([put, search.whenFilled(fillingMs - process.uptime() * 1000)])
}

function viewOf(hit: SearchHit, language: Language): ResultView {
  const {
    availability: _,
    codes: __,
    language: own,
    replacedBy,
    sheetOf,
    conditions,
    ...described
  } = hit
  const { parentId, date, position, ...shown } = described
  return {
    ...shown,
    ...(conditions && { conditions: conditions.map(withQuantity(language)) }),
    href: hrefOf(hit),
    ...(sheetOf && sheetView(sheetOf, hit, language)),
    ...(own !== language && { language: own }),
    ...(replacedBy && {
      replacedBy: relationOf({ ...replacedBy, codes: [] }, replacedBy.product, language),
    }),
  }
}

/** Builds the view of the sheet of a product or type, in a language. */
export function sheetView(
  sheetOf: SheetOwner,
  { id, title, titleMarks }: SearchHit,
  language: Language,
) {
  const start = `${translationFor(language).t(`sheet.${sheetOf}`)}: `
  const marks = titleMarks.map(([from, to]): Marks[number] => [
    from + start.length,
    to + start.length,
  ])
  return {
    sheetOf,
    href: inLanguage(sheetPath(pathsByKind[sheetOf](id)), language),
    title: start + title,
    titleMarks: marks,
  }
}

function relationOf(
  { relation, text, codes }: Omit<RelationView, 'product'>,
  hit: SearchHit | undefined,
  lang: Language,
): RelationView {
  // "Acme TC9" is no product of ours, even if we have a TC9.
  if (!hit || (isClaim({ relation, text }) && /\s/.test(text))) return { relation, text, codes }
  const { href, title, code, language } = viewOf(hit, lang)
  return {
    relation,
    text,
    codes,
    product: { href, title, ...(code && { code }), ...(language && { language }) },
  }
}

/** Max. statements about other products on a page, their size on it, and those that are looked up for it. */
const maxRelations = { shown: 200, bytes: 80_000, lookedUp: 60 }

/** Lists what a product and its order codes state of other products, with links as far as the index knows these. */
export async function relationsOf(
  { postSpecs, postVariants }: Product,
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<RelationView[]> {
  const stated = new Map<string, Omit<RelationView, 'product'>>()
  for (const { code, specs } of [{ code: '', specs: postSpecs }, ...postVariants]) {
    for (const { relation, text } of listStatements(specs)) {
      const key = `${relation} ${text}`
      const known = stated.get(key) ?? { relation, text, codes: [] }
      known.codes.push(code)
      if (stated.size < maxRelations.shown) stated.set(key, known)
    }
  }
  if (stated.size === 0) return []
  const names = [...stated.values()].map(({ text }) => text).slice(0, maxRelations.lookedUp)
  const known = await optional(
    readIndex({ needs: 'filled' }, (index) => index.productsNamed(names, lang)),
  )
  return [...stated.values()].filter(createPageBudget(maxRelations.bytes)).map((one) => {
    const codes = one.codes.filter((code) => code !== '')
    const isOfAll = codes.length === postVariants.length
    return relationOf({ ...one, codes: isOfAll ? [] : codes }, known?.found.get(one.text), lang)
  })
}

function hrefOf({ code, position, ...post }: SearchHit) {
  if (post.kind === 'page') return pageHref(post.id, position)
  return post.kind === 'product' && code ? variantAddress(post.id, code) : pathOfPost(post)
}

/** The part of a screen that shows a post has an anchor named after the post; branches have several pages. */
function pageHref(id: string, position: number) {
  const [path = '', postId] = id.split(/#(.*)/su)
  if (postId === undefined) return path
  const isBranch = path === addresses.branches()
  const [anchor = ''] = anchorsOf(isBranch ? 'branch' : 'section', [postId])
  if (!isBranch) return `${path}#${encodeURIComponent(anchor)}`
  return branchPath({ anchor, page: Math.floor(position / pageSize) + 1 })
}

function countAnswer(
  text: string,
  language: Language,
  { total, searchedInstead, topic }: Omit<ResultPage, 'results' | 'isWhole'>,
) {
  const isInVain = total === 0 && topic?.isAll !== true
  const outcome = isInVain ? 'none' : searchedInstead === undefined ? 'found' : 'corrected'
  metrics.searchAnswers.inc({ outcome })
  if (outcome === 'none' && !isPersonal(text)) logInVain({ question: text, language })
}

/** Whether a text may be an e-mail address or phone number, which must not be logged. */
function isPersonal(text: string) {
  return text.includes('@') || /(?:\p{Nd}[\s().+-]*){7}/u.test(text)
}

const logInVain = createThrottledLog(
  (suppressed, facts: { question: string; language: Language }) =>
    log.info({ ...facts, suppressed }, 'search without results'),
)

/** A product with the path of its own screen. */
interface FoundProduct {
  product: Product
  to: string
}

/** A product, or one of its order codes. */
export interface FoundItem extends FoundProduct {
  /** Absent for the product itself. */
  variant?: Variant
}

/**
 * Finds what an item id names: a product, one of its order codes, or an order code that somebody
 * typed as the id.
 * @param item the product's id and the order code in the id, if it has both parts
 * @returns as `findProduct`
 */
export async function findItem(
  content: Content,
  id: string,
  item: { postId: string; code: string } | null,
): Promise<FoundItem | ContentUnavailable | null> {
  const ofCode = item && (await findProduct(content, item.postId))
  if (item && ofCode && 'product' in ofCode) return withVariant(ofCode, item.code)
  const found = ofCode ?? (await findProduct(content, id))
  if (found) return found
  const postId = await optional(findProductByCode(content, id))
  const ofTyped = postId === null ? null : await findProduct(content, postId)
  return ofTyped && 'product' in ofTyped ? withVariant(ofTyped, id) : null
}

function withVariant(found: FoundProduct, code: string): FoundItem | null {
  const variant = found.product.postVariants.find((one) => one.code === code)
  return variant ? { ...found, variant } : null
}

/** @returns null if there is no such product; the error if it cannot be read, so that others can be shown */
export async function findProduct(
  content: Content,
  id: string,
): Promise<FoundProduct | ContentUnavailable | null> {
  const places = [
    { read: content.getProduct, addressOf: addresses.product },
    // A solution's product need not be in the catalogue.
    { read: content.getSolutionProduct, addressOf: addresses.productByPost },
  ]
  for (const { read, addressOf } of places) {
    try {
      return { product: await read(id), to: addressOf(id) }
    } catch (failure) {
      if (failure instanceof ContentUnavailable) return failure
      if (!(failure instanceof NotFound)) throw failure
    }
  }
  return null
}

/**
 * Returns the canonical paths of solutions' products: a product that the catalogue also has, under the same id and
 * title, has its page there.
 * @returns by postID; null until the search index knows the catalogue
 * @throws ContentUnavailable when the search index does not respond
 */
export async function canonicalPathsOf(
  products: Pick<Card, 'postID' | 'postTitle'>[],
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Map<string, string> | null> {
  const ids = products.map(({ postID }) => postID)
  const titles = await readIndex({ needs: 'lists', isSubject: true }, (index) =>
    index.titlesOf('product', ids, lang),
  )
  if (!titles.isWhole) return null
  return new Map(
    products.map(({ postID, postTitle }) => [
      postID,
      titles.found.get(postID) === postTitle
        ? addresses.product(postID)
        : addresses.productByPost(postID),
    ]),
  )
}

/** Times by postID; unknown posts are omitted. */
export type ChangeTimes = ReadonlyMap<string, PostTimes>

/**
 * Returns the change log; null without a crawl: then it sees only what visitors read, and a client would take missed
 * changes for unchanged posts. The sitemap uses it even so, since it states only changes.
 */
function changeLogIn({ isCrawled, changes }: Search) {
  return isCrawled ? changes : null
}

/** Returns a number that grows whenever a content change is seen; null if unknown. */
export async function contentSequence(search: Search): Promise<number | null> {
  const log = changeLogIn(search)
  return log && optional(log.sequence())
}

/** Whether details are still being read for the first time, so that specifications missing from lists are unknown. */
export function lacksDetails(search: Search) {
  return search.lacks('filled')
}

/** Reads the times of products. @returns nothing if the change log is unavailable */
export async function changeTimesOf(
  search: Search,
  ids: string[],
  language: Language,
): Promise<ChangeTimes> {
  const log = changeLogIn(search)
  return (log && (await optional(log.changedAt('product', ids, language)))) ?? new Map()
}
