import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { encoder, startImageServer } from '../../../support/image-server.ts'
import { startRecordingApi, type Responder } from '../../../support/recording-api.ts'
import { sendFile } from '../../../support/send-file.ts'
import { makeFolder } from '../../content-service/small-sample.ts'

vi.spyOn(log, 'warn').mockReturnValue()
afterAll(() => encoder.close())

const kb = 1024
const limits = { idleMs: 800, copyBytes: 64 * kb }

/** A file of a kind: its signature, then bytes that are no text. */
function fileOf(start: string, size = 96 * kb) {
  const bytes = Buffer.alloc(size, Buffer.from([0, 17, 200, 255, 60, 104]))
  bytes.write(start, 'latin1')
  return bytes
}

const pdf = 'application/pdf'
const office = 'application/vnd.openxmlformats-officedocument'
const unknown = 'application/octet-stream'

const kinds: [name: string, type: string, bytes: Buffer][] = [
  ['sheet.pdf', pdf, fileOf('%PDF-1.7\n')],
  ['plan.dwg', 'image/vnd.dwg', fileOf('AC1032')],
  ['plan.dxf', 'image/vnd.dxf', fileOf('  0\r\nSECTION\r\n')],
  ['panel.step', 'model/step', fileOf('ISO-10303-21;')],
  ['door.rfa', unknown, fileOf('\xd0\xcf\x11\xe0')],
  ['lamp.ies', unknown, fileOf('IESNA:LM-63-2002\r\n')],
  ['lamp.ldt', unknown, fileOf('Company\r\n1\r\n')],
  ['letter.docx', `${office}.wordprocessingml.document`, fileOf('PK\x03\x04')],
  ['prices.xlsx', `${office}.spreadsheetml.sheet`, fileOf('PK\x03\x04')],
  ['all.zip', 'application/zip', fileOf('PK\x03\x04')],
  ['all.rar', 'application/vnd.rar', fileOf('Rar!\x1a\x07')],
  ['without-extension', unknown, fileOf('\x7f')],
  ['firmware.x93', unknown, fileOf('\x00')],
  ['catalogue.pdf', pdf, fileOf('%PDF-1.7\n', 30 * kb * kb)],
]

const etag = '"v1"'

/** Sends a file in pieces with pauses, each of half the time that is allowed. */
function pausing(bytes: Buffer): Responder {
  return async (response) => {
    response.writeHead(200, { 'Content-Length': bytes.length })
    const length = Math.ceil(bytes.length / 4)
    for (let at = 0; at < bytes.length; at += length) {
      response.write(bytes.subarray(at, at + length))
      await setTimeout(limits.idleMs / 2)
    }
    response.end()
  }
}

async function startOn(respond: Responder) {
  const { url } = await startRecordingApi(respond)
  return startImageServer(url, makeFolder(), { documents: limits })
}

describe.each(kinds)('F55: %s', (name, type, bytes) => {
  const isShown = type === pdf

  test('comes down whole, and again from what the client has', async () => {
    const { get } = await startOn(sendFile(bytes, { etag, type: 'text/plain' }))
    const response = await get(name)
    const { headers } = response
    expect([response.status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('content-disposition')).toMatch(isShown ? /^inline;/ : /^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = headers.get('content-security-policy')
    if (isShown) expect(policy).not.toMatch(/sandbox|default-src/)
    else expect(policy).toMatch(/default-src 'none'.*sandbox/)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await get(name, { 'if-none-match': etag })).status).toBe(304)
  })

  test('comes down in parts', async () => {
    const { get } = await startOn(sendFile(bytes, { etag }))
    const half = bytes.length / 2
    const parts = []
    for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
      const response = await get(name, { range, 'if-range': etag })
      expect(response.status).toBe(206)
      parts.push(Buffer.from(await response.arrayBuffer()))
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  })

  test('is aborted, and resumed where it ended', async () => {
    const { url, get } = await startOn(sendFile(bytes, { etag }))
    const aborted = request(`${url}/images/post/${name}`)
      .on('error', () => undefined)
      .end()
    const [response] = await once(aborted, 'response')
    const [first] = await once(response, 'data')
    aborted.destroy()
    const rest = await get(name, { range: `bytes=${first.length}-`, 'if-range': etag })
    const received = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())])
    expect(received.equals(bytes)).toBe(true)
  })
})

test.concurrent.for(kinds)(
  'F55: %s comes down from a server that pauses, longer altogether than one pause may take',
  async ([name, , bytes]) => {
    const { get } = await startOn(pausing(bytes))
    expect(Buffer.from(await (await get(name)).arrayBuffer()).equals(bytes)).toBe(true)
  },
)
