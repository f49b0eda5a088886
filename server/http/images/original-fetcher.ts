import { Agent, request } from 'undici'
import { imageFileOf, type ImageFile } from './image-file.ts'

const limits = {
  /** Of an original, in bytes. */
  bytes: 20 * 1024 * 1024,
  deadlineMs: 4_000,
  connections: 8,
}

/** What the image base said when an original was last had from it; empty where it said nothing. */
export interface Validators {
  etag: string
  lastModified: string
}

export interface Original {
  file: ImageFile & { digest: Buffer }
  validators: Validators
}

/** 'same' as when it was last had; 'none' of that name; 'unfit' for a page, whatever its name says. */
export type Fetched = Original | 'same' | 'none' | 'unfit'

/**
 * Originals of the content API's image base.
 * @param base the image base's address, without a slash at its end
 */
export function createOriginalFetcher(base: () => Promise<string>) {
  const dispatcher = new Agent({
    connections: limits.connections,
    maxResponseSize: limits.bytes,
  })

  return {
    /**
     * @param known of the original that is kept: the same is then not sent again
     * @throws when the image base gives no usable answer
     */
    async fetch(file: string, known?: Validators): Promise<Fetched> {
      const signal = AbortSignal.timeout(limits.deadlineMs)
      const address = `${await base()}/${encodeURIComponent(file)}`
      const headers = known ? conditionsOf(known) : {}
      const answer = await request(address, { dispatcher, signal, headers })
      const { statusCode } = answer
      if (statusCode !== 200) {
        await answer.body.dump()
        if (statusCode === 304 && known) return 'same'
        if (statusCode === 404 || statusCode === 410) return 'none'
        throw new Error(`${address} answered ${statusCode}`)
      }
      const original = await imageFileOf(await answer.body.bytes())
      const { etag, 'last-modified': lastModified } = answer.headers
      return original === null
        ? 'unfit'
        : { file: original, validators: { etag: textOf(etag), lastModified: textOf(lastModified) } }
    },
    close: () => dispatcher.destroy(),
  }
}

function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}

function textOf(header: string | string[] | undefined) {
  return typeof header === 'string' && header.length <= 200 ? header : ''
}
