import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { refusedFiles, sampleFiles } from '../support/sample-files.ts'
import { isWholeRun } from '../support/test-size.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { onThisMachine } from '../support/busy-machine.ts'

const secret = 'only-for-the-tests'
const visitor = { name: 'Amal Unlisted', email: 'amal@unlisted.example', message: 'Two panels' }
const tokenOf = () => issueFormToken(secret, Date.now() - 10_000)
const panel = 'مخطط اللوحة.pdf'

type Files = [name: string, bytes: Buffer][]
const samples = (...names: (keyof typeof sampleFiles)[]): Files =>
  names.map((name) => [name, sampleFiles[name]])

function post(
  site: Pick<Site, 'url'>,
  fields: Record<string, string>,
  files: Files,
  { path: to = '/enquiry', headers = {} as Record<string, string>, kept = [] as string[] } = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const claim of kept) body.append('kept-file', claim)
  // Browsers send this where no file was chosen.
  if (files.length === 0) body.append('files', new File([], ''))
  const type = 'application/octet-stream'
  for (const [name, bytes] of files) {
    body.append('files', new File([new Uint8Array(bytes)], name, { type }))
  }
  const all = { cookie: 'lang=En', ...headers }
  return fetch(site.url + to, { method: 'POST', body, headers: all, redirect: 'manual' })
}

const claimsIn = (html: string) =>
  [...html.matchAll(/name="kept-file" value="([^"]+)"/g)].map(([, claim]) => claim ?? '')

const newDataDir = () => mkdtempSync(path.join(tmpdir(), 'enquiry-files-'))
const folderOf = (dataDir: string) => path.join(dataDir, 'enquiries', 'enquiry-files')

const dataDir = newDataDir()
let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1,::1',
    ENQUIRY_DELIVERY: 'log',
  })
})
afterAll(() => site.stop())

test('a file is kept when the form comes back, is sent with it, and is downloaded by its link only', async () => {
  const receiver = await startRecordingApi((response) => response.writeHead(204).end())
  const own = await startSite({
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: receiver.url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
  })
  onTestFinished(own.stop)
  const first = await post(own, { ...visitor, email: 'amal', form: tokenOf() }, [
    ...samples(panel),
    ['page.png', refusedFiles['page.png']],
  ])
  expect(first.status).toBe(422)
  const html = await first.text()
  expect(html).toContain('Two panels')
  expect(html).toContain('page.png')
  expect(html).toContain('this kind of file is not accepted')
  const [claim = ''] = claimsIn(html)
  const kept = [claim]
  const sent = await post(own, { ...visitor, form: tokenOf() }, samples('photo.jpg'), { kept })
  expect(sent.status).toBe(303)
  const reference = sent.headers.get('location')?.split(/[/?]/)[2]
  const [delivered] = await receiver.arrived(1)
  const { files } = JSON.parse(delivered?.body.toString() ?? '')
  expect(files).toEqual([
    {
      name: panel,
      type: 'application/pdf',
      size: sampleFiles[panel].length,
      url: expect.any(String),
    },
    { name: 'photo.jpg', type: 'image/jpeg', size: 8, url: expect.any(String) },
  ])
  const download = await fetch(files[0].url)
  expect(Buffer.from(await download.arrayBuffer())).toEqual(sampleFiles[panel])
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(sampleFiles[panel].length),
    'content-disposition': `attachment; filename="${reference}-1.pdf"`,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  })
  const head = await fetch(files[0].url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    String(sampleFiles[panel].length),
  ])
  const wrong = [
    `${files[0].url}x`,
    `${own.url}/enquiry-files/${claim}`,
    `${own.url}/enquiry-files/a`,
  ]
  for (const url of wrong) {
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([404, ''])
  }
}, 60_000)

test('a file that is not to be sent is left out, and a list of refused files says why', async () => {
  const form = tokenOf()
  const back = await post(
    site,
    { ...visitor, email: 'amal', form },
    samples('list.csv', 'photo.png'),
  )
  const kept = claimsIn(await back.text())
  expect(kept).toHaveLength(2)
  const fields = { ...visitor, form, 'removed-file': kept[0] ?? '' }
  const large: Files = [['large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')]]
  const files: Files = [...samples('notes.txt', 'panel.dwg'), ...large]
  const again = await post(site, fields, files, { kept })
  const html = await again.text()
  expect(again.status).toBe(422)
  expect(claimsIn(html)).toHaveLength(3)
  expect(html).toContain('the file is larger than 10 MB')
  const tooMany = await post(site, { ...visitor, form }, samples('notes.txt'), {
    kept: claimsIn(html),
  })
  expect(tooMany.status).toBe(422)
  expect(await tooMany.text()).toContain('can have 3 files')
  const forged = await post(site, { ...visitor, form }, [], { kept: ['forged.claim'] })
  expect(forged.status).toBe(422)
  expect(await forged.text()).toContain('the file is no longer stored')
})

test('the list keeps files while it is changed, and the list as a table leaves none', async () => {
  const before = readdirSync(folderOf(dataDir)).length
  const fields = { action: 'set', name: 'Amal', form: tokenOf() }
  const headers = { cookie: 'lang=En; quote=tm63-1p-c:3' }
  const page = await post(site, fields, samples('list.csv'), { path: '/quote-list', headers })
  expect(claimsIn(await page.text())).toHaveLength(1)
  const table = await post(site, fields, samples('list.csv'), { path: '/quote-list.csv' })
  expect(table.headers.get('content-type')).toContain('text/csv')
  await eventually(() => expect(readdirSync(folderOf(dataDir))).toHaveLength(before + 1))
})

