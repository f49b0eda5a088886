import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../log.ts'
import { imageResponse } from './image-response.ts'
import type { ImageFile } from './image-file.ts'
import type { ImageSource } from './image-source.ts'

/** Nothing but pictures is here. */
const root = '/images/'

/** A picture's address. Of its parameters only the width counts. */
const address = /^\/images\/post\/([^/?#]+)(?:\?(.*))?$/

/**
 * Answers pictures.
 * @param admit called before one is fetched or resized; throws RequestShed when it shall not be
 * @returns false when a request is for none, and has been left alone
 */
export type ServeImage = (
  request: IncomingMessage,
  response: ServerResponse,
  admit?: () => void,
) => boolean

/**
 * Pictures straight to the socket: the app would say the same, a millisecond later.
 */
export function createImageHandler(images: Pick<ImageSource, 'find' | 'hold'>): ServeImage {
  return (request, response, admit) => {
    const { method, url = '', headers } = request
    if (!url.startsWith(root) || (method !== 'GET' && method !== 'HEAD')) return false
    const [, name = '', query] = address.exec(url) ?? []
    // What is no address of a picture names no file either.
    const file = decoded(name) ?? ''
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

/** A visitor may leave before there is anything to send, and while it is sent. */
function holdUntilClosed(images: Pick<ImageSource, 'hold'>, response: ServerResponse) {
  let isOver = false
  let release: (() => void) | undefined
  response.once('close', () => {
    isOver = true
    release?.()
  })
  return (file: ImageFile) => {
    const held = images.hold(file)
    if (isOver) held?.release()
    else release = held?.release
    return held && held.bytes
  }
}

/** As it was sent. Several are no width, as none of them is meant. */
function widthIn(query: string) {
  const given = new URLSearchParams(query).getAll('w')
  return given.length === 0 ? null : given.join(',')
}

function decoded(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return null
  }
}
