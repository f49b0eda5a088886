import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import {
  createDownloadSlots,
  downloadLimits,
} from '../../../../server/http/documents/download-slots.ts'
import { RequestShed } from '../../../../server/http/load-shedding/shed-request.ts'

/** A response whose client is as slow as the test says. */
class Download extends EventEmitter {
  socket = { bytesWritten: 0 }
  writableNeedDrain = true
  writableLength = 1
  isClosed = false
  setTimeout() {}
  destroy() {
    this.isClosed = true
    this.emit('close')
  }
  get response() {
    return this as unknown as ServerResponse
  }
}

function start(limits: Partial<typeof downloadLimits>) {
  const clock = { ms: 0 }
  const slots = createDownloadSlots({ ...downloadLimits, ...limits }, () => clock.ms)
  function begin(client: string | null = null) {
    const download = new Download()
    slots.admit(client, download.response)
    return download
  }
  return { clock, slots, begin }
}

test('V36: a client has a share of the downloads, and gets the next one when one of its own ends', () => {
  const { slots, begin } = start({ perClient: 2 })
  const [first] = [begin('a'), begin('a')]
  expect(() => begin('a')).toThrow(RequestShed)
  begin('b')
  first.destroy()
  begin('a')
  expect(slots.size()).toBe(3)
})

test('V36: the slowest reader leaves when another waits, and one that is only held up by the image base stays', () => {
  const { clock, slots, begin } = start({ all: 4 })
  const [fast, slow, slowest, waiting] = [begin(), begin(), begin(), begin()]
  // All are given time to begin.
  expect(() => begin()).toThrow(RequestShed)
  clock.ms = 10_000
  fast.socket.bytesWritten = 10_000_000
  slow.socket.bytesWritten = 20_000
  slowest.socket.bytesWritten = 10_000
  waiting.writableNeedDrain = false
  begin()
  const closed = [fast, slow, slowest, waiting].map(({ isClosed }) => isClosed)
  expect(closed).toEqual([false, false, true, false])
  expect(slots.size()).toBe(4)
})

test('V36: nobody leaves while no one waits, and fast readers never do', () => {
  const { clock, begin } = start({ all: 2 })
  const [one, other] = [begin(), begin()]
  clock.ms = 60_000
  one.socket.bytesWritten = 60_000_000
  other.socket.bytesWritten = 60_000_000
  expect(() => begin()).toThrow(RequestShed)
  expect([one.isClosed, other.isClosed]).toEqual([false, false])
})

test('V36: a reader that was fast and has become slow leaves as well', () => {
  const { clock, begin } = start({ all: 1 })
  const reader = begin()
  reader.socket.bytesWritten = 50_000_000
  clock.ms = 10_000
  expect(() => begin()).toThrow(RequestShed)
  clock.ms = 25_000
  begin()
  expect(reader.isClosed).toBe(true)
})
