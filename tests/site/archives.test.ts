import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createNames } from '../../app/sheets/file-names.server.ts'
import { readRange } from '@site/runtime/requests'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { sendLimits } from '../../server/limits/send-budget.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startOf } from '../support/outcomes.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { startSiteProcess } from '../support/site-process.ts'

const mb = 1024 * 1024
const plain = { create: { width: 9, height: 6, channels: 3, background: '#27a' } } as const
const picture = await sharp(plain).png().toBuffer()
const pdf = Buffer.from('%PDF-1.7 '.repeat(3_000))

/** The bytes of files by name; a number is as many zeros. */
const stored: Record<string, Buffer | number> = {
  'shared-certificate.pdf': pdf,
  'plan.dwg': Buffer.from('AC1032'.repeat(900)),
  'wiring.png': picture,
  'later.step': Buffer.from('ISO-10303'),
  ...{ 'huge-1.rvt': 250 * mb, 'huge-2.rvt': 250 * mb, 'unsized.rvt': 3 * mb },
}
/** The version of files that the image base has, the bodies that it is sending, and all that it has sent. */
const base = { etag: '"v1"', sending: 0, sent: [] as string[] }

const imageBase = createServer((request, response) => {
  const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
  const file = stored[name]
  if (name.startsWith('fails')) return response.writeHead(500).end()
  if (file === undefined) return response.writeHead(404).end()
  const size = typeof file === 'number' ? file : file.length
  const isUnsized = name.startsWith('unsized')
  const range = isUnsized ? null : readRange(request.headers.range ?? '', size)
  const { start, end } = range && range !== 'none' ? range : { start: 0, end: size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...{ ETag: base.etag, 'Last-Modified': 'Tue, 03 Mar 2026 22:30:00 GMT' },
    ...(!isUnsized && { 'Content-Length': end - start + 1 }),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  })
  base.sending += 1
  response.once('close', () => (base.sending -= 1))
  if (request.method === 'GET') base.sent.push(`${name} ${request.headers.range ?? 'whole'}`)
  if (typeof file !== 'number') return response.end(file.subarray(start, end + 1))
  return pipeline(Readable.from(zeros(end - start + 1)), response, () => undefined)
})

function* zeros(count: number) {
  const piece = Buffer.alloc(256 * 1024)
  for (let left = count; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece
  }
}

const letters = 'مفتاح'.repeat(60)
const posts = [
  {
    ...{ postID: 'one', postTitle: 'MCB one' },
    postFiles: [
      { fileName: 'certificates/shared-certificate.pdf', fileTitle: '../../etc/passwd' },
      { fileName: 'plan.dwg', fileTitle: 'Dimensions' },
      { fileName: 'wiring.png', fileTitle: letters },
      { fileName: 'gone.pdf', fileTitle: 'Old manual' },
      { fileName: 'later.step', fileTitle: 'Dimensions' },
    ],
  },
  {
    ...{ postID: 'two', postTitle: 'CON.x' },
    postFiles: [{ fileName: 'certificates/shared-certificate.pdf', fileTitle: 'Certificate' }],
  },
  {
    ...{ postID: 'huge', postTitle: 'Huge' },
    postFiles: ['huge-1.rvt', 'huge-2.rvt'].map((fileName) => ({ fileName, fileTitle: '' })),
  },
  {
    postID: 'unsized',
    postTitle: 'Unsized',
    postFiles: [{ fileName: 'unsized.rvt' }, { fileName: 'fails.step', fileTitle: 'Model' }],
  },
]

function postsFor({ type, check, postId, parentId }: ApiCall) {
  if (type === 'ProductsCategory') return [{ postID: 'c', postTitle: 'Power' }]
  if (type === 'ProductsTypes') return [{ postID: 't', postTitle: 'Breakers', parentID: 'c' }]
  const isList = check === 'getPost' && parentId === 't'
  const found = posts.filter(({ postID }) => (isList ? postID.length === 3 : postID === postId))
  return type === 'Products' ? found.map((post) => ({ ...post, parentID: 't' })) : []
}

