import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdHeap, letHeapGrow } from './heap.ts'

// Both are read as the rest is loaded, so nothing else is imported before: by React, and by V8.
process.env.NODE_ENV ??= 'production'
holdHeap()

const buildDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** How long answers under way may take when the process is told to end, ms. */
const stopPatienceMs = 5_000

async function start() {
  const [{ getSite }, { log }] = await Promise.all([import('./site.ts'), import('./log.ts')])
  const site = getSite()
  const { config } = site
  const [{ createHost }, { createImageHandler }, { createOperatorsServer }, { warmUp }, build] =
    await Promise.all([
      import('./http/host.ts'),
      import('./http/images/image-handler.ts'),
      import('./http/operators.ts'),
      import('./http/page-cache/warm-start.ts'),
      import('virtual:remix/server-build'),
    ])
  await site.ready()
  const keepsContent = config.content.freshMs > 0
  const { server, pages } = createHost({
    build,
    clientDir: path.join(buildDir, 'client'),
    siteUrl: site.siteUrl,
    serveImage: createImageHandler(site.images),
    pageCache: {
      maximumBytes: config.pageCacheBytes,
      isShared: keepsContent,
      isStandingIn: site.content.isStandingIn,
    },
  })
  site.content.onChange(pages.contentChanged)
  const operators = createOperatorsServer({
    token: config.ops.token,
    content: site.content,
    pages,
  })
  const stopping = new AbortController()

  server.once('error', fail)
  server.listen(config.port, config.host, () => {
    const address = server.address()
    if (typeof address === 'object' && address) site.listensOn(address.port)
    process.stdout.write(`The site answers at ${site.siteUrl()}\n`)
    if (!keepsContent || config.pageCacheBytes === 0) return letHeapGrow()
    warmUp(pages, stopping.signal)
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

  function stop() {
    stopping.abort()
    operators.close()
    operators.closeAllConnections()
    server.close(() => {
      void site.close().then(() => process.exit(0))
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), stopPatienceMs).unref()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function fail(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The site could not start: ${reason}\n`)
  process.exit(1)
}

start().catch(fail)
