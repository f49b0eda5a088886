import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { StoredFile, Upload } from '../../../server/uploads/uploads.ts'
import { cleanFileName, createInspector } from '../../../server/uploads/file-types.ts'
import { enquiryOf } from '../../support/enquiry.ts'
import { eventually } from '../../support/eventually.ts'
import { collectLog } from '../../support/logged.ts'
import {
  createRecordingDelivery,
  makeOutboxFile,
  openEnquiries,
  openUploads,
} from '../../support/open-enquiries.ts'
import { refusedFiles, sampleFiles } from '../../support/sample-files.ts'

const hourMs = 60 * 60 * 1000
const megabyte = 1024 * 1024

function save(
  store: ReturnType<typeof openUploads>,
  name: string,
  bytes: Buffer,
  client: string | null = null,
) {
  return store.save(Readable.from([bytes]), name, { maxBytes: megabyte }, client)
}

function stored(upload: Upload): StoredFile {
  if (upload.fault !== null) throw new Error(upload.fault)
  const { fault: _fault, isKept: _isKept, ...file } = upload
  return file
}

const saveText = async (store: ReturnType<typeof openUploads>, text = 'three breakers') =>
  stored(await save(store, 'list.txt', Buffer.from(text)))

describe('a file', () => {
  test.each(Object.entries(sampleFiles))('%s is accepted', async (name, bytes) => {
    const store = openUploads()
    const file = stored(await save(store, name, bytes))
    expect(file).toMatchObject({ name, size: bytes.length })
    expect(await store.readUpload(file)).toEqual(bytes)
  })

  test.each(Object.entries(refusedFiles))(
    '%s is refused, and nothing of it is left',
    async (name, bytes) => {
      const store = openUploads()
      expect(await save(store, name, bytes)).toEqual({ name: expect.any(String), fault: 'type' })
      expect(readdirSync(store.folder)).toEqual([])
    },
  )

  test('has the type of its bytes, however they are divided', () => {
    const inspector = createInspector()
    for (const byte of sampleFiles['list.xlsx']) inspector.add(Buffer.from([byte]))
    expect(inspector.kindOf('list.xlsx')).toBe('xlsx')
    expect(inspector.kindOf('list.docx')).toBeNull()
    const photo = createInspector()
    photo.add(sampleFiles['photo.png'])
    expect(photo.kindOf('photo.JPG')).toBe('png')
  })

  test('is readable by the site only', async () => {
    const store = openUploads()
    const { id } = await saveText(store)
    expect(statSync(path.join(store.folder, id)).mode & 0o777).toBe(0o600)
    expect(statSync(store.folder).mode & 0o777).toBe(0o700)
  })

  test('that is too large, or ends early, leaves nothing', async () => {
    const store = openUploads()
    const large = await save(store, 'list.txt', Buffer.alloc(megabyte + 1, 'a'))
    expect(large).toEqual({ name: 'list.txt', fault: 'large' })
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The client has left')
    }
    const half = await store.save(Readable.from(broken()), 'list.txt', { maxBytes: megabyte }, null)
    expect(half).toEqual({ name: 'list.txt', fault: 'gone' })
    expect(readdirSync(store.folder)).toEqual([])
  })
})

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\sara\\panel.dwg', 'panel.dwg'],
  ['قائمة\u202e\u0000\r\n الأسعار.xlsx', 'قائمة الأسعار.xlsx'],
  ['a"b<c>.pdf', 'a b c.pdf'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  ['...', 'file'],
  [`${'ا'.repeat(10_000)}.pdf`, `${'ا'.repeat(80)}.pdf`],
  ['\ud800.pdf', 'file.pdf'],
])('the name %j becomes %j', (sent, name) => {
  expect(cleanFileName(sent)).toBe(name)
})

