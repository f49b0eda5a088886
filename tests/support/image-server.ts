import { createServer } from 'node:http'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createEncoder } from '../../server/files/pictures/encoder.ts'
import { createDocuments } from '../../server/files/documents/documents.ts'
import { documentLimits } from '../../server/files/image-base.ts'
import { createPostFileHandler } from '../../server/http/files/post-file-handler.ts'
import { readResponse } from '../../server/http/page-cache/cached-response.ts'
import { createImageSource, type ImageSource } from '../../server/files/pictures/image-source.ts'
import {
  FairSendBudget,
  sendLimits,
  type SendBudget,
  type SendLimits,
} from '../../server/limits/send-budget.ts'
import { listenOnLoopback } from './loopback.ts'
import { siteRequest } from './site-request.ts'

/** The Accept header of a current browser for an <img>. */
export const browserAccept = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** Shared by all tests of a file, because it is slow to start. */
export const encoder = createEncoder()

export interface ImageServer {
  url: string
  documentBudget: SendBudget
  images: ImageSource
  /** Requests a picture over a socket. */
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
  /** Closes it before the end of the test. */
  close: () => Promise<void>
}

export interface ImageServerOptions {
  /** Max. size of the image cache, in bytes. */
  maxBytes?: number
  documents?: Partial<typeof documentLimits>
  downloads?: Partial<SendLimits>
  /** The client of each request; null for one without limits. */
  client?: () => string | null
  /** Called before the image base is asked for a document. */
  admitDocument?: () => void
}

/** Where the copies of documents are, beside the cache of images. */
export function copiesOf(folder: string) {
  return `${folder}-documents`
}

/** Serves only the files of posts, over a socket, until the test ends. */
export async function startImageServer(
  apiUrl: string,
  folder: string,
  options: ImageServerOptions = {},
): Promise<ImageServer> {
  const base = async () => `${apiUrl}/images/post`
  const { maxBytes, client = () => null, admitDocument = () => undefined } = options
  const images = createImageSource(base, encoder, { folder, scope: 'test', maxBytes })
  const documents = createDocuments(
    base,
    { folder: copiesOf(folder), scope: 'test' },
    {},
    { ...documentLimits, ...options.documents },
  )
  const documentBudget = new FairSendBudget({ ...sendLimits.documents, ...options.downloads })
  const handle = createPostFileHandler(images, documents, documentBudget)
  const [missing, unavailable] = [await errorPage(404), await errorPage(503)]
  const server = createServer((request, response) => {
    const received = Object.defineProperty(siteRequest(request, response), 'client', {
      get: client,
    })
    const isHandled = handle(received, {
      picture: () => undefined,
      document: admitDocument,
      errorPage: (status) => (status === 404 ? missing : unavailable),
    })
    if (!isHandled) response.writeHead(421).end()
  })
  const { url, close: hangUp } = await listenOnLoopback(server)

  let closing: Promise<void> | undefined
  async function end() {
    await hangUp()
    await Promise.all([images.close(), documents.close()])
  }
  const close = () => (closing ??= end())
  onTestFinished(close)
  return {
    url,
    images,
    documentBudget,
    get: (path, headers = {}, method = 'GET') =>
      fetch(`${url}/images/post/${path}`, { headers, method }),
    close,
  }
}

function errorPage(status: number) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return readResponse(new Response(`<h1>Page ${status}</h1>`, { status, headers }))
}

/** A picture with enough detail that its formats differ in size as those of a photograph do. */
export async function drawScene(width = 600, height = 400, hue = 20) {
  const lines = Array.from({ length: 40 }, (_, at) => {
    const colour = `hsl(${hue + at * 3} 60% ${30 + at}%)`
    return `<circle cx="${(at * 97) % width}" cy="${(at * 61) % height}" r="${20 + at}" fill="${colour}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#27a"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}
