import path from 'node:path'
import { makePrivateFolder } from '../process/private-folder.ts'
import { isDamaged, removeDatabase } from '../sqlite/files.ts'

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
    /** A damaged file may be noticed only when its damaged part is read. @param error of a call */
    onError(error: unknown) {
      if (!isDamaged(error)) return
      opened.close()
      removeDatabase(file)
      opened = open()
      report(String(error))
    },
  }
}