describe('limits', () => {
  test('of one client, to whom a small file counts as it does for all together', async () => {
    const store = openUploads({}, { minFile: 20, client: { burst: 45, perSecond: 0.001 } })
    const faults = []
    for (const bytes of ['a', 'a', 'a']) {
      faults.push((await save(store, 'a.txt', Buffer.from(bytes), '192.0.2.1')).fault)
    }
    expect(faults).toEqual([null, null, 'quota'])
    expect((await save(store, 'b.txt', Buffer.alloc(46), '192.0.2.2')).fault).toBe('quota')
  })

  test('of all files together, and of the disk', async () => {
    const store = openUploads({}, { total: 128 * 1024, measured: 0 })
    await saveText(store)
    expect(await store.isFull()).toBe(false)
    await saveText(store)
    expect(await store.isFull()).toBe(true)
    expect(await save(store, 'c.txt', Buffer.from('c'))).toEqual({ name: 'c.txt', fault: 'full' })
    const onFullDisk = openUploads({}, { freeShare: 1, maxFree: Infinity })
    expect(await onFullDisk.isFull()).toBe(true)
  })

  test('where the folder cannot be made', async () => {
    const { factsOf } = collectLog()
    const file = makeOutboxFile()
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(path.join(path.dirname(file), 'enquiry-files'), '')
    const store = openUploads({ file })
    expect(await save(store, 'a.txt', Buffer.from('a'))).toEqual({ name: 'a.txt', fault: 'full' })
    expect(factsOf('upload folder failed')).toHaveLength(1)
  })

  test.each([
    ['one client', 13, () => '2a02:1:1:1200'],
    ['a /56', 16, (at: number) => `2a02:1:1:${(0x1200 + at).toString(16)}`],
    ['a /48', 21, (at: number) => `2a02:1:1:${(256 * at).toString(16)}`],
    ['a /24', 21, (at: number) => `203.0.113.${at}`],
  ])('V42: tiny files of %s leave most of the room to others', async (_, most, clientOf) => {
    const file = makeOutboxFile()
    const total = 64 * 64 * 1024
    async function countStored(clients: string[]) {
      // As another process, or after a restart.
      const store = openUploads({ file }, { total })
      let stored = 0
      for (const client of clients) {
        const { fault } = await save(store, 'a.txt', Buffer.from('a'), client)
        if (fault === null) stored += 1
      }
      return stored
    }
    const many = Array.from({ length: 40 }, (_, at) => clientOf(at))
    const others = (net: number) => Array.from({ length: 10 }, (_, at) => `198.${net}.${at}.1`)
    expect(await countStored([...many, ...others(18)])).toBe(most + 10)
    expect(await countStored([...many, ...others(19)])).toBeGreaterThanOrEqual(10)
    expect(readdirSync(path.join(path.dirname(file), 'enquiry-files')).length).toBeLessThan(64)
  })

  test('V42: a refused file leaves its place at once', async () => {
    const store = openUploads({}, { receiving: { all: 1, perClient: 1, minSpeed: 1_000 } })
    const endless = new PassThrough()
    endless.write(Buffer.alloc(megabyte + 1, 'a'))
    expect(await store.save(endless, 'a.txt', { maxBytes: megabyte }, null)).toMatchObject({
      fault: 'large',
    })
    endless.write('The form goes on')
    expect(await save(store, 'b.txt', Buffer.from('b'))).toMatchObject({ fault: null })
  })
})

test('claims and links are of this site, for their own use, and expire', async () => {
  const store = openUploads()
  const file = await saveText(store)
  const claim = store.claimOf(file)
  expect(store.readClaimOf(claim)).toEqual(file)
  expect(openUploads({ secret: 'another secret of tests' }).readClaimOf(claim)).toBeNull()
  expect(store.readClaimOf(`${claim}x`)).toBeNull()
  const tokenOf = (validMs: number) =>
    store.linkOf(file, 'K7M2-9XCA-1', validMs).replace('/enquiry-files/', '')
  const opened = await store.openLink(tokenOf(hourMs))
  expect(opened).toMatchObject({ name: 'K7M2-9XCA-1.txt', type: 'text/plain', size: 14 })
  if (opened) expect(`${await buffer(opened.handle.createReadStream())}`).toBe('three breakers')
  expect(await store.openLink(tokenOf(-1))).toBeNull()
  expect(await store.openLink(claim)).toBeNull()
  expect(store.readClaimOf(tokenOf(hourMs))).toBeNull()
  expect(await store.openLink('../outbox.db')).toBeNull()
  await store.discard([{ ...file, fault: null, isKept: false }])
  expect(await store.openLink(tokenOf(hourMs))).toBeNull()
  expect(await store.findUsable([file])).toEqual([])
})

