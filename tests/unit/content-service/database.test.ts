import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startContentService } from '../../../server/content-service/start.ts'
import type {
  ContentService,
  ContentServiceOptions,
} from '../../../server/content-service/start.ts'
import { getPosts, idsOf, post } from './content-client.ts'
import { makeFolder, smallSample, writeSmallSample } from './small-sample.ts'

// Databases are made and synced to the disk, which takes a busy machine its time.
vi.setConfig({ testTimeout: 60_000 })

const said: string[] = []
const running = new Set<ContentService>()

afterEach(async () => {
  await Promise.all([...running].map((service) => service.close()))
  running.clear()
  said.length = 0
})

async function start(
  options: Partial<ContentServiceOptions> & { dataDir: string },
): Promise<ContentService> {
  const service = await startContentService({
    sampleDir: writeSmallSample(),
    report: (line) => said.push(line),
    ...options,
  })
  running.add(service)
  return service
}

function databaseFile(dataDir: string, name = 'content.db'): string {
  return path.join(dataDir, 'content-service', name)
}

/** Opens a database by hand, without leaving it open. */
function edit(file: string, sql: string): void {
  const database = new Database(file)
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}

function count(dataDir: string, table: string): unknown {
  const database = new Database(databaseFile(dataDir))
  try {
    return database.prepare(`SELECT count(*) AS count FROM ${table}`).all()[0]
  } finally {
    database.close()
  }
}

async function storeEmail(service: ContentService): Promise<void> {
  const response = await post(service, '/users/PostEmail', {
    title: 'A question',
    details: 'Words',
    comEmail: 'visitor@tayyar.example',
    comEmailPass: '',
    comEmailPort: '',
    isSend: '',
  })
  expect(response.status).toBe(200)
}

const changedService = {
  'services.yaml': `
- id: service-new
  Ar: { title: خدمة جديدة }
  En: { title: A new service }
`,
}

describe('filling', () => {
  test('the same sample is not read in again: what was edited by hand stays', async () => {
    const dataDir = makeFolder()
    const sampleDir = writeSmallSample()
    await (await start({ dataDir, sampleDir })).close()
    edit(databaseFile(dataDir), "DELETE FROM posts WHERE id = 'service-1'")
    expect(await getPosts(await start({ dataDir, sampleDir }), { Type: 'Services' })).toEqual([])
    expect(said).toEqual([])
  })

  test('a changed sample replaces the content and keeps e-mails and company records', async () => {
    const dataDir = makeFolder()
    const first = await start({ dataDir })
    await storeEmail(first)
    await post(first, '/company-processing', { name: 'Tayyar' })
    await first.close()

    const second = await start({ dataDir, sampleDir: writeSmallSample(changedService) })
    expect(idsOf(await getPosts(second, { Type: 'Services' }))).toEqual(['service-new'])
    expect(await getPosts(second, { Type: 'News' })).toHaveLength(3)
    expect(count(dataDir, 'emails')).toEqual({ count: 1 })
    expect(count(dataDir, 'companies')).toEqual({ count: 1 })
  })

  test('a new file in the blog folder is enough of a change', async () => {
    const dataDir = makeFolder()
    const sampleDir = writeSmallSample()
    await (await start({ dataDir, sampleDir })).close()
    const third = smallSample['blog/02-second.yaml']?.replace('blog-second', 'blog-third') ?? ''
    writeFileSync(path.join(sampleDir, 'blog', '03-third.yaml'), third)
    expect(await getPosts(await start({ dataDir, sampleDir }), { Type: 'Blog' })).toHaveLength(3)
  })

  test('a wrong sample changes nothing', async () => {
    const dataDir = makeFolder()
    await storeEmail(await start({ dataDir }))
    const wrong = writeSmallSample({ 'services.yaml': '- id: service-1' })
    await expect(start({ dataDir, sampleDir: wrong })).rejects.toThrow('services.yaml')
    expect(await getPosts(await start({ dataDir }), { Type: 'Services' })).toHaveLength(1)
    expect(count(dataDir, 'emails')).toEqual({ count: 1 })
  })

  test('a service that runs shows what another one filled in', async () => {
    const dataDir = makeFolder()
    const older = await start({ dataDir })
    expect(idsOf(await getPosts(older, { Type: 'Services' }))).toEqual(['service-1'])
    await start({ dataDir, sampleDir: writeSmallSample(changedService) })
    expect(idsOf(await getPosts(older, { Type: 'Services' }))).toEqual(['service-new'])
  })

  test('several services may be started on one new folder at once', async () => {
    const dataDir = makeFolder()
    const sampleDir = writeSmallSample()
    const services = await Promise.all(
      Array.from({ length: 4 }, () => start({ dataDir, sampleDir })),
    )
    for (const service of services) {
      expect(await getPosts(service, { Type: 'Products' })).toHaveLength(4)
      await storeEmail(service)
    }
    expect(count(dataDir, 'emails')).toEqual({ count: 4 })
    expect(said).toEqual([])
  })
})

