import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, listPages } from '../../scripts/bench/requests.ts'
import { startContentService } from '../../scripts/bench/sites.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { findMissing, nginx, startProxy } from '../../scripts/recipes/proxies.ts'
import { copySource } from '../support/copy-source.ts'
import { getFreePort } from '../support/loopback.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** The folder of a build with another style and script, so that most of its files have other names. */
let newer = ''
let content: Awaited<ReturnType<typeof startContentService>>

/** Builds the project with small changes, in a folder of its own. */
function buildNewer() {
  const folder = copySource()
  const css = path.join(folder, 'app/styles/site.css')
  writeFileSync(css, `${readFileSync(css, 'utf8')}\n.newer { color: red; }\n`)
  const entry = path.join(folder, 'app/entry.client.tsx')
  writeFileSync(entry, `${readFileSync(entry, 'utf8')}\nObject.assign(window, { isNewer: true })\n`)
  execFileSync('node_modules/.bin/remix', ['vite:build'], { cwd: folder, stdio: 'ignore' })
  return folder
}

beforeAll(async () => {
  newer = buildNewer()
  content = await startContentService()
}, 240_000)

afterAll(async () => {
  await content.stop()
  rmSync(newer, { recursive: true, force: true })
})

interface Process {
  port: number
  replace(folder: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a process, which is replaced by one of another build at the same port. */
async function startProcess(settings: Record<string, string>): Promise<Process> {
  const [port, opsPort] = [await getFreePort(), await getFreePort()]
  const start = (folder: string) =>
    startSiteProcess(
      { ...settings, PORT: String(port), OPS_PORT: String(opsPort) },
      { run: [path.join(folder, 'build/server/main.js')], readyLine: /The site answers at/ },
    )
  let site: SiteProcess = await start('.')
  return {
    port,
    async replace(folder) {
      site.signal('SIGTERM')
      await site.ended()
      site = await start(folder)
    },
    stop: () => site.stop(),
  }
}

/** Visitors who look at pages, with all that these name, until they are stopped. */
function startVisitors(port: number, paths: readonly string[]) {
  const result = { views: 0, failed: [] as string[] }
  let isOver = false
  let turn = 0
  async function visit() {
    while (!isOver) {
      const lang = turn % 2 === 0 ? 'Ar' : 'En'
      const page = `${paths[turn++ % paths.length]}?lang=${lang}`
      result.views += 1
      const missing = await viewWhole(port, page)
      if (missing.length > 0) result.failed.push(`${page}: ${missing.join(', ')}`)
    }
  }
  const all = Promise.all(Array.from({ length: 4 }, visit))
  return async () => {
    isOver = true
    await all
    return result
  }
}

/** Loads a page and its assets. @returns what was not right */
async function viewWhole(port: number, page: string) {
  try {
    const { status, body } = await get(port, page)
    if (status !== 200) return [`status ${status}`]
    const assets = new Set(body.toString().match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))
    if (assets.size < 5) return ['no assets']
    const answers = await Promise.all(
      [...assets].map(async (asset) => [asset, (await get(port, asset)).status] as const),
    )
    return answers.filter(([, found]) => found !== 200).map(([asset, found]) => `${asset} ${found}`)
  } catch (error) {
    return [String(error)]
  }
}

test.skipIf(findMissing(nginx) !== undefined).each([
  ['on one data folder', true],
  ['on data folders of their own, with a shared cache', false],
])(
  'an upgrade and the way back, one process after the other %s: no view fails or lacks a file',
  async (_, isOneFolder) => {
    if (!isOneFolder && !hasRedis) return
    const proxyPort = await getFreePort()
    const redis = hasRedis ? await startRedis() : null
    const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
    const settings = {
      CONTENT_API_URL: content.url,
      PUBLIC_URL: `http://localhost:${proxyPort}`,
      TRUST_PROXY: '127.0.0.1',
      ...(redis && { SHARED_CACHE_URL: redis.url }),
    }
    const folderOf = (name: string) => path.join(folder, isOneFolder ? 'both' : name)
    const processes = [
      await startProcess({ ...settings, DATA_DIR: folderOf('first') }),
      await startProcess({ ...settings, DATA_DIR: folderOf('second') }),
    ]
    const ports = processes.map(({ port }) => port)
    const paths = (await listPages(ports[0] ?? 0)).slice(0, 60)
    const proxy = await startProxy(nginx, { proxy: proxyPort, sites: ports })
    const site = `http://localhost:${proxyPort}`

    // A visitor who has opened a page before the upgrade.
    const executablePath = findBrowser()
    const browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath && { executablePath }),
    })
    const page = await browser.newPage()
    await page.goto(`${site}/services?lang=En`, { waitUntil: 'networkidle' })

    const stopVisitors = startVisitors(proxyPort, paths)
    for (const build of [newer, '.']) {
      for (const each of processes) await each.replace(build)
      if (build !== newer) continue
      // The click leads to the page of the new build, whichever process serves it.
      await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
      await page.waitForURL(`${site}/about`)
      await page.waitForFunction(() => 'isNewer' in window)
      expect(await page.locator('h1').textContent()).toBe('About us')
    }
    const { views, failed } = await stopVisitors()
    await browser.close()
    await proxy.stop()
    for (const each of processes) await each.stop()
    process.stdout.write(`${views} views, ${failed.length} failed\n`)
    expect(failed).toEqual([])
    expect(views).toBeGreaterThan(200)
    // Both builds' files are there for a week.
    expect(readdirSync(path.join(folderOf('first'), 'assets')).length).toBeGreaterThan(350)
    rmSync(folder, { recursive: true, force: true })
  },
  240_000,
)
