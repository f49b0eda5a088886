import type { LoaderFunctionArgs } from '@remix-run/node'
import { serverAddresses } from '../addresses'
import { loadContextOf } from '../content/content.server'
import { catalogueJsonSchema } from '../seo/catalogue-data/read-products.server'
import { publicForAnHour } from '../content/loaders.server'

/** Serves the JSON Schema of the catalogue. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { siteUrl } = (await loadContextOf(context)).site
  const schema = catalogueJsonSchema(siteUrl + serverAddresses.catalogueSchema())
  return new Response(JSON.stringify(schema), {
    headers: {
      'Content-Type': 'application/schema+json',
      'Cache-Control': publicForAnHour,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}
