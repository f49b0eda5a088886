import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createResponseReader } from '../../scripts/bench/answer-reader.ts'
import { residentMb } from '../../scripts/bench/process-figures.ts'
import { median } from '../../scripts/bench/statistics.ts'
import { bounds } from '../../server/http/load-shedding/load.ts'
import { closed } from '../support/closed.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
let port: number

beforeAll(async () => {
  site = await startSiteProcess({ LOG_LEVEL: 'error', ANALYTICS: 'none' })
  port = Number(new URL(site.url).port)
  // CacheEntry from here on, and read.
  for (let times = 0; times < 3; times++) await (await fetch(site.url)).text()
}, 60_000)
afterAll(() => site.stop())

/** Opens connections, some at a time: more than a machine takes at once would wait for a second try. */
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

/** Asks for so many paths, on some connections, one after the other on each. */
async function askAll(count: number, pathOf: (n: number) => string) {
  const statuses: Record<string, number> = {}
  let asked = 0
  async function askOnOne() {
    const socket = connect(port, '127.0.0.1')
    const read = createResponseReader()
    const ask = () => (asked < count ? socket.write(requestFor(pathOf(asked++))) : socket.end())
    socket.on('connect', ask).on('data', (part) => {
      const answer = read(part)
      if (!answer) return
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      ask()
    })
    await closed(socket)
  }
  await Promise.all(Array.from({ length: 16 }, askOnOne))
  return statuses
}

let unseen = 0
/** A page that nobody has asked for, and that is made anew for each who does: its words are made up. */
function newPage() {
  unseen += 1
  return `/all-solution-products/solution-data-centres/title-${unseen}`
}

/** How long ordinary visitors wait meanwhile, ms: for a kept page, and for a new one. */
async function ordinaryTimes() {
  const times: number[] = []
  for (let visit = 0; visit < 10; visit++) {
    for (const path of ['/', newPage()]) {
      const askedAt = performance.now()
      const answer = await fetch(site.url + path)
      await answer.text()
      expect(answer.status).toBe(200)
      times.push(performance.now() - askedAt)
    }
  }
  return times
}

test.runIf(process.platform === 'linux')(
  'V17: who comes while the site is held up for a moment waits for it, and need not come again',
  async () => {
    process.kill(site.pid, 'SIGSTOP')
    try {
      // The system takes them in the site's place: as many as the site lets wait.
      await openSockets(1_000)
    } finally {
      process.kill(site.pid, 'SIGCONT')
    }
    expect((await fetch(site.url)).status).toBe(200)
  },
)

test('V17: two thousand silent connections keep nobody from his page', async () => {
  const silent = await openSockets(2_000)
  silent.slice(0, 500).forEach((socket) => socket.write('GET / HTTP/1.1\r\nHost: loc'))
  expect(median(await ordinaryTimes())).toBeLessThan(1_000)
})

test('V17: visitors who ask for much and read nothing hold no memory of the site', async () => {
  const before = residentMb(site.pid)
  const readers = await openSockets(400)
  for (const reader of readers) {
    reader.pause()
    reader.write(requestFor('/').repeat(50))
  }
  expect(median(await ordinaryTimes())).toBeLessThan(1_000)
  expect(residentMb(site.pid) - before).toBeLessThan(100)
})

test('V17: visitors who ask for new pages and leave make room for others', async () => {
  const leaving = await openSockets(1_000)
  leaving.forEach((socket) => socket.write(requestFor(newPage()), () => socket.destroy()))
  await expect.poll(async () => (await fetch(site.url + newPage())).status).toBe(200)
})

test('V17: asked for more new pages than it can make, it makes those it has taken on and refuses the rest', async () => {
  const visitors = await openSockets(600)
  const answers = visitors.map(async (socket, at) => {
    const read = createResponseReader()
    const heads: string[] = []
    return new Promise<{ status: string; head: string }>((resolve) => {
      socket.on('data', (part) => {
        heads.push(part.toString('latin1'))
        const answer = read(part)
        if (answer) resolve({ status: answer.status, head: heads.join('').slice(0, 2_000) })
      })
      socket.write(requestFor(at === 599 ? '/' : newPage()))
    })
  })
  // He came last, and has a page that is kept.
  expect((await answers.at(-1))?.head).toContain('page; hit')
  const all = await Promise.all(answers)
  const made = all.filter(({ status }) => status === '200')
  const refused = all.filter(({ status }) => status === '503')
  expect(made.length).toBeGreaterThanOrEqual(bounds.page.underWay)
  expect(refused.length).toBeGreaterThan(0)
  expect(made.length + refused.length).toBe(600)
  for (const { head } of refused) {
    expect(head).toMatch(/\r\nCache-Control: no-store\r\n/i)
    expect(head).toMatch(/\r\nRetry-After: [1-5]\r\n/i)
  }
})

test('V18: twenty thousand unknown paths and parameters take no memory, and no kept page its place', async () => {
  await askAll(150, newPage)
  await askAll(2_000, (n) => `/warming/up-${n}`)
  const before = residentMb(site.pid)
  expect(await askAll(5_000, (n) => `/no/such-${n}`)).toEqual({ 302: 5_000 })
  expect(await askAll(15_000, (n) => `/?unknown-${n}=${n}`)).toEqual({ 200: 15_000 })
  // CacheEntry, so many pages would be hundreds.
  expect(residentMb(site.pid) - before).toBeLessThan(80)
  expect((await fetch(site.url)).headers.get('cache-status')).toBe('page; hit')
}, 120_000)
