import { addresses, partAnchor } from '../addresses'
import { dayIn } from '@site/arabic-text/local-time'
import { formatBytes, formatDate, yearOf } from '../language/format'
import {
  optional,
  type Content,
  type PostFile,
  type Contact,
  type Spec,
  type Variant,
  type ProductCard,
  type Article,
  type Post,
  type Product,
  type ArticleCard,
  type Card,
  type CardWithSpecs,
} from './content.server'
import {
  contactLinksOf,
  type ContactLinks,
  addressOf,
  findMailAddress,
  hrefsOf,
  mapOf,
} from '@site/arabic-text/linked-text'
import { type TextPart } from '@site/arabic-text/linked-text'
import { findPhones } from '@site/arabic-text/phones'
import { isReadable } from '@site/arabic-text/characters'
import { isolate } from '@site/arabic-text/directions'
import { createPageBudget } from '../../server/text/page-bytes'
import { relationOf } from '@site/product-search/relations'
import { type Language, languages } from '../language/languages'
import { ltrClass, splitLtrRuns } from '@site/arabic-text/directions'
import { keepUnits } from '@site/arabic-text/directions'
import { documentKindOf, languageOfFile, type DocumentKind } from '@site/product-search/document-kinds'
import type { DocumentFacts } from '@site/product-search/types'
import { decodeEntities } from '@site/arabic-text/characters'
import { readingMinutes } from '../posts/list-views'
import { pageOf } from './loaders.server'

/** The facts about a file that lists of files show. */
export interface FileFacts {
  kind: DocumentKind
  /** The language of its content; empty if unknown. */
  fileLanguage: Language | 'both' | ''
  /** The file type, such as "PDF"; possibly empty. */
  type: string
  /** Formatted, or empty if unknown. */
  size: string
  /** When it was last modified, formatted; empty if unknown. */
  date: string
}

/** Builds the view of what the search index knows of a file; the rest is guessed from its name and title. */
export function fileFactsOf(
  { fileName, fileTitle }: PostFile,
  known: Partial<DocumentFacts>,
  { lang, timeZone }: Pick<Content, 'lang' | 'timeZone'>,
): FileFacts {
  const { size, modifiedAt = '' } = known
  return {
    kind: known.kind ?? documentKindOf(fileName, fileTitle),
    fileLanguage: known.fileLanguage ?? languageOfFile(fileName, fileTitle),
    type: /\.(\w{1,5})$/.exec(fileName)?.[1]?.toUpperCase() ?? '',
    size: size === undefined ? '' : formatBytes(size, lang),
    date: formatDate(dayIn(modifiedAt, timeZone), lang),
  }
}

/** A post for its own screen, with its files as far as they can be downloaded. */
export type WithFiles<P extends PostView> = Omit<P, 'postFiles'> & {
  postFiles: (PostFile & { facts: FileFacts })[]
}

/** Adds what the search index knows of a post's files, and leaves out those that it knows to be missing. */
export async function withFiles<P extends PostView>(
  post: P,
  content: Pick<Content, 'lang' | 'readIndex' | 'timeZone'>,
): Promise<WithFiles<P>> {
  const names = post.postFiles.map(({ fileName }) => fileName)
  const read = () => content.readIndex({ needs: 'filled' }, (index) => index.filesOf(names))
  const known = names.length > 0 ? await optional(read()) : null
  const postFiles = post.postFiles.flatMap((file) => {
    const { isMissing, ...facts } = known?.found.get(file.fileName) ?? {}
    return isMissing ? [] : [{ ...file, facts: fileFactsOf(file, facts, content) }]
  })
  return { ...post, postFiles }
}

/** Whether any product or solution has documents, as far as the search index knows. */
export async function findHasDocuments(content: Pick<Content, 'lang' | 'readIndex'>) {
  const question = { text: '', language: content.lang, offset: 0, limit: 1 }
  const read = content.readIndex({ needs: 'filled' }, (index) => index.documents(question))
  return ((await optional(read))?.found.total ?? 0) > 0
}

export {
  addressOf,
  contactLinksOf,
  findMailAddress,
  findPhones,
  hrefsOf,
  isReadable,
  mapOf,
  type ContactLinks,
  type TextPart,
}

/** Returns the company's contact, as written and as links; null if unavailable or missing. */
export async function findContact(
  content: Pick<Content, 'findContact' | 'phoneCountry'>,
): Promise<{ contact: Contact | null; contactLinks: ContactLinks | null }> {
  const contact = await optional(content.findContact())
  return { contact, contactLinks: contact && contactLinksOf(contact, content.phoneCountry) }
}

