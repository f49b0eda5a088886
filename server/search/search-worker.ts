import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openSearchIndex } from './search-index.ts'
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages.ts'

/** The search thread: runs the calls of the main thread one after the other (search-thread.ts). */

const { file, source } = workerData as WorkerSettings
const sourceKey = 'source'

let index = open()

parentPort?.on('message', ({ id, method, args }: WorkerRequest) => {
  if (method === 'close') {
    index.close()
    return process.exit()
  }
  try {
    const methods: Record<string, (...args: never[]) => unknown> = { ...index }
    send({ id, result: methods[method]?.(...(args as never[])) })
  } catch (error) {
    // A damaged file may be noticed only when its damaged part is read.
    if (isDamaged(error)) {
      index.close()
      remove()
      index = open()
      report(String(error))
    }
    send({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
send({ ready: true })

function open() {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const opened = openSearchIndex(file, report)
    if ((opened.readState(sourceKey) ?? source) === source) {
      opened.writeState(sourceKey, source)
      return opened
    }
    opened.close()
    remove()
    report('it is of another content API')
    const replaced = openSearchIndex(file, report)
    replaced.writeState(sourceKey, source)
    return replaced
  } catch (error) {
    report(`its file cannot be used, so it is in memory only: ${String(error)}`)
    return openSearchIndex(':memory:', report)
  }
}

function remove() {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

function isDamaged(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code)
}

function report(reason: string) {
  send({ rebuilt: reason })
}

function send(reply: WorkerReply) {
  parentPort?.postMessage(reply)
}
