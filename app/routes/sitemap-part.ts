import { sitemapPartPattern } from '../addresses'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { siteUrl } from '../seo/site-url.server'
import { readSitemapPart } from '../seo/sitemap.server'
import { sitemapResponse } from '../seo/sitemap-xml.server'

/** A part of the sitemap of a large catalogue. */
export const loader = fileLoader(sitemapPartPattern, async (args) => {
  const { group, file } = args.params
  const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  const paths = number ? await readSitemapPart(args, group, Number(number)) : null
  if (!paths) throw new NotFound('No such part')
  return sitemapResponse(paths, siteUrl(), args.context)
})
