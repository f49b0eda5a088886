import { expect, test } from 'vitest'
import { gapBefore, keepUnits } from './units.ts'

/** The text with "~" for the spaces at which its lines do not break. */
function kept(text: string) {
  return keepUnits(text).replaceAll('\u00A0', '~')
}

test.each([
  'from 250 to 630~A, 50~kA',
  '33/13.8~كيلوفولت عند 80~كيلوأمبير',
  'بطول 3~أمتار و24~متر/ثانية، خلال 12~أسبوعًا',
  'بنسبة 97~في المئة، أو 97~% أو ٩٧~في المئة',
  '140~× 165~× 86~mm of 4~mm²',
  'at 40~°C for 0.3~s, 2.5~kWh and 1500~r/min, 30~minutes',
  'a ≥~90, ±~5 and max.~40~°C',
  '1½~in and 5~Nm of 80~N·m',
])('"%s": a number stays on one line with its unit', (text) => {
  expect(kept(text.replaceAll('~', ' '))).toBe(text)
})

test.each([
  'the 4 Apples of 1987',
  'TM63 Acme, IEC 60947 Annex',
  'في عام 1987 كان',
  'type A 5 and B',
  '63 ',
])('"%s" has no unit', (text) => {
  expect(kept(text)).toBe(text)
})

test('the space before a percent sign depends on the language', () => {
  expect([gapBefore('%', 'Ar'), gapBefore('%', 'En'), gapBefore('A', 'Ar')]).toEqual([
    '',
    '\u00A0',
    '\u00A0',
  ])
})
