import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import routes from '../../app/routes.ts'
import type { RouteHandle } from '../../server/http/validation/route-table.ts'
import { getFreePort, listenOnLoopback } from '../support/loopback.ts'

const modules = import.meta.glob<{ handle?: RouteHandle }>('../../app/routes/*.{ts,tsx}')

/** An address of each route, with its handle. */
const addresses = await Promise.all(
  routes
    .filter(({ path }) => path !== undefined && path !== '*' && path !== 'fallback')
    .map(async ({ path = '', file }) => ({
      address: `/${path.replace(/:\w+\??|\*/g, 'x')}`,
      handle: (await modules[`../../app/${file}`]?.())?.handle ?? {},
    })),
)

const nginx = readFileSync('deploy/nginx.conf', 'utf8')

function patternIn(marker: RegExp) {
  const source = marker.exec(nginx)?.[1]
  if (source === undefined) throw new Error(`There is no ${String(marker)}.`)
  // PCRE writes the flag inside.
  return new RegExp(source.replace('(?i:', '(?:'), 'i')
}

test('nginx passes on the parameters of each page that has its own', () => {
  const pattern = patternIn(/"~\^\(\?:GET\|HEAD\) (\(\?i:.*)" 1;/)
  expect(addresses.length).toBeGreaterThan(50)
  const lost = addresses.filter(({ handle, address }) => handle.query && !pattern.test(address))
  expect(lost).toEqual([])
})

test('nginx keeps nothing that is one visitor’s in its cache, and no posts’ addresses', () => {
  const pattern = patternIn(/"~\*(\S+)" off;/)
  const ofOneVisitor = addresses.filter(
    ({ handle: { kind } }) => kind === 'private-page' || kind === 'page-view',
  )
  expect(ofOneVisitor.length).toBeGreaterThan(3)
  expect(ofOneVisitor.filter(({ address }) => !pattern.test(address))).toEqual([])
})

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })
const canEndTls = run('nginx', '-v').status === 0 && run('openssl', 'version').status === 0

// Debian's package is `nginx-light`.
describe.skipIf(!canEndTls)('nginx with TLS, where it is installed', () => {
  const cleanUps: (() => unknown)[] = []
  let folder = ''
  let ports = { plain: 0, tls: 0 }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
    cleanUps.push(() => rmSync(folder, { recursive: true }))
    ports = { plain: await getFreePort(), tls: await getFreePort() }
    const sites = [await startSite(['/assets/new-', '/enquiry-files/x']), await startSite([])]
    const servers = sites.map(({ port }) => `server 127.0.0.1:${port};`)
    writeFileSync(path.join(folder, 'nginx-servers.conf'), servers.join('\n'))
    const key = [
      '-keyout',
      path.join(folder, 'key.pem'),
      '-out',
      path.join(folder, 'fullchain.pem'),
    ]
    const made = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=www.example.com']
    expect(run('openssl', 'req', ...made, ...key).status).toBe(0)
    mkdirSync(path.join(folder, '.well-known/acme-challenge'), { recursive: true })
    copyFileSync('README.md', path.join(folder, '.well-known/acme-challenge/token'))
    const file = path.join(folder, 'nginx.conf')
    writeFileSync(file, withTls())
    // The processes of a root's nginx have a user of their own, who may not read the temporary folder.
    const asRoot = process.getuid?.() === 0 ? ' user root;' : ''
    const program = spawn('nginx', ['-c', file, '-g', `daemon off;${asRoot}`], { stdio: 'ignore' })
    const ended = once(program, 'exit')
    cleanUps.unshift(async () => {
      program.kill('SIGTERM')
      await ended
    })
    await vi.waitFor(() => ask('http', '/'), { timeout: 10_000 })
  })

  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  })

  /** A process of the site, which lacks some files of the other one's build. */
  async function startSite(missing: string[]) {
    const server = http.createServer(({ url = '', headers }, response) => {
      const isMissing = missing.some((start) => url.startsWith(start))
      const status = headers.host !== 'www.example.com' ? 421 : isMissing ? 404 : 200
      response.writeHead(status, {
        'cache-control': status === 200 ? 'public, max-age=0, s-maxage=60' : 'no-store',
      })
      response.end()
    })
    const listening = await listenOnLoopback(server)
    cleanUps.push(listening.close)
    return listening
  }

  /** The configuration by the command at its head, with ports and folders of this test. */
  function withTls() {
    const [, script = ''] = /sed (-e .*) deploy\/nginx\.conf/.exec(nginx) ?? []
    const args = [...script.replace('your-domain', 'example.com').matchAll(/'([^']*)'/g)]
    const { stdout } = run(
      'sed',
      ...args.flatMap(([, arg = '']) => ['-e', arg]),
      'deploy/nginx.conf',
    )
    expect(stdout).not.toContain('8080;')
    return stdout
      .replace(/(listen (?:\[::\]:)?)80;/g, `$1${ports.plain};`)
      .replace(/(listen (?:\[::\]:)?)443 /g, `$1${ports.tls} `)
      .replace(
        /\/etc\/ssl\/site|\/var\/(?:lib\/acme|log\/nginx|cache)|\/run(?=\/nginx\.pid)/g,
        folder,
      )
  }

  async function ask(scheme: 'http' | 'https', address: string, host = 'www.example.com') {
    const port = scheme === 'http' ? ports.plain : ports.tls
    const options = { port, path: address, headers: { host }, servername: host }
    const request =
      scheme === 'http'
        ? http.get({ ...options, host: '127.0.0.1' })
        : https.get({ ...options, host: '127.0.0.1', rejectUnauthorized: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    return [response.statusCode, response.headers.location]
  }

  test('leads everybody to the one host with TLS, but for the proof of the domain', async () => {
    const home = 'https://www.example.com/products/x?lang=En'
    expect(await ask('http', '/products/x?lang=En', 'other.example')).toEqual([301, home])
    expect(await ask('https', '/products/x?lang=En', 'example.com')).toEqual([301, home])
    expect((await ask('http', '/.well-known/acme-challenge/token'))[0]).toBe(200)
  })

  test('sends no cached page to another host', async () => {
    for (const host of ['www.example.com', 'other.example', 'www.example.com', 'other.example']) {
      const status = host === 'www.example.com' ? 200 : 421
      expect((await ask('https', '/', host))[0]).toBe(status)
    }
  })

  test('asks the next process for an asset, or a file of an enquiry, that one lacks', async () => {
    for (let at = 0; at < 4; at += 1) {
      expect((await ask('https', `/assets/new-${at}.js`))[0]).toBe(200)
      expect((await ask('https', '/enquiry-files/x'))[0]).toBe(200)
    }
  })
})
