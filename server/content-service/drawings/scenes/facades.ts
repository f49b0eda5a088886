/** What stands on walls: windows, curtain walls, arcades, balconies, doors. */
import { colour, random, weight, type Mark, type Point } from '../pen.ts'
import { ringPoints, type Plane } from './perspective.ts'

export interface WindowStyle {
  columns: number
  rows: number
  /** Share of a bay that is glass, along and up. */
  glass?: readonly [along: number, up: number]
  /** Share of windows with light in them. */
  lit?: number
  seed?: string
}

/** Glass of one window: copper where there is light, dark at night, a flat tint by day. */
export function glassFill(plane: Plane, isLit: boolean): string {
  if (isLit) return colour.copper
  return plane.view.night ? colour.ink : colour.grey
}

/** A regular grid of windows over the given part of a wall. */
export function windowGrid(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  style: WindowStyle,
): Mark {
  const { columns, rows, glass = [0.6, 0.55], seed = 'windows' } = style
  const lit = style.lit ?? (plane.view.night ? 0.26 : 0)
  const next = random(seed)
  const [stepU, stepV] = [w / columns, h / rows]
  const edge = { stroke: colour.none }
  return Array.from({ length: rows * columns }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const isLit = next() < lit
    return plane.rect(
      u + stepU * (column + (1 - glass[0]) / 2),
      v + stepV * (row + (1 - glass[1]) / 2),
      stepU * glass[0],
      stepV * glass[1],
      { fill: glassFill(plane, isLit), ...edge },
    )
  })
}

/** Level ribbon windows, one for each storey, with mullions. */
export function ribbons(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  style: WindowStyle,
): Mark {
  const { columns, rows, glass = [1, 0.5], seed = 'ribbons' } = style
  const lit = style.lit ?? (plane.view.night ? 0.28 : 0)
  const next = random(seed)
  const step = h / rows
  return Array.from({ length: rows }, (_, row) => {
    const [low, high] = [v + step * (row + (1 - glass[1]) / 2), step * glass[1]]
    return [
      plane.rect(u, low, w, high, {
        fill: plane.view.night ? colour.ink : colour.shade,
        width: weight.hatch,
      }),
      Array.from({ length: columns }, (_, column) => {
        const left = u + (w * column) / columns
        return [
          next() < lit &&
            plane.rect(left, low, w / columns, high, { fill: colour.copper, stroke: colour.none }),
          column > 0 && plane.line(left, low, left, low + high),
        ]
      }),
    ]
  })
}

/** A glass wall: thin grid, a few slanting reflections by day, lit floors by night. */
export function curtainWall(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  style: WindowStyle,
): Mark {
  const { columns, rows, seed = 'curtain' } = style
  const lit = style.lit ?? (plane.view.night ? 0.2 : 0)
  const next = random(seed)
  const tone = { width: weight.hatch, stroke: plane.view.night ? colour.grey : colour.ink }
  const shine: Point[] = [
    [u + w * 0.12, v + h * 0.3],
    [u + w * 0.3, v + h * 0.3],
    [u + w * 0.62, v + h * 0.92],
    [u + w * 0.44, v + h * 0.92],
  ]
  return [
    plane.rect(u, v, w, h, {
      fill: plane.view.night ? colour.ink : colour.tint,
      width: weight.hatch,
    }),
    !plane.view.night && plane.polygon(shine, { fill: colour.paper, stroke: colour.none }),
    Array.from({ length: columns * rows }, (_, index) =>
      next() < lit
        ? plane.rect(
            u + (w * (index % columns)) / columns,
            v + (h * Math.floor(index / columns)) / rows,
            w / columns,
            h / rows,
            { fill: next() < 0.8 ? colour.copper : colour.copperLight, stroke: colour.none },
          )
        : '',
    ),
    Array.from({ length: columns - 1 }, (_, index) => {
      const at = u + (w * (index + 1)) / columns
      return plane.line(at, v, at, v + h, tone)
    }),
    Array.from({ length: rows - 1 }, (_, index) => {
      const at = v + (h * (index + 1)) / rows
      return plane.line(u, at, u + w, at, tone)
    }),
  ]
}

/** Points of an arch opening with its sill at v; pointed arches come to a tip. */
export function archPoints(u: number, v: number, w: number, h: number, pointed = false): Point[] {
  const radius = w / 2
  const spring = v + h - (pointed ? w * 0.72 : radius)
  const top: Point[] = pointed
    ? [
        ...ringPoints(u, spring, w, 0, 46).map(([x, y]): Point => [x, y]),
        [u + radius, spring + w * 0.86],
        ...ringPoints(u + w, spring, w, 134, 180),
      ]
    : ringPoints(u + radius, spring, radius, 0, 180)
  return [[u, v], [u + w, v], ...top]
}

/** A row of arches. */
export function arcade(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  count: number,
  style: { pointed?: boolean; fill?: string; pier?: number } = {},
): Mark {
  const { pointed = false, fill = colour.shade, pier = 0.24 } = style
  const step = w / count
  return Array.from({ length: count }, (_, index) => [
    plane.polygon(archPoints(u + step * (index + pier / 2), v, step * (1 - pier), h, pointed), {
      fill,
      width: weight.hatch,
    }),
  ])
}

/** Balconies: a slab, a railing and the dark opening behind, for each bay and storey. */
export function balconies(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  style: WindowStyle,
): Mark {
  const { columns, rows, seed = 'balconies' } = style
  const lit = style.lit ?? (plane.view.night ? 0.28 : 0)
  const next = random(seed)
  const [stepU, stepV] = [w / columns, h / rows]
  const low = (row: number): number => v + stepV * row
  return Array.from({ length: rows }, (_, row) => [
    Array.from({ length: columns }, (_, column) => {
      const left = u + stepU * (column + 0.12)
      return plane.rect(left, low(row) + stepV * 0.36, stepU * 0.76, stepV * 0.46, {
        fill: glassFill(plane, next() < lit),
        stroke: colour.none,
      })
    }),
    plane.rect(u, low(row), w, stepV * 0.34, {
      fill: plane.view.night ? colour.grey : colour.paper,
      width: weight.hatch,
    }),
    Array.from({ length: columns }, (_, column) =>
      plane.line(u + stepU * (column + 1), low(row), u + stepU * (column + 1), low(row) + stepV),
    ),
  ])
}

/** Level courses: storey joints of a plain wall. */
export function courses(plane: Plane, w: number, h: number, count: number): Mark {
  return Array.from({ length: count - 1 }, (_, index) => {
    const v = (h * (index + 1)) / count
    return plane.line(0, v, w, v, { width: weight.hatch, stroke: colour.grey })
  })
}

/** A glazed entrance with two leaves. */
export function entrance(
  plane: Plane,
  [u, v, w, h]: readonly [number, number, number, number],
  isLit = plane.view.night,
): Mark {
  return [
    plane.rect(u, v, w, h, {
      fill: isLit ? colour.copperLight : colour.tint,
      width: weight.hatch,
    }),
    [0.25, 0.5, 0.75].map((share) => plane.line(u + w * share, v, u + w * share, v + h)),
    plane.line(u, v + h * 0.75, u + w, v + h * 0.75),
  ]
}
