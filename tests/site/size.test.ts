import { expect, inject, test } from 'vitest'
import {
  listProductionPackages,
  productionBudget,
  sizeOfPackages,
} from '../../scripts/production-packages.ts'
import { measureSite, overBudget } from '../../scripts/wire-sizes.ts'

test('nothing that a visitor loads is over its budget', async () => {
  const { loads, packages } = await measureSite(inject('siteUrl'))
  const screens = loads.filter(({ name }) => name.startsWith('script of routes/'))
  expect(screens.length).toBeGreaterThan(20)
  for (const { name, bytes } of loads) expect(bytes, name).toBeGreaterThan(0)
  expect(overBudget(loads)).toEqual([])
  // The sizes by package add up to home's script, which contains no server code.
  const home = loads.find(({ name }) => name === 'script of home')?.bytes ?? 0
  const sum = packages.reduce((bytes, part) => bytes + part.bytes, 0)
  expect(Math.abs(sum - home)).toBeLessThan(50)
  expect(packages.map(({ name }) => name)).not.toContain('turbo-stream')
  expect(packages.map(({ name }) => name)).not.toContain('zod')
  // Only measured page loads have it, in a script of its own.
  expect(packages.map(({ name }) => name)).not.toContain('web-vitals')
})

test('production installs no more than its budget', () => {
  const bytes = sizeOfPackages(listProductionPackages())
  // It counts something: the image libraries alone are larger than this.
  expect(bytes).toBeGreaterThan(10_000_000)
  const name = 'packages for production'
  expect(overBudget([{ name, bytes, budget: productionBudget }])).toEqual([])
})
