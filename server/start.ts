import path from 'node:path'
import * as build from 'virtual:remix/server-build'
import { createContentCalls } from './content/content-calls.ts'
import { listenBacklog } from './http/connections.ts'
import { createAdminServer, createReadiness } from './http/admin-server.ts'
import { createSiteServer } from './http/server.ts'
import { createLoadContext } from './load-context.ts'
import { warmUp } from './http/page-cache/serve-pages.ts'
import { createEarlierAssets } from './http/files/earlier-assets.ts'
import { createPostFileHandler } from './http/files/post-file-handler.ts'
import { log, logWritten, writeLine } from './observe/log.ts'
import { collectProcessMetrics } from './observe/metrics.ts'
import { projectRoot, readPackage } from './storage/folders.ts'
import { createContentHook } from './http/content-hook.ts'
import { createPurges, type Purge } from './purges.ts'
import { createShutdown, createUncaughtExceptionHandler, isResponding } from './shutdown.ts'
import { searchIndexKey } from './search/search-types.ts'
import { getSite } from './site.ts'

const clientDir = path.join(projectRoot, 'build/client')

/** Timeout of the readiness probe's content API call, ms. */
const probeTimeoutMs = 4_500

async function start() {
  // Until the server listens there is nobody to serve, and nothing to drain.
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
  const site = getSite()
  const { config } = site
  await site.ready()
  const cachesContent = config.content.freshMs > 0
  const { sharedCache } = site
  const earlierAssets = createEarlierAssets(
    path.join(clientDir, 'assets'),
    path.join(config.dataDir, 'assets'),
    sharedCache,
    config.secret,
  )
  // Other processes are asked for this build's assets as soon as this one serves its pages.
  await earlierAssets.start()
  const { server, pages, requests, connections } = await createSiteServer({
    build,
    clientDir,
    earlierAssets,
    siteUrl: site.siteUrl,
    publicUrl: config.publicUrl,
    servePostFile: createPostFileHandler(site.images, site.documents),
    uploads: site.uploadStore,
    loadContextFor: (options) => createLoadContext(site, options),
    openCachedScope: site.openCachedScope,
    contentHook:
      config.contentWebhookSecret === undefined
        ? null
        : createContentHook({
            secret: config.contentWebhookSecret,
            renamedTypes: config.content.renamedTypes,
            sharedCache,
            purge: (types, origin) => purge(types, origin),
          }),
    isIndexable: config.isIndexable,
    trustedProxies: config.trustedProxies,
    accessLog: config.accessLog,
    pageCache: {
      maxBytes: config.pageCacheBytes,
      isShared: cachesContent,
      isServedStale: site.content.isServedStale,
    },
  })
  site.content.onChange(pages.onContentChange)
  site.search.onNewVersion(() => pages.expire(searchIndexKey))
  const purge: Purge = createPurges({
    content: site.content,
    missingPosts: site.missingPosts,
    pages,
    expireSearch: site.search.expire,
    sharedCache,
    freshMs: config.content.freshMs,
  })
  site.onFolderChange((types) => void purge(types, 'folder'))
  const adminServer = createAdminServer({
    token: config.ops.token,
    purge,
    enquiries: site.enquiries,
    readiness: createReadiness({
      isListening: () => server.listening,
      isFull: connections.isFull,
      stopping: stopping.signal,
      health: () => ({
        ...site.content.health(),
        cache: site.content.cacheReport(),
        breakers: site.content.breakers(),
      }),
      probe: () => createContentCalls(site.content.forRequest('Ar', probeTimeoutMs)).findContact(),
    }),
  })
  const shutdown = createShutdown({
    server,
    requests,
    isReadinessObserved: () => adminServer.listening,
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
  shutDown = shutdown.onFailure
  shutdown.signal.addEventListener('abort', () => stopping.abort())
  if (config.ops.port > 0) collectProcessMetrics(config.dataDir)

  server.once('error', fail)
  const { port, host } = config
  server.listen({ port, host, backlog: listenBacklog }, () => {
    const address = server.address()
    if (typeof address === 'object' && address) site.setPort(address.port)
    // At its connection limit the server works, but rejects the check's connection too.
    isServing = async () => connections.isFull() || (await isResponding(server))
    writeLine(`The site answers at ${site.siteUrl()}\n`)
    const { content, dataDir, enquiries } = config
    const source = content.apiUrl ? 'content API' : content.isSample ? 'sample' : 'content folder'
    const actualPort = typeof address === 'object' ? address?.port : port
    const facts = { port: actualPort, dataDir, content: source, delivery: enquiries.delivery }
    log.info({ version: readPackage().version, node: process.version, ...facts }, 'site started')
    for (const line of config.misspelt) log.warn(line)
    const { isIndexable } = config
    for (const line of config.missing) log.error({ isIndexable }, line)
    // Without the crawl, nothing is read that no visitor has requested.
    if (config.searchCrawlPerS === 0 || !cachesContent || config.pageCacheBytes === 0) return
    warmUp(pages, shutdown.signal).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'warm start failed'),
    )
  })
  // A second site on this machine cannot use the default port.
  adminServer.once('error', (error) =>
    log.warn({ error: error.message }, 'admin server not started: set OPS_PORT to a free port'),
  )
  if (config.ops.port > 0) adminServer.listen(config.ops.port, config.ops.host)
}

function fail(error: unknown) {
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
