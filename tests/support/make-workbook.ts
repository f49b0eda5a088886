import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string
  data: string | Buffer
  /** The unpacked size that the archive states; by default the true one. */
  statedSize?: number
}

/** Makes a ZIP archive, also one that lies about its sizes. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, statedSize } of entries) {
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(statedSize ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, central, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet of one cell per row, each a text. */
export function sheetOf(texts: string[]) {
  const rows = texts.map(
    (text, at) =>
      `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`,
  )
  return `${start}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

/**
 * Makes an Excel workbook of one sheet as its XML.
 * @param more further files of the archive
 */
export function workbookWith(
  sheet: string | Buffer,
  { statedSize, more = [] }: { statedSize?: number; more?: ZipEntry[] } = {},
): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const hasTexts = more.some(({ name }) => name === 'xl/sharedStrings.xml')
  const texts = `<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>`
  return zipOf([
    {
      name: '[Content_Types].xml',
      data: `${start}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${hasTexts ? texts : ''}</Types>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${start}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${start}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: sheet,
      ...(statedSize !== undefined && { statedSize }),
    },
    ...more,
  ])
}

/** Makes a workbook of 26 columns whose cells all refer to one text: small, and as large as its cells in words. */
export function workbookOfOneText(text: string, rows: number): Buffer {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
  const row = (at: number) => letters.map((name) => `<c r="${name}${at}" t="s"><v>0</v></c>`)
  const filled = Array.from({ length: rows }, (_, at) => `<row>${row(at + 1).join('')}</row>`)
  const sheet = `${start}<worksheet xmlns="${main}"><sheetData>${filled.join('')}</sheetData></worksheet>`
  const texts = `${start}<sst xmlns="${main}"><si><t>${text}</t></si></sst>`
  return workbookWith(sheet, { more: [{ name: 'xl/sharedStrings.xml', data: texts }] })
}
