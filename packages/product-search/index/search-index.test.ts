import { closeSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSearchIndex, readSearchIndex } from './search-index.ts'
import type { SearchEntry, SearchHit } from '../types.ts'
import { entryOf, idsFound, search } from '../../../tests/support/search-entry.ts'

function makeFile() {
  return path.join(mkdtempSync(path.join(process.env['DATA_DIR'] ?? '', 'index-')), 'index.db')
}

function open(file = makeFile(), reasons: string[] = []) {
  const index = openSearchIndex(file, (reason) => reasons.push(reason))
  onTestFinished(() => index.close())
  return index
}

const marlin = (entry: Partial<SearchEntry> = {}) =>
  entryOf({ id: 'one', title: 'Marlin switch', ...entry })
const amps = [{ name: 'Rated current', value: '32', unit: 'A' }]

test('what cannot be written while another process writes keeps nothing else from being written', () => {
  const file = makeFile()
  const index = open(file)
  index.put([marlin()])
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  expect(() => index.visit('product', 'one')).toThrow('database is locked')
  other.exec('COMMIT')
  other.close()
  index.put([marlin({ id: 'two' })])
  expect(idsFound(open(file), 'marlin')).toEqual(['one', 'two'])
})

describe('what lists say and what details say', () => {
  test('lists keep the text, specifications and variants that are known', () => {
    const index = open()
    const variants = [{ code: 'MS-32', specs: amps }]
    index.put([marlin({ text: 'It is sealed.', specs: amps, variants })], { isWhole: true })
    index.put([marlin({ title: 'Heron switch' })])
    expect(idsFound(index, 'marlin')).toEqual([])
    expect(idsFound(index, 'heron sealed')).toEqual(['one'])
    expect(search(index, 'ms32').hits[0]?.code).toBe('MS-32')
    expect(index.specsOf(['one', 'other'], 'En', 1_000).found).toEqual(
      new Map([['one', { specs: amps, variants }]]),
    )
    expect(index.specsOf(['one'], 'Ar', 1_000).found).toEqual(new Map())
  })

  test('details replace what is known', () => {
    const index = open()
    index.put([marlin({ text: 'It is sealed.', specs: amps })], { isWhole: true })
    index.put([marlin()], { isWhole: true })
    expect(idsFound(index, 'sealed')).toEqual([])
    expect(idsFound(index, '32 A')).toEqual([])
    expect(idsFound(index, 'marlin')).toEqual(['one'])
  })

  test('details are due until they are read, the most visited first, and again after a purge', () => {
    const index = open()
    const ids = ['a', 'b', 'c', 'd']
    index.put(ids.map((id, position) => marlin({ id, position })))
    index.visit('product', 'c')
    index.visit('product', 'unknown')
    const due = (before = Date.now() - 1_000) => index.listDue('product', 'En', before, 10)
    expect(due()).toEqual(['c', 'a', 'b', 'd'])
    expect(index.listDue('product', 'En', Date.now(), 2)).toEqual(['c', 'a'])
    index.put([marlin({ id: 'a' }), marlin({ id: 'c' })], { isWhole: true })
    expect(due()).toEqual(['b', 'd'])
    expect(due(Date.now() + 1_000)).toHaveLength(4)
    index.expire(['type'])
    expect(due()).toEqual(['b', 'd'])
    index.expire(['product'])
    expect(due()).toHaveLength(4)
    expect(idsFound(index, 'marlin')).toHaveLength(4)
  })

  test('details that have not changed are no longer due', () => {
    const index = open()
    index.put([marlin({ text: 'It is sealed.' })], { isWhole: true })
    index.expire(['product'])
    index.put([marlin({ text: 'It is sealed.' })], { isWhole: true })
    expect(index.listDue('product', 'En', Date.now() - 1_000, 10)).toEqual([])
  })
})

