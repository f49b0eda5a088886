import { addresses } from '../addresses'
import { manifestResponse } from '../site/brand.server'
import { contentFor } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'

/** The same file in every language. */
export const loader = fileLoader(addresses.webManifest(), ({ context }) =>
  manifestResponse(contentFor({ request: new Request(context.siteUrl), context }), context),
)
