import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readPackage } from '@site/runtime/project'
import { listenInTest } from '../support/listen-in-test.ts'
import { screenAddresses } from '../support/screens.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { makeFolder } from '../support/small-sample.ts'
import { isWholeRun } from '../support/test-size.ts'

test('an invalid setting prevents the start, with one line that names it', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/server/main.js'], {
    env: { NODE_ENV: 'production', PATH: process.env['PATH'], PORT: 'eighty' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^PORT .*\n$/)
})

test('an older Node is named, with the version to install', () => {
  const pretend =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })"
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  const run = spawnSync(process.execPath, ['--import', preload, 'build/server/main.js'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  const oldest = readPackage().engines.node.slice('>='.length)
  expect(run.stderr).toBe(`Node 18.20.4 is too old: install ${oldest} or later.\n`)
  expect(run.status).toBe(1)
})

test('a disk without room for the content of a folder stops the start, with a reason', () => {
  // No file may be larger than 300 blocks, which is less than the database of the content needs.
  const limited = 'ulimit -f 300; exec "$0" build/server/main.js'
  const run = spawnSync('sh', ['-c', limited, process.execPath], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      PORT: '0',
      OPS_PORT: '0',
      DATA_DIR: makeFolder(),
    },
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(run.stderr).toMatch(/^The site could not start: .*\n$/)
  expect(run.status).toBe(1)
})

test('a site without a content API, and on a port that is taken, says so, and what is misspelt', async () => {
  const { port } = await listenInTest(createServer())
  const site = await startSiteProcess({
    CONTENT_API_ULR: 'https://api.example.com',
    OPS_PORT: String(port),
    PAGE_CACHE_MB: '0',
  })
  try {
    await expect
      .poll(site.output)
      .toContain(
        '"neither CONTENT_API_URL nor CONTENT_DIR is set (is CONTENT_API_ULR misspelt?): the site shows the sample company"',
      )
    expect(site.output()).toContain(
      '"unknown variable CONTENT_API_ULR; did you mean CONTENT_API_URL?"',
    )
    expect(site.output()).not.toContain('api.example.com')
    expect(site.output()).toContain('set OPS_PORT to a free port')

    // Without a page cache too, a browser's copy of a page retains its policy.
    const first = await fetch(`${site.url}/blog`)
    expect(first.headers.get('cache-status')).toBe('page; fwd=miss')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${site.url}/blog`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toBeNull()
  } finally {
    await site.stop()
  }
})

test.runIf(isWholeRun)('the stock host serves every screen of the same build', async () => {
  const stock = {
    run: ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/server-build.js'],
    readyLine: /\[remix-serve\] http/,
  }
  const site = await startSiteProcess({ HOST: 'localhost' }, stock)
  try {
    for (const address of screenAddresses) {
      const response = await fetch(`${site.url}${address}`)
      expect(response.status, address).toBe(200)
      expect(await response.text(), address).toContain('<html lang="ar" dir="rtl"')
    }
  } finally {
    await site.stop()
  }
})

test.runIf(isWholeRun)(
  'only the site’s own user can read the folders of DATA_DIR, also those of an earlier version',
  async () => {
    const dataDir = makeFolder()
    mkdirSync(path.join(dataDir, 'search'), { mode: 0o755 })
    const site = await startSiteProcess({ DATA_DIR: dataDir })
    try {
      for (const path of ['/images/post/tm63-1p-c.webp?w=320', '/search?q=mcb']) {
        await fetch(site.url + path)
      }
      const modeOf = (folder: string) => statSync(path.join(dataDir, folder)).mode & 0o777
      await expect
        .poll(() => Object.fromEntries(readdirSync(dataDir).map((name) => [name, modeOf(name)])))
        .toEqual({ assets: 0o700, 'content-service': 0o700, images: 0o700, search: 0o700 })
    } finally {
      await site.stop()
    }
  },
)
