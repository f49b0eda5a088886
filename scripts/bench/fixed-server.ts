import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Answer } from './ask.ts'

const fixedProcess = fileURLToPath(new URL('fixed-process.ts', import.meta.url))

/** What node:http adds by itself, and what is only right for a body of unknown length. */
const addedByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Starts node:http sending the same status, headers and bytes as an answer of the site. */
export async function startFixedServer(answer: Answer) {
  const kept = answer.rawHeaders.filter((_, at) => {
    const name = answer.rawHeaders[at - (at % 2)] ?? ''
    return !addedByNode.has(name.toLowerCase())
  })
  const hasLength = answer.status === 304 || answer.headers['content-length'] !== undefined
  const length = hasLength ? [] : ['Content-Length', String(answer.body.length)]
  const server = fork(fixedProcess)
  server.send({
    status: answer.status,
    headers: [...kept, ...length],
    body: answer.body.toString('base64'),
  })
  const messages: unknown[] = await once(server, 'message')
  const { port } = z.object({ port: z.number() }).parse(messages[0])
  if (server.pid === undefined) throw new Error('The server of fixed bytes has no process.')
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
