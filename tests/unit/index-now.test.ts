import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { pathOfPost } from '../../app/content/post-path.server.ts'
import { createIndexNow } from '../../server/index-now/index-now.ts'
import type { ContentChange } from '../../server/search/changes/change-log.ts'
import { startEditableApi } from '../support/editable-api.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { findDeadAddress } from '../support/loopback.ts'
import { openSearch } from '../support/open-search.ts'
import {
  reset,
  sendBytes,
  startRecordingApi,
  type RecordedRequest,
} from '../support/recording-api.ts'

const minuteMs = 60_000
const site = 'https://www.tayyar.example'
const key = 'a-key-of-the-tests'
const accepted = sendBytes('', { status: 202 })

/** With a clock that pauses advance at once, unless a test holds them. */
function openIndexNow(endpoint: string) {
  const pauses: number[] = []
  const gate = { open: Promise.resolve() }
  let now = 0
  const indexNow = createIndexNow({
    key,
    endpoint,
    userAgent: {},
    pause: async (ms, signal) => {
      pauses.push(ms)
      now += ms
      await gate.open
      signal.throwIfAborted()
    },
    now: () => now,
  })
  indexNow.usePages({
    keyLocation: `${site}/indexnow-key.txt`,
    addressOf: (post) => `${site}${pathOfPost(post)}?lang=${post.language}`,
  })
  onTestFinished(() => indexNow.close())
  return {
    ...indexNow,
    pauses,
    /** @returns lets the pauses end */
    holdPauses() {
      let release: () => void = () => undefined
      gate.open = new Promise<void>((resolve) => (release = resolve))
      return release
    },
  }
}

const bodySchema = z.object({
  host: z.string(),
  key: z.string(),
  keyLocation: z.string(),
  urlList: z.array(z.string()),
})

function bodyOf(request: RecordedRequest | undefined) {
  return bodySchema.parse(JSON.parse(request?.body.toString() ?? ''))
}

const changeOf = (id: string): ContentChange => ({
  kind: 'news',
  id,
  parentId: '',
  language: 'En',
  what: 'changed',
})

test('pages of edited content are submitted after a minute, each once, in the languages that changed', async () => {
  const endpoint = await startRecordingApi(accepted)
  const indexNow = openIndexNow(`${endpoint.url}/indexnow`)
  const release = indexNow.holdPauses()
  const api = await startEditableApi({
    ProductsCategory: [{ postID: 'protection', postTitle: 'Protection' }],
    ProductsTypes: [{ postID: 'breakers', postTitle: 'Breakers', parentID: 'protection' }],
    About: [{ postID: 'history', postTitle: 'History' }],
    News: [{ postID: 'fair', postTitle: 'Osprey at the fair' }],
  })
  const search = openSearch(api.url)
  search.changes.onChange(indexNow.add)
  let seen = 0
  search.changes.onChange((changes) => (seen += changes.length))
  search.start()
  await search.whenFilled()

  api.state.posts['News'] = [{ postID: 'fair أول', postTitle: 'Osprey at the first fair' }]
  await search.visit('En').listNews()
  await eventually(() => expect(seen).toBe(2))
  api.state.posts['News'] = [{ postID: 'fair أول', postTitle: 'Osprey after the fair' }]
  await search.visit('En').listNews()
  api.state.posts['About'] = [{ postID: 'history', postTitle: 'Our history' }]
  api.state.posts['ProductsCategory'] = [{ postID: 'protection', postTitle: 'Safety' }]
  api.state.posts['ProductsTypes'] = [
    { postID: 'breakers', postTitle: 'Switches', parentID: 'protection' },
  ]
  await search.visit('Ar').listAbout()
  await search.visit('Ar').listProductCategories()
  await search.visit('Ar').listProductTypes()
  await eventually(() => expect(seen).toBe(6))
  expect(endpoint.requests).toEqual([])
  release()

  const [request] = await endpoint.arrived(1)
  expect([request?.method, request?.path]).toEqual(['POST', '/indexnow'])
  expect(request?.headers['content-type']).toBe('application/json; charset=utf-8')
  const { urlList, ...body } = bodyOf(request)
  expect(body).toEqual({
    host: 'www.tayyar.example',
    key,
    keyLocation: `${site}/indexnow-key.txt`,
  })
  expect(urlList.sort()).toEqual([
    `${site}/about?lang=Ar`,
    `${site}/newsDetails/fair%20${encodeURIComponent('أول')}?lang=En`,
    `${site}/newsDetails/fair?lang=En`,
    `${site}/products-types/protection?lang=Ar`,
    `${site}/products/breakers?lang=Ar`,
  ])
  expect(indexNow.pauses).toEqual([minuteMs])
})

describe('a submission', () => {
  test('is repeated, ever later and not before the endpoint says, until it is accepted', async () => {
    const endpoint = await startRecordingApi(
      sendBytes('', { status: 500 }),
      sendBytes('', { status: 429, headers: { 'retry-after': '600' } }),
      reset,
      accepted,
    )
    const indexNow = openIndexNow(endpoint.url)
    indexNow.add([changeOf('a')])
    const requests = await endpoint.arrived(4)
    const addresses = requests.map((request) => bodyOf(request).urlList)
    expect(addresses).toEqual(Array(4).fill([`${site}/newsDetails/a?lang=En`]))
    expect(indexNow.pauses.map((ms) => ms / minuteMs)).toEqual([1, 1, 10, 4])
  })

  test('that is refused is dropped, with one line in the log, and later ones are sent', async () => {
    const log = collectLog()
    const endpoint = await startRecordingApi(sendBytes('', { status: 403 }), accepted)
    const indexNow = openIndexNow(endpoint.url)
    indexNow.add([changeOf('a'), changeOf('b')])
    await eventually(() =>
      expect(log.factsOf('IndexNow addresses dropped')).toEqual([
        { addresses: 2, reason: 'status 403', suppressed: 0 },
      ]),
    )
    indexNow.add([changeOf('c')])
    const [, second] = await endpoint.arrived(2)
    expect(bodyOf(second).urlList).toEqual([`${site}/newsDetails/c?lang=En`])
  })

  test('is dropped after six hours without an endpoint', async () => {
    const log = collectLog()
    const indexNow = openIndexNow(await findDeadAddress())
    indexNow.add([changeOf('a')])
    await eventually(() => expect(log.factsOf('IndexNow addresses dropped')).toHaveLength(1))
    expect(indexNow.pauses.map((ms) => ms / minuteMs)).toEqual([
      ...[1, 1, 2, 4, 8, 16, 32],
      ...[60, 60, 60, 60, 60],
    ])
  })

  test('has ten thousand addresses at most', async () => {
    const endpoint = await startRecordingApi(accepted)
    const indexNow = openIndexNow(endpoint.url)
    indexNow.add(Array.from({ length: 10_001 }, (_, at) => changeOf(`${at}`)))
    const requests = await endpoint.arrived(2)
    expect(requests.map((request) => bodyOf(request).urlList.length)).toEqual([10_000, 1])
  })
})
