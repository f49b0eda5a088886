import { serverAddresses } from '../addresses'
import { catalogueJsonSchema } from '../seo/catalogue-data/read-products.server'
import { publicForAnHour } from '../content/loaders.server'
import { siteUrl } from '../seo/site-url.server'

/** What the catalogue as JSON consists of, for programs. */
export function loader() {
  const schema = catalogueJsonSchema(siteUrl() + serverAddresses.catalogueSchema())
  return new Response(JSON.stringify(schema), {
    headers: {
      'Content-Type': 'application/schema+json',
      'Cache-Control': publicForAnHour,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}
