import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../server/log.ts'
import { createDescriptorCheck } from '../../server/process/open-descriptors.ts'
import { makeFolder } from './content-service/small-sample.ts'

const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
beforeEach(() => {
  error.mockClear()
})

/** A fake /proc folder of a process. */
function makeProcess(open: number, limit: string) {
  const folder = makeFolder()
  mkdirSync(path.join(folder, 'fd'))
  for (let number = 0; number < open; number += 1) {
    writeFileSync(path.join(folder, 'fd', String(number)), '')
  }
  const lines = [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max cpu time              unlimited            unlimited            seconds   ',
    `Max open files            ${limit.padEnd(20)} 524288               files     `,
  ]
  writeFileSync(path.join(folder, 'limits'), lines.join('\n'))
  return folder
}

test('V24 more open descriptors than four fifths of the limit are logged, throttled', async () => {
  const folder = makeProcess(80, '100')
  const check = createDescriptorCheck(folder)
  await check?.()
  expect(error).not.toHaveBeenCalled()
  writeFileSync(path.join(folder, 'fd', '80'), '')
  await check?.()
  await check?.()
  expect(error.mock.calls).toEqual([
    [{ open: 81, limit: 100, suppressed: 0 }, 'open descriptors near their limit'],
  ])
})

test('a process without a descriptor left to check with is at its limit', async () => {
  const folder = makeProcess(1, '100')
  const check = createDescriptorCheck(folder)
  rmSync(path.join(folder, 'fd'), { recursive: true })
  await check?.()
  expect(error.mock.lastCall?.[0]).toMatchObject({ open: 100, limit: 100 })
})

test('nothing is checked where there is no limit, or none is reported', () => {
  expect(createDescriptorCheck(makeProcess(1, 'unlimited'))).toBeNull()
  expect(createDescriptorCheck(makeFolder())).toBeNull()
})

test.runIf(process.platform === 'linux')('this system reports it', async () => {
  const check = createDescriptorCheck('/proc/self')
  expect(check).not.toBeNull()
  await check?.()
  expect(error).not.toHaveBeenCalled()
})
