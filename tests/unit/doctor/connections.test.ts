import { once } from 'node:events'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { checkDelivery } from '../../../server/doctor/delivery.ts'
import { checkOtherServices } from '../../../server/doctor/other-services.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import { makeSelfSigned } from '../../support/self-signed.ts'

const secret = 'only-for-the-tests'

function webhook(url: string) {
  return checkDelivery(
    parseConfig({
      ENQUIRY_DELIVERY: 'webhook',
      ENQUIRY_WEBHOOK_URL: `${url}/hook?key=${secret}`,
      ENQUIRY_WEBHOOK_SECRET: secret,
    }),
  )
}

test('the webhook gets a connection and nothing else, and its key is not printed', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (part) => received.push(part)))
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const { url } = await listenInTest(server)
  const [finding] = await webhook(url)
  await closed
  expect(finding).toMatchObject({ level: 'ok', subject: 'webhook' })
  expect(finding?.text).not.toContain(secret)
  expect(received).toEqual([])
})

test('a webhook with a certificate that nobody trusts is an error', async () => {
  const { port } = await listenInTest(createTlsServer(makeSelfSigned()))
  const [finding] = await webhook(`https://localhost:${port}`)
  expect(finding?.level).toBe('error')
  expect(finding?.text).toContain('The certificate is not trusted')
})

test.each([
  ['post-email', {}, 'warning'],
  ['post-email', { CONTENT_API_URL: 'http://api.example' }, 'warning'],
  ['log', { ENQUIRY_DELIVERY: 'log' }, 'warning'],
  ['none', { ENQUIRY_DELIVERY: 'none' }, 'info'],
])('%s with %o', async (subject, variables, level) => {
  expect(await checkDelivery(parseConfig(variables))).toMatchObject([{ subject, level }])
})

test('post-email with all its settings is as it should be', async () => {
  const findings = await checkDelivery(
    parseConfig({
      CONTENT_API_URL: 'http://api.example',
      POST_EMAIL_FROM: 'site@example.com',
      POST_EMAIL_PASSWORD: secret,
      POST_EMAIL_PORT: '587',
    }),
  )
  expect(findings).toMatchObject([{ level: 'ok' }])
})

test('analytics and each proxy to purge are connected to', async () => {
  const { url } = await listenInTest(createServer())
  const dead = await findDeadAddress()
  const settings = {
    ANALYTICS: 'matomo',
    ANALYTICS_URL: url,
    ANALYTICS_SITE: '1',
    PUBLIC_URL: 'https://www.example.com',
    PROXY_PURGE_URLS: `${url},${dead}`,
  }
  expect(await checkOtherServices(parseConfig(settings))).toMatchObject([
    { level: 'ok', subject: 'matomo' },
    { level: 'ok', subject: 'purges' },
    { level: 'error', subject: 'purges', text: expect.stringContaining('PROXY_PURGE_URLS') },
  ])
})
