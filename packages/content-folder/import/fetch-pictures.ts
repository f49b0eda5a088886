import { lookup, type LookupAddress } from 'node:dns'
import { mkdirSync, lstatSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import PQueue from 'p-queue'
import { Agent, fetch as fetchByUndici } from 'undici'
import { isFileName, isPictureName } from '../file-names.ts'
import { isInside } from '../walk-files.ts'
import type { ImportedPicture } from './imported.ts'

const limits = {
  concurrent: 4,
  /** A picture with its redirects has this long, ms. */
  timeoutMs: 20_000,
  bytes: 15 * 1024 * 1024,
  redirects: 5,
  /** One run fetches this many. */
  pictures: 5_000,
  /** Failed connections to a host in a row, after which no more are tried. */
  failures: 8,
  /** Min. interval between two reports, ms. */
  reportMs: 5_000,
}

/** What is read of a response. */
interface PictureResponse {
  status: number
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** Requests an address without following redirects. */
export type FetchPicture = (
  address: string,
  options: { redirect: 'manual'; signal: AbortSignal },
) => Promise<PictureResponse>

interface FetchOptions {
  /** Default: over HTTPS, to public addresses only. */
  fetch?: FetchPicture
  /** Gets the progress as a line, at most every five seconds. */
  report: (line: string) => void
}

interface FetchResult {
  /** Number of pictures that were written. */
  fetched: number
  /** Number of those that were there before. */
  present: number
  failed: { name: string; reason: string }[]
}

/** A reason why a picture is not fetched, for the user. */
class Refused extends Error {}

/**
 * Fetches pictures to images/ in a content folder. Those that are there are not fetched again, so that a second run
 * continues the first.
 * @throws Error if images/ cannot be made, or is a link that leads out of the folder
 */
export async function fetchPictures(
  pictures: readonly ImportedPicture[],
  folder: string,
  { fetch = fetchPublic, report }: FetchOptions,
): Promise<FetchResult> {
  const images = path.join(folder, 'images')
  mkdirSync(images, { recursive: true })
  if (!isInside(images, [folder]))
    throw new Error(`${images} is a link that leads out of the folder`)
  const result: FetchResult = { fetched: 0, present: 0, failed: [] }
  const missing = pictures.filter(({ name }) => !isThere(path.join(images, name)))
  result.present = pictures.length - missing.length
  for (const { name } of missing.slice(limits.pictures)) {
    const reason = `one run fetches ${limits.pictures} pictures; run it again for the others`
    result.failed.push({ name, reason })
  }
  const failures = new Map<string, number>()
  const queue = new PQueue({ concurrency: limits.concurrent })
  let reported = Date.now()
  async function add({ name, address }: ImportedPicture) {
    const host = URL.canParse(address) ? new URL(address).host : ''
    try {
      if ((failures.get(host) ?? 0) >= limits.failures) throw new Refused(`${host} does not answer`)
      await writePicture(path.join(images, nameIn(name)), await readPicture(address, fetch))
      failures.delete(host)
      result.fetched += 1
    } catch (error) {
      const isRefused = error instanceof Refused
      if (!isRefused) failures.set(host, (failures.get(host) ?? 0) + 1)
      result.failed.push({ name, reason: isRefused ? error.message : describe(error) })
    }
    if (Date.now() - reported < limits.reportMs) return
    reported = Date.now()
    const done = result.present + result.fetched + result.failed.length
    report(`${done} of ${pictures.length} pictures`)
  }
  await queue.addAll(missing.slice(0, limits.pictures).map((picture) => () => add(picture)))
  return result
}

/** Whether a name is taken, also by a link, which is not followed. */
function isThere(file: string) {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

function nameIn(name: string) {
  if (isFileName(name) && isPictureName(name) && !name.includes('/')) return name
  throw new Refused('it has a name that no picture in images/ can have')
}

/** Writes a file that appears as a whole. */
async function writePicture(file: string, bytes: Buffer) {
  const part = `${file}.part`
  // A link in its place would be followed.
  await rm(part, { force: true })
  await writeFile(part, bytes, { flag: 'wx' })
  await rename(part, file)
}

async function readPicture(address: string, fetch: FetchPicture): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    if (!/^https:\/\//i.test(url)) throw new Refused('its address does not begin with https://')
    const { status, headers, body } = await fetch(url, { redirect: 'manual', signal })
    const location = headers.get('location')
    if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url)) {
      url = new URL(location, url).href
      // An unread body would block its connection.
      await closeBody(body)
      continue
    }
    if (status === 200 && body !== null) return await readBody(body)
    await closeBody(body)
    throw new Refused(`the server answered ${status}`)
  }
  throw new Refused('it is redirected too often')
}

async function closeBody(body: PictureResponse['body']) {
  await body?.[Symbol.asyncIterator]().return?.()
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > limits.bytes) throw new Refused('it has more than 15 MB')
  }
  const bytes = Buffer.concat(chunks)
  if (!isPicture(bytes)) throw new Refused('it is no PNG, JPEG, WebP, AVIF or GIF')
  return bytes
}

/** Whether the first bytes are those of a type that pages show, whatever the header says. */
function isPicture(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 32)
  return (
    /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP)/.test(start) ||
    /^[^]{4}ftyp(?:avif|avis|mif1[^]*avif)/.test(start)
  )
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it took more than 20 s'
  // fetch hides the reason behind "fetch failed".
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Looks a host up, and gives the connection its addresses only if all are public: they cannot change in between. */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const inner = addresses?.find(({ address }) => !isPublic(address))
    const [first] = addresses ?? []
    if (error || !first) callback(error ?? new Error(`${host} has no address`), [])
    else if (inner) callback(notPublic(host), [])
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function isPublic(address: string) {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

function notPublic(host: string) {
  return new Refused(`${host} is not on the public internet`)
}

const agent = new Agent({ connect: { lookup: lookupPublic }, connections: limits.concurrent })

/** Fetches from public addresses only: an export must not make this machine read what is inside its network. */
const fetchPublic: FetchPicture = async (address, options) => {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  // An address is not looked up.
  if (isIP(host) && !isPublic(host)) throw notPublic(host)
  return fetchByUndici(address, { ...options, dispatcher: agent })
}
