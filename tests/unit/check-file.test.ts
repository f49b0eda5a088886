import { expect, test } from 'vitest'
import type { LoadedContent } from '../../packages/product-search/crawl/content.ts'
import { rootParent } from '../../server/content/content-types.ts'
import { documentLimits } from '../../server/files/image-base.ts'
import { checkFile } from '../../server/site/search.ts'
import { ingestInto } from '../support/open-search.ts'
import { findDeadAddress } from '../support/loopback.ts'
import { readPosts } from '../support/read-posts.ts'
import {
  redirectTo,
  reset,
  sendBytes,
  startRecordingApi,
  type Responder,
} from '../support/recording-api.ts'
import { sendFile } from '../support/send-file.ts'

const bytes = Buffer.alloc(1_234)
const whole = sendFile(bytes)
const tooLarge = documentLimits.bytes + 1

/** A server that answers HEAD in one way, and GET in another. */
function byMethod(head: Responder, get: Responder): Responder {
  return (response, request) => (request.method === 'HEAD' ? head : get)(response, request)
}

/** Answers a missing file as a site does that has one page for everything. */
const page = Buffer.from(`<!doctype html><title>Not found</title>${' '.repeat(2_000)}`)

const noLength: Responder = (response) => {
  response.writeHead(200).flushHeaders()
  response.end()
}

const known = { isMissing: false, size: 1_234 }
const unknown = {}

test.each([
  ['states its length', whole, known],
  ['does not know HEAD', byMethod(sendBytes('', { status: 405 }), whole), known],
  ['says only in HEAD that it is missing', byMethod(sendBytes('', { status: 404 }), whole), known],
  ['states no length in HEAD', byMethod(noLength, whole), known],
  ['knows no ranges either', byMethod(noLength, sendFile(bytes, { hasRanges: false })), known],
  [
    'never states a length',
    sendFile(bytes, { hasLength: false, hasRanges: false }),
    { isMissing: false },
  ],
  ['does not have it', sendBytes('', { status: 404 }), { isMissing: true }],
  ['had it', sendBytes('', { status: 410 }), { isMissing: true }],
  ['has only its name', sendBytes('', { status: 200 }), { isMissing: true }],
  ['sends a page in its place', sendFile(page, { type: 'text/html' }), { isMissing: true }],
  [
    'sends a page in its place, without a length or ranges',
    sendFile(page, { type: 'text/html', hasLength: false, hasRanges: false }),
    { isMissing: true },
  ],
  ['calls everything a page', sendFile(bytes, { type: 'text/html; charset=utf-8' }), known],
  [
    'says when it was modified',
    sendFile(bytes, { lastModified: 'Tue, 03 Mar 2026 10:00:00 GMT' }),
    { ...known, modifiedAt: '2026-03-03T10:00:00.000Z' },
  ],
  ...[
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 31 Dec 1999 23:59:59 GMT',
    'Tue, 03 Mar 2099 10:00:00 GMT',
    new Date().toUTCString(),
    'yesterday',
  ].map((lastModified): [string, Responder, object] => [
    `says that it was modified on ${lastModified.slice(0, 12)}`,
    sendFile(bytes, { lastModified }),
    known,
  ]),
  [
    'has more than the site sends',
    (response) => response.writeHead(200, { 'content-length': tooLarge }).end(),
    { isMissing: true, size: tooLarge },
  ],
  ['fails', sendBytes('', { status: 500 }), unknown],
  ['resets', reset, unknown],
  // Redirects are not followed, so visitors cannot download it.
  ['redirects', redirectTo('http://elsewhere.example/a'), { isMissing: true }],
] satisfies [string, Responder, object][])(
  'F55: a file whose server %s',
  async (_, respond, checked) => {
    const { url } = await startRecordingApi(respond)
    expect(await checkFile(url, '2024/لوحة.dwg', {})).toEqual(checked)
  },
)

test('F55: a page that is listed as such is there', async () => {
  const { url } = await startRecordingApi(sendFile(page, { type: 'text/html' }))
  const checked = { isMissing: false, size: page.length }
  expect(await checkFile(url, 'report.html', {})).toEqual(checked)
})