/** The variants of a product as a table. */
export interface OrderingView {
  /** The specifications in which the variants differ, in the order of their first appearance. */
  columns: Pick<Spec, 'name' | 'unit'>[]
  /** The positions of the columns that tell the rows apart. */
  telling: number[]
  /** One row per order code, with a value for each column; empty if the variant has none. */
  rows: OrderingRow[]
}

interface OrderingRow {
  code: string
  values: string[]
  /** The values of the telling columns, such as `16 A`, `C`. */
  facts: string[]
  /** The code with these facts, such as `TM63-C16 · 16 A · C`: the text of a choice. */
  text: string
  /** The unit in which this order code is sold, such as "metre"; absent if only its product states one. */
  saleUnit?: string
}

/** Number of facts in the text of an order code; more where the codes would read the same. */
const choiceFacts = 3

/** Whether a specification is one of the product itself, and names no other products. */
export function isRating(spec: Spec) {
  return !relationOf(spec)
}

/** Names of the specification that says what a quantity counts (docs/catalogue-data.md). */
const saleUnitNames = /^(?:sold by|unit of sale|وحدة البيع)$/iu

/** Returns what a quantity of a product counts, such as "metre"; empty if it does not say. */
export function saleUnitOf(specs: Spec[]) {
  const { value = '', unit = '' } = specs.find(({ name }) => saleUnitNames.test(name)) ?? {}
  return `${value} ${unit}`.trim()
}

/** If the content has a code twice, the first variant is used. */
export function orderingViewOf(variants: Variant[], language: Language): OrderingView {
  const columns = new Map<string, Pick<Spec, 'name' | 'unit'>>()
  const byCode = new Map<string, Map<string, string>>()
  const saleUnits = new Map<string, string>()
  for (const { code, specs } of variants) {
    if (byCode.has(code)) continue
    const values = new Map<string, string>()
    for (const { name, unit, value } of specs.filter(isRating)) {
      const key = JSON.stringify([name, unit])
      columns.set(key, { name, unit })
      if (!values.has(key)) values.set(key, value)
    }
    byCode.set(code, values)
    saleUnits.set(code, saleUnitOf(specs))
  }
  const keys = [...columns]
  const differing = keys.filter(
    ([key]) => new Set([...byCode.values()].map((values) => values.get(key))).size > 1,
  )
  // A single code differs from none: its first specifications tell what it is.
  const telling = tellingOf(differing.length > 0 ? differing : keys, [...byCode.values()])
  // Numbers that share a unit can only be told apart by their names.
  const units = keys.map(([, { unit }]) => unit)
  return {
    columns: [...columns.values()],
    telling: telling.map((column) => keys.indexOf(column)),
    rows: [...byCode].map(([code, values]) => {
      const facts = telling.flatMap(([key, { name, unit }]) => {
        const value = values.get(key)
        if (!value) return []
        // A number alone does not say what it counts.
        const isAlone = units.indexOf(unit) === units.lastIndexOf(unit)
        const text = (unit ? isAlone : /\p{L}/u.test(value)) ? value : `${name}: ${value}`
        return [unit ? `${text}\u00a0${unit}` : text]
      })
      const saleUnit = saleUnits.get(code)
      return {
        code,
        values: keys.map(([key]) => values.get(key) ?? ''),
        facts,
        text: [code, ...facts].map((part) => isolate(part, language)).join(' · '),
        ...(saleUnit && { saleUnit }),
      }
    }),
  }
}

/** The columns without which two order codes would read the same, and the first ones of the others. */
function tellingOf<C extends readonly [string, unknown]>(
  columns: C[],
  rows: Map<string, string>[],
) {
  const countApart = (shown: C[]) =>
    new Set(rows.map((values) => JSON.stringify(shown.map(([key]) => values.get(key))))).size
  const needed: C[] = []
  for (const column of columns) {
    const apart = countApart(needed)
    if (apart === rows.length) break
    if (countApart([...needed, column]) > apart) needed.push(column)
  }
  const others = columns.filter((column) => !needed.includes(column))
  const shown = [...needed, ...others.slice(0, Math.max(choiceFacts - needed.length, 0))]
  return columns.filter((column) => shown.includes(column))
}

/** The variants of a card's post, which those of products have. */
interface WithVariants {
  postVariants?: Variant[]
}

