import { setImmediate } from 'node:timers/promises'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foundTypes, rootParent } from '../../../server/content/content-types.ts'
import { ContentUnavailable } from '../../../server/content/failures.ts'
import type { PostShape } from '../../../server/content/posts/post.ts'
import { fingerprintVersion, seenPostOf } from './change-log.ts'
import { makeSmallCatalogue, startEditableApi } from '../../../tests/support/editable-api.ts'
import { ingestInto, makeIndexFile, openSearch } from '../../../tests/support/open-search.ts'
import { readPosts } from '../../../tests/support/read-posts.ts'

/** A search that has read everything once. */
async function openFilled(url: string, file = makeIndexFile()) {
  const search = openSearch(url, { file })
  search.start()
  await search.whenFilled()
  /** When a post was last seen to change; null for never, undefined for an unknown or removed one. */
  async function changedAt(kind: 'product' | 'news', id: string, language: 'Ar' | 'En' = 'En') {
    return (await search.changes.changedAt(kind, [id], language)).get(id)?.changedAt
  }
  return { ...search, changedAt }
}

test('changes of the content are noticed by what visitors read, but not another order or the first fill', async () => {
  const api = await startEditableApi(makeSmallCatalogue())
  const search = await openFilled(api.url)
  expect(await search.changedAt('product', 'one')).toBeNull()
  const before = await search.changes.sequence()
  const visit = () => search.visit('En').listProductsOf('breakers')

  api.state.posts['Products'] = makeSmallCatalogue().Products.reverse()
  await visit()
  const [one, two] = makeSmallCatalogue().Products
  api.state.posts['Products'] = [{ ...one!, postImage: 'another.png' }, two!]
  await visit()
  await expect.poll(() => search.changedAt('product', 'one')).toEqual(expect.any(Number))
  expect(await search.changes.sequence()).toBe(before + 1)
  const times = await search.changes.changedAt('product', ['one', 'two'], 'En')
  expect(times.get('two')?.firstSeenAt).toBeTypeOf('number')
  expect(times.get('two')?.changedAt).toBeNull()

  api.state.posts['Products'] = [
    { ...one!, postImage: 'another.png' },
    { ...two!, postID: 'three' },
  ]
  await visit()
  await expect.poll(() => search.changedAt('product', 'three')).toEqual(expect.any(Number))
  await expect.poll(() => search.changedAt('product', 'two')).toBeUndefined()
  expect(await search.changes.latestAmong('product', ['breakers'], 'Ar')).toEqual(new Map())
})

test('what changed while the site was down is noticed, also with a new index', async () => {
  const api = await startEditableApi(makeSmallCatalogue())
  const file = makeIndexFile()
  const first = await openFilled(api.url, file)
  await first.close()
  rmSync(file)
  api.state.posts['News'] = [{ postID: 'fair', postTitle: 'Osprey after the fair' }]
  const search = await openFilled(api.url, file)
  for (const language of ['Ar', 'En'] as const) {
    expect(await search.changedAt('news', 'fair', language)).toEqual(expect.any(Number))
  }
})

/** A post with every field that a version of the site may read differently. */
const wirePost = {
  postID: 7,
  postTitle: ' A title ',
  postSubTitle: 'A subtitle',
  postImage: 'picture.png',
  parentID: 3,
  postDate: '2024-05-06T07:08',
  postDetails: '<p style="color:red">Some <b>text</b> of 230 V<script>x</script></p>',
  postImages: ['one.png', ''],
  postFiles: [{ fileName: 'sheet.pdf', fileTitle: 'Sheet' }],
  postSpecs: [{ name: 'Rated current', value: 32, unit: 'A' }],
  postVariants: [{ code: 'T-1', specs: [{ name: 'Poles', value: '3', unit: '' }] }],
  phone1: '+966 1',
  latitude: '24.7',
  openingHours: 'Sun-Thu 08:00-17:00',
}

const shapes: PostShape[] = [
  'card',
  'articleCard',
  'cardWithSpecs',
  'productCard',
  'post',
  'product',
  'article',
  'branch',
]

test('a new version of the site dates no page anew: how posts are read has the fingerprints of its version', () => {
  const news = foundTypes.find(({ type }) => type === 'News')!
  const fingerprints = shapes.map((shape) => {
    const [post] = readPosts(shape, [wirePost])
    return `${shape} ${post && seenPostOf(news, post, 'En', 'details')?.fingerprint}`
  })
  // If this fails, increase fingerprintVersion and write what is expected now.
  expect({ fingerprintVersion, fingerprints }).toEqual({
    fingerprintVersion: 1,
    fingerprints: [
      'card CyWDBBkRyvVbFnYkvvt9',
      'articleCard bR0DPS+3Z7KJbj9UXeGX',
      'cardWithSpecs 3a+8JEcDfTqunhYcNpPn',
      'productCard QYwQwSC5FVWYgUAgmDrn',
      'post X180fTsSdMe9guqOuvil',
      'product YNNuklrTWsURbLedmhNB',
      'article nlz9wm8E+DglRSyXbBOd',
      'branch 3H5fHo2DXdrCHqJ1xz4L',
    ],
  })
})

test('a stock that is as on the day before is no change of a product', () => {
  const found = foundTypes.find(({ type }) => type === 'Products')!
  const seen = (availability: object) => {
    const [post] = readPosts('product', [
      { postID: 'one', postVariants: [{ code: 'A', specs: [], availability }] },
    ])
    return seenPostOf(found, post!, 'En', 'details').fingerprint
  }
  const inStock = { state: 'in-stock', asOf: '2026-11-27' }
  expect(seen({ ...inStock, asOf: '2026-11-28' })).toBe(seen(inStock))
  expect(seen({ ...inStock, state: 'to-order' })).not.toBe(seen(inStock))
})

test('entries of a list and of details are never written at the same time: one of them may crash the thread', async () => {
  let writing = 0
  let most = 0
  const ingest = ingestInto({
    async put(entries) {
      writing += 1
      most = Math.max(most, writing)
      await setImmediate()
      writing -= 1
      return entries.length
    },
  })
  const query = { type: 'News', ParentId: rootParent, Pno: '-1' } as const
  const language = 'En'
  const fair = [{ postID: 'fair' }]
  await Promise.all([
    ingest.add({
      ...{ query: { ...query, check: 'getPost', PostId: '' }, language },
      items: readPosts('card', fair),
    }),
    ingest.add({
      ...{ query: { ...query, check: 'getPostDetails', PostId: 'fair' }, language },
      items: readPosts('article', fair),
    }),
  ])
  expect(most).toBe(1)
})

test('search goes on while changes cannot be recorded', async () => {
  const called: string[] = []
  const works =
    <T>(name: string, result: T) =>
    async () => {
      called.push(name)
      return result
    }
  const fails = () => Promise.reject(new ContentUnavailable('costly', 'disk full'))
  const ingest = ingestInto({
    put: works('put', 1),
    retain: works('retain', true),
    recordPosts: fails,
    retainPosts: fails,
  })
  const query = {
    check: 'getPost',
    type: 'News',
    PostId: '',
    ParentId: rootParent,
    Pno: '-1',
  } as const
  await ingest.add({ query, language: 'En', items: readPosts('card', [{ postID: 'fair' }]) })
  expect(called).toEqual(['put', 'retain'])
})
