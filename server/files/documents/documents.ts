import type { Readable } from 'node:stream'
import { pipeline, Transform } from 'node:stream'
import {
  documentLimits,
  shortHeaderOf,
  isPageInPlaceOf,
  isPicture,
  readHead,
} from '../image-base.ts'
import type { DiskWriter } from '@site/runtime/disk-store'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { readRange } from '@site/runtime/requests'
import { hasEtag } from '../../http/headers.ts'
import { BaseFiles, conditionsOf, type BaseFile } from '../base-files.ts'
import {
  StoredDocuments,
  type DocumentCache,
  type DocumentCopy,
  type DocumentFacts,
} from './document-cache.ts'
import { documentTypeOf } from './document-type.ts'

/** Max. connections to the image base: more than the number of admitted downloads (send-budget.ts). */
const maxConnections = 128
/** Nothing is read ahead from the image base: each of many slow clients would hold a buffer. */
const readsNothingAhead = { highWaterMark: 0 }
/** Buffer of a body that passes through another stream, bytes. */
const passedBytes = 16 * 1024

/** The parts of a request that determine the response for a document. Headers are as sent; null for none. */
export interface DocumentRequest {
  /** A valid file name, perhaps with its folder. */
  file: string
  range: string | null
  ifRange: string | null
  ifNoneMatch: string | null
  ifModifiedSince: string | null
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Pictures are opened like other files. */
  isOfAnyType?: boolean
}

/** A document, or a part of it. Its body must be read or destroyed. */
interface OpenDocument {
  state: 'open'
  facts: DocumentFacts
  /** Length in bytes; null if the image base does not say. */
  length: number | null
  /** Content-Range; null for the whole document. */
  part: string | null
  canResume: boolean
  /** An unrequested Content-Encoding; null for none. */
  encoding: string | null
  body: Readable
}

export type DocumentResult =
  | OpenDocument
  /** The client's copy is current. */
  | { state: 'same'; facts: DocumentFacts }
  /** The document has no such range. */
  | { state: 'noRange'; part: string }
  /** There is no such document, or a page is sent in its place. */
  | { state: 'missing' }
  /** The file is one of the pictures that pages show. */
  | { state: 'picture' }

/**
 * The documents of the image base, of any type and size. They are streamed as they arrive, and never in memory as a
 * whole. A small one is also stored on disk, and served from there: after an hour the copy is refreshed in the
 * background, and it is served stale for as long as the image base fails.
 */
export interface Documents {
  /**
   * Opens a document, from its copy or from the image base.
   * @param admit called before the image base is called; may throw to reject
   * @throws an error when the image base fails and there is no copy
   */
  open: (request: DocumentRequest, admit?: () => void) => Promise<DocumentResult>
  /** Fetches these documents again, since they have changed. */
  expire: (files: readonly string[]) => void
  close: () => Promise<void>
}

/**
 * @param base the image base's address, without a trailing slash
 * @param cache the folder of the copies; `scope` identifies the content API that owns the files
 * @param ownHeaders sent with every request
 * @param limits replaced by tests
 */
export function createDocuments(
  base: () => Promise<string>,
  cache: { folder: string; scope: string },
  ownHeaders: OutgoingHeaders = {},
  limits = documentLimits,
): Documents {
  return new CachedDocuments(base, cache, ownHeaders, limits)
}

class CachedDocuments implements Documents {
  readonly #copies: DocumentCache
  readonly #files: BaseFiles
  readonly #limits: typeof documentLimits

