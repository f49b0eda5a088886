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
}, 60_000)
afterAll(() => site.stop())

function get(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

/** The beginning of a body that never comes to its end. */
function beginPost(url: string, path: string) {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"path":`
}

/** What visitors and operators ask for, as it stands in one packet each. */
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

/** Asks for everything and leaves: at once, at the first byte of an answer, and after some of it. */
async function askAndLeave() {
  const visits = packets().flatMap(({ url, packet }) =>
    [0, 1, 10_000].map((wanted) => visit(url, packet, wanted)),
  )
  await Promise.all(visits)
}

/** @param wanted of the answers, bytes */
async function visit(url: string, packet: string, wanted: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const end = closed(socket)
  const leave = () => socket.resetAndDestroy()
  await once(socket, 'connect')
  // Half a post is answered by nothing.
  socket.write(packet, () => {
    if (wanted === 0 || packet.startsWith('POST')) leave()
  })
  let size = 0
  socket.on('data', (part: Buffer) => {
    size += part.length
    if (size >= wanted) leave()
  })
  // The answers may be fewer bytes than are wanted.
  const deadline = setTimeout(leave, 1_000)
  await end
  clearTimeout(deadline)
}

async function held() {
  const text = await (await fetch(`${site.adminUrl}/metrics`)).text()
  const numberOf = (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return {
    descriptors: readdirSync(`/proc/${site.pid}/fd`).length,
    timers: numberOf('nodejs_active_resources{type="Timeout"}'),
    sockets: numberOf('nodejs_active_resources{type="TCPSocketWrap"}'),
    told: [numberOf('process_open_fds'), numberOf('process_max_fds')],
  }
}

/** Of connections to the content service that are kept for the next call, and of their timers. */
const someMore = 20

test.runIf(process.platform === 'linux')(
  'V24 visitors and operators who leave in the middle leave nothing open, and no timer',
  async () => {
    // What is fetched and made once stays.
    await askAndLeave()
    const before = await held()
    expect(Math.min(...before.told)).toBeGreaterThan(0)
    for (let round = 0; round < 4; round += 1) await askAndLeave()
    await eventually(async () => {
      const now = await held()
      for (const kind of ['descriptors', 'timers', 'sockets'] as const) {
        expect(now[kind], kind).toBeLessThanOrEqual(before[kind] + someMore)
      }
    })
    expect(site.said()).not.toMatch(/"level":[56]0/)
    expect((await fetch(site.url)).status).toBe(200)
    expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
  },
  60_000,
)
