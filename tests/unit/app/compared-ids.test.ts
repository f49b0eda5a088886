import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareAddress,
  comparedIds,
  comparedItem,
  comparedKey,
} from '../../../app/catalogue/compare/compared-ids.ts'

/** The ids that the compare screen reads from an address. */
function idsIn(address: string) {
  return comparedIds(new URL(address, 'http://localhost').searchParams.getAll(comparedKey))
}

const id = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).map((text) => text.toWellFormed()),
    fc.constantFrom(',', '%', '%2C', '50%', 'a,b', '%252C', 'a+b', 'a&ids=b', '#', 'قاطع', '%zz'),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')
const ids = fc.uniqueArray(id, { maxLength: 5 })

describe('the address of a comparison', () => {
  test('has its ids separated by commas', () => {
    expect(compareAddress(['a', 'b', 'c'])).toBe('/compare?ids=a,b,c')
    expect(compareAddress(['a'], true)).toBe('/compare?ids=a&only=differences')
    expect(compareAddress([])).toBe('/compare')
    expect(compareAddress([], true)).toBe('/compare')
    expect(compareAddress(['a~A-1'], true, '٦٣ A')).toBe(
      '/compare?ids=a~A-1&only=differences&q=%D9%A6%D9%A3%20A',
    )
    expect(compareAddress([], true, 'b')).toBe('/compare?q=b')
  })

  test('keeps every id, with commas and percent signs in it, in order', () => {
    fc.assert(
      fc.property(ids, (list) => {
        expect(idsIn(compareAddress(list))).toEqual(list)
      }),
    )
  })

  test('is read the same after the page cache has spelled its query anew', () => {
    fc.assert(
      fc.property(ids, (list) => {
        const { searchParams } = new URL(compareAddress(list), 'http://localhost')
        expect(idsIn(`/compare?${searchParams}`)).toEqual(list)
      }),
    )
  })

  test('is read from a form, which sends one value for each product', () => {
    fc.assert(
      fc.property(ids, (list) => {
        const form = new URLSearchParams(list.map((each) => [comparedKey, comparedItem(each)]))
        expect(idsIn(`/compare?${form}`)).toEqual(list)
      }),
    )
  })

  test.each([
    ['/compare?ids=a,,b,', ['a', 'b']],
    ['/compare?ids=a,a&ids=a', ['a']],
    ['/compare?ids=%20a%20,b', ['a', 'b']],
    ['/compare?ids=50%25', ['50%']],
    ['/compare?ids=', []],
    ['/compare', []],
  ])('typed by hand as %s means %j', (address, expected) => {
    expect(idsIn(address)).toEqual(expected)
  })
})
