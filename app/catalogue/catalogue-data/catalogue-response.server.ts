import { createHash } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { addresses, serverAddresses } from '../../addresses'
import { companyNamesOf } from '../../content/brand.server'
import { fileS, noStore } from '../../content/cache-policy.server'
import type { Content } from '../../content/content.server'
import { varyOf } from '../../content/i18n.server'
import type { LoadArgs } from '../../content/loaders.server'
import { contentSequence, lacksDetails } from '../../content/product-changes.server'
import { streamResponse } from '../../content/stream-response.server'
import { inLanguage } from '../../language/in-language'
import { languages } from '../../language/languages'
import type { Catalogue } from './catalogue-shape.server'
import { readProducts, type ProductReading } from './read-products.server'

/** What the JSON begins with. */
export type CatalogueHead = Omit<Catalogue, 'products' | 'removed' | 'isComplete'>

/** A format of the catalogue. */
interface CatalogueFormat {
  headers: Record<string, string>
  write: (
    products: ProductReading,
    head: CatalogueHead,
    content: Content,
  ) => AsyncGenerator<string, void>
}

const sinceKey = 'since'

/** The name of this file: in a build it changes with the code. */
const version = path.basename(import.meta.url)

/** A date is its first moment in UTC. In a query a "+" that is not encoded is a space. */
const time = z
  .string()
  .transform((text) => text.replace(' ', '+'))
  .pipe(z.union([z.iso.date(), z.iso.datetime({ offset: true })]))
  .transform((text) => Date.parse(text))
  .nullable()

/** The catalogue in one format; a 400 for an invalid `since`. */
export async function catalogueResponse(
  { request, context, content }: Pick<LoadArgs<string>, 'request' | 'context' | 'content'>,
  { headers, write }: CatalogueFormat,
) {
  // Taken before anything is read, so that the next request gets what changes meanwhile.
  const generatedAt = new Date().toISOString()
  const { lang, siteUrl, t } = content
  const { data: since, success } = time.safeParse(new URL(request.url).searchParams.get(sinceKey))
  if (!success) return invalid(t)
  const [sequence, { name }, isProvisional] = await Promise.all([
    contentSequence(),
    companyNamesOf(content),
    lacksDetails(),
  ])
  const head = {
    $schema: siteUrl + serverAddresses.catalogueSchema(),
    generatedAt,
    language: languages[lang].lang,
    publisher: { name, url: inLanguage(siteUrl + addresses.home(), lang) },
  }
  const facts = [sequence, version, siteUrl, name, lang, since]
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
    parts: () => write(readProducts({ request, context }, since), head, content),
  })
}

/** Says what is expected. */
function invalid(t: Content['t']) {
  const examples = { name: sinceKey, date: '2026-01-31', time: '2026-01-31T09:00:00Z' }
  return new Response(`${t('catalogue.since', examples)}\n`, {
    status: 400,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': noStore,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

function tagOf(facts: unknown[]) {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 27)
}
