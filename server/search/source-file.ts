import { statSync } from 'node:fs'
import path from 'node:path'
import { isDamaged, isFull, makePrivateFolder, removeDatabase } from '../storage/sqlite.ts'

/** What is opened from a file. */
interface Opened {
  readState: (key: string) => string | undefined
  writeState: (key: string, value: string) => void
  close: () => void
}

interface SourceFileOptions<T extends Opened> {
  file: string
  /** Identifies the content API: a file of another one is rebuilt. */
  source: string
  /** @param report called with why the file was rebuilt */
  open: (file: string, report: (reason: string) => void) => T
  /** Called with the reason when the file was rebuilt, and so is empty. */
  report: (reason: string) => void
}

const sourceKey = 'source'

/** Smaller than the limit of any such file, since the last transaction was rolled back. */
const minFullBytes = 16 * 1024 * 1024

function sizeOf(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Opens a file that is derived from the content of one content API, and replaces it when it is damaged. */
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
      report('it is of another content API')
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
     * A damaged file may be noticed only when its damaged part is read. A file that has reached its limit is mostly of
     * what the content no longer has. A small one that is full is not what fills the disk. @param error of a call
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
