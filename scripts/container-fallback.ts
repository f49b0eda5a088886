import type { AtRule, Plugin } from 'postcss'

/**
 * Repeats each container query as a media query, for browsers that have no containers (Chrome before 105,
 * Safari before 16, Firefox before 110): there the window stands for the container. The header is as wide,
 * the others are narrower by the page's margins.
 */
export function containerFallback(): Plugin {
  return {
    postcssPlugin: 'container-fallback',
    AtRuleExit: {
      container(rule) {
        rule.before(fallbackOf(rule))
      },
    },
  }
}

/** Without containers in print: these are narrow or wide as the window is, not as the paper. */
function fallbackOf(query: AtRule) {
  const media = query.clone({ name: 'media', params: `screen and ${mediaOf(query.params)}` })
  const supports = query.clone({ name: 'supports', params: 'not (container-type: inline-size)' })
  supports.removeAll()
  supports.append(media)
  return supports
}

/** The margins of a phone's page, beside any container but the header, rem. */
const margins = 2.5

/** "site-header (width < 48rem)" → "(max-width: 47.99rem)". */
function mediaOf(params: string) {
  const [, name, operator, size] = /^(\S+ )?\(width (>=|<) ([\d.]+)rem\)$/.exec(params) ?? []
  if (!operator) throw new Error(`No media query is known for "@container ${params}".`)
  const width = Number(size) + (name === undefined ? margins : 0)
  return operator === '<' ? `(max-width: ${width - 0.01}rem)` : `(min-width: ${width}rem)`
}
