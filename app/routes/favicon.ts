import { serverAddresses } from '../addresses'
import { findFaviconResponse } from '../site/brand.server'
import { fileLoader } from '../content/loaders.server'

/** Serves the icon that browsers request at this address, whatever a page links to. */
export const loader = fileLoader(serverAddresses.favicon(), ({ context }) =>
  findFaviconResponse(context),
)
