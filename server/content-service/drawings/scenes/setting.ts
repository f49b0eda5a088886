/** Whole settings the scenes share: street views, rooms, blocks with storeys, distant towns. */
import { colour, join, line, random, rect, sheet, weight, type Mark, type Point } from '../pen.ts'
import { balconies, courses, curtainWall, entrance, ribbons, windowGrid } from './facades.ts'
import { palm, tree } from './nature.ts'
import {
  block,
  createPlane,
  createView,
  farToNear,
  floorPlane,
  frame,
  shadowOf,
  type Plane,
  type Side,
  type Vec,
  type View,
  type ViewOptions,
} from './perspective.ts'
import { daySky, groundStrokes, moon, nightGround, nightSky } from './strokes.ts'

/** A drawing under the open sky; content is drawn over sky and ground. */
export function outdoors(
  seed: string,
  options: ViewOptions,
  draw: (view: View) => Mark,
  style: {
    strokes?: number
    behind?: (view: View) => Mark
    bare?: boolean
    moon?: Point
    sun?: Point
  } = {},
): string {
  const view = createView(options)
  const { night, horizon } = view
  const moonAt = style.moon ?? [1180, 120]
  return sheet(
    frame.width,
    frame.height,
    night ? [nightSky(horizon, moonAt), moon(...moonAt, 34)] : daySky(seed, horizon, style.sun),
    style.behind?.(view),
    !style.bare && [
      night
        ? nightGround(horizon)
        : rect(0, horizon, frame.width, frame.height - horizon, { stroke: colour.none }),
      line(0, horizon, frame.width, horizon, { width: weight.hatch }),
      groundStrokes(seed, horizon, style.strokes ?? 26, night),
    ],
    draw(view),
  )
}

type FacadeKind = 'windows' | 'ribbons' | 'curtain' | 'balconies' | 'blank'

interface BuildingStyle {
  storeys: number
  kind?: FacadeKind
  /** Metres of one window bay. */
  bay?: number
  lit?: number
  seed?: string
  /** What the ground storey shows on one side. */
  door?: Side
  /** No shadow on the ground: for parts standing on other parts. */
  raised?: boolean
  /** A plant room on the roof: its place and size from the building's corner. */
  plant?: readonly [x: number, y: number, w: number, d: number, h: number]
  roof?: (plane: Plane, w: number, d: number) => Mark
  wall?: (plane: Plane, w: number, h: number, side: Side) => Mark
  width?: number
  fill?: string
}

/** A block with storeys of windows, a parapet and, if asked, an entrance. */
export function building(
  view: View,
  at: Vec,
  size: readonly [number, number, number],
  style: BuildingStyle,
): Mark {
  const { storeys, kind = 'windows', bay = 4.4, seed = `building ${at.join(' ')}` } = style
  const plant =
    style.plant &&
    block(
      view,
      [at[0] + style.plant[0], at[1] + style.plant[1], at[2] + size[2]],
      [style.plant[2], style.plant[3], style.plant[4]],
    )
  const seenFromAbove = view.eye[2] > at[2] + size[2]
  return [
    !style.raised && !view.night && shadowOf(view, at, size),
    !seenFromAbove && plant,
    block(view, at, size, {
      width: style.width,
      fill: style.fill,
      wall: (plane, w, h, side) => {
        const columns = Math.max(1, Math.round(w / bay))
        const parapet = Math.min(1.2, h * 0.06)
        const body = [w * 0.02, 0.25, w * 0.96, h - parapet - 0.25] as const
        const windows = { columns, rows: storeys, lit: style.lit, seed: `${seed} ${side}` }
        return [
          kind === 'windows' && windowGrid(plane, body, windows),
          kind === 'ribbons' && ribbons(plane, body, windows),
          kind === 'curtain' &&
            curtainWall(plane, body, { ...windows, columns: Math.round(columns * 1.6) }),
          kind === 'balconies' && balconies(plane, body, windows),
          kind === 'blank' && courses(plane, w, h, storeys),
          plane.line(0, h - parapet, w, h - parapet),
          style.door === side &&
            entrance(plane, [w * 0.5 - 3, 0, 6, Math.min(3.4, (h / storeys) * 0.9)]),
          style.wall?.(plane, w, h, side),
        ]
      },
      roof:
        style.roof ??
        ((plane, w, d) =>
          plane.rect(0.5, 0.5, w - 1, d - 1, { fill: colour.none, width: weight.hatch })),
    }),
    seenFromAbove && plant,
  ]
}

