import { expect, test } from 'vitest'
import type { Spec } from '../format.ts'
import { sampleContent } from '../../../../tests/support/sample-content.ts'

const products = sampleContent.categories.flatMap(({ types }) =>
  types.flatMap((type) => type.products),
)
const series = products.filter(({ variants }) => variants.length > 0)

/** Labels under which a product that is a series states its largest value only. */
const largestOnly = new Set([
  'Mass',
  'Mass per metre',
  'Diameter',
  'Efficiency',
  'European efficiency',
  'Voltage protection level',
])

function numbersIn(specs: Spec[]) {
  const texts = specs.map(({ value }) => (typeof value === 'string' ? value : value.En))
  const written = texts.flatMap((text) => text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
  return written.map((number) => Number(number.replaceAll(',', '')))
}

test('what a series states of itself is what its order codes span', () => {
  for (const { id, specs, variants } of series) {
    const names = new Set(variants.flatMap((variant) => variant.specs.map(({ name }) => name.En)))
    for (const name of names) {
      const isNamed = (spec: Spec) => spec.name.En === name
      const own = specs.filter(isNamed)
      const ofVariants = numbersIn(variants.flatMap((variant) => variant.specs.filter(isNamed)))
      const where = `${id}: ${name}`
      expect(own, where).toHaveLength(1)
      if (ofVariants.length === 0 || name.startsWith('Dimensions')) continue
      expect(Math.max(...numbersIn(own)), where).toBe(Math.max(...ofVariants))
      if (largestOnly.has(name)) continue
      expect(Math.min(...numbersIn(own)), where).toBe(Math.min(...ofVariants))
    }
  }
})

test('two order codes of a product differ in what they state', () => {
  for (const { variants } of series) {
    const stated = new Map<string, string>()
    for (const { code, specs } of variants) {
      const key = JSON.stringify(specs)
      expect(stated.get(key), code).toBeUndefined()
      stated.set(key, code)
    }
  }
})
