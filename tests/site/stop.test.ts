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

/** The built site, with a fault in it that a signal sets off. */
function withFault(code: string) {
  return {
    run: [
      '--import',
      `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2",()=>{${code}})`)}`,
      'build/server/main.js',
    ],
    answersWith: /The site answers at/,
  }
}

const rejection = 'Promise.reject(new Error("not caught"))'

/** From here on the site takes requests and answers none. */
const deafness = [
  'const {prototype:server}=process.getBuiltinModule("node:http").Server,{emit}=server;',
  'server.emit=function(name,...facts){return name==="request"||emit.call(this,name,...facts)};',
].join('')

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
    const ready = await fetch(`${site.adminUrl}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['stopping'] }])
  })
  expect(await visit()).toEqual([200, 'close'])
  expect(await visit()).toEqual([200, 'close'])
  expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
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

test('V24 an uncaught exception does not end a site that still answers', async () => {
  const operators = { OPS_PORT: String(await getFreePort()) }
  const site = await startSiteProcess(
    operators,
    withFault(`${rejection};setImmediate(()=>{throw new TypeError("thrown")})`),
  )
  const metricsOf = async () => (await fetch(`${site.adminUrl}/metrics`)).text()
  site.signal('SIGUSR2')
  await eventually(async () => expect(await metricsOf()).toMatch(/^uncaught_exceptions_total 2$/m))
  expect(site.said()).toMatch(/"level":60,.*Error: not caught\\n {4}at .*"uncaught exception"/)
  expect(site.said()).toMatch(/"level":60,.*TypeError: thrown\\n {4}at .*"uncaught exception"/)
  // Asked by the site itself, and by nobody else.
  await eventually(async () =>
    expect(await metricsOf()).toMatch(/^http_requests_total\{kind="page",.*status="200"\}/m),
  )
  expect((await fetch(site.url)).status).toBe(200)
  expect((await fetch(`${site.adminUrl}/readyz`)).status).toBe(200)
  await site.stop()
}, 60_000)

test('a site that does not answer after an uncaught exception shuts down gracefully', async () => {
  const site = await startSiteProcess({}, withFault(deafness + rejection))
  site.signal('SIGUSR2')
  expect(await site.ended()).toBe(1)
  expect(site.said()).toMatch(/"level":60,.*Error: not caught\\n {4}at /)
  expect(site.said()).toContain('"not responding after an uncaught exception')
}, 60_000)

test('exceptions by the hundred shut the site down, and what is under way comes to its end', async () => {
  const api = await startSlowApi()
  const settings = { CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0' }
  const site = await startSiteProcess(
    settings,
    withFault(`for(let count=0;count<500;count+=1)${rejection}`),
  )
  const answer = fetch(`${site.url}/News`)
  await eventually(() => expect(api.waiting.length).toBeGreaterThan(0))
  site.signal('SIGUSR2')
  await eventually(() => expect(site.said()).toContain('"too many uncaught exceptions'))
  for (const send of api.waiting) send()
  expect((await answer).status).toBe(200)
  expect(await site.ended()).toBe(1)
  expect(site.said().match(/"level":60/g)).toHaveLength(102)
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
