import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startContentService } from './service/service.ts'
import type { ContentService, ContentServiceOptions } from './service/service.ts'
import { sampleEmail } from '../../tests/support/sample-email.ts'
import { getPosts, idsOf, post } from '../../tests/support/content-client.ts'
import { makeFolder, writeSmallSample } from '../../tests/support/small-sample.ts'

// Creating and syncing databases is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const reports: string[] = []
const running = new Set<ContentService>()

afterEach(async () => {
  await Promise.all([...running].map((service) => service.close()))
  running.clear()
  reports.length = 0
})

async function start(
  options: Partial<ContentServiceOptions> & { dataDir: string },
): Promise<ContentService> {
  const service = await startContentService({
    contentDir: writeSmallSample(),
    report: (line) => reports.push(line),
    ...options,
  })
  running.add(service)
  return service
}

function databaseFile(dataDir: string, name = 'content.db'): string {
  return path.join(dataDir, 'content-service', name)
}

/** Executes SQL on a database file. */
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
  const response = await post(service, '/users/PostEmail', sampleEmail)
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
  test('an unchanged sample is not imported again: manual edits stay', async () => {
    const dataDir = makeFolder()
    const contentDir = writeSmallSample()
    await (await start({ dataDir, contentDir })).close()
    edit(databaseFile(dataDir), "DELETE FROM posts WHERE id = 'service-1'")
    expect(await getPosts(await start({ dataDir, contentDir }), { Type: 'Services' })).toEqual([])
    expect(reports).toEqual([])
  })

  test('a changed sample replaces the content and keeps e-mails and company records', async () => {
    const dataDir = makeFolder()
    const first = await start({ dataDir })
    await storeEmail(first)
    await post(first, '/company-processing', { name: 'Tayyar' })
    await first.close()

    const second = await start({ dataDir, contentDir: writeSmallSample(changedService) })
    expect(idsOf(await getPosts(second, { Type: 'Services' }))).toEqual(['service-new'])
    expect(await getPosts(second, { Type: 'News' })).toHaveLength(3)
    expect(count(dataDir, 'emails')).toEqual({ count: 1 })
    expect(count(dataDir, 'companies')).toEqual({ count: 1 })
  })

  test('a file with a mistake does not count: its last good content stays, also after a restart', async () => {
    const dataDir = makeFolder()
    const contentDir = writeSmallSample()
    const first = await start({ dataDir, contentDir })
    await storeEmail(first)
    await first.close()
    writeFileSync(path.join(contentDir, 'services.yaml'), '- titel: A new service')
    writeFileSync(path.join(contentDir, 'work-fields.yaml'), '- title: A new field')
    for (let times = 0; times < 2; times += 1) {
      const service = await start({ dataDir, contentDir })
      expect(idsOf(await getPosts(service, { Type: 'Services' }))).toEqual(['service-1'])
      expect(idsOf(await getPosts(service, { Type: 'WorkFields' }))).toEqual(['a-new-field'])
      await service.close()
    }
    const line =
      'content: services.yaml, line 1: there is no field "titel" here; "title" may be meant'
    expect(reports).toEqual([line, line])
    expect(count(dataDir, 'emails')).toEqual({ count: 1 })
  })

  test('a running service shows what another one imported', async () => {
    const dataDir = makeFolder()
    const older = await start({ dataDir })
    expect(idsOf(await getPosts(older, { Type: 'Services' }))).toEqual(['service-1'])
    await start({ dataDir, contentDir: writeSmallSample(changedService) })
    expect(idsOf(await getPosts(older, { Type: 'Services' }))).toEqual(['service-new'])
  })

  test('several services can start on one new folder at once', async () => {
    const dataDir = makeFolder()
    const contentDir = writeSmallSample()
    const services = await Promise.all(
      Array.from({ length: 4 }, () => start({ dataDir, contentDir })),
    )
    for (const service of services) {
      expect(await getPosts(service, { Type: 'Products' })).toHaveLength(4)
      await storeEmail(service)
    }
    expect(count(dataDir, 'emails')).toEqual({ count: 4 })
    expect(reports).toEqual([])
  })
})

