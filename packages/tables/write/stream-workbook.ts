/** A sheet whose rows are written one after the other. Its first row is a heading. */
interface StreamedSheet {
  name: string
  isRightToLeft: boolean
  /** Widths of its columns, in characters. */
  widths: number[]
}

/** Signs that the name of a sheet cannot have, and its maximum length. */
const forbidden = /[\\/?*[\]:]/g
const maxNameLength = 31

/** What Excel takes of a sheet and a cell; more makes it call the file damaged. */
const maxRows = 1_048_576
const maxCellLength = 32_767

/** Length of the parts that are compressed at once, in UTF-16 units: each blocks the event loop. */
const partLength = 64 * 1024

/**
 * Writes an Excel workbook of one sheet incrementally: hardly more than one group of rows is in memory. All cells are text, also
 * when somebody edits them: "00123" keeps its zeros, and "=1+1" is no formula.
 * @param groups texts of the cells, in groups of rows
 * @returns parts of the file
 * @throws RangeError beyond the rows of a sheet; what the groups throw
 */
export async function* streamWorkbook(
  sheet: StreamedSheet,
  groups: AsyncIterable<(string | null)[][]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  // Loaded late: few visitors ask for a workbook.
  const { Zip, ZipDeflate, strToU8 } = await import('fflate')
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const begin = (name: string) => {
    const file = new ZipDeflate(name)
    zip.add(file)
    return file
  }
  const takeChunks = () => {
    const part = Buffer.concat(chunks)
    chunks = []
    return part
  }
  for (const [name, xml] of Object.entries(frameOf(sheet))) begin(name).push(strToU8(xml), true)

  const cells = begin('xl/worksheets/sheet1.xml')
  let xml = startOf(sheet)
  let row = 0
  for await (const group of groups) {
    for (const texts of group) xml += rowOf(texts, (row += 1))
    if (row > maxRows) throw new RangeError(`A sheet has at most ${maxRows} rows`)
    if (xml.length < partLength) continue
    cells.push(strToU8(xml))
    xml = ''
    if (chunks.length > 0) yield takeChunks()
  }
  cells.push(strToU8(`${xml}</sheetData>${endOf(sheet)}`), true)
  zip.end()
  yield takeChunks()
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ofPackage = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The files around the sheet (ECMA-376). Format 49 is text; the second style is bold. */
function frameOf({ name }: StreamedSheet): Record<string, string> {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`
  const related = (inner: string) =>
    `${start}<Relationships xmlns="${ofPackage}/relationships">${inner}</Relationships>`
  const part = (file: string, kind: string) =>
    `<Override PartName="/xl/${file}.xml" ContentType="${type}.${kind}+xml"/>`
  const style = (font: number, format: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const font = '<sz val="11"/><name val="Calibri"/>'
  return {
    '[Content_Types].xml': `${start}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
    '_rels/.rels': related(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': related(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relation('r2', 'styles', 'styles.xml'),
    ),
    'xl/workbook.xml': `${start}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${escapeXml(name.replace(forbidden, ' ').slice(0, maxNameLength))}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/styles.xml': `${start}<styleSheet xmlns="${main}"><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">${style(0, 0)}${style(0, 49)}${style(1, 49)}</cellXfs></styleSheet>`,
  }
}

/** The sheet before its rows: the heading stays in sight, and new cells of a column are text, too. */
function startOf({ isRightToLeft, widths }: StreamedSheet) {
  const columns = widths.map(
    (width, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="1" customWidth="1"/>`,
  )
  return `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** The sheet after its rows: numbers as text are meant. */
function endOf({ widths }: StreamedSheet) {
  const all = `A1:${letterOf(widths.length - 1)}${maxRows}`
  return `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function rowOf(texts: (string | null)[], row: number) {
  const cells = texts.map((text, at) =>
    text
      ? `<c r="${letterOf(at)}${row}" s="${row === 1 ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCellLength))}</t></is></c>`
      : '',
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

/** The name of one of the first 26 columns. */
function letterOf(column: number) {
  return String.fromCharCode(65 + column)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML, without the characters that XML cannot have. Excel would read _x0041_ as "A". */
function escapeXml(text: string) {
  return text
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
}
