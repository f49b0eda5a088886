import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * No internet visitor has such an address: it is a proxy missing from TRUST_PROXY, a probe or a test. To
 * limit such a proxy as one client would limit all visitors together.
 */
const internalRanges = new Set([
  'unspecified',
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
])

/** The number of 16-bit groups in an IPv6 /64, which a provider assigns to one customer. */
const prefixGroups = 4

/**
 * The client for the purpose of limits: an IPv4 address, or an IPv6 /64, in which one machine can use any
 * number of addresses.
 * @param address from the socket or a trusted proxy
 * @returns null for an address that is not limited
 */
export function clientOf(address: string): string | null {
  const isInternal = ipaddr.isValid(address) && internalRanges.has(ipaddr.process(address).range())
  return isInternal ? null : networkOf(address)
}

/** The same, without exempt addresses. @returns null for an invalid address */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4' || !(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, prefixGroups)
    .map((group) => group.toString(16))
    .join(':')
}

/**
 * The networks around a client, within which one customer may have many: an IPv6 /56 and /48; of an IPv4 address
 * itself and its /24.
 */
export function networksOf(client: string): { network: string; wideNetwork: string } {
  if (client.includes('.')) {
    return { network: client, wideNetwork: client.slice(0, client.lastIndexOf('.')) }
  }
  const groups = client.split(':')
  const wideNetwork = groups.slice(0, 3).join(':')
  const lastGroup = Number.parseInt(groups[3] ?? '0', 16)
  return { network: `${wideNetwork}:${lastGroup >> 8}`, wideNetwork }
}

/** The peer of the connection, ignoring proxies. */
export function peerAddress(request: IncomingMessage) {
  return request.socket.remoteAddress ?? ''
}
