import { createServer } from 'node:http'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createEncoder } from '../../server/images/encoder/encoder.ts'
import { createImageHandler } from '../../server/http/files/image-handler.ts'
import { createImageSource } from '../../server/images/image-source.ts'
import { listenOnLoopback } from './loopback.ts'

/** The Accept header of a current browser for an <img>. */
export const browserAccept = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** Shared by all tests of a file, because it is slow to start. */
export const encoder = createEncoder()

export interface ImageServer {
  images: ReturnType<typeof createImageSource>
  /** Requests a picture over a socket. */
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
  /** Closes it before the end of the test. */
  close: () => Promise<void>
}

/** Serves only the site's pictures, over a socket, until the test ends. */
export async function startImageServer(
  apiUrl: string,
  folder: string,
  maxBytes?: number,
): Promise<ImageServer> {
  const base = async () => `${apiUrl}/images/post`
  const images = createImageSource(base, encoder, { folder, scope: 'test', maxBytes })
  const handle = createImageHandler(images)
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(421).end()
  })
  const { url, close: hangUp } = await listenOnLoopback(server)

  let closing: Promise<void> | undefined
  async function end() {
    await hangUp()
    await images.close()
  }
  const close = () => (closing ??= end())
  onTestFinished(close)
  return {
    images,
    get: (path, headers = {}, method = 'GET') =>
      fetch(`${url}/images/post/${path}`, { headers, method }),
    close,
  }
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
