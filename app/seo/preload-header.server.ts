import type { RenderedPage } from './rendered-page.server'

/**
 * A longer link is left out: proxies limit the head of a response, and a picture's link has its name eight times.
 * The page has the same link.
 */
const maxLength = 1_500

/**
 * The value of a Link header with what the page needs first, so that a proxy can announce it in a response
 * of status 103 before the page is ready.
 */
export function preloadHeader({ stylesheets, preloads }: RenderedPage): string {
  const links = [
    ...stylesheets.map((href) => linkTo(href, { as: 'style' })),
    ...preloads.map(({ rel: _, href, ...attributes }) => linkTo(href, attributes)),
  ]
  return links.filter(({ length }) => length <= maxLength).join(', ')
}

/** @param href undefined for an image in several sizes: the first stands for them where only one counts */
function linkTo(href: string | undefined, attributes: Record<string, string | undefined>) {
  const [first = ''] = attributes['imagesrcset']?.split(' ') ?? []
  const parameters = Object.entries({ rel: 'preload', ...attributes })
  return [`<${href ?? first}>`, ...parameters.map(([name, value]) => `${name}="${value}"`)].join(
    '; ',
  )
}
