import {
  documentBy,
  inlineOf,
  ltr,
  valueWithUnit,
  type Inline,
  type ProductSheet,
  type SheetDocument,
  type SheetTable,
} from '../../server/files/sheets/sheet'
import { dayIn } from '@site/arabic-text/local-time'
import type { ContentLanguage } from '../../server/content/content-types'
import { createPageBudget } from '../../server/text/page-bytes'
import { addresses, screenAt, screens } from '../addresses'
import { placeOfType, productPartsOf, readCatalogue } from '../catalogue/catalogue.server'
import {
  NotFound,
  optional,
  readOptionalLists,
  type Content,
  type Product,
} from '../content/content.server'
import { isRating, type OrderingView } from '../views/product-view.server'
import type { LoadArgs } from '../content/loaders.server'
import { formatDate } from '../language/format'
import { inLanguage, languages } from '../language/languages'
import { canonicalPathsOf, changeTimesOf } from '../site/search.server'
import { companyNamesOf } from '../site/brand.server'
import { blocksOf } from './rich-text.server'

/** A title with more characters is set smaller. */
const longTitle = 70

/** Limits of one product's sheet; the layout shortens further what is longer than its pages. */
const limits = {
  pages: 4,
  specs: 80,
  codes: 120,
  columns: 10,
  items: 24,
  drawings: 6,
  title: 300,
  cell: 80,
}

type ProductParts = Awaited<ReturnType<typeof productPartsOf>>

/**
 * Builds what all sheets have: the company, its contact, words, colours.
 * @param document.changed when its content last changed, ms since the epoch
 */
export async function frameOf(
  content: Content,
  {
    changed = null,
    ...document
  }: Pick<SheetDocument, 'title' | 'parts'> & { kind: string; changed?: number | null },
): Promise<SheetDocument> {
  const { lang: language, t, brand, siteUrl } = content
  const [{ name: company }, contact] = await Promise.all([
    companyNamesOf(content),
    optional(content.findContact()),
  ])
  const ways = [contact?.phone1 ?? '', contact?.email1 ?? '']
  const say = (text: string) => inlineOf(text, language)
  return documentBy(
    { language, company, ways, siteUrl, brand },
    {
      ...document,
      issued: changed === null ? '' : say(t('sheet.issued', { date: dateIn(content, changed) })),
      labels: {
        specs: say(t('product.specs')),
        codes: say(t('product.orderCodes')),
        text: say(t('sheet.description')),
        drawings: say(t('sheet.drawings')),
        contents: say(t('sheet.contents')),
        shortened: say(t('sheet.shortened')),
      },
    },
  )
}

