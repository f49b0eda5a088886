/**
 * The limit: node:http in its own process, sending the same response to every request. The argument names a file with
 * the response as JSON: its headers, names and values in turn, and its body in base64.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { z } from 'zod'

const responseSchema = z.object({ headers: z.array(z.string()), body: z.string() })
const json: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { headers, body } = responseSchema.parse(json)
const bytes = Buffer.from(body, 'base64')

createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGINT', () => process.exit())
