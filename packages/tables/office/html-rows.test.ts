import { expect, test } from 'vitest'
import { readSpreadsheet } from './read-sheets.ts'
import { visibleRows } from '../sheet.ts'

/** Reads a page that an application offers as .xls. */
async function rowsOf(html: string) {
  const [sheet] = await readSpreadsheet('list.xls', Buffer.from(html))
  if (!sheet) throw new Error('There is no sheet.')
  const { rows, hidden } = visibleRows(sheet)
  return { rows: rows.map((row) => row.map(({ text }) => text)), hidden }
}

test('words that elements divide stay apart, letters that they mark stay together', async () => {
  const { rows } = await rowsOf(`<meta charset="utf-8"><table border=1>
    <tr><th>الوصف<th>Qty
    <tr><td>قاطع <b>16</b>
      <font>أمبير</font><td>1,200
    <tr><td><p>Cable</p><p>4×35 mm<sup>2</sup></p></td><td>300</table>`)
  expect(rows).toEqual([
    ['الوصف', 'Qty'],
    ['قاطع 16 أمبير', '1,200'],
    ['Cable 4×35 mm2', '300'],
  ])
})

test('cells are merged, rows that are not displayed are counted, and a table of the layout is no row', async () => {
  const { rows, hidden } = await rowsOf(`<html><head><title>List</title></head><body>
    <h1>Bill</h1><table><tr><td><table>
    <tr><td rowspan=2>MCB</td><td>16A</td><td>3</td></tr>
    <tr style="display:none"><td>price 45</td><td></td></tr>
    <tr><td>20A</td><td>4</td></tr></table></td></tr></table></body></html>`)
  expect(rows.filter((row) => row.some(Boolean))).toEqual([
    ['Bill'],
    ['MCB', '16A', '3'],
    ['20A', '4'],
  ])
  expect(hidden).toBe(1)
})

test('a page without a table is no workbook', async () => {
  await expect(rowsOf('<p>MCB 16A, 5 pcs</p>')).rejects.toThrow('is not an Excel workbook')
})
