import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeFileName } from '../../content/posts/file-name.ts'
import { log } from '../../log.ts'
import { imageResponse } from './image-response.ts'
import type { ImageFile } from '../../images/image-file.ts'
import type { ImageSource } from '../../images/image-source.ts'

/** Only images are served below it. */
const root = '/images/'

export function isPicturePath(path: string) {
  return path.startsWith(root)
}

/** The URL of an image. Query parameters other than the width are ignored. */
const address = /^\/images\/post\/([^?#]+)(?:\?(.*))?$/

/**
 * Serves image requests.
 * @param admit called before an image is fetched or resized; throws RequestShed to reject it
 * @returns false, without touching the request, if it is not for an image
 */
export type ServeImage = (
  request: IncomingMessage,
  response: ServerResponse,
  admit?: () => void,
) => boolean

/** Serves images straight to the socket. The app would send the same, a millisecond later. */
export function createImageHandler(images: Pick<ImageSource, 'find' | 'hold'>): ServeImage {
  return (request, response, admit) => {
    const { method, url = '', headers } = request
    if (!isPicturePath(url) || (method !== 'GET' && method !== 'HEAD')) return false
    const [, path = '', query] = address.exec(url) ?? []
    // An invalid image URL has no file name and becomes a 404.
    const file = decodeFileName(path)
    const width = query === undefined ? null : widthIn(query)
    const ifNoneMatch = headers['if-none-match'] ?? null
    const accept = headers.accept ?? null
    const hold = holdUntilClosed(images, response)
    imageResponse(images, { file, width, accept, ifNoneMatch, admit, hold }).then(
      ({ status, headers, body }) => {
        if (response.destroyed) return
        if (status !== 304) response.setHeader('Content-Length', body?.length ?? 0)
        response.writeHead(status, headers)
        response.end(method === 'HEAD' || !body ? undefined : body)
      },
      (error: unknown) => {
        log.error({ file, error: String(error) }, 'image request failed')
        response.destroy()
      },
    )
    return true
  }
}

/** A visitor may disconnect before there is anything to send, or while it is sent. */
function holdUntilClosed(images: Pick<ImageSource, 'hold'>, response: ServerResponse) {
  let isClosed = false
  let release: (() => void) | undefined
  response.once('close', () => {
    isClosed = true
    release?.()
  })
  return (file: ImageFile) => {
    const held = images.hold(file)
    if (isClosed) held?.release()
    else release = held?.release
    return held && held.bytes
  }
}

/** As sent. Several values are an invalid width, since none of them can be meant. */
function widthIn(query: string) {
  const values = new URLSearchParams(query).getAll('w')
  return values.length === 0 ? null : values.join(',')
}
