import { request, type Dispatcher } from 'undici'
import { encodeFileName } from '../content/posts/file-name.ts'

/** What a request for a file of the image base may say. */
export type FileRequest = Pick<
  Dispatcher.RequestOptions,
  'signal' | 'highWaterMark' | 'headersTimeout' | 'bodyTimeout'
> & {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  dispatcher?: Dispatcher
}

/** The address of a file of the image base. */
export function fileAddress(base: string, file: string) {
  return `${base}/${encodeFileName(file)}`
}

/**
 * Requests a file of the image base: images, documents and the crawl do so here. Redirects are not followed.
 * @param address from `fileAddress`
 * @throws when there is no response
 */
export async function requestFile(address: string, options: FileRequest) {
  const response = await request(address, options)
  // The body may fail while nothing reads it.
  response.body.on('error', () => undefined)
  return response
}

/** A header's text; empty for none, one that is repeated, or one that is too long to be meant. */
export function textOf(header: string | string[] | undefined) {
  return typeof header === 'string' && header.length <= 200 ? header : ''
}

/** The Content-Length; null without a valid one. */
export function lengthOf(contentLength: string | string[] | undefined) {
  const length = textOf(contentLength)
  return /^\d{1,15}$/.test(length) ? Number(length) : null
}
