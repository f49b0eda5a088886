/** Runs sites of the build in one process: POST starts one with the settings in the body, DELETE stops it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { parseConfig } from '../../server/config.ts'
import type * as RunSite from '../../server/run-site.ts'
import { createShutdown } from '../../server/shutdown.ts'
import { listenOnLoopback } from './loopback.ts'

const build = new URL('../../build/server/run-site.js', import.meta.url)
const { runSite } = (await import(build.href)) as typeof RunSite

/** What stops each site, by the path of the requests about it. */
const stops = new Map<string, () => Promise<void>>()

async function start(settings: Record<string, string>) {
  const config = parseConfig(settings)
  const stopping = new AbortController()
  const { site, server, adminServer, requests } = await runSite(config, stopping.signal)
  const { port, host } = config.ops
  if (port > 0) await once(adminServer.listen(port, host), 'listening')
  async function release() {
    await site.close()
    adminServer.close()
    adminServer.closeAllConnections()
  }
  return () =>
    new Promise<void>((resolve, reject) => {
      const exit = (code: number) => (code === 0 ? resolve() : reject(new Error(`Exit: ${code}`)))
      const isReadinessObserved = () => false
      const hasManager = () => false
      const options = { server, requests, isReadinessObserved, hasManager, release, exit }
      const shutdown = createShutdown(options)
      shutdown.signal.addEventListener('abort', () => stopping.abort())
      shutdown.onSignal('SIGINT')
    })
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
