#!/bin/sh
# mammoth (npm: mammoth 1.13.0) leaves out what was deleted with tracked changes, but not text that is formatted as hidden
# (w:vanish), which Word neither shows nor prints: it comes as ordinary text, without a mark and without a message, also where
# a style map or a transformation of the document asks for it, since its runs do not say that they are hidden. Whoever shows
# the result to others has to take such runs out of the document first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts mammoth@1.13.0 jszip@3.10.1 > /dev/null
cat > read.js <<'SCRIPT'
import JSZip from 'jszip'
import mammoth from 'mammoth'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const file = new JSZip()
file.file(
  'word/document.xml',
  `<w:document xmlns:w="${main}"><w:body><w:p>
    <w:r><w:t>shown </w:t></w:r>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden </w:t></w:r>
    <w:del w:id="1" w:author="A"><w:r><w:delText>deleted </w:delText></w:r></w:del>
  </w:p></w:body></w:document>`,
)
const buffer = await file.generateAsync({ type: 'nodebuffer' })
let runs = []
const transformDocument = mammoth.transforms.run((run) => {
  runs.push(Object.keys(run).filter((key) => /hidden|vanish/i.test(key)))
  return run
})
const { value, messages } = await mammoth.convertToHtml({ buffer }, { transformDocument })
console.log(value)
console.log(`messages: ${messages.length}; properties that tell: ${runs.flat().length}`)
SCRIPT
node read.js > output
cat output
cat > expected <<'LINES'
<p>shown hidden </p>
messages: 0; properties that tell: 0
LINES
diff expected output
