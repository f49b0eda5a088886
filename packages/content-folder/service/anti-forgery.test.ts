import { describe, expect, test } from 'vitest'
import { sendRequest } from '../../../tests/support/raw-request.ts'
import { sampleEmail } from '../../../tests/support/sample-email.ts'
import {
  listFields,
  readError,
  readItems,
  startForTests,
} from '../../../tests/support/content-client.ts'

const service = await startForTests()

const answers = {
  '/get-post': { ...listFields, Type: 'ContactData' },
  '/main-system': { check: 'getSystem', Lang: 'Ar', FbrnId: '1' },
  '/users/PostEmail': sampleEmail,
  '/company-processing': { name: 'Tayyar' },
}

function send(address: string, fields: Record<string, string>, headers: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return fetch(service.url + address, { method: 'POST', body, headers })
}

describe('a post', () => {
  const refused: [string, Record<string, string>][] = [
    ['neither cookie nor header', {}],
    ['the cookie alone', { Cookie: 'XSRF-TOKEN=abc' }],
    ['the header alone', { 'X-XSRF-TOKEN': 'abc' }],
    ['a header of another value', { Cookie: 'XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abd' }],
    ['a header that only begins so', { Cookie: 'XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'ab' }],
    ['both empty', { Cookie: 'XSRF-TOKEN=', 'X-XSRF-TOKEN': '' }],
    ['a cookie of another name', { Cookie: 'NOT-XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abc' }],
  ]
  test.each(refused)('is rejected with %s, and issues a token', async (_, headers) => {
    const response = await send('/get-post', answers['/get-post'], headers)
    expect(response.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{20,}; Path=\/$/)
    expect(await readError(response, 403)).toContain('XSRF-TOKEN')
  })

  test.each(Object.entries(answers))(
    'to %s succeeds when cookie and header match, without a new token, and only then',
    async (address, fields) => {
      await readError(await send(address, fields, {}), 403)
      const headers = { Cookie: 'a=b; XSRF-TOKEN=x=y; c=d', 'X-XSRF-TOKEN': 'x=y' }
      const response = await send(address, fields, headers)
      expect(response.status).toBe(200)
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )
})

test('the token from a first response is accepted', async () => {
  const first = await fetch(`${service.url}/languages/Ar`)
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  const token = cookie.replace('XSRF-TOKEN=', '')
  const response = await send('/get-post', answers['/get-post'], {
    Cookie: cookie,
    'X-XSRF-TOKEN': token,
  })
  expect(await readItems(response)).toMatchObject([{ postID: 'contact' }])
})

test('two clients get different tokens', async () => {
  const [one, two] = await Promise.all([
    fetch(`${service.url}/languages/Ar`),
    fetch(`${service.url}/languages/Ar`),
  ])
  expect(one.headers.get('set-cookie')).not.toBe(two.headers.get('set-cookie'))
})

test('a client with a token does not get another', async () => {
  const response = await fetch(`${service.url}/languages/Ar`, {
    headers: { Cookie: 'XSRF-TOKEN=mine' },
  })
  expect(response.headers.get('set-cookie')).toBeNull()
})

describe('a host', () => {
  const { port } = new URL(service.url)

  test.each(['localhost', `localhost:${port}`, `127.0.0.1:${port}`, '[::1]:1', '127.1.2.3'])(
    '%s is the service’s own',
    async (host) => {
      const { status } = await sendRequest(service.url, 'GET /languages/Ar', [`Host: ${host}`])
      expect(status).toBe(200)
    },
  )

  test.each([
    ['evil.example', 421],
    [`evil.example:${port}`, 421],
    ['localhost.evil.example', 421],
    ['192.0.2.1', 421],
    ['user@localhost', 400],
    ['', 400],
  ])('"%s" gets %i for every path', async (host, refusal) => {
    for (const line of ['GET /languages/Ar', 'GET /images/post/breaker-1.png', 'POST /get-post']) {
      const { status, body } = await sendRequest(service.url, line, [`Host: ${host}`])
      expect([status, JSON.parse(body.toString())], line).toEqual([
        refusal,
        { error: expect.stringContaining('host') },
      ])
    }
  })
})
