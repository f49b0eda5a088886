import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Has a server listen on a free loopback port.
 * @returns its address, and what closes it with every connection that it has
 */
export async function listenOnLoopback(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
