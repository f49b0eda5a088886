import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReference, referenceOf } from '../../../server/enquiries/enquiry.ts'

const secret = 'a secret of the tests'
const alphabet = 'ACDEFHJKMNPRTUVWXY23456789'
const reference = fc.uuid().map((form) => referenceOf(form, secret))

describe('a reference', () => {
  test('has two groups of four symbols that nobody mistakes for others', () => {
    fc.assert(
      fc.property(reference, (text) => {
        expect(text).toMatch(new RegExp(`^[${alphabet}]{4}-[${alphabet}]{4}$`))
      }),
    )
  })

  test('is the same for the same form, and another for another form or secret', () => {
    expect(referenceOf('a form', secret)).toBe(referenceOf('a form', secret))
    expect(referenceOf('a form', secret)).not.toBe(referenceOf('a form', 'another secret'))
    // The same forms in each run: of random ones, two in a few hundred runs would share a reference.
    const references = new Set(
      Array.from({ length: 5_000 }, (_, at) => referenceOf(`form ${at}`, secret)),
    )
    expect(references.size).toBe(5_000)
  })
})

describe('a typed reference', () => {
  const known = referenceOf('a form', secret)
  const arabicDigits = known.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))

  test.each([
    known,
    known.toLowerCase(),
    known.replace('-', ''),
    known.replace('-', ' '),
    known.replace('-', '–'),
    `  ${[...known].join(' ')} `,
    `\u200f${known}\u200f`,
    `\u2066${known}\u2069`,
    arabicDigits,
    arabicDigits.toLowerCase(),
  ])('is understood as %j', (typed) => {
    expect(parseReference(typed)).toBe(known)
  })

  test.each([
    '',
    'x',
    '-',
    known.slice(1),
    `${known}A`,
    known.repeat(100),
    'OOOO-OOOO',
    'ßßßß-ßßßß',
  ])('%j is none', (typed) => {
    expect(parseReference(typed)).toBeNull()
  })

  test('any wrong symbol is noticed', () => {
    fc.assert(
      fc.property(reference, fc.nat(7), fc.constantFrom(...alphabet), (text, at, symbol) => {
        const plain = text.replace('-', '')
        const wrong = plain.slice(0, at) + symbol + plain.slice(at + 1)
        expect(parseReference(wrong)).toBe(wrong === plain ? text : null)
      }),
    )
  })

  test('swapped neighbours are noticed, but for one pair of symbols', () => {
    fc.assert(
      fc.property(reference, fc.nat(6), (text, at) => {
        const plain = text.replace('-', '')
        const [first = '', second = ''] = plain.slice(at, at + 2)
        const swapped = plain.slice(0, at) + second + first + plain.slice(at + 2)
        const isPair = [first, second].sort().join('') === '9A'
        if (swapped !== plain && !isPair) expect(parseReference(swapped)).toBeNull()
      }),
    )
  })
})
