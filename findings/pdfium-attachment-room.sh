#!/bin/sh
# PDFium (npm: @hyzyla/pdfium 2.1.13) copies an attached file only to a buffer of exactly its size. With a larger one,
# FPDFAttachment_GetFile returns 1 and the file's size as well, but leaves the buffer as it was, though its header asks for
# one that is "long enough"; FPDFAttachment_GetName fills a larger buffer. A program that reads attachments into one large
# buffer reads nothing: it has to ask for the size first, and then for the file with a buffer of this size.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @hyzyla/pdfium@2.1.13 > /dev/null
cat > read.js <<'SCRIPT'
import { PDFiumModule } from '@hyzyla/pdfium'
import { deflateSync } from 'node:zlib'

/** Makes a PDF to which a file is attached. */
function pdfOf(content, filter) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] >>',
    '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 5 0 R >> >>',
    `<< /Type /EmbeddedFile /Length ${content.length} ${filter} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${file}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

const pdfium = await PDFiumModule({})
pdfium._FPDF_InitLibrary()
const { malloc } = pdfium.wasmExports
const room = malloc(16)
const sizeAt = malloc(4)

function show(name, bytes) {
  const address = malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, address)
  const file = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
  const attachment = pdfium._FPDFDoc_GetAttachment(file, 0)
  const filled = () => Buffer.from(pdfium.HEAPU8.slice(room, room + 16)).toString('latin1')
  for (const length of [8, 9, 16]) {
    pdfium.HEAPU8.fill(0x2e, room, room + 16)
    const result = pdfium._FPDFAttachment_GetFile(attachment, room, length, sizeAt)
    console.log(`${name}, buffer of ${length}: ${result}, size ${pdfium.HEAPU8[sizeAt]}, ${filled()}`)
  }
  pdfium.HEAPU8.fill(0x2e, room, room + 16)
  const size = pdfium._FPDFAttachment_GetName(attachment, room, 16)
  console.log(`name, buffer of 16: size ${size}, ${filled().replaceAll('\0', '')}`)
}
show('plain', pdfOf('attached', ''))
show('deflated', pdfOf(deflateSync('attached').toString('latin1'), '/Filter /FlateDecode'))
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
plain, buffer of 8: 1, size 8, attached........
plain, buffer of 9: 1, size 8, ................
plain, buffer of 16: 1, size 8, ................
name, buffer of 16: size 12, a.txt....
deflated, buffer of 8: 1, size 8, attached........
deflated, buffer of 9: 1, size 8, ................
deflated, buffer of 16: 1, size 8, ................
name, buffer of 16: size 12, a.txt....
LINES
diff expected output
