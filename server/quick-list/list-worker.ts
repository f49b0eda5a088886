import { serveCalls } from '@site/runtime/programs'
import { readSpreadsheet, SpreadsheetError, type SheetLimits } from '@site/tables/read-sheets'
import type { Sheet } from '@site/tables/sheet'
import { isReadable } from '@site/arabic-text/characters'
import { readList, readText, seemsNoise, type ReadList } from '@site/product-search/list'

/** A bill of quantities has hundreds of rows; its letterhead may be a large picture. */
const limits: SheetLimits = { rows: 5_000, cells: 100_000, unpackedBytes: 24 * 1024 * 1024 }

/** Characters of a list, as text. */
const maxLength = 256 * 1024

/** The lines of a list, or why there are none. */
export type ListOrFault = ReadList | { fault: 'unreadable' | 'large' }

export interface ListThreadMethods {
  readText: (text: string) => ReadList
  readWorkbook: (bytes: Uint8Array) => Promise<ListOrFault>
  readSheet: (sheet: Sheet) => ReadList & { seemsNoise: boolean }
}

serveCalls({
  methods: (): ListThreadMethods => ({
    /** Reads a text; what is over the limit is counted as lines that are left. */
    readText(text) {
      const read = readText(text.slice(0, maxLength))
      const over = text.slice(maxLength).split('\n').filter(isReadable).length
      return { ...read, left: read.left + over }
    },

    /** Reads the rows of one sheet, such as a document's. */
    readSheet(sheet) {
      const texts = sheet.rows.map((row) => row.map(({ text }) => text).join(' '))
      return { ...readList([sheet]), seemsNoise: seemsNoise(texts.join('\n')) }
    },

    /** Reads the rows of all sheets. */
    async readWorkbook(bytes) {
      try {
        const list = readList(await readSpreadsheet('list.xlsx', Buffer.from(bytes), limits))
        return list.lines.length > 0 ? list : { fault: 'unreadable' }
      } catch (error) {
        if (!(error instanceof SpreadsheetError)) throw error
        return { fault: error.isTooLarge ? 'large' : 'unreadable' }
      }
    },
  }),
  onError: () => undefined,
  close: () => undefined,
})
