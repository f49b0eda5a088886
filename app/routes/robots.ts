import { publicForAnHour } from '../content/cache-policy.server'
import { siteUrl } from '../seo/site-url.server'

export function loader() {
  const lines = ['User-agent: *', 'Disallow: /error_404', 'Disallow: /Loading', '']
  const text = [...lines, `Sitemap: ${siteUrl()}/sitemap.xml`, ''].join('\n')
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': publicForAnHour },
  })
}
