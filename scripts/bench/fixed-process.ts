/** The limit: node:http in its own process, sending the same response to every request. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fixedResponse } from './fixed-answer.ts'

process.once('disconnect', () => process.exit())
const messages: unknown[] = await once(process, 'message')
const { status, headers, body } = fixedResponse.parse(messages[0])
const bytes = Buffer.from(body, 'base64')

const server = createServer((_, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
}).listen(0, '127.0.0.1', () => process.send?.(server.address()))
