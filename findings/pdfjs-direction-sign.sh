#!/bin/sh
# pdf.js (npm: unpdf 1.7.0) leaves a letter out of the text when its font's ToUnicode map gives the letter and, behind it, a
# sign without a shape: the end of a direction (U+202C), a mark of direction, a soft hyphen. PDFium and MuPDF give the
# letter. The cause is that /^(\s)|(\p{Mn})|(\p{Cf})$/u anchors its first and its last part alone (mozilla/pdf.js#21890), so
# that the whole glyph counts as such a sign. Typst 0.14 writes these maps: in the outline of an Arabic document the last
# letter of each heading has U+202C. A program that makes PDFs has to take such signs out of the maps.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts unpdf@1.7.0 @hyzyla/pdfium@2.1.13 mupdf@1.28.0 > /dev/null
cat > read.js <<'SCRIPT'
import { PDFiumModule } from '@hyzyla/pdfium'
import { Document } from 'mupdf'
import { getDocumentProxy } from 'unpdf'

const stream = (text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

/** Makes a page with the letters a, b, c, whose font maps b to the given letters. */
function pdfOf(hex) {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Letters def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <61> <0061> <62> <${hex}> <63> <0063> endbfchar
endcmap end end`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('BT /F 20 Tf 20 50 Td (abc) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
    stream(map),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${file}xref\n0 7\n0000000000 65535 f \n${offsets.join('')}trailer << /Size 7 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

const pdfium = await PDFiumModule({})
pdfium._FPDF_InitLibrary()

function readWithPdfium(bytes) {
  const address = pdfium.wasmExports.malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, address)
  const file = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
  const text = pdfium._FPDFText_LoadPage(pdfium._FPDF_LoadPage(file, 0))
  const count = pdfium._FPDFText_CountChars(text)
  const codes = Array.from({ length: count }, (_, at) => pdfium._FPDFText_GetUnicode(text, at))
  return String.fromCodePoint(...codes)
}

async function readWithPdfjs(bytes) {
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  return (await page.getTextContent()).items.map(({ str }) => str).join('')
}

const readWithMupdf = (bytes) =>
  Document.openDocument(bytes, 'application/pdf').loadPage(0).toStructuredText().asText()

for (const hex of ['0062', '0062202C', '0062200E', '006200AD', '202C0062']) {
  const texts = []
  for (const read of [readWithPdfium, readWithMupdf, readWithPdfjs]) {
    texts.push((await read(pdfOf(hex))).replace(/[^a-z]/g, ''))
  }
  console.log(`${hex}: PDFium ${texts[0]}, MuPDF ${texts[1]}, pdf.js ${texts[2]}`)
}
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
0062: PDFium abc, MuPDF abc, pdf.js abc
0062202C: PDFium abc, MuPDF abc, pdf.js ac
0062200E: PDFium abc, MuPDF abc, pdf.js ac
006200AD: PDFium abc, MuPDF abc, pdf.js ac
202C0062: PDFium abc, MuPDF abc, pdf.js abc
LINES
diff expected output
