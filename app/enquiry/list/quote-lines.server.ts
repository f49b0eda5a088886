import { isolate } from '@site/arabic-text/directions'
import { createPageBudget } from '../../../server/text/page-bytes'
import { lineText, type QuoteLine } from './quote-line'
import { keepDays, newFormToken } from '../enquiries.server'
import type { SentEnquiry } from '../form/read-enquiry.server'
import { cookieIn, visitorCookie } from '../../language/i18n.server'
import {
  cookieValueOf,
  parseItems,
  quoteCookie,
  undoCookie,
  type QuoteItem,
  variantItemId,
  variantOf,
  sharedListPath,
  itemsQuery,
} from '../quote-items'
import { ContentUnavailable, type Content, type LoadContext } from '../../content/content.server'
import { findItem, findProduct, type FoundItem } from '../../site/search.server'
import { inLanguage, type Language } from '../../language/languages'
import { addresses, variantFragment } from '../../addresses'
import type { ArchivedProduct } from '../../sheets/archive.server'
import { messageLinksTo } from '../../components/share'
import type { LoadArgs } from '../../content/loaders.server'
import { findContact } from '../../company/company.server'
import { archiveLinkOf, countFiles, type ArchiveLink } from '../../views/file-facts.server'
import { availabilityWords } from '../../views/availability.server'
import { factsOf, onlyCodeOf, orderingViewOf, saleUnitOf } from '../../views/product-view.server'
import { choiceId, choicesOf, maxChoices } from '../add-to-list'
import { noValues, type FormState } from '../form/enquiry-fields'

/** Cookie lifetimes of a list, and of the list before its last removal, seconds. */
const listS = 180 * 24 * 60 * 60
const undoS = 10 * 60

/** The cookie with the last enquiry's reference, and its lifetime, seconds. */
const sentCookie = 'enquiry'
const sentS = 24 * 60 * 60

/** The visitor's own list. */
export function ownItems(request: Request): QuoteItem[] {
  return itemsOf(request, quoteCookie)
}

/** The list in an address, else the visitor's own. */
export function askedItems(request: Request): QuoteItem[] {
  const shared = new URL(request.url).searchParams.get('items')
  return shared === null ? ownItems(request) : parseItems(shared)
}

/** The list before the last removal; empty if there is nothing to undo. */
export function removedItems(request: Request): QuoteItem[] {
  return itemsOf(request, undoCookie)
}

/** Builds the cookies of a list, and of the one that can be restored, if any. */
export function quoteHeaders(
  { site: { isHttps } }: LoadContext,
  items: QuoteItem[],
  before: QuoteItem[] = [],
): Headers {
  const headers = new Headers()
  headers.append('Set-Cookie', cookieOf(quoteCookie, items, listS, isHttps))
  headers.append('Set-Cookie', cookieOf(undoCookie, before, undoS, isHttps))
  return headers
}

/** Builds the cookies after an enquiry: the remaining list, and the reference. */
export function sentHeaders(context: LoadContext, left: QuoteItem[], reference: string): Headers {
  const headers = quoteHeaders(context, left)
  headers.append('Set-Cookie', visitorCookie(sentCookie, reference, sentS, context.site.isHttps))
  return headers
}

/** Whether this browser sent the enquiry with a reference. */
export function hasSent(request: Request, reference: string) {
  return cookieIn(request, sentCookie) === reference
}

function itemsOf(request: Request, name: string) {
  return parseItems(cookieIn(request, name) ?? '')
}

function cookieOf(name: string, items: QuoteItem[], lifetimeS: number, isHttps: boolean) {
  return visitorCookie(name, cookieValueOf(items), items.length === 0 ? 0 : lifetimeS, isHttps)
}

/** Maximum number of products read concurrently. */
const concurrency = 8

/** After this many unknown ids, the rest is not looked up: the ids of an address may be made up. */
const maxMissing = 8

/**
 * The bytes that the facts and the choices of all lines take on the page; further lines have none, and link to their products.
 */
const maxDetails = 200_000

