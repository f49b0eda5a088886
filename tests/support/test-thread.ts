import { workerData } from 'node:worker_threads'
import { ownThreadFolder, sendNotice, serveCalls } from '@site/runtime/programs'
import { threadCpuTime } from '@site/runtime/thread-client'

/** A thread for tests of the thread client. */

export interface TestMethods {
  add: (a: number, b: number) => number
  fail: (message: string) => void
  crash: () => void
  hang: (ms: number) => void
  /** Computes for some CPU time, ms. */
  compute: (ms: number) => void
  notify: (text: string) => void
}

/** A class, whose methods are those of its prototype, as the outbox is one. */
class TestThread implements TestMethods {
  #calls = 0

  add(a: number, b: number) {
    this.#calls += 1
    return a + b + Number(workerData) * this.#calls
  }

  fail(message: string) {
    throw new Error(message)
  }

  crash() {
    process.exit(1)
  }

  hang(ms: number) {
    this.#calls += 1
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  }

  compute(ms: number) {
    const folder = ownThreadFolder()
    const now = () => threadCpuTime(folder) ?? performance.now()
    for (const end = now() + ms; now() < end;);
  }

  notify(text: string) {
    sendNotice(text)
  }
}

const methods = new TestThread()

serveCalls({
  methods: () => methods,
  onError: () => undefined,
  close: () => undefined,
  skipsLate: true,
})
