import { Agent, get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const addresses = ['/?lang=Ar', '/products/mcb?lang=En', '/robots.txt']

/** A client that requests pages over one connection, one after another, until it is stopped. */
function startClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const outcomes: string[] = []
  let isStopped = false
  const request = (address: string) =>
    new Promise<string>((resolve) => {
      const failed = ({ message }: Error) => resolve(message)
      get(url + address, { agent }, (response) => {
        response.resume()
        response.once('error', failed)
        response.once('end', () => resolve(`status ${response.statusCode}`))
      }).once('error', failed)
    })
  async function run() {
    while (!isStopped) for (const address of addresses) outcomes.push(await request(address))
  }
  const running = run()
  return {
    outcomes,
    stop: async () => {
      isStopped = true
      await running
      agent.destroy()
    },
  }
}

test('a process manager replaces the process, and two clients lose no request', async () => {
  const command = { run: ['tests/support/process-manager.mjs'], readyLine: /The site answers at/ }
  const opsPort = await getFreePort()
  const site = await startSiteProcess(
    { SEARCH_CRAWL_PER_S: '0', OPS_PORT: String(opsPort) },
    command,
  )
  onTestFinished(() => site.stop())
  const clients = [startClient(site.url), startClient(site.url)]
  for (const reloads of isWholeRun ? [1, 2] : [1]) {
    site.signal('SIGUSR2')
    await eventually(
      () => expect(site.output().match(/^reloaded$/gm)).toHaveLength(reloads),
      90_000,
    )
  }
  await Promise.all(clients.map(({ stop }) => stop()))
  const outcomes = clients.flatMap((client) => client.outcomes)
  expect([...new Set(outcomes)]).toEqual(['status 200'])
  expect(outcomes.length).toBeGreaterThan(500)
  // Its port was free only once the process before had ended.
  await eventually(async () => expect((await fetch(`${site.adminUrl}/readyz`)).status).toBe(200))
}, 180_000)
