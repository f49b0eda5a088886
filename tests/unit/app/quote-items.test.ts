import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cookieValueOf,
  fits,
  isItemId,
  maxItems,
  maxQuantity,
  parseItems,
  quantityOf,
  sharedListPath,
  variantItemId,
  variantOf,
  withItem,
  withQuantity,
  type QuoteItem,
} from '../../../app/enquiry/quote-items.ts'
import { targetFault } from '../../../server/http/validation/target.ts'

const oddIds = [
  ...['a,b', 'a:b', 'a:3', ':', ',', '50%', '%2C', '%253A', '%zz', 'a+b', 'a b', 'a&items=b:2'],
  ...['قاطع', 'قاطع:٣', 'TM63~TM63-C6', '~', 'a;b', 'a=b', '"a"', '#', '__proto__', '😀'],
]

const id = fc
  .oneof(
    fc.constantFrom(...oddIds),
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).map((text) => text.toWellFormed()),
  )
  .map((text) => text.trim())
  .filter(isItemId)
const quantity = fc.integer({ min: 1, max: maxQuantity })
const items = fc.uniqueArray(fc.record({ id, quantity }), {
  maxLength: maxItems,
  selector: (item) => item.id,
})

/** The items that the quotation list reads from a shared address. */
function itemsIn(address: string) {
  return parseItems(new URL(address, 'http://localhost').searchParams.get('items') ?? '')
}

function listOf(count: number): QuoteItem[] {
  return Array.from({ length: count }, (_, at) => ({ id: `p${at}`, quantity: 1 }))
}

describe('the cookie of a list', () => {
  test('has ids and quantities', () => {
    const list = [
      { id: 'tm63-1p-c', quantity: 2 },
      { id: 'tm63-1p-c~TM63-C6', quantity: 12 },
    ]
    expect(cookieValueOf(list)).toBe('tm63-1p-c:2,tm63-1p-c~TM63-C6:12')
  })

  test.each(oddIds)('keeps the id %j', (odd) => {
    const list = [
      { id: odd, quantity: 7 },
      { id: 'x', quantity: 1 },
    ]
    expect(parseItems(cookieValueOf(list))).toEqual(list)
    // RFC 6265 allows a comma, but browsers end the value at a semicolon.
    expect(cookieValueOf(list)).toMatch(/^[\w~!'()*.%:,-]+$/)
  })

  test('keeps every list, in its order', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(parseItems(cookieValueOf(list))).toEqual(list)
      }),
    )
  })
})

describe('the address of a shared list', () => {
  test('can be read', () => {
    expect(sharedListPath([{ id: 'tm63-1p-c~TM63-C6', quantity: 3 }])).toBe(
      '/quote-list?items=tm63-1p-c~TM63-C6:3',
    )
  })

  test('keeps every list, also after its query has been spelled anew', () => {
    fc.assert(
      fc.property(items, (list) => {
        const path = sharedListPath(list)
        expect(itemsIn(path)).toEqual(list)
        const { searchParams } = new URL(path, 'http://localhost')
        expect(itemsIn(`/quote-list?${searchParams}`)).toEqual(list)
      }),
    )
  })
})

