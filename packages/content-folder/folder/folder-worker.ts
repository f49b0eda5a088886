import { workerData } from 'node:worker_threads'
import { sendNotice, serveCalls } from '@site/runtime/programs'
import { openContentDatabase } from '../database.ts'
import { createFolderReader } from './folder-reader.ts'

/** Settings of the thread that reads a content folder: parsing a large spreadsheet takes seconds. */
export interface FolderThreadSettings {
  folder: string
  links: readonly string[]
  /** The content database. */
  file: string
  products: number | undefined
}

const { folder, links, file, products } = workerData as FolderThreadSettings

const opened = openContentDatabase(file, sendNotice).then((database) => ({
  database,
  reader: createFolderReader(folder, links, database, products),
}))

serveCalls({
  methods: () => ({ update: async () => (await opened).reader.update() }),
  onError: () => undefined,
  close: () => void opened.then(({ database }) => database.close()),
})
