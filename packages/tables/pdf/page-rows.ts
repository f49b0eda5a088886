import type { Glyph, PdfPage, Ruling } from './pdf-page.ts'

/** A cell of a row: its lines of glyphs from top to bottom, each from left to right. */
export interface PlacedCell {
  /** Its first and last column, from the left; 0 for both in a row without columns. */
  from: number
  to: number
  /** The space that it could have filled, in points. */
  left: number
  right: number
  lines: Glyph[][]
}

/** A row of a page, from left to right. */
export interface PlacedRow {
  top: number
  /** Columns of its table; 1 for a line of text. */
  columns: number
  cells: PlacedCell[]
}

interface Span {
  from: number
  to: number
}

/** Drawn lines at one place of the other axis. */
interface Edge {
  at: number
  spans: Span[]
}

/** Points within which drawn lines are one: rectangles have two edges, and frames two lines. */
const sameLine = 3

/** Lines of a table as long as this, in points, cross a row. */
const shortCell = 4

const centre = ({ left, right }: Glyph) => (left + right) / 2
const middle = ({ baseline, size }: Glyph) => baseline + size * 0.35
const isBlank = ({ text }: Glyph) => text.trim() === ''

/**
 * Divides a page into rows: tables by their drawn lines, else by the gaps between columns that all of their rows have.
 * @param before columns without drawn lines on the page before, which may go on
 */
export function rowsOfPage(page: PdfPage, before: Span[]): { rows: PlacedRow[]; columns: Span[] } {
  const glyphs = joinMarks(page.glyphs)
  const across = edgesOf(page.rulings, false).toSorted((a, b) => b.at - a.at)
  const ruled = ruledRows(glyphs, across, edgesOf(page.rulings, true))
  const free = freeRows(
    glyphs.filter((glyph) => !ruled.inside.has(glyph)),
    across,
    before,
  )
  const rows = [...ruled.rows, ...free.rows].toSorted((a, b) => b.top - a.top)
  return { rows, columns: free.columns }
}

/** Joins vowel marks with the letters that they stand on. */
function joinMarks(glyphs: readonly Glyph[]): Glyph[] {
  const isMark = ({ text }: Glyph) => /^\p{M}+$/u.test(text)
  const letters = new Map(
    glyphs.filter((glyph) => !isMark(glyph)).map((glyph) => [glyph, { ...glyph }]),
  )
  for (const [at, mark] of glyphs.entries()) {
    if (!isMark(mark)) continue
    // Files write a mark shortly before or after its letter.
    const near = glyphs
      .slice(Math.max(0, at - 3), at + 4)
      .find(
        (glyph) =>
          letters.has(glyph) &&
          !isBlank(glyph) &&
          Math.abs(glyph.baseline - mark.baseline) < glyph.size &&
          glyph.left - 1 < centre(mark) &&
          centre(mark) < glyph.right + 1,
      )
    const letter = near && letters.get(near)
    if (letter) letter.text += mark.text
  }
  return [...letters.values()]
}

/** Joins drawn lines that lie on one another. */
function edgesOf(rulings: readonly Ruling[], isVertical: boolean): Edge[] {
  const edges: { at: number; lines: Ruling[] }[] = []
  const own = rulings.filter((ruling) => ruling.isVertical === isVertical)
  for (const ruling of own.toSorted((a, b) => a.at - b.at)) {
    const edge = edges.at(-1)
    if (edge && ruling.at - edge.at <= sameLine) edge.lines.push(ruling)
    else edges.push({ at: ruling.at, lines: [ruling] })
  }
  return edges.map(({ lines }) => ({
    at: lines.reduce((sum, { at }) => sum + at, 0) / lines.length,
    spans: joined(lines, sameLine),
  }))
}

/** Joins spans that overlap, or are as near as this. */
function joined(spans: readonly Span[], near: number): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + near) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

const covers = ({ spans }: Edge, at: number) =>
  spans.some(({ from, to }) => from - sameLine <= at && at <= to + sameLine)

/** A strip of a page between two drawn lines, with the places where other lines divide it. */
interface Band {
  top: Edge
  bottom: number
  dividers: number[]
}

function ruledRows(glyphs: readonly Glyph[], across: readonly Edge[], upright: readonly Edge[]) {
  const inside = new Set<Glyph>()
  const rows: PlacedRow[] = []
  for (const table of tablesOf(across, upright)) {
    const edges = joined(
      table.flatMap(({ dividers }) => dividers.map((at) => ({ from: at, to: at }))),
      sameLine,
    ).map(({ from, to }) => (from + to) / 2)
    const first = edges[0] ?? 0
    const own = glyphs.filter(
      (glyph) => centre(glyph) > first && centre(glyph) < (edges.at(-1) ?? 0),
    )
    for (const band of table) {
      const found = own.filter(
        (glyph) => middle(glyph) < band.top.at && middle(glyph) > band.bottom,
      )
      for (const glyph of found) inside.add(glyph)
      rows.push(...rowsOfBand(band, found, edges, rows.at(-1)))
    }
  }
  return { rows, inside }
}

