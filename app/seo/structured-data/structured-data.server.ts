import { type PageContext, websiteId, pageAddress } from './page-context.server'
import type { EntryContext } from '@remix-run/node'
import type { BreadcrumbList, Graph, Thing, WebPage } from 'schema-dts'
import { languages, languageKey } from '../../language/languages'
import type { Frame } from '../../layout/frame'
import type { RenderedPage } from '../rendered-page.server'
import { organizationNode, websiteNode } from './organization.server'
import { screenOfRoute } from '../../site/screen-facts.server'
import { nodesOf, type PageNodes } from './page-nodes.server'

/**
 * The structured data of a page (JSON-LD in the vocabulary of schema.org): one graph, from the data of the
 * page's own loaders and from what the page shows.
 * @param page as it was rendered
 * @returns the script element, which no script engine runs and no content security policy concerns
 */
export function structuredDataOf(
  { matches, loaderData }: EntryContext['staticHandlerContext'],
  page: RenderedPage,
): string {
  const { id = '', path: pattern } = matches.at(-1)?.route ?? {}
  // Without its errors and redirects, what the root's loader returns is a frame.
  const frame = loaderData['root'] as Frame | undefined
  if (!frame || page.canonical === '') return ''
  const [path = '', query] = page.canonical.slice(frame.siteUrl.length).split('?')
  // What another page stands for is described there.
  if (new URLSearchParams(query).get(languageKey) !== frame.lang) return ''
  const context: PageContext = {
    ...page,
    frame,
    language: frame.lang,
    path,
  }
  const graph = graphOf(nodesOf(screenOfRoute(pattern), loaderData[id], context), context)
  return `<script type="application/ld+json">${escapeScript(JSON.stringify(graph))}</script>`
}

function graphOf({ type, about }: PageNodes, page: PageContext): Graph {
  const isOwn = about !== undefined && Object.keys(about).length > 1
  const breadcrumbs = breadcrumbsOf(page)
  const webPage = {
    '@type': type,
    '@id': page.canonical,
    url: page.canonical,
    name: page.title,
    description: page.description || undefined,
    inLanguage: languages[page.language].lang,
    isPartOf: { '@id': websiteId(page.frame) },
    breadcrumb: breadcrumbs && { '@id': breadcrumbs['@id'] },
    mainEntity: about && { '@id': about['@id'] },
  } as WebPage
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organizationNode(page),
      websiteNode(page),
      webPage,
      ...(breadcrumbs ? [breadcrumbs] : []),
      ...(isOwn ? [about as Thing] : []),
    ],
  }
}

/** The same as the page's own breadcrumbs; undefined for a page without any. */
function breadcrumbsOf({ crumbs, canonical, title, frame, language }: PageContext) {
  if (crumbs.length === 0) return undefined
  const items = [
    ...crumbs.map(({ title: name, href }) => ({ name, url: pageAddress(frame, href, language) })),
    { name: title, url: canonical },
  ]
  return {
    '@type': 'BreadcrumbList' as const,
    '@id': `${canonical}#breadcrumbs`,
    itemListElement: items.map(({ name, url }, at) => ({
      '@type': 'ListItem' as const,
      position: at + 1,
      name,
      item: { '@id': url },
    })),
  } satisfies BreadcrumbList
}

/** Text in JSON cannot end the script element, or start a comment in it. */
function escapeScript(json: string) {
  return json.replaceAll('<', '\\u003c')
}
