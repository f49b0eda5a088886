import type { LoaderFunctionArgs } from '@remix-run/node'
import { addresses } from '../addresses'
import { companyNamesOf } from '../content/brand.server'
import { overviewOfContent } from '../content/cache-policy.server'
import { contentFor, optional } from '../content/content.server'
import { languageKey, languages } from '../language/languages'
import { markdownHref } from './markdown-href.server'
import { escapeLine, linkOf } from './escape-text.server'
import { readOverview, type OverviewLink } from './llms-overview.server'

/**
 * An overview of the site for language models (https://llmstxt.org), in the language of the address, else in
 * Arabic.
 * @throws ContentUnavailable when nothing of it is available
 */
export async function llmsTxtResponse({ request, context }: LoaderFunctionArgs) {
  // Without the visitor's cookie: one file for all.
  const content = contentFor({ request: new Request(request.url), context })
  const { lang, siteUrl, t } = content
  const { markdownPathOf = () => null } = context
  const addressIn = (to: string) =>
    markdownHref(to, { pageUrl: siteUrl, language: lang, markdownPathOf }) ?? to
  const lineOf = ({ title, to, note }: OverviewLink) =>
    `- ${linkOf(title, addressIn(to))}${note ? `: ${note}` : ''}`

  function aboutMarkdown() {
    const home = addresses.home()
    return t('llms.pages', {
      extension: '`.md`',
      home: linkOf(markdownPathOf(home) ?? home, addressIn(home)),
      parameter: `\`?${languageKey}=${lang}\``,
    })
  }

  const [sections, names, footer] = await Promise.all([
    readOverview(content),
    companyNamesOf(content),
    optional(content.findFooter()),
  ])
  const summary = footer?.postSubTitle ?? ''
  const blocks = [
    `# ${escapeLine(names.name || t('home.heading'))}`,
    ...(summary ? [`> ${escapeLine(summary)}`] : []),
    ...(context.markdownPathOf ? [aboutMarkdown()] : []),
    ...sections.flatMap(({ heading, text, links }) => [
      `## ${heading}`,
      ...(text ? [text] : []),
      links.map(lineOf).join('\n'),
    ]),
  ]
  return new Response(`${blocks.join('\n\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Language': languages[lang].lang,
      'Cache-Control': overviewOfContent(context),
      'X-Robots-Tag': 'noindex',
    },
  })
}