/** Groups strips that lie on one another and are divided. */
function tablesOf(across: readonly Edge[], upright: readonly Edge[]): Band[][] {
  const tables: Band[][] = []
  let isOpen = false
  for (const [at, top] of across.entries()) {
    const below = across[at + 1]
    if (!below) break
    const height = (top.at + below.at) / 2
    const crossing = upright.filter((edge) => covers(edge, height)).map((edge) => edge.at)
    const ends = [...top.spans, ...below.spans].flatMap(({ from, to }) => [from, to])
    // A table may have no lines at its sides.
    const sides = [Math.min(...ends), Math.max(...ends)].filter((side) =>
      crossing.every((one) => Math.abs(one - side) > 3 * sameLine),
    )
    const dividers = [...crossing, ...sides].toSorted((a, b) => a - b)
    const isDivided = crossing.length > 0 && dividers.length > 2 && top.at - below.at > shortCell
    if (isDivided) {
      const band = { top, bottom: below.at, dividers }
      if (isOpen) tables.at(-1)?.push(band)
      else tables.push([band])
    }
    isOpen = isDivided
  }
  return tables
}

/** Divides a strip into cells; a cell without a line above it belongs to the one there. */
function rowsOfBand(
  { top, bottom, dividers }: Band,
  glyphs: readonly Glyph[],
  edges: readonly number[],
  above: PlacedRow | undefined,
): PlacedRow[] {
  const nearest = (at: number) =>
    edges.reduce(
      (best, edge, index) =>
        Math.abs(edge - at) < Math.abs((edges[best] ?? Infinity) - at) ? index : best,
      0,
    )
  const columns = edges.length - 1
  const cells = dividers.slice(0, -1).map((left, at): PlacedCell => {
    const right = dividers[at + 1] ?? left
    const own = glyphs.filter((glyph) => centre(glyph) > left && centre(glyph) <= right)
    return { from: nearest(left), to: nearest(right) - 1, left, right, lines: linesOf(own) }
  })
  const row = { top: top.at, columns, cells }
  const counts = cells.map(({ lines }) => lines.length)
  const most = Math.max(...counts)
  const filled = counts.filter((count) => count > 0)
  // Some tables have lines between columns only: what stands on one line is a row then.
  const level = filled.filter((count) => count === most).length
  if (most > 1 && level > 1 && level >= Math.max(2, filled.length * 0.75)) {
    const heights = linesOf(glyphs)
    return heights.map((line) => ({
      top: Math.min(top.at, (line[0]?.baseline ?? bottom) + 1),
      columns,
      cells: cells.map((cell) => ({
        ...cell,
        lines: [line.filter((glyph) => cell.lines.some((one) => one.includes(glyph)))].filter(
          (one) => one.length > 0,
        ),
      })),
    }))
  }
  for (const cell of cells) {
    if (!above || covers(top, (cell.left + cell.right) / 2)) continue
    const whole = above.cells.find(({ from, to }) => from === cell.from && to === cell.to)
    if (!whole) continue
    // Both rows have the cell, as in a table whose merged cells are filled.
    whole.lines.push(...cell.lines)
    cell.lines = whole.lines
  }
  return [row]
}

/** Groups glyphs into lines, from top to bottom. */
function linesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = []
  for (const glyph of glyphs.toSorted((a, b) => b.baseline - a.baseline)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    // Small raised letters stand higher.
    if (first && first.baseline - glyph.baseline < 0.55 * Math.max(first.size, glyph.size)) {
      line?.push(glyph)
    } else lines.push([glyph])
  }
  return lines
    .filter((line) => !line.every(isBlank))
    .map((line) => line.toSorted((a, b) => a.left - b.left))
}

/** A part of a line between wide gaps. */
interface Piece extends Span {
  glyphs: Glyph[]
}

/** A gap between columns, in sizes of its font. */
const columnGap = 0.64
const wordGap = 0.2
const narrowGap = 0.08

/** Lines of a cell are nearer than this part of the distance of rows; two gaps that differ by less are alike. */
const nextLine = 0.8
const similarGap = 1.15

/** The most that lines of a cell are apart, in sizes of their font. */
const lineGap = 2

