import { describe, expect, test } from 'vitest'
import { dispositionOf, documentTypeOf } from '../../../server/files/documents/document-type.ts'
import { isPageInPlaceOf } from '../../../server/files/image-base.ts'

const anyBytes = 'application/octet-stream'

const types: [file: string, head: string | null, type: string][] = [
  ['a.pdf', '%PDF-1.7\n', 'application/pdf'],
  ['a.PDF', '\r\njunk %PDF-1.4', 'application/pdf'],
  ['manual', '%PDF-1.7', 'application/pdf'],
  // In the middle of a file its name has to do.
  ['a.pdf', null, 'application/pdf'],
  ['a.pdf', 'PK\x03\x04', anyBytes],
  ['a.pdf', '<svg onload="alert(1)">', anyBytes],
  ['drawings/plan.DWG', 'AC1032', 'image/vnd.dwg'],
  ['plan.dxf', '  0\nSECTION', 'image/vnd.dxf'],
  ['prices.xlsx', 'PK', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['letter.docx', 'PK', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['talk.pptx', 'PK', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['all.zip', 'PK', 'application/zip'],
  ['all.rar', 'Rar!', 'application/vnd.rar'],
  ['all.7z', '7z', 'application/x-7z-compressed'],
  ['panel.step', 'ISO-10303-21;', 'model/step'],
  ['panel.stp', 'ISO-10303-21;', 'model/step'],
  ['building.ifc', 'ISO-10303-21;', 'application/x-step'],
  ['prices.csv', 'a;b', 'text/csv; charset=utf-8'],
  ['scan.tif', 'II*', 'image/tiff'],
  ...['lamp.ies', 'lamp.ldt', 'door.rfa', 'a.exe', 'noname', 'a.dwg.unknown', '.pdf.'].map(
    (file): [string, string, string] => [file, 'x', anyBytes],
  ),
  ['V31.constructor', 'x', anyBytes],
  // What a browser would run or show as a page of this site has no type of its own.
  ...['a.html', 'a.htm', 'a.xhtml', 'a.svg', 'a.xml', 'a.js', 'a.mjs', 'a.css', 'a.swf'].map(
    (file): [string, string, string] => [file, '<script>', anyBytes],
  ),
]

test.each(types)('F55: %s that begins %j is %s', (file, head, type) => {
  expect(documentTypeOf(file, head === null ? null : Buffer.from(head, 'latin1'))).toBe(type)
})

describe('F55: the name of a file', () => {
  test.each([
    ['a b.zip', 'attachment; filename="a b.zip"'],
    ['2024/05/list.csv', 'attachment; filename="list.csv"'],
    ["it's (1).zip", 'attachment; filename="it\'s (1).zip"'],
    ['a"b\\c.zip', `attachment; filename="a_b_c.zip"; filename*=UTF-8''a%22b%5Cc.zip`],
    // Some browsers decode the plain name.
    ['100%.zip', `attachment; filename="100_.zip"; filename*=UTF-8''100%25.zip`],
    ['é~(1).dwg', `attachment; filename="_~(1).dwg"; filename*=UTF-8''%C3%A9~%281%29.dwg`],
    [
      'كتالوج/نشرة فنية ٢.dwg',
      `attachment; filename="_ _ _.dwg"; filename*=UTF-8''%D9%86%D8%B4%D8%B1%D8%A9%20%D9%81%D9%86%D9%8A%D8%A9%20%D9%A2.dwg`,
    ],
  ])('%s', (file, disposition) => {
    expect(dispositionOf(file, anyBytes)).toBe(disposition)
  })

  test('of a PDF, which is shown', () => {
    const disposition = dispositionOf('نشرة.pdf', 'application/pdf')
    expect(disposition).toBe(
      `inline; filename="_.pdf"; filename*=UTF-8''%D9%86%D8%B4%D8%B1%D8%A9.pdf`,
    )
  })
})

test.each([
  ['a.pdf', '<!DOCTYPE html><title>Not found</title>', true],
  ['a.dwg', '\xef\xbb\xbf\r\n <!-- x --> <HTML lang="en">', true],
  ['a', '<script>location="/"</script>', true],
  ['report.html', '<!doctype html>', false],
  ['a.ifc', 'ISO <html>', false],
  ['a.xml', '<?xml version="1.0"?>', false],
  ['a.pdf', '', false],
])('%s that begins %j is a page in place of a file: %s', (file, head, isPage) => {
  expect(isPageInPlaceOf(file, Buffer.from(head, 'latin1'))).toBe(isPage)
})
