import { describe, expect, test } from 'vitest'
import { listNumbers, listStatements, relationOf } from './relations.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

const spec = (name: string, value = 'X1') => ({ name, value, unit: '' })

describe('a specification states a relation under the label', () => {
  test.each([
    ['Replaces', 'replaces'],
    ['REPLACES:', 'replaces'],
    ['Replacement for', 'replaces'],
    ['يحلّ محلّ', 'replaces'],
    ['بديل عن', 'replaces'],
    ['بديل لـ', 'replaces'],
    ['\u200fبديلٌ من\u200f', 'replaces'],
    ['Equivalent to', 'equivalent'],
    ['Cross-reference', 'equivalent'],
    ['مكافئ لـ', 'equivalent'],
    ['البدائل', 'equivalent'],
    ['Replaced by', 'replacedBy'],
    ['Successor', 'replacedBy'],
    ['يحل محله', 'replacedBy'],
    ['استُبدل بـ', 'replacedBy'],
    ['Spare parts', 'accessories'],
    ['الملحقات', 'accessories'],
    ['إكسسوارات', 'accessories'],
  ])('%s', (label, relation) => {
    expect(relationOf(spec(label))).toBe(relation)
  })

  test.each([
    'Accessories included',
    'Replaces filters every',
    'بديل عن المحول القديم',
    '',
    '__proto__',
    'constructor',
    'Replaces'.repeat(100_000),
  ])('not %.40s', (label) => {
    expect(relationOf(spec(label))).toBeUndefined()
  })
})

describe('a value is a list', () => {
  test.each([
    [
      'Acti9 iC60N A9F74116, A9F74116; 5SL6116-7',
      ['Acti9 iC60N A9F74116', 'A9F74116', '5SL6116-7'],
    ],
    ['TM60-C16، TM60-C20؛ TM60-C32', ['TM60-C16', 'TM60-C20', 'TM60-C32']],
    ['A-1\nA-2\r\nA-3', ['A-1', 'A-2', 'A-3']],
    ['750/333 / 750/430', ['750/333', '750/430']],
    ['\u202aTM60\u202c, –, ,\u200f', ['TM60']],
    ['', []],
  ])('%s', (value, texts) => {
    expect(listStatements([spec('Replaces', value)]).map(({ text }) => text)).toEqual(texts)
  })

  test('of which no more is read than a page can show, however long it is', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `A-${at}`).join(', ')
    const tookMs = startCpuTimer()
    const hostile = [spec('Replaces', many), spec('بديل عن', `${' '.repeat(1_000_000)}1`)]
    expect(listStatements(hostile).length).toBe(200)
    expect(listNumbers('a '.repeat(500_000) + '1'.repeat(500_000))).toEqual([])
    expect(tookMs()).toBeLessThan(500)
  })
})

test.each([
  ['Acme B63 A9F-74116', ['acmeb63a9f74116', 'b63a9f74116', 'a9f74116']],
  ['A9F74116 (Acme)', ['a9f74116']],
  ['406 774', ['406774']],
  ['Acme 100', ['acme100']],
  ['قاطع Acme ٤٠٦٧٧٤', ['acme406774', '406774']],
  ['', []],
])('the numbers of %s are found with and without what stands before them', (text, numbers) => {
  expect(listNumbers(text)).toEqual(numbers)
})