let api: ContentApi
let closeBase: () => Promise<void>
let settings: Record<string, string>
let site: Site
beforeAll(async () => {
  const { url, close } = await listenOnLoopback(imageBase)
  closeBase = close
  api = await startContentApi(postsFor)
  settings = {
    ...{ CONTENT_API_URL: api.url, CONTENT_IMAGES_URL: url, TRUST_PROXY: '127.0.0.1' },
    ...{ LOG_LEVEL: 'fatal', CONTENT_CACHE_TTL_S: '1', SEARCH_CRAWL_PER_S: '1000' },
  }
  site = await startSite(settings)
})
beforeEach(() => {
  Object.assign(base, { etag: '"v1"', sent: [] })
})
afterAll(async () => {
  await site.stop()
  await api.close()
  await closeBase()
})

let client = 0
/** Each call is another visitor's. */
function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const forwarded = `203.0.113.${(client += 1)}`
  return fetch(site.url + address, {
    method,
    headers: { 'x-forwarded-for': forwarded, ...headers },
  })
}

async function zipOf(response: Response) {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const bytes = Buffer.from(await response.arrayBuffer())
  const files = Object.entries(unzipSync(bytes))
  const [[, contents] = []] = files
  return { bytes, files, names: files.map(([name]) => name), contents: Buffer.from(contents ?? '') }
}

const python = `import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for info in archive.infolist(): print(info.flag_bits & 0x800, info.filename)`
const hasPython = spawnSync('python3', ['--version']).status === 0
const hasUnzip = spawnSync('unzip', ['-v']).status === 0

