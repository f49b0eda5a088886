#!/bin/sh
# iovalkey 0.4.0 and ioredis 5.6.1 ask INFO before they are ready. Where access rules keep the user from INFO, as those of hosted servers
# do, the client is ready all the same, emits no error, and writes a line of its own to standard error by console.warn, past
# every logger: a log of JSON lines has a line that is none. enableReadyCheck: false leaves INFO and the line out.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts iovalkey@0.4.0 ioredis@5.6.1 > /dev/null
cat > run.js <<'SCRIPT'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { Redis as Ioredis } from 'ioredis'
import { Redis as Iovalkey } from 'iovalkey'

// A server that refuses INFO as Valkey and Redis 7 do, and answers everything else.
const server = createServer((socket) => {
  socket.on('error', () => undefined).on('data', (bytes) => {
    const names = [...bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)].map(([, name]) => name.toLowerCase())
    for (const name of names) {
      socket.write(name === 'info' ? "-NOPERM User site has no permissions to run the 'info' command\r\n" : '+OK\r\n')
    }
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address()
for (const [name, Client] of Object.entries({ iovalkey: Iovalkey, ioredis: Ioredis })) {
  for (const enableReadyCheck of [true, false]) {
    const errors = []
    const lines = []
    console.warn = (line) => lines.push(line)
    const client = new Client({ port, enableReadyCheck }).on('error', (error) => errors.push(error))
    await once(client, 'ready')
    const start = String(lines[0] ?? '').slice(0, 53)
    console.log(name, enableReadyCheck, 'ready', 'errors', errors.length, 'lines', lines.length, start)
    client.disconnect()
  }
}
server.close()
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
iovalkey true ready errors 0 lines 1 Skipping the ready check because INFO command fails: 
iovalkey false ready errors 0 lines 0 
ioredis true ready errors 0 lines 1 Skipping the ready check because INFO command fails: 
ioredis false ready errors 0 lines 0 
EXPECTED
