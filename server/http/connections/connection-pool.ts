import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { metrics } from '../../metrics.ts'
import { networkOf } from '../load-shedding/client-of.ts'
import { connectionLimits, inactivityTimeoutMs } from './connection-limits.ts'
import type { RequestOrder } from './request-order.ts'

export type ConnectionPool = ReturnType<typeof limitConnections>

/** Share of a full group that is closed together: finding idle connections takes as long as some accepts. */
const closedShare = 1 / 16

/**
 * Limits a server's connections, in total and per address. At a limit, the connections that have been idle
 * longest are closed; a new one is refused only if none is idle.
 * @param isExempt whether a connection is from a trusted proxy, which serves many visitors
 */
export function limitConnections(
  server: Server,
  order: RequestOrder,
  isExempt: (socket: Socket) => boolean,
  { total, crowded, perAddress } = connectionLimits,
) {
  const all = new Set<Socket>()
  const byAddress = new Map<string, Set<Socket>>()

  function remove(socket: Socket, address: string | null) {
    all.delete(socket)
    const group = address === null ? undefined : byAddress.get(address)
    group?.delete(socket)
    if (address !== null && group?.size === 0) byAddress.delete(address)
  }

  /** Closes idle connections if necessary. @returns whether one more fits */
  function makeRoom(group: Set<Socket>, limit: number, reason: 'address' | 'total') {
    if (group.size < limit) return true
    const idle = [...group].filter((socket) => order.find(socket)?.isIdle())
    const usedAt = (socket: Socket) => order.find(socket)?.usedAt() ?? 0
    idle.sort((a, b) => usedAt(a) - usedAt(b))
    const closed = idle.slice(0, Math.ceil(limit * closedShare))
    for (const socket of closed) {
      metrics.connectionsClosed.inc({ reason })
      group.delete(socket)
      socket.destroy()
    }
    return closed.length > 0
  }

  server.timeout = inactivityTimeoutMs
  server.maxConnections = total
  server.on('drop', () => metrics.connectionsClosed.inc({ reason: 'total' }))
  server.on('connection', (socket: Socket) => {
    const address = isExempt(socket) ? null : networkOf(socket.remoteAddress ?? '')
    const group = address === null ? null : (byAddress.get(address) ?? new Set<Socket>())
    if (group && !makeRoom(group, perAddress, 'address')) {
      metrics.connectionsClosed.inc({ reason: 'address' })
      socket.destroy()
      return
    }
    makeRoom(all, crowded, 'total')
    all.add(socket)
    if (group && address !== null) byAddress.set(address, group.add(socket))
    socket.once('close', () => remove(socket, address))
  })

  return {
    /** Whether the next connection will be refused. */
    isFull: () => all.size >= total,
    size: () => all.size,
  }
}
