import { fileS, publicWhileFresh, fileLoader } from '../content/loaders.server'
import { NotFound } from '../content/content.server'
import { varyOf } from '../language/i18n.server'
import { languages } from '../language/languages'
import { feedFormats, feedPath, feedPattern } from '../addresses'
import { readFeed } from '../seo/feeds/feed.server'
import { writeFeed } from '../seo/feeds/write-feed.server'

/** Serves the newest articles of a list in full, for feed readers. */
export const loader = fileLoader(feedPattern, async ({ content, request, context, params }) => {
  const [kind, format] = parseFeedName(params.file)
  const { lang, siteUrl } = content
  const feed = await readFeed(content, kind)
  return new Response(await writeFeed(feed, format, siteUrl + feedPath(kind, format, lang)), {
    headers: {
      'Content-Type': `${feedFormats[format].type}; charset=utf-8`,
      'Cache-Control': publicWhileFresh(context, fileS),
      'Content-Language': languages[lang].lang,
      Vary: varyOf(request),
      'X-Content-Type-Options': 'nosniff',
    },
  })
})

/** @throws NotFound if the name is not that of a feed */
function parseFeedName(file: string) {
  const [kind, format, ...others] = file.split('.')
  const isKind = kind === 'news' || kind === 'blog'
  const isFormat = format === 'rss' || format === 'atom' || format === 'json'
  if (!isKind || !isFormat || others.length > 0) throw new NotFound(`There is no feed ${file}`)
  return [kind, format] as const
}
