import { slugOf } from './spec-values.server'
import type { StatedSpec } from './translated-specs.server'

/** How a label is used in a list. */
export interface LabelUsage {
  slug: string
  /** In the page's language. */
  name: string
  /** The number of products that have it, themselves or in a variant. */
  productCount: number
  /** Its mean position among the specifications of these. */
  position: number
  /** Its most common unit, in English. */
  unit: string
}

/** More labels than filters and columns together. */
const maxLabels = 24
/** Further labels of a list are not counted. */
const maxCounted = 5_000
/** A label further back than this has to stand on a third of the products. */
const firstPositions = 3

interface Count {
  slug: string
  name: string
  productCount: number
  positions: number
  lastProduct: number
  units: Map<string, number>
}

/** Counts the labels of a list. */
export function createLabelCount() {
  const counts = new Map<string, Count>()
  /** By English name: several may have the same slug. */
  const countsByName = new Map<string, Count>()

  function newCount(englishName: string, name: string) {
    const slug = slugOf(englishName)
    const none = { productCount: 0, positions: 0, lastProduct: -1, units: new Map() }
    const count = counts.get(slug) ?? { slug, name, ...none }
    if (counts.size < maxCounted) counts.set(slug, count)
    countsByName.set(englishName, count)
    return count
  }

  return {
    add({ product, position, spec, english }: StatedSpec) {
      const count = countsByName.get(english.name) ?? newCount(english.name, spec.name)
      count.units.set(english.unit, (count.units.get(english.unit) ?? 0) + 1)
      if (count.lastProduct === product) return
      count.lastProduct = product
      count.productCount += 1
      count.positions += position
    },
    /**
     * The labels that filters, columns and orders may use: those of two products at least, on a third of
     * all products or among their first specifications. In the order in which the products state them.
     */
    commonLabels: (productCount: number) =>
      [...counts.values()]
        .map(usageOf)
        .filter((usage) => isCommon(usage, productCount))
        .sort((a, b) => b.productCount - a.productCount || a.position - b.position)
        .slice(0, maxLabels)
        .sort((a, b) => a.position - b.position),
    /** The slug of a counted label. */
    slugOf: (englishName: string) => countsByName.get(englishName)?.slug ?? '',
  }
}

function isCommon({ slug, productCount, position }: LabelUsage, ofProducts: number) {
  const isFrequent = productCount >= ofProducts / 3 || position < firstPositions
  return slug !== '' && productCount >= 2 && isFrequent
}

function usageOf({ slug, name, productCount, positions, units }: Count): LabelUsage {
  const [unit = ''] = [...units].sort(([, a], [, b]) => b - a)[0] ?? []
  return { slug, name, productCount, position: positions / productCount, unit }
}