/**
 * Points within which the sides of columns are alike, and the part of lines that show such a side: fewer where one
 * column ends and the next begins.
 */
const sameSide = 1.2
const sidePart = 0.4
const narrowPart = 0.25

/** The part of its length that a line may reach into the next column. */
const reach = 0.1

/** Places where words of many lines begin or end: narrow columns have no wider gaps than words. */
interface Sides {
  starts: number[]
  ends: number[]
}

function sidesOf(lines: readonly (readonly Glyph[])[], part: number): Sides {
  const words = lines.map((line) => piecesOf(line, narrowGap)).filter(({ length }) => length > 2)
  const least = Math.max(3, part * words.length)
  const common = (places: readonly number[]) =>
    [...places]
      .toSorted((a, b) => a - b)
      .filter((place, at, sorted) => {
        const last = sorted[at + Math.ceil(least) - 1]
        return last !== undefined && last - place <= sameSide
      })
  return {
    starts: common(words.flatMap((line) => line.slice(1).map(({ from }) => from))),
    ends: common(words.flatMap((line) => line.slice(0, -1).map(({ to }) => to))),
  }
}

/** Divides a line at gaps of some size of its font, and at narrower ones where columns have a side. */
function piecesOf(
  line: readonly Glyph[],
  gap: number,
  sides?: { usual: Sides; narrow: Sides },
): Piece[] {
  const pieces: Piece[] = []
  const isSide = (places: readonly number[], at: number) =>
    places.some((place) => Math.abs(place - at) <= sameSide)
  for (const glyph of line.filter((one) => !isBlank(one))) {
    const last = pieces.at(-1)
    const distance = last ? (glyph.left - last.to) / glyph.size : Infinity
    const isSided = (join: 'some' | 'every', { starts, ends }: Sides) =>
      last && [isSide(starts, glyph.left), isSide(ends, last.to)][join](Boolean)
    const isDivided =
      distance >= gap ||
      (sides && distance >= wordGap && isSided('some', sides.usual)) ||
      (sides && distance >= narrowGap && isSided('every', sides.narrow))
    if (last && !isDivided) {
      last.glyphs.push(glyph)
      last.to = Math.max(last.to, glyph.right)
    } else pieces.push({ glyphs: [glyph], from: glyph.left, to: glyph.right })
  }
  return pieces
}

/** Finds columns: the places that no line leaves free. A heading may be wider than its column. */
function columnsOf(lines: readonly Piece[][]): Span[] {
  const columns = joined(lines.flat(), 0)
  const below = joined(lines.slice(1).flat(), 0)
  return lines.length > 3 && below.length > columns.length ? below : columns
}

/** Divides a part of a line at the gap between words that lies between two columns. */
function dividedBy(columns: readonly Span[], piece: Piece): Piece[] {
  const at = piece.glyphs.findIndex((glyph, index) => {
    const before = piece.glyphs[index - 1]
    if (!before || glyph.left - before.right < wordGap * glyph.size) return false
    const place = (before.right + glyph.left) / 2
    return columns.some(({ from }, next) => {
      const end = columns[next - 1]?.to ?? Infinity
      const reaches = piece.from < end && piece.to > from
      return reaches && end - sameSide < place && place < from + sameSide
    })
  })
  if (at < 1) return [piece]
  const [first, rest] = [piece.glyphs.slice(0, at), piece.glyphs.slice(at)]
  const spanOf = (glyphs: Glyph[]) => ({
    glyphs,
    from: Math.min(...glyphs.map(({ left }) => left)),
    to: Math.max(...glyphs.map(({ right }) => right)),
  })
  return [spanOf(first), ...dividedBy(columns, spanOf(rest))]
}

/** Reads lines without a drawn table: columns are where no row of three or more parts has anything. */
function freeRows(glyphs: readonly Glyph[], across: readonly Edge[], before: readonly Span[]) {
  const found = linesOf(glyphs)
  const sides = { usual: sidesOf(found, sidePart), narrow: sidesOf(found, narrowPart) }
  const lines = found.map((line) => piecesOf(line, columnGap, sides))
  const tabular = lines.filter((pieces) => pieces.length > 2)
  const own = columnsOf(tabular)
  const both = joined([...own, ...before], 0)
  const columns = tabular.length > 1 && both.length >= before.length ? both : own
  const rows = lines.map((line): PlacedRow => {
    const pieces = line.flatMap((piece) => dividedBy(columns, piece))
    const [first] = pieces
    const top = first?.glyphs[0]?.baseline ?? 0
    const places = pieces.map((piece) => placesOf(piece, columns))
    const isFitting = places.every(({ length }, at) => length === 1 && pieces[at])
    if (!isFitting || columns.length < 2) {
      const all = pieces.flatMap((piece) => piece.glyphs)
      const [left, right] = [first?.from ?? 0, pieces.at(-1)?.to ?? 0]
      return { top, columns: 1, cells: [{ from: 0, to: 0, left, right, lines: [all] }] }
    }
    const cells = columns.flatMap((column, at): PlacedCell[] => {
      const found = pieces.filter((_, index) => places[index]?.[0] === at)
      if (found.length === 0) return []
      const line = found.flatMap((piece) => piece.glyphs)
      return [{ from: at, to: at, left: column.from, right: column.to, lines: [line] }]
    })
    return { top, columns: columns.length, cells }
  })
  return { rows: joinWrapped(rows, across), columns }
}