/** Returns the only order code of a product; null if it has several, undefined if it has none. */
export function onlyCodeOf(variants: Variant[] = []) {
  const codes = new Set(variants.map(({ code }) => code))
  return codes.size > 1 ? null : [...codes][0]
}

/**
 * Adds specifications and variants to the products of a list: those of the list itself, else those that the search
 * index knows from details, for a content API whose lists have none.
 * @param language of the list
 */
export async function withKnownSpecs<P extends ProductCard>(
  products: P[],
  language: Language,
  { readIndex }: Pick<Content, 'readIndex'>,
): Promise<P[]> {
  const hasOwn = products.some(
    ({ postSpecs, postVariants }) => postSpecs.length > 0 || postVariants.length > 0,
  )
  if (hasOwn || products.length === 0) return products
  const ids = products.map(({ postID }) => postID)
  const known = await optional(
    readIndex({ needs: 'filled' }, (index) => index.specsOf(ids, language)),
  )
  if (!known || known.found.size === 0) return products
  return products.map((product) => {
    const found = known.found.get(product.postID)
    return found ? { ...product, postSpecs: found.specs, postVariants: found.variants } : product
  })
}

/**
 * Max. isolated runs in the rich texts of a page. Articles have fewer; more elements would only make the page slow and
 * large.
 */
const maxRuns = 2_000

/** Tags that a run may contain, as in "H<sub>2</sub>O". Any other tag ends a line of text. */
const inlineTag = '\\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)[\\s>]'
const otherTags = new RegExp(`(<(?!${inlineTag})[^<>]*>)`)

/** A tag, or text that lies entirely inside or outside a run. */
interface Piece {
  html: string
  /** The text; empty for a tag. */
  text: string
  /** The run that the text belongs to; null for none. */
  run: number | null
  /** 1 for a start tag, -1 for an end tag, 0 for text. */
  depth: 1 | -1 | 0
}

/**
 * Returns a function that wraps each left-to-right run of sanitised HTML in a <bdi> and keeps numbers beside their
 * units; tags and entities stay. All texts passed to it share the page's limit.
 */
export function createIsolator() {
  let remaining = maxRuns

  function isolateLine(line: string) {
    const pieces = piecesOf(line, remaining)
    let html = ''
    let position = 0
    for (const [first, last] of rangesOf(pieces)) {
      if (remaining === 0) break
      remaining -= 1
      html += htmlOf(pieces.slice(position, first)) + bdi(pieces.slice(first, last + 1))
      position = last + 1
    }
    return html + htmlOf(pieces.slice(position))
  }

  return (html: string) =>
    html
      .split(otherTags)
      .map((part, at) => (at % 2 === 1 || remaining === 0 ? part : isolateLine(part)))
      .join('')
}

