import { describe, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { shownSpecs } from '../../../server/content/posts/hidden-specs.ts'
import { startContentApi } from '../../support/content-api.ts'
import { openContent } from '../../support/open-content.ts'

const hiddenIn = (value: string) =>
  parseConfig({ CONTENT_API_URL: 'http://api.example', CONTENT_HIDDEN_SPECS: value }).content
    .hiddenSpecs

describe('a label is hidden', () => {
  test.each([
    ['', 'Cost', '', true],
    ['', 'السعر', 'ريال', true],
    ['', 'Stock (pcs)', '', true],
    ['', 'Value', 'SAR', true],
    ['', 'Rated current', 'A', false],
    ['', 'Quantity per pack', 'pcs', false],
    ['none', 'Cost', '', false],
    ['None', 'السعر', '', false],
    ['Internal note', 'internal  NOTE', '', true],
    ['Internal note', 'Internal note (old)', 'x', true],
    ['Internal note', 'Internal notes', '', false],
    ['Internal note', 'Cost', '', false],
    ['Mass (kg)', 'Mass', 'g', true],
    ['ملاحظة داخلية، Commercial', 'مُلاحظه  داخليه', '', true],
    ['ملاحظة داخلية، Commercial', 'Cost', '', true],
  ])('%j: %j, %j: %j', (value, name, unit, isHidden) => {
    expect(!shownSpecs(hiddenIn(value))({ name, unit })).toBe(isHidden)
  })

  test('takes no time with labels that never repeat', () => {
    const isShown = shownSpecs(['commercial'])
    const from = performance.now()
    for (let at = 0; at < 200_000; at += 1) isShown({ name: `${' ('.repeat(500)}${at}`, unit: '' })
    isShown({ name: ' '.repeat(1_000_000), unit: '' })
    expect(performance.now() - from).toBeLessThan(3000)
  })
})

const specs = [
  { name: 'Cost', value: '12', unit: 'SAR' },
  { name: 'Poles', value: '3', unit: '' },
  { name: 'السعر', value: '20', unit: '' },
  { name: 'Stock (pcs)', value: '7', unit: '' },
]
const post = { postID: 'p', postTitle: 'P', parentID: 't', postSpecs: specs }
const product = { ...post, postVariants: [{ code: 'P-1', specs }] }

/** The labels that visitors and the search index get from lists and details of every type. */
async function labelsWith(variables: Record<string, string>) {
  const api = await startContentApi(() => [product])
  onTestFinished(api.close)
  const content = openContent(api.url, variables)
  const found = await Promise.all(
    (['Ar', 'En'] as const).flatMap((lang) =>
      [content.viewPage(lang), content.readForIndex(lang)].flatMap((calls) => [
        calls.listProductsOf('t'),
        calls.getProduct('p'),
        calls.listProjects(),
        calls.getProject('p'),
      ]),
    ),
  )
  return new Set(JSON.stringify(found).match(/Cost|السعر|Stock \(pcs\)|Poles/g))
}

test('lists, details and order codes have no commercial labels, unless they are opened', async () => {
  expect(await labelsWith({})).toEqual(new Set(['Poles']))
  expect(await labelsWith({ CONTENT_HIDDEN_SPECS: 'none' })).toEqual(
    new Set(['Cost', 'Poles', 'السعر', 'Stock (pcs)']),
  )
})

test('the company’s own numbers in the footer stay', async () => {
  const postSpecs = [{ name: 'VAT number', value: '300', unit: '' }]
  const api = await startContentApi(() => [{ postTitle: 'Company', postSpecs }])
  onTestFinished(api.close)
  expect(await openContent(api.url).viewPage('En').findFooter()).toMatchObject({ postSpecs })
})
