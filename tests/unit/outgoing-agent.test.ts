import { createServer } from 'node:http'
import { request } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOutgoingAgent } from '../../server/outgoing-agent.ts'
import { listenInTest } from '../support/listen-in-test.ts'

test.each([
  ['closes', '', 'gave no tunnel: SocketError: other side closed'],
  ['refuses', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'answered 407'],
])('a tunnel that the proxy %s fails the call, once', async (_what, answer, reason) => {
  let tunnels = 0
  const proxy = createServer().on('connect', (_request, client) => {
    tunnels += 1
    client.on('error', () => undefined).end(answer)
  })
  vi.stubEnv('HTTP_PROXY', (await listenInTest(proxy)).url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const dispatcher = createOutgoingAgent({})
  onTestFinished(() => dispatcher.destroy())
  await expect(request('http://api.test/', { dispatcher })).rejects.toThrow(reason)
  expect(tunnels).toBe(1)
})
