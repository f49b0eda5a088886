import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { ContentLanguage, ReadContent } from '../content/content-calls.ts'
import { log } from '../log.ts'
import type { Answer } from './page-cache/answer.ts'
import { pageAddressOf } from './page-cache/page-address.ts'
import { createPageCache, type PageCache } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'
import { createPolicyReports } from './policy-reports.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security-headers.ts'
import { createSorryPages, notNow, type SorryPages } from './sorry-pages.ts'
import { createStaticFiles } from './static-files.ts'

export interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** The site's public address, without a slash at its end. */
  siteUrl: () => string
  /** Answers pictures; false when a request is for none. */
  serveImage: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Reads what is kept of the content, and asks for nothing. */
  keptContent: (language: ContentLanguage) => ReadContent
  pageCache: {
    maximumBytes: number
    /** Whether visitors who ask for a page at the same time share it. */
    isShared: boolean
    /** Whether content is past its time, and used because nothing newer has come. */
    isStandingIn: (contentKey: string) => boolean
  }
}

export interface Host {
  server: Server
  pages: PageCache
  sorryPages: SorryPages
}

/** The site's HTTP server: pages that are kept, then pictures and files, then Remix. */
export async function createHost({
  build,
  clientDir,
  siteUrl,
  serveImage,
  keptContent,
  pageCache,
}: HostOptions): Promise<Host> {
  const serveFile = createStaticFiles(clientDir)
  const remix = createRequestHandler(build, 'production')
  const isHttps = new URL(siteUrl()).protocol === 'https:'
  async function handle(request: Request, context?: AppLoadContext) {
    return withSecurityHeaders(await remix(request, context), isHttps)
  }
  const sorryPages = await createSorryPages(
    (path, cookie, content) =>
      handle(new Request(siteUrl() + path, { headers: { cookie } }), { content }),
    keptContent,
  )
  const serveOther = createRequestListener(answerOther, {
    // What no request can be made of, such as a broken Host.
    onError: (error) => {
      log.warn({ error: String(error) }, 'a request could not be read')
      return withSecurityHeaders(new Response(null, { status: 400 }), isHttps)
    },
  })
  const takeReport = createPolicyReports()
  const pages = createPageCache({
    ...pageCache,
    make: async ({ target, language }, madeFrom) => {
      const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
      const page = await handle(request, { madeFrom, hasSorryPages: true })
      sorryPages.keepUp(language)
      return page
    },
  })
  const pageServer = createPageServer(pages, (address) => sorryPages.for(address))

  /** What is no page, or changes something. */
  async function answerOther(request: Request) {
    const answer = await handle(request, { hasSorryPages: true })
    if (answer.status < 500) return answer
    const { pathname, search } = new URL(request.url)
    const cookie = request.headers.get('cookie') ?? undefined
    const address = pageAddressOf(pathname + search, cookie)
    if (address) return responseOf(sorryPages.for(address))
    // A picture that cannot be had now, or what a script asked for.
    return answer.status === 503 ? answer : new Response(null, { status: 503, headers: notNow })
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead && pageServer.sendKept(request, response)
    // A kept page has them already.
    if (page === true) return
    setSecurityHeaders(response, isHttps)
    if (takeReport(request, response)) return
    if (!isRead) return serveOther(request, response)
    if (serveImage(request, response)) return
    serveFile(request, response, () => {
      if (page) void pageServer.make(request, response, page)
      else serveOther(request, response)
    })
  })
  return { server, pages, sorryPages }
}

function responseOf({ status, headers, bodies }: Answer) {
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : [],
  )
  return new Response(new Uint8Array(bodies.get('identity') ?? []), { status, headers: pairs })
}
