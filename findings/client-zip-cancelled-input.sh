#!/bin/sh
# client-zip 2.5.1: who cancels the ZIP does not cancel the file that is being read. The generator of the files is returned, but the stream
# of the file that is open stays open and is never cancelled, so a request or a file handle behind it is held until its other end gives up;
# and without a reason the cancellation rejects with undefined. Who makes the inputs has to cancel them where the
# generator of the files ends.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts client-zip@2.5.1 > /dev/null
cat > run.js <<'SCRIPT'
import { downloadZip } from 'client-zip'

const seen = []
function input() {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel: () => void seen.push('input cancelled'),
  })
}
async function* files() {
  try {
    yield { name: 'a.bin', lastModified: new Date(2020, 0, 1), input: input() }
  } finally {
    seen.push('generator ended')
  }
}
const reader = downloadZip(files()).body.getReader()
for (let part = 0; part < 5; part += 1) await reader.read()
await reader.cancel().catch((error) => seen.push(`cancel rejects with ${error}`))
await new Promise((resolve) => setTimeout(resolve, 200))
console.log(seen.join(', ') || 'nothing')
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
generator ended, cancel rejects with undefined
EXPECTED
