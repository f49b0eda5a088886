import { afterAll, expect, test, vi } from 'vitest'
import { createEncoder } from '../../../server/files/pictures/encoder.ts'
import { log } from '@site/runtime/log'
import { drawScene } from '../../support/image-server.ts'
import { lyingAvif } from '../../support/hostile-pictures.ts'
import { isWholeRun } from '../../support/test-size.ts'

const encoder = createEncoder()
afterAll(() => encoder.close())

const warn = vi.spyOn(log, 'warn').mockReturnValue()

/** An image with an ETag of its own. */
function picture(etag: string, bytes: Uint8Array) {
  return { etag, bytes }
}

async function pidAtRest() {
  await encoder.measure(picture('any', scene))
  const pid = encoder.pid()
  if (pid === undefined) throw new Error('There is no encoder.')
  return pid
}

const scene = await drawScene()

test('F47: an image that crashes the encoder fails alone and is not retried; the next one gets a new process', async () => {
  const before = await pidAtRest()
  const fatal = picture('fatal', scene)
  // An invalid width crashes the process, as a malicious image might crash the library.
  await expect(encoder.makeWebp(fatal, NaN)).rejects.toThrow('process died')
  const made = await encoder.makeWebp(picture('scene', scene), 320)
  expect(made.length).toBeGreaterThan(100)

  const after = await pidAtRest()
  expect(after).not.toBe(before)
  await expect(encoder.makeWebp(fatal, 320)).rejects.toThrow('process died')
  expect(await encoder.measure(fatal)).toBeNull()
  expect(encoder.pid()).toBe(after)
})

test.runIf(isWholeRun)('F47: a job lost with a crashing one is retried and succeeds', async () => {
  await pidAtRest()
  const [fatal, good, other] = await Promise.allSettled([
    encoder.makeWebp(picture('fatal too', scene), NaN),
    encoder.makeWebp(picture('good', scene), 320),
    encoder.makeWebp(picture('other', scene), 480),
  ])
  expect([fatal.status, good.status, other.status]).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('F47: the encoder restarts after SIGKILL, and both lost images are encoded', async () => {
  const pid = await pidAtRest()
  const making = ['one', 'two'].map((tag) => encoder.makeAvif(picture(tag, scene), 600))
  process.kill(pid, 'SIGKILL')
  const made = await Promise.all(making)
  expect(made.map(({ length }) => length > 100)).toEqual([true, true])
  expect(encoder.pid()).not.toBe(pid)
  expect(warn).toHaveBeenLastCalledWith(
    { reason: 'ended with SIGKILL', jobs: 2 },
    'image encoder died',
  )
})

test('F47: an image that needs more memory than its metadata says is stopped in time', async () => {
  const before = await pidAtRest()
  const [liar, good] = await Promise.allSettled([
    encoder.makeWebp(picture('liar', lyingAvif), 320),
    encoder.makeWebp(picture('beside the liar', scene), 320),
  ])
  expect(String(liar.status === 'rejected' && liar.reason)).toMatch(/out of memory at \d+ bytes/)
  expect(good.status).toBe('fulfilled')
  expect(await pidAtRest()).not.toBe(before)
})

test('a file that is not an image has no width and cannot be encoded', async () => {
  const text = picture('text', Buffer.from('no picture'))
  expect(await encoder.measure(text)).toBeNull()
  await expect(encoder.makeAvif(text, 320)).rejects.toThrow()
})
