#!/bin/sh
# PDFium (npm: @hyzyla/pdfium 2.1.13) takes a line as Arabic when it has at least as many Arabic words as runs of Latin
# letters. It then turns the order of all runs, each of letters, of digits or of signs: TM63-C16 between two Arabic words
# becomes 16C63-TM. By the rules of Unicode (UAX #9) such a code is one run from left to right. PDFium reads an ActualText
# that states the code, and turns it as well. pdf.js (npm: unpdf 1.7.0) and MuPDF give the code as it is. A reader of codes
# in Arabic lines has to order PDFium's characters itself, by where they stand.
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

// The font calls a the letter beh and b the letter meem; other letters are themselves.
const others = [...'TM63-C16XY '].map((letter) => letter.charCodeAt(0).toString(16))
const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Letters def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
${others.length + 2} beginbfchar <61> <0628> <62> <0645> ${others.map((hex) => `<${hex}> <00${hex}>`).join(' ')} endbfchar
endcmap end end`
const stream = (text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

function pdfOf(shown) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 20 Tf 20 50 Td ${shown} ET`),
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

const stated = (text) => `/Span << /ActualText (${text}) >> BDC (TM63-C16) Tj EMC`
const lines = {
  'one word': '(ab TM63-C16) Tj',
  'two words': '(ab TM63-C16 ab) Tj',
  'two words, stated': `(ab ) Tj ${stated('TM63-C16')} ( ab) Tj`,
  'two words, stated as XY16': `(ab ) Tj ${stated('XY16')} ( ab) Tj`,
}
for (const [name, shown] of Object.entries(lines)) {
  const codes = []
  for (const read of [readWithPdfium, readWithMupdf, readWithPdfjs]) {
    codes.push((await read(pdfOf(shown))).replace(/[^A-Z\d-]/g, ''))
  }
  console.log(`${name}: PDFium ${codes[0]}, MuPDF ${codes[1]}, pdf.js ${codes[2]}`)
}
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
one word: PDFium TM63-C16, MuPDF TM63-C16, pdf.js TM63-C16
two words: PDFium 16C63-TM, MuPDF TM63-C16, pdf.js TM63-C16
two words, stated: PDFium 16C63-TM, MuPDF TM63-C16, pdf.js TM63-C16
two words, stated as XY16: PDFium 16XY, MuPDF XY16, pdf.js TM63-C16
LINES
diff expected output
