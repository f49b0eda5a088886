import type { LoaderFunctionArgs } from '@remix-run/node'
import { siteUrl } from '../seo/site-url.server'
import { readSitemap } from '../seo/sitemap.server'
import { sitemapIndexResponse, sitemapResponse } from '../seo/sitemap-xml.server'

/** Every page in both languages, or the files that name them where one cannot. */
export async function loader(args: LoaderFunctionArgs) {
  const sitemap = await readSitemap(args)
  return 'paths' in sitemap
    ? sitemapResponse(sitemap.paths, siteUrl(), args.context)
    : sitemapIndexResponse(sitemap.parts, args.context)
}