describe('the files of an enquiry', () => {
  const age = (folder: string, { id }: StoredFile, ms: number) => {
    const at = (Date.now() - ms) / 1000
    utimesSync(path.join(folder, id), at, at)
  }

  test('stay until its text is erased; those of none go after a day', async () => {
    let time = Date.now()
    const delivery = createRecordingDelivery()
    const limits = { poll: 20, erase: 1 }
    const keepMs = 30 * 24 * hourMs
    const enquiries = openEnquiries(delivery, { limits, keepMs, now: () => time })
    const store = openUploads({ file: enquiries.file })
    const [sent, unsent, recent] = [
      await saveText(store),
      await saveText(store),
      await saveText(store),
    ]
    await enquiries.submit(enquiryOf({ files: [sent] }))
    age(store.folder, sent, 26 * hourMs)
    age(store.folder, unsent, 26 * hourMs)
    await eventually(() => expect(readdirSync(store.folder)).toHaveLength(2))
    expect(readdirSync(store.folder).sort()).toEqual([sent.id, recent.id].sort())
    expect(delivery.delivered[0]?.enquiry.files).toEqual([sent])
    time += keepMs + 1_000
    await eventually(() => expect(readdirSync(store.folder)).toEqual([]))
    const left: unknown[] = []
    for await (const page of enquiries.listTexts()) left.push(...page)
    expect(left).toEqual([])
  })

  test('V42: unsent go after minutes, or after a day with a token of this site, however often they come back', async () => {
    const store = openUploads()
    const [unsigned, signed] = [await saveText(store), await saveText(store)]
    await store.retain([signed])
    expect(await store.findUsable([unsigned, signed])).toEqual([unsigned, signed])
    await store.clean(async () => [], Date.now() + 41 * 60_000)
    expect(readdirSync(store.folder)).toEqual([signed.id])
    // It is there for an enquiry that is being sent, but for no new one.
    age(store.folder, signed, 24.1 * hourMs)
    expect(await store.findUsable([signed])).toEqual([])
    await store.clean(async () => [], Date.now())
    expect(readdirSync(store.folder)).toEqual([signed.id])
    await store.clean(async () => [], Date.now() + hourMs)
    expect(readdirSync(store.folder)).toEqual([])
  })

  test('stay while an outbox that refers to them was set aside, or cannot be read', async () => {
    const store = openUploads()
    const file = await saveText(store)
    const later = Date.now() + 26 * hourMs
    await expect(store.clean(() => Promise.reject(new Error('locked')), later)).rejects.toThrow()
    const aside = path.join(path.dirname(store.folder), 'outbox.db.set-aside-20261123T181300000Z')
    writeFileSync(aside, '')
    await store.clean(async () => [], later)
    expect(await store.findUsable([file])).toEqual([file])
  })

  test('make it another one when they change', async () => {
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery)
    const store = openUploads({ file: enquiries.file })
    const [first, same] = [await saveText(store), await saveText(store)]
    const other = await saveText(store, 'four breakers')
    const enquiry = enquiryOf({ files: [first] })
    const reference = await enquiries.submit(enquiry)
    expect(await enquiries.submit({ ...enquiry, files: [same] })).toBe(reference)
    expect(await enquiries.submit({ ...enquiry, files: [other] })).toBe(reference)
    await eventually(() => expect(delivery.delivered).toHaveLength(2))
    expect(delivery.delivered.map(({ revision }) => revision)).toEqual([1, 2])
  })
})
