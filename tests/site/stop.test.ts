import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onThisMachine } from '../support/busy-machine.ts'
import { closed } from '../support/closed.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { sendJson, startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

/** The built site with a fault that SIGUSR2 triggers. */
function withFault(code: string) {
  return {
    run: [
      '--import',
      `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2",()=>{${code}})`)}`,
      'build/server/main.js',
    ],
    readyLine: /The site answers at/,
  }
}

const rejection = 'Promise.reject(new Error("not caught"))'

/** Makes the site accept requests without responding. */
const stopResponding = [
  'const {prototype:server}=process.getBuiltinModule("node:http").Server,{emit}=server;',
  'server.emit=function(name,...facts){return name==="request"||emit.call(this,name,...facts)};',
].join('')

// Those that only wait do so together.

test.concurrent(
  'V17: silent connections and slow heads are closed within 15 s, and visitors are served',
  async () => {
    const siteUrl = inject('siteUrl')
    const port = Number(new URL(siteUrl).port)
    const openedAt = performance.now()
    const closingTimes = ['', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '].map(
      async (beginning) => {
        const socket = connect(port, '127.0.0.1')
        const end = closed(socket.resume())
        await once(socket, 'connect')
        if (beginning) socket.write(beginning)
        await end
        return performance.now() - openedAt
      },
    )
    expect((await fetch(siteUrl)).status).toBe(200)
    for (const ms of await Promise.all(closingTimes)) {
      expect(ms).toBeLessThan(onThisMachine(15_000, 0))
    }
  },
)

test
  .runIf(isWholeRun)
  .concurrent(
    'a site that does not respond after an uncaught exception shuts down gracefully',
    async () => {
      const site = await startSiteProcess({}, withFault(stopResponding + rejection))
      site.signal('SIGUSR2')
      expect(await site.ended()).toBe(1)
      expect(site.output()).toMatch(/"level":60,.*Error: not caught\\n {4}at /)
      expect(site.output()).toContain('"not responding after an uncaught exception')
    },
  )

test('a pending response is completed before the process exits', async () => {
  let respond = () => {}
  // Also calls that come after it has begun to respond: a page makes its calls one after another.
  const responding = new Promise<void>((resolve) => (respond = resolve))
  const api = await startRecordingApi((response, request) => {
    void responding.then(() => sendJson([{ postID: '1', postTitle: 'x' }])(response, request))
  })
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0' })
  const response = fetch(`${site.url}/News`)
  await api.arrived(1)
  site.signal('SIGTERM')
  // It is draining once it accepts no more connections.
  await eventually(() => expect(fetch(`${site.url}/livez`)).rejects.toThrow())
  respond()
  const page = await response
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('</html>')
  expect(await site.ended()).toBe(0)
})

describe('a site whose code throws', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess(
      { OPS_PORT: String(await getFreePort()), LOG_LEVEL: 'info' },
      withFault(`${rejection};setImmediate(()=>{throw new TypeError("thrown")})`),
    )
  })
  afterAll(() => site.stop())

  test('V24 an uncaught exception does not stop a site that still responds', async () => {
    const metricsOf = async () => (await fetch(`${site.adminUrl}/metrics`)).text()
    site.signal('SIGUSR2')
    await eventually(async () =>
      expect(await metricsOf()).toMatch(/^uncaught_exceptions_total 2$/m),
    )
    expect(site.output()).toMatch(/"level":60,.*Error: not caught\\n {4}at .*"uncaught exception"/)
    expect(site.output()).toMatch(/"level":60,.*TypeError: thrown\\n {4}at .*"uncaught exception"/)
    // The site's request to itself; there was no other.
    await eventually(async () =>
      expect(await metricsOf()).toMatch(/^http_requests_total\{kind="file",.*status="200"\}/m),
    )
    expect((await fetch(site.url)).status).toBe(200)
    expect((await fetch(`${site.adminUrl}/readyz`)).status).toBe(200)
  })

  test('SIGTERM under load: it fails readiness, still responds, with a whole line each, and exits with code 0', async () => {
    const agent = new Agent({ keepAlive: true })
    const visit = async () => {
      const [response] = await once(get(site.url, { agent }), 'response')
      await buffer(response)
      return [response.statusCode, response.headers.connection]
    }
    expect(await visit()).toEqual([200, 'keep-alive'])
    const silent = connect(Number(new URL(site.url).port), '127.0.0.1')
    await once(silent, 'connect')
    silent.on('error', () => undefined)

    site.signal('SIGTERM')
    await eventually(async () => {
      const ready = await fetch(`${site.adminUrl}/readyz`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['stopping'] }])
    })
    expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
    const linesBefore = linesOf(site).length
    expect(await visit()).toEqual([200, 'close'])
    let answered = 1
    async function visitAgainAndAgain() {
      for (;;) {
        const isAnswered = await visit().catch(() => null)
        if (!isAnswered) return
        answered += 1
      }
    }
    const visits = Array.from({ length: 20 }, visitAgainAndAgain)
    await Promise.all(visits)
    const drainingAt = performance.now()
    expect(await site.ended()).toBe(0)
    // A silent connection does not delay the shutdown.
    expect(performance.now() - drainingAt).toBeLessThan(10_000)
    agent.destroy()

    // The last ones may have been cut off on their way, after they had been answered.
    const lines = linesOf(site).slice(linesBefore)
    expect(lines.length).toBeGreaterThanOrEqual(answered)
    expect(lines.length).toBeLessThanOrEqual(answered + visits.length)
  })
})

/** The whole lines of the access log. */
function linesOf({ output }: SiteProcess) {
  return output().match(/^\{"level":30,.*"status":\d+,(?!.*"aborted").*"msg":"request"\}$/gm) ?? []
}
