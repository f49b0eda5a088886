import { expect, test } from 'vitest'
import { runModule } from '../support/run-module.ts'

test('V22: line breaks, escapes and bidi marks are one harmless JSON line, and all still there', async () => {
  const hostile = 'a\r\nb\u001b[2J\u009b1m\u007f\u202ec\u2066\u200f\u2028\ud800"\\'
  const [line = '', ...more] = await runModule(
    `const { log } = await import('./server/log.ts'); log.level = 'info'
     log.info({ title: ${JSON.stringify(hostile)} }, 'said')`,
  )
  expect(more).toEqual([])
  expect(line).toMatch(/^[\u0020-\u007e]+$/)
  expect(JSON.parse(line)).toMatchObject({ title: hostile, msg: 'said' })
})

test('lines of both kinds come in their order, and all of them although the process ends at once', async () => {
  const lines = await runModule(
    `const { log, writeLine } = await import('./server/log.ts'); log.level = 'info'
     for (let count = 0; count < 2000; count += 1) writeLine('x'.repeat(90) + count + '\\n')
     log.error('between')
     writeLine('last\\n')
     process.exit(0)`,
  )
  expect(lines).toHaveLength(2_002)
  expect(lines[1_999]).toMatch(/x1999$/)
  expect(lines[2_000]).toContain('"msg":"between"')
  expect(lines[2_001]).toBe('last')
})

test('an error stands in the log at once, with what was said before it', async () => {
  const [before, error] = await runModule(
    `const { log, writeLine } = await import('./server/log.ts')
     writeLine('before\\n')
     log.error('now')
     process.reallyExit(0)`,
  )
  expect(before).toBe('before')
  expect(error).toContain('"msg":"now"')
})
