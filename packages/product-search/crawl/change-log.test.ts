import { writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openChangeLog, type SeenIn, type SeenPost } from './change-log.ts'
import { makeIndexFile } from '../../../tests/support/open-search.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A log with a clock, which a test sets. Without a file it is in memory. */
function openLog(file = ':memory:', reasons: string[] = []) {
  const clock = { now: 1_000 }
  const log = openChangeLog(
    file,
    (reason) => reasons.push(reason),
    () => clock.now,
  )
  onTestFinished(() => log.close())
  const timesOf = (id: string) => log.changedAt('news', [id], 'En').get(id)
  const dateOf = ({ kind, id, language }: SeenPost) =>
    log.changedAt(kind, [id], language).get(id)?.changedAt ?? null
  /** @returns the ids of posts that have another date afterwards */
  function recordPosts(posts: SeenPost[], ...options: [SeenIn, { isWhole: boolean }?]) {
    const before = posts.map(dateOf)
    log.recordPosts(posts, ...options)
    return posts.filter((post, at) => dateOf(post) !== before[at]).map(({ id }) => id)
  }
  return { ...log, recordPosts, clock, timesOf }
}

const postOf = (id: string, fingerprint = 'first', post: Partial<SeenPost> = {}): SeenPost => ({
  kind: 'news',
  id,
  parentId: '',
  language: 'En',
  fingerprint,
  ...post,
})

const news = { kind: 'news', language: 'En' } as const

describe('the dates of posts', () => {
  test('what was there before the site is not dated; what appears later is', () => {
    const log = openLog()
    log.endBaseline()
    expect(log.recordPosts([postOf('old')], 'list')).toEqual([])
    log.endBaseline()
    log.clock.now = 2_000
    expect(log.recordPosts([postOf('old'), postOf('new')], 'list')).toEqual(['new'])
    expect(log.changedAt('news', ['old', 'new', 'other'], 'En')).toEqual(
      new Map([
        ['old', { firstSeenAt: 1_000, changedAt: null }],
        ['new', { firstSeenAt: 2_000, changedAt: 2_000 }],
      ]),
    )
    expect(log.changedAt('news', ['old'], 'Ar').size).toBe(0)
  })

  test('a change of a list or of details is dated, but not that details say more', () => {
    const log = openLog()
    log.recordPosts([postOf('a')], 'list')
    log.clock.now = 2_000
    const before = log.sequence()
    expect(log.recordPosts([postOf('a', 'whole')], 'details')).toEqual([])
    expect(log.recordPosts([postOf('a')], 'list')).toEqual([])
    expect(log.timesOf('a')?.changedAt).toBeNull()
    expect(log.recordPosts([postOf('a', 'wholly other')], 'details')).toEqual(['a'])
    expect(log.timesOf('a')).toEqual({ firstSeenAt: 1_000, changedAt: 2_000 })
    log.clock.now = 3_000
    expect(log.recordPosts([postOf('a', 'second')], 'list')).toEqual(['a'])
    expect(log.timesOf('a')?.changedAt).toBe(3_000)
    expect(log.sequence()).toBe(before + 3)
  })

  test('an old post that no list has is not dated when a visitor reads it', () => {
    const log = openLog()
    log.recordPosts([postOf('a')], 'list')
    log.endBaseline()
    expect(log.recordPosts([postOf('unlisted')], 'details')).toEqual([])
    expect(log.timesOf('unlisted')).toBeUndefined()
  })

  test('of a list are the latest of its posts, the removed ones included', () => {
    const log = openLog()
    log.recordPosts([postOf('a', 'x', { parentId: 'p' }), postOf('b', 'x')], 'list')
    const latest = () => Object.fromEntries(log.latestAmong('news', ['p', 'q'], 'En'))
    expect(latest()).toEqual({})
    log.clock.now = 2_000
    log.recordPosts([postOf('a', 'y', { parentId: 'p' })], 'list')
    expect(latest()).toEqual({ p: 2_000 })
    log.clock.now = 3_000
    log.retainPosts({ ...news, parentId: 'p' }, new Set())
    expect(latest()).toEqual({ p: 3_000 })
  })
})