describe('an unusable file is renamed, reported and replaced', () => {
  /** Starts with a damaged content.db and returns its new name. */
  async function startAndFindRenamed(dataDir: string, reason: string): Promise<string> {
    const service = await start({ dataDir })
    expect(await getPosts(service, { Type: 'News' })).toHaveLength(3)
    await storeEmail(service)
    expect(reports).toEqual([
      expect.stringMatching(
        `^The content database ${databaseFile(dataDir)} ${reason}.*renamed to .*\\.$`,
      ),
    ])
    const names = readdirSync(path.join(dataDir, 'content-service'))
    const renamed = names.filter((name) => /^content\.db\.set-aside-\w+$/.test(name))
    expect(renamed).toHaveLength(1)
    return databaseFile(dataDir, renamed[0])
  }

  function makeDataDir(): string {
    const dataDir = makeFolder()
    mkdirSync(path.join(dataDir, 'content-service'))
    return dataDir
  }

  test('when it is not a database', async () => {
    const dataDir = makeDataDir()
    writeFileSync(databaseFile(dataDir), 'a letter to my aunt'.repeat(1000))
    const renamed = await startAndFindRenamed(dataDir, 'is damaged')
    expect(readFileSync(renamed, 'utf8')).toMatch(/^a letter to my aunt/)
  })

  test('when it is truncated', async () => {
    const dataDir = makeDataDir()
    edit(
      databaseFile(dataDir),
      `CREATE TABLE meta (key, value); PRAGMA application_id = 1413568850; PRAGMA user_version = 1;
       CREATE TABLE posts AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n
         WHERE i < 999) SELECT i, hex(randomblob(200)) FROM n;`,
    )
    truncateSync(databaseFile(dataDir), 3 * 4096)
    await startAndFindRenamed(dataDir, 'is damaged')
  })

  test('when it is the database of another program, which stays unchanged', async () => {
    const dataDir = makeDataDir()
    edit(databaseFile(dataDir), "CREATE TABLE recipes (name); INSERT INTO recipes VALUES ('soup')")
    const before = readFileSync(databaseFile(dataDir))
    const renamed = await startAndFindRenamed(dataDir, 'belongs to another program')
    expect(readFileSync(renamed).equals(before)).toBe(true)
  })

  test('when another version of the service created it', async () => {
    const dataDir = makeDataDir()
    edit(
      databaseFile(dataDir),
      'CREATE TABLE t (a); PRAGMA application_id = 1413568850; PRAGMA user_version = 99',
    )
    await startAndFindRenamed(dataDir, 'was made by another version')
  })

  test('but an empty file is used as it is', async () => {
    const dataDir = makeDataDir()
    writeFileSync(databaseFile(dataDir), '')
    expect(await getPosts(await start({ dataDir }), { Type: 'News' })).toHaveLength(3)
    expect(reports).toEqual([])
  })
})

describe('startup failures are explained', () => {
  test('a folder instead of the database', async () => {
    const dataDir = makeFolder()
    mkdirSync(databaseFile(dataDir), { recursive: true })
    await expect(start({ dataDir })).rejects.toThrow(/content\.db cannot be opened/)
  })

  test('a file instead of DATA_DIR', async () => {
    const dataDir = path.join(makeFolder(), 'file')
    writeFileSync(dataDir, '')
    await expect(start({ dataDir })).rejects.toThrow(
      /cannot be created by user \d+\. Check DATA_DIR\./,
    )
  })
})

describe('a large catalogue', () => {
  test('has the requested number of products, under the sample’s types, with its images', async () => {
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
        postSpecs: [{ name: 'التيار المقنن' }, { name: 'منحنى الفصل' }, { name: 'المواصفات' }],
      },
    ])
    const breakers = await getPosts(large, { Type: 'Products', ParentId: 'breakers' })
    expect(breakers.slice(3, 5)).toMatchObject([
      { postSpecs: [{ value: '1.38' }, { value: 'C' }, {}], postVariants: [] },
      { postSpecs: [{ value: '25.6' }, { value: 'IEC 60898-1' }], postVariants: [] },
    ])
    const ordinary = await start({ dataDir })
    expect(await getPosts(ordinary, { Type: 'Products' })).toHaveLength(4)
  })
})

describe('closing', () => {
  test('completes responses in progress and accepts no more', async () => {
    const service = await start({ dataDir: makeFolder() })
    const answers = Array.from({ length: 5 }, () => getPosts(service, { Type: 'News' }))
    expect((await Promise.all(answers)).flat()).toHaveLength(15)
    await Promise.all([service.close(), service.close()])
    await expect(fetch(service.url)).rejects.toThrow('fetch failed')
  })

  test('does not wait for a client that never finishes its request', async () => {
    const service = await start({ dataDir: makeFolder() })
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--x\r\n')),
    })
    const pending = fetch(`${service.url}/get-post`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: {
        Cookie: 'XSRF-TOKEN=t',
        'X-XSRF-TOKEN': 't',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    })
    pending.catch(() => undefined)
    await getPosts(service, { Type: 'News' })
    await service.close()
    await expect(pending).rejects.toThrow('fetch failed')
    expect(reports).toEqual([])
  })
})