describe('items typed by hand', () => {
  test.each<[text: string, expected: string]>([
    ['', ''],
    [',,,', ''],
    [':', ''],
    [':3', ''],
    ['a', 'a:1'],
    ['a:', 'a:1'],
    ['a:x', 'a:1'],
    ['a:-4', 'a:1'],
    ['a:1.5', 'a:2'],
    ['a:1e9', 'a:1'],
    ['a:٣', 'a:1'],
    ['a:0', ''],
    ['a: 3 ', 'a:3'],
    [' a :2', 'a:2'],
    ['a:123456789012345678901234567890', `a:${maxQuantity}`],
    ['a:2,b:1,a:3', 'a:5,b:1'],
    [`a:${maxQuantity},a:1`, `a:${maxQuantity}`],
    ['a%3A2', 'a:2'],
    ['a%3A2%2Cb%3A3', 'a:2,b:3'],
    ['%:2', '%25:2'],
    ['%E0%A4%A:2', '%25E0%25A4%25A:2'],
    ['%00:2', ''],
    ['a%0D%0AX:2', ''],
    [`${'x'.repeat(201)}:1`, ''],
    ['__proto__:2,constructor:3', '__proto__:2,constructor:3'],
  ])('%j mean %j', (text, expected) => {
    expect(cookieValueOf(parseItems(text))).toBe(expected)
  })

  test('no text makes an invalid or endless list', () => {
    const part = fc.constantFrom(',', ':', '%', '%2C', '%3A', 'a', '0', '1', '~', '\0', 'ق', ' ')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
        const list = parseItems(parts.join(''))
        expect(list.length).toBeLessThanOrEqual(maxItems)
        expect(new Set(list.map((item) => item.id)).size).toBe(list.length)
        for (const item of list) {
          expect(isItemId(item.id)).toBe(true)
          expect(item.quantity).toBeGreaterThan(0)
          expect(item.quantity).toBeLessThanOrEqual(maxQuantity)
        }
        expect(parseItems(cookieValueOf(list))).toEqual(list)
      }),
    )
    expect(parseItems('a,'.repeat(100_000))).toEqual([{ id: 'a', quantity: maxQuantity }])
    expect(parseItems('%'.repeat(100_000))).toEqual([])
  })

  test.each(['', ' ', '-1', '1.0', '+1', '0x10', 'NaN', 'Infinity', '１'])(
    'the quantity %j counts as one',
    (text) => {
      expect(quantityOf(text)).toBe(1)
    },
  )
})

describe('a list', () => {
  test('takes 50 items, and more of one that it has', () => {
    const full = listOf(maxItems)
    expect(withItem(listOf(maxItems - 1), { id: 'x', quantity: 1 })).toHaveLength(maxItems)
    expect(withItem(full, { id: 'x', quantity: 1 })).toBeNull()
    expect(withItem(full, { id: 'p7', quantity: 4 })?.[7]).toEqual({ id: 'p7', quantity: 5 })
  })

  test('takes no more than a cookie does', () => {
    const long = Array.from({ length: 6 }, (_, at) => ({
      id: `${at}${'ق'.repeat(90)}`,
      quantity: 1,
    }))
    expect(fits(long)).toBe(false)
    expect(withItem(long.slice(1), { id: `0${'ق'.repeat(90)}`, quantity: 1 })).toBeNull()
    expect(withItem(long.slice(1), { id: 'x', quantity: 1 })).toHaveLength(6)
  })

  test('loses an item with the quantity 0', () => {
    const list = listOf(3)
    expect(withQuantity(list, { id: 'p1', quantity: 9 })[1]?.quantity).toBe(9)
    expect(withQuantity(list, { id: 'p1', quantity: 0 }).map((item) => item.id)).toEqual([
      'p0',
      'p2',
    ])
    expect(withQuantity(list, { id: 'x', quantity: 9 })).toEqual(list)
  })
})

describe('the id of an order code', () => {
  test.each([
    ['tm63-1p-c', 'TM63-C6'],
    ['a~b', 'C6'],
    ['قاطع', 'TM63-C6/B, 2:1'],
  ])('of %j and %j has both', (postId, code) => {
    expect(variantOf(variantItemId(postId, code))).toEqual({ postId, code })
  })

  test.each(['tm63-1p-c', '', '~', '~C6'])('is not %j', (text) => {
    expect(variantOf(text)).toBeNull()
  })
})

test('V03: the address of every list that fits is short enough', () => {
  for (const id of ['TX160-3P~TX160-3P-16', 'قاطع-مقولب-١٦٠', 'x'.repeat(55), 'a%b,c:d']) {
    const items = Array.from({ length: maxItems }, (_, at) => ({
      id: `${id}${at}`,
      quantity: 9_999,
    }))
    while (!fits(items)) items.pop()
    expect(items.length).toBeGreaterThan(5)
    expect(targetFault(sharedListPath(items)), id).toBeNull()
  }
})
