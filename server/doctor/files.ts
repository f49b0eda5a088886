import { codeOf } from '../content/api/api-client.ts'
import { isPageInPlaceOf } from '../files/image-base.ts'
import { fileAddress, isPicture } from '../files/image-base.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { ask, shownAddress, type Answer, type Question } from './report.ts'

/** A request, without its headers, which may be secret, and what came back. */
export interface Exchange extends Answer {
  request: string
}

/** @returns status 0 without an answer, and the reason as its text */
export async function exchange(request: string, address: string, question: Question) {
  const none = { status: 0, ms: 0, header: () => '', bytes: Buffer.alloc(0) }
  const failed = (error: unknown) => ({ ...none, text: codeOf(error) || String(error) })
  return { request, ...(await ask(address, question).catch(failed)) } satisfies Exchange
}

/** The first bytes of files, by extension. A picture has one of several signatures, whatever its extension. */
const starts: [extension: RegExp, start: RegExp][] = [
  [/\.(?:png|jpe?g|webp|gif|avif|svg)$/i, /$^/],
  [/\.pdf$/i, /%PDF-\d/],
  [/\.(?:zip|docx|xlsx|pptx|odt|ods)$/i, /^PK[\x03\x05]/],
  [/\.(?:doc|xls|ppt|rfa|rvt)$/i, /^\xd0\xcf\x11\xe0/],
  [/\.dwg$/i, /^AC1\d/],
]

/**
 * Requests the first kilobyte of a file.
 * @returns what is wrong with it, empty if nothing is, and the exchange
 */
export async function tryFile(base: string, file: string, ownHeaders: OutgoingHeaders) {
  const headers = { ...ownHeaders, 'accept-encoding': 'identity', range: 'bytes=0-1023' }
  const address = fileAddress(base, file)
  const shown = `GET ${shownAddress(address)}, Range: ${headers.range}`
  const made = await exchange(shown, address, { headers, maxBytes: 1024 })
  const start = starts.find(([extension]) => extension.test(file))?.[1] ?? /[^]/
  const isOfKind = isPicture(made.bytes) || start.test(made.bytes.toString('latin1'))
  if (made.status === 404 || made.status === 410) return ['is not there', made] as const
  if (made.status !== 200 && made.status !== 206) return [`answers ${made.status}`, made] as const
  if (isPageInPlaceOf(file, made.bytes)) return ['is a page, not the file', made] as const
  return [isOfKind ? '' : 'does not begin as its kind of file does', made] as const
}
