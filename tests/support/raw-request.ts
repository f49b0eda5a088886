import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Sends bytes as they stand, where a client library would tidy them.
 * @param bytes in Latin-1
 * @returns all that came until the connection was closed, in Latin-1
 */
export async function rawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes, 'latin1')
  return (await buffer(socket)).toString('latin1')
}
