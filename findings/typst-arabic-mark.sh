#!/bin/sh
# Typst 0.14 (npm: @myriaddreamin/typst-ts-node-compiler 0.7.0) draws an Arabic letter and its mark, here waw and shadda, as
# two glyphs where the font has no glyph for both. Its PDF maps each of them to both letters, without an ActualText, also in
# a tagged PDF and in PDF/UA. So other programs copy and search a word with one waw as a word with two, and PDFium even
# splits it. A program that offers such files has to rewrite the map, or to draw the marks without glyphs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @myriaddreamin/typst-ts-node-compiler@0.7.0 \
  @expo-google-fonts/ibm-plex-sans-arabic@0.4.2 @hyzyla/pdfium@2.1.13 mupdf@1.28.0 > /dev/null
cat > read.js <<'SCRIPT'
import { PDFiumModule } from '@hyzyla/pdfium'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { Document } from 'mupdf'
import { readFileSync } from 'node:fs'

const font = readFileSync(
  'node_modules/@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
)
const typst = NodeCompiler.create({ fontArgs: [{ fontBlobs: [font] }] })

function pdfOf(word, options) {
  const mainFileContent = `#set document(title: "Word")
#set text(font: "IBM Plex Sans Arabic", lang: "ar")
${word}`
  return typst.pdf(typst.compile({ mainFileContent }).result, options)
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

const readWithMupdf = (bytes) =>
  Document.openDocument(bytes, 'application/pdf').loadPage(0).toStructuredText().asText()

const hexOf = (text) =>
  [...text.trim()].map((letter) => letter.codePointAt(0).toString(16).padStart(4, '0')).join(' ')

function show(name, word, options) {
  const bytes = pdfOf(word, options)
  console.log(`${name}: ${hexOf(word)}`)
  console.log(`  PDFium ${hexOf(readWithPdfium(bytes))}`)
  console.log(`  MuPDF ${hexOf(readWithMupdf(bytes))}`)
}
show('without a mark', '\u0645\u062d\u0648\u0644')
show('with a shadda', '\u0645\u062d\u0648\u0651\u0644')
show('PDF/UA', '\u0645\u062d\u0648\u0651\u0644', { pdfStandard: 'ua-1' })
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
without a mark: 0645 062d 0648 0644
  PDFium 0645 062d 0648 0644
  MuPDF 0645 062d 0648 0644
with a shadda: 0645 062d 0648 0651 0644
  PDFium 0651 0648 0020 0645 062d 0651 0648 0644
  MuPDF 0645 062d 0651 0648 0651 0648 0644
PDF/UA: 0645 062d 0648 0651 0644
  PDFium 0651 0648 0020 0645 062d 0651 0648 0644
  MuPDF 0645 062d 0651 0648 0651 0648 0644
LINES
diff expected output
