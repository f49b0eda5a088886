import { screens, serverAddresses } from '../addresses'
import type { LoadContext } from '../content/content.server'
import { publicForAnHour } from '../content/loaders.server'

/**
 * User agents of crawlers that read pages to train language models or to answer questions, including such services'
 * searches. Crawlers of search engines that list pages are not included.
 */
const aiCrawlers = [
  ...['AI2Bot', 'Amazonbot', 'anthropic-ai', 'Applebot-Extended', 'Bytespider', 'CCBot'],
  ...['ChatGPT-User', 'Claude-SearchBot', 'Claude-User', 'ClaudeBot', 'cohere-ai'],
  ...['cohere-training-data-crawler', 'Diffbot', 'DuckAssistBot', 'FacebookBot'],
  ...['Google-CloudVertexBot', 'Google-Extended', 'GPTBot', 'ImagesiftBot', 'Meta-ExternalAgent'],
  ...['Meta-ExternalFetcher', 'MistralAI-User', 'OAI-SearchBot', 'omgili', 'PanguBot'],
  ...['Perplexity-User', 'PerplexityBot', 'Timpibot', 'Webzio-Extended', 'YouBot'],
]

/**
 * Builds robots.txt, which tells crawlers what they may read (RFC 9309). A crawler follows the one group that names it.
 */
export function robotsResponse({ site: { config, siteUrl } }: LoadContext) {
  const { isIndexable, allowsAiCrawlers } = config
  const lines = isIndexable
    ? [
        ...(allowsAiCrawlers
          ? []
          : [...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', '']),
        'User-agent: *',
        `Disallow: /${screens.loading}`,
        '',
        `Sitemap: ${siteUrl}${serverAddresses.sitemap()}`,
      ]
    : ['User-agent: *', 'Disallow: /']
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': publicForAnHour },
  })
}