describe('a file that cannot be used is set aside, said, and replaced', () => {
  /** Starts on a folder whose content.db is bad, and gives the name that one has now. */
  async function startAndFindAside(dataDir: string, reason: string): Promise<string> {
    const service = await start({ dataDir })
    expect(await getPosts(service, { Type: 'News' })).toHaveLength(3)
    await storeEmail(service)
    expect(said).toEqual([
      expect.stringMatching(
        `^The content database ${databaseFile(dataDir)} ${reason}.*renamed to .*\\.$`,
      ),
    ])
    const names = readdirSync(path.join(dataDir, 'content-service'))
    const aside = names.filter((name) => /^content\.db\.set-aside-\w+$/.test(name))
    expect(aside).toHaveLength(1)
    return databaseFile(dataDir, aside[0])
  }

  function makeDataDir(): string {
    const dataDir = makeFolder()
    mkdirSync(path.join(dataDir, 'content-service'))
    return dataDir
  }

  test('when it is not a database', async () => {
    const dataDir = makeDataDir()
    writeFileSync(databaseFile(dataDir), 'a letter to my aunt'.repeat(1000))
    const aside = await startAndFindAside(dataDir, 'is damaged')
    expect(readFileSync(aside, 'utf8')).toMatch(/^a letter to my aunt/)
  })

  test('when it is cut short', async () => {
    const dataDir = makeDataDir()
    edit(
      databaseFile(dataDir),
      `CREATE TABLE meta (key, value); PRAGMA application_id = 1413568850; PRAGMA user_version = 1;
       CREATE TABLE posts AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n
         WHERE i < 999) SELECT i, hex(randomblob(200)) FROM n;`,
    )
    truncateSync(databaseFile(dataDir), 3 * 4096)
    await startAndFindAside(dataDir, 'is damaged')
  })

  test('when it is the database of another program, which then is as it was', async () => {
    const dataDir = makeDataDir()
    edit(databaseFile(dataDir), "CREATE TABLE recipes (name); INSERT INTO recipes VALUES ('soup')")
    const before = readFileSync(databaseFile(dataDir))
    const aside = await startAndFindAside(dataDir, 'belongs to another program')
    expect(readFileSync(aside).equals(before)).toBe(true)
  })

  test('when another version of the service made it', async () => {
    const dataDir = makeDataDir()
    edit(
      databaseFile(dataDir),
      'CREATE TABLE t (a); PRAGMA application_id = 1413568850; PRAGMA user_version = 99',
    )
    await startAndFindAside(dataDir, 'was made by another version')
  })

  test('but an empty file is simply used', async () => {
    const dataDir = makeDataDir()
    writeFileSync(databaseFile(dataDir), '')
    expect(await getPosts(await start({ dataDir }), { Type: 'News' })).toHaveLength(3)
    expect(said).toEqual([])
  })
})

describe('what stops the start says so', () => {
  test('a folder in the place of the database', async () => {
    const dataDir = makeFolder()
    mkdirSync(databaseFile(dataDir), { recursive: true })
    await expect(start({ dataDir })).rejects.toThrow(/content\.db cannot be opened/)
  })

  test('a file in the place of DATA_DIR', async () => {
    const dataDir = path.join(makeFolder(), 'file')
    writeFileSync(dataDir, '')
    await expect(start({ dataDir })).rejects.toThrow(/cannot be created. Check DATA_DIR\./)
  })

  test('a port that is taken', async () => {
    const first = await start({ dataDir: makeFolder() })
    const port = Number(new URL(first.url).port)
    await expect(start({ dataDir: makeFolder(), port })).rejects.toThrow(
      `cannot listen on 127.0.0.1, port ${port}: the port is in use`,
    )
  })
})

describe('a large catalogue', () => {
  test('has as many products as asked, under the types of the sample, with its pictures', async () => {
    const dataDir = makeFolder()
    const large = await start({ dataDir, products: 500 })
    const products = await getPosts(large, { Type: 'Products' })
    expect(products).toHaveLength(500)
    expect(new Set(idsOf(products)).size).toBe(500)
    expect(new Set(products.map((item) => item['postTitle'])).size).toBe(500)
    expect(new Set(products.map((item) => item['parentID']))).toEqual(
      new Set(['breakers', 'armoured']),
    )

    const PostId = 'synthetic-1'
    const detail = { check: 'getPostDetails', Type: 'Products', PostId, Lang: 'Ar', Pno: '1' }
    expect(await getPosts(large, detail)).toMatchObject([
      {
        postImage: 'breaker-1.png',
        postImages: ['breaker-1-2.png', 'breaker-1-3.png'],
        postFiles: [],
        postSpecs: [{ name: 'التيار المقنن' }, { name: 'منحنى الفصل' }],
      },
    ])
    const ordinary = await start({ dataDir })
    expect(await getPosts(ordinary, { Type: 'Products' })).toHaveLength(4)
  })

  test('never has fewer than the sample', async () => {
    const small = await start({ dataDir: makeFolder(), products: 1 })
    expect(await getPosts(small, { Type: 'Products' })).toHaveLength(4)
  })
})

describe('closing', () => {
  test('lets the answers under way finish and takes no more', async () => {
    const service = await start({ dataDir: makeFolder() })
    const answers = Array.from({ length: 5 }, () => getPosts(service, { Type: 'News' }))
    expect((await Promise.all(answers)).flat()).toHaveLength(15)
    await Promise.all([service.close(), service.close()])
    await expect(fetch(service.url)).rejects.toThrow('fetch failed')
  })

  test('does not wait for a caller that never finishes its request', async () => {
    const service = await start({ dataDir: makeFolder() })
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--x\r\n')),
    })
    const asked = fetch(`${service.url}/get-post`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: {
        Cookie: 'XSRF-TOKEN=t',
        'X-XSRF-TOKEN': 't',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    })
    asked.catch(() => undefined)
    await getPosts(service, { Type: 'News' })
    await service.close()
    await expect(asked).rejects.toThrow('fetch failed')
    expect(said).toEqual([])
  })
})
