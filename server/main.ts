import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdHeap, letHeapGrow } from './heap.ts'

// Both are read as the rest is loaded, so nothing else is imported before: by React, and by V8.
process.env.NODE_ENV ??= 'production'
holdHeap()

const buildDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** How long finding out whether content can be had may take, ms. */
const probeMs = 4_500

async function start() {
  const [{ getSite }, { log, logWritten, writeLine }] = await Promise.all([
    import('./site.ts'),
    import('./log.ts'),
  ])
  const site = getSite()
  const { config } = site
  const [
    { createContentCalls },
    { listenBacklog },
    { createHost },
    { createImageHandler },
    { createAdminServer },
    { createReadiness },
    { warmUp },
    { collectProcessMetrics },
    { watchOpenDescriptors },
    { createShutdown },
    { answersItself, createUncaughtExceptionHandler },
    build,
  ] = await Promise.all([
    import('./content/content-calls.ts'),
    import('./http/connections/connection-limits.ts'),
    import('./http/host.ts'),
    import('./images/image-handler.ts'),
    import('./http/admin-server.ts'),
    import('./http/readiness.ts'),
    import('./http/page-cache/warm-start.ts'),
    import('./metrics.ts'),
    import('./open-descriptors.ts'),
    import('./shutdown.ts'),
    import('./uncaught-exceptions.ts'),
    import('virtual:remix/server-build'),
  ])
  await site.ready()
  const keepsContent = config.content.freshMs > 0
  const { server, pages, requests, connections } = await createHost({
    build,
    clientDir: path.join(buildDir, 'client'),
    siteUrl: site.siteUrl,
    publicUrl: config.publicUrl,
    serveImage: createImageHandler(site.images),
    cachedContent: site.content.readCached,
    trustedProxies: config.trustedProxies,
    accessLog: config.accessLog,
    pageCache: {
      maximumBytes: config.pageCacheBytes,
      isShared: keepsContent,
      isServedStale: site.content.isServedStale,
    },
  })
  site.content.onChange(pages.contentChanged)
  const shutdown = createShutdown({
    server,
    requests,
    isWatched: () => operators.listening,
    release: async () => {
      await site.close()
      operators.close()
      operators.closeAllConnections()
      await logWritten()
    },
    exit: (code) => process.exit(code),
  })
  const operators = createAdminServer({
    token: config.ops.token,
    content: site.content,
    missingPosts: site.missingPosts,
    pages,
    readiness: createReadiness({
      isListening: () => server.listening,
      isFull: connections.isFull,
      stopping: shutdown.signal,
      health: () => ({
        ...site.content.health(),
        kept: site.content.kept(),
        breakers: site.content.breakers(),
      }),
      probe: () => createContentCalls(site.content.forRequest('Ar', probeMs)).findContact(),
    }),
  })
  process.on('SIGINT', () => shutdown.onSignal('SIGINT'))
  process.on('SIGTERM', () => shutdown.onSignal('SIGTERM'))
  const onUncaught = createUncaughtExceptionHandler({
    // Full of requests that are served, it takes no connection of its own either.
    isServing: async () => connections.isFull() || (await answersItself(server)),
    shutDown: () => shutdown.onFailure(),
    stopping: shutdown.signal,
  })
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  if (config.ops.port > 0) collectProcessMetrics()
  watchOpenDescriptors()

  server.once('error', fail)
  const { port, host } = config
  server.listen({ port, host, backlog: listenBacklog }, () => {
    const address = server.address()
    if (typeof address === 'object' && address) site.listensOn(address.port)
    writeLine(`The site answers at ${site.siteUrl()}\n`)
    if (!keepsContent || config.pageCacheBytes === 0) return letHeapGrow()
    warmUp(pages, shutdown.signal)
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'the pages of the menu could not be made ready'),
      )
      .finally(letHeapGrow)
  })
  // Two sites on one machine, such as a second one to try something: only one has this listener.
  operators.once('error', (error) =>
    log.warn({ error: error.message }, 'no listener for operators: set OPS_PORT to a free port'),
  )
  if (config.ops.port > 0) operators.listen(config.ops.port, config.ops.host)
}

function fail(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The site could not start: ${reason}\n`)
  process.exit(1)
}

start().catch(fail)
