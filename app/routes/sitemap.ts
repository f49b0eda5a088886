import { serverAddresses } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { readSitemap } from '../seo/sitemap/sitemap.server'
import { sitemapIndexResponse, sitemapResponse } from '../seo/sitemap/sitemap-page.server'

/** Serves all pages in both languages, or a sitemap index if one file is not enough. */
export const loader = fileLoader(serverAddresses.sitemap(), async ({ context }) => {
  const sitemap = await readSitemap(context)
  return 'pages' in sitemap
    ? sitemapResponse(sitemap.pages, context)
    : sitemapIndexResponse(sitemap.parts, context)
})
