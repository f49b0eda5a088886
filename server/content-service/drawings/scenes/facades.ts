/** What stands on walls: windows, curtain walls, arcades, balconies, doors. */
import { colour, random, weight, type Mark, type Point } from '../pen.ts'
import { ringPoints, type Plane } from './perspective.ts'

interface WindowStyle {
  columns: number
  rows: number
  /** Share of a bay that is glass, along and up. */
  glass?: readonly [along: number, up: number]
  /** Share of windows with light in them. */
  lit?: number
  seed?: string
}

/** Glass of one window: copper where there is light, dark at night, a flat tint by day. */
function glassFill(plane: Plane, isLit: boolean): string {
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
    const [left, low] = [
      u + stepU * (column + (1 - glass[0]) / 2),
      v + stepV * (row + (1 - glass[1]) / 2),
    ]
    const [wide, high] = [stepU * glass[0], stepV * glass[1]]
    const size = sizeOnSheet(plane, left, low, wide, high)
    if (plane.view.night || size < 13) {
      return [
        plane.rect(left, low, wide, high, { fill: glassFill(plane, isLit), ...edge }),
        size >= 15 && crossBars(plane, left, low, wide, high, plane.view.night),
      ]
    }
    // By day the reveal shades the head and the near jamb, the lower pane mirrors the sky.
    return [
      plane.rect(left, low, wide, high, { fill: colour.grey, ...edge }),
      plane.rect(left, low + high * 0.84, wide, high * 0.16, { fill: colour.dark, ...edge }),
      plane.rect(left, low, wide * 0.12, high, { fill: colour.dark, ...edge }),
      size >= 30 &&
        plane.polygon(
          [
            [left + wide * 0.3, low],
            [left + wide * 0.62, low],
            [left + wide * 0.9, low + high * 0.6],
            [left + wide * 0.9, low + high * 0.84],
          ],
          { fill: colour.shade, ...edge },
        ),
      size >= 19 && crossBars(plane, left, low, wide, high),
      plane.line(left - wide * 0.06, low, left + wide * 1.06, low, { width: weight.detail }),
    ]
  })
}

/** The smaller side of a rectangle on a wall, in pixels of the sheet. */
function sizeOnSheet(plane: Plane, u: number, v: number, w: number, h: number): number {
  const [a, b, c] = [
    plane.view.point(plane.at(u, v)),
    plane.view.point(plane.at(u + w, v)),
    plane.view.point(plane.at(u, v + h)),
  ]
  return Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - a[0], c[1] - a[1]))
}

function crossBars(plane: Plane, u: number, v: number, w: number, h: number, night = false): Mark {
  const bar = { width: weight.hatch, stroke: night ? colour.dark : colour.paper }
  return [
    plane.line(u + w / 2, v, u + w / 2, v + h, bar),
    plane.line(u, v + h * 0.62, u + w, v + h * 0.62, bar),
  ]
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
      !plane.view.night && [
        plane.rect(u, low + high * 0.72, w, high * 0.28, {
          fill: colour.grey,
          stroke: colour.none,
        }),
        Array.from({ length: columns }, (_, column) => {
          const [left, bay] = [u + (w * column) / columns, w / columns]
          const open = next()
          if (open < 0.34) {
            // A blind let down some way.
            return plane.rect(left, low + high * (0.3 + open), bay, high * (0.7 - open), {
              fill: colour.tint,
              width: 1,
            })
          }
          return plane.polygon(
            [
              [left + bay * 0.2, low],
              [left + bay * 0.5, low],
              [left + bay * 0.82, low + high * 0.72],
              [left + bay * 0.52, low + high * 0.72],
            ],
            { fill: colour.paper, stroke: colour.none },
          )
        }),
        plane.rect(u, low + high * 0.9, w, high * 0.1, { fill: colour.dark, stroke: colour.none }),
        plane.line(u - 0.1, low, u + w + 0.1, low, { width: weight.detail }),
      ],
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
      const [sill, high, wide] = [low(row) + stepV * 0.36, stepV * 0.46, stepU * 0.76]
      return [
        plane.rect(left, sill, wide, high, {
          fill: glassFill(plane, next() < lit),
          stroke: colour.none,
        }),
        !plane.view.night && [
          plane.rect(left, sill + high * 0.7, wide, high * 0.3, {
            fill: colour.dark,
            stroke: colour.none,
          }),
          plane.line(left + wide * 0.5, sill, left + wide * 0.5, sill + high, {
            width: weight.hatch,
            stroke: colour.paper,
          }),
        ],
      ]
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
    !isLit && [
      plane.rect(u + w * 0.26, v, w * 0.48, h * 0.74, { fill: colour.grey, stroke: colour.none }),
      plane.rect(u, v + h * 0.84, w, h * 0.16, { fill: colour.dark, stroke: colour.none }),
    ],
    [0.25, 0.5, 0.75].map((share) => plane.line(u + w * share, v, u + w * share, v + h)),
    plane.line(u, v + h * 0.75, u + w, v + h * 0.75),
    [0.47, 0.53].map((share) =>
      plane.line(u + w * share, v + h * 0.3, u + w * share, v + h * 0.46, {
        width: weight.detail,
        stroke: isLit ? colour.ink : colour.paper,
      }),
    ),
  ]
}
