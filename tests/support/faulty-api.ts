import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { callIn, passOn, type ApiCall } from './api-call.ts'
import { misbehave, type ApiFault } from './api-faults.ts'
import { getFreePort, listenOnLoopback } from './loopback.ts'
import { swallowConnections } from './swallow-connections.ts'

export type { ApiFault } from './api-faults.ts'

export interface FaultyApi {
  url: string
  /** The Type fields of the calls that came, in their order. */
  asked: string[]
  /** The same calls, with what else they asked for. */
  calls: ApiCall[]
  /** How many calls were under way at the same time, at most, since this was last asked. */
  takeMostAtOnce: () => number
  /** From now on nobody listens, and connections that were open are cut. */
  refuse: () => Promise<void>
  /** From now on attempts to connect hang, and connections that were open are cut. */
  swallow: () => Promise<void>
  /** Listens again. */
  answer: () => Promise<void>
  /** Shows another certificate to whoever connects from now on; connections that were open are cut. */
  show: (certificate: Certificate) => void
  close: () => Promise<void>
}

/** In tests/support/certificates, where there is one. A site trusts the right one alone. */
export type Certificate = 'right' | 'expired' | 'of-another-host' | 'self-signed' | 'missing'

/** The certificate of the authority that a site has to know to trust the right one. */
export const authorityFile = certificateFile('authority')

/**
 * A content API on loopback that passes calls on to a good one, but for those it is told to fail.
 * @param upstream the good one's base address
 * @param faultFor the fault of a call, by its Type field; null lets it pass
 * @param edit changes a good answer as an editor of the content would
 * @param isSecure speaks TLS, with the right certificate at first
 */
export async function startFaultyApi(
  upstream: string,
  faultFor: (type: string, call: ApiCall) => ApiFault | null,
  edit: (json: string) => string = (json) => json,
  isSecure = false,
): Promise<FaultyApi> {
  const asked: string[] = []
  const calls: ApiCall[] = []
  let underWay = 0
  let mostAtOnce = 0

  async function answerCall(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const call = callIn(body)
    asked.push(call.type)
    calls.push(call)
    const askGood = () => passOn(upstream, request, body)
    const fault = faultFor(call.type, call)
    if (fault) {
      const goodText = async () => edit(await (await askGood()).text())
      return misbehave(fault, { ...call, response, askGood: goodText })
    }
    const good = await askGood()
    response.writeHead(good.status, { 'content-type': good.headers.get('content-type') ?? '' })
    response.end(edit(await good.text()))
  }

  function listen(request: IncomingMessage, response: ServerResponse) {
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    response.once('close', () => (underWay -= 1))
    answerCall(request, response).catch(() => response.destroy())
  }

  const secureServer = isSecure ? createTlsServer(certificate('right'), listen) : null
  const server = secureServer ?? createServer(listen)
  const port = await getFreePort()
  const listening = await listenOnLoopback(server, port)
  let giveBack: (() => Promise<void>) | null = null

  async function refuse() {
    await giveBack?.()
    giveBack = null
    if (server.listening) await listening.close()
  }

  return {
    url: isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    asked,
    calls,
    takeMostAtOnce: () => {
      const most = mostAtOnce
      mostAtOnce = underWay
      return most
    },
    refuse,
    swallow: async () => {
      await refuse()
      giveBack = await swallowConnections(port)
    },
    answer: async () => {
      await refuse()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    show: (name) => {
      secureServer?.setSecureContext(certificate(name))
      server.closeAllConnections()
    },
    close: refuse,
  }
}

function certificate(name: Certificate) {
  if (name === 'missing') return {}
  const pem = readFileSync(certificateFile(name))
  return { key: pem, cert: pem }
}

function certificateFile(name: string) {
  return fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url))
}
