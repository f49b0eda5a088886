import { describe, expect, test } from 'vitest'
import type { LoadedContent } from '../../server/content/content.ts'
import { foundTypes } from '../../server/content/content-types.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { Crawler, crawlIntervals } from '../../packages/product-search/crawl/crawler.ts'
import { entryOf as indexEntryOf } from '../../packages/product-search/crawl/entries.ts'
import {
  fieldsOfEntry,
  listTerms,
  type KnownWords,
} from '../../packages/product-search/index/entry-terms.ts'
import { findSpec } from '../../packages/product-search/question/hits.ts'
import type { SearchEntry } from '@site/product-search/types'
import { collectLog } from '../support/logged.ts'
import { makeCard } from '../support/make-card.ts'
import { ingestInto, openSearch } from '../support/open-search.ts'
import { entryOf, indexOf } from '../support/search-entry.ts'

describe('F51: the terms of an entry are limited', () => {
  test('of a text that is all ranges, however many numbers are within them', () => {
    const { terms } = listTerms('1-99999999 kW '.repeat(17_000), new Map())
    expect(terms.length).toBeLessThan(30_000)
    // The first ones have theirs.
    const ofRanges = terms.filter((term) => term.endsWith('.')).length
    expect(ofRanges).toBeGreaterThan(100)
    expect(ofRanges).toBeLessThan(3_000)
  })

  test('of a text that is all words', () => {
    const known: KnownWords = new Map()
    const words = Array.from({ length: 60_000 }, (_, at) => `w${at.toString(36)}x`).join(' ')
    expect(listTerms(words, known).terms.length).toBeLessThan(45_000)
    expect(known.size).toBeLessThan(45_000)
  })

  test('of a product whose specifications are all ranges', () => {
    const spec = (at: number) => ({
      name: `n${at}`,
      value: Array.from({ length: 30 }, (_, range) => `${at + range / 10 + 1}-99999999 kW`).join(
        ' ',
      ),
      unit: 'A',
    })
    const specs = Array.from({ length: 300 }, (_, at) => spec(at))
    const variants = Array.from({ length: 50 }, (_, at) => ({ code: `c${at}`, specs }))
    const fields = fieldsOfEntry(entryOf({ id: 'x', title: 'x', specs, variants }), new Map())
    expect(fields.specs.split(' ').length).toBeLessThan(25_000)
  })
})

describe('F51: details of a product that are far larger than those of others', () => {
  const long = (start: string, length: number) => {
    let text = start
    for (let at = 0; text.length < length; at += 1) text += ` ${start}${at.toString(36)}`
    return text.slice(0, length)
  }
  const specs = Array.from({ length: 300 }, (_, at) => ({
    name: long(`n${at}x`, 200),
    value: long(`v${at}y`, 500),
    unit: '',
  }))
  const variants = Array.from({ length: 300 }, (_, at) => ({
    code: `C${at}`,
    specs: specs.slice(at % 100, (at % 100) + 3),
  }))

  test('are indexed up to a length, the first of them', () => {
    const products = foundTypes.find(({ type }) => type === 'Products')!
    const post = { ...makeCard({ postID: 'a' }), postSpecs: specs, postVariants: variants }
    const entry = indexEntryOf(products, post, { language: 'En', position: 0, parentTitle: '' })
    expect(entry?.specs[0]).toEqual(specs[0])
    expect(JSON.stringify(entry).length).toBeGreaterThan(90_000)
    expect(JSON.stringify(entry).length).toBeLessThan(110_000)
  })

  test('have terms that are short enough to rank hundreds of products by', () => {
    const entry = entryOf({ id: 'a', title: 'a', specs, variants })
    const length = fieldsOfEntry(entry, new Map()).specs.length
    expect(length).toBeGreaterThan(30_000)
    expect(length).toBeLessThan(60_000)
  })

  test('are looked through for a result up to a number of terms', () => {
    const alternatives = [{ terms: ['marlin'], match: 'all' as const, quality: 1 }]
    const group = { from: 0, to: 6, isCode: false, weight: 1, alternatives }
    const found = (value: string) => {
      const others = Array.from({ length: 1_000 }, () => ({ name: 'n', value, unit: 'kW' }))
      return findSpec([...others, { name: 'marlin', value: '1', unit: '' }], [group])
    }
    expect(found('1')).toMatchObject({ name: 'marlin' })
    expect(found('1-99999 kW '.repeat(20))).toBe(undefined)
  })

  test('are read for a list part by part, up to a length', () => {
    const ids = ['a', 'b', 'c', 'd']
    const index = indexOf(...ids.map((id) => ({ id, title: id, specs })))
    const each = JSON.stringify(specs).length + JSON.stringify([]).length
    const part = index.specsOf(['unknown', ...ids], 'En', each + 1)
    expect([...part.found.keys()]).toEqual(['a', 'b'])
    expect(part).toMatchObject({ length: 2 * each, lookedUp: 3 })
  })

  test('are no more for all products of a list than a list may have', async () => {
    const search = openSearch('http://127.0.0.1:9', { detailsPerS: 0 })
    const ids = Array.from({ length: 25 }, (_, at) => String(at))
    for (const id of ids) await search.putPages([entryOf({ id, title: id, specs })])
    const found = await search.specsOf(['unknown', ...ids], 'En')
    const each = JSON.stringify(specs).length + JSON.stringify([]).length
    expect([...found.keys()]).toEqual(ids.slice(0, Math.ceil(4_000_000 / each)))
    expect(found.size).toBeLessThan(ids.length)
  }, 20_000)

  test('are written one after the other, for a time, so that searches do not wait for all', () => {
    const ids = ['a', 'b', 'c']
    const entries = ids.map((id) => entryOf({ id, title: 'marlin', text: 'sealed' }))
    const index = indexOf()
    expect(index.put(entries, { isWhole: true, maxMs: 0 })).toBe(1)
    expect(index.put(entries.slice(1), { isWhole: true })).toBe(2)
    const scope = { kind: 'product', language: 'En' } as const
    expect(index.retain(scope, new Set(['c']), 0)).toBe(false)
    expect(index.retain(scope, new Set(['c']), 0)).toBe(true)
    expect(index.count()).toEqual({ product: 1 })
  })

  test('are all written, however many turns that takes', async () => {
    const put: string[] = []
    const turns = { retain: 3 }
    const ingest = ingestInto({
      async put([entry], options) {
        expect(options?.maxMs).toBeLessThan(500)
        put.push(entry?.id ?? '')
        return 1
      },
      async retain(_, __, maxMs) {
        expect(maxMs).toBeLessThan(500)
        turns.retain -= 1
        return turns.retain === 0
      },
    })
    const items = ['a', 'b', 'c'].map((postID) => ({ ...makeCard({ postID }), postSpecs: [] }))
    const query = { check: 'getPost', type: 'Projects', PostId: '', ParentId: '0', Pno: '-1' }
    await ingest.add({ query: query as LoadedContent['query'], language: 'En', items })
    expect(put).toEqual(['a', 'b', 'c'])
    expect(turns.retain).toBe(0)
  })
})

