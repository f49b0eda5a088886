import { fork } from 'node:child_process'
import { once } from 'node:events'
import { prepareSite, type Site } from './site-process.ts'

/**
 * Starts the process that runs the sites of `startSite`, once for all files of a suite. Each start of a site in it costs
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
