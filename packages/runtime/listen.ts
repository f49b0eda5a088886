import { once } from 'node:events'
import { Server } from 'node:http'
import { type AddressInfo, type ListenOptions, Server as NetServer } from 'node:net'

/**
 * Whether the host of this process makes the first HTTP server that listens its own, as Phusion Passenger and LiteSpeed
 * do. They replace `listen` of `http.Server`, which Node inherits from `net.Server`.
 */
export function isListenerTaken(): boolean {
  return Object.hasOwn(Server.prototype, 'listen')
}

/**
 * Lets a server accept connections at its own address, also where the host takes the listener of HTTP servers and
 * answers for their address.
 * @returns the address; for a socket file, its path
 * @throws errors of the system, such as EADDRINUSE
 */
export async function listenAside(
  server: Server,
  where: ListenOptions,
): Promise<AddressInfo | string | null> {
  NetServer.prototype.listen.call(server, where)
  await once(server, 'listening')
  return addressOf(server)
}

/** Returns the address of a server itself, where the host may answer for it; for a socket file, its path. */
export function addressOf(server: Server): AddressInfo | string | null {
  return NetServer.prototype.address.call(server)
}
