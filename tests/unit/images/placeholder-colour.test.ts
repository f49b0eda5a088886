import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeholderColourOf, colourSteps } from '../../../server/images/placeholder-colour.ts'

test('the stylesheet has every colour step, with the same value', () => {
  const css = readFileSync('app/styles/placeholder-colours.css', 'utf8')
  const rules = [...css.matchAll(/\[data-placeholder(.=)'(.)'\] \{\s+--(\w+): (\S+);/g)]
  const signs = { lightness: '^=', redness: '*=', yellowness: '$=' }
  const expected = Object.entries(colourSteps).flatMap(([name, steps]) =>
    steps.map(({ letter, value }) => [signs[name as keyof typeof signs], letter, name, value]),
  )
  expect(rules.map(([, sign, letter, name, value]) => [sign, letter, name, Number(value)])).toEqual(
    expected,
  )
})

test.each([
  ['ffffff', 'jH7'],
  ['000000', '0H7'],
  ['808080', '8H7'],
  ['f6f3ec', 'hH8'],
])('#%s has the key %s', (colour, key) => {
  expect(placeholderColourOf(colour)).toBe(key)
})

test('opposite colours are on opposite sides of grey', () => {
  const [red = '', green = '', blue = '', yellow = ''] = ['c33', '3c3', '33c', 'cc3'].map((short) =>
    placeholderColourOf(short.replace(/./g, '$&$&')),
  )
  expect(red.charAt(1) > 'H').toBe(true)
  expect(green.charAt(1) < 'H').toBe(true)
  expect(blue.charAt(2) < '7').toBe(true)
  expect(yellow.charAt(2) > '7').toBe(true)
})

test('no colour has no key', () => {
  expect(placeholderColourOf('')).toBe('')
})
