import { createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { pingClamd } from '../../../server/uploads/clamd.ts'
import { UploadStore } from '../../../server/uploads/uploads.ts'
import { collectLog } from '../../support/logged.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { getFreePort } from '../../support/loopback.ts'
import { openUploads } from '../../support/open-enquiries.ts'

/** Reads the frames of INSTREAM, and replies as clamd does. */
async function startClamd(replyTo: (content: string) => string) {
  const server = createServer((socket: Socket) => {
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      let at = 'zINSTREAM\0'.length
      let content = ''
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at)
        if (length === 0) return void socket.end(replyTo(content))
        content += received.toString('latin1', at + 4, at + 4 + length)
        at += 4 + length
      }
      return undefined
    })
  })
  const { url } = await listenInTest(server)
  return { host: '127.0.0.1', port: Number(new URL(url).port) }
}

function saveWith(clamd: { host: string; port: number }, text: string) {
  const store = new UploadStore({ folder: openUploads().folder, secret: 'secret', clamd })
  return store.save(Readable.from([Buffer.from(text)]), 'list.txt', { maxBytes: 1_000_000 }, null)
}

test('a file is refused if it has a virus, or cannot be scanned', async () => {
  const { factsOf } = collectLog()
  const clamd = await startClamd((content) => {
    if (content.includes('EICAR')) return 'stream: Eicar-Test-Signature FOUND\0'
    return content.length > 200_000 ? 'INSTREAM size limit exceeded. ERROR\0' : 'stream: OK\0'
  })
  expect(await saveWith(clamd, `${'a'.repeat(150_000)}`)).toMatchObject({ fault: null })
  expect(await saveWith(clamd, 'EICAR')).toEqual({ name: 'list.txt', fault: 'virus' })
  expect(await saveWith(clamd, 'a'.repeat(300_000))).toMatchObject({ fault: 'unscanned' })
  const dead = { host: '127.0.0.1', port: await getFreePort() }
  expect(await saveWith(dead, 'a')).toEqual({ name: 'list.txt', fault: 'unscanned' })
  expect(factsOf('upload not scanned')).toHaveLength(2)
})

test('clamd is asked whether it is there', async () => {
  const answering = async (reply: string) => {
    const { port } = await listenInTest(
      createServer((socket) => void socket.once('data', () => socket.end(reply))),
    )
    return { host: '127.0.0.1', port }
  }
  await pingClamd(await answering('PONG\0'))
  await expect(pingClamd(await answering('HTTP/1.1 400'))).rejects.toThrow('clamd: HTTP')
  const dead = { host: '127.0.0.1', port: await getFreePort() }
  await expect(pingClamd(dead)).rejects.toThrow('ECONNREFUSED')
})
