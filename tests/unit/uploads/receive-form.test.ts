import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { maxFileBytes, receiveForm } from '../../../server/uploads/receive-form.ts'
import { metrics } from '../../../server/observe/metrics.ts'
import { eventually } from '../../support/eventually.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { openUploads } from '../../support/open-enquiries.ts'
import { sendRequest } from '../../support/raw-request.ts'

const pdf = '%PDF-1.7\n'

/** A part of a form; with a file name, of a file. */
function part(name: string, content: string, fileName?: string) {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/png`
  const head = `--b\r\nContent-Disposition: form-data; name="${name}"${file}`
  return `${head}\r\n\r\n${content}\r\n`
}

const type = 'Content-Type: multipart/form-data; boundary=b'
const limits = { maxBytes: 2_000, files: { fields: { files: { maxBytes: 100_000 } }, max: 2 } }

async function startReceiver(times?: Parameters<typeof receiveForm>[4]) {
  const store = openUploads()
  const results: Awaited<ReturnType<typeof receiveForm>>[] = []
  const server = createServer((request, response) => {
    response.shouldKeepAlive = false
    void receiveForm(request, limits, store, null, times).then((result) => {
      results.push(result)
      response.end()
    })
  })
  const { url } = await listenInTest(server)
  const files = () => readdirSync(store.folder)
  async function send(...parts: string[]) {
    const body = Buffer.from(`${parts.join('')}--b--\r\n`)
    await sendRequest(url, 'POST /', [type, `Content-Length: ${body.length}`], body)
    const result = results.at(-1)
    if (!result || !('body' in result)) return { result, form: null, uploads: [] }
    const form = [...new URLSearchParams(result.body.toString())]
    return { result, form, uploads: result.uploads }
  }
  return { url, results, files, send }
}

test('fields come as they were written, also between and after files', async () => {
  const { send, files } = await startReceiver()
  const { form, uploads } = await send(
    part('name', 'سارة & co=1'),
    part('files', pdf, 'مخطط.pdf'),
    part('message', 'two\r\nlines'),
    part('files', '', ''),
    part('items', 'a:1'),
    part('items', 'b:2'),
    part('other', pdf, 'other.pdf'),
  )
  expect(form).toEqual([
    ['name', 'سارة & co=1'],
    ['message', 'two\r\nlines'],
    ['items', 'a:1'],
    ['items', 'b:2'],
  ])
  expect(uploads).toMatchObject([{ name: 'مخطط.pdf', kind: 'pdf', fault: null }])
  expect(files()).toHaveLength(1)
})

test('a refused file costs no field', async () => {
  const { send, files } = await startReceiver()
  const { form, uploads } = await send(
    part('files', 'a'.repeat(100_001), 'large.txt'),
    part('files', '<svg/>', 'image.png'),
    part('files', pdf, '../../third.pdf'),
    part('message', 'Two panels'),
  )
  expect(form).toEqual([['message', 'Two panels']])
  expect(uploads).toMatchObject([
    { name: 'large.txt', fault: 'large', field: 'files' },
    { name: 'image.png', fault: 'type' },
    { name: 'third.pdf', fault: 'many' },
  ])
  expect(files()).toEqual([])
})

test('hostile forms are rejected, and leave no file', async () => {
  const { send, files, url, results } = await startReceiver()
  const file = part('files', pdf, 'panel.pdf')
  const many = Array.from({ length: 1_000 }, () => part('a', 'b')).join('')
  expect((await send(file, many)).result).toEqual({ fault: 413 })
  expect((await send(file, part('message', 'a'.repeat(3_000)))).result).toEqual({ fault: 413 })
  // The parser skips a part without a name; it counts as a field.
  const nameless = `--b\r\n\r\n${'a'.repeat(200_000)}\r\n`
  expect((await send(file, nameless)).result).toEqual({ fault: 413 })
  expect((await send(part('files', pdf, 'a'.repeat(10_000)))).result).toEqual({ fault: 413 })
  const unfinished = Buffer.from(file + part('files', pdf.repeat(9_000), 'b.pdf').slice(0, -2))
  await sendRequest(url, 'POST /', [type, `Content-Length: ${unfinished.length}`], unfinished)
  expect(results.at(-1)).toEqual({ fault: 400 })
  const noBoundary = ['Content-Type: multipart/form-data', 'Content-Length: 1']
  await sendRequest(url, 'POST /', noBoundary, 'a')
  expect(results.at(-1)).toEqual({ fault: 400 })
  await eventually(() => expect(files()).toEqual([]))
})

test('more than can be read is rejected', async () => {
  const { url, results, files } = await startReceiver()
  const head = part('files', '', 'large.txt').slice(0, -2)
  const length = maxFileBytes + 100_000
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(length, 'a')])
  await sendRequest(url, 'POST /', [type, `Content-Length: ${body.length + 10}`], body)
  expect(results).toEqual([{ fault: 413 }])
  expect(files()).toEqual([])
})

async function refusedAsFull() {
  const { values } = await metrics.uploadsRefused.get()
  return values.find(({ labels }) => labels.reason === 'full')?.value
}

test('a client that leaves, or sends too slowly, leaves no file', async () => {
  // Other tests of this process have counted, too.
  const before = await refusedAsFull()
  const times = { silent: 100, total: 10_000, bytesPerMs: 16 }
  const { url, results, files } = await startReceiver(times)
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 90000\r\n\r\n`
  const start = head + part('files', pdf + randomBytes(20_000).toString('hex'), 'panel.pdf')
  const leaving = connect(Number(new URL(url).port), '127.0.0.1')
  leaving.write(start, () => setImmediate(() => leaving.destroy()))
  await eventually(() => expect(results).toEqual([{ gone: true }]))
  // Nothing was refused: an alarm on this metric is about the disk.
  expect(await refusedAsFull()).toBe(before)
  const silent = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  silent.write(start)
  await eventually(() => expect(results.at(-1)).toEqual({ fault: 408 }))
  silent.destroy()
  const slow = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  slow.write(start.slice(0, 300))
  const drip = setInterval(() => slow.write('a'), 20)
  await eventually(() => expect(results).toHaveLength(3))
  clearInterval(drip)
  slow.destroy()
  expect(results[2]).toEqual({ fault: 408 })
  expect(files()).toEqual([])
})
