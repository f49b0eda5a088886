import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import {
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { hostileLists, hostileTexts, postWithText } from '../support/hostile-content.ts'
import { parseConfig } from '../../server/config.ts'
import type { ContentCalls } from '../../server/content/content-calls.ts'
import { DiskCache } from '../../server/content/cache/disk-cache.ts'
import { createParser, parsingLimits } from '../../server/content/parse/parser.ts'
import { trimJson } from '../../server/content/parse/limit-json.ts'
import { log } from '@site/runtime/log'
import { failureOf } from '../support/content-failure.ts'
import { watchLoop } from '../support/loop-watch.ts'
import { openContent } from '../support/open-content.ts'
import { sendBytes, sendJson, startRecordingApi, type Responder } from '../support/recording-api.ts'
import { makeFolder } from '../support/small-sample.ts'

/** Max. blocking of the event loop, ms. */
const maxBlockedMs = 50

const shortened = {
  Ar: '<p>اختُصر هذا النص لطوله.</p>',
  En: '<p>This text was shortened because it is too long.</p>',
}

let warn: MockInstance<typeof log.warn>
let error: MockInstance<typeof log.error>

beforeAll(() => {
  log.level = 'silent'
  // A busy machine must not fail these tests.
  parsingLimits.deadline = 10_000
})

beforeEach(() => {
  warn = vi.spyOn(log, 'warn').mockReturnValue()
  error = vi.spyOn(log, 'error').mockReturnValue()
  return () => vi.restoreAllMocks()
})

/** A gzipped response, as an API within all size limits sends it. */
function gzipped(json: string): Responder {
  return sendBytes(gzipSync(json, { level: 1 }), { headers: { 'content-encoding': 'gzip' } })
}

async function read<T>(
  json: string,
  call: (calls: ContentCalls) => Promise<T>,
  lang?: 'Ar' | 'En',
) {
  const api = await startRecordingApi(gzipped(json))
  return call(openContent(api.url).viewPage(lang))
}

/** As `read`, and how long the event loop was blocked meanwhile. */
async function readWatched(json: string, call: (calls: ContentCalls) => Promise<unknown>) {
  const api = await startRecordingApi(gzipped(json))
  const content = openContent(api.url)
  await content.ready()
  const calls = content.viewPage()
  await pause(10)
  const stop = watchLoop()
  const result = await call(calls).catch((failure: unknown) => failure)
  await pause(5)
  return { result, blockedMs: stop() }
}

describe('F44: an oversized text', () => {
  test('is logged, throttled', async () => {
    for (const call of [1, 2]) {
      await read(postWithText('paragraphs', 600_000 + call), (calls) => calls.getProduct('only'))
    }
    const logged = warn.mock.calls.filter(([, message]) => message === 'content truncated')
    const facts = { type: 'Products', postID: 'only', field: 'postDetails', cuts: 1, suppressed: 0 }
    expect(logged).toMatchObject([[facts, 'content truncated']])
  })

  test.each(Object.keys(hostileTexts))(
    'of 1.5 MB of %s does not block the event loop and is cut to its caps',
    async (name) => {
      const { result, blockedMs } = await readWatched(postWithText(name, 1_500_000), (calls) =>
        calls.getNews('only'),
      )
      expect(result).toMatchObject({ postID: 'only', postTitle: name })
      const { postDetails = '' } = result as { postDetails?: string }
      expect(Buffer.byteLength(postDetails)).toBeLessThanOrEqual(256_000)
      expect(postDetails.match(/<[a-z]/g)?.length ?? 0).toBeLessThanOrEqual(10_000)
      expect(blockedMs).toBeLessThan(maxBlockedMs)
    },
  )

  test.each(['Ar', 'En'] as const)(
    'ends with a note that it was shortened, in %s',
    async (lang) => {
      const post = await read(
        postWithText('paragraphs', 600_000),
        (calls) => calls.getProduct('only'),
        lang,
      )
      expect(post.postDetails.startsWith('<p>a</p><p>a</p>')).toBe(true)
      expect(post.postDetails.endsWith(`<p>a</p>${shortened[lang]}`)).toBe(true)
    },
  )

  test('is cut between characters and before a tag', async () => {
    const text = `<p>${'👷'.repeat(64_500)}</p>`
    const post = await read(JSON.stringify([{ postID: '1', postDetails: text }]), (calls) =>
      calls.getNews('1'),
    )
    expect(post.postDetails.isWellFormed()).toBe(true)
    expect(post.postDetails.endsWith(`👷</p>${shortened.Ar}`)).toBe(true)
  })

  test('a text within the caps is unchanged', async () => {
    const text = '<p>قاطع</p>'.repeat(9_000)
    const post = await read(JSON.stringify([{ postID: '1', postDetails: text }]), (calls) =>
      calls.getNews('1'),
    )
    expect(post.postDetails).toBe(text)
  })

  test('an inline image is dropped, and the text stays', async () => {
    const text = `<p>one</p><img src="data:image/png;base64,${'A'.repeat(900_000)}"><p>two</p>`
    const post = await read(JSON.stringify([{ postID: '1', postDetails: text }]), (calls) =>
      calls.getNews('1'),
    )
    expect(post.postDetails).toBe('<p>one</p><p>two</p>')
  })

  test('paragraphs and items without end tags do not count as nesting', async () => {
    const text = `${'<p>one'.repeat(200)}<ul>${'<li>two'.repeat(200)}</ul>`
    const post = await read(JSON.stringify([{ postID: '1', postDetails: text }]), (calls) =>
      calls.getNews('1'),
    )
    expect(post.postDetails.match(/<li>two/g)).toHaveLength(200)
  })

  test('all texts of a list share one cap, and each shortened text has the note', async () => {
    const text = '<p>word</p>'.repeat(5_000)
    const posts = Array.from({ length: 20 }, (_, at) => ({ postID: at, postDetails: text }))
    const about = await read(JSON.stringify(posts), (calls) => calls.listAbout())
    const texts = about.map(({ postDetails }) => postDetails)
    expect(texts).toHaveLength(20)
    expect(Buffer.byteLength(texts.join(''))).toBeLessThan(260_000)
    expect(texts[0]).toBe(text)
    expect(texts.at(-1)).toBe(shortened.Ar)
  })
})

describe('F45: oversized lists', () => {
  const long = (count: number) => ({
    postSpecs: Array.from({ length: count }, () => ({ name: 'a', value: 'b', unit: '' })),
    postImages: Array.from({ length: count }, (_, at) => `p${at}.png`),
    postFiles: Array.from({ length: count }, (_, at) => ({ fileName: `${at}.pdf`, fileTitle: '' })),
  })

  test.each(['postSpecs', 'postImages', 'postFiles'] as const)(
    'of 100,000 %s, 300 are read without blocking the event loop',
    async (field) => {
      const json = JSON.stringify([{ postID: '1', postTitle: 'T', [field]: long(100_000)[field] }])
      const { result, blockedMs } = await readWatched(json, (calls) => calls.getNews('1'))
      expect((result as Record<typeof field, unknown[]>)[field]).toHaveLength(300)
      expect(blockedMs).toBeLessThan(maxBlockedMs)
    },
  )

  test('all lists of a response share one cap', async () => {
    const post = await read(JSON.stringify([{ postID: '1', ...long(400) }]), (calls) =>
      calls.getNews('1'),
    )
    const { postSpecs, postImages, postFiles } = post
    expect(postSpecs.length + postImages.length + postFiles.length).toBe(300)
  })

  /** @param columns in how many different facts they differ */
  const variants = (count: number, columns: number) =>
    Array.from({ length: count }, (_, at) => ({
      code: `C${at}`,
      specs: [{ name: `n${at % columns}`, value: 'v', unit: '' }],
    }))

  test.each([
    ['10,000 variants with one fact', variants(10_000, 1), 300],
    ['10,000 variants that differ in everything', variants(10_000, 10_000), 31],
    ['1,000 variants with four facts', variants(1_000, 4), 250],
    [
      '300 variants with three facts in Arabic',
      Array.from({ length: 300 }, (_, at) => ({
        code: `TM63-3C${at}`,
        specs: ['التيار الاسمي للقاطع', 'قدرة القطع عند ٤٠٠ فولت', 'المنحنى'].map((name) => ({
          name,
          value: `${at} إلى ${at + 63} مع التأخير`,
          unit: 'kA',
        })),
      })),
      300,
    ],
    [
      'a variant with 100,000 facts',
      [{ code: 'C', specs: variants(100_000, 100_000).flatMap(({ specs }) => specs) }],
      1,
    ],
    [
      '100 variants that state one fact 290 times (F49)',
      variants(100, 1).map(({ code, specs }) => ({
        code,
        specs: Array.from({ length: 290 }, () => specs).flat(),
      })),
      3,
    ],
  ])('of %s, as many are read as a table can show', async (_, postVariants, shown) => {
    const json = JSON.stringify([{ postID: '1', postVariants }])
    const { result, blockedMs } = await readWatched(json, (calls) => calls.getProduct('1'))
    expect((result as { postVariants: unknown[] }).postVariants).toHaveLength(shown)
    expect(blockedMs).toBeLessThan(maxBlockedMs)
    expect(await read(json, (calls) => calls.listProductsOf('t'))).toMatchObject([
      { postVariants: Array.from({ length: shown }, () => ({})) },
    ])
  })

  const calls = [
    (content: ContentCalls) => content.listAbout(),
    (content: ContentCalls) => content.listNews(),
    (content: ContentCalls) => content.listBranches(),
  ] as const

  test.each(Object.keys(hostileLists).map((name, at) => ({ name, at })))(
    '$name do not block the event loop',
    async ({ name, at }) => {
      const json = hostileLists[name]?.() ?? ''
      const { result, blockedMs } = await readWatched(json, calls[at % calls.length] ?? calls[0])
      expect(blockedMs, String(result)).toBeLessThan(maxBlockedMs)
      // Either it is read, or it is rejected as no list; neither ends the thread.
      if (!Array.isArray(result)) expect(result).toMatchObject({ fault: 'shape' })
    },
  )
})

test('F46: titles, values and addresses of a megabyte are truncated; overlong phone numbers are dropped', async () => {
  const word = 'ب'.repeat(500_000)
  const post = {
    postID: '1',
    postTitle: word,
    postSubTitle: word,
    postSpecs: [{ name: word, value: word, unit: 'kV' }],
    postFiles: [{ fileName: 'a.pdf', fileTitle: word }],
  }
  const { postTitle, postSubTitle, postSpecs, postFiles } = await read(
    JSON.stringify([post]),
    (calls) => calls.getNews('1'),
  )
  const texts = [postTitle, postSubTitle, postSpecs[0]?.name, postSpecs[0]?.value]
  expect(texts.map((text) => text?.length)).toEqual([500, 1_000, 200, 500])
  expect(texts.every((text) => text?.endsWith('…'))).toBe(true)
  expect(postFiles[0]?.fileTitle).toHaveLength(300)
  const postVariants = [{ code: word, specs: [{ name: word, value: word, unit: word }] }]
  const product = await read(JSON.stringify([{ postID: '1', postVariants }]), (calls) =>
    calls.getProduct('1'),
  )
  const [variant] = product.postVariants
  expect(variant?.code).toHaveLength(100)
  const { name, value, unit } = variant?.specs[0] ?? {}
  expect([name, value, unit].map((text) => text?.length)).toEqual([200, 500, 50])
  const contact = await read(
    JSON.stringify([{ adress1: word, phone1: '1'.repeat(200_000), email1: 'a@b.example' }]),
    (calls) => calls.findContact(),
  )
  expect(contact).toMatchObject({ phone1: '', email1: 'a@b.example' })
  expect(contact?.adress1).toHaveLength(500)
})

describe('a response that takes too long to read', () => {
  function shortenDeadline() {
    const before = parsingLimits.deadline
    parsingLimits.deadline = 1
    onTestFinished(() => {
      parsingLimits.deadline = before
    })
    return () => {
      parsingLimits.deadline = before
    }
  }

  const costly = postWithText('cells of a table', 90_000)

  test('F44 is rejected, remembered, and not read again for each request', async () => {
    const restore = shortenDeadline()
    const api = await startRecordingApi(gzipped(costly))
    const content = openContent(api.url)
    const failures = [await failureOf(content.viewPage().getNews('only'))]
    restore()
    const startedAt = performance.now()
    failures.push(await failureOf(content.viewPage().getNews('only')))
    expect(failures.map(({ fault }) => fault)).toEqual(['costly', 'costly'])
    expect(failures[1]?.message).toContain('a while ago')
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    const logged = error.mock.calls.map(([, message]) => message)
    expect(logged).toEqual(['content response too costly to read'])
  })

  test('F44 ends only the reader thread: waiting responses are read by a new one', async () => {
    const restore = shortenDeadline()
    const own = createParser('Asia/Riyadh')
    const options = { language: 'Ar', type: 'News', call: 'a test' } as const
    const unread = (json: string, fingerprint: string) => ({ body: Buffer.from(json), fingerprint })
    const first = own.read(unread(costly, 'a'), { ...options, shape: 'post' })
    const failure = failureOf(first)
    expect((await failure).fault).toBe('costly')
    restore()
    const second = own.read(unread('[{"postID":1}]', 'b'), { ...options, shape: 'card' })
    expect((await second).items).toMatchObject([{ postID: '1' }])
  })

  test('F48 is deleted from the disk cache, and the API is called', async () => {
    const folder = makeFolder()
    const api = await startRecordingApi(sendJson([{ postID: '9' }]))
    await storeRaw(api.url, folder, costly)
    const restore = shortenDeadline()
    const content = openContent(api.url, {}, folder)
    expect(await content.readCached().listSustainability()).toEqual([])
    restore()
    expect(await content.viewPage().listSustainability()).toMatchObject([{ postID: '9' }])
  })
})

/** Stores a response as a version without caps did. */
async function storeRaw(url: string, folder: string, json: string) {
  const { apiUrl, getPostPath, fbrnId } = parseConfig({ CONTENT_API_URL: url }).content
  const scope = JSON.stringify([apiUrl, getPostPath, fbrnId])
  const disk = new DiskCache({ folder, scope, lifetimeMs: 86_400_000 })
  const fields = ['getPost', 'Ar', '', fbrnId, 'Sustainability', 'NTROOT0', '', '-1']
  const key = JSON.stringify(['Sustainability', ...fields])
  const response = { body: Buffer.from(json), fingerprint: `raw ${json.length}`, isCut: false }
  disk.save(key, 'Sustainability', { ...response, arrivedAt: Date.now() })
  await disk.close()
  return async () => {
    const after = new DiskCache({ folder, scope, lifetimeMs: 86_400_000 })
    const found = await after.find(key, 'Sustainability')
    await after.close()
    return found
  }
}

// A warning of listeners that add up fails it.
test('many callers can wait for the reader thread to start', async () => {
  const own = createParser('Asia/Riyadh')
  await Promise.all(Array.from({ length: 40 }, () => own.ready()))
  const options = { shape: 'card', language: 'Ar', type: 'News', call: 'a test' } as const
  const read = await own.read({ body: Buffer.from('[{"postID":1}]'), fingerprint: 'a' }, options)
  expect(read.items).toMatchObject([{ postID: '1' }])
})

describe('F48: a stored response', () => {
  test('of an older version is cut when read, and stored again', async () => {
    const folder = makeFolder()
    const api = await startRecordingApi(sendJson({}, { status: 500 }))
    const find = await storeRaw(api.url, folder, postWithText('unclosed tags', 7_500_000))
    const content = openContent(api.url, {}, folder)
    await content.ready()
    await pause(10)
    const stop = watchLoop()
    const [post] = await content.readCached().listSustainability()
    expect(stop()).toBeLessThan(maxBlockedMs)
    expect(post?.postDetails.length).toBeLessThan(256_000)
    await content.close()
    const stored = await find()
    expect(stored).toMatchObject({ isCut: true, fingerprint: expect.stringMatching('raw') })
    expect(stored?.body.length).toBeLessThan(256_000)
  })

  test('is the cut content, reads the same, and is unchanged when the API sends it again', async () => {
    const folder = makeFolder()
    const json = postWithText('harmless prose', 2_000_000)
    const api = await startRecordingApi(gzipped(json))
    const before = openContent(api.url, {}, folder)
    const [first] = await before.viewPage().listSustainability()
    await before.close()
    const after = openContent(api.url, {}, folder)
    const [again] = (await after.readCached().listSustainability()) as (typeof first)[]
    expect(again).toEqual(first)
    warn.mockClear()
    after.expire(() => true)
    expect(await after.viewPage().listSustainability()).toEqual([first])
    expect(api.requests).toHaveLength(2)
    // Recognised by its fingerprint: not even parsed.
    expect(warn.mock.calls.map(([, message]) => message)).not.toContain('content truncated')
  })
})

test('F45 trimming lists leaves valid JSON, whatever its texts contain', () => {
  const word = fc.string({ unit: fc.constantFrom(...'\\"[]{},ab\nx'), maxLength: 60 })
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(word, tie('value'), { maxKeys: 3 }),
    ),
  }))
  function cut(whole: unknown, isOutermost: boolean): unknown {
    if (Array.isArray(whole)) {
      return whole.slice(0, isOutermost ? 4 : 3).map((inner) => cut(inner, false))
    }
    if (typeof whole !== 'object' || whole === null) return whole
    return Object.fromEntries(Object.entries(whole).map(([key, inner]) => [key, cut(inner, false)]))
  }
  const bounds = { depth: 64, values: 10_000, items: 4, entries: 3 }
  for (const list of fc.sample(fc.array(value, { maxLength: 7 }), { seed: 7, numRuns: 2_000 })) {
    const trimmed = trimJson(Buffer.from(JSON.stringify(list)), bounds)
    if (typeof trimmed === 'string') throw new Error(trimmed)
    expect(JSON.parse(Buffer.from(trimmed).toString())).toEqual(cut(list, true))
  }
})

test('V31 a rich text whose elements have names of objects is read', async () => {
  const names = ['constructor', 'tostring', 'valueof', 'hasownproperty']
  const postDetails = names.map((name) => `<${name}><p>a</p></${name}>`).join('')
  const { result } = await readWatched(JSON.stringify([{ postID: 'only', postDetails }]), (calls) =>
    calls.getNews('only'),
  )
  expect(result).toMatchObject({ postDetails: '<p>a</p>'.repeat(4) })
})
