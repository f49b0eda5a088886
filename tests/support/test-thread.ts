import { workerData } from 'node:worker_threads'
import { ownThreadFolder, sendNotice, serveCalls } from '@site/runtime/thread-calls'
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

let calls = 0

const methods: TestMethods = {
  add: (a, b) => {
    calls += 1
    return a + b + Number(workerData) * calls
  },
  fail: (message) => {
    throw new Error(message)
  },
  crash: () => process.exit(1),
  hang: (ms) => {
    calls += 1
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  },
  compute: (ms) => {
    const folder = ownThreadFolder()
    const now = () => threadCpuTime(folder) ?? performance.now()
    for (const end = now() + ms; now() < end;);
  },
  notify: sendNotice,
}

serveCalls({
  methods: () => methods,
  onError: () => undefined,
  close: () => undefined,
  skipsLate: true,
})