describe('F51: an entry with which the search thread ends', () => {
  const loaded = (...titles: string[]): LoadedContent => ({
    query: { check: 'getPost', type: 'Projects', PostId: '', ParentId: '0', Pno: '-1' },
    language: 'En',
    items: titles.map((postTitle) => ({
      ...makeCard({ postID: postTitle, postTitle }),
      postSpecs: [{ name: 'n', value: postTitle, unit: '' }],
    })),
  })

  test('is found by itself, and indexed by its title only; the others are whole', async () => {
    const known = new Map<string, SearchEntry>()
    let ends = 0
    const ingest = ingestInto({
      async put(entries) {
        if (entries.some(({ specs }) => specs[0]?.value === 'bad')) {
          ends += 1
          const cause = new Error('ERR_WORKER_OUT_OF_MEMORY')
          throw new ContentUnavailable('busy', 'search: the thread ended', { cause })
        }
        for (const entry of entries) known.set(entry.id, entry)
        return entries.length
      },
    })
    const content = loaded('good', 'bad', 'other')
    for (let round = 0; round < 6; round += 1) {
      await ingest.add(content).catch(() => undefined)
    }
    // Once with the others, once alone.
    expect(ends).toBe(2)
    expect([...known.keys()].sort()).toEqual(['bad', 'good', 'other'])
    expect(known.get('bad')?.specs).toEqual([])
    expect(known.get('good')?.specs).toHaveLength(1)
    // What it says now is another entry.
    await expect(ingest.add(loaded('bad', 'new'))).rejects.toThrow('the thread ended')
  })
})

test('F51: a crawl in which the index refuses a call goes on after a rest', async () => {
  const { factsOf } = collectLog()
  const before = { ...crawlIntervals }
  Object.assign(crawlIntervals, { failedRound: 10 })
  const stopping = new AbortController()
  let refusals = 3
  const nothing = async () => undefined
  const crawler = new Crawler({
    content: {
      types: foundTypes,
      read: async () => [],
      breakers: () => ({}),
      Unavailable: ContentUnavailable,
    },
    index: {
      ...{ expire: nothing, endBaseline: nothing, readState: nothing, writeState: nothing },
      ...{ count: async () => ({}), textChanges: async () => 0 },
      async listDue() {
        refusals -= 1
        if (refusals >= 0) {
          throw new ContentUnavailable('busy', 'search: The thread is not available')
        }
        return []
      },
    },
    ingest: ingestInto({}),
    detailsPerS: Infinity,
    signal: stopping.signal,
  })
  crawler.start()
  await crawler.whenFilled(10_000)
  stopping.abort()
  Object.assign(crawlIntervals, before)
  expect(await crawler.lacks('filled')).toBe(false)
  expect(factsOf('search crawl round failed')).toHaveLength(1)
})
