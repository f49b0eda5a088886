import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfigOrStop } from './config.ts'
import { listenForOperators } from './http/listener.ts'
import { isListenerTaken } from '@site/runtime/listen'
import { log, logWritten, writeLine } from '@site/runtime/log'
import { collectProcessMetrics } from './observe/metrics.ts'
import type { RunningSite } from './run-site.ts'
import { createShutdown, createUncaughtExceptionHandler, isResponding } from './shutdown.ts'
import type { Site } from './site.ts'
import { createFolderService } from './site/folder-service.ts'
import { endedLifeOf, readPackage } from '@site/runtime/project'

/**
 * Max. time that the warm start waits for the search index, ms: a filled index makes most pages render anew, and a large
 * content API fills it for hours.
 */
const maxFillMs = 30_000

async function start() {
  // Until the site responds there is nobody to serve, and nothing to drain.
  let isServing: () => Promise<boolean> = async () => true
  let shutDown: () => void = () => fail('too many uncaught exceptions')
  const stopping = new AbortController()
  // Installed before the first connection: its errors must not end the process.
  const onUncaught = createUncaughtExceptionHandler({
    isServing: () => isServing(),
    shutDown: () => shutDown(),
    stopping: stopping.signal,
  })
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  const config = readConfigOrStop()
  log.level = config.logLevel
  if (config.isProduction && config.secretIsRandom) {
    log.warn('SECRET is not set: open forms are lost at restart, and other processes reject them')
  }
  // The content folder is read in its thread while the rest of the site is loaded.
  const folder = createFolderService(config)
  const { runSite } = await import('./run-site.ts')
  const running = await runSite(config, stopping.signal, folder)
  running.server.once('error', fail)
  const shutdown = createSiteShutdown(running)
  shutDown = shutdown.onFailure
  shutdown.signal.addEventListener('abort', () => stopping.abort())
  if (config.ops.port > 0) collectProcessMetrics(config.dataDir)
  // At its connection limit the server works, but rejects the check's connection too.
  isServing = async () => running.connections.isFull() || (await isResponding(running.server))
  await startAdminServer(running, shutdown.signal)
  reportStart(running.site)
  // A process manager that waits for this ends the process that this one replaces.
  if (process.connected) process.send?.('ready')
  // Without the crawl, nothing is read that no visitor has requested.
  const isCached = config.content.freshMs > 0 && config.pageCacheBytes > 0
  if (config.searchCrawlPerS === 0 || !isCached) return
  await running.site.search.whenFilled(maxFillMs)
  const { warmUp } = await import('./http/page-cache/serve-pages.ts')
  warmUp(running.pages, shutdown.signal).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'warm start failed'),
  )
}

/** Shuts down at a signal, gracefully. */
function createSiteShutdown({ site, server, adminServer, requests }: RunningSite) {
  const shutdown = createShutdown({
    server,
    requests,
    isReadinessObserved: () => adminServer.listening,
    hasManager: () => process.connected,
    release: async () => {
      await site.close()
      adminServer.close()
      adminServer.closeAllConnections()
      log.info('site stopped')
      await logWritten()
    },
    exit: (code) => process.exit(code),
  })
  process.on('SIGINT', () => shutdown.onSignal('SIGINT'))
  process.on('SIGTERM', () => shutdown.onSignal('SIGTERM'))
  return shutdown
}

function reportStart({ config, siteUrl }: Site) {
  writeLine(`The site answers at ${siteUrl}\n`)
  const { content, dataDir, enquiries, port, isIndexable } = config
  const source = content.apiUrl ? 'content API' : content.isSample ? 'sample' : 'content folder'
  const where = isListenerTaken() ? {} : { port }
  const facts = { ...where, dataDir, content: source, delivery: enquiries.delivery }
  log.info({ version: readPackage().version, node: process.version, ...facts }, 'site started')
  const ended = endedLifeOf(process.versions.node)
  if (ended) log.warn({ ended }, 'this Node gets no more security fixes: install a newer one')
  for (const line of config.misspelt) log.warn(line)
  for (const line of config.missing) log.error({ isIndexable }, line)
}

/** How often the admin server tries to get its port, which the process that this one replaces may still have, ms. */
const portPauseMs = 1_000

/** A second site on this machine cannot use the default port; it runs without. */
async function startAdminServer(
  { site: { config }, adminServer }: RunningSite,
  stopping: AbortSignal,
) {
  const { ops } = config
  if (ops.port === 0) return
  async function listenLater() {
    while (!adminServer.listening) {
      await pause(portPauseMs, undefined, { ref: false })
      if (stopping.aborted) return
      await listenForOperators(adminServer, ops).catch(() => undefined)
    }
    log.info('admin server started')
  }
  await listenForOperators(adminServer, ops).catch(({ message: error }: Error) => {
    if (ops.socket === null) {
      log.warn({ error }, 'admin server not started: set OPS_PORT to a free port')
    } else log.info({ error }, 'admin server waits for the process that this one replaces')
    void listenLater()
  })
}

function fail(error: unknown) {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  const reason = error instanceof Error ? error.message : String(error)
  const action = reason.includes('EADDRINUSE')
    ? '; set PORT to a free port, or end what has it'
    : ''
  process.stderr.write(`The site could not start: ${reason}${action}\n`)
  process.exit(1)
}

// Nothing keeps a process alive whose start waits for something that has ended.
process.on('beforeExit', () => fail('a background thread stopped unexpectedly'))
start().catch(fail)