  constructor(
    base: () => Promise<string>,
    cache: { folder: string; scope: string },
    ownHeaders: OutgoingHeaders,
    limits: typeof documentLimits,
  ) {
    this.#limits = limits
    this.#copies = new StoredDocuments(cache)
    this.#files = new BaseFiles({
      base,
      headers: { ...ownHeaders, 'accept-encoding': 'identity' },
      agent: {
        connections: maxConnections,
        connect: { keepAlive: true, ...readsNothingAhead },
        headersTimeout: limits.idleMs,
        bodyTimeout: limits.idleMs,
      },
      maxBytes: limits.bytes,
      refreshFailed: 'document refresh failed',
      limits,
    })
  }

  async open(
    request: DocumentRequest,
    admit: () => void = () => undefined,
  ): Promise<DocumentResult> {
    const { file } = request
    const copy = await this.#copies.find(file)
    if (copy) {
      this.#files.refreshIfStale(file, copy.checkedAt, () => this.#refresh(file, copy))
      return openCopy(request, copy)
    }
    if (this.#files.isAbsent(file)) return { state: 'missing' }
    admit()
    return this.#openFromBase(request)
  }

  expire(names: readonly string[]) {
    for (const file of names) {
      this.#files.expire(file)
      void this.#copies.remove(file)
    }
  }

  async close() {
    await this.#files.close()
    await this.#copies.close()
  }

  #ask(file: string, headers: Record<string, string>, signal: AbortSignal) {
    return this.#files.request(file, { signal, headers, ...readsNothingAhead })
  }

  async #openFromBase(request: DocumentRequest): Promise<DocumentResult> {
    const { file, ifRange, signal } = request
    const conditions = conditionsOf({
      etag: request.ifNoneMatch ?? '',
      lastModified: request.ifModifiedSince ?? '',
    })
    const range = rangeToAsk(request)
    const found = await this.#ask(file, { ...conditions, ...range }, signal)
    const isOther =
      found !== 'none' &&
      found.statusCode === 206 &&
      ifRange !== null &&
      !isSameVersion(ifRange, factsOf(file, found, null))
    if (!isOther) return this.#read(request, found, range !== null)
    // The image base ignores If-Range: parts of two versions must not be combined.
    found.body.destroy()
    return this.#read(request, await this.#ask(file, conditions, signal), false)
  }

  async #read(
    { file, ifNoneMatch, ifModifiedSince, isOfAnyType = false }: DocumentRequest,
    found: BaseFile | 'none',
    isPart: boolean,
  ): Promise<DocumentResult> {
    if (found === 'none') return { state: 'missing' }
    const { statusCode, headers, body } = found
    if (statusCode === 200 || (statusCode === 206 && isPart)) {
      const opened = await this.#openBody(file, found, isOfAnyType)
      if (opened.state !== 'open' || !isUnchanged(opened.facts, { ifNoneMatch, ifModifiedSince })) {
        return opened
      }
      opened.body.destroy()
      return { state: 'same', facts: opened.facts }
    }
    body.destroy()
    if (statusCode === 304) return { state: 'same', facts: factsOf(file, found, null) }
    const part = shortHeaderOf(headers['content-range'])
    if (statusCode === 416 && isPart) return { state: 'noRange', part }
    throw new Error(`The image base returned ${statusCode}`)
  }

  #missing(file: string) {
    this.#files.markAbsent(file)
    return { state: 'missing' } as const
  }

  async #openBody(
    file: string,
    response: BaseFile,
    isOfAnyType: boolean,
  ): Promise<Exclude<DocumentResult, { state: 'same' | 'noRange' }>> {
    const { statusCode, headers, body, length } = response
    const part = statusCode === 206 ? shortHeaderOf(headers['content-range']) : null
    const encoding = shortHeaderOf(headers['content-encoding']) || null
    try {
      if (part !== null && !/^bytes \d+-\d+\/(?:\d+|\*)$/.test(part)) {
        throw new Error('The image base sends another part')
      }
      const isStart = encoding === null && (part === null || part.startsWith('bytes 0-'))
      const { head, rest } = isStart
        ? await readHead(body, this.#limits.headMs)
        : { head: null, rest: body }
      if (head && (head.length === 0 || isPageInPlaceOf(file, head))) {
        body.destroy()
        return this.#missing(file)
      }
      const isShownByPages = head !== null && isPicture(head)
      if (isShownByPages && !isOfAnyType) {
        body.destroy()
        return { state: 'picture' }
      }
      const facts = factsOf(file, response, head)
      const isSmall =
        part === null && head !== null && length !== null && length <= this.#limits.copyBytes
      // A copy of a picture would be served as a document.
      const writer = isSmall && !isShownByPages ? await this.#copies.store(file, facts) : null
      return {
        state: 'open',
        facts,
        length,
        part,
        canResume: part !== null || shortHeaderOf(headers['accept-ranges']) === 'bytes',
        encoding,
        body: writer ? storing(writer, rest) : withinLimit(rest, length, this.#limits.bytes),
      }
    } catch (error) {
      body.destroy()
      throw error
    }
  }

  async #refresh(file: string, { facts }: DocumentCopy) {
    const signal = AbortSignal.timeout(this.#limits.refreshMs)
    const { etag, lastModified } = facts
    const conditions = { ifNoneMatch: etag || null, ifModifiedSince: lastModified || null }
    const request = { file, range: null, ifRange: null, signal, ...conditions }
    const result = await this.#openFromBase(request)
    if (result.state === 'same') return this.#copies.confirm(file)
    if (result.state === 'open' && this.#isStorable(result)) {
      // Reading to the end stores the body.
      for await (const _ of result.body);
      return
    }
    if (result.state === 'open') result.body.destroy()
    // The document is missing, or too large for a copy.
    await this.#copies.remove(file)
  }

  #isStorable({ length }: OpenDocument) {
    return length !== null && length <= this.#limits.copyBytes
  }
}