/** A flat canopy on round columns. */
export function canopy(
  view: View,
  [x, y]: readonly [number, number],
  [w, d, h]: readonly [number, number, number],
  columns = 2,
): Mark {
  const posts = Array.from({ length: columns }, (_, index) => {
    const at = x + 0.5 + ((w - 1) * index) / Math.max(1, columns - 1)
    return [d - 0.5, 0.5].map((depth) => {
      const foot = view.spot(at, y + depth)
      return line(foot.x, foot.y, foot.x, view.point([at, y + depth, h])[1], {
        width: Math.max(2, foot.scale * 0.22),
        stroke: view.night ? colour.ink : colour.dark,
      })
    })
  })
  return [
    !view.night && shadowOf(view, [x, y, 0], [w, d, 1]),
    posts,
    block(view, [x, y, h], [w, d, 0.55], { width: weight.detail, soffit: true }),
    view.night &&
      view.face(
        [
          [x, y, h],
          [x + w, y, h],
          [x + w, y, h + 0.16],
          [x, y, h + 0.16],
        ],
        { fill: colour.copper, stroke: colour.none },
      ),
  ]
}

export interface Plant {
  at: readonly [number, number]
  kind: 'palm' | 'tree'
  height: number
}

/** Palms and trees as pieces for `farToNear`. */
export function plants(
  view: View,
  list: readonly Plant[],
): { at: readonly [number, number]; draw: () => Mark }[] {
  return list.map(({ at, kind, height }) => ({
    at,
    draw: () =>
      (kind === 'palm' ? palm : tree)(
        view.spot(...at),
        height,
        `${kind} ${at.join(' ')}`,
        view.night,
      ),
  }))
}

/** Plants drawn farthest first. */
export function grove(view: View, list: readonly Plant[]): string {
  return farToNear(view, plants(view, list))
}

/** A road between two x with kerbs and a dashed middle line, running away along y. */
export function roadAway(
  view: View,
  [left, right]: readonly [number, number],
  [from, to]: readonly [number, number],
  style: { lanes?: number; fill?: string } = {},
): Mark {
  const { lanes = 2 } = style
  const floor = floorPlane(view)
  const tone = view.night ? colour.grey : colour.ink
  const dash = 6
  const count = Math.floor((Math.min(to, from + 260) - from) / (dash * 2))
  return [
    floor.rect(left, from, right - left, to - from, {
      fill: style.fill ?? (view.night ? colour.ink : colour.tint),
      stroke: tone,
      width: weight.hatch,
    }),
    Array.from({ length: lanes - 1 }, (_, lane) => {
      const x = left + ((right - left) * (lane + 1)) / lanes
      return Array.from({ length: count }, (_, index) =>
        floor.rect(x - 0.09, from + index * dash * 2, 0.18, dash, {
          fill: view.night ? colour.grey : colour.paper,
          stroke: view.night ? colour.none : colour.grey,
          width: 1,
        }),
      )
    }),
  ]
}

/** A road along x with kerbs and a dashed middle line. */
export function roadAcross(
  view: View,
  [near, far]: readonly [number, number],
  [from, to]: readonly [number, number],
): Mark {
  const floor = floorPlane(view)
  const tone = view.night ? colour.grey : colour.ink
  const middle = (near + far) / 2
  return [
    floor.rect(from, near, to - from, far - near, {
      fill: view.night ? colour.ink : colour.tint,
      stroke: tone,
      width: weight.hatch,
    }),
    Array.from({ length: Math.floor((to - from) / 10) }, (_, index) =>
      floor.rect(from + index * 10, middle - 0.1, 5, 0.2, {
        fill: colour.paper,
        stroke: view.night ? colour.none : colour.grey,
        width: 1,
      }),
    ),
  ]
}

/** A distant town along the horizon: a strip of thin blocks. */
export function distantTown(
  seed: string,
  base: number,
  height: number,
  style: { from?: number; to?: number; night?: boolean; fill?: string } = {},
): Mark {
  const { from = -20, to = frame.width + 20, night = false } = style
  const next = random(`town ${seed}`)
  const marks: Mark[] = []
  let x = from
  while (x < to) {
    const w = 18 + next() * 46
    const tall = height * (0.25 + 0.75 * next() ** 2.2)
    marks.push(
      rect(x, base - tall, w, tall, {
        fill: style.fill ?? (night ? colour.ink : colour.paper),
        stroke: night ? colour.dark : colour.grey,
        width: weight.hatch,
      }),
    )
    const columns = Math.floor(w / 9)
    for (let row = 0; row < Math.floor(tall / 11) - 1; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const on = next() < (night ? 0.24 : 0.3)
        if (on) {
          marks.push(
            rect(x + 4 + column * 9, base - tall + 6 + row * 11, 3.4, 4.6, {
              fill: night ? colour.copper : colour.shade,
              stroke: colour.none,
            }),
          )
        }
      }
    }
    x += w + (next() < 0.3 ? next() * 26 : 0)
  }
  return marks
}

