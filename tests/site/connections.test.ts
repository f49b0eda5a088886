import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { residentMb } from '../../scripts/bench/process-figures.ts'
import { median } from '../../scripts/bench/statistics.ts'
import { connectionLimits } from '../../server/http/connections.ts'
import { closed } from '../support/closed.ts'
import { fuzzConnections } from '../support/connection-fuzz.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { measurableSite, memoryInUseMb } from '../support/memory-in-use.ts'
import { isWholeRun, sized } from '../support/test-size.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
let port: number

beforeAll(async () => {
  const OPS_PORT = String(await getFreePort())
  site = await startSiteProcess({ LOG_LEVEL: 'error', ANALYTICS: 'none', OPS_PORT }, measurableSite)
  port = Number(new URL(site.url).port)
  for (let times = 0; times < 3; times++) await (await fetch(site.url)).text()
})
afterAll(() => site.stop())

/** Opens a connection from an address of the loopback network, which has many on Linux. */
async function open(localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function openMany(count: number, localAddress?: string) {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(200, count - sockets.length) }, () =>
      open(localAddress),
    )
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

function requestFor(path: string, ...headers: string[]) {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

async function readAll(socket: Socket) {
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  await closed(socket)
  return Buffer.concat(parts).toString('latin1')
}

function statusesIn(text: string) {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

test.runIf(isWholeRun)(
  'V25: thousands of requests with unread responses add less than 100 MB of memory',
  async () => {
    const before = residentMb(site.pid)
    const sockets = await openMany(200)
    const packet = requestFor('/').repeat(Math.floor(65_536 / requestFor('/').length))
    for (const socket of sockets) socket.pause().write(packet)
    for (let times = 0; times < 5; times++) expect((await fetch(site.url)).status).toBe(200)
    expect(residentMb(site.pid) - before).toBeLessThan(100)
    const gone = sockets.map(closed)
    sockets.forEach((socket) => socket.resetAndDestroy())
    await Promise.all(gone)
  },
)

test('V16: a body in a transfer coding that is not decoded is refused', async () => {
  const bodies = ['gzip, chunked', 'deflate,chunked', 'x, Chunked']
  for (const coding of bodies) {
    const socket = await open()
    const head = ['POST /language HTTP/1.1', 'Host: localhost', `Transfer-Encoding: ${coding}`]
    const form = 'Content-Type: application/x-www-form-urlencoded'
    socket.write([...head, form, 'Connection: close', '', '7', 'lang=En', '0', '', ''].join('\r\n'))
    expect(statusesIn(await readAll(socket)), coding).toEqual([501])
  }
})

test('V35: clients that pipeline at full speed do not hold up others', async () => {
  const packet = requestFor('/').replace('GET', 'HEAD').repeat(1_000)
  for (const socket of await openMany(16, '127.0.0.3')) {
    socket.resume()
    const send = () => {
      while (socket.write(packet));
    }
    socket.on('drain', send)
    send()
  }
  const times: number[] = []
  while (times.length < 11) {
    const startedAt = performance.now()
    await (await fetch(site.url)).text()
    times.push(performance.now() - startedAt)
  }
  expect(median(times)).toBeLessThan(1_000)
})

test('V26: an address with thousands of idle connections loses the oldest, and others are served', async () => {
  const idle = await openMany(2 * connectionLimits.perAddress, '127.0.0.2')
  const others = await openMany(20)
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded
  idle.forEach((socket) => socket.resume())
  await eventually(() =>
    expect(idle.filter(isOpen).length).toBeLessThanOrEqual(connectionLimits.perAddress),
  )
  expect(idle.filter(isOpen).length).toBeGreaterThan(connectionLimits.perAddress / 2)
  // The oldest are closed first; the latest is served.
  const last = idle.at(-1)
  last?.write(requestFor('/', 'Connection: close'))
  expect(last && statusesIn(await readAll(last))).toEqual([200])
  for (const socket of others) socket.write(requestFor('/', 'Connection: close'))
  const responses = await Promise.all(others.map(readAll))
  expect(responses.flatMap(statusesIn)).toEqual(others.map(() => 200))
  expect((await fetch(`${site.adminUrl}/readyz`)).status).toBe(200)
  const metrics = await (await fetch(`${site.adminUrl}/metrics`)).text()
  expect(metrics).toMatch(/http_connections_closed_total\{reason="address"\} [1-9]/)
})

/** The number of the site's open connections, files and pipes. */
function countDescriptors() {
  return readdirSync(`/proc/${site.pid}/fd`).length
}

test.runIf(process.platform === 'linux')(
  'V23 V24 V30: connections that abort, reset, read slowly and pipeline anything leak nothing',
  async () => {
    const run = (seed: number, connections: number) => fuzzConnections({ port, seed, connections })
    // Warms up what is opened and allocated once.
    const warmUp = await run(40_062, sized(500, 200))
    expect(warmUp.problems).toEqual([])
    const before = { descriptors: countDescriptors(), memory: await memoryInUseMb(site) }
    const connections = sized(8_000)
    const report = await run(2026, connections)
    expect(report.problems.slice(0, 3)).toEqual([])
    expect(report.connections).toBe(connections)
    expect(report.responses).toBeGreaterThan(connections)
    await eventually(() => expect(countDescriptors()).toBeLessThanOrEqual(before.descriptors))
    expect((await memoryInUseMb(site)) - before.memory).toBeLessThan(20)
    expect(site.output()).not.toContain('"level":60')
    expect((await fetch(site.url)).status).toBe(200)
  },
  300_000,
)
