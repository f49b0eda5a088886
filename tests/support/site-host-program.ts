/** Runs sites of the build in one process: POST starts one with the settings in the body, DELETE stops it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { parseConfig } from '../../server/config.ts'
import { listenOnLoopback } from './loopback.ts'

const build = new URL('../../build/server/run-site.js', import.meta.url)
const { runSite } = (await import(build.href)) as typeof import('../../server/run-site.ts')

/** What stops each site, by the path of the requests about it. */
const stops = new Map<string, () => Promise<void>>()

async function start(settings: Record<string, string>) {
  const config = parseConfig(settings)
  const stopping = new AbortController()
  const { site, server, adminServer } = await runSite(config, stopping.signal)
  const { port, host } = config.ops
  if (port > 0) await once(adminServer.listen(port, host), 'listening')
  return async () => {
    stopping.abort()
    for (const each of [server, adminServer]) {
      each.close()
      each.closeAllConnections()
    }
    await site.close()
  }
}

const control = createServer((request, response) => {
  const { method, url = '' } = request
  async function respond() {
    if (method === 'POST') stops.set(url, await start((await json(request)) as never))
    else await stops.get(url)?.()
    response.end()
  }
  respond().catch((error: Error) => response.writeHead(500).end(error.stack))
})
const { url } = await listenOnLoopback(control)
process.send?.(url)
process.on('disconnect', () => process.exit())
