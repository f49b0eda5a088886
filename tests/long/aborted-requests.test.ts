import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed } from '../support/closed.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
let script = ''
beforeAll(async () => {
  site = await startSiteProcess({ OPS_PORT: String(await getFreePort()) })
  script = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(site.url)).text())?.[0] ?? ''
})
afterAll(() => site.stop())

function get(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

/** A POST whose body is incomplete. */
function beginPost(url: string, path: string) {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"path":`
}

/** Requests of visitors and operators, pipelined in one packet each. */
function packets() {
  const ofSite = [
    get(script).repeat(40),
    get('/').repeat(10),
    get('/sitemap.xml').repeat(10),
    get('/language').repeat(10),
    get('/page-view').repeat(10),
    get('/images/post/tm63-1p-c.webp').repeat(10),
    get('/images/post/tm63-1p-c.webp?w=320').repeat(10),
    get('/cards/En/News.png').repeat(3),
    get('/News') + beginPost(site.url, '/page-view'),
    beginPost(site.url, '/page-view'),
  ].map((packet) => ({ url: site.url, packet }))
  const url = site.adminUrl ?? ''
  const ofAdminServer = [
    get('/metrics').repeat(20),
    get('/readyz').repeat(20) + beginPost(url, '/purge'),
    beginPost(url, '/purge').repeat(3),
  ].map((packet) => ({ url, packet }))
  return [...ofSite, ...ofAdminServer]
}

/** Sends all packets and aborts: at once, at the first byte of a response, and after some of it. */
async function sendAndAbort() {
  const visits = packets().flatMap(({ url, packet }) =>
    [0, 1, 10_000].map((bytesToRead) => visit(url, packet, bytesToRead)),
  )
  await Promise.all(visits)
}

async function visit(url: string, packet: string, bytesToRead: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const end = closed(socket)
  const abort = () => socket.resetAndDestroy()
  await once(socket, 'connect')
  // An incomplete POST gets no response.
  socket.write(packet, () => {
    if (bytesToRead === 0 || packet.startsWith('POST')) abort()
  })
  let size = 0
  socket.on('data', (part: Buffer) => {
    size += part.length
    if (size >= bytesToRead) abort()
  })
  // The responses may be shorter than bytesToRead.
  const timeout = setTimeout(abort, 1_000)
  await end
  clearTimeout(timeout)
}

async function countResources() {
  const text = await (await fetch(`${site.adminUrl}/metrics`)).text()
  const numberOf = (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return {
    descriptors: readdirSync(`/proc/${site.pid}/fd`).length,
    timers: numberOf('nodejs_active_resources{type="Timeout"}'),
    sockets: numberOf('nodejs_active_resources{type="TCPSocketWrap"}'),
    descriptorMetrics: [numberOf('process_open_fds'), numberOf('process_max_fds')],
  }
}

/** Keep-alive connections to the content service, and their timers. */
const keepAliveTolerance = 20

test.runIf(process.platform === 'linux')(
  'V24 aborted requests of visitors and operators leak no descriptors, sockets or timers',
  async () => {
    // The first round warms up what is fetched or rendered once.
    await sendAndAbort()
    const before = await countResources()
    expect(Math.min(...before.descriptorMetrics)).toBeGreaterThan(0)
    for (let round = 0; round < 4; round += 1) await sendAndAbort()
    await eventually(async () => {
      const now = await countResources()
      for (const kind of ['descriptors', 'timers', 'sockets'] as const) {
        expect(now[kind], kind).toBeLessThanOrEqual(before[kind] + keepAliveTolerance)
      }
    })
    // Its start says once that it has no content of a company.
    const afterStart = site.output().replace(/.*the site shows the sample company.*/, '')
    expect(afterStart).not.toMatch(/"level":[56]0/)
    expect((await fetch(site.url)).status).toBe(200)
    expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
  },
  60_000,
)
