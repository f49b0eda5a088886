import { expect, test } from 'vitest'
import { plainSheet, textCell } from '@site/tables/sheet'
import { readSpreadsheet } from '@site/tables/read-sheets'
import { sampleContent } from '../../../../tests/support/sample-content.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

/** Returns the headings that a table is doubted for; its rows are lines with bars. */
function problemsOf(...lines: string[]) {
  const problems: string[] = []
  const rows = lines.map((line) => line.split('|').map(textCell))
  readCatalogue([plainSheet('', rows)], (place, message, isWarning) =>
    problems.push(`${place}: ${isWarning} ${message}`),
  )
  return problems
}

test.each([
  [
    'machine names',
    '"url_key", "meta_title", "taxClass"',
    'name|sku|url_key|meta_title|taxClass|weight',
    'Bag|B-1|bag|Bag|2|1',
  ],
  [
    'fields and values of a program, and prices',
    '"Meta: _x", "Link", "Visible"',
    'Name|SKU|Cost|Meta: _x|Sales Price|Link|Visible|Colour',
    'Bag|B-1|5|7|9|https://x.example/a|TRUE|red',
    'Cap|C-1|5|7|9|https://x.example/b|FALSE|red',
  ],
  [
    'a type that tells what a row is',
    '"Type"',
    'Name|SKU|Type|Colour',
    'Bag|B-1|simple|red',
    'Cap|C-1|variable|red',
  ],
  [
    'another name of such a type',
    '"Product Type"',
    'Name|Internal Reference|Product Type',
    'Bag|B-1|consu',
  ],
])('a table of another program is doubted once, by %s', (_, named, ...lines) => {
  expect(problemsOf(...lines)).toEqual([
    `: true looks like a table that another program has made for itself, by columns such as ${named}; it is read all the same, and npm run content -- import FILE tells what each column would be taken for`,
  ])
})

test.each([
  ['prices and stock', 'Name|Order code|Cost|Price|Stock|Barcode|Current (A)', 'MCB|M-1|1|2|3|4|5'],
  [
    'what is there or not',
    'Name|SKU|Dimmable|Outdoor|Sensor',
    'Lamp|L-1|yes|no|yes',
    'Spot|L-2|no|no|yes',
  ],
  ['numbers that are 1', 'Name|SKU|Poles|Phases|Ways', 'MCB|M-1|1|1|1'],
  ['types', 'Name|SKU|Type|Level', 'MCB|M-1|Breakers|high', 'Visit|V-1|Service|low'],
])('an ordinary table is not: %s', (_, ...lines) => {
  expect(problemsOf(...lines)).toEqual([])
})

test('the sample is not', async () => {
  const sheets = await readSpreadsheet('a.xlsx', await exportCatalogue(sampleContent))
  const problems: string[] = []
  readCatalogue(sheets, (_, message) => problems.push(message))
  expect(problems).toEqual([])
})
