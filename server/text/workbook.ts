import writeExcelFile from 'write-excel-file/node'

/** A sheet to write: its first row is a heading. */
export interface SheetToWrite {
  name: string
  rows: (string | number)[][]
  isRightToLeft?: boolean
}

/** Signs that the name of a sheet cannot have, and its maximum length. */
const forbidden = /[\\/?*[\]:]/g
const maxNameLength = 31

/**
 * Writes an Excel workbook. Texts stay texts: "1.10" is no number, and "=1+1" no formula.
 * @returns the bytes of the file
 */
export function workbookOf(sheets: SheetToWrite[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, rows, isRightToLeft = false }) => ({
      sheet: name.replace(forbidden, ' ').slice(0, maxNameLength),
      rightToLeft: isRightToLeft,
      stickyRowsCount: 1,
      columns: (rows[0] ?? []).map((_, at) => ({ width: widthOf(rows, at) })),
      data: rows.map((row, at) =>
        row.map((value) => {
          if (value === '') return null
          const isHeading = at === 0 && { fontWeight: 'bold' as const }
          return typeof value === 'number'
            ? { value, type: Number, ...isHeading }
            : { value, type: String, ...isHeading }
        }),
      ),
    })),
  ).toBuffer()
}

/** As wide as the longest of its first cells, within reason. */
function widthOf(rows: (string | number)[][], at: number) {
  const lengths = rows.slice(0, 50).map((row) => String(row[at] ?? '').length)
  return Math.max(12, Math.min(60, Math.max(...lengths) + 2))
}
