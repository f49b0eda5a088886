import { describe, expect, test } from 'vitest'
import { idsFound, indexOf, search } from '../../../tests/support/search-entry.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

const spec = (name: string, value: string) => ({ name, value, unit: '' })

const breakers = () =>
  indexOf(
    { id: 'type', kind: 'type', title: 'Miniature circuit breakers' },
    { id: 'type', kind: 'type', language: 'Ar', title: 'قواطع الدائرة المصغّرة' },
    {
      id: 'new',
      title: 'TM63 miniature circuit breaker',
      parentTitle: 'Miniature circuit breakers',
      specs: [
        spec('Replaces', 'TM60-C16, TM60-C32'),
        spec('Equivalent to', 'Acme B63 A9F74116, 5SL6116-7; 406774'),
        { name: 'Rated current', value: '6–63', unit: 'A' },
      ],
      variants: [
        { code: 'TM63-C16', specs: [spec('Replaces', 'TM60-C16')] },
        { code: 'TM63-C32', specs: [spec('Replaces', 'TM60-C32, TC9')] },
      ],
      text: 'For final circuits.',
    },
    {
      id: 'new',
      language: 'Ar',
      title: 'قاطع مصغّر TM63',
      specs: [
        spec('مكافئ لـ', 'Acme B63 A9F74116، 5SL6116-7؛ 406774'),
        { name: 'التيار المقنّن', value: '6–63', unit: 'A' },
      ],
      variants: [
        { code: 'TM63-C16', specs: [spec('بديل عن', 'TM60-C16')] },
        { code: 'TM63-C32', specs: [spec('بديل عن', 'TM60-C32، TC9')] },
      ],
    },
    { id: 'contactor', title: 'TC contactor', variants: [{ code: 'TC9', specs: [] }], position: 1 },
    {
      id: 'old',
      title: 'TB60 breaker',
      specs: [spec('Replaced by', 'TM63-C16')],
      variants: [{ code: 'TB60-16', specs: [] }],
      position: 2,
    },
    { id: 'other', title: 'Breaker of another kind', text: 'Equivalent to none.', position: 3 },
  )

describe('a number of another maker', () => {
  test.each(['5SL6116-7', '5sl6116-7', '5SL61167', '5SL6116 7', '5SL6116–7'])(
    'is found as %s, and the result says whose statement it is',
    (text) => {
      const [hit] = search(breakers(), text).hits
      expect(hit).toMatchObject({
        id: 'new',
        claim: { relation: 'equivalent', text: '5SL6116-7' },
      })
    },
  )

  test.each(['A9F74116', 'A9F 74116', 'acme a9f74116', 'Acme B63 A9F74116', '406774', '40 6774'])(
    'is found as %s',
    (text) => {
      expect(search(breakers(), text).hits[0]).toMatchObject({
        id: 'new',
        claim: { relation: 'equivalent' },
      })
    },
  )

  test.each([
    'بديل 5SL6116-7',
    'بديل عن A9F74116',
    'مكافئ Acme A9F74116',
    'ابغى بديل هاغر 406774 لو سمحت',
    'equivalent to 5SL6116-7',
    'equivalent legrand 406774',
    'replacement for Zzyzx A9F74116',
    'instead of 5SL6116-7',
    'A9F74116 or equal',
  ])('is found with words around it: %s', (text) => {
    for (const language of ['Ar', 'En'] as const) {
      const { hits, searchedInstead } = search(breakers(), text, { language })
      expect(hits[0]).toMatchObject({ id: 'new', claim: { relation: 'equivalent' } })
      expect(searchedInstead).toBeUndefined()
    }
  })

  test('is found in suggestions as soon as its beginning is typed', () => {
    const [hit] = breakers().suggest('a9f741', 'En', 5)
    expect(hit).toMatchObject({ id: 'new', claim: { relation: 'equivalent' } })
  })

  test('leads to the one order code that replaces it', () => {
    const [hit] = search(breakers(), 'TM60 C32').hits
    expect(hit).toMatchObject({
      id: 'new',
      code: 'TM63-C32',
      claim: { relation: 'replaces', text: 'TM60-C32' },
    })
    expect(hit?.facts?.map(({ name }) => name)).toEqual(['Rated current'])
  })

  test('comes after an order code of the same spelling', () => {
    const { hits } = search(breakers(), 'tc9')
    expect(hits.map(({ id }) => id)).toEqual(['contactor', 'new'])
    expect(hits[0]).toMatchObject({ code: 'TC9' })
    expect(hits[0]?.claim).toBeUndefined()
    expect(hits[1]?.claim).toEqual({ relation: 'replaces', text: 'TC9' })
  })

  test('is no claim of a product that mentions it in its text only', () => {
    const index = indexOf({ id: 'one', title: 'Breaker', text: 'It fits where A9F74116 was.' })
    expect(search(index, 'A9F74116').hits[0]?.claim).toBeUndefined()
  })

  test('that nobody states finds nothing', () => {
    expect(idsFound(breakers(), 'بديل عن Zzyzx 999888')).toEqual([])
  })

  test('that is short is a rating: 100 A is no claim of "Acme 100"', () => {
    const index = indexOf({ id: 'one', title: 'Breaker', specs: [spec('Replaces', 'Acme 100')] })
    expect(search(index, 'legrand 100').hits).toEqual([])
  })
})

test('a product that has been replaced says by which one, with its order code', () => {
  const [hit] = search(breakers(), 'TB60-16').hits
  expect(hit).toMatchObject({ id: 'old', code: 'TB60-16' })
  expect(hit?.replacedBy).toMatchObject({
    text: 'TM63-C16',
    product: {
      id: 'new',
      title: 'TM63 miniature circuit breaker',
      language: 'En',
      code: 'TM63-C16',
    },
  })
})

test('the numbers that a product replaces are no ratings of it', () => {
  const index = indexOf({
    id: 'one',
    title: 'Breaker TM63',
    specs: [spec('Replaces', 'Acme 250 A'), { name: 'Rated current', value: '63', unit: 'A' }],
  })
  expect(search(index, 'breaker 250 A').hits[0]?.conditions?.[0]).toMatchObject({ state: 'unmet' })
})

describe('products are found by what others call them', () => {
  const find = (text: string) => breakers().productsNamed([text], 'Ar').get(text)

  test.each(['TC9', 'tc 9', 'Contactor TC9', 'contactor'])('%s', (text) => {
    expect(find(text)?.id).toBe('contactor')
  })

  test.each(['TC', 'constructor', '__proto__', '؟', '"', 'unknown-99'])('%s names none', (text) => {
    expect(find(text)).toBeUndefined()
  })
})

test('hostile values are indexed as quickly as others', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `ACME-${at}`).join(', ')
  const tookMs = startCpuTimer()
  const index = indexOf({
    id: 'one',
    title: 'Breaker',
    specs: [
      spec('Replaces', many),
      spec('Equivalent to', 'A1-'.repeat(300_000)),
      spec('بديل عن', '\u202e__proto__-1\u200f, constructor'),
    ],
  })
  expect(tookMs()).toBeLessThan(2_000)
  expect(search(index, 'acme 99').hits[0]?.claim?.text).toBe('ACME-99')
  expect(search(index, 'ACME-9999').hits[0]?.claim).toBeUndefined()
})
