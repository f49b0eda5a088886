import type { Spec, Variant } from './content.server'

/** The variants of a product as a table. */
export interface OrderingView {
  /** The specifications in which the variants differ, in the order of their first appearance. */
  columns: Pick<Spec, 'name' | 'unit'>[]
  /** One row per order code, with a value for each column; empty if the variant states none. */
  rows: { code: string; values: string[] }[]
}

/** Of a code that the content has twice, the first variant counts. */
export function orderingViewOf(variants: Variant[]): OrderingView {
  const columns = new Map<string, Pick<Spec, 'name' | 'unit'>>()
  const byCode = new Map<string, Map<string, string>>()
  for (const { code, specs } of variants) {
    if (byCode.has(code)) continue
    const values = new Map<string, string>()
    for (const { name, unit, value } of specs) {
      const key = JSON.stringify([name, unit])
      columns.set(key, { name, unit })
      if (!values.has(key)) values.set(key, value)
    }
    byCode.set(code, values)
  }
  const keys = [...columns.keys()]
  return {
    columns: [...columns.values()],
    rows: [...byCode].map(([code, values]) => ({
      code,
      values: keys.map((key) => values.get(key) ?? ''),
    })),
  }
}
