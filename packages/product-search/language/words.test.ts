import { describe, expect, test } from 'vitest'
import { foldWord, lengthOfFolded } from './fold-word.ts'
import { stem, withoutArticle, listCodes, listWords } from './words.ts'

/** The terms that the index has for a text. */
function termsOf(text: string) {
  return listWords(text).flatMap(({ term, quantities }) => [term, ...quantities])
}

describe('spellings of a word are equal', () => {
  test.each([
    ['harakat', 'مُصَغَّر', 'مصغر'],
    ['tatweel', 'قـاطـع', 'قاطع'],
    ['hamza on alef', 'أحمال إنارة آلة', 'احمال انارة الة'],
    ['alef of the Koran', 'ٱلقاطع', 'القاطع'],
    ['hamza on the line', 'كهرباء', 'كهربا'],
    ['yaa and alef maqsura', 'مستشفى', 'مستشفي'],
    ['taa marbuta and haa', 'لوحة', 'لوحه'],
    ['Persian letters', 'کابل پمپ', 'كابل بمب'],
    ['presentation forms', 'ﻗﺎﻃﻊ ﻻ', 'قاطع لا'],
    ['invisible characters', 'قا\u200dطع\u200f', 'قاطع'],
    ['Arabic digits', '٣٢', '32'],
    ['Persian digits', '۳۲', '32'],
    ['wide letters and case', 'ＭＣＢ', 'mcb'],
    ['accents', 'façade', 'facade'],
  ])('%s', (_, a, b) => {
    expect(a.split(' ').map(foldWord)).toEqual(b.split(' ').map(foldWord))
  })
})

test.each([
  ['30 mA', '30 ملّيأمبير', '30 مللي أمبير', '٣٠ ميلي امبير'],
  ['20 ms', '20 ملّيثانية', '20 مللي ثانية', '٢٠ ملي ثانية'],
])('%s is one quantity in each spelling', (latin, ...others) => {
  const quantities = (text: string) => listWords(text).flatMap((word) => word.quantities)
  expect(quantities(latin)).not.toEqual([])
  for (const other of others) expect(quantities(other)).toEqual(quantities(latin))
})

test('the part of a word that was typed is measured in the word as it is written', () => {
  expect('كُونْتاكتور'.slice(0, lengthOfFolded('كُونْتاكتور', 4))).toBe('كُونْت')
  expect('ﻻفتة'.slice(0, lengthOfFolded('ﻻفتة', 2))).toBe('ﻻ')
})

describe('forms of a word have one stem', () => {
  test.each([
    ['قاطع', 'القاطع والقاطع بالقاطع للقاطع فالقاطع كالقاطع'],
    ['كابل', 'الكابلات كابلات كوابل'],
    ['لوحة', 'لوحات اللوحة'],
    ['مهندس', 'مهندسون المهندسين مهندسان'],
    ['قواطع', 'قاطع'],
    ['منتج', 'منتجاتكم منتجاتنا'],
    ['شركة', 'شركتكم شركتنا'],
    ['breaker', 'breakers'],
    ['battery', 'batteries'],
    ['switch', 'switches switched switching'],
    ['trip', 'tripping tripped trips'],
    ['moulded', 'molded'],
    ['colour', 'color colours'],
    ['aluminium', 'aluminum'],
    ['energise', 'energize energised'],
  ])('%s', (word, others) => {
    for (const other of others.split(' ')) expect(stem(foldWord(other))).toBe(stem(foldWord(word)))
  })

  test('short words keep their letters', () => {
    expect(withoutArticle('الف')).toBe('الف')
    expect(stem('تحكم')).toBe('تحكم')
    expect(stem('gas')).toBe('gas')
    expect(stem('bus')).toBe('bus')
  })
})

describe('a number has its unit, however they are written', () => {
  test.each(['32A', '32 A', '٣٢ أمبير', '٣٢أمبير', '32 amps', '0.032 kA', '32,000 mA'])(
    '%s',
    (text) => {
      expect(termsOf(text)).toContain('32a')
    },
  )
  test.each(['2.5mm2', '2.5 mm²', '٢٫٥ مم²', '2,5 sqmm', '٢.٥ مم مربع'])('%s', (text) => {
    expect(termsOf(text)).toContain('2.5mm2')
  })
  test.each(['1500 kVA', '1,500 kVA', '١٬٥٠٠ ك.ف.أ', '1.5 ميجا فولت أمبير', '1500 كيلوفولت أمبير'])(
    '%s',
    (text) => expect(termsOf(text)).toContain('1500000va'),
  )
  test.each(['3 pole', '3P', '3-pole', '٣ أقطاب'])('%s', (text) => {
    expect(termsOf(text)).toContain('3pole')
  })
})

test('a clause of a standard and a dimension are no decimal numbers', () => {
  expect(termsOf('IEC 61439.2.1 600×600 3x2.5')).toEqual(
    expect.arrayContaining(['600', '3', '2.5']),
  )
})

test('part numbers are read from a text', () => {
  const text = 'TM63-3D32, TX160 and TM-LK, main-tie-main, 24-hour, LED'
  const codes = listCodes(text, listWords(text))
  expect(codes.map(({ from, to }) => text.slice(from, to))).toEqual(['TM63-3D32', 'TX160', 'TM-LK'])
  expect(codes.map(({ term }) => term)).toEqual(['tm633d32', 'tx160', 'tmlk'])
})