describe('a type', () => {
  const typeIn = (parentId: string) => postOf('a', 'x', { kind: 'type', parentId })

  test('has changed when it is in another category, by the list of all types', () => {
    const log = openLog()
    log.recordPosts([typeIn('p')], 'list', { isWhole: true })
    const before = log.sequence()
    expect(log.recordPosts([typeIn('q')], 'list')).toEqual([])
    expect(log.sequence()).toBe(before)
    log.clock.now = 2_000
    expect(log.recordPosts([typeIn('q')], 'list', { isWhole: true })).toEqual(['a'])
    expect(log.changedAt('type', ['a'], 'En').get('a')?.changedAt).toBe(2_000)
    expect(log.sequence()).toBe(before + 1)
  })

  test('of products is no change of them: each list of one names another', () => {
    const log = openLog()
    const productIn = (parentId: string) => postOf('a', 'x', { kind: 'product', parentId })
    log.recordPosts([productIn('p')], 'list')
    const before = log.sequence()
    expect(log.recordPosts([productIn('q')], 'list')).toEqual([])
    expect(log.sequence()).toBe(before)
  })
})

describe('removed posts', () => {
  test('are known for 90 days, in their language, and no longer when they come back', () => {
    const log = openLog()
    log.recordPosts([postOf('a'), postOf('b'), postOf('c')], 'list')
    log.recordPosts([postOf('a', 'x', { language: 'Ar' })], 'list')
    const before = log.sequence()
    log.clock.now = dayMs
    log.retainPosts(news, new Set(['c']))
    log.retainPosts(news, new Set(['c']))
    expect([log.timesOf('a'), log.timesOf('b')]).toEqual([undefined, undefined])
    expect(log.changedAt('news', ['a'], 'Ar').size).toBe(1)
    expect(log.latestAmong('news', [''], 'En')).toEqual(new Map([['', dayMs]]))

    expect(log.recordPosts([postOf('a', 'whole')], 'details')).toEqual([])
    expect(log.recordPosts([postOf('a')], 'list')).toEqual(['a'])
    expect(log.timesOf('a')).toEqual({ firstSeenAt: 1_000, changedAt: dayMs })
    expect(log.sequence()).toBe(before + 3)

    log.clock.now = 92 * dayMs
    log.retainPosts(news, new Set(['a', 'c']))
    // A forgotten post counts as first seen when it comes back.
    log.recordPosts([postOf('b')], 'list')
    expect(log.timesOf('b')?.firstSeenAt).toBe(92 * dayMs)
  })

  test('are those of one parent, where the list is of one', () => {
    const log = openLog()
    log.recordPosts([postOf('a', 'x', { parentId: 'p' }), postOf('b', 'x')], 'list')
    log.retainPosts({ ...news, parentId: 'p' }, new Set())
    expect([log.timesOf('a'), log.timesOf('b')?.firstSeenAt]).toEqual([undefined, 1_000])
  })
})

describe('the file', () => {
  test('has everything after a restart', () => {
    const file = makeIndexFile()
    const first = openLog(file)
    first.recordPosts([postOf('a')], 'list')
    first.endBaseline()
    const sequence = first.sequence()
    first.close()
    const reasons: string[] = []
    const log = openLog(file, reasons)
    expect(log.sequence()).toBe(sequence)
    expect(log.recordPosts([postOf('a'), postOf('b')], 'list')).toEqual(['b'])
    expect(reasons).toEqual([])
  })

  test('is the same for two processes: neither misses what the other has seen', () => {
    const file = makeIndexFile()
    const first = openLog(file)
    const second = openLog(file)
    first.recordPosts([postOf('a')], 'list')
    const sequence = first.sequence()
    expect(second.sequence()).toBe(sequence)
    first.endBaseline()
    expect(second.recordPosts([postOf('b')], 'list')).toEqual(['b'])
    first.recordPosts([postOf('c')], 'list')
    expect([first.sequence(), second.sequence()]).toEqual([sequence + 2, sequence + 2])
  })

  test('of a version that reads content differently dates no post anew', () => {
    const file = makeIndexFile()
    const earlier = openLog(file)
    earlier.recordPosts([postOf('a')], 'list')
    earlier.writeState('fingerprints', 'of an earlier version')
    earlier.close()
    const log = openLog(file)
    expect(log.recordPosts([postOf('a', 'read differently')], 'list')).toEqual([])
    expect(log.timesOf('a')).toEqual({ firstSeenAt: 1_000, changedAt: null })
    expect(log.recordPosts([postOf('a', 'edited')], 'list')).toEqual(['a'])
  })

  test('is rebuilt when it is damaged', () => {
    const file = makeIndexFile()
    writeFileSync(file, 'x'.repeat(9_000))
    const reasons: string[] = []
    const log = openLog(file, reasons)
    expect(reasons).toEqual(['it is damaged'])
    expect(log.recordPosts([postOf('a')], 'list')).toEqual([])
  })
})
