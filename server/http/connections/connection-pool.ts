import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { metrics } from '../../metrics.ts'
import { networkOf } from '../load-shedding/client-of.ts'
import { connectionLimits, stillnessMs } from './connection-limits.ts'
import type { RequestOrder } from './request-order.ts'

export type ConnectionPool = ReturnType<typeof limitConnections>

/** Of a full group, closed at once: looking for idle ones takes as long as some accepts do. */
const closedShare = 1 / 16

/**
 * Bounds a server's connections, in all and for each address. Where a bound is reached, those are
 * closed that were idle for longest; a new one is refused only where none is idle.
 * @param isExempt whether a connection is a trusted proxy's, which has many visitors behind it
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

  /** @returns whether there is room for one more, which may have taken closing idle ones */
  function makeRoom(group: Set<Socket>, most: number, reason: 'address' | 'total') {
    if (group.size < most) return true
    const idle = [...group].filter((socket) => order.find(socket)?.isIdle())
    const usedAt = (socket: Socket) => order.find(socket)?.usedAt() ?? 0
    idle.sort((a, b) => usedAt(a) - usedAt(b))
    const closed = idle.slice(0, Math.ceil(most * closedShare))
    for (const socket of closed) {
      metrics.connectionsClosed.inc({ reason })
      group.delete(socket)
      socket.destroy()
    }
    return closed.length > 0
  }

  server.timeout = stillnessMs
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
    /** Whether the next connection is refused. */
    isFull: () => all.size >= total,
    size: () => all.size,
  }
}
