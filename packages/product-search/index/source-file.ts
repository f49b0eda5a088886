import { statSync } from 'node:fs'
import path from 'node:path'
import { isDamaged, isFull, makePrivateFolder, removeDatabase } from '@site/runtime/sqlite'

/** The result of `open`. */
interface Opened {
  readState: (key: string) => string | undefined
  writeState: (key: string, value: string) => void
  close: () => void
}

interface SourceFileOptions<T extends Opened> {
  file: string
  /** Identifies the content API: a file of another API is rebuilt. */
  source: string
  /** @param report called with the reason if the file was rebuilt */
  open: (file: string, report: (reason: string) => void) => T
  /** Called with the reason when the file was rebuilt and is empty. */
  report: (reason: string) => void
}

/** Key of the state that names the content API. */
export const sourceKey = 'source'

/** Smaller than the size limit of any such file, since the last transaction was rolled back. */
const minFullBytes = 16 * 1024 * 1024

function sizeOf(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Opens a file derived from one content API, and replaces it when it is damaged. */
export function openSourceFile<T extends Opened>(options: SourceFileOptions<T>) {
  const { file, source, report } = options
  let opened = open()

  function open() {
    try {
      makePrivateFolder(path.dirname(file))
      const known = options.open(file, report)
      if ((known.readState(sourceKey) ?? source) === source) {
        known.writeState(sourceKey, source)
        return known
      }
      known.close()
      removeDatabase(file)
      report('it is of other content')
      const replaced = options.open(file, report)
      replaced.writeState(sourceKey, source)
      return replaced
    } catch (error) {
      report(`its file cannot be used, so it is in memory only: ${String(error)}`)
      return options.open(':memory:', report)
    }
  }

  return {
    opened: () => opened,
    /**
     * Replaces a file that is damaged, which may only show when the damaged part is read, or that
     * has reached its size limit, since it then mostly holds removed content. A small file that is
     * full does not fill the disk and stays.
     * @param error thrown by a call
     */
    onError(error: unknown) {
      if (!isDamaged(error) && !(isFull(error) && sizeOf(file) >= minFullBytes)) return
      opened.close()
      removeDatabase(file)
      opened = open()
      report(String(error))
    },
  }
}
