import type { AppLoadContext } from '@remix-run/node'
import { overviewOfContent } from '../../content/cache-policy.server'
import { inLanguage } from '../../language/in-language'
import { languages, siteLanguages } from '../../language/languages'
import { siteUrl } from '../site-url.server'
import type { SitemapNews, SitemapPage } from './sitemap-page.server'

/** A file of the sitemap with each page in its languages; the pages of both name each other. */
export async function sitemapResponse(pages: SitemapPage[], context: AppLoadContext) {
  const { SitemapStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapStream({
    hostname: siteUrl(),
    xmlns: { news: true, xhtml: true, image: true, video: false },
  })
  for (const { path, versions } of pages) {
    const isInBoth = siteLanguages.every((language) => versions[language])
    const links = [
      ...siteLanguages.map((language) => ({
        lang: languages[language].lang,
        url: inLanguage(path, language),
      })),
      { lang: 'x-default', url: path },
    ]
    for (const language of siteLanguages) {
      const version = versions[language]
      if (!version) continue
      const { lastModified, image, news } = version
      stream.write({
        url: inLanguage(path, language),
        ...(isInBoth && { links }),
        ...(lastModified !== null && { lastmod: new Date(lastModified).toISOString() }),
        ...(image && { img: image }),
        ...(news && { news: newsElement(news, languages[language].lang) }),
      })
    }
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

function newsElement({ publication, title, date }: SitemapNews, language: string) {
  return { publication: { name: publication, language }, title, publication_date: date }
}

function xmlResponse(xml: Buffer, context: AppLoadContext) {
  return new Response(new Uint8Array(xml), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': overviewOfContent(context),
    },
  })
}
