import { z } from 'zod'
import { readPackage } from '@site/runtime/project'
import { parseJson } from '@site/arabic-text/characters'

/** Headers by name, for calls to other servers. */
export type OutgoingHeaders = Readonly<Record<string, string>>

/**
 * Returns the User-Agent of calls to other servers, such as `site/1.0.0 (+https://www.example.com)`. Firewalls reject
 * calls without one; the address tells the other side's operators whom to ask.
 * @param address of the site
 */
export function userAgentOf(address: string): OutgoingHeaders {
  const { name, version } = readPackage()
  // URL converts any host and path to ASCII, which headers require.
  const { origin, pathname } = new URL(address)
  return { 'user-agent': `${name}/${version} (+${origin}${pathname.replace(/\/+$/, '')})` }
}

/** Headers that the site sets itself, or that HTTP uses for the connection. */
const reserved = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
  ...['transfer-encoding', 'content-length', 'content-type', 'content-encoding', 'accept-encoding'],
  ...['cookie', 'x-xsrf-token', 'x-request-id', 'idempotency-key', 'traceparent', 'tracestate'],
  ...['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
])

/** Servers accept at least 8 KB of headers, and the site's own need part of it. */
const maxCharacters = 4_096

const headersSchema = z.record(z.string(), z.string())

/**
 * Parses headers that are written as a JSON object. Error messages never quote them: they are secret.
 * @returns the headers, with names in lower case; a message if they are invalid
 */
export function parseHeaders(text: string): OutgoingHeaders | string {
  const parsed = headersSchema.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
  if (!parsed.success) {
    return 'must be a JSON object of header names and values, such as {"X-Api-Key":"…"}'
  }
  const headers = Object.entries(parsed.data).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const names = new Set(headers.map(([name]) => name))
  if (headers.some(([name]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))) {
    return 'has a name that is not one of an HTTP header'
  }
  if (headers.some(([name]) => reserved.has(name))) {
    return `must not have headers that the site sets itself: ${[...reserved].join(', ')}`
  }
  if (names.size < headers.length) return 'has the same header twice'
  if (headers.some(([, value]) => !/^[!-~](?:[\t -~]*[!-~])?$/.test(value))) {
    return 'has a value that is empty, or not of printable ASCII characters'
  }
  if (headers.flat().join('').length > maxCharacters) {
    return `is too long: ${maxCharacters} characters of names and values at most`
  }
  return Object.fromEntries(headers)
}
