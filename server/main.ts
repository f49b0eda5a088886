import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getSite } from './site.ts'

// React reads this as it is loaded, so it is set before anything imports React.
process.env.NODE_ENV ??= 'production'

const buildDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** How long answers under way may take when the process is told to end, ms. */
const stopPatienceMs = 5_000

async function start() {
  const site = getSite()
  const [{ createHost }, { createImageHandler }, build] = await Promise.all([
    import('./http/host.ts'),
    import('./http/images/image-handler.ts'),
    import('virtual:remix/server-build'),
  ])
  await site.ready()
  const server = createHost(build, path.join(buildDir, 'client'), createImageHandler(site.images))

  server.once('error', fail)
  server.listen(site.config.port, site.config.host, () => {
    const address = server.address()
    if (typeof address === 'object' && address) site.listensOn(address.port)
    process.stdout.write(`The site answers at ${site.siteUrl()}\n`)
  })

  function stop() {
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
