import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import { createStaticFiles } from './static-files.ts'

/**
 * The site's HTTP server: files first, then Remix.
 * @param build Remix's server build
 * @param clientDir the folder of the client build
 */
export function createHost(build: ServerBuild, clientDir: string): Server {
  const serveFile = createStaticFiles(clientDir)
  const handle = createRequestHandler(build, 'production')
  const serveScreen = createRequestListener((request) => handle(request), {
    // What no request can be made of, such as a broken Host.
    onError: (error) => {
      log.warn({ error: String(error) }, 'a request could not be read')
      return new Response(null, { status: 400 })
    },
  })

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return serveScreen(request, response)
    serveFile(request, response, () => serveScreen(request, response))
  })
}
