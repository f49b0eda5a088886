import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getFreePort } from './loopback.ts'

export interface Site {
  url: string
  /** The address of its admin server; null without OPS_PORT. */
  adminUrl: string | null
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the process that runs the sites of `startSite`, once for all files of a suite. A start of a site in it costs
 * a third of a process.
 * @returns a function that ends it
 */
export default async function startSiteHost() {
  const host = fork('tests/support/site-host-program.ts', {
    execArgv: ['--import', 'tsx'],
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(host, 'exit')
  const [url] = await Promise.race([once(host, 'message'), ended])
  if (typeof url !== 'string') throw new Error('The process for sites exited instead of starting.')
  process.env['SITE_HOST_URL'] = url
  return async () => {
    host.kill()
    await ended
  }
}

/**
 * Starts the built site in the process that it shares with other sites, and with their log, metrics and memory.
 * @param settings environment variables on top of the tests' own
 */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const { url, adminUrl, variables, removeData } = await prepareSite(settings)
  async function call(method: 'POST' | 'DELETE', body?: string) {
    const address = `${process.env['SITE_HOST_URL']}/${variables.PORT}`
    const response = await fetch(address, { method, body })
    if (!response.ok) throw new Error(await response.text())
  }
  await call('POST', JSON.stringify(variables))
  return { url, adminUrl, stop: () => call('DELETE').finally(removeData) }
}

/**
 * Makes a data folder with the sample's content, if the settings have none, and chooses a free port, if they have none.
 * @param settings environment variables on top of the tests' own
 */
export async function prepareSite(settings: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  const filled = process.env['FILLED_CONTENT']
  const contentDir = path.join(settings['DATA_DIR'] ?? dataDir, 'content-service')
  if (filled !== undefined && !existsSync(contentDir)) {
    mkdirSync(contentDir, { recursive: true, mode: 0o700 })
    copyFileSync(filled, path.join(contentDir, 'content.db'))
  }
  const port = Number(settings['PORT']) || (await getFreePort())
  const url = `http://localhost:${port}`
  const adminPort = settings['OPS_PORT']
  const variables = {
    NODE_ENV: 'production' as const,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // Otherwise it reads all content, which only tests of the search need, and renders some sixty pages at its start.
    SEARCH_CRAWL_PER_S: '0',
    // Otherwise a part of the page loads is measured, at random.
    ANALYTICS: 'none',
    SECRET: 'only-for-the-tests',
    ...settings,
  }
  return {
    ...{ url, variables, adminUrl: adminPort ? `http://127.0.0.1:${adminPort}` : null },
    removeData: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
