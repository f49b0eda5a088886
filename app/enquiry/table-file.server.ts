import { csvLines, csvStart, workbookOf } from '@site/tables/write-tables'
import type { Content } from '../content/content.server'
import { noStore } from '../content/loaders.server'
import { languages } from '../language/languages'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type TableKind = keyof typeof mediaTypes

/**
 * Responds with a table for spreadsheets.
 * @param name of the file, without its ending
 * @param table its first row is a heading
 */
export async function tableFile(
  { lang }: Pick<Content, 'lang'>,
  kind: TableKind,
  { name, title, table }: { name: string; title: string; table: (string | number)[][] },
) {
  const isRightToLeft = languages[lang].dir === 'rtl'
  const body =
    kind === 'csv'
      ? csvStart + csvLines(table)
      : new Uint8Array(await workbookOf([{ name: title, rows: table, isRightToLeft }]))
  return new Response(body, {
    headers: {
      'Content-Type': mediaTypes[kind],
      'Content-Disposition': `attachment; filename="${name}.${kind}"`,
      'Cache-Control': noStore,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}