/** Maximum displayed length of an unknown product's id. */
const maxNameLength = 60

type ListSource = Pick<LoadArgs<string>, 'content' | 'context'>

/**
 * Reads the products of a list's items, in the list's order. Never rejects because of an item. A list that
 * names unknown products may be made up, or outdated: the load context records it.
 */
export async function readLines(
  { content, context }: ListSource,
  items: QuoteItem[],
): Promise<QuoteLine[]> {
  const lines: QuoteLine[] = []
  for (let at = 0; at < items.length; at += concurrency) {
    const part = items.slice(at, at + concurrency)
    const missing = lines.filter(({ state }) => state === 'missing').length
    const read = (item: QuoteItem) => lineOf(content, item)
    if (missing >= maxMissing) lines.push(...part.map((item) => unknownLine(item, 'missing')))
    else lines.push(...(await Promise.all(part.map(read))))
  }
  const hasMissing = lines.some(({ state }) => state === 'missing')
  if (hasMissing) context.content.dependencies.hasMissingPosts = true
  const fits = createPageBudget(maxDetails)
  return lines.map((line) =>
    fits([line.facts, line.choices])
      ? line
      : { ...line, facts: [], ...(line.choices && { choices: [] }) },
  )
}

/** Reads the products of a list's lines, each once. The lines' own reading has requested them. */
export async function productsOf(content: Content, lines: QuoteLine[]): Promise<ArchivedProduct[]> {
  const there = lines.filter(({ state }) => state !== 'missing')
  const found = await Promise.all(
    there.map(async ({ id, title, path }): Promise<ArchivedProduct> => {
      const item = path === '' ? null : await findItem(content, id, variantOf(id))
      if (!item || !('product' in item)) return { title, path, product: 'unavailable' }
      return { title: item.product.postTitle, path: item.to, product: item.product }
    }),
  )
  return [...new Map(found.map((one) => [`${one.path} ${one.title}`, one])).values()]
}

/** Builds the lines of a list without content calls. */
export function linesWithoutProducts(items: QuoteItem[]): QuoteLine[] {
  return items.map((item) => unknownLine(item, 'unavailable'))
}

async function lineOf(content: Content, item: QuoteItem): Promise<QuoteLine> {
  const found = await findItem(content, item.id, variantOf(item.id))
  if (found instanceof ContentUnavailable) return unknownLine(item, 'unavailable')
  return found ? foundLine(item, found, content) : unknownLine(item, 'missing')
}

/**
 * Finds the order code of an item that is to be added.
 * @returns the item with its product's only order code; the path of the screen where one of several
 * is chosen; the item as it is if it has a code or needs none, or if its product cannot be read
 */
export async function withOnlyCode(content: Content, item: QuoteItem): Promise<QuoteItem | string> {
  const found = variantOf(item.id) ? null : await findProduct(content, item.id)
  if (!found || !('product' in found)) return item
  const code = onlyCodeOf(found.product.postVariants)
  if (code === null) return `${found.to}#${choiceId}`
  return code === undefined ? item : { ...item, id: variantItemId(item.id, code) }
}

function foundLine(
  item: QuoteItem,
  { product, to, variant }: FoundItem,
  content: Content,
): QuoteLine {
  const { lang: pageLanguage } = content
  const { postTitle, postImage, postVariants, postSpecs, language } = product
  const code = variant?.code ?? onlyCodeOf(postVariants) ?? ''
  const ordering = orderingViewOf(postVariants, pageLanguage, availabilityWords(content))
  const rows = ordering.rows.map((one) => ({ ...one, facts: factsOf(ordering, one) }))
  const row = rows.find((one) => one.code === code)
  return {
    ...item,
    state: 'found',
    title: postTitle,
    code,
    facts: row?.facts ?? [],
    saleUnit: row?.saleUnit ?? saleUnitOf(postSpecs),
    name: nameOf({ title: postTitle, code }, pageLanguage),
    image: postImage,
    ...(row?.availability && { availability: row.availability }),
    path: code === '' ? to : to + variantFragment(code),
    ...(language && { language }),
    ...(rows.length > 0 &&
      code === '' && { choices: rows.length > maxChoices ? [] : choicesOf(item.id, rows) }),
  }
}

