import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { Agent, request, type RequestOptions } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canUseApt, findFailure, installCommands } from '../../scripts/debian.mjs'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'

const module = '/usr/lib/apache2/modules/mod_passenger.so'
const missing =
  canUseApt() && !existsSync(module)
    ? findFailure(installCommands(['apache2', 'libapache2-mod-passenger']))
    : undefined
const canRun = userInfo().uid === 0 && existsSync(module)
if (missing !== undefined) process.stderr.write(`${missing}\n`)

const secret = 'a-secret-of-the-tests'
const host = 'www.example.com'
const startFile = path.resolve('deploy/passenger/tmp/restart.txt')

let port = 0
let dataDir = ''
let configFile = ''

/** The example of deploy/README.md, with the folders and the port of this test. */
function exampleOf(readme: string) {
  const variables = { PUBLIC_URL: `http://${host}`, TRUST_PROXY: '127.0.0.1', DATA_DIR: dataDir }
  const settings = Object.entries({ ...variables, SECRET: secret }).map(
    ([name, value]) => `SetEnv ${name} ${value}`,
  )
  const [, example = ''] = /```apache\n([^]*?)```/.exec(readme) ?? []
  return example
    .replace('*:80', `*:${port}`)
    .replaceAll('/srv/site', process.cwd())
    .replace('/usr/bin/node', process.execPath)
    .replace('PassengerUser site', 'PassengerUser www-data')
    .replace('http://www.example.com/', `http://127.0.0.1:${port}/`)
    .replace('</VirtualHost>', `${settings.join('\n')}\n</VirtualHost>`)
}

function control(action: 'start' | 'stop') {
  const { status, stderr } = spawnSync(
    'apache2',
    ['-d', '/etc/apache2', '-f', configFile, '-k', action],
    {
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
}

beforeAll(async () => {
  if (!canRun) return
  port = await getFreePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'apache-'))
  dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  spawnSync('chmod', ['755', folder])
  chownSync(dataDir, Number(spawnSync('id', ['-u', 'www-data'], { encoding: 'utf8' }).stdout), -1)
  for (const name of ['public', 'tmp']) mkdirSync(`deploy/passenger/${name}`, { recursive: true })
  const modules = ['mpm_event', 'authz_core', 'env', 'headers', 'dir', 'passenger'].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  configFile = path.join(folder, 'apache.conf')
  const common = [
    `PidFile ${folder}/apache.pid`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    ...['ServerName localhost', 'User www-data', 'Group www-data'],
    ...modules,
    'PassengerRoot /usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini',
    `PassengerInstanceRegistryDir ${folder}`,
    `PassengerLogFile ${folder}/passenger.log`,
    'PassengerDisableSecurityUpdateCheck on',
  ]
  const example = exampleOf(readFileSync('deploy/README.md', 'utf8'))
  writeFileSync(configFile, `${[...common, example].join('\n')}\n`)
  control('start')
}, 120_000)
afterAll(() => {
  if (!canRun) return
  control('stop')
  for (const name of ['public', 'tmp']) rmSync(`deploy/passenger/${name}`, { recursive: true })
})

interface Sent extends RequestOptions {
  body?: Buffer
}

/** Sends a request to Apache, or to the admin server's file. */
function ask(address: string, { body, headers = {}, ...options }: Sent = {}) {
  return new Promise<{ status: number | undefined; location: string; body: Buffer }>(
    (resolve, reject) => {
      const where = { host: '127.0.0.1', port, path: address, timeout: 60_000 }
      const sent = request({ ...where, headers: { host, ...headers }, ...options }, (response) => {
        const { statusCode: status, headers: received } = response
        const { location = '' } = received
        buffer(response).then((bytes) => resolve({ status, location, body: bytes }), reject)
      })
      sent.once('error', reject).end(body)
    },
  )
}

const askAdmin = (address: string) =>
  ask(address, { socketPath: path.join(dataDir, 'admin.sock'), headers: { host: 'localhost' } })

test.skipIf(!canRun)(
  'the site answers behind Apache with Passenger, in both languages',
  async () => {
    // It has started before anybody has asked.
    await eventually(() => expect(existsSync(path.join(dataDir, 'admin.sock'))).toBe(true))
    expect(await ask('/')).toMatchObject({ status: 200 })
    for (const round of [1, 2]) {
      for (const [cookie, tag] of [
        ['lang=Ar', 'lang="ar"'],
        ['lang=En', 'lang="en"'],
      ] as const) {
        const page = await ask('/about', { headers: { cookie } })
        expect(page.body.toString(), `round ${round}`).toContain(`<html ${tag}`)
      }
    }
    expect((await ask('/products/%D9%82%D8%A7%D8%B7%D8%B9')).status).toBe(404)
    expect((await ask('/about', { headers: { host: 'evil.example' } })).status).toBe(421)
    expect(await ask('/sitemap.xml')).toMatchObject({ status: 200 })
    expect(JSON.parse((await askAdmin('/readyz')).body.toString())).toMatchObject({ ready: true })
  },
  120_000,
)

test.skipIf(!canRun)(
  'a visitor cannot choose an address',
  async () => {
    // Addresses of this machine have no limits; the one that it names may download ten files at once.
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (let at = 0; at < 12; at += 1) {
      expect(
        await ask('/catalogue.csv', { localAddress: '127.0.0.2', headers: { host, ...headers } }),
      ).toMatchObject({
        status: 200,
      })
    }
  },
  120_000,
)

test.skipIf(!canRun)(
  'an enquiry with 15 MB of files arrives',
  async () => {
    const form = new FormData()
    const token = issueFormToken(secret, Date.now() - 10_000)
    for (const [name, value] of Object.entries({
      form: token,
      name: 'Amal',
      message: 'A panel',
      phone: '+966501234567',
    })) {
      form.append(name, value)
    }
    for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) {
      const bytes = Buffer.alloc(5 * 1024 * 1024, '%PDF-1.7\n')
      form.append('files', new File([bytes], name, { type: 'application/pdf' }))
    }
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const sent = await ask('/enquiry', { method: 'POST', body, headers })
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/\/enquiry\/[A-Z\d-]+\?key=/),
    ])
    expect(JSON.parse((await askAdmin('/enquiries')).body.toString()).enquiries).toHaveLength(1)
  },
  120_000,
)

test.skipIf(!canRun)(
  'a restart loses no request',
  async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    const before = String((await askAdmin('/metrics')).body)
    const startOf = (metrics: string) => /^process_start_time_seconds (\S+)/m.exec(metrics)?.[1]
    const statuses = new Set<number | string | undefined>()
    let isRestarted = false
    async function visit() {
      while (!isRestarted) {
        const answer = await ask('/products/mcb', { agent }).catch((error: Error) => error)
        statuses.add(answer instanceof Error ? answer.message : answer.status)
      }
    }
    const visits = [visit(), visit()]
    writeFileSync(startFile, '')
    utimesSync(startFile, new Date(), new Date())
    await eventually(async () => {
      const { body } = await askAdmin('/metrics')
      expect(startOf(body.toString())).not.toBe(startOf(before))
    }, 90_000)
    isRestarted = true
    await Promise.all(visits)
    expect([...statuses]).toEqual([200])
  },
  180_000,
)
