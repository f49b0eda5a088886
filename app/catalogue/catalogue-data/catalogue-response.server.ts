import { createHash } from 'node:crypto'
import path from 'node:path'
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
export type CatalogueHead = Omit<Catalogue, 'products'>

/** A format of the catalogue. */
interface CatalogueFormat {
  headers: Record<string, string>
  write: (
    products: ProductReading,
    head: CatalogueHead,
    content: Content,
  ) => AsyncGenerator<string, void>
}

/** The name of this file: in a build it changes with the code. */
const version = path.basename(import.meta.url)

/** The catalogue in one format. */
export async function catalogueResponse(
  { request, context, content }: Pick<LoadArgs<string>, 'request' | 'context' | 'content'>,
  { headers, write }: CatalogueFormat,
) {
  const { lang, siteUrl } = content
  const [sequence, { name }, isProvisional] = await Promise.all([
    contentSequence(),
    companyNamesOf(content),
    lacksDetails(),
  ])
  const head = {
    $schema: siteUrl + serverAddresses.catalogueSchema(),
    generatedAt: new Date().toISOString(),
    language: languages[lang].lang,
    publisher: { name, url: inLanguage(siteUrl + addresses.home(), lang) },
  }
  const facts = [sequence, version, siteUrl, name, lang]
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