test('a client that sends too much gets the form back', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const large: Files = [1, 2, 3].map((at) => [`${at}.txt`, Buffer.alloc(9.9 * 1024 * 1024, 'a')])
  const send = () => post(site, { ...visitor, email: 'amal', form: tokenOf() }, large, { headers })
  expect((await send()).status).toBe(422)
  expect((await send()).status).toBe(422)
  const third = await send()
  expect(third.status).toBe(429)
  const html = await third.text()
  expect(html).toContain('you have sent a lot of files')
  expect(html).toContain('Two panels')
  expect(site.output()).not.toMatch(/enquiry-files\/[^…"]/)
}, 60_000)

test('V42: four clients of one /56 with slow uploads keep none from others, and get their words back', async () => {
  mkdirSync(folderOf(dataDir), { recursive: true })
  const before = readdirSync(folderOf(dataDir)).length
  const end =
    'aaa\r\n--b\r\nContent-Disposition: form-data; name="message"\r\n\r\nTwo panels\r\n--b--\r\n'
  const start = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\naaa'
  const pages: string[] = []
  const sockets = Array.from({ length: 8 }, (_, at) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    socket.on('data', (bytes) => (pages[at] = (pages[at] ?? '') + String(bytes)))
    onTestFinished(() => void socket.destroy())
    socket.write(
      [
        ...['POST /enquiry HTTP/1.1', `Host: ${new URL(site.url).host}`, 'Cookie: lang=En'],
        ...[`X-Forwarded-For: 2a02:1:1:120${at % 4}::1`, 'Connection: close'],
        ...['Content-Type: multipart/form-data; boundary=b'],
        ...[`Content-Length: ${start.length + end.length}`, '', start],
      ].join('\r\n'),
    )
    return socket
  })
  await eventually(() => expect(readdirSync(folderOf(dataDir))).toHaveLength(before + 8))
  for (let at = 0; at < 20; at += 1) {
    const headers = { 'x-forwarded-for': `198.18.${at}.1` }
    const files = samples(panel, 'list.csv', 'photo.png')
    const sent = await post(site, { ...visitor, form: tokenOf() }, files, { headers })
    expect(sent.status).toBe(303)
  }
  for (const socket of sockets) socket.write(end)
  await eventually(() => expect(pages.filter((page) => page.includes('</html>'))).toHaveLength(8))
  const evicted = pages.filter((page) => page.includes('several uploads are in progress'))
  expect(evicted.map((page) => page.slice(9, 12))).toEqual(['429'])
  for (const page of pages) expect(page).toContain('Two panels')
})

test('V42: a file is kept for a day with a token of this site, and for minutes without one', async () => {
  const countOld = () =>
    readdirSync(folderOf(dataDir)).filter((name) => {
      const { mtimeMs } = statSync(path.join(folderOf(dataDir), name))
      return mtimeMs < Date.now() - 23 * 60 * 60 * 1000
    }).length
  const send = (form: string) => post(site, { ...visitor, email: 'amal', form }, samples(panel))
  await send(tokenOf())
  const before = countOld()
  await send(tokenOf())
  expect(countOld()).toBe(before)
  await send('made-up')
  expect(countOld()).toBe(before + 1)
})

test.runIf(isWholeRun)(
  'fifty clients at once get an answer, and the site stays quick',
  async () => {
    const large: Files = [['plan.txt', Buffer.alloc(1024 * 1024, 'a')]]
    const uploads = Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        post(site, { ...visitor, form: tokenOf() }, large, {
          headers: { 'x-forwarded-for': `198.51.100.${at}` },
        }),
      ),
    )
    let slowest = 0
    let isDone = false
    void uploads.then(() => (isDone = true))
    while (!isDone) {
      const startedAt = performance.now()
      await (await fetch(`${site.url}/about`)).text()
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    const statuses = (await uploads).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 303 && status !== 429)).toEqual([])
    expect(statuses).toContain(303)
    expect(slowest).toBeLessThan(onThisMachine(2_000))
  },
  60_000,
)

test.runIf(isWholeRun)(
  'without room for files, the form says so before, and keeps what was written',
  async () => {
    const full = newDataDir()
    mkdirSync(path.join(full, 'enquiries'))
    writeFileSync(folderOf(full), '')
    const own = await startSite({ DATA_DIR: full, ENQUIRY_DELIVERY: 'log', LOG_LEVEL: 'info' })
    onTestFinished(own.stop)
    for (const address of ['/enquiry', '/contact']) {
      const page = await fetch(`${own.url}${address}`, { headers: { cookie: 'lang=En' } })
      const html = await page.text()
      expect(html, address).toContain('Files cannot be sent just now')
      expect(html, address).not.toContain('type="file"')
    }
    const refused = await post(own, { ...visitor, form: tokenOf() }, samples(panel))
    expect(refused.status).toBe(503)
    const html = await refused.text()
    expect(html).toContain('Two panels')
    expect(html).toContain('files cannot be sent just now')
    expect((await post(own, { ...visitor, form: tokenOf() }, [])).status).toBe(303)
  },
  60_000,
)
