import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { expect, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { checkContent, unlinkedContactValues } from '../../server/doctor/content.ts'
import { checkBrand, checkDisk, checkSettings } from '../../server/doctor/installation.ts'
import { findingsOf } from '../../server/doctor/report.ts'
import { checkAnalytics, checkDelivery } from '../../server/doctor/services.ts'
import { checkProxy, checkSlowUpload } from '../../server/doctor/site.ts'
import { defaultTimes, receiveForm } from '../../server/uploads/receive-form.ts'
import { listenInTest } from '../support/listen-in-test.ts'
import { startMailServer } from '../support/mail-server.ts'
import { readPosts } from '../support/read-posts.ts'
import { makeSelfSigned } from '../support/self-signed.ts'

const good = {
  SECRET: 'only-for-the-tests',
  PUBLIC_URL: 'https://www.example.com',
  TRUST_PROXY: '10.0.0.5',
}

function complaintsOf(variables: Record<string, string>) {
  const config = parseConfig({ ...good, ...variables })
  return [...checkBrand(config), ...checkSettings(config)]
    .filter(({ level }) => level !== 'ok' && level !== 'info')
    .map(({ level, subject }) => `${level} ${subject}`)
}

test('settings that are fit for production are not complained about', () => {
  expect(complaintsOf({})).toEqual([])
  expect(complaintsOf({ OPS_HOST: '0.0.0.0', OPS_TOKEN: 'only-for-the-tests' })).toEqual([])
  expect(complaintsOf({ OPS_HOST: '0.0.0.0', OPS_PORT: '0' })).toEqual([])
})

test.each([
  ['warning SECRET', { SECRET: '' }],
  ['warning PUBLIC_URL', { PUBLIC_URL: 'http://www.example.com' }],
  ['error PUBLIC_URL', { PUBLIC_URL: '' }],
  ['warning TRUST_PROXY', { TRUST_PROXY: '' }],
  ['warning TRUST_PROXY', { TRUST_PROXY: '10.0.0.5,::/0' }],
  ['warning OPS_HOST', { OPS_HOST: '0.0.0.0' }],
  ['warning OPS_HOST', { OPS_HOST: 'site.internal' }],
  ['warning CONTENT_CACHE_TTL_S', { CONTENT_CACHE_TTL_S: '0' }],
  ['warning CONTENT_STALE_S', { CONTENT_STALE_S: '0' }],
  ['warning PAGE_CACHE_MB', { PAGE_CACHE_MB: '0' }],
  ['error BRAND_DIR', { BRAND_DIR: '/nowhere/at-all' }],
])('%s is said of %o', (complaint, variables) => {
  expect(complaintsOf(variables)).toEqual([complaint])
})

const checkFolder = (folder: string) => findingsOf(parseConfig({ DATA_DIR: folder }), checkDisk)

test('a folder that is not there yet can be created, and is not', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const [writable] = await checkFolder(path.join(parent, 'a', 'data'))
  expect(writable).toMatchObject({ level: 'ok', subject: 'DATA_DIR' })
  expect(readdirSync(parent)).toEqual([])
})

test('a folder that can be written to is left as it was', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  expect((await checkFolder(folder))[0]?.level).toBe('ok')
  expect(readdirSync(folder)).toEqual([])
})

test('a file in place of the folder is an error', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'doctor-')), 'data')
  writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'data')]) {
    expect(await checkFolder(folder)).toMatchObject([
      { level: 'error', text: expect.stringContaining('is not a folder') },
    ])
  }
})

test.skipIf(!existsSync('/dev/shm'))('a folder in memory is warned of', async () => {
  const findings = await checkFolder('/dev/shm/site-data')
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringContaining('in memory'),
    }),
  )
})

const secret = 'only-for-the-tests'

async function webhook(url: string) {
  const config = parseConfig({
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: `${url}/hook?key=${secret}`,
    ENQUIRY_WEBHOOK_SECRET: secret,
  })
  const [finding] = await findingsOf(config, checkDelivery)
  return finding
}

