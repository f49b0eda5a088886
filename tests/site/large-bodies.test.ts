import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { residentMb, watchMemory } from '../../scripts/bench/process-figures.ts'
import { closed } from '../support/closed.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const megabyte = 2 ** 20
const piece = Buffer.alloc(megabyte, 'a')
const pieces = 4
/** Far less than what was sent, and more than a garbage collector takes its time for. */
const flatMb = 96

const form = 'Content-Type: application/x-www-form-urlencoded'
const chunked = 'Transfer-Encoding: chunked'
const declared = `Content-Length: ${pieces * megabyte}`

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ LOG_LEVEL: 'error', ANALYTICS: 'none' })
  // What is made once, at the first of each, is made.
  await sendMany(16, 'POST /language', [form, chunked], chunkOf('lang=En'), 1)
}, 60_000)
afterAll(() => site.stop())

function chunkOf(text: Buffer | string) {
  return Buffer.concat([
    Buffer.from(`${text.length.toString(16)}\r\n`),
    Buffer.from(text),
    Buffer.from('\r\n'),
  ])
}

/**
 * Sends a request as fast as it is taken, until all is sent or the site hangs up.
 * @returns the status of the answer
 */
async function sendOne(line: string, headers: string[], part: Buffer, times: number) {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (bytes) => (said += bytes.toString('latin1')))
  const end = closed(socket)
  socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'))
  for (let sent = 0; sent < times && socket.writable; sent++) {
    if (socket.write(part)) continue
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), end])
  }
  // What no request could follow makes the other side close, also where it would wait for more.
  socket.write('no size\r\n')
  await end
  return Number(said.split(' ', 2)[1] ?? 0)
}

/** @returns the statuses of the answers, and by how much the site's memory grew at most, in MB */
async function sendMany(count: number, ...request: Parameters<typeof sendOne>) {
  const before = residentMb(site.pid)
  const mostOf = watchMemory(site.pid)
  const sending = Array.from({ length: count }, () => sendOne(...request))
  const statuses = new Set(await Promise.all(sending))
  return { statuses: [...statuses], grownMb: mostOf() - before }
}

test.each([
  ['that say how long they are', 'POST /language', [form, declared], piece, 413],
  ['that do not', 'POST /language', [form, chunked], chunkOf(piece), 413],
  ['of an address that takes none', 'POST /News', [form, chunked], chunkOf(piece), 405],
  [
    'of a page view',
    'POST /page-view',
    ['Content-Type: application/json', chunked],
    chunkOf(piece),
    413,
  ],
])('V10: many large bodies at once take no memory: %s', async (_, line, headers, part, status) => {
  const { statuses, grownMb } = await sendMany(64, line, headers, part, pieces)
  expect(statuses).toEqual([status])
  expect(grownMb).toBeLessThan(flatMb)
})

test('V10: bodies that come byte by byte take no more memory than they are long', async () => {
  const bytes = Buffer.from('1\r\na\r\n'.repeat(15_000))
  const { statuses, grownMb } = await sendMany(16, 'POST /language', [form, chunked], bytes, 4)
  expect(statuses).toEqual([400])
  expect(grownMb).toBeLessThan(flatMb)
})
