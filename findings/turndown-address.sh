#!/bin/sh
# turndown 7.2.5 escapes the underscores of an address that stands in a text: https://x.example/a_b_c becomes
# https://x.example/a\_b\_c. GitHub's Markdown makes a link of a bare address and knows no escapes inside it, so marked 15.0.12,
# markdown-it 14.1.0 (linkify) and micromark 4.0.2 (GFM) link to /a%5C_b%5C_c: the way from HTML to Markdown and back has
# changed where the link leads. A converter has to leave the signs in such an address alone, or break the address.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 marked@15.0.12 markdown-it@14.1.0 micromark@4.0.2 micromark-extension-gfm@3.0.0 > /dev/null
cat > run.js <<'SCRIPT'
import { marked } from 'marked'
import MarkdownIt from 'markdown-it'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import TurndownService from 'turndown'

const markdown = new TurndownService().turndown('<p>https://x.example/a_b_c</p>')
console.log(markdown)
const hrefOf = (html) => /href="([^"]*)"/.exec(html)?.[1]
console.log('marked', hrefOf(marked.parse(markdown)))
console.log('markdown-it', hrefOf(new MarkdownIt({ linkify: true }).render(markdown)))
console.log('micromark', hrefOf(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })))
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
https://x.example/a\_b\_c
marked https://x.example/a%5C_b%5C_c
markdown-it https://x.example/a%5C_b%5C_c
micromark https://x.example/a%5C_b%5C_c
EXPECTED
