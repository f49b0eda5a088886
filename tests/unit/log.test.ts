import { expect, test } from 'vitest'
import { runModule } from '../support/run-module.ts'

test('V22: line breaks, escapes and bidi marks are logged losslessly in one line of ASCII JSON', async () => {
  const hostile = 'a\r\nb\u001b[2J\u009b1m\u007f\u202ec\u2066\u200f\u2028\ud800"\\'
  const [line = '', ...more] = await runModule(
    `const { log } = await import('./server/log.ts'); log.level = 'info'
     log.info({ title: ${JSON.stringify(hostile)} }, 'message')`,
  )
  expect(more).toEqual([])
  expect(line).toMatch(/^[\u0020-\u007e]+$/)
  expect(JSON.parse(line)).toMatchObject({ title: hostile, msg: 'message' })
})
