import type { AppLoadContext } from '@remix-run/node'
import { publicWhileFresh } from '../content/cache-policy.server'
import { scopeOf } from '../content/content.server'
import { languageKey } from '../language/languages'

/** Lifetime of a file of the sitemap, for crawlers and the page cache, seconds. */
const maxAgeS = 300

/** A file of the sitemap with every page in both languages, each naming its other one. */
export async function sitemapResponse(paths: string[], siteUrl: string, context: AppLoadContext) {
  const { SitemapStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapStream({ hostname: siteUrl })
  for (const path of paths) {
    const [arabic, english] = [`${path}?${languageKey}=Ar`, `${path}?${languageKey}=En`]
    const links = [
      { lang: 'ar', url: arabic },
      { lang: 'en', url: english },
      { lang: 'x-default', url: path },
    ]
    stream.write({ url: arabic, links })
    stream.write({ url: english, links })
  }
  stream.end()
  return xmlResponse(await streamToPromise(stream), context)
}

/** The file that leads to the others. */
export async function sitemapIndexResponse(parts: string[], context: AppLoadContext) {
  const { SitemapIndexStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapIndexStream()
  for (const part of parts) stream.write(part)
  stream.end()
  return xmlResponse(await streamToPromise(stream), context)
}

function xmlResponse(xml: Buffer, context: AppLoadContext) {
  return new Response(new Uint8Array(xml), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': scopeOf(context).dependencies.isPartial
        ? publicWhileFresh(context)
        : `public, max-age=${maxAgeS}, s-maxage=${maxAgeS}`,
    },
  })
}
