import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

const patienceMs = 60_000
const agent = new Agent({ keepAlive: true })

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they came. */
  rawHeaders: string[]
  body: Buffer
  /** Until the head was there, ms. */
  firstByteMs: number
  /** Until all was there, ms. */
  wholeMs: number
}

/**
 * Asks once, over node:http: fetch would decode what is to be counted.
 * @throws Error when there is no whole answer within a minute
 */
export function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const askedAt = performance.now()
    const asked = request({ host: '127.0.0.1', port, path, headers, agent, timeout: patienceMs })
    asked.on('response', (response) => {
      const firstByteMs = performance.now() - askedAt
      buffer(response).then((body) => {
        const { statusCode = 0, headers: got, rawHeaders } = response
        const wholeMs = performance.now() - askedAt
        resolve({ status: statusCode, headers: got, rawHeaders, body, firstByteMs, wholeMs })
      }, reject)
    })
    asked.on('timeout', () => asked.destroy(new Error(`${path} was not answered in a minute.`)))
    asked.on('error', reject).end()
  })
}

/**
 * @returns the text of an answer
 * @throws Error when it is no 200
 */
export async function askText(port: number, path: string, headers: Record<string, string> = {}) {
  const { status, body } = await ask(port, path, headers)
  if (status !== 200) throw new Error(`${path} answered ${status}.`)
  return body.toString('utf8')
}

/** Whether an answer came from the page cache; its other way, a miss, is `page; fwd=miss`. */
export function isHit({ headers }: Answer) {
  return /^page; hit/.test(String(headers['cache-status']))
}
