import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * No visitor of the internet comes from these: it is a proxy that the settings do not name, a probe,
 * a test. To take one of them for one visitor would be to take all visitors for one.
 */
const ownRanges = new Set([
  'unspecified',
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
])

/** Of an IPv6 address, the part that a provider gives to one customer. */
const customerParts = 4

/**
 * Who counts as one client for the limits: an IPv4 address, or the /64 of an IPv6 address, in which
 * one machine has as many addresses as it likes.
 * @param address as a socket or a trusted proxy tells it
 * @returns null for one that no limit is put on
 */
export function clientOf(address: string): string | null {
  const isOwn = ipaddr.isValid(address) && ownRanges.has(ipaddr.process(address).range())
  return isOwn ? null : networkOf(address)
}

/** The same for any address. @returns null for what is none */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4' || !(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, customerParts)
    .map((part) => part.toString(16))
    .join(':')
}

/** The other end of the connection, where nothing tells of proxies. */
export function peerAddress(request: IncomingMessage) {
  return request.socket.remoteAddress ?? ''
}