describe.each(['Ar', 'En'] as const)('in %s', (lang) => {
  test('all files of a product come as one ZIP that other programs open', async () => {
    const { bytes, files, names, contents } = await zipOf(
      await get(`/product-details/one.zip?lang=${lang}`),
    )
    const [kind, sheet] = lang === 'Ar' ? ['مخطط', 'نشرة بيانات'] : ['Drawing', 'Datasheet']
    expect(names).toHaveLength(6)
    expect(names[0]).toBe(lang === 'Ar' ? '00 المحتويات.txt' : '00 Contents.txt')
    expect(names).toEqual([...names].sort(new Intl.Collator(lang, { numeric: true }).compare))
    expect(names).toContain(`MCB one - ${kind} - Dimensions.dwg`)
    expect(names).toContain(`MCB one - ${kind} - Dimensions.step`)
    const [, sheetBytes = ''] = files.find(([name]) => name === `MCB one - ${sheet}.pdf`) ?? []
    expect(strFromU8(Buffer.from(sheetBytes).subarray(0, 5))).toBe('%PDF-')
    const byType = (type: string) => files.find(([name]) => name.endsWith(type))?.[1]
    expect(Buffer.from(byType('.png') ?? '').equals(picture)).toBe(true)
    expect(Buffer.from(byType('passwd.pdf') ?? '').equals(pdf)).toBe(true)
    // Windows' editor takes it for UTF-8, and its lines for lines.
    expect([...contents.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = contents.toString()
    expect(text).not.toMatch(/[^\r]\n/)
    for (const name of names.slice(1)) expect(text).toContain(name)
    expect(text).toContain(`/product-details/one?lang=${lang}`)
    expect(text).toMatch(
      lang === 'Ar' ? /Old manual[^]*لم يعد الملف موجودًا/ : /Old manual[^]*no longer there/,
    )

    const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'a.zip')
    writeFileSync(file, bytes)
    if (hasUnzip) execFileSync('unzip', ['-tq', file])
    if (!hasPython) return
    const listed = execFileSync('python3', ['-X', 'utf8', '-c', python, file]).toString().trim()
    expect(listed.split('\n')).toEqual(names.map((name) => `2048 ${name}`))
  })

  test('a type and a list have the files of their products, a shared one once', async () => {
    const list = encodeURIComponent('one:2,two:1,made-up:4')
    for (const address of ['/products/t.zip?', `/quote-list.zip?items=${list}&`]) {
      const { names, contents } = await zipOf(await get(`${address}lang=${lang}`))
      expect(names.filter((name) => name.includes('passwd'))).toHaveLength(1)
      const kind = lang === 'Ar' ? 'نشرة بيانات' : 'Datasheet'
      expect(names).toContain(`_CON.x - ${kind}.pdf`)
      const [, entry = ''] = /passwd\.pdf\r\n([^]*?)\r\n\r\n/.exec(contents.toString()) ?? []
      expect(entry).toMatch(/MCB one[^]*CON\.x/)
    }
  })

  test('a page links it where there are two files or more, and says how many', async () => {
    // What the image base has is known once the crawl has come there.
    await eventually(async () => {
      const page = await (await get(`/product-details/one?lang=${lang}`)).text()
      const [, text = ''] =
        /<a[^>]* href="\/product-details\/one\.zip\?lang=\w+"[^>]*>(.*?)<\/a>/.exec(page) ?? []
      expect(text.replace(/<[^>]*>/g, '')).toMatch(
        lang === 'Ar' ? /^جميع الملفات: 5 ملفات، \d+.* \(ZIP\)$/ : /^All files \(ZIP, 5 files, \d+/,
      )
    })
  })
})

const whole = { of: '/product-details/one.zip?lang=En' }

test('a download goes on where it broke off, with the same bytes', async () => {
  const first = await get(whole.of)
  const etag = first.headers.get('etag') ?? ''
  const { bytes } = await zipOf(first)
  expect(first.headers.get('content-length')).toBe(String(bytes.length))
  expect(first.headers.get('accept-ranges')).toBe('bytes')
  for (const [range, start, end] of [
    ['bytes=100-199', 100, 199],
    [`bytes=${bytes.length - 5_000}-`, bytes.length - 5_000, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
  ] as const) {
    const part = await get(whole.of, { range, 'if-range': etag })
    const place = `bytes ${start}-${end}/${bytes.length}`
    expect([part.status, part.headers.get('content-range')]).toEqual([206, place])
    const sent = Buffer.from(await part.arrayBuffer())
    expect(sent.equals(bytes.subarray(start, end + 1)), range).toBe(true)
  }
  const none = await get(whole.of, { range: `bytes=${bytes.length}-` })
  expect([none.status, await none.text()]).toEqual([416, ''])
  const other = await get(whole.of, { range: 'bytes=5-', 'if-range': '"other"' })
  expect((await zipOf(other)).bytes.equals(bytes)).toBe(true)
  expect((await get(whole.of, { 'if-none-match': etag })).status).toBe(304)
})

test('HEAD says what comes, and reads no file', async () => {
  const length = (await get(whole.of)).headers.get('content-length')
  base.sent = []
  const head = await get('/product-details/huge.zip?lang=En', {}, 'HEAD')
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(500 * mb)
  const sent = base.sent.filter((line) => line.startsWith('huge')).sort()
  expect(sent).toEqual(['huge-1.rvt bytes=0-1023', 'huge-2.rvt bytes=0-1023'])
  const small = await get(whole.of, {}, 'HEAD')
  expect(small.headers.get('content-length')).toBe(length)
  expect(small.headers.get('x-robots-tag')).toBe('noindex')
})

test('an archive with a file of unknown length is whole, and claims no length', async () => {
  const response = await get('/product-details/unsized.zip?lang=En')
  const { headers } = response
  expect(['content-length', 'accept-ranges', 'etag'].map((name) => headers.get(name))).toEqual([
    ...[null, null, null],
  ])
  const { files } = await zipOf(response)
  expect(files.find(([name]) => name.endsWith('.rvt'))?.[1]).toHaveLength(3 * mb)
})

test('a file that cannot be read now is named, with the reason', async () => {
  const { names, contents } = await zipOf(await get('/product-details/unsized.zip?lang=En'))
  expect(names.some((name) => name.endsWith('.step'))).toBe(false)
  expect(contents.toString()).toMatch(/Not in this file:[^]*Model[^]*could not be read just now/)
})

test('a file that changes meanwhile breaks the download off, so that nobody takes it for whole', async () => {
  const response = await get('/product-details/huge.zip?lang=En')
  expect(response.status).toBe(200)
  base.etag = '"v2"'
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('what does not exist is a page, as is an API that is down', async () => {
  for (const [address, status] of [
    ['/product-details/made-up.zip', 404],
    ['/products-details/made-up.zip', 404],
    ['/products/made-up.zip', 404],
    ['/quote-list.zip', 404],
    ['/quote-list.zip?items=..%2F..:999999999999,%3Cb%3E:-1', 404],
  ] as const) {
    const response = await get(address)
    expect([response.status, response.headers.get('cache-control')], address).toEqual([
      ...[status, 'no-store'],
    ])
    expect((await response.text()).startsWith(startOf.Ar), address).toBe(true)
  }
  expect((await get('/product-details/%00.zip')).status).toBe(400)
  expect((await get('/quote-list.zip?items=%00')).status).toBe(400)
  await api.refuse()
  onTestFinished(api.listen)
  const response = await get('/products/other.zip?lang=En')
  expect([response.status, response.headers.get('retry-after')]).toEqual([
    ...[503, expect.stringMatching(/^\d+$/)],
  ])
  expect((await response.text()).startsWith(startOf.En)).toBe(true)
})

/** Begins to download 500 MB as one client, and reads no more than the beginning. */
async function begin(forwarded: string, { url } = site) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const head = `GET /product-details/huge.zip HTTP/1.1\r\nHost: ${host}\r\n`
  socket.write(`${head}X-Forwarded-For: ${forwarded}\r\n\r\n`)
  const [start] = await once(socket, 'data')
  socket.pause()
  return { socket, status: String(start).slice(9, 12) }
}

test('a visitor who leaves ends the requests for files', async () => {
  const { socket, status } = await begin('198.51.100.9')
  expect(status).toBe('200')
  await eventually(() => expect(base.sending).toBe(1))
  socket.destroy()
  await eventually(() => expect(base.sending).toBe(0))
})

test('V36: one client has no more archives and documents at once than its share, and a page says so', async () => {
  const forwarded = '198.51.100.10'
  let held = 0
  // One that comes too soon after others is refused as well, for a moment.
  await eventually(async () => {
    if ((await begin(forwarded)).status === '200') held += 1
    expect(held).toBe(sendLimits.documents.perClient)
  })
  const response = await get(whole.of, { 'x-forwarded-for': forwarded })
  expect([response.status, (await response.text()).startsWith(startOf.En)]).toEqual([429, true])
  expect((await get(whole.of)).status).toBe(200)
})

test('500 MB of files need less than 50 MB of memory', async () => {
  const own = await startSiteProcess({ ...settings, SEARCH_CRAWL_PER_S: '0' })
  onTestFinished(own.stop)
  /** The most memory that the process has had, in MB. */
  const peak = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${own.pid}/status`, 'utf8'))?.[1]) / 1024
  const download = async (id: string) => {
    let length = 0
    const response = await fetch(`${own.url}/product-details/${id}.zip`)
    for await (const piece of Readable.fromWeb(response.body as never)) length += piece.length
    return length
  }
  // A process allocates what it uses again for each response.
  for (let warmUp = 0; warmUp < 3; warmUp += 1) await download('unsized')
  const before = peak()
  expect(await download('huge')).toBeGreaterThan(500 * mb)
  expect(peak() - before).toBeLessThan(50)
})

test('names are safe, and each once', () => {
  const nameOf = createNames()
  const made = [
    ...['CON', 'con', 'aux.txt', 'LPT1', 'COM¹.x', '..', '', '../../etc/passwd', '-rf ~'],
    ...[
      'a\u0000b\u202Egpj.exe',
      'end. . ',
      'a<b>:"c|d?*',
      'Café',
      'CAFE\u0301',
      letters,
      `\ud800x`,
    ],
  ].map((title) => nameOf([title], '.pdf'))
  expect(made.slice(0, 9)).toEqual([
    ...[
      '_CON.pdf',
      '_con (2).pdf',
      '_aux.txt.pdf',
      '_LPT1.pdf',
      '_COM¹.x.pdf',
      '_.pdf',
      '_ (2).pdf',
    ],
    ...['etc passwd.pdf', 'rf ~.pdf'],
  ])
  expect(made.slice(9, 14)).toEqual([
    ...['a b gpj.exe.pdf', 'end.pdf', 'a b c d.pdf', 'Café.pdf', 'CAFÉ (2).pdf'],
  ])
  for (const name of made) {
    expect(Buffer.byteLength(name), name).toBeLessThan(255)
    expect(name.isWellFormed(), name).toBe(true)
    expect(name).not.toMatch(/[\p{C}/\\\ufffd]/u)
  }
})

test('a long name ends at a word', () => {
  const title = 'تعليمات التركيب والتشغيل والصيانة والعناية المستمرة بلوحة التوزيع'
  const [start = '', end] = createNames()([title, 'نشرة'], '.pdf').split(' - ')
  expect(end).toBe('نشرة.pdf')
  expect(title.split(' ').slice(0, start.split(' ').length).join(' ')).toBe(start)
})
