import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config.ts'
import { log } from './log.ts'
import { getSite, type Site } from './site.ts'

// React reads this as it is loaded, so it is set before anything imports React.
process.env.NODE_ENV ??= 'production'

const buildDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

function openSite() {
  try {
    return getSite()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

async function start(site: Site) {
  const [{ createHost }, build] = await Promise.all([
    import('./http/host.ts'),
    import('virtual:remix/server-build'),
  ])
  await site.ready()
  const server = createHost(build, path.join(buildDir, 'client'))

  server.once('error', (error) => {
    process.stderr.write(`The site cannot listen on ${site.config.host}: ${error.message}\n`)
    process.exit(1)
  })
  server.listen(site.config.port, site.config.host, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : site.config.port
    process.stdout.write(
      `The site answers at ${site.config.publicUrl ?? `http://localhost:${port}`}\n`,
    )
  })

  function stop() {
    server.close(() => {
      void site.close().then(() => process.exit(0))
    })
    server.closeIdleConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

start(openSite()).catch((error: unknown) => {
  log.fatal({ error: String(error) }, 'the site could not start')
  process.exit(1)
})
