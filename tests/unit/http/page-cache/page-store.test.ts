import { expect, test } from 'vitest'
import { PageStore, type CachedPage } from '../../../../server/http/page-cache/page-cache.ts'

const megabyte = 1024 * 1024

function pageOf(key: string, bytes = 96_000): CachedPage {
  return {
    address: { key, target: key, language: 'Ar' },
    response: {
      status: 200,
      headers: [],
      tag: key,
      freshS: 60,
      staleS: 60,
      browserS: 0,
      bodies: new Map([['identity', Buffer.alloc(bytes)]]),
      pendingBodies: new Map(),
      isCompressible: false,
    },
    dependencies: new Set(),
    isPartial: false,
    renderedAt: 0,
    freshUntil: 0,
    usableUntil: 0,
    mustRevalidate: false,
    hasStaleContent: false,
    staleCheckAt: 0,
  }
}

test('never exceeds its maximum size', () => {
  const store = new PageStore(8 * megabyte)
  for (let at = 0; at < 1_000; at += 1) {
    store.set(`page ${at}`, pageOf(`page ${at}`))
    store.find(`page ${at}`)
    expect(store.size()).toBeLessThanOrEqual(8 * megabyte)
  }
  expect(store.size()).toBeGreaterThan(6 * megabyte)
})

test('the least recently used page is evicted first', () => {
  const store = new PageStore(4 * megabyte)
  const names = Array.from({ length: 60 }, (_, at) => `page ${at}`)
  for (const name of names) {
    store.set(name, pageOf(name))
    store.find(name)
    store.find('page 0')
  }
  expect(store.peek('page 0')).toBeDefined()
  expect(store.peek('page 1')).toBeUndefined()
  expect(store.peek('page 59')).toBeDefined()
})

test('100,000 pages that are requested once evict no page that is used', () => {
  const store = new PageStore(8 * megabyte)
  const used = Array.from({ length: 50 }, (_, at) => `used ${at}`)
  for (const name of used) {
    store.set(name, pageOf(name))
    store.find(name)
  }
  for (let at = 0; at < 100_000; at += 1) store.set(`once ${at}`, pageOf(`once ${at}`, 10))
  expect(used.filter((name) => !store.peek(name))).toEqual([])
  expect(store.size()).toBeLessThanOrEqual(8 * megabyte)
})

test('selections, such as filtered lists, evict each other even if each is requested twice', () => {
  const store = new PageStore(8 * megabyte)
  const used = Array.from({ length: 50 }, (_, at) => `used ${at}`)
  for (const name of used) {
    store.set(name, pageOf(name))
    store.find(name)
  }
  for (let at = 0; at < 1_000; at += 1) {
    const page = pageOf(`selection ${at}`)
    store.set(page.address.key, {
      ...page,
      address: { ...page.address, isSelection: true },
    })
    expect(store.find(page.address.key)).toBeDefined()
    expect(store.find(page.address.key)).toBeDefined()
  }
  expect(used.filter((name) => !store.peek(name))).toEqual([])
  expect(store.peek('selection 0')).toBeUndefined()
  expect(store.peek('selection 999')).toBeDefined()
  expect(store.size()).toBeLessThanOrEqual(8 * megabyte)
})

test('a page larger than the store is not stored', () => {
  const store = new PageStore(megabyte)
  store.set('huge', pageOf('huge', 2 * megabyte))
  expect(store.peek('huge')).toBeUndefined()
  expect(store.size()).toBe(0)
})

test('a refreshed page replaces the old one', () => {
  const store = new PageStore(megabyte)
  store.set('page', pageOf('page', 1_000))
  store.find('page')
  store.set('page', pageOf('page', 2_000))
  expect(store.list()).toHaveLength(1)
  expect(store.find('page')?.response.bodies.get('identity')).toHaveLength(2_000)
  store.delete('page')
  expect(store.list()).toEqual([])
})
