import { once } from 'node:events'
import { get, Agent, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { onThisMachine } from '../support/busy-machine.ts'
import { closed } from '../support/closed.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { sendJson, startRecordingApi, type Answer } from '../support/recording-api.ts'
import { startSiteProcess } from '../support/site-process.ts'

/** The built site, with a mistake in it that a signal sets off. */
const withMistake = {
  run: [
    '--import',
    'data:text/javascript,process.on("SIGUSR2",()=>{Promise.reject(new Error("not caught"))})',
    'build/server/main.js',
  ],
  answersWith: /The site answers at/,
}

/** A content API that answers for everything but news, which it keeps back. */
async function startSlowApi() {
  const waiting: (() => void)[] = []
  const good = sendJson([{ postID: '1', postTitle: 'x' }])
  const answer: Answer = (response, request) => {
    const send = () => good(response, request)
    if (request.body.includes('name="Type"\r\n\r\nNews\r\n')) waiting.push(send)
    else send()
  }
  const api = await startRecordingApi(answer)
  return { url: api.url, waiting }
}

test('SIGTERM: not ready at once, served on with Connection: close, then out with code 0', async () => {
  const site = await startSiteProcess({ OPS_PORT: String(await getFreePort()) })
  const agent = new Agent({ keepAlive: true })
  const visit = async () => {
    const [answer] = (await once(get(`${site.url}/`, { agent }), 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return [answer.statusCode, answer.headers.connection]
  }
  expect(await visit()).toEqual([200, 'keep-alive'])
  const [silent] = [connect(Number(new URL(site.url).port), '127.0.0.1')]
  await once(silent, 'connect')
  silent.on('error', () => undefined)

  site.signal('SIGTERM')
  await eventually(async () => {
    const ready = await fetch(`${site.operatorsUrl}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['stopping'] }])
  })
  expect(await visit()).toEqual([200, 'close'])
  expect(await visit()).toEqual([200, 'close'])
  expect((await fetch(`${site.operatorsUrl}/livez`)).status).toBe(200)
  const noticedAt = performance.now()
  expect(await site.ended()).toBe(0)
  // A connection that says nothing holds nobody up.
  expect(performance.now() - noticedAt).toBeLessThan(10_000)
}, 60_000)

test('an answer under way comes to its end before the process does', async () => {
  const api = await startSlowApi()
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0' })
  const answer = fetch(`${site.url}/News`)
  await eventually(() => expect(api.waiting.length).toBeGreaterThan(0))
  site.signal('SIGTERM')
  // Taking no more connections, it is draining.
  await eventually(() => expect(fetch(`${site.url}/livez`)).rejects.toThrow())
  for (const send of api.waiting) send()
  const page = await answer
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('</html>')
  expect(await site.ended()).toBe(0)
}, 60_000)

test('a second signal ends it at once with code 1', async () => {
  const api = await startSlowApi()
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0' })
  const answer = fetch(`${site.url}/News`).catch(() => null)
  await eventually(() => expect(api.waiting.length).toBeGreaterThan(0))
  site.signal('SIGTERM')
  site.signal('SIGINT')
  expect(await site.ended()).toBe(1)
  expect(await answer).toBeNull()
}, 60_000)

test('a rejection that nobody handles is told of, and drained', async () => {
  const api = await startSlowApi()
  const settings = { CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0' }
  const site = await startSiteProcess(settings, withMistake)
  const answer = fetch(`${site.url}/News`)
  await eventually(() => expect(api.waiting.length).toBeGreaterThan(0))
  site.signal('SIGUSR2')
  await eventually(() => expect(site.said()).toContain('"level":60'))
  for (const send of api.waiting) send()
  expect((await answer).status).toBe(200)
  expect(await site.ended()).toBe(1)
  expect(site.said()).toMatch(/"level":60,.*Error: not caught\\n {4}at /)
}, 60_000)

test('V17: silent connections and slow heads are closed within 15 s, visitors unaffected', async () => {
  const site = await startSiteProcess()
  const port = Number(new URL(site.url).port)
  const openedAt = performance.now()
  const closings = ['', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '].map(async (beginning) => {
    const socket = connect(port, '127.0.0.1')
    const end = closed(socket.resume())
    await once(socket, 'connect')
    if (beginning) socket.write(beginning)
    await end
    return performance.now() - openedAt
  })
  try {
    expect((await fetch(site.url)).status).toBe(200)
    for (const ms of await Promise.all(closings)) expect(ms).toBeLessThan(onThisMachine(15_000))
  } finally {
    await site.stop()
  }
}, 60_000)
