import type { LoaderFunctionArgs } from '@remix-run/node'
import { pathParameter, sitemapPartPattern } from '../addresses'
import { notFound } from '../content/content.server'
import { siteUrl } from '../seo/site-url.server'
import { readSitemapPart } from '../seo/sitemap.server'
import { sitemapResponse } from '../seo/sitemap-xml.server'

/** A part of the sitemap of a large catalogue. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url)
  const group = pathParameter(pathname, sitemapPartPattern, 'group') ?? ''
  const file = pathParameter(pathname, sitemapPartPattern, 'file') ?? ''
  const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  const paths = number ? await readSitemapPart(args, group, Number(number)) : null
  if (!paths) throw notFound()
  return sitemapResponse(paths, siteUrl(), args.context)
}