function keepUnitsInHtml(html: string) {
  return html
    .split(/(<[^<>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : keepUnits(part)))
    .join('')
}

/** Finds the runs in the text between the tags, and splits it at their boundaries. */
function piecesOf(line: string, limit: number) {
  const sources = line.split(/(<[^<>]*>)/)
  const texts = sources.map((source, at) => (at % 2 === 0 ? decodeEntities(source) : ''))
  const parts = splitLtrRuns(keepUnits(texts.join('')), limit)
  const pieces: Piece[] = []
  let part = 0
  let used = 0
  for (const [at, source] of sources.entries()) {
    if (at % 2 === 1) {
      pieces.push({ html: source, text: '', run: null, depth: source.startsWith('</') ? -1 : 1 })
    }
    let rest = texts[at]?.length ?? 0
    for (let current = parts[part]; rest > 0 && current; current = parts[part]) {
      const text = current.text.slice(used, used + rest)
      pieces.push({ html: encode(text), text, run: current.isLtr ? part : null, depth: 0 })
      rest -= text.length
      used += text.length
      if (used === current.text.length) [part, used] = [part + 1, 0]
    }
  }
  return pieces
}

type Range = readonly [first: number, last: number]

/** Returns the pieces of each run, with whole elements only. */
function rangesOf(pieces: Piece[]) {
  const runs = new Map<number, number[]>()
  for (const [at, { run }] of pieces.entries()) {
    if (run === null) continue
    const texts = runs.get(run)
    if (texts) texts.push(at)
    else runs.set(run, [at])
  }
  return [...runs.values()].flatMap((texts): Range[] => {
    const range = wholeElements(pieces, texts[0] ?? 0, texts.at(-1) ?? 0)
    // A run that starts or ends inside an element is isolated in parts.
    return range ? [range] : texts.map((at) => [at, at])
  })
}

/** Extends a range to include adjacent tags that its elements lack; null if those tags are not adjacent. */
function wholeElements(pieces: Piece[], start: number, end: number): Range | null {
  let [first, last, depth, lowest] = [start, end, 0, 0]
  for (const piece of pieces.slice(first, last + 1)) {
    depth += piece.depth
    lowest = Math.min(lowest, depth)
  }
  for (; lowest < 0; lowest += 1) {
    first -= 1
    depth += 1
    if (pieces[first]?.depth !== 1) return null
  }
  for (; depth > 0; depth -= 1) {
    last += 1
    if (pieces[last]?.depth !== -1) return null
  }
  return [first, last]
}

function bdi(run: Piece[]) {
  const className = ltrClass(run.map(({ text }) => text).join(''))
  return `<bdi dir="ltr"${className ? ` class="${className}"` : ''}>${htmlOf(run)}</bdi>`
}

function htmlOf(pieces: Piece[]) {
  return pieces.map(({ html }) => html).join('')
}

function encode(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A post for its own screen: date formatted, text prepared for the page's direction. */
export interface PostView extends Omit<Post, 'parentID' | 'postDay'> {
  /** The date formatted on the server; empty if there is none. */
  dateText: string
  /** The titles of its text's sections, whose headings have the ids of `partAnchor`. */
  contents: string[]
}

/** The bytes that the titles of a text's sections take in its contents; further sections are not listed. */
const maxContents = 40_000

/** Builds the view of the one post of a page: the headings of its text have ids. */
export function postViewOf(post: Post, language: Language): PostView {
  const view = viewOf(post, language, createIsolator())
  const contents: string[] = []
  const fits = createPageBudget(maxContents)
  const postDetails = view.postDetails.replace(
    /<h2([^<>]*)>(.*?)<\/h2>/gs,
    (heading, own: string, title: string) => {
      const text = decodeEntities(title.replace(/<[^<>]*>/g, ''))
      if (!fits(text)) return heading
      contents.push(text)
      return `<h2${own} id="${partAnchor(contents.length - 1)}">${title}</h2>`
    },
  )
  return { ...view, postDetails, contents }
}

/** Builds the views of all posts of a page, which share one isolator. */
export function postViewsOf(posts: Post[], language: Language): PostView[] {
  const isolate = createIsolator()
  return posts.map((post) => viewOf(post, language, isolate))
}

function viewOf(
  { parentID: _, postDay, ...post }: Post,
  language: Language,
  isolate: (html: string) => string,
): PostView {
  const isRtl = languages[post.language ?? language].dir === 'rtl'
  return {
    ...post,
    postDetails: isRtl ? isolate(post.postDetails) : keepUnitsInHtml(post.postDetails),
    dateText: formatDate(postDay, language),
    contents: [],
  }
}

/** A product, with its variants as an ordering table. */
export interface ProductView extends PostView {
  ordering: OrderingView
  /** See `saleUnitOf`. */
  saleUnit: string
}

export function productViewOf({ postVariants, ...post }: Product, language: Language): ProductView {
  const ordering = orderingViewOf(postVariants, language)
  const postSpecs = post.postSpecs.filter(isRating)
  return {
    ...postViewOf({ ...post, postSpecs }, language),
    ordering,
    saleUnit: saleUnitOf(postSpecs),
  }
}

/** An article, with its reading time. */
export interface ArticleView extends PostView {
  wordCount: number
  /** 0 for an article without text. */
  readingMinutes: number
}

export function articleViewOf({ wordCount, ...post }: Article, language: Language): ArticleView {
  return {
    ...postViewOf(post, language),
    wordCount,
    readingMinutes: readingMinutes(wordCount, language),
  }
}

/** The data of a card: only what is shown, to keep responses small. */
export interface CardView {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** See `LinkItem`. */
  code?: string | null
  /** ISO 8601; omitted if there is none, like `dateText`. */
  postDate?: string
  /** The date formatted on the server. */
  dateText?: string
}

export function cardsOf(posts: Card[], language: Language): CardView[] {
  return posts.map((post) => cardOf(post, language))
}

function cardOf(post: Card & WithVariants, language: Language): CardView {
  const { postSubTitle, postImage, postDate, postDay } = post
  const card = { ...linkItemOf(post), postSubTitle, postImage }
  return postDate === '' ? card : { ...card, postDate, dateText: formatDate(postDay, language) }
}

/** Returns the part of a post that a link with a picture shows. */
export function pictureLinkOf({ postImage, ...post }: Card & WithVariants): PictureLink {
  return { ...linkItemOf(post), postImage }
}

/** Returns the part of a post that a link shows. */
export function linkItemOf({
  postID,
  postTitle,
  language,
  postVariants,
}: Pick<Card, 'postID' | 'postTitle' | 'language'> & WithVariants): LinkItem {
  const code = onlyCodeOf(postVariants)
  return { postID, postTitle, ...(language && { language }), ...(code !== undefined && { code }) }
}

/** A title that links to its post. */
export interface LinkItem {
  postID: string
  postTitle: string
  /** See `CardView`. */
  language?: Language
  /** The only order code of a product; null if it has several, absent if it has none. */
  code?: string | null
}

/** A link to a post, with its picture. */
export type PictureLink = LinkItem & Pick<CardView, 'postImage'>

/** The card of an article in a list. */
export interface ArticleCardView extends CardView {
  /** Year of its date, or empty. */
  year: string
  /** 0 if the list does not include the text. */
  readingMinutes: number
}

/** The card of a project, solution or product in a list. */
export interface SpecCardView extends CardView {
  specs: Spec[]
}

/** One page of a list of cards. */
export interface CardPage<T extends CardView = CardView> {
  cards: T[]
  /** Starts at 1. */
  page: number
  pages: number
}

/** Returns the page of a list that a request selects. */
export function cardPageOf(posts: Card[], request: Request, language: Language): CardPage {
  return pageOfCards(posts, request, (post) => cardOf(post, language))
}

/** Returns the selected page of a list of articles. */
export function articlePageOf(posts: ArticleCard[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => ({
    ...cardOf(post, language),
    year: yearOf(post.postDay),
    readingMinutes: readingMinutes(post.wordCount, language),
  }))
}

/** Number of specs shown for a post in a list. Editors put the most important first. */
const listedSpecCount = 3

/** Returns the selected page of a list of projects, solutions or products. */
export function specPageOf(posts: CardWithSpecs[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => specCardOf(post, language))
}

export function specCardOf(post: CardWithSpecs, language: Language): SpecCardView {
  return {
    ...cardOf(post, language),
    specs: post.postSpecs.filter(isRating).slice(0, listedSpecCount),
  }
}

function pageOfCards<P extends Card, V extends CardView>(
  posts: P[],
  request: Request,
  viewOf: (post: P) => V,
): CardPage<V> {
  const { items, page, pages } = pageOf(posts, request)
  return { cards: items.map(viewOf), page, pages }
}

/** Number of other posts at the end of a detail screen. */
const othersCount = 5

/**
 * Returns other posts to continue with: those that follow a post in its list, then the first ones.
 * @param posts null when the list is unavailable
 */
export function othersOf(posts: Card[] | null, postId: string, language: Language): CardView[] {
  if (!posts) return []
  const at = posts.findIndex((post) => post.postID === postId)
  const others = [...posts.slice(at + 1), ...posts.slice(0, Math.max(at, 0))]
  return cardsOf(others.slice(0, othersCount), language)
}

/** The articles before and after one in its list, newest first. */
export interface Neighbours {
  newer: CardView | null
  older: CardView | null
}

/** @param posts null when the list is unavailable */
function neighboursOf(posts: Card[] | null, postId: string, language: Language): Neighbours {
  const at = posts?.findIndex((post) => post.postID === postId) ?? -1
  const viewAt = (index: number) => {
    const post = at < 0 ? undefined : posts?.[index]
    return post ? cardOf(post, language) : null
  }
  return { newer: viewAt(at - 1), older: viewAt(at + 1) }
}

/** Returns articles to continue with: an article's neighbours, and others. */
export function furtherArticles(posts: Card[] | null, postId: string, language: Language) {
  const neighbours = neighboursOf(posts, postId, language)
  const neighbourIds = [neighbours.newer?.postID, neighbours.older?.postID]
  const rest = posts?.filter((post) => !neighbourIds.includes(post.postID)) ?? null
  return { neighbours, others: othersOf(rest, postId, language) }
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
  const search = new URLSearchParams({ ...query, ...(page > 1 && { page: String(page) }) })
  return `${addresses.branches()}${search.size > 0 ? `?${search}` : ''}#${encodeURIComponent(anchor)}`
}
