import type { HiddenParts } from '../sheet.ts'

const element =
  /<(?<end>\/?)table:(?<name>table-row|table-column|table)(?=[\s/>])(?<attributes>[^>]*)>/g
const style =
  /<style:style [^>]*style:name="(?<name>[^"]*)"[^>]*style:family="table"[^>]*>(?:(?!<\/style:style>)[\s\S])*?table:display="false"/g

/** Rows and columns of a sheet that are marked; a file may repeat one up to the last of a sheet. */
const maxMarked = 20_000

/**
 * Lists what each sheet of an OpenDocument file hides, which the library does not read.
 * @param content the text of its content.xml
 * @returns empty for any other file
 */
export function hiddenInOpenDocument(content: string): HiddenParts[] {
  const hiddenStyles = new Set([...content.matchAll(style)].map(({ groups }) => groups?.name))
  const sheets: { rows: Set<number>; columns: Set<number>; isWhole: boolean }[] = []
  const next = { 'table-row': 0, 'table-column': 0 }
  // A cell may contain a table.
  let depth = 0
  for (const { groups = {} } of content.matchAll(element)) {
    const { end = '', name = '', attributes = '' } = groups
    const attribute = (key: string) => new RegExp(` table:${key}="([^"]*)"`).exec(attributes)?.[1]
    if (name === 'table') {
      depth += end ? -1 : attributes.endsWith('/') ? 0 : 1
      if (end || depth > 1) continue
      const isWhole = hiddenStyles.has(attribute('style-name'))
      sheets.push({ rows: new Set(), columns: new Set(), isWhole })
      next['table-row'] = next['table-column'] = 0
      continue
    }
    const sheet = sheets.at(-1)
    if (end || depth !== 1 || !sheet) continue
    const kind = name as keyof typeof next
    const from = next[kind]
    next[kind] += Math.max(
      1,
      Number(attribute(`number-${kind === 'table-row' ? 'rows' : 'columns'}-repeated`)) || 1,
    )
    if (!['collapse', 'filter'].includes(attribute('visibility') ?? '')) continue
    const marked = kind === 'table-row' ? sheet.rows : sheet.columns
    for (let at = from; at < Math.min(next[kind], maxMarked); at += 1) marked.add(at)
  }
  return sheets
}
