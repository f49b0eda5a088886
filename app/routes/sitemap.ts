import { addresses } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { siteUrl } from '../seo/site-url.server'
import { readSitemap } from '../seo/sitemap.server'
import { sitemapIndexResponse, sitemapResponse } from '../seo/sitemap-xml.server'

/** Every page in both languages, or the files that list them where one cannot. */
export const loader = fileLoader(addresses.sitemap(), async (loading) => {
  const sitemap = await readSitemap(loading)
  return 'paths' in sitemap
    ? sitemapResponse(sitemap.paths, siteUrl(), loading.context)
    : sitemapIndexResponse(sitemap.parts, loading.context)
})
