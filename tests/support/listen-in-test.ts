import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from './loopback.ts'

/** Makes a server listen on a free loopback port until the test ends. */
export async function listenInTest(server: Server) {
  const { port, url, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return { port, url }
}
