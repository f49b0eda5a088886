#!/bin/sh
# PDFium (npm: @hyzyla/pdfium 2.1.13) puts Arabic text in the order of reading, but not the letters of a ligature: where the
# font's ToUnicode map says that a glyph is lam and alef, it gives alef and lam. Of a pair of brackets around an Arabic word
# in Latin text it mirrors one, so that both open. A reader of its letters has to mend lam-alef and brackets.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @hyzyla/pdfium@2.1.13 > /dev/null
cat > read.js <<'SCRIPT'
import { PDFiumModule } from '@hyzyla/pdfium'

// The font calls a the letter beh, b the ligature lam-alef, and M the letter M.
const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Letters def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <61> <0628> <62> <06440627> <4D> <004D> endbfchar
endcmap end end`
const stream = (text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

function pdfOf(shown) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 20 Tf 20 50 Td (${shown}) Tj ET`),
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

function lettersOf(shown) {
  const bytes = pdfOf(shown)
  const address = pdfium.wasmExports.malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, address)
  const file = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
  const text = pdfium._FPDFText_LoadPage(pdfium._FPDF_LoadPage(file, 0))
  const count = pdfium._FPDFText_CountChars(text)
  return Array.from({ length: count }, (_, at) =>
    pdfium._FPDFText_GetUnicode(text, at).toString(16).padStart(4, '0'),
  ).join(' ')
}

for (const shown of ['ab', 'M (a) M']) console.log(`${shown}: ${lettersOf(shown)}`)
SCRIPT
node read.js > output
cat output
[ "$(cat output)" = 'ab: 0627 0644 0628
M (a) M: 004d 0020 0028 0628 0020 0028 004d' ]
