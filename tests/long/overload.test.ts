import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { get } from '../../scripts/bench/requests.ts'
import { bounds } from '../../server/limits/render-queue.ts'
import { closed } from '../support/closed.ts'
import { measurableSite, memoryInUseMb } from '../support/memory-in-use.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
let port: number

beforeAll(async () => {
  site = await startSiteProcess({ LOG_LEVEL: 'error', ANALYTICS: 'none' }, measurableSite)
  port = Number(new URL(site.url).port)
  // The home page is cached from here on, and has been read.
  for (let times = 0; times < 3; times++) await (await fetch(site.url)).text()
})
afterAll(() => site.stop())

/** Opens connections in batches: beyond the listen backlog they would wait for a second attempt. */
async function openSockets(count: number) {
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  while (sockets.length < count) {
    const some = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
    some.forEach((socket) => socket.on('error', () => undefined))
    sockets.push(...some)
    await Promise.all(some.map((socket) => once(socket, 'connect')))
  }
  return sockets
}

function requestFor(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
}

/** Requests paths on 16 connections, one after the other on each, and counts the statuses. */
async function requestAll(count: number, pathOf: (n: number) => string) {
  const statuses: Record<string, number> = {}
  let sent = 0
  async function requestInSequence() {
    while (sent < count) {
      const { status } = await get(port, pathOf(sent++))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, requestInSequence))
  return statuses
}

let newPages = 0
/** The path of a page that nobody has requested yet. It is never cached: its title is made up. */
function newPage() {
  newPages += 1
  return `/all-solution-products/solution-data-centres/title-${newPages}`
}

test.runIf(process.platform === 'linux')(
  'V17: a thousand visitors can connect while the site is blocked for a moment',
  async () => {
    process.kill(site.pid, 'SIGSTOP')
    try {
      // The kernel accepts them, up to the site's listen backlog.
      await openSockets(1_000)
    } finally {
      process.kill(site.pid, 'SIGCONT')
    }
    expect((await fetch(site.url)).status).toBe(200)
  },
)

test('V17: under overload the site renders the admitted pages and sheds the rest', async () => {
  const visitors = await openSockets(600)
  const responses = visitors.map(async (socket, at) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (part) => (text += part))
    const path = at === 599 ? '/' : newPage()
    socket.write(requestFor(path).replace(/\r\n$/, 'Connection: close\r\n\r\n'))
    await closed(socket)
    return { status: text.slice(9, 12), head: text.slice(0, 8_000) }
  })
  // The last visitor requests a cached page.
  expect((await responses.at(-1))?.head).toContain('page; hit')
  const all = await Promise.all(responses)
  const rendered = all.filter(({ status }) => status === '200')
  const shed = all.filter(({ status }) => status === '503')
  expect(rendered.length).toBeGreaterThanOrEqual(bounds.page.concurrent)
  expect(shed.length).toBeGreaterThan(0)
  expect(rendered.length + shed.length).toBe(600)
  for (const { head } of shed) {
    expect(head).toMatch(/\r\nCache-Control: no-store\r\n/i)
    expect(head).toMatch(/\r\nRetry-After: [1-5]\r\n/i)
  }
})

test('V18: thousands of unknown paths and parameters take less than 20 MB, and evict no cached page', async () => {
  await requestAll(150, newPage)
  await requestAll(2_000, (n) => `/warming/up-${n}`)
  const before = await memoryInUseMb(site)
  const [paths, parameters] = [2_500, 7_500]
  expect(await requestAll(paths, (n) => `/no/such-${n}`)).toEqual({ 302: paths })
  expect(await requestAll(parameters, (n) => `/?unknown-${n}=${n}`)).toEqual({ 200: parameters })
  // Cached, so many pages would be far more.
  expect((await memoryInUseMb(site)) - before).toBeLessThan(20)
  expect((await fetch(site.url)).headers.get('cache-status')).toBe('page; hit')
}, 120_000)