describe('things that a list no longer has', () => {
  test('go in its language, and wholly with their last text', () => {
    const index = open()
    index.put([marlin(), marlin({ language: 'Ar', title: 'مفتاح مرلين' }), marlin({ id: 'two' })])
    index.retain({ kind: 'product', language: 'En' }, new Set(['two']))
    expect(idsFound(index, 'marlin')).toEqual(['two'])
    expect(idsFound(index, 'مرلين')).toEqual(['one'])
    index.retain({ kind: 'product', language: 'Ar' }, new Set())
    expect(idsFound(index, 'مرلين')).toEqual([])
    expect(index.count()).toEqual({ product: 1 })
  })

  test('go from the list of their parent only', () => {
    const index = open()
    index.put([marlin({ parentId: 'p' }), marlin({ id: 'two', parentId: 'q' })])
    index.retain({ kind: 'product', language: 'En', parentId: 'p' }, new Set())
    expect(idsFound(index, 'marlin')).toEqual(['two'])
  })
})

describe('documents', () => {
  const sheet = (id: string, owner: string, facts: Partial<SearchEntry['document']> = {}) =>
    marlin({
      kind: 'document',
      id,
      title: `Datasheet of ${owner}`,
      parentId: owner,
      document: {
        kind: 'datasheet',
        fileLanguage: 'En',
        ownerKind: 'product',
        solutions: [],
        ...facts,
      },
    })
  const list = (index: ReturnType<typeof open>, question = {}) =>
    index.documents({ text: '', language: 'En', offset: 0, limit: 10, ...question })

  function openWithDocuments() {
    const index = open()
    index.put([marlin(), marlin({ id: 'two', title: 'Heron' })])
    index.put([
      sheet('a.pdf', 'one', { size: 5, solutions: ['hospital'] }),
      sheet('b.pdf', 'two'),
      sheet('c.pdf', 'two', { kind: 'manual', fileLanguage: 'both' }),
      sheet('d.pdf', 'hospital', { ownerKind: 'solution' }),
    ])
    return index
  }

  test('are listed by category, then by the name of their product', () => {
    const index = open()
    index.put([
      marlin({ kind: 'type', id: 'cables', title: 'Cables', parentId: 'power' }),
      marlin({ kind: 'type', id: 'breakers', title: 'Breakers', parentId: 'protection' }),
      marlin({ id: 'zebra', title: 'Zebra', parentId: 'breakers' }),
      marlin({ id: 'heron', title: 'Heron', parentId: 'breakers' }),
      marlin({ id: 'adder', title: 'Adder', parentId: 'cables' }),
    ])
    const of = (owner: string, title: string) => ({
      ...sheet(`${owner}.pdf`, owner),
      parentTitle: title,
    })
    index.put([of('zebra', 'Zebra'), of('adder', 'Adder'), of('heron', 'Heron')])
    const { hits } = list(index, { categoryIds: ['protection', 'power'] })
    expect(hits.map(({ id }) => id)).toEqual(['heron.pdf', 'zebra.pdf', 'adder.pdf'])
  })

  test('are listed with their kind, language, size and owner', () => {
    const { hits, total, counts } = list(openWithDocuments())
    expect(hits.map(({ id }) => id).sort()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'])
    expect({ total, counts }).toEqual({ total: 4, counts: { datasheet: 3, manual: 1 } })
    expect(hits.find(({ id }) => id === 'a.pdf')).toMatchObject({
      parentId: 'one',
      document: {
        kind: 'datasheet',
        fileLanguage: 'En',
        ownerKind: 'product',
        size: 5,
        solutions: ['hospital'],
      },
    })
  })

  test('are chosen by words, kind and owner; a solution has those of its products, too', () => {
    const index = openWithDocuments()
    const ids = (question: object) => list(index, question).hits.map(({ id }) => id)
    expect(ids({ text: 'datasheet two' }).slice(0, 1)).toEqual(['b.pdf'])
    expect(ids({ documentKind: 'manual' })).toEqual(['c.pdf'])
    expect(ids({ ownerId: 'hospital' }).sort()).toEqual(['a.pdf', 'd.pdf'])
    expect(ids({ ownerId: 'one', documentKind: 'manual' })).toEqual([])
    expect(list(index, { ownerId: 'two', documentKind: 'manual' })).toMatchObject({
      total: 1,
      counts: { datasheet: 1, manual: 1 },
    })
    expect(list(index, { offset: 3 }).hits).toHaveLength(1)
    expect(ids({ text: 'pizza' })).toEqual([])
  })

  describe('that the site makes', () => {
    const sheetsOf = (hits: SearchHit[]) =>
      hits.map(({ id, sheetOf = 'file' }) => `${sheetOf} ${id}`)

    function openWithTypes() {
      const index = openWithDocuments()
      index.put([
        marlin({ kind: 'type', id: 'power', title: 'Power', parentId: 'NTROOT0' }),
        marlin({ kind: 'type', id: 'pumps', title: 'Pumps', parentId: 'power' }),
        marlin({ kind: 'type', id: 'fans', title: 'Fans', parentId: 'power' }),
        marlin({ id: 'two', title: 'Heron TX-160', parentId: 'pumps', text: 'Goes with TR-2P.' }),
        marlin({
          id: 'three',
          title: 'Adder',
          parentId: 'pumps',
          variants: [{ code: 'TR-2P', specs: [] }],
        }),
      ])
      return index
    }

    test('follow the files of their product, and are of types that have products', () => {
      const { hits, counts, types } = list(openWithTypes(), {
        withSheets: true,
        categoryId: 'power',
      })
      const files = ['file b.pdf', 'file c.pdf', 'product two']
      expect(sheetsOf(hits)).toEqual([...files, 'product three', 'type pumps'])
      expect(hits.at(-1)?.document).toMatchObject({ kind: 'catalogue', ownerKind: 'type' })
      expect(counts).toEqual({ datasheet: 3, manual: 1, catalogue: 1 })
      expect(types).toEqual({ pumps: 5 })
    })

    test('are chosen by type, kind and owner, and are none elsewhere', () => {
      const index = openWithTypes()
      const ids = (question: object) => sheetsOf(list(index, question).hits)
      const withSheets = true
      expect(ids({ withSheets, typeId: 'pumps', documentKind: 'catalogue' })).toEqual([
        'type pumps',
      ])
      expect(ids({ withSheets, typeId: 'fans' })).toEqual([])
      const ofSolution = { withSheets, ownerId: 'hospital', productIds: ['three'] }
      expect(ids(ofSolution).sort()).toEqual(['file a.pdf', 'file d.pdf', 'product three'])
      expect(ids({ typeId: 'pumps' })).toEqual(['file b.pdf', 'file c.pdf'])
      expect(index.countFiles('pumps')).toEqual({ count: 2, bytes: null })
      expect(index.countFiles('fans')).toEqual({ count: 0, bytes: 0 })
    })

    test.each([
      ['TX160', ['file b.pdf', 'file c.pdf', 'product two']],
      ['datasheet TX160', ['product two', 'file b.pdf', 'file c.pdf']],
      ['نشرة tx 160', ['product two', 'file b.pdf', 'file c.pdf']],
      ['tr2p', ['product three']],
      ['datasheet tr-2p', ['product three']],
    ])('are found with the files of the product that has the code: %s', (text, found) => {
      const { hits, total } = list(openWithTypes(), { text, withSheets: true })
      expect(sheetsOf(hits)).toEqual(found)
      expect(total).toBe(found.length)
    })

    test('come first where a search asks for them, and nowhere else', () => {
      const index = openWithTypes()
      const find = (text: string, withSheets = true) =>
        sheetsOf(index.search({ text, language: 'En', offset: 0, limit: 9, withSheets }).hits)
      expect(find('datasheet tr2p').slice(0, 2)).toEqual(['product three', 'file three'])
      expect(find('كتالوج pumps').slice(0, 2)).toEqual(['type pumps', 'file pumps'])
      expect(find('tr2p')[0]).toBe('file three')
      expect(find('datasheet tr2p', false)[0]).toBe('file three')
      expect(sheetsOf(index.suggest('datasheet tr2p', 'En', 1, true))).toEqual(['product three'])
    })
  })

  test('keep a date that is known', () => {
    const index = openWithDocuments()
    const modifiedAt = '2026-03-03T10:00:00.000Z'
    index.put([sheet('a.pdf', 'one', { modifiedAt })])
    index.put([sheet('a.pdf', 'one', { kind: 'certificate' })])
    const names = ['a.pdf', 'b.pdf', 'other.pdf']
    expect([...index.filesOf(names).values()]).toMatchObject([{ size: 5, modifiedAt }, {}, {}])
  })

  test('are missing until their server has them, and are checked again in an hour', () => {
    const index = openWithDocuments()
    const one = { kind: 'product', id: 'one', language: 'En' } as const
    const hour = 60 * 60_000
    const lacks = (missing: string[], there: string[] = []) =>
      index.recordFiles([{ ...one, there, missing }], Date.now() - 23 * hour)
    const missing = () =>
      ['a.pdf', 'b.dwg', 'c.dwg'].filter((name) => index.filesOf([name]).get(name)?.isMissing)
    const isDueIn = (hours: number) =>
      index.listDue('product', 'En', Date.now() + (hours - 24) * hour, 9).includes('one')
    index.put([marlin()], { isWhole: true })
    const before = index.textChanges()
    lacks([], ['a.pdf'])
    expect([missing(), isDueIn(2), index.textChanges()]).toEqual([[], false, before])
    lacks(['b.dwg', 'c.dwg'], ['a.pdf'])
    // Pages with their names are rendered again.
    expect([missing(), isDueIn(2), isDueIn(0)]).toEqual([['b.dwg', 'c.dwg'], true, false])
    expect(index.textChanges()).toBe(before + 2)
    // One is there, the other no longer listed.
    lacks([], ['a.pdf', 'b.dwg'])
    expect([missing(), index.textChanges()]).toEqual([[], before + 4])
    lacks(['b.dwg'])
    index.retain({ kind: 'product', language: 'En' }, new Set())
    expect(missing()).toEqual([])
  })

  test('go with their product', () => {
    const index = openWithDocuments()
    index.retain({ kind: 'product', language: 'En' }, new Set(['one']))
    expect(
      list(index)
        .hits.map(({ id }) => id)
        .sort(),
    ).toEqual(['a.pdf', 'd.pdf'])
  })
})

test('a hit has the newest statement on its stock, whose day changes nothing else', () => {
  const index = open()
  const inStock = (asOf: string, branch = 'Jeddah') =>
    marlin({
      variants: [{ code: 'M-1', specs: [], availability: { state: 'in-stock', branch, asOf } }],
    })
  index.put([inStock('2026-11-27')], { isWhole: true })
  const before = index.textChanges()
  index.put([inStock('2026-11-28', 'Abha')], { isWhole: true })
  expect(index.textChanges()).toBe(before)
  const found = index.search({ text: 'marlin', language: 'En', offset: 0, limit: 1 })
  expect(found.hits[0]?.availability).toEqual({
    ...{ state: 'in-stock', branch: 'Abha', asOf: '2026-11-28' },
  })
})

describe('the file', () => {
  test('has everything after a restart', () => {
    const file = makeFile()
    const first = openSearchIndex(file)
    first.put([marlin()])
    first.writeState('round', 'done')
    first.close()
    const reasons: string[] = []
    const index = open(file, reasons)
    expect(idsFound(index, 'marlin')).toEqual(['one'])
    expect(index.readState('round')).toBe('done')
    expect(index.readState('other')).toBeUndefined()
    index.put([marlin({ id: 'two' })])
    expect(idsFound(index, 'marlin')).toHaveLength(2)
    expect(reasons).toEqual([])
  })

  test.each<[string, (file: string) => void, RegExp]>([
    ['no database', (file) => writeFileSync(file, 'x'.repeat(9_000)), /damaged/],
    ['a damaged database', damage, /damaged/],
    ['of another program', (file) => exec(file, 'CREATE TABLE other (a)'), /another program/],
    ['of another version', makeOlder, /another version/],
  ])('is rebuilt when it is %s, which is said once', (_, spoil, reason) => {
    const file = makeFile()
    spoil(file)
    expect(() => readSearchIndex(file)).toThrow(reason)
    const reasons: string[] = []
    const index = open(file, reasons)
    expect(reasons).toEqual([expect.stringMatching(reason)])
    index.put([marlin()])
    expect(idsFound(index, 'marlin')).toEqual(['one'])
  })
})

function exec(file: string, sql: string) {
  const database = new Database(file)
  database.exec(sql)
  database.close()
}

function makeOlder(file: string) {
  openSearchIndex(file).close()
  exec(file, 'PRAGMA user_version = 1')
}

/** Overwrites pages, but not the header. */
function damage(file: string) {
  const index = openSearchIndex(file)
  index.put([marlin()])
  index.close()
  exec(file, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096 * 10, 'x'), 0, 4096 * 10, 4096)
  closeSync(handle)
}
