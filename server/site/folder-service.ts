import { log } from '@site/runtime/log'
import { type Config, contentTypeNames, type ContentType } from '../config.ts'

/** A change of the content folder: the types of its changed posts, and the names of its changed files. */
interface FolderChange {
  types: ContentType[]
  files: string[]
}

/** The embedded content service of a site. */
interface FolderService {
  /** Returns the base address of its content API once it has read the folder. */
  url: () => Promise<string>
  onChange: (listener: (change: FolderChange) => unknown) => void
  close: () => Promise<void>
}

/**
 * Starts the embedded content service, which serves the content folder of a site without a content API.
 * @returns null for a site that has one
 */
export function createFolderService({
  content: { dir, links },
  dataDir,
}: Config): FolderService | null {
  if (dir === null) return null
  const listeners = new Set<(change: FolderChange) => unknown>()
  const started = import('@site/content-folder/service').then(({ startContentService }) =>
    startContentService({
      ...{ dataDir, contentDir: dir, links },
      usesThread: true,
      onChange({ types, files }) {
        const known = contentTypeNames.filter((type) => types.includes(type))
        for (const listen of listeners) listen({ types: known, files })
      },
      // A host that does not close the service (remix-serve) can still exit.
      keepsProcessAlive: false,
      report: (line) => log.warn(line),
    }),
  )
  started.catch(() => undefined)
  return {
    url: async () => (await started).url,
    onChange: (listener) => void listeners.add(listener),
    close: async () => (await started).close(),
  }
}
