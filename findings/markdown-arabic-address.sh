#!/bin/sh
# marked 15.0.12, markdown-it 14.1.0 (linkify) and micromark 4.0.2 (GFM) end a bare address before a Latin comma, and take the
# Arabic comma and question mark and a closing guillemet behind it as a part of the address: the link leads to /a%D8%8C.
# Behind a name without a path (www.example.com) markdown-it stops, and the two others do not. GitHub's specification lists only
# ASCII signs. Who shows texts in Arabic has to end addresses before such signs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts marked@15.0.12 markdown-it@14.1.0 micromark@4.0.2 micromark-extension-gfm@3.0.0 > /dev/null
cat > run.js <<'SCRIPT'
import { marked } from 'marked'
import MarkdownIt from 'markdown-it'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const converters = {
  marked: (text) => marked.parse(text),
  'markdown-it': (text) => new MarkdownIt({ linkify: true }).render(text),
  micromark: (text) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
}
for (const [name, html] of Object.entries(converters)) {
  const hrefs = ['a, x', 'a، x', 'a؟ x', 'a» x'].map((end) => `https://x.example/${end}`)
  const found = [...hrefs, 'www.example.com، x'].map((text) => /href="([^"]*)"/.exec(html(text))?.[1])
  console.log(name, found.join(' '))
}
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
marked https://x.example/a https://x.example/a%D8%8C https://x.example/a%D8%9F https://x.example/a%C2%BB http://www.example.com%D8%8C
markdown-it https://x.example/a https://x.example/a%D8%8C https://x.example/a%D8%9F https://x.example/a%C2%BB http://www.example.com
micromark https://x.example/a https://x.example/a%D8%8C https://x.example/a%D8%9F https://x.example/a%C2%BB http://www.example.com%D8%8C
EXPECTED
