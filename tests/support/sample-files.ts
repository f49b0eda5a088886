/** Files as visitors send them, by name; small, but with the marks of their types. */
export const sampleFiles = {
  'مخطط اللوحة.pdf': Buffer.from('%PDF-1.7\nan outline of a panel\n%%EOF\n'),
  'photo.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0]),
  'photo.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
  'photo.webp': Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  'IMG_1.HEIC': Buffer.from('\0\0\0\x18ftypheic\0\0', 'latin1'),
  'list.xlsx': Buffer.from('PK\x03\x04\x14\0 [Content_Types].xml xl/workbook.xml', 'latin1'),
  'list.xls': Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', 'latin1'),
  'letter.docx': Buffer.from('PK\x03\x04\x14\0 word/document.xml', 'latin1'),
  'list.csv': Buffer.from('قاطع,3\r\n'),
  // As Excel writes it in Arabic Windows.
  'list1256.csv': Buffer.from([0xde, 0xc7, 0xd8, 0xda, 0x2c, 0x33]),
  'notes.txt': Buffer.from('three breakers'),
  'panel.dwg': Buffer.from('AC1032\0\0\0', 'latin1'),
  'panel.dxf': Buffer.from('  0\r\nSECTION\r\n  2\r\nHEADER\r\n'),
}

/** Files that are not what their names say, or are not accepted. */
export const refusedFiles = {
  'page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'drawing.jpg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'setup.pdf': Buffer.from('MZ\x90\0\x03', 'latin1'),
  'setup.exe': Buffer.from('MZ\x90\0\x03', 'latin1'),
  'list.txt': Buffer.from('three\0breakers'),
  'archive.zip': Buffer.from('PK\x03\x04\x14\0 list.csv', 'latin1'),
  'archive.xlsx': Buffer.from('PK\x03\x04\x14\0 list.csv', 'latin1'),
  'macro.xlsx': Buffer.from('PK\x03\x04 xl/workbook.xml xl/vbaProject.bin', 'latin1'),
  'macro.xlsm': Buffer.from('PK\x03\x04 xl/workbook.xml', 'latin1'),
  'macro.xls': Buffer.from(
    `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${Buffer.from('_VBA_PROJECT', 'utf16le').toString('latin1')}`,
    'latin1',
  ),
  'empty.txt': Buffer.alloc(0),
  nothing: Buffer.from('text'),
}
