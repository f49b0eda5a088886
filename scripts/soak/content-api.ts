import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as ask,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort } from '../../tests/support/loopback.ts'

/** What may be the matter with the content API. */
export const conditions = ['good', 'dead', 'silent', 'slow', 'broken'] as const

export type Condition = (typeof conditions)[number]

/** How long a slow answer takes, ms: less than the site waits for one. */
const slowMs = 2_000

/** A content API in front of a good one, which can be killed, revived, slowed and broken. */
export interface ContentApi {
  url: string
  set(condition: Condition): Promise<void>
  /** From now on, the site's title is followed by this word. */
  mark(word: string): void
  /** The most calls that were under way at once since it was last asked. */
  takeMostAtOnce(): number
  close(): Promise<void>
}

/** @param upstream the good one's base address */
export async function startContentApi(upstream: string): Promise<ContentApi> {
  const agent = new Agent({ keepAlive: true })
  let condition: Condition = 'good'
  let marked = ''
  let atOnce = 0
  let mostAtOnce = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    switch (condition) {
      case 'silent':
        return
      case 'broken':
        response.writeHead(200, { 'content-type': 'application/json' }).end('[{"postID":"1","po')
        return
      case 'slow':
        await pause(slowMs)
        break
      case 'good':
      case 'dead':
    }
    const passed = ask(upstream + request.url, {
      method: request.method,
      headers: { ...request.headers, host: new URL(upstream).host, 'accept-encoding': 'identity' },
      agent,
    })
    passed.end(body)
    const [good] = (await once(passed, 'response')) as [IncomingMessage]
    const text = (await buffer(good)).toString('utf8')
    const isTitle = body.includes('Footer.Data')
    response.writeHead(good.statusCode ?? 502, { 'content-type': good.headers['content-type'] })
    response.end(
      isTitle ? text.replace(/"postTitle":"([^"]*)"/, `"postTitle":"$1${marked}"`) : text,
    )
  }

  const server = createServer((request, response) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    response.once('close', () => (atOnce -= 1))
    answer(request, response).catch(() => response.destroy())
  })
  const port = await getFreePort()
  async function listen() {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function stopListening() {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    async set(next) {
      if (next === condition) return
      if (next === 'dead') await stopListening()
      // What was not answered while it was silent never will be.
      else server.closeAllConnections()
      if (condition === 'dead') await listen()
      condition = next
    },
    mark: (word) => {
      marked = ` ${word}`
    },
    takeMostAtOnce() {
      const most = mostAtOnce
      mostAtOnce = atOnce
      return most
    },
    async close() {
      if (condition !== 'dead') await stopListening()
      agent.destroy()
    },
  }
}
