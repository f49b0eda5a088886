import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readable } from './log.ts'
import { projectRoot } from './project.ts'
import { runModule } from '../../tests/support/run-module.ts'

test('V22: line breaks, escapes and bidi marks are logged losslessly in one line of ASCII JSON', async () => {
  const hostile = 'a\r\nb\u001b[2J\u009b1m\u007f\u202ec\u2066\u200f\u2028\ud800"\\'
  const [line = '', ...more] = await runModule(
    `const { log } = await import('./packages/runtime/log.ts'); log.level = 'info'
     log.info({ title: ${JSON.stringify(hostile)} }, 'message')`,
  )
  expect(more).toEqual([])
  expect(line).toMatch(/^[\u0020-\u007e]+$/)
  expect(JSON.parse(line)).toMatchObject({ title: hostile, msg: 'message' })
})

test('lines of both kinds come in their order, and all of them although the process ends at once', async () => {
  const lines = await runModule(
    `const { log, writeLine } = await import('./packages/runtime/log.ts'); log.level = 'info'
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

test('in development a line is readable, and a stack has lines of its own', () => {
  const facts = { path: '/', ms: 3, error: 'Error: broke\n    at loader (a.ts:1:2)' }
  const line = { level: 50, time: '2026-03-31T10:20:30.456Z', ...facts, msg: 'page render failed' }
  expect(readable(JSON.stringify(line))).toBe(
    '10:20:30 error page render failed path="/" ms=3\nError: broke\n    at loader (a.ts:1:2)\n',
  )
})

test('an error is in the log at once, after the lines before it', async () => {
  const [before, error] = await runModule(
    `const { log, writeLine } = await import('./packages/runtime/log.ts')
     writeLine('before\\n')
     log.error('now')
     process.reallyExit(0)`,
  )
  expect(before).toBe('before')
  expect(error).toContain('"msg":"now"')
})

test('a reader that stops reading costs lines, which are counted, and neither memory nor a pause', async () => {
  const source = `const { takeDroppedLines, writeLine } = await import('./packages/runtime/log.ts')
    const { setImmediate: nextTurn } = await import('node:timers/promises')
    const line = 'x'.repeat(199) + '\\n'
    for (let turn = 0; turn < 100; turn += 1) {
      for (let count = 0; count < 1000; count += 1) writeLine(line)
      await nextTurn()
    }
    process.stderr.write(takeDroppedLines() + ' ' + process.stdout.writableLength)`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', source],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  // All of it has been written by now, and nobody has read yet.
  const told = await once(child.stderr, 'data')
  const [dropped = 0, waiting] = String(told[0]).split(' ').map(Number)
  expect(waiting).toBeLessThan(9 * 1024 * 1024)
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  const last = z
    .object({ level: z.literal(40), lines: z.number() })
    .parse(JSON.parse(lines.pop() ?? ''))
  expect(last.lines + lines.length).toBe(100_000)
  // Lines after the count were dropped as well.
  expect(dropped).toBeGreaterThan(10_000)
  expect(last.lines).toBeGreaterThanOrEqual(dropped)
})
