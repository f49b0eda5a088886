#!/bin/sh
# SheetJS 0.20.3 (npm: @e965/xlsx) tells with `cellStyles` which rows and columns of an Excel workbook are hidden, but not
# those of an OpenDocument spreadsheet: `table:visibility="collapse"` is read past, and so is "filter" of rows that a filter
# hides. A program that leaves out what is hidden has to read these attributes itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @e965/xlsx@0.20.3 > /dev/null
cat > read.js <<'SCRIPT'
import * as XLSX from '@e965/xlsx'

const cell = (text) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const row = (attributes, ...texts) =>
  `<table:table-row${attributes}>${texts.map(cell).join('')}</table:table-row>`
const openDocument = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
  <office:body><office:spreadsheet><table:table table:name="List">
    <table:table-column/><table:table-column table:visibility="collapse"/>
    ${row('', 'item', 'cost')}${row(' table:visibility="collapse"', 'hidden', '1')}${row(' table:visibility="filter"', 'filtered', '2')}
  </table:table></office:spreadsheet></office:body></office:document>`

const sheet = XLSX.utils.aoa_to_sheet([['item', 'cost'], ['hidden', '1']])
sheet['!cols'] = [{}, { hidden: true }]
sheet['!rows'] = [{}, { hidden: true }]
const book = XLSX.utils.book_new()
XLSX.utils.book_append_sheet(book, sheet, 'List')
const excel = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })

function show(name, data, type) {
  const { SheetNames, Sheets } = XLSX.read(data, { type, cellStyles: true })
  const { '!rows': rows = [], '!cols': columns = [], ...cells } = Sheets[SheetNames[0]]
  const hidden = [...rows, ...columns].filter((part) => part?.hidden).length
  const texts = Object.keys(cells).filter((key) => !key.startsWith('!')).length
  console.log(`${name}: ${texts} cells, ${hidden} hidden rows and columns`)
}
show('xlsx', excel, 'buffer')
show('fods', openDocument, 'string')
SCRIPT
node read.js > output
cat output
[ "$(cat output)" = 'xlsx: 4 cells, 2 hidden rows and columns
fods: 6 cells, 0 hidden rows and columns' ]
