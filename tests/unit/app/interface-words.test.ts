import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleWords } from '../../other-company/sample-words.ts'

/** What the sample's company makes, and who works there: other companies have other trades. */
const trade = [
  /electri|circuit|breaker|transformer|substation|socket|lighting|solar|cable/i,
  /\b(?:factory|engineers?)\b|tested together/i,
  /كهرب|القاطع|قواطع|محوّل|محطة التحويل|مقبس|الإنارة|الشمسي|كابل/,
  /مصنع|مهندس|اختُبرت معًا/,
]

test.each(['Ar', 'En'])('no word of the interface in %s is about one company', (language) => {
  const claims: string[] = []
  JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8'), (_, value: unknown) => {
    const isClaim = (text: string) => [...sampleWords, ...trade].some((word) => word.test(text))
    if (typeof value === 'string' && isClaim(value)) claims.push(value)
    return value
  })
  expect(claims).toEqual([])
})
