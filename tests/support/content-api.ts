import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { callIn, forward, type ApiCall } from './api-call.ts'
import { injectFault, type ApiFault } from './api-faults.ts'
import { getFreePort, listenOnLoopback } from './loopback.ts'
import { swallowConnections } from './swallow-connections.ts'

export type { ApiFault } from './api-faults.ts'

/** A content API on loopback for a test: a good one's responses, with faults and edits. */
export interface ContentApi {
  url: string
  /** All calls so far, in order. */
  calls: ApiCall[]
  /** The most calls that were pending at once since this was last called. */
  takeMaxConcurrency: () => number
  /** Stops listening and cuts open connections: new ones are refused. */
  refuse: () => Promise<void>
  /** Cuts open connections and makes attempts to connect hang. */
  swallow: () => Promise<void>
  /** Cuts open connections and listens again. */
  listen: () => Promise<void>
  /** Presents another certificate to new connections and cuts open ones. */
  present: (certificate: Certificate) => void
  close: () => Promise<void>
}

/** A file in tests/support/certificates, or none. A site trusts only the right one. */
export type Certificate = 'right' | 'expired' | 'of-another-host' | 'self-signed' | 'missing'

/** The certificate of the authority that a site needs in order to trust the right one. */
export const authorityFile = certificateFile('authority')

export interface ContentApiOptions {
  /** The fault of a call, by its Type field; null lets it pass. */
  faultFor?: (type: string, call: ApiCall) => ApiFault | null
  /** Called with each request once it was received completely. */
  onReceived?: (request: IncomingMessage, body: Buffer) => void
  /** Changes the JSON of a good response as an editor of the content would; null: status 500. */
  edit?: (json: string, call: ApiCall) => string | null
  /** Requests each distinct call from the good API only once. */
  isCached?: boolean
  /** Speaks TLS, with the right certificate at first. */
  isSecure?: boolean
}

/**
 * Starts a content API on loopback.
 * @param source of good responses: the base address of a good API, or the posts for a call
 */
export async function startContentApi(
  source: string | ((call: ApiCall) => unknown[]),
  {
    faultFor = () => null,
    onReceived = () => undefined,
    edit = (json) => json,
    isCached = false,
    isSecure = false,
  }: ContentApiOptions = {},
): Promise<ContentApi> {
  const calls: ApiCall[] = []
  const cached = new Map<string, Promise<GoodResponse>>()
  let pending = 0
  let maxConcurrency = 0

  async function fetchFromSource(request: IncomingMessage, body: Buffer, call: ApiCall) {
    if (typeof source !== 'string') {
      return { status: 200, type: 'application/json', text: JSON.stringify(source(call)) }
    }
    const response = await forward(source, request, body)
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, text: await response.text() }
  }

  function fetchGood(request: IncomingMessage, body: Buffer, call: ApiCall) {
    if (!isCached) return fetchFromSource(request, body, call)
    const key = JSON.stringify(call)
    const good = cached.get(key) ?? fetchFromSource(request, body, call)
    cached.set(key, good)
    return good
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    onReceived(request, body)
    const call = callIn(body)
    calls.push(call)
    const fault = faultFor(call.type, call)
    if (fault) {
      const fetchGoodText = async () =>
        edit((await fetchGood(request, body, call)).text, call) ?? ''
      return injectFault(fault, { ...call, response, fetchGood: fetchGoodText })
    }
    const { status, type, text } = await fetchGood(request, body, call)
    const edited = edit(text, call)
    response.writeHead(edited === null ? 500 : status, { 'content-type': type }).end(edited)
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    pending += 1
    maxConcurrency = Math.max(maxConcurrency, pending)
    response.once('close', () => (pending -= 1))
    respond(request, response).catch(() => response.destroy())
  }

  const secureServer = isSecure ? createTlsServer(certificate('right'), handle) : null
  const server = secureServer ?? createServer(handle)
  const port = await getFreePort()
  const listening = await listenOnLoopback(server, port)
  let stopSwallowing: (() => Promise<void>) | null = null

  async function refuse() {
    await stopSwallowing?.()
    stopSwallowing = null
    if (server.listening) await listening.close()
  }

  return {
    url: isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    calls,
    takeMaxConcurrency: () => {
      const max = maxConcurrency
      maxConcurrency = pending
      return max
    },
    refuse,
    swallow: async () => {
      await refuse()
      stopSwallowing = await swallowConnections(port)
    },
    listen: async () => {
      await refuse()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    present: (name) => {
      secureServer?.setSecureContext(certificate(name))
      server.closeAllConnections()
    },
    close: refuse,
  }
}

interface GoodResponse {
  status: number
  type: string
  text: string
}

function certificate(name: Certificate) {
  if (name === 'missing') return {}
  const pem = readFileSync(certificateFile(name))
  return { key: pem, cert: pem }
}

function certificateFile(name: string) {
  return fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url))
}
