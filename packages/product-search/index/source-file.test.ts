import { existsSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { openLogFile } from '../crawl/change-log.ts'
import { openDatabase } from './schema.ts'
import { openSourceFile } from './source-file.ts'
import { makeIndexFile } from '../../../tests/support/open-search.ts'

test.each([
  ['the index', openDatabase, 512],
  ['the change log', openLogFile, 64],
])('F52 the file of %s has a size that it cannot exceed', (_, open, maxMiB) => {
  const database = open(makeIndexFile(), () => undefined)
  expect(database.prepare('PRAGMA max_page_count').get()).toMatchObject({
    max_page_count: maxMiB * 256,
  })
  expect(database.prepare('PRAGMA page_size').get()).toMatchObject({ page_size: 4096 })
  database.close()
})

test.each([
  ['is made anew when it has reached its size', 40, 1],
  ['stays when others fill the disk', 1, 0],
])('F52 a file %s', (_, mebibytes, rebuilds) => {
  const file = makeIndexFile()
  const reasons: string[] = []
  const source = openSourceFile({
    file,
    source: 'a',
    open: () => ({ readState: () => 'a', writeState: () => undefined, close: () => undefined }),
    report: (reason) => reasons.push(reason),
  })
  writeFileSync(file, '')
  truncateSync(file, mebibytes * 1024 * 1024)
  source.onError(new Database.SqliteError('database or disk is full', 'SQLITE_FULL', 13))
  expect(reasons).toHaveLength(rebuilds)
  expect(existsSync(file)).toBe(rebuilds === 0)
})
