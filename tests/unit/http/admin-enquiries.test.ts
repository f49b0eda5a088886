import { expect, test } from 'vitest'
import { request } from 'undici'
import type { EnquiryText } from '../../../server/enquiries/enquiries.ts'
import { createAdminServer } from '../../../server/http/admin-server.ts'
import { enquiryOf, hostileEnquiry, itemOf } from '../../support/enquiry.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { collectLog } from '../../support/logged.ts'

/** An admin server without a token, whose outbox has these enquiries; null: it fails. */
async function start(pages: EnquiryText[][] | null) {
  const server = createAdminServer({
    token: undefined,
    purge: async () => ({ content: 0, pages: 0 }),
    readiness: () => {
      throw new Error('Not asked for')
    },
    enquiries: {
      list: async () => {
        if (!pages) throw new Error('database or disk is full')
        const none = { waiting: 0, delivered: 0, failed: 0, oldestWaitingSeconds: 0 }
        return { ...none, enquiries: [] }
      },
      async *listTexts() {
        if (!pages) throw new Error('database or disk is full')
        yield* pages
      },
      retry: async () => 'unknown',
      markAnswered: async () => 'unknown',
    },
  })
  return listenInTest(server)
}

function textOf(id: number, enquiry = enquiryOf()): EnquiryText {
  return {
    ...{ id, reference: '2345-KM7A', revision: 1, state: 'waiting', receivedAt: 0, attempts: 0 },
    ...{ nextAttemptAt: 0, lastError: null, deliveredAt: null, enquiry },
  }
}

test('a page whose name was pointed at the admin server reads no enquiries', async () => {
  const { port, url } = await start([])
  const statusFor = async (host: string) => {
    const { statusCode, body } = await request(`${url}/enquiries`, { headers: { host } })
    await body.dump()
    return statusCode
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]:9464', '10.0.0.1']) {
    expect(await statusFor(host), host).toBe(200)
  }
  for (const host of [`evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example']) {
    expect(await statusFor(host), host).toBe(403)
  }
})

test('a failing outbox is a 503, and logged', async () => {
  const { factsOf } = collectLog()
  const { url } = await start(null)
  for (const path of ['/enquiries', '/enquiries?format=csv']) {
    const { statusCode, body } = await request(url + path)
    await body.dump()
    expect(statusCode).toBe(503)
  }
  expect(factsOf('admin request failed')).toHaveLength(2)
})

test('a large export arrives whole, in a file that runs no formula', async () => {
  const items = Array.from({ length: 20 }, () => itemOf({ note: 'x'.repeat(300) }))
  const page = Array.from({ length: 50 }, (_, at) => textOf(at, enquiryOf({ items })))
  const hostile = textOf(0, { ...hostileEnquiry, message: '=1+1', name: ' =2' })
  const { url } = await start([[hostile], ...Array.from({ length: 20 }, () => page)])
  const { statusCode, body } = await request(`${url}/enquiries?format=csv`)
  const text = await body.text()
  expect(statusCode).toBe(200)
  expect(text.match(/^2345-KM7A,1,waiting,/gm)).toHaveLength(1_001)
  expect(text).toContain(",' =2,")
  expect(text).toContain(",'=1+1,")
})

test('an export of one state has only its enquiries', async () => {
  const delivered: EnquiryText = { ...textOf(2), reference: 'AAAA-AAAA', state: 'delivered' }
  const { url } = await start([[textOf(1), delivered], [textOf(3)]])
  const rowsOf = async (query: string) =>
    (await (await fetch(`${url}/enquiries?format=csv${query}`)).text()).match(/^\w{4}-\w{4},/gm)
  expect(await rowsOf('&state=delivered')).toEqual(['AAAA-AAAA,'])
  expect(await rowsOf('')).toHaveLength(3)
  expect((await fetch(`${url}/enquiries?format=csv&state=lost`)).status).toBe(400)
})
