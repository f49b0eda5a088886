import { expect, test } from 'vitest'
import { inBatches } from './search.ts'

test('a long list of IDs is asked about in parts, whose answers are one', async () => {
  const ids = Array.from({ length: 2_500 }, (_, at) => String(at))
  const sizes: number[] = []
  const found = await inBatches(ids, async (some) => {
    sizes.push(some.length)
    return new Map(some.map((id) => [id, Number(id)]))
  })
  expect(sizes).toEqual([1_000, 1_000, 500])
  expect([...found]).toEqual(ids.map((id) => [id, Number(id)]))
})
