import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { residentMb, watchMemory } from '../../scripts/bench/process-figures.ts'
import { limits } from '../../server/limits/client-limits.ts'
import { closed } from '../support/closed.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const megabyte = 2 ** 20
const piece = Buffer.alloc(megabyte, 'a')
const pieces = 4
/** Far less than the bytes sent, and more than garbage that is not collected yet. */
const maxGrowthMb = 96

const form = 'Content-Type: application/x-www-form-urlencoded'
const chunked = 'Transfer-Encoding: chunked'
const declared = `Content-Length: ${pieces * megabyte}`

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' })
  // Warms up what is allocated once.
  await sendMany(16, 'POST /language', [form, chunked], chunkOf('lang=En'), 1)
})
afterAll(() => site.stop())

function chunkOf(text: Buffer | string) {
  return Buffer.concat([
    Buffer.from(`${text.length.toString(16)}\r\n`),
    Buffer.from(text),
    Buffer.from('\r\n'),
  ])
}

/**
 * Sends a request as fast as the site reads it, until it is sent or the site closes the connection.
 * @returns the status of the response
 */
async function sendOne(line: string, headers: string[], part: Buffer, times: number) {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString('latin1')))
  const end = closed(socket)
  socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'))
  for (let sent = 0; sent < times && socket.writable; sent++) {
    if (socket.write(part)) continue
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), end])
  }
  // An invalid chunk makes the site close the connection, even if it would wait for more.
  socket.write('no size\r\n')
  await end
  return Number(received.split(' ', 2)[1] ?? 0)
}

/** @returns the distinct statuses of the responses, and the peak growth of the site's memory, MB */
async function sendMany(count: number, ...request: Parameters<typeof sendOne>) {
  const before = residentMb(site.pid)
  const peakMemory = watchMemory(site.pid)
  const sending = Array.from({ length: count }, () => sendOne(...request))
  const statuses = new Set(await Promise.all(sending))
  return { statuses: [...statuses], growthMb: peakMemory() - before }
}

test.each([
  ['with a length', 'POST /language', [form, declared], piece, 413],
  ['in chunks', 'POST /language', [form, chunked], chunkOf(piece), 413],
  ['to an address without POST', 'POST /News', [form, chunked], chunkOf(piece), 405],
  [
    'to the page view address',
    'POST /page-view',
    ['Content-Type: application/json', chunked],
    chunkOf(piece),
    413,
  ],
])(
  'V10: 64 large bodies at once take less than 96 MB: %s',
  async (_, line, headers, part, status) => {
    const { statuses, growthMb } = await sendMany(64, line, headers, part, pieces)
    expect(statuses).toEqual([status])
    expect(growthMb).toBeLessThan(maxGrowthMb)
  },
)

test.runIf(isWholeRun)(
  'V33: 200 posts of 60 kB at once, of two clients, whose words come back, take less than 96 MB',
  async () => {
    const form = `message=${'%D8%A7'.repeat(5_000)}&name=${'<'.repeat(30_000)}`
    const headers = (at: number) => ({
      origin: site.url,
      'x-forwarded-for': `203.0.113.${at % 2}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    const before = residentMb(site.pid)
    const peakMemory = watchMemory(site.pid)
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const post = { method: 'POST', body: form, headers: headers(at) }
        const response = await fetch(`${site.url}/enquiry`, post)
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(1)
    expect(peakMemory() - before).toBeLessThan(maxGrowthMb)
  },
)

test('V33: the largest form that a visitor can fill in is taken', async () => {
  const ids = Array.from(
    { length: 50 },
    (_, at) => `a-long-id-of-a-product-${at}~CODE-63-4P-C${at}`,
  )
  const form = new FormData()
  form.set('items', ids.map((id) => `${id}:99999`).join(','))
  for (const id of ids) {
    form.set(`quantity.${id}`, '99999')
    form.set(`note.${id}`, 'ا'.repeat(300))
  }
  form.set('message', 'ا'.repeat(4_644))
  const headers = { origin: site.url }
  const response = await fetch(`${site.url}/enquiry`, { method: 'POST', body: form, headers })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(`value="${'ا'.repeat(300)}"`)
})

test.runIf(isWholeRun)('V10: bodies with chunks of one byte take less than 96 MB', async () => {
  const bytes = Buffer.from('1\r\na\r\n'.repeat(15_000))
  const { statuses, growthMb } = await sendMany(16, 'POST /enquiry', [form, chunked], bytes, 4)
  expect(statuses).toEqual([400])
  expect(growthMb).toBeLessThan(maxGrowthMb)
})

describe('many posts', () => {
  /** More than the burst of one client, and than refills while the test runs. */
  const tooMany = limits.posts.burst + 30

  /** Chooses a language. */
  function post(url: string, forwardedFor: string) {
    const body = new URLSearchParams({ lang: 'En' })
    const headers = { 'x-forwarded-for': forwardedFor }
    return fetch(`${url}/language`, { method: 'POST', redirect: 'manual', body, headers })
  }

  function postAll(url: string, forwardedFor: (index: number) => string) {
    return Promise.all(Array.from({ length: tooMany }, (_, at) => post(url, forwardedFor(at))))
  }

  test('V13 V17: of one client behind a proxy are limited, whatever X-Forwarded-For it forges; those of another are not', async () => {
    const responses = await postAll(site.url, (at) => `198.51.100.${at}, 203.0.113.3`)
    const rejected = responses.filter(({ status }) => status !== 303)
    expect(rejected.length).toBeGreaterThan(0)
    expect(tooMany - rejected.length).toBeGreaterThanOrEqual(limits.posts.burst)
    for (const { status, headers } of rejected) {
      expect([status, headers.get('cache-control')]).toEqual([429, 'no-store'])
      expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await post(site.url, '203.0.113.2')).status).toBe(303)
  })

  test('V13 V17: of this machine are not limited without TRUST_PROXY, whatever its X-Forwarded-For', async () => {
    const responses = await postAll(inject('siteUrl'), () => '203.0.113.1')
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]))
  })
})
