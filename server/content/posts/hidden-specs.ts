import { foldTitle } from '@site/content-folder/wire'
import { isCommercialLabel } from '@site/tables/commercial-labels'

/** The word of CONTENT_HIDDEN_SPECS for labels that look like prices, costs, stock and the like. */
const commercial = 'commercial'

interface Labelled {
  name: string
  /** Possibly empty. */
  unit: string
}

/** What counts of a label, in UTF-16 units: no page shows more. */
const maxLength = { name: 200, unit: 50 }

/** Max. labels of one response that are compared. More are no columns of a page, so they are not shown. */
const maxLabels = 20_000

/**
 * Returns whether a specification may be shown, whatever the case, spaces and Arabic letter forms of its label, with a unit in
 * brackets or without.
 * @param hidden labels that are never shown, and "commercial"; none hides nothing
 */
export function shownSpecs(hidden: readonly string[]): (spec: Labelled) => boolean {
  if (hidden.length === 0) return () => true
  const named = new Set(hidden.map(plainLabel))
  const hidesCommercial = named.has(commercial)
  const known = new Map<string, boolean>()
  return ({ name, unit }) => {
    const label = `${name.slice(0, maxLength.name)} (${unit.slice(0, maxLength.unit)})`
    const before = known.get(label)
    if (before !== undefined) return before
    if (known.size === maxLabels) return false
    const isHidden = named.has(plainLabel(label)) || (hidesCommercial && isCommercialLabel(label))
    known.set(label, !isHidden)
    return !isHidden
  }
}

/** Removes what is in brackets at the end: "Stock (pcs)" and "Stock (pcs) ()" are "stock". */
function plainLabel(label: string) {
  return foldTitle(foldTitle(label).replace(/(?: ?[([][^()[\]]*[)\]])+$/, ''))
}
