import { serveCalls } from '../workers/thread-calls.ts'
import { readSpreadsheet, SpreadsheetError, type SheetLimits } from '../text/spreadsheet.ts'
import { isReadable } from '../text/characters.ts'

/** A bill of quantities has hundreds of rows; its letterhead may be a large picture. */
const limits: SheetLimits = { rows: 5_000, cells: 100_000, unpackedBytes: 24 * 1024 * 1024 }

/** Rows of a file, or why it has none. */
export type FileRows = { rows: string[][] } | { fault: 'unreadable' | 'large' }

export interface ListThreadMethods {
  readWorkbook: (bytes: Uint8Array) => Promise<FileRows>
}

/** Reads the rows of all sheets. */
async function readWorkbook(bytes: Uint8Array): Promise<FileRows> {
  try {
    const sheets = await readSpreadsheet('list.xlsx', Buffer.from(bytes), limits)
    return { rows: sheets.flatMap(({ rows }) => rows).filter((row) => row.some(isReadable)) }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    return { fault: error.isTooLarge ? 'large' : 'unreadable' }
  }
}

serveCalls({
  methods: (): ListThreadMethods => ({ readWorkbook }),
  onError: () => undefined,
  close: () => undefined,
})