/** Where the same content is on the site. */
export function addressParts({ siteUrl, lang }: Pick<Content, 'siteUrl' | 'lang'>, path: string) {
  const address = siteUrl + inLanguage(path, lang)
  const shown = decodeURI(address).replace(/^https?:\/\//, '')
  return { address, shownAddress: shown.slice(0, limits.title) }
}

/**
 * Builds the sheet of a product.
 * @param path of its page
 */
export async function productSheetOf(
  content: Content,
  product: Product,
  path: string,
): Promise<ProductSheet> {
  const { lang } = content
  const [{ post, relations }, catalogue] = await Promise.all([
    productPartsOf(product, content),
    readCatalogue(content),
  ])
  const { category, type } = placeOfType(catalogue, product.parentID)
  const inline = (text: string, limit?: number) => inlineOf(text, lang, limit)
  const facts = post.postSpecs.map(({ name, value, unit }) => ({
    name: inline(name),
    value: valueWithUnit(value, unit, lang),
  }))
  const { blocks, isShortened } = blocksOf(post.postDetails)
  const lists = listsOf(post, relations, content)
  return {
    type: 'product',
    lang: languages[post.language ?? lang].lang,
    place: inline([category, type].flatMap((each) => each?.postTitle ?? []).join(' · ')),
    title: inline(post.postTitle, limits.title),
    isLong: post.postTitle.length > longTitle,
    subtitle: inline(post.postSubTitle),
    picture: post.postImage || null,
    specs: facts.slice(0, limits.specs),
    codes: codesOf(post.ordering, content),
    text: blocks,
    drawings: drawingsOf(post.postFiles, lang),
    lists,
    isShortened:
      isShortened ||
      facts.length > limits.specs ||
      post.ordering.rows.length > limits.codes ||
      relations.length + post.postFiles.length > limits.items,
    ...addressParts(content, path),
  }
}

/** Pictures among the files of a product that are drawings, by their titles or names. */
function drawingsOf(
  files: readonly Pick<ProductParts['post']['postFiles'][number], 'fileName' | 'fileTitle'>[],
  language: ContentLanguage,
): ProductSheet['drawings'] {
  return files
    .filter(
      ({ fileName, fileTitle }) =>
        isPicture.test(fileName) && isDrawing.test(`${fileTitle} ${fileName}`),
    )
    .slice(0, limits.drawings)
    .map(({ fileName, fileTitle }) => ({
      title: inlineOf(fileTitle || (fileName.split('/').pop() ?? ''), language),
      picture: fileName,
    }))
}

const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const isDrawing =
  /dimension|drawing|diagram|curve|wiring|circuit|connection|أبعاد|رسم|مخطط|منحن[ىي]|توصيل|وصلات/i

/** The lists below a product: what goes with it and what it replaces, and its files. */
function listsOf(
  post: ProductParts['post'],
  relations: ProductParts['relations'],
  { lang, t }: Content,
): ProductSheet['lists'] {
  const itemOf = (title: string, facts: (string | undefined)[]): Inline => {
    const more = facts.filter(Boolean).join(' · ')
    return [inlineOf(title, lang), ...(more === '' ? [] : [' · ', inlineOf(more, lang)])]
  }
  const groups = (['accessories', 'replacedBy', 'replaces', 'equivalent'] as const).map((name) => ({
    heading: inlineOf(t(`relations.${name}`), lang),
    items: relations
      .filter(({ relation }) => relation === name)
      .map(({ text, product, codes }) => {
        const ofCodes = codes.map((code) => `${t('search.code')} ${code}`)
        return itemOf(product?.title ?? text, [product?.code, ...ofCodes])
      }),
  }))
  const files = post.postFiles.map(({ fileName, fileTitle, facts: { type, size, date } }) =>
    itemOf(fileTitle || (fileName.split('/').pop() ?? ''), [type, size, date]),
  )
  return [...groups, { heading: inlineOf(t('product.files'), lang), items: files }]
    .filter(({ items }) => items.length > 0)
    .map(({ heading, items }) => ({ heading, items: items.slice(0, limits.items) }))
}

/** The order codes with the values in which they differ. */
function codesOf(
  { columns, telling, rows }: OrderingView,
  { lang, t }: Content,
): SheetTable | null {
  if (rows.length === 0) return null
  const shown = columns.length > limits.columns ? telling : columns.map((_, at) => at)
  const places = shown.slice(0, limits.columns)
  const heads = places.map((at) => {
    const { name = '', unit = '' } = columns[at] ?? {}
    const ofUnit = unit === '' ? '' : ` (${unit})`
    return inlineOf(name + ofUnit, lang, limits.cell + ofUnit.length)
  })
  return {
    head: [inlineOf(t('product.orderCode'), lang), ...heads],
    rows: rows
      .slice(0, limits.codes)
      .map(({ code, values }) => [
        ltr(code.slice(0, limits.cell)),
        ...places.map((at) => inlineOf(values[at] || '–', lang, limits.cell)),
      ]),
    widths: [places.length > 4 ? 0 : 1, ...places.map(() => 1)],
  }
}

function dateIn({ lang, timeZone }: Content, ms: number) {
  return formatDate(dayIn(ms, timeZone), lang)
}

/** When one of some products last changed or appeared, ms since the epoch; null if that is unknown. */
async function lastChange({ search, lang }: Content, ids: string[]) {
  const times = [...(await changeTimesOf(search, ids, lang)).values()]
  const last = Math.max(0, ...times.map(({ firstSeenAt, changedAt }) => changedAt ?? firstSeenAt))
  return last === 0 ? null : last
}

/** Returns the screen at whose address, with an ending, a request's file is. */
export function screenOfFile({ url }: Request) {
  return screenAt(new URL(url).pathname.replace(/\.\w+$/, ''))
}

/**
 * Reads the product whose file is at the address of a request.
 * @returns it, with the path of its page
 */
export async function productAt({
  content,
  params: { id },
  request,
}: LoadArgs<typeof screens.productDetails>) {
  if (screenOfFile(request) !== screens.productsDetails) {
    return { product: await content.getProduct(id), path: addresses.product(id) }
  }
  const product = await content.getSolutionProduct(id)
  const canonical = (await optional(canonicalPathsOf([product], content)))?.get(product.postID)
  return { product, path: canonical ?? addresses.productByPost(id) }
}

/** Builds the document with one product. */
export async function productDocument(content: Content, product: Product, path: string) {
  const parts = [await productSheetOf(content, product, path)]
  const changed = await lastChange(content, [product.postID])
  const frame = { title: product.postTitle, kind: content.t('sheet.product'), parts, changed }
  return { ...(await frameOf(content, frame)), maxPages: limits.pages }
}

/** Max. products of a type's document, the size of their sheets, and specifications in its comparison. */
const typeLimits = { products: 100, bytes: 3_000_000, columns: 5, codes: 6 }

/** Builds the document with a type's products: a cover, contents, a comparison, then their sheets. */
export async function typeDocument(content: Content, typeId: string): Promise<SheetDocument> {
  const { lang, t } = content
  const [{ parent: type, posts }, catalogue] = await Promise.all([
    content.getProductsOf(typeId),
    readCatalogue(content),
  ])
  const title = type?.postTitle ?? t('products.heading')
  const products: Product[] = []
  const ids = posts.slice(0, typeLimits.products).map(({ postID }) => postID)
  for await (const [, product] of readOptionalLists(ids, content.getProduct)) {
    if (product) products.push(product)
  }
  // If none can be read, the failure is that of the first one.
  const [first] = ids
  if (first === undefined) throw new NotFound(`No products of ${JSON.stringify(typeId)}`)
  if (products.length === 0) products.push(await content.getProduct(first))
  const all = await Promise.all(
    products.map((product) => productSheetOf(content, product, addresses.product(product.postID))),
  )
  const sheets = all.filter(createPageBudget(typeLimits.bytes))
  const { category } = placeOfType(catalogue, typeId)
  const cover = {
    type: 'cover' as const,
    place: inlineOf(category?.postTitle ?? '', lang),
    title: inlineOf(title, lang),
    subtitle: inlineOf(type?.postSubTitle ?? '', lang),
    picture: type?.postImage || null,
    facts: [],
    ...addressParts(content, addresses.productsOfType(typeId)),
  }
  const comparison = comparisonOf(products, content)
  const isWhole = sheets.length === posts.length
  const note = isWhole ? '' : [inlineOf(t('sheet.shortened'), lang), ' ', ltr(cover.shownAddress)]
  const parts = [cover, { type: 'contents' } as const, { ...comparison, note }, ...sheets]
  const changed = await lastChange(content, ids)
  return frameOf(content, { title, kind: t('sheet.type'), parts, changed })
}

/** A table of the specifications that most products of a type state, and of their order codes. */
function comparisonOf(products: Product[], { lang, t }: Content) {
  const counts = new Map<string, number>()
  for (const { postSpecs } of products) {
    const names = new Set(postSpecs.filter(isRating).map(({ name }) => name))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts]
    .filter(([, count]) => count * 2 > products.length)
    .slice(0, typeLimits.columns)
    .map(([name]) => name)
  const rows = products.map(({ postTitle, postSpecs, postVariants }): Inline[] => {
    const codes = [...new Set(postVariants.map(({ code }) => code))]
    const shown: Inline[] = codes
      .slice(0, typeLimits.codes)
      .map((code, at) => [at > 0 ? ' · ' : '', ltr(code)])
    return [
      inlineOf(postTitle, lang),
      ...names.map((name) => {
        const { value = '–', unit = '' } = postSpecs.find((spec) => spec.name === name) ?? {}
        return valueWithUnit(value, unit, lang)
      }),
      codes.length > shown.length
        ? [...shown, ' · ', ltr(`+${codes.length - shown.length}`)]
        : shown,
    ]
  })
  return {
    type: 'table' as const,
    heading: inlineOf(t('sheet.comparison'), lang),
    head: [
      inlineOf(t('quote.columns.product'), lang),
      ...names.map((name) => inlineOf(name, lang)),
      inlineOf(t('product.orderCodes'), lang),
    ],
    rows,
    widths: [2, ...names.map(() => 1), 1.6],
  }
}
