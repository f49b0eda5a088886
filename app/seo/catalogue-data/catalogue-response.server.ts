import { createHash } from 'node:crypto'
import path from 'node:path'
import { hasEtag } from '../../../server/http/headers'
import { renderQueue } from '../../../server/limits/render-queue'
import { addresses, serverAddresses } from '../../addresses'
import { companyNamesOf } from '../../site/brand.server'
import { fileS, noStore, type LoadArgs } from '../../content/loaders.server'
import type { Content } from '../../content/content.server'
import { varyOf } from '../../language/i18n.server'
import { availabilityText, availabilityWords } from '../../views/availability.server'
import { contentSequence, lacksDetails } from '../../site/search.server'
import { inLanguage, languages } from '../../language/languages'
import {
  type Catalogue,
  type CatalogueProduct,
  readProducts,
  type ProductReading,
  partLength,
} from './read-products.server'
import { streamWorkbook } from '@site/tables/stream-workbook'
import { csvLines, csvStart } from '@site/tables/write-tables'

interface StreamedFile {
  /** Equal for equal content; null if unknown. */
  tag: string | null
  headers: Record<string, string>
  /** Generates the file; not called if the file is not sent. */
  parts: () => Parts
}

/** Parts of a file: text, or bytes. */
type Parts = AsyncGenerator<string | Uint8Array<ArrayBuffer>, void>

/**
 * Streams a file, or sends a 304. Its entity tag is weak, since the bytes include the time of generation.
 * @throws what generating the first part throws, while the response can still be replaced
 */
async function streamResponse(request: Request, { tag, headers, parts }: StreamedFile) {
  const known = request.headers.get('if-none-match')
  const isUnchanged = tag !== null && hasEtag(known, `"${tag}"`)
  const status = isUnchanged ? 304 : 200
  const isSent = !isUnchanged && request.method !== 'HEAD'
  const body = isSent ? await streamOf(parts()) : null
  return new Response(body, {
    status,
    headers: { ...headers, ...(tag !== null && { ETag: `W/"${tag}"` }) },
  })
}