/** Stores a whole body while it is read; partial bodies are not stored. */
function storing(writer: DiskWriter, body: Readable) {
  let isComplete = false
  return piped(
    body,
    new Transform({
      highWaterMark: passedBytes,
      transform: (piece: Buffer, _, done) => {
        writer.write(piece).then(() => done(null, piece), done)
      },
      flush: (done) => {
        isComplete = true
        writer.complete().then(() => done(), done)
      },
      destroy: (error, done) => {
        if (isComplete) return done(error)
        writer.discard().then(
          () => done(error),
          () => done(error),
        )
      },
    }),
  )
}

async function openCopy(request: DocumentRequest, copy: DocumentCopy): Promise<DocumentResult> {
  const { facts, size } = copy
  if (isUnchanged(facts, request)) {
    await copy.close()
    return { state: 'same', facts }
  }
  const { range, ifRange } = request
  const isAsked = range !== null && (ifRange === null || isSameVersion(ifRange, facts))
  const part = isAsked ? readRange(range, size) : null
  if (part === 'none') {
    await copy.close()
    return { state: 'noRange', part: `bytes */${size}` }
  }
  const { start, end } = part ?? { start: 0, end: size - 1 }
  return {
    state: 'open',
    facts,
    length: end - start + 1,
    part: part && `bytes ${start}-${end}/${size}`,
    canResume: true,
    encoding: null,
    body: copy.read(start, end),
  }
}

function factsOf(
  file: string,
  { validators: { etag, lastModified } }: BaseFile,
  head: Buffer | null,
): DocumentFacts {
  return {
    type: documentTypeOf(file, head),
    etag: /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : '',
    lastModified: /^[\x20-\x7e]+$/.test(lastModified) ? lastModified : '',
  }
}

/** Returns a single range, which resuming a download needs. A weak If-Range never matches (RFC 9110, 13.1.5). */
function rangeToAsk({ range, ifRange }: DocumentRequest): Record<string, string> | null {
  if (range === null || !/^bytes=(?:\d+-\d*|-\d+)$/.test(range)) return null
  if (ifRange === null) return { range }
  return ifRange.startsWith('W/') ? null : { range, 'if-range': ifRange }
}

type Conditions = Pick<DocumentRequest, 'ifNoneMatch' | 'ifModifiedSince'>

/** Whether the client has this version. If-None-Match takes precedence (RFC 9110, 13.2.2). */
function isUnchanged(
  { etag, lastModified }: DocumentFacts,
  { ifNoneMatch, ifModifiedSince }: Conditions,
) {
  if (ifNoneMatch !== null) return etag !== '' && hasEtag(ifNoneMatch, etag.replace(/^W\//, ''))
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince ?? '')
}

/** Whether an If-Range names this version, strongly. */
function isSameVersion(ifRange: string, { etag, lastModified }: DocumentFacts) {
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified
}

/** Fails if a body of unknown length is too long. */
function withinLimit(body: Readable, length: number | null, max: number) {
  if (length !== null) return body
  let left = max
  return piped(
    body,
    new Transform({
      highWaterMark: passedBytes,
      transform: (piece: Buffer, _, done) => {
        left -= piece.length
        done(left < 0 ? new Error(`It has more than ${max} bytes`) : null, piece)
      },
    }),
  )
}

function piped(body: Readable, transform: Transform): Readable {
  // Whoever reads the result gets the failure, which may occur while nobody reads.
  transform.on('error', () => undefined)
  pipeline(body, transform, () => undefined)
  return transform
}
