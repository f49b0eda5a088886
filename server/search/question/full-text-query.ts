import type { Alternative, Group } from './groups.ts'

/** Groups as a query of FTS5. Each term is quoted, so that nothing typed is syntax. */
export function allOf(groups: readonly Group[]) {
  return groups.map(({ alternatives }) => `(${alternatives.map(one).join(' OR ')})`).join(' AND ')
}

/** As allOf, in the titles and part numbers only. */
export function allInTitle(groups: readonly Group[]) {
  return `{code title} : (${allOf(groups)})`
}

function one({ terms, match }: Alternative) {
  const quoted = terms.map((term) => `"${term.replaceAll('"', '')}"`)
  if (match === 'prefix') return `${quoted.join('')}*`
  return quoted.length > 1 ? `(${quoted.join(' AND ')})` : quoted.join('')
}