/** Lists the columns that a part of a line stands in; a wrapped line may reach a little into the next. */
function placesOf({ from, to }: Span, columns: readonly Span[]) {
  const shared = columns.map((column) => Math.min(to, column.to) - Math.max(from, column.from))
  const most = Math.max(...shared)
  return shared.flatMap((length, at) => (length > 0 && length > most * reach ? [at] : []))
}

/** Tells rows from further lines of their cells: a row has a number where most have one. */
function itemsAmong(rows: readonly PlacedRow[]) {
  const numbers = new Map<number, number>()
  const isNumber = ({ lines: [line = []] }: PlacedCell) =>
    /^[\p{Nd}.,٫٬]+$/u.test(line.map(({ text }) => text).join(''))
  for (const cell of rows.flatMap((row) => row.cells)) {
    const part = numbers.get(cell.from) ?? 0
    numbers.set(cell.from, isNumber(cell) ? part + 1 : part - 0.5)
  }
  const [[column, part] = [0, 0]] = [...numbers].toSorted(([, a], [, b]) => b - a)
  return ({ cells }: PlacedRow) =>
    cells.length > 1 && (part <= 1 || cells.some(({ from }) => from === column))
}

/**
 * Joins the lines of cells that have several: lines that are nearer to a row than rows are to one another, and, where
 * lines are drawn between rows, not divided by one.
 */
function joinWrapped(rows: readonly PlacedRow[], across: readonly Edge[]): PlacedRow[] {
  const isItem = itemsAmong(rows)
  const items = rows.filter(isItem)
  const between = (one: PlacedRow, other: PlacedRow) =>
    across.some(({ at }) => at < one.top && at > other.top + 1)
  const pairs = items.slice(1).map((row, at) => [items[at] ?? row, row] as const)
  const isRuled = pairs.filter(([one, other]) => between(one, other)).length * 2 > pairs.length
  const distances = pairs.map(([one, other]) => one.top - other.top).toSorted((a, b) => a - b)
  const near = nextLine * (distances[Math.floor(distances.length / 2)] ?? 0)
  const gaps = rows.map((row, at) => {
    const above = rows[at - 1]
    if (!above || above.columns !== row.columns || row.columns === 1) return Infinity
    const gap = above.top - row.top
    const isDivided = isRuled ? between(above, row) || gap > lineGap * sizeOf(row) : gap >= near
    return isDivided ? Infinity : isRuled ? 0 : gap
  })
  const groups: { rows: PlacedRow[]; hasItem: boolean }[] = []
  for (const [at, row] of rows.entries()) {
    const [gap = Infinity, after = Infinity] = gaps.slice(at, at + 2)
    const group = groups.at(-1)
    const isNear = isItem(row) || gap <= after * similarGap
    if (group && gap < Infinity && isNear && !(isItem(row) && group.hasItem)) {
      group.rows.push(row)
      group.hasItem ||= isItem(row)
    } else groups.push({ rows: [row], hasItem: isItem(row) })
  }
  return groups.flatMap((group) => (group.hasItem ? [joinRows(group.rows)] : group.rows))
}

function sizeOf({ cells }: PlacedRow) {
  return cells[0]?.lines[0]?.[0]?.size ?? 0
}

function joinRows(rows: readonly PlacedRow[]): PlacedRow {
  const cells = new Map<number, PlacedCell>()
  for (const cell of rows.flatMap((row) => row.cells)) {
    const own = cells.get(cell.from)
    if (own) own.lines.push(...cell.lines)
    else cells.set(cell.from, { ...cell, lines: [...cell.lines] })
  }
  const ordered = [...cells.values()].toSorted((a, b) => a.from - b.from)
  return { top: rows[0]?.top ?? 0, columns: rows[0]?.columns ?? 1, cells: ordered }
}
