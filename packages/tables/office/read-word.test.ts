import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { visibleRows } from '../sheet.ts'
import { readWord } from './read-word.ts'

const maxBytes = 1024 * 1024

const readList = (name: string) => readWord(readFileSync(`tests/word-lists/${name}.docx`), maxBytes)

/** The rows that the programs were given, by the language of the list: number, code, description, unit, quantity. */
const given = z
  .record(z.string(), z.array(z.array(z.string())))
  .parse(JSON.parse(readFileSync('tests/printed-lists/lists.json', 'utf8')))

describe('tables of Word files', () => {
  test.each([
    ['writer-ar', 'ar'],
    ['pandoc-en', 'en'],
    ['abiword-mx', 'mx'],
  ])('%s: each cell in its row, as it was written', async (name, language) => {
    const { sheet, hasTables, hidden } = await readList(name)
    expect({ hasTables, hidden }).toEqual({ hasTables: true, hidden: 0 })
    const rows = sheet.rows.map((row) => row.map(({ text }) => text))
    expect(rows.slice(2, -1)).toEqual(given[language])
    expect(rows[0]).toHaveLength(1)
  })

  test('python-docx-merged: cells are merged, hidden texts are left out and counted, lines and tabs end cells', async () => {
    const { sheet, hidden } = await readList('python-docx-merged')
    expect(hidden).toBe(1)
    const rows = visibleRows(sheet).rows.map((row) => row.map(({ text }) => text))
    expect(rows.slice(3, 6).map(([name, rating]) => [name, rating])).toEqual([
      ['قاطع آلي ثلاثي الأقطاب منحنى C', '16 أمبير'],
      ['قاطع آلي ثلاثي الأقطاب منحنى C', '20 أمبير'],
      ['قاطع آلي ثلاثي الأقطاب منحنى C', '32 أمبير'],
    ])
    expect(rows.flat().join(' ')).not.toContain('السري')
    expect(rows.slice(-5)).toEqual([
      ['MCB 1P 16A curve C', '25'],
      ['MCB 1P 20A curve C 10 pcs'],
      ['MCB 1P 32A curve C 4 pcs'],
      ['Cable tray 300 mm - 60 m'],
      ['Distribution board 12 way - 2'],
    ])
  })

  test('docx-layout: a table in a table for the layout, without deleted texts and marks of footnotes', async () => {
    const { sheet } = await readList('docx-layout')
    expect(sheet.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Project: Clinic Delivery in two weeks'],
      ['Description', 'Unit', 'Qty'],
      ['MCB 1P 16A curve C', 'No.', '25'],
      ['Cable tray 300 mm', 'm', '60'],
      ['Distribution board 12 way', 'No.', '2'],
      ['Flush mounted'],
    ])
  })
})

describe('V43: a file that lies or is too much', () => {
  const bytes = readFileSync('tests/word-lists/writer-ar.docx')

  test('its size is counted while it is unpacked', async () => {
    await expect(readWord(bytes, 2_000)).rejects.toMatchObject({ fault: 'large' })
  })

  test.each([
    ['half a file', bytes.subarray(0, 3_000)],
    ['no archive', Buffer.from('PK word/document.xml')],
  ])('%s', async (_, part) => {
    await expect(readWord(part, maxBytes)).rejects.toMatchObject({ fault: 'broken' })
  })
})
