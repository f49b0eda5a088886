import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, request } from 'undici'
import { codeOf, faultOf } from '../content/api/api-client.ts'
import type { Fault } from '../content/failures.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { failure, ok, type Advice, type Finding } from './finding.ts'

/** In ms. */
const timeouts = { connect: 3_000, response: 5_000 }

/** Of a response, in bytes; the site's own are far smaller. */
const maxResponseBytes = 4 * 1024 * 1024

export interface Answer {
  status: number
  ms: number
  /** The value of a header; empty without it. */
  header: (name: string) => string
  text: string
}

/**
 * Requests an address. Redirects are not followed.
 * @param headers with the site's name, and others
 * @throws the error of undici when there is no complete response in time
 */
export async function get(address: string, headers: OutgoingHeaders): Promise<Answer> {
  const dispatcher = new Agent({
    // Set explicitly, so that it overrides NODE_TLS_REJECT_UNAUTHORIZED.
    connect: { timeout: timeouts.connect, rejectUnauthorized: true },
    maxResponseSize: maxResponseBytes,
  })
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeouts.response)
    const response = await request(address, { dispatcher, headers, signal })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      ms: Math.round(performance.now() - start),
      header: (name) => [response.headers[name] ?? ''].flat().join(', '),
      text,
    }
  } finally {
    await dispatcher.destroy()
  }
}

/**
 * Connects to an http:// or https:// address, with TLS for https, and sends nothing.
 * @param variable the setting with the address
 */
export async function checkConnection(
  subject: string,
  address: string,
  variable: string,
): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const options = { host, port: Number(port) || (isSecure ? 443 : 80) }
  const socket = isSecure
    ? connectTls({
        ...options,
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: true,
      })
    : connect(options)
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeouts.connect)
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal })
    const ms = Math.round(performance.now() - start)
    return ok(subject, `${protocol}//${host}:${options.port} accepts connections, in ${ms} ms`)
  } catch (error) {
    return failure(subject, adviceFor(faultOf(error), codeOf(error), variable))
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

/**
 * What a failed connection means.
 * @param code of the error, such as ECONNREFUSED
 * @param variable the setting with the address
 */
export function adviceFor(fault: Fault, code: string, variable: string): Advice {
  const reason = code === '' ? '' : ` (${code})`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      problem: `The host name has no address${reason}`,
      action: `check the host in ${variable}, and the name server of this machine`,
    }
  }
  switch (fault) {
    case 'tls':
      return {
        problem: `The certificate is not trusted, or TLS failed${reason}`,
        action: `renew the certificate, or correct the host in ${variable}; for a private authority set NODE_EXTRA_CA_CERTS`,
      }
    case 'timeout':
      if (/HEADERS|BODY/.test(code)) {
        return {
          problem: `It accepts the connection, and answers too late${reason}`,
          action: 'find out why the other side is slow or busy',
        }
      }
      return {
        problem: `No answer in time${reason}`,
        action: `check host and port in ${variable}, the firewall between, and how busy the other side is`,
      }
    case 'cut':
      return {
        problem: `The connection broke off${reason}`,
        action: `check that ${variable} has the right scheme and port, and read the log of the other side`,
      }
    case 'shape':
      return {
        problem: `The answer is not HTTP${reason}`,
        action: `check scheme and port in ${variable}`,
      }
    default:
      return {
        problem: `No connection${reason}`,
        action: `check host and port in ${variable}, and that the other side runs`,
      }
  }
}
