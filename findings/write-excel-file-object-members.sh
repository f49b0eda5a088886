#!/bin/sh
# write-excel-file 4.1.1 writes a cell with the text "toString", "constructor" or "valueOf" as no text: it looks the number of a
# shared text up in a plain object, finds the object's own member, and writes the source of that function in place of the
# number (<v>function toString() { [native code] }</v>). The text is in no list of the file, and readers of workbooks raise errors
# for all of its sheets. A program that writes people's words has to change such a text, with a mark without width, say.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts write-excel-file@4.1.1 fflate@0.8.3 > /dev/null
cat > run.js <<'SCRIPT'
import { strFromU8, unzipSync } from 'fflate'
import writeExcelFile from 'write-excel-file/node'

for (const text of ['toText', 'toString', 'constructor', 'valueOf']) {
  const bytes = await writeExcelFile([{ sheet: 'S', data: [[{ value: text, type: String }]] }]).toBuffer()
  const files = unzipSync(new Uint8Array(bytes))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'])
  const texts = strFromU8(files['xl/sharedStrings.xml'])
  const index = /<v>(.*?)<\/v>/.exec(sheet)[1]
  console.log(`${text}: index ${index}; ${texts.includes(text) ? 'listed' : 'not listed'}`)
}
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
toText: index 0; listed
toString: index function toString() { [native code] }; not listed
constructor: index function Object() { [native code] }; not listed
valueOf: index function valueOf() { [native code] }; not listed
EXPECTED
