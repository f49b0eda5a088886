import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { checkRedirect } from '../../../server/doctor/proxy.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { findDeadAddress } from '../../support/loopback.ts'

const home = 'https://www.example.com/'

test.each([
  [301, { location: home }, 'ok'],
  [308, { location: 'https://www.example.com' }, 'ok'],
  [302, { location: 'https://elsewhere.example/' }, 'warning'],
  [200, {}, 'warning'],
])('an address without TLS that answers %i %o', async (status, headers, level) => {
  const server = createServer((_, response) => response.writeHead(status, headers).end())
  const { url } = await listenInTest(server)
  expect(await checkRedirect(url, home, {})).toMatchObject({ level, subject: 'Redirect' })
})

test('an address without TLS that does not answer is no fault', async () => {
  expect((await checkRedirect(await findDeadAddress(), home, {})).level).toBe('info')
})