test('the webhook gets a connection and nothing else, and its key is not printed', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (part) => received.push(part)))
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const { url } = await listenInTest(server)
  const finding = await webhook(url)
  await closed
  expect(finding).toMatchObject({ level: 'ok', subject: 'webhook' })
  expect(finding?.text).not.toContain(secret)
  expect(received).toEqual([])
})

test('a webhook with a certificate that nobody trusts is an error', async () => {
  const { port } = await listenInTest(createTlsServer(makeSelfSigned()))
  const finding = await webhook(`https://localhost:${port}`)
  expect(finding?.level).toBe('error')
  expect(finding?.text).toContain('The certificate is not trusted')
})

test.each([
  ['post-email', {}, 'warning'],
  ['post-email', { CONTENT_API_URL: 'http://api.example' }, 'warning'],
  ['log', { ENQUIRY_DELIVERY: 'log' }, 'warning'],
  ['none', { ENQUIRY_DELIVERY: 'none' }, 'info'],
])('%s with %o', async (subject, variables, level) => {
  expect(await findingsOf(parseConfig(variables), checkDelivery)).toMatchObject([
    { subject, level },
  ])
})

test('settings of a delivery that is not chosen are named', async () => {
  const variables = { SMTP_URL: 'smtp://mail.example', ENQUIRY_DELIVERY: 'none' }
  expect(await findingsOf(parseConfig(variables), checkDelivery)).toMatchObject([
    { subject: 'none' },
    { level: 'warning', text: expect.stringContaining('SMTP_URL is set') },
  ])
})

test('post-email with all its settings is as it should be', async () => {
  const config = parseConfig({
    CONTENT_API_URL: 'http://api.example',
    POST_EMAIL_FROM: 'site@example.com',
    POST_EMAIL_PASSWORD: secret,
    POST_EMAIL_PORT: '587',
  })
  expect(await findingsOf(config, checkDelivery)).toMatchObject([{ level: 'ok' }])
})

test('a proxy that refuses requests as large as a file is named', async () => {
  const server = createHttpServer((request, response) => {
    request.resume()
    const status = request.method === 'POST' ? 413 : 200
    response.writeHead(status, { 'cache-status': 'page; hit' }).end()
  })
  const { port } = await listenInTest(server)
  const config = parseConfig({ PUBLIC_URL: `http://localhost:${port}` })
  expect(await findingsOf(config, checkProxy)).toContainEqual(
    expect.objectContaining({ level: 'error', subject: 'Uploads' }),
  )
})

test('a proxy that hides foreign host names from the site is named', async () => {
  const levelsWith = async (isHidden: boolean) => {
    const server = createHttpServer((request, response) => {
      request.resume()
      const isForeign = !isHidden && request.headers.host === 'doctor.invalid'
      response.writeHead(isForeign ? 421 : 200, { 'cache-status': 'page; hit' }).end()
    })
    const { port } = await listenInTest(server)
    const config = parseConfig({ PUBLIC_URL: `http://localhost:${port}` })
    const ofHost = (await findingsOf(config, checkProxy)).filter(
      ({ subject }) => subject === 'Host',
    )
    return ofHost.map(({ level }) => level)
  }
  expect(await levelsWith(false)).toEqual(['ok'])
  expect(await levelsWith(true)).toEqual(['ok', 'warning'])
})

test('a proxy that encodes paths in its own way is named', async () => {
  const findingsWith = async (isRewritten: boolean) => {
    const server = createHttpServer((request, response) => {
      request.resume()
      const { url = '' } = request
      const isOdd = url.includes('%')
      const location = isRewritten && isOdd ? { location: url } : {}
      const status = isOdd ? (isRewritten ? 308 : 404) : 200
      response.writeHead(status, { 'cache-status': 'page; hit', ...location }).end()
    })
    const { port } = await listenInTest(server)
    const config = parseConfig({ PUBLIC_URL: `http://localhost:${port}` })
    return (await findingsOf(config, checkProxy)).filter(({ subject }) => subject === 'Addresses')
  }
  expect(await findingsWith(false)).toEqual([])
  expect(await findingsWith(true)).toMatchObject([{ level: 'error' }])
})

