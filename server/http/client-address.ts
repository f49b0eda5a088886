import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [network: Address, prefixLength: number]

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** More proxies than that in a row are made up. */
const mostProxies = 20

/** @returns whether a text names one address or a network, 10.0.0.1 or fd00::/8 */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null
}

/**
 * Finds out whose a request is: the connection's other end, or, as far as those are trusted
 * proxies, the one that the next of them names in X-Forwarded-For.
 * @param trusted addresses and networks of proxies
 */
export function createClientAddress(trusted: readonly string[]) {
  const networks = trusted.map(readNetwork).filter((network) => network !== null)
  const isTrusted = (address: Address) =>
    networks.some(
      ([network, length]) => network.kind() === address.kind() && address.match(network, length),
    )

  function addressOf({ socket, headers }: Connected): string {
    const peer = readAddress(socket.remoteAddress ?? '')
    if (!peer) return ''
    const forwarded = headers['x-forwarded-for']
    if (networks.length === 0 || forwarded === undefined) return peer.toString()
    const named = [forwarded].flat().join(',').split(',').slice(-mostProxies)
    let client = peer
    while (isTrusted(client)) {
      const next = named.pop()
      if (next === undefined) break
      const address = readAddress(next.trim())
      // A trusted proxy passed on what somebody made up: all that is known is who connected.
      if (!address) return peer.toString()
      client = address
    }
    return client.toString()
  }

  return {
    /** @returns an IP address, IPv4 in its own writing; empty when the connection is gone */
    addressOf,
    /** Whether a request comes straight from a trusted proxy. */
    isProxy: ({ socket }: Connected): boolean => {
      const peer = networks.length === 0 ? null : readAddress(socket.remoteAddress ?? '')
      return peer !== null && isTrusted(peer)
    },
  }
}

function readAddress(text: string): Address | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text) : null
}

function readNetwork(text: string): Network | null {
  const address = readAddress(text)
  if (address) return [address, address.kind() === 'ipv4' ? 32 : 128]
  const isCidr = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
  return isCidr ? ipaddr.parseCIDR(text) : null
}
