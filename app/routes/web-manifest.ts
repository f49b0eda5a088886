import { addresses } from '../addresses'
import { manifestResponse } from '../site/brand.server'
import { contentFor } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'

/** Serves the web app manifest, the same in every language. */
export const loader = fileLoader(addresses.webManifest(), ({ context }) =>
  manifestResponse(contentFor({ request: new Request(context.site.siteUrl), context }), context),
)
