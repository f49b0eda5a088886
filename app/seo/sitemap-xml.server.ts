import type { AppLoadContext } from '@remix-run/node'
import { publicWhileFresh } from '../content/cache-policy.server'
import { languageKey } from '../language/languages'

/** How long crawlers and the site's page cache may cache a sitemap file, seconds. */
const maxAgeS = 300

/** A sitemap file: every page in both languages, each with its language alternates. */
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

/** The sitemap index. */
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
      'Cache-Control': context.dependencies?.isPartial
        ? publicWhileFresh(context)
        : `public, max-age=${maxAgeS}, s-maxage=${maxAgeS}`,
    },
  })
}
