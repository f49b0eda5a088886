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
 * Builds the structured data of a page (JSON-LD in the vocabulary of schema.org): one graph, from the data of the
 * page's own loaders and from the rendered page.
 * @param page as it was rendered
 * @returns the script element, which browsers do not run, so the content security policy ignores it
 */
export function structuredDataOf(
  { matches, loaderData }: EntryContext['staticHandlerContext'],
  page: RenderedPage,
): string {
  const { id = '', path: pattern } = matches.at(-1)?.route ?? {}
  // When the root's loader neither throws nor redirects, it returns a frame.
  const frame = loaderData['root'] as Frame | undefined
  if (!frame || page.canonical === '') return ''
  const [path = '', query] = page.canonical.slice(frame.siteUrl.length).split('?')
  // A page whose canonical address is another page is described there.
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

/** Describes the page's own breadcrumbs; undefined for a page without any. */
function breadcrumbsOf({ crumbs, ownCrumb, canonical, frame, language }: PageContext) {
  if (crumbs.length === 0) return undefined
  const items = [
    ...crumbs.map(({ title: name, href }) => ({ name, url: pageAddress(frame, href, language) })),
    { name: ownCrumb, url: canonical },
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

/** Escapes text in JSON so that it cannot end the script element, or start a comment in it. */
function escapeScript(json: string) {
  return json.replaceAll('<', '\\u003c')
}
