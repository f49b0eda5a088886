import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [network: Address, prefixLength: number]

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** A longer chain of proxies is made up; only its end is read. */
const maxProxies = 20

/** Peers whose trust is remembered: parsing an address may take a third of the time of a cached page. */
const maxPeers = 1_000

/**
 * Finds the address of a request's client: the peer of the connection, or, as long as that is a trusted
 * proxy, the address before it in X-Forwarded-For.
 * @param trusted valid addresses and networks of proxies
 */
export function createClientAddress(trusted: readonly string[]) {
  const networks = trusted.map(parseNetwork)
  const peers = new LRUCache<string, boolean>({ max: maxPeers })
  const isTrusted = (address: Address) =>
    networks.some(
      ([network, length]) => network.kind() === address.kind() && address.match(network, length),
    )

  function addressOf({ socket, headers }: Connected): string {
    const peer = parseAddress(socket.remoteAddress ?? '')
    if (!peer) return ''
    const forwardedFor = headers['x-forwarded-for']
    if (networks.length === 0 || forwardedFor === undefined) return peer.toString()
    const chain = [forwardedFor].flat().join(',').split(',').slice(-maxProxies)
    let client = peer
    while (isTrusted(client)) {
      const previous = chain.pop()
      if (previous === undefined) break
      const address = parseForwarded(previous)
      // A trusted proxy passed on an invalid value: only the peer is certain.
      if (!address) return peer.toString()
      client = address
    }
    return client.toString()
  }

  return {
    /** @returns an IP address, with IPv4-mapped ones as IPv4; empty when the connection is closed */
    addressOf,
    /** Whether the peer is a trusted proxy. */
    isProxy: ({ socket }: Connected): boolean => {
      const { remoteAddress } = socket
      if (networks.length === 0 || remoteAddress === undefined) return false
      const known = peers.get(remoteAddress)
      if (known !== undefined) return known
      const peer = parseAddress(remoteAddress)
      const isProxy = peer !== null && isTrusted(peer)
      peers.set(remoteAddress, isProxy)
      return isProxy
    },
  }
}

/** As some proxies write it: with a port, in brackets (RFC 7239, 6), in quotes. */
const forwarded = /^\s*"?(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?"?\s*$/

function parseForwarded(text: string) {
  const [, ipv6, ipv4] = forwarded.exec(text) ?? []
  return parseAddress(ipv6 ?? ipv4 ?? text.trim())
}

function parseAddress(text: string): Address | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text) : null
}

function parseNetwork(text: string): Network {
  const address = parseAddress(text)
  return address ? [address, address.kind() === 'ipv4' ? 32 : 128] : ipaddr.parseCIDR(text)
}