test('a proxy that limits the time of an upload is named, the limits of the site itself are not', async () => {
  const security = { 'content-security-policy': "default-src 'none'" }
  // As 12 s are to 300 ms.
  const { silent, total, bytesPerMs } = defaultTimes
  const times = { silent: silent / 40, total: total / 40, bytesPerMs: bytesPerMs * 40 }
  const store = { save: () => expect.fail('A file was stored.'), discard: () => Promise.resolve() }
  const limits = { maxBytes: 16 * 1024, files: { fields: { file: { maxBytes: 1e6 } }, max: 5 } }
  const server = createHttpServer((request, response) => {
    void receiveForm(request, limits, store, null, times).then((result) => {
      response.writeHead('body' in result ? 422 : 408, security).end()
    })
  })
  const site = await listenInTest(server)
  expect(await checkSlowUpload(site.url, {}, 300)).toMatchObject({ level: 'ok' })
  const cutting = createHttpServer((request, response) => {
    request.resume()
    setTimeout(() => response.writeHead(408, { connection: 'close' }).end(), 50)
  })
  const { url } = await listenInTest(cutting)
  expect(await checkSlowUpload(url, {}, 300)).toMatchObject({ level: 'error', subject: 'Uploads' })
})

test('a mail server that offers a login is named if SMTP_URL has none', async () => {
  const findingsWith = async (login?: string, hasUser = login !== undefined) => {
    const { url } = await startMailServer(login === undefined ? {} : { login })
    const SMTP_URL = hasUser ? url : url.replace(/\/\/.*@/, '//')
    const mailboxes = { ENQUIRY_TO: 'sales@example.com', ENQUIRY_FROM: 'site@example.com' }
    const config = parseConfig({ ENQUIRY_DELIVERY: 'smtp', SMTP_URL, ...mailboxes })
    return findingsOf(config, checkDelivery)
  }
  expect(await findingsWith()).toMatchObject([{ level: 'ok' }])
  expect(await findingsWith('user:pass')).toMatchObject([{ level: 'ok' }])
  expect(await findingsWith('user:pass', false)).toMatchObject([{ level: 'warning' }])
})

test('a clock that differs from that of the content API is named', async () => {
  const server = createHttpServer((request, response) => {
    request.resume()
    const date = new Date(Date.now() - 600_000).toUTCString()
    response.writeHead(200, { date, 'content-type': 'application/json' }).end('[]')
  })
  const { url } = await listenInTest(server)
  const findings = await findingsOf(parseConfig({ CONTENT_API_URL: url }), checkContent)
  expect(findings).toContainEqual(expect.objectContaining({ level: 'warning', subject: 'Clock' }))
})

test('analytics are connected to', async () => {
  const { url } = await listenInTest(createServer())
  const settings = {
    ANALYTICS: 'matomo',
    ANALYTICS_URL: url,
    ANALYTICS_SITE: '1',
    PUBLIC_URL: 'https://www.example.com',
  }
  expect(await findingsOf(parseConfig(settings), checkAnalytics)).toMatchObject([
    { level: 'ok', subject: 'matomo' },
  ])
})

test('F54: the doctor names the contact values that lead nowhere, and what they should be', () => {
  const posts = readPosts('contact', [
    {
      phone1: 'Call us',
      email1: 'info@x.example',
      mapUrl: 'Al Olaya, Riyadh',
      facebook: '-',
      whatsapp: ' 050 123 4567 ',
      adress1: 'Al Olaya, Riyadh',
    },
    { phone1: 'Ask for Sara', email1: 'info', tweeter: '@tayyar' },
  ])
  const valuesWithoutLink = (country?: string) =>
    [...unlinkedContactValues('ContactData', posts, country)].map(
      ({ text }) => text.split('. To do')[0],
    )
  expect(valuesWithoutLink()).toEqual([
    'email1 of 1 post leads nowhere: "info"',
    'phone1 of 2 posts leads nowhere: "Call us"',
    'mapUrl of 1 post leads nowhere: "Al Olaya, Riyadh"',
    'whatsapp of 1 post leads nowhere: "050 123 4567"',
  ])
  expect(String(valuesWithoutLink('SA'))).not.toContain('whatsapp')
})