test('F55: a file whose server does not answer', async () => {
  expect(await checkFile(await findDeadAddress(), 'a.pdf', {})).toEqual(unknown)
})

const query = { check: 'getPostDetails', type: 'Products', ParentId: rootParent, Pno: '1' } as const

function openIngest(...options: Parameters<typeof ingestInto>) {
  const ingest = ingestInto(...options)
  return {
    add: (loaded: LoadedContent) => ingest.add(loaded),
    /** Adds the details of a product with these files. */
    addProduct: (postID: string, fileNames: string[]) =>
      ingest.add({
        query: { ...query, PostId: postID },
        language: 'En',
        items: readPosts('product', [
          {
            ...{ postID, postTitle: 'One', parentID: 'type' },
            postFiles: fileNames.map((fileName) => ({ fileName, fileTitle: '' })),
          },
        ]),
      }),
  }
}

test('F55: a file that is not there, or no longer listed, is not among the documents', async () => {
  const put: string[] = []
  const recorded: unknown[] = []
  const { addProduct } = openIngest(
    {
      async put(entries) {
        put.push(...entries.map(({ kind, id }) => `${kind} ${id}`))
        return entries.length
      },
      filesOf: async () => new Map([['was-missing.dwg', { isMissing: true as const }]]),
      async recordFiles(files) {
        recorded.push(...files)
        return files.length
      },
    },
    async (file) => (file.startsWith('was') ? {} : { isMissing: file === 'missing.dwg' }),
  )
  await addProduct('one', ['there.pdf', 'missing.dwg', 'was-missing.dwg', 'was-there.pdf'])
  expect(put).toEqual(['product one', 'document there.pdf', 'document was-there.pdf'])
  await addProduct('one', [])
  const one = { kind: 'product', id: 'one', language: 'En' }
  expect(recorded).toEqual([
    {
      ...one,
      there: ['there.pdf', 'was-there.pdf'],
      // Its server has not answered since.
      missing: ['missing.dwg', 'was-missing.dwg'],
    },
    { ...one, there: [], missing: [] },
  ])
})

test('the files of a product are checked a few at a time', async () => {
  let running = 0
  let most = 0
  let checks = 0
  const { addProduct } = openIngest({}, async () => {
    running += 1
    checks += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return { isMissing: false }
  })
  await addProduct(
    'one',
    Array.from({ length: 100 }, (_, at) => `${at}.pdf`),
  )
  expect(checks).toBe(100)
  expect(most).toBeLessThanOrEqual(20)
})

test('what is remembered of IDs that always change is limited', async () => {
  const solutionsOf: string[][] = []
  const retained: unknown[] = []
  const { add, addProduct } = openIngest(
    {
      async put(entries) {
        for (const { document } of entries) if (document) solutionsOf.push(document.solutions)
        return entries.length
      },
      async retain({ parentId }) {
        retained.push(parentId)
        return true
      },
    },
    async () => ({ isMissing: false }),
  )
  const listOf = (type: 'SolProducts' | 'Products', ParentId: string, ids: string[] = []) =>
    add({
      query: { check: 'getPost', type, PostId: '', ParentId, Pno: '-1' },
      language: 'En',
      items: readPosts(
        'productCard',
        ids.map((postID) => ({ postID, parentID: ParentId })),
      ),
    })
  async function solutionsOfFile(postID: string) {
    await addProduct(postID, ['a.pdf'])
    return solutionsOf.pop()
  }
  for (let at = 0; at < 60; at += 1) await listOf('SolProducts', `s${at}`, ['one'])
  expect(await solutionsOfFile('one')).toHaveLength(50)
  for (let at = 0; at < 3; at += 1) {
    const ids = Array.from({ length: 8_000 }, (_, id) => `${at} ${id}`)
    await listOf('SolProducts', 's', ids)
  }
  expect(await solutionsOfFile('one')).toEqual([])
  retained.length = 0
  await listOf('Products', 'empty')
  for (let at = 0; at < 10_000; at += 1) await listOf('Products', `p${at}`)
  await listOf('Products', 'empty')
  expect(retained).toEqual([])
  await listOf('Products', 'empty')
  expect(retained).toEqual(['empty'])
})
