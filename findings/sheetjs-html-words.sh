#!/bin/sh
# SheetJS (npm: @e965/xlsx 0.20.3) reads the tables of HTML pages, which web applications offer as .xls. It drops the white
# space at the border of an element: of "MCB <b>16A</b> C" it makes one word, though a browser shows three. Two paragraphs of a
# cell become one word as well; only a line break stays. Whoever reads words or codes from such cells has to read the page
# with a parser of HTML.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @e965/xlsx@0.20.3 > /dev/null
cat > read.js <<'SCRIPT'
import { read } from '@e965/xlsx'

const cells = ['MCB <b>16A</b> C', '<p>Cable</p><p>4x35</p>', 'Cable<br>4x35', 'MCB 16A C']
for (const cell of cells) {
  const { Sheets } = read(`<table><tr><td>${cell}</td></tr></table>`, { type: 'string' })
  console.log(`${cell}: ${JSON.stringify(Sheets.Sheet1.A1.v)}`)
}
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
MCB <b>16A</b> C: "MCB16AC"
<p>Cable</p><p>4x35</p>: "Cable4x35"
Cable<br>4x35: "Cable\n4x35"
MCB 16A C: "MCB 16A C"
LINES
diff expected output
