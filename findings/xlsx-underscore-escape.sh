#!/bin/sh
# write-excel-file 4.1.1, exceljs 4.4.0 and SheetJS (npm: @e965/xlsx 0.20.3) write a text such as "K_x0041_" into a workbook as it
# is. In a cell, _x0041_ stands for the letter with that number (ECMA-376, ST_Xstring), and the readers of SheetJS and exceljs
# decode it, so that what each of them has written comes back as "KA" with the same library. exceljs leaves the cell of SheetJS
# (t="str") alone. LibreOffice writes _x005F_x0041_ for such a text. Who writes order codes has to escape the underscore.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts write-excel-file@4.1.1 exceljs@4.4.0 @e965/xlsx@0.20.3 > /dev/null
cat > run.js <<'SCRIPT'
import { read, utils, write } from '@e965/xlsx'
import ExcelJS from 'exceljs'
import writeExcelFile from 'write-excel-file/node'

const code = 'K_x0041_'

async function written() {
  const sheet = utils.aoa_to_sheet([[code]])
  const book = new ExcelJS.Workbook()
  book.addWorksheet('S').addRow([code])
  return {
    'write-excel-file': await writeExcelFile([{ sheet: 'S', data: [[{ value: code, type: String }]] }]).toBuffer(),
    exceljs: Buffer.from(await book.xlsx.writeBuffer()),
    SheetJS: write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'xlsx' }),
  }
}

async function readWithExcelJs(bytes) {
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes)
  return book.getWorksheet('S').getCell('A1').value
}

for (const [name, bytes] of Object.entries(await written())) {
  const cell = read(bytes).Sheets.S.A1.v
  console.log(`${name} wrote ${code}: SheetJS reads ${cell}, exceljs ${await readWithExcelJs(bytes)}`)
}
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
write-excel-file wrote K_x0041_: SheetJS reads KA, exceljs KA
exceljs wrote K_x0041_: SheetJS reads KA, exceljs KA
SheetJS wrote K_x0041_: SheetJS reads KA, exceljs K_x0041_
EXPECTED