interface RoomStyle {
  view: ViewOptions
  /** Left wall, right wall, back wall, ceiling height. */
  size: readonly [left: number, right: number, back: number, height: number]
  tile?: number
  /** Rows of ceiling lamps running away, as shares of the width; none leaves the ceiling bare. */
  lamps?: readonly number[]
  floor?: (plane: Plane) => Mark
  back?: (plane: Plane, w: number, h: number) => Mark
  left?: (plane: Plane, length: number, h: number) => Mark
  right?: (plane: Plane, length: number, h: number) => Mark
  ceiling?: (plane: Plane, w: number, length: number) => Mark
}

/** A room seen into along y, with floor joints, walls and ceiling lamps. */
export function indoors(style: RoomStyle, draw: (view: View) => Mark): string {
  const view = createView(style.view)
  const [left, right, back, height] = style.size
  const { tile = 1.2, lamps = [0.3, 0.7] } = style
  const near = view.eye[1] + 0.3
  const [w, length] = [right - left, back - near]
  const floor = createPlane(view, [left, near, 0], [1, 0, 0], [0, 1, 0])
  const ceiling = createPlane(view, [left, near, height], [1, 0, 0], [0, 1, 0])
  const backWall = createPlane(view, [left, back, 0], [1, 0, 0], [0, 0, 1])
  const leftWall = createPlane(view, [left, near, 0], [0, 1, 0], [0, 0, 1])
  const rightWall = createPlane(view, [right, back, 0], [0, -1, 0], [0, 0, 1])
  const joint = { width: 1, stroke: colour.shade }
  return sheet(
    frame.width,
    frame.height,
    floor.rect(0, 0, w, length, { stroke: colour.none }),
    Array.from({ length: Math.floor(w / tile) + 1 }, (_, index) =>
      floor.line(index * tile, 0, index * tile, length, joint),
    ),
    Array.from({ length: Math.floor(length / tile) + 1 }, (_, index) =>
      floor.line(0, length - index * tile, w, length - index * tile, joint),
    ),
    style.floor?.(floor),
    ceiling.rect(0, 0, w, length, { width: weight.hatch, fill: colour.tint }),
    style.ceiling
      ? style.ceiling(ceiling, w, length)
      : [
          Array.from({ length: Math.ceil(w / 1.2) }, (_, index) =>
            ceiling.line(index * 1.2, 0, index * 1.2, length, joint),
          ),
          Array.from({ length: Math.ceil(length / 1.2) }, (_, index) =>
            ceiling.line(0, length - index * 1.2, w, length - index * 1.2, joint),
          ),
        ],
    lamps.map((share) => {
      const count = Math.max(2, Math.round(length / 4))
      return Array.from({ length: count }, (_, index) => {
        const v = (length * (index + 0.2)) / count
        const [u, run] = [w * share - 0.16, (length / count) * 0.6]
        return [
          ceiling.rect(u - 0.05, v - 0.05, 0.42, run + 0.1, {
            fill: colour.grey,
            stroke: colour.none,
          }),
          ceiling.rect(u, v, 0.32, run, { width: weight.hatch }),
          [0.25, 0.5, 0.75].map((part) =>
            ceiling.line(u, v + run * part, u + 0.32, v + run * part, {
              width: weight.hatch,
              stroke: colour.copper,
            }),
          ),
        ]
      })
    }),
    leftWall.rect(0, 0, length, height, { width: weight.hatch }),
    leftWall.hatch(0, 0, length, height, { angle: 90, spacing: 7, tone: colour.shade, width: 1.4 }),
    style.left?.(leftWall, length, height),
    rightWall.rect(0, 0, length, height, { width: weight.hatch }),
    style.right?.(rightWall, length, height),
    [leftWall, rightWall].map((wall) => wall.line(0, 0.14, length, 0.14)),
    backWall.rect(0, 0, w, height, { width: weight.detail }),
    // Shade gathers under the ceiling and in the corner away from the light.
    [0.05, 0.11, 0.18, 0.26, 0.36, 0.48].map((drop, index) =>
      backWall.line(0, height - drop, w, height - drop, {
        width: 1,
        stroke: index < 3 ? colour.grey : colour.shade,
      }),
    ),
    backWall.hatch(0, 0.14, Math.min(0.7, w * 0.06), height - 0.14, {
      angle: 90,
      spacing: 5,
      tone: colour.shade,
    }),
    backWall.line(0, 0.14, w, 0.14),
    style.back?.(backWall, w, height),
    draw(view),
  )
}

/** Joins pieces that stand on the ground, farthest first. */
export function pieces(
  view: View,
  list: readonly (readonly [x: number, y: number, draw: () => Mark] | false)[],
): string {
  return join(
    farToNear(
      view,
      list.flatMap((entry) =>
        entry ? [{ at: [entry[0], entry[1]] as const, draw: entry[2] }] : [],
      ),
    ),
  )
}
