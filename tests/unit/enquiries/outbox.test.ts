import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Outbox, type NewEnquiry } from '../../../server/enquiries/outbox/outbox.ts'
import { inspectOutbox } from '../../../server/enquiries/outbox/outbox-file.ts'
import { makeOutboxFile } from '../../support/open-enquiries.ts'
import { isWholeRun } from '../../support/test-size.ts'

const maxBytes = 8 * 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

function open(file = makeOutboxFile(), reasons: string[] = [], bytes = maxBytes) {
  const outbox = new Outbox(file, bytes, (reason, newName) => reasons.push(`${reason}: ${newName}`))
  onTestFinished(() => outbox.close())
  return Object.assign(outbox, { file })
}

function enquiry(changes: Partial<NewEnquiry> = {}): NewEnquiry {
  const { form = 'form', reference = `reference of ${form}`, ...others } = changes
  return {
    form,
    reference,
    digest: 'digest',
    receivedAt: 1_000,
    enquiry: '{"name":"N"}',
    revisionsElsewhere: 0,
    ...others,
  }
}

/** An attempt after which an enquiry is given up. */
const failed = { error: 'E', state: 'failed', triedSince: 0 } as const

/** What a take returns, as the reference or the time to ask again. */
function taken(result: ReturnType<ReturnType<typeof open>['lease']>) {
  return 'message' in result ? result.message.reference : result.askAgainAt
}

function bytesOf(file: string) {
  const folder = path.dirname(file)
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(path.join(folder, name))))
}