function unknownLine(item: QuoteItem, state: 'missing' | 'unavailable'): QuoteLine {
  const variant = variantOf(item.id)
  const name = variant ? `${variant.postId} ${variant.code}` : item.id
  // An address typed by hand may contain more than an id.
  const title =
    name.length > maxNameLength ? `${name.slice(0, maxNameLength).toWellFormed()}…` : name
  const none = { code: '', facts: [], saleUnit: '', image: '', path: '' }
  return { ...item, state, title, name: title, ...none }
}

/** The data of a list's screen. */
export interface ListView {
  /** Whether it is a shared list, from the address. */
  isShared: boolean
  /** Whether the last item did not fit. */
  isFull: boolean
  /** Whether the last removal can be undone. */
  canUndo: boolean
  /** The form, with the list's lines. */
  form: FormState
  ways: ListWays
  /** null where the products have fewer than two files. */
  archive: ArchiveLink | null
}

/** Ways to share the list: its address, and WhatsApp links that contain it. */
export interface ListWays {
  address: string
  /** Link to the company; null without a number. */
  toCompany: string | null
  /** Link with a recipient of the visitor's choice. */
  toAnybody: string
}

/** @param sent the visitor's previous submission, if any */
export async function listViewOf(
  source: ListSource,
  items: QuoteItem[],
  { isShared = false, isFull = false, canUndo = false }: Partial<ListView> = {},
  sent?: Pick<SentEnquiry, 'values'> & Pick<FormState, 'files' | 'errors'> & { token: string },
): Promise<ListView> {
  const form = {
    ...(await sharedFormState(source.context)),
    ...sent,
    token: sent?.token || newFormToken(source.context),
    lines: await readLines(source, items),
  }
  const [ways, archive] = await Promise.all([
    waysOf(source.content, form.lines),
    archiveOf(source.content, form.lines, isShared ? itemsQuery(items) : ''),
  ])
  return { isShared, isFull, canUndo, form, ways, archive }
}

async function archiveOf(content: Content, lines: QuoteLine[], query: string) {
  const found = (await productsOf(content, lines)).flatMap(({ product }) =>
    typeof product === 'string' ? [] : [product],
  )
  const files = await countFiles(found, content)
  const path = addresses.quoteList()
  return archiveLinkOf(content, files, { path, query, products: found.length })
}

async function waysOf(content: Content, lines: QuoteLine[]): Promise<ListWays> {
  const { t, lang } = content
  const address = content.siteUrl + inLanguage(sharedListPath(lines), lang)
  // The address first, since a link truncates long texts.
  const text = `${address}\n${listText(content, lines)}`
  return {
    address,
    toCompany: messageLinksTo((await findContact(content)).contactLinks, t('quote.ask'), text)
      .whatsapp,
    toAnybody: `https://wa.me/?text=${encodeURIComponent(`${t('quote.heading')}\n${address}`)}`,
  }
}

/** Returns an empty form shared by all visitors: it has no token, so it can be cached. */
export async function sharedFormState({ site: { uploadStore } }: LoadContext): Promise<FormState> {
  return {
    token: null,
    values: noValues,
    errors: {},
    notice: null,
    lines: [],
    files: [],
    takesFiles: !(await uploadStore.isFull()),
    keepDays,
  }
}

/** Formats a list as plain text: one line per item, with its order code and note. */
export function listText(
  { t, lang }: Pick<Content, 't' | 'lang'>,
  lines: (Pick<QuoteLine, 'title' | 'code' | 'saleUnit' | 'note'> & { quantity: number | null })[],
) {
  return lines.map((line) => lineText(t, { ...line, name: nameOf(line, lang) })).join('\n')
}

function nameOf({ title, code }: Pick<QuoteLine, 'title' | 'code'>, language: Language) {
  return isolate(title, language) + (code === '' ? '' : ` (${isolate(code, language)})`)
}
