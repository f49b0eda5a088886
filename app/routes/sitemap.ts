import { serverAddresses } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { siteUrl } from '../seo/site-url.server'
import { readSitemap } from '../seo/sitemap.server'
import { sitemapIndexResponse, sitemapResponse } from '../seo/sitemap-xml.server'

/** All pages in both languages; a sitemap index if one file is not enough. */
export const loader = fileLoader(serverAddresses.sitemap(), async (args) => {
  const sitemap = await readSitemap(args)
  return 'paths' in sitemap
    ? sitemapResponse(sitemap.paths, siteUrl(), args.context)
    : sitemapIndexResponse(sitemap.parts, args.context)
})
