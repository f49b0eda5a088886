import type { AppLoadContext } from '@remix-run/node'
import { publicWhileFresh } from '../content/cache-policy.server'
import { languageKey } from '../language/languages'

/** How long a file of the sitemap is kept, by crawlers as by the site, seconds. */
const keptS = 300

/** A file of the sitemap with every page in both languages, each naming its other one. */
export async function answerPagesWith(paths: string[], siteUrl: string, context: AppLoadContext) {
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
  return answerXml(await streamToPromise(stream), context)
}

/** The file that leads to the others. */
export async function answerIndex(parts: string[], context: AppLoadContext) {
  const { SitemapIndexStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapIndexStream()
  for (const part of parts) stream.write(part)
  stream.end()
  return answerXml(await streamToPromise(stream), context)
}

function answerXml(xml: Buffer, context: AppLoadContext) {
  return new Response(new Uint8Array(xml), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': context.dependencies?.isPartial
        ? publicWhileFresh(context)
        : `public, max-age=${keptS}, s-maxage=${keptS}`,
    },
  })
}
