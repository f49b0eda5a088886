import { workerData } from 'node:worker_threads'
import { sendNotice, serveCalls } from '@site/runtime/programs'
import { openChangeLog } from './crawl/change-log.ts'
import { openSearchIndex } from './index/search-index.ts'
import { openSourceFile } from './index/source-file.ts'

/** Settings of the threads of the search, which has the index and the change log, each with its own file. */
export interface SearchThreadSettings {
  /** The index's file. */
  file: string
  /** The change log's file. */
  changesFile: string
  /** Identifies the content API: the change log of another API is rebuilt. */
  source: string
  /** Identifies the content API and what of it is shown: the index of anything else is rebuilt. */
  indexSource: string
}

/** Reports that the index or the change log was rebuilt and is empty. */
export interface SearchNotice {
  rebuilt: 'search index' | 'change log'
  reason: string
}

export type SearchThreadMethods = Omit<ReturnType<typeof methods>, 'close'>

const { file, changesFile, source, indexSource } = workerData as SearchThreadSettings

const index = openSourceFile({
  file,
  source: indexSource,
  open: openSearchIndex,
  report: (reason) => send({ rebuilt: 'search index', reason }),
})

const changes = openSourceFile({
  file: changesFile,
  source,
  open: openChangeLog,
  report: (reason) => send({ rebuilt: 'change log', reason }),
})

serveCalls({
  methods,
  onError: (error, method) => (method in index.opened() ? index : changes).onError(error),
  close() {
    index.opened().close()
    changes.opened().close()
  },
})

/** The index takes precedence where both have a method of the same name. */
function methods() {
  return { ...changes.opened(), ...index.opened() }
}

function send(notice: SearchNotice) {
  sendNotice(notice)
}
