import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { GetResponse } from './ask.ts'

const fixedProcess = fileURLToPath(new URL('fixed-process.ts', import.meta.url))

/** Headers that node:http adds itself, or that only apply to a body of unknown length. */
const addedByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Starts node:http with the same status, headers and bytes as a response of the site. */
export async function startFixedServer(response: GetResponse) {
  const { status, headers, rawHeaders, body } = response
  const copied = rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? ''
    return !addedByNode.has(name.toLowerCase())
  })
  const hasLength = status === 304 || headers['content-length'] !== undefined
  const length = hasLength ? [] : ['Content-Length', String(body.length)]
  const server = fork(fixedProcess)
  server.send({ status, headers: [...copied, ...length], body: body.toString('base64') })
  const messages: unknown[] = await once(server, 'message')
  const { port } = z.object({ port: z.number() }).parse(messages[0])
  if (server.pid === undefined) throw new Error('The fixed server has no process.')
  return {
    port,
    pid: server.pid,
    async stop() {
      const ended = once(server, 'exit')
      server.disconnect()
      await ended
    },
  }
}
