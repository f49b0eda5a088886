import { sitemapPartPattern } from '../addresses'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { readSitemapPart } from '../seo/sitemap/sitemap.server'
import { sitemapResponse } from '../seo/sitemap/sitemap-page.server'

/** Serves a part of a large catalogue's sitemap. */
export const loader = fileLoader(sitemapPartPattern, async ({ context, params }) => {
  const { group, file } = params
  const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  const pages = number ? await readSitemapPart(context, group, Number(number)) : null
  if (!pages) throw new NotFound('No such part')
  return sitemapResponse(pages, context)
})
