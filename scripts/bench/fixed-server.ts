/**
 * The limit: node:http in its own process, sending fixed responses. The argument names a file with the responses as JSON:
 * the address, the headers, names and values in turn, and the body in base64.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { z } from 'zod'

const responsesSchema = z.array(
  z.object({ address: z.string(), headers: z.array(z.string()), body: z.string() }),
)
const json: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const responses = new Map(
  responsesSchema
    .parse(json)
    .map(({ address, headers, body }) => [
      address,
      { headers, bytes: Buffer.from(body, 'base64') },
    ]),
)

createServer(({ url = '' }, response) => {
  const { headers, bytes } = responses.get(url) ?? {}
  response.writeHead(bytes ? 200 : 404, headers)
  response.end(bytes)
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGINT', () => process.exit())