describe('storing', () => {
  test('the same form with the same content is one enquiry', () => {
    const outbox = open()
    const stored = { outcome: 'stored', reference: 'reference of form', revision: 1 }
    expect(outbox.insert(enquiry())).toEqual(stored)
    // The site's secret, and so the reference that it would make, may have changed.
    const again = outbox.insert(enquiry({ reference: 'another', receivedAt: 2_000 }))
    expect(again).toEqual({ ...stored, outcome: 'known' })
    expect(outbox.summarise().waiting).toBe(1)
  })

  test('reaches the file itself soon, not only the WAL', () => {
    const outbox = open()
    outbox.insert(enquiry())
    outbox.summarise()
    const copy = makeOutboxFile()
    mkdirSync(path.dirname(copy))
    copyFileSync(outbox.file, copy)
    expect(inspectOutbox(copy)).toMatchObject({ fault: null, waiting: 1, oldestWaitingAt: 1_000 })
  })

  test('another content is a revision with the same reference, five at most', () => {
    const outbox = open()
    const results = ['1', '2', '3', '1', '4', '5', '6', '5'].map((digest) => {
      const result = outbox.insert(enquiry({ digest }))
      return result.outcome === 'conflict' ? 'conflict' : `${result.outcome} ${result.revision}`
    })
    expect(results).toEqual([
      ...['stored 1', 'stored 2', 'stored 3', 'known 1', 'stored 4', 'stored 5'],
      ...['conflict', 'known 5'],
    ])
  })

  test('a reference of another form is a conflict', () => {
    const outbox = open()
    outbox.insert(enquiry({ reference: 'R' }))
    expect(outbox.insert(enquiry({ form: 'other', reference: 'R' }))).toEqual({
      outcome: 'conflict',
    })
  })

  test('only the owner can read the files', () => {
    const outbox = open()
    outbox.insert(enquiry())
    const folder = path.dirname(outbox.file)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const names = readdirSync(folder)
    expect(names.sort()).toEqual(['outbox.db', 'outbox.db-shm', 'outbox.db-wal'])
    for (const name of names) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('a full file takes no more, and still delivers what it has', () => {
    const outbox = open(undefined, [], 256 * 1024)
    const text = JSON.stringify({ message: 'x'.repeat(10_000) })
    function fill() {
      for (let at = 0; ; at += 1) outbox.insert(enquiry({ form: `form ${at}`, enquiry: text }))
    }
    expect(fill).toThrow('The outbox is full')
    const { waiting } = outbox.summarise()
    expect(waiting).toBeGreaterThan(10)
    for (const { id } of outbox.list(100)) {
      outbox.lease('me', 1_000, 100)
      outbox.markDelivered(id, 1_000)
    }
    expect(outbox.erase(1_000, 0)).toBe(waiting)
    expect(outbox.insert(enquiry({ enquiry: text })).outcome).toBe('stored')
  })

  test('what SQLite has no room for leaves no trace, and the next enquiry is stored', () => {
    const outbox = open(undefined, [], 256 * 1024)
    const large = enquiry({ enquiry: JSON.stringify({ message: 'x'.repeat(400_000) }) })
    expect(() => outbox.insert(large)).toThrow('database or disk is full')
    expect(outbox.insert(enquiry())).toMatchObject({ outcome: 'stored', revision: 1 })
  })
})

test.each<[string, (outbox: ReturnType<typeof open>) => void]>([
  ['marked', (outbox) => outbox.markDelivered(1, 1_000)],
  ['erased', (outbox) => outbox.erase(1_000, 0)],
])('what cannot be %s while another process writes keeps nothing from being stored', (_, write) => {
  const outbox = open()
  outbox.insert(enquiry())
  const other = new Database(outbox.file)
  other.exec('BEGIN IMMEDIATE')
  expect(() => write(outbox)).toThrow('database is locked')
  other.exec('COMMIT')
  other.close()
  expect(outbox.insert(enquiry({ form: 'next' })).outcome).toBe('stored')
  outbox.markDelivered(1, 1_000)
  expect(outbox.summarise()).toMatchObject({ waiting: 1, delivered: 1 })
})

describe('taking', () => {
  test('the oldest that is due comes first, and before one that failed', () => {
    const outbox = open()
    for (const form of ['a', 'b', 'c']) outbox.insert(enquiry({ form, reference: form }))
    expect(taken(outbox.lease('me', 1_000, 100))).toBe('a')
    outbox.markDelivered(1, 1_000)
    const rejected = {
      error: 'status 400',
      isRejected: true,
      triedSince: 0,
      state: 'waiting' as const,
    }
    outbox.markFailed(2, { ...rejected, nextAttemptAt: 5_000 })
    expect(taken(outbox.lease('me', 1_000, 100))).toBe('c')
    outbox.markDelivered(3, 1_000)
    expect(taken(outbox.lease('me', 1_000, 100))).toBe(5_000)
    outbox.insert(enquiry({ form: 'd', reference: 'd' }))
    expect(taken(outbox.lease('me', 5_000, 100))).toBe('d')
    outbox.markDelivered(4, 1_000)
    expect(taken(outbox.lease('me', 5_000, 100))).toBe('b')
    outbox.markDelivered(2, 5_000)
    expect(taken(outbox.lease('me', 5_000, 100))).toBeNull()
  })

  test('while one process delivers, others wait for its lease to end', () => {
    const first = open()
    const second = open(first.file)
    first.insert(enquiry({ reference: 'R' }))
    expect(taken(first.lease('first', 1_000, 100))).toBe('R')
    expect(taken(second.lease('second', 1_050, 100))).toBe(1_100)
    expect(taken(first.lease('first', 1_050, 100))).toBe('R')
    expect(taken(second.lease('second', 1_100, 100))).toBe(1_150)
    expect(taken(second.lease('second', 1_150, 100))).toBe('R')
    first.release('first')
    expect(taken(first.lease('first', 1_160, 100))).toBe(1_250)
    second.release('second')
    expect(taken(first.lease('first', 1_160, 100))).toBe('R')
  })

  test('a clock that was a year ahead for a while holds nothing up', () => {
    const first = open()
    const second = open(first.file)
    const later = 365 * dayMs
    first.insert(enquiry({ form: 'a', reference: 'a', receivedAt: later }))
    expect(taken(first.lease('first', later, 100))).toBe('a')
    first.insert(enquiry({ form: 'b', reference: 'b', receivedAt: later }))
    expect(taken(second.lease('second', 1_000, 100))).toBe('a')
    second.markDelivered(1, 1_000)
    expect(taken(second.lease('second', 1_000, 100))).toBe('b')
  })

  test('both processes may store meanwhile', () => {
    const first = open()
    const second = open(first.file)
    first.insert(enquiry({ form: 'a' }))
    first.lease('first', 1_000, 100)
    second.insert(enquiry({ form: 'b' }))
    expect(first.summarise().waiting).toBe(2)
  })
})

describe('operators', () => {
  test('see counts, the oldest, the last error and the newest first', () => {
    const outbox = open()
    for (const form of ['a', 'b', 'c']) outbox.insert(enquiry({ form, reference: form }))
    outbox.markDelivered(1, 3_000)
    outbox.markFailed(2, { ...failed, isRejected: false, nextAttemptAt: 9 })
    expect(outbox.summarise()).toEqual({
      ...{ waiting: 1, delivered: 1, failed: 1 },
      oldestWaitingAt: 1_000,
      lastError: 'E',
    })
    expect(outbox.list(2).map(({ reference }) => reference)).toEqual(['c', 'b'])
    expect(outbox.list(9, 'failed')).toMatchObject([
      { reference: 'b', attempts: 1, lastError: 'E' },
    ])
    expect(JSON.stringify(outbox.list(9))).not.toContain('name')
    expect(outbox.listTexts(1, 9).map(({ id }) => id)).toEqual([2, 3])
  })

  test('make an enquiry due, unless it is delivered', () => {
    const outbox = open()
    outbox.insert(enquiry({ reference: 'R' }))
    outbox.markFailed(1, { ...failed, isRejected: true, nextAttemptAt: 9_000 })
    expect(taken(outbox.lease('me', 9_999, 100))).toBeNull()
    expect(outbox.retry('R', 5_000)).toBe('due')
    const result = outbox.lease('me', 5_000, 100)
    expect(result).toMatchObject({ message: { rejections: 0, triedSince: 5_000, attempts: 1 } })
    outbox.markDelivered(1, 5_000)
    expect(outbox.retry('R', 6_000)).toBe('delivered')
    expect(outbox.retry('S', 6_000)).toBe('unknown')
  })

  test('take an enquiry for delivered that was answered by hand', () => {
    const outbox = open()
    outbox.insert(enquiry({ reference: 'R' }))
    outbox.markFailed(1, { ...failed, isRejected: true, state: 'failed', nextAttemptAt: 9_000 })
    expect(outbox.markAnswered('R', 5_000)).toBe('answered')
    const answered = { state: 'delivered', deliveredAt: 5_000, lastError: 'answered by hand' }
    expect(outbox.list(9)).toMatchObject([answered])
    expect(outbox.summarise()).toMatchObject({ waiting: 0, failed: 0, delivered: 1 })
    expect(outbox.markAnswered('R', 6_000)).toBe('delivered')
    expect(outbox.markAnswered('S', 6_000)).toBe('unknown')
    expect(outbox.erase(5_000, 0)).toBe(1)
  })
})

test('V46: an enquiry is found by its reference, in its last revision, until it is withdrawn or erased', () => {
  const outbox = open()
  outbox.insert(enquiry({ enquiry: '{"revises":"R"}' }))
  outbox.insert(enquiry({ digest: 'other', enquiry: '{"name":"M"}' }))
  outbox.insert(enquiry({ form: 'erased' }))
  expect(outbox.find('reference of form')).toMatchObject({ revision: 2, enquiry: '{"name":"M"}' })
  expect(outbox.list(9).map(({ revises }) => revises)).toEqual([null, null, 'R'])
  outbox.insert(enquiry({ form: 'older', reference: 'R' }))
  expect(outbox.find('R')).toMatchObject({ revisedBy: 'reference of form' })
  expect(outbox.find('reference of another')).toBe('unknown')
  expect(outbox.withdraw('reference of another')).toBe('unknown')
  expect([1, 2].map(() => outbox.withdraw('reference of form'))).toEqual(['withdrawn', 'withdrawn'])
  expect(outbox.find('reference of form')).toBe('gone')
  expect(outbox.list(9, 'waiting')).toHaveLength(4)
  outbox.markDelivered(3, 1_000)
  outbox.erase(1_000, 0)
  expect(outbox.find('reference of erased')).toBe('gone')
})

describe('erasing', () => {
  const names = Array.from({ length: 100 }, (_, at) => `Visitor-${at}-of-the-tests`)

  test('leaves no byte of what was delivered long ago, and all else', () => {
    const outbox = open()
    names.forEach((name, at) => {
      const padding = 'p'.repeat((at * 97) % 9_000)
      outbox.insert(
        enquiry({ form: `${at}`, digest: `d${at}`, enquiry: JSON.stringify({ name, padding }) }),
      )
    })
    expect(bytesOf(outbox.file).includes('Visitor-7-of')).toBe(true)
    names.forEach((_, at) => {
      if (at % 10 === 1) return
      if (at % 10 === 2) {
        outbox.markFailed(at + 1, { ...failed, isRejected: true, nextAttemptAt: 0 })
      } else outbox.markDelivered(at + 1, at % 10 === 3 ? 20 * dayMs : 10 * dayMs)
    })
    expect(outbox.erase(15 * dayMs, 0)).toBe(70)
    const bytes = bytesOf(outbox.file)
    names.forEach((name, at) => {
      expect(bytes.includes(name), name).toBe([1, 2, 3].includes(at % 10))
    })
    expect(outbox.summarise()).toMatchObject({ waiting: 10, failed: 10, delivered: 80 })
  })

  test('an erased enquiry is still known, until it is forgotten', () => {
    const outbox = open()
    outbox.insert(enquiry())
    outbox.markDelivered(1, dayMs)
    outbox.erase(dayMs, 0)
    expect(outbox.insert(enquiry()).outcome).toBe('known')
    expect(outbox.listTexts(0, 9)).toEqual([])
    outbox.erase(dayMs, dayMs)
    expect(outbox.insert(enquiry()).outcome).toBe('stored')
  })

  test.runIf(isWholeRun)(
    'in a full outbox erased enquiries are forgotten early, for new ones',
    () => {
      const outbox = open(makeOutboxFile(), [], 128 * 1024)
      const insert = (at: number) => outbox.insert(enquiry({ form: `form ${at}` }))
      let stored = 0
      expect(() => {
        for (; stored < 10_000; stored += 1) {
          insert(stored)
          outbox.markDelivered(stored + 1, dayMs)
          if (stored % 50 === 49) outbox.erase(dayMs, 0, 0)
        }
      }).toThrow('The outbox is full')
      outbox.erase(dayMs, 0, dayMs)
      expect(insert(stored).outcome).toBe('stored')
    },
  )

  test('what one process could not remove, the next one does', () => {
    const first = open()
    first.insert(enquiry({ enquiry: '{"name":"Visitor-of-the-tests"}' }))
    first.markDelivered(1, dayMs)
    const database = new Database(first.file)
    // As if the process had ended right after the commit, without secure_delete.
    database.exec('PRAGMA secure_delete = OFF; DELETE FROM texts')
    database.close()
    first.close()
    expect(bytesOf(first.file).includes('Visitor-of-the-tests')).toBe(true)
    const next = open(first.file)
    next.erase(0, 0)
    expect(bytesOf(first.file).includes('Visitor-of-the-tests')).toBe(false)
  })
})

describe('a file that cannot be used', () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ['no database', (file) => writeFileSync(file, 'x'.repeat(9_000)), /^it is damaged: /],
    ['a damaged database', damage, /^it is damaged: /],
    ['of another program', ofAnother, /^it belongs to another program: /],
  ])('is set aside whole when it is %s', (_, spoil, reason) => {
    const file = makeOutboxFile()
    mkdirSync(path.dirname(file), { recursive: true })
    spoil(file)
    const before = readFileSync(file)
    const reasons: string[] = []
    const outbox = open(file, reasons)
    expect(reasons).toEqual([expect.stringMatching(reason)])
    const newName = reasons[0]?.split(': ')[1] ?? ''
    expect(readFileSync(newName)).toEqual(before)
    expect(outbox.insert(enquiry()).outcome).toBe('stored')
  })
})

/** Overwrites pages, but not the header. */
function damage(file: string) {
  const outbox = new Outbox(file, maxBytes)
  for (let at = 0; at < 20; at += 1) {
    outbox.insert(enquiry({ form: `${at}`, enquiry: JSON.stringify({ name: 'x'.repeat(5_000) }) }))
  }
  outbox.close()
  const database = new Database(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill('x', 4_096, 4_096 * 8))
}

function ofAnother(file: string) {
  const database = new Database(file)
  database.exec('CREATE TABLE other (a)')
  database.close()
}
