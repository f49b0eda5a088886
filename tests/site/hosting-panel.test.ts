import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startSiteProcess } from '../support/site-process.ts'

const command = {
  run: ['--require', './tests/support/listener-taker.cjs', 'deploy/passenger/app.cjs'],
  readyLine: /The site answers at/,
}

/** Sends a request to a server that listens at a socket file. */
function ask(socketPath: string, address: string, headers = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const options = {
      socketPath,
      path: address,
      method,
      headers: { host: 'localhost', ...headers },
    }
    request(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
      .once('error', reject)
      .end()
  })
}

test('all of the site is there where the host takes its listener', async () => {
  const folder = mkdtempSync(path.join(inject('dataRoot'), 'hosted-'))
  const [LISTENER_FILE, admin] = [path.join(folder, 'site.sock'), path.join(folder, 'admin.sock')]
  const settings = { LISTENER_FILE, DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' }
  const named = { PUBLIC_URL: 'https://www.example.com', OPS_PORT: '', LOG_LEVEL: 'info' }
  const site = await startSiteProcess({ ...settings, ...named }, command)
  onTestFinished(() => site.stop())

  const host = 'www.example.com'
  const visit = (address: string) =>
    ask(LISTENER_FILE, address, { host, 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
  for (const address of [
    '/',
    '/products/mcb?lang=En',
    '/images/post/mcb.webp?w=160',
    '/sitemap.xml',
  ]) {
    expect(await visit(address)).toMatchObject({ status: 200 })
  }
  expect(await visit('/products/%D9%82%D8%A7%D8%B7%D8%B9')).toMatchObject({ status: 404 })
  expect((await visit('/products/mcb?lang=En')).body).toContain('<html lang="en"')
  expect(JSON.parse((await ask(admin, '/readyz')).body)).toMatchObject({ ready: true })
  expect((await ask(admin, '/metrics')).body).toContain('http_requests_total{')
  expect(await ask(admin, '/purge', {}, 'POST')).toMatchObject({ status: 200 })
  expect(JSON.parse((await ask(admin, '/enquiries')).body)).toMatchObject({ enquiries: [] })
})

test('it does not start without its public address', () => {
  const { status, stderr } = spawnSync(process.execPath, command.run, {
    env: { NODE_ENV: 'production', DATA_DIR: inject('dataRoot') },
    encoding: 'utf8',
  })
  expect(stderr).toMatch(
    /^Another program listens for this site \(Passenger, LiteSpeed\): set PUBLIC_URL .*\n$/,
  )
  expect(status).toBe(1)
})
