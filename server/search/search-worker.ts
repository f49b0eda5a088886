import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { isDamaged } from '../sqlite-file.ts'
import { sendNotice, serveCalls } from '../threads/thread-calls.ts'
import { openSearchIndex } from './search-index.ts'

/** The search thread. It notifies its client of the reason when the index was made anew, and so is empty. */

export interface SearchThreadSettings {
  /** The index's file. */
  file: string
  /** Identifies the content API: an index of another one is made anew. */
  source: string
}

const { file, source } = workerData as SearchThreadSettings
const sourceKey = 'source'

let index = open()

serveCalls({
  methods: () => index,
  onError: (error) => {
    // A damaged file may be noticed only when its damaged part is read.
    if (!isDamaged(error)) return
    index.close()
    remove()
    index = open()
    sendNotice(String(error))
  },
  close: () => index.close(),
})

function open() {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const opened = openSearchIndex(file, sendNotice)
    if ((opened.readState(sourceKey) ?? source) === source) {
      opened.writeState(sourceKey, source)
      return opened
    }
    opened.close()
    remove()
    sendNotice('it is of another content API')
    const replaced = openSearchIndex(file, sendNotice)
    replaced.writeState(sourceKey, source)
    return replaced
  } catch (error) {
    sendNotice(`its file cannot be used, so it is in memory only: ${String(error)}`)
    return openSearchIndex(':memory:', sendNotice)
  }
}

function remove() {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}
