import { workerData } from 'node:worker_threads'
import { findInode } from '@site/runtime/sqlite'
import { serveCalls } from '@site/runtime/programs'
import { readSearchIndex, type Questions, type SearchIndex } from './index/search-index.ts'
import type { SearchThreadSettings } from './search-worker.ts'
import { sourceKey } from './index/source-file.ts'

const { file, indexSource } = workerData as SearchThreadSettings

let opened: { index: SearchIndex; inode: number } | undefined

serveCalls({ methods, onError: close, close, skipsLate: true })

/** Opens the file, and its successor once the search thread has replaced it. */
function methods(): Questions {
  const inode = findInode(file)
  if (opened && opened.inode === inode) return opened.index
  close()
  if (inode === undefined) throw new Error('There is no index yet')
  const index = readSearchIndex(file)
  if (index.readState(sourceKey) !== indexSource) {
    index.close()
    throw new Error('The index is of other content')
  }
  opened = { index, inode }
  return index
}

/** Also after an error: the part that was read may be damaged. */
function close() {
  opened?.index.close()
  opened = undefined
}