/** Generates the first part at once, and each other on demand. */
async function streamOf(parts: Parts) {
  const encoder = new TextEncoder()
  let next: IteratorResult<string | Uint8Array<ArrayBuffer>, void> | null = await parts.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // The pause keeps a fast client from starving other requests.
        await renderQueue.begin()
        const part = next ?? (await parts.next())
        next = null
        if (part.done) controller.close()
        else {
          const { value } = part
          controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        }
      },
      async cancel() {
        await parts.return()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The JSON before the products. */
type CatalogueHead = Omit<Catalogue, 'products'>

/** A format of the catalogue. */
interface CatalogueFormat {
  headers: Record<string, string>
  write: (products: ProductReading, head: CatalogueHead, content: Content) => Parts
}

/** The name of this file, which contains a hash of the code in a build. */
const version = path.basename(import.meta.url)

/** Builds the response with the catalogue in one format. */
export async function catalogueResponse(
  { request, context, content }: Pick<LoadArgs<string>, 'request' | 'context' | 'content'>,
  { headers, write }: CatalogueFormat,
) {
  const { lang, siteUrl, search } = content
  const [sequence, { name }, isProvisional] = await Promise.all([
    contentSequence(search),
    companyNamesOf(content),
    lacksDetails(search),
  ])
  const head = {
    $schema: siteUrl + serverAddresses.catalogueSchema(),
    generatedAt: new Date().toISOString(),
    language: languages[lang].lang,
    publisher: { name, url: inLanguage(siteUrl + addresses.home(), lang) },
  }
  const { hiddenSpecs } = context.site.config.content
  // A statement on stock is left out when it is too old, whether or not the content has changed.
  const day = head.generatedAt.slice(0, 10)
  const facts = [sequence, version, siteUrl, name, lang, hiddenSpecs, day]
  return streamResponse(request, {
    tag: sequence === null ? null : tagOf(facts),
    headers: {
      'Cache-Control': isProvisional ? noStore : `public, max-age=${fileS}, s-maxage=${fileS}`,
      'Content-Language': languages[lang].lang,
      Vary: varyOf(request),
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
    parts: () => write(readProducts({ request, context }), head, content),
  })
}

function tagOf(facts: unknown[]) {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 27)
}

/** Writes the catalogue incrementally as a table for spreadsheets, with a row for each order code. */
export async function* catalogueCsv(
  products: ProductReading,
  content: TableLanguage,
): AsyncGenerator<string, void> {
  const head = csvLines([columnsOf(content.t)])
  yield* inParts(csvStart + head, products, (product) => csvLines(rowsOf(product, content)))
}

/** Writes the same table incrementally as an Excel workbook. */
export function catalogueXlsx(products: ProductReading, content: TableLanguage) {
  const { t, lang } = content
  const sheet = {
    name: t('products.heading'),
    isRightToLeft: languages[lang].dir === 'rtl',
    widths: [20, 40, 40, 24, 24, 60, 40, 40, 26, 20, 40],
  }
  return streamWorkbook(sheet, tableRows(products, content))
}

/** What wording the cells of a table needs. */
type TableLanguage = Parameters<typeof availabilityWords>[0]

function columnsOf(t: Content['t']) {
  return [
    t('quote.columns.code'),
    t('quote.columns.product'),
    t('catalogue.subTitle'),
    t('catalogue.category'),
    t('compare.type'),
    t('product.specs'),
    t('quote.columns.address'),
    t('catalogue.image'),
    t('catalogue.changedAt'),
    t('catalogue.id'),
    t('availability.heading'),
  ]
}

/** Yields the heading, and the rows of each product. */
async function* tableRows(products: ProductReading, content: TableLanguage) {
  yield [columnsOf(content.t)]
  for await (const batch of products) yield* batch.map((product) => rowsOf(product, content))
}

/** Joins a start and the text of each product to parts of a file. */
async function* inParts(
  start: string,
  products: ProductReading,
  textOf: (product: CatalogueProduct) => string,
): AsyncGenerator<string, void> {
  let part = start
  for await (const batch of products) {
    for (const product of batch) {
      part += textOf(product)
      if (part.length < partLength) continue
      yield part
      part = ''
    }
  }
  yield part
}

/** Max. length of a product's texts over all its rows, UTF-16 units; longer texts are in the first row only. */
const maxRepeated = 100_000

/**
 * Names of specifications that a product with several order codes states for its largest size only
 * (docs/specifications.md): "Mass", "Dimensions (W × H × D)".
 */
const ofLargestSize =
  /^(?:dimensions|diameter|(?:mass|weight)(?: per met(?:re|er))?|الأبعاد|القطر|الوزن|وزن المتر)(?! *\p{L})/iu

/**
 * A product without order codes has one row. An order code's own values come first, and it has no size that is not
 * its own. Product texts that are too long to repeat are in the first row only.
 */
function rowsOf({ variants, specs, ...product }: CatalogueProduct, content: TableLanguage) {
  const wordsOf = availabilityWords(content)
  const { title, subTitle, category, type, url, image, changedAt, id, language } = product
  const codes: CatalogueProduct['variants'] =
    variants.length > 0 ? variants : [{ code: '', specs: [] }]
  const isRepeated = textLength([...specs, { subTitle }]) * codes.length <= maxRepeated
  return codes.map((variant, row) => {
    const isWhole = row === 0 || isRepeated
    const own = new Set(variant.specs.map(({ name }) => name))
    const others = isWhole
      ? specs.filter(
          ({ name }) => !own.has(name) && !(codes.length > 1 && ofLargestSize.test(name)),
        )
      : []
    const facts = [...variant.specs, ...others].map(
      ({ name, value, unit }) => `${name}: ${`${value} ${unit}`.trim()}`,
    )
    return [
      ...[variant.code, title, isWhole ? subTitle : ''],
      ...[category?.title ?? '', type.title, facts.join(language === 'ar' ? '؛ ' : '; ')],
      ...[url, image, changedAt, id],
      availabilityText(wordsOf(variant.availability)),
    ]
  })
}

function textLength(texts: Record<string, string>[]) {
  return texts.reduce((sum, text) => sum + Object.values(text).join('').length, 0)
}

/** Writes the catalogue incrementally as JSON, one product per line. See catalogue-shape.server.ts. */
export async function* catalogueJson(
  products: ProductReading,
  head: CatalogueHead,
): AsyncGenerator<string, void> {
  // The closing brace is removed.
  const start = `${JSON.stringify(head).slice(0, -1)},"products":[\n`
  let separator = ''
  yield* inParts(start, products, (product) => {
    const text = separator + JSON.stringify(product)
    separator = ',\n'
    return text
  })
  yield '\n]}\n'
}
