import { serverAddresses } from '../addresses'
import { findFaviconResponse } from '../site/brand.server'
import { fileLoader } from '../content/loaders.server'

/** Browsers request it at this address, whatever a page links to. */
export const loader = fileLoader(serverAddresses.favicon(), ({ context }) =>
  findFaviconResponse(context),
)
