/**
 * A camera for architect's perspectives: it never tilts, so what stands upright stays upright.
 * World lengths are metres: x to the right, y away from the viewer, z up.
 */
import {
  colour,
  hatch,
  join,
  polygon,
  polyline,
  weight,
  type HatchStyle,
  type Mark,
  type Point,
  type Style,
} from '../pen.ts'

export type Vec = readonly [x: number, y: number, z: number]

/** Points from their coordinates written one after the other: x, y, x, y and so on. */
export function pairs(flat: readonly number[]): Point[] {
  return Array.from({ length: flat.length / 2 }, (_, index): Point => [
    flat[index * 2] ?? 0,
    flat[index * 2 + 1] ?? 0,
  ])
}

/** World points from their coordinates written one after the other: x, y, z, x, y, z. */
export function triples(flat: readonly number[]): Vec[] {
  return Array.from({ length: flat.length / 3 }, (_, index): Vec => [
    flat[index * 3] ?? 0,
    flat[index * 3 + 1] ?? 0,
    flat[index * 3 + 2] ?? 0,
  ])
}

/** Size of every scene in pixels. */
export const frame = { width: 1440, height: 810 } as const

/** A place on the sheet for a flat part: its foot in pixels and its pixels to the metre. */
export interface Spot {
  x: number
  y: number
  scale: number
  night?: boolean
}

export interface ViewOptions {
  eye: Vec
  /** Degrees; 0 looks along y, positive turns to the right. */
  yaw?: number
  /** Pixels for one metre at one metre's distance. */
  focal?: number
  /** Height of the horizon on the sheet. */
  horizon?: number
  /** Where the direction of view meets the sheet. */
  centre?: number
  night?: boolean
}

export interface View {
  readonly eye: Vec
  readonly night: boolean
  readonly horizon: number
  depth(x: number, y: number): number
  point(at: Vec): Point
  face(points: readonly Vec[], style?: Style): string
  shade(points: readonly Vec[], style?: HatchStyle): string
  line(from: Vec, to: Vec, style?: Style): string
  trace(points: readonly Vec[], style?: Style): string
  spot(x: number, y: number, z?: number): Spot
  /** Whether the light from the upper left reaches a vertical face with this outward normal. */
  isLit(normalX: number, normalY: number): boolean
}

type Seen = readonly [side: number, depth: number, up: number]

const nearest = 0.25

/** Cuts a polygon to the side of a boundary where `inside` is positive. */
function cutPolygon<T extends readonly number[]>(
  points: readonly T[],
  inside: (point: T) => number,
  between: (from: T, to: T, share: number) => T,
): T[] {
  const kept: T[] = []
  points.forEach((to, index) => {
    const from = points[(index + points.length - 1) % points.length] ?? to
    const [a, b] = [inside(from), inside(to)]
    if (a >= 0 !== b >= 0) kept.push(between(from, to, a / (a - b)))
    if (b >= 0) kept.push(to)
  })
  return kept
}

/** Cuts a polygon to the sheet and a little beyond it, so that hatching stays finite. */
function cutToFrame(points: readonly Point[]): Point[] {
  const margin = 30
  const between = (from: Point, to: Point, share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ]
  const bounds: ((point: Point) => number)[] = [
    ([x]) => x + margin,
    ([x]) => frame.width + margin - x,
    ([, y]) => y + margin,
    ([, y]) => frame.height + margin - y,
  ]
  return bounds.reduce<Point[]>((rest, bound) => cutPolygon(rest, bound, between), [...points])
}

/** Sets up the camera. */
export function createView(options: ViewOptions): View {
  const { eye, yaw = 0, focal = 1000, horizon = 420, centre = 720, night = false } = options
  const [sin, cos] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)]

  function see([x, y, z]: Vec): Seen {
    const [dx, dy] = [x - eye[0], y - eye[1]]
    return [dx * cos - dy * sin, dx * sin + dy * cos, z - eye[2]]
  }
  function toSheet([side, depth, up]: Seen): Point {
    return [centre + (focal * side) / depth, horizon - (focal * up) / depth]
  }
  function between(from: Seen, to: Seen, share: number): Seen {
    return [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share,
    ]
  }
  function outline(points: readonly Vec[]): Point[] {
    const cut = cutPolygon(points.map(see), (seen) => seen[1] - nearest, between)
    return cutToFrame(cut.map(toSheet))
  }
  function trace(points: readonly Vec[], style: Style = {}): string {
    const runs: string[] = []
    let run: Point[] = []
    points.forEach((at, index) => {
      const to = see(at)
      const before = points[index - 1]
      const from = before && see(before)
      const crosses = from && from[1] < nearest !== to[1] < nearest
      if (from && crosses) {
        run.push(toSheet(between(from, to, (nearest - from[1]) / (to[1] - from[1]))))
      }
      if (to[1] >= nearest) run.push(toSheet(to))
      else if (run.length > 1) {
        runs.push(polyline(run, style))
        run = []
      }
    })
    if (run.length > 1) runs.push(polyline(run, style))
    return runs.join('')
  }
  return {
    eye,
    night,
    horizon,
    depth: (x, y) => see([x, y, 0])[1],
    point: (at) => {
      const [side, depth, up] = see(at)
      return toSheet([side, Math.max(depth, nearest), up])
    },
    face: (points, style = {}) => {
      const seen = outline(points)
      return seen.length > 2 ? polygon(seen, style) : ''
    },
    shade: (points, style = {}) => {
      const seen = outline(points)
      return seen.length > 2 ? hatch(seen, style) : ''
    },
    line: (from, to, style) => trace([from, to], style),
    trace,
    spot: (x, y, z = 0) => {
      const [side, depth, up] = see([x, y, z])
      const [sheetX, sheetY] = toSheet([side, Math.max(depth, nearest), up])
      return { x: sheetX, y: sheetY, scale: focal / Math.max(depth, nearest), night }
    },
    isLit: (normalX, normalY) => {
      const right = normalX * cos - normalY * sin
      const away = normalX * sin + normalY * cos
      return -0.62 * right - 0.5 * away > 0.3
    },
  }
}

/** A flat surface in the world to draw on: u and v are metres along two of its directions. */
export interface Plane {
  readonly view: View
  at(u: number, v: number): Vec
  polygon(points: readonly Point[], style?: Style): string
  rect(u: number, v: number, w: number, h: number, style?: Style): string
  hatch(u: number, v: number, w: number, h: number, style?: HatchStyle): string
  hatchPolygon(points: readonly Point[], style?: HatchStyle): string
  line(u1: number, v1: number, u2: number, v2: number, style?: Style): string
  trace(points: readonly Point[], style?: Style): string
  disc(u: number, v: number, radius: number, style?: Style): string
}

const thin: Style = { width: weight.hatch }

/** A plane through `origin`; `u` and `v` are its directions, one metre long. */
export function createPlane(view: View, origin: Vec, u: Vec, v: Vec): Plane {
  function at(alongU: number, alongV: number): Vec {
    return [
      origin[0] + u[0] * alongU + v[0] * alongV,
      origin[1] + u[1] * alongU + v[1] * alongV,
      origin[2] + u[2] * alongU + v[2] * alongV,
    ]
  }
  const corners = (left: number, low: number, w: number, h: number): Vec[] => [
    at(left, low),
    at(left + w, low),
    at(left + w, low + h),
    at(left, low + h),
  ]
  const lift = (points: readonly Point[]): Vec[] => points.map(([a, b]) => at(a, b))
  return {
    view,
    at,
    polygon: (points, style = thin) => view.face(lift(points), style),
    rect: (left, low, w, h, style = thin) => view.face(corners(left, low, w, h), style),
    hatch: (left, low, w, h, style) => view.shade(corners(left, low, w, h), style),
    hatchPolygon: (points, style) => view.shade(lift(points), style),
    line: (u1, v1, u2, v2, style = thin) => view.line(at(u1, v1), at(u2, v2), style),
    trace: (points, style = thin) => view.trace(lift(points), style),
    disc: (cu, cv, radius, style = thin) => view.face(lift(ringPoints(cu, cv, radius)), style),
  }
}

/** Points of a circle, or of the part of it between two angles in degrees. */
export function ringPoints(cx: number, cy: number, radius: number, from = 0, to = 360): Point[] {
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) / 10))
  const count = Math.abs(to - from) >= 360 ? steps : steps + 1
  return Array.from({ length: count }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
  })
}

/** The ground or a floor, u to the right and v away, at height z. */
export function floorPlane(view: View, z = 0): Plane {
  return createPlane(view, [0, 0, z], [1, 0, 0], [0, 1, 0])
}

/** An upright plane facing the viewer of a straight view, u to the right and v up. */
export function frontPlane(view: View, y: number, x = 0, z = 0): Plane {
  return createPlane(view, [x, y, z], [1, 0, 0], [0, 0, 1])
}

export type Side = 'south' | 'east' | 'north' | 'west'

interface SolidStyle {
  fill?: string
  width?: number
  spacing?: number
  /** Draws on an upright face; w and h are its size. */
  wall?: (plane: Plane, w: number, h: number, side: Side) => Mark
  /** Shows its underside when the viewer stands below it. */
  soffit?: boolean
  /** Draws on the top. */
  roof?: (plane: Plane, w: number, d: number) => Mark
}

/** How a face is filled and hatched by day and by night. */
function paintFace(view: View, points: readonly Vec[], lit: boolean, style: SolidStyle): Mark {
  const width = style.width ?? weight.detail
  const fill = style.fill ?? (view.night ? (lit ? colour.grey : colour.dark) : colour.paper)
  return [
    view.face(points, { fill, stroke: colour.none }),
    !lit &&
      view.shade(points, {
        angle: 90,
        spacing: style.spacing ?? 7,
        tone: view.night ? colour.ink : colour.grey,
      }),
    view.face(points, { fill: colour.none, width }),
  ]
}

/** The upright faces of a block that can be seen, farthest first, with their planes. */
function listWalls(
  view: View,
  [x, y, z]: Vec,
  [w, d]: readonly [number, number, number],
): { side: Side; plane: Plane; length: number; normal: readonly [number, number] }[] {
  const [eyeX, eyeY] = view.eye
  const up: Vec = [0, 0, 1]
  const walls = [
    eyeY > y + d && {
      side: 'north' as const,
      plane: createPlane(view, [x + w, y + d, z], [-1, 0, 0], up),
      length: w,
      normal: [0, 1] as const,
    },
    eyeX < x && {
      side: 'west' as const,
      plane: createPlane(view, [x, y + d, z], [0, -1, 0], up),
      length: d,
      normal: [-1, 0] as const,
    },
    eyeX > x + w && {
      side: 'east' as const,
      plane: createPlane(view, [x + w, y, z], [0, 1, 0], up),
      length: d,
      normal: [1, 0] as const,
    },
    eyeY < y && {
      side: 'south' as const,
      plane: createPlane(view, [x, y, z], [1, 0, 0], up),
      length: w,
      normal: [0, -1] as const,
    },
  ]
  return walls.filter((wall) => wall !== false)
}

/** A block standing on `at` (its lowest, nearest left corner) of size width, depth, height. */
export function block(
  view: View,
  at: Vec,
  size: readonly [w: number, d: number, h: number],
  style: SolidStyle = {},
): Mark {
  const [x, y, z] = at
  const [w, d, h] = size
  const width = style.width ?? weight.detail
  const level = (height: number): Vec[] => [
    [x, y, height],
    [x + w, y, height],
    [x + w, y + d, height],
    [x, y + d, height],
  ]
  const flat = { fill: style.fill ?? (view.night ? colour.dark : colour.paper), width }
  return [
    style.soffit &&
      view.eye[2] < z && [
        view.face(level(z), flat),
        view.shade(level(z), {
          angle: 0,
          spacing: 6,
          tone: view.night ? colour.ink : colour.grey,
        }),
      ],
    listWalls(view, at, size).map(({ side, plane, length, normal }) => {
      const corners = [plane.at(0, 0), plane.at(length, 0), plane.at(length, h), plane.at(0, h)]
      return [
        paintFace(view, corners, view.isLit(normal[0], normal[1]), style),
        style.wall?.(plane, length, h, side),
      ]
    }),
    view.eye[2] > z + h && [
      view.face(level(z + h), flat),
      style.roof?.(createPlane(view, [x, y, z + h], [1, 0, 0], [0, 1, 0]), w, d),
    ],
  ]
}

/** The cast shadow of a block on flat ground, to the right and away from the light. */
export function shadowOf(
  view: View,
  [x, y, z]: Vec,
  [w, d, h]: readonly [number, number, number],
  reach = 0.45,
): string {
  const base: Point[] = [
    [x, y],
    [x + w, y],
    [x + w, y + d],
    [x, y + d],
  ]
  const [shiftX, shiftY] = shadowShift(view, h * reach)
  const outline = hull([...base, ...base.map(([a, b]): Point => [a + shiftX, b + shiftY])])
  return view.shade(
    outline.map(([a, b]): Vec => [a, b, z]),
    { angle: 0, spacing: 5 },
  )
}

/** Ground offset of a shadow of the given length: to the right on the sheet and a little away. */
function shadowShift(view: View, length: number): Point {
  const [eyeX, eyeY] = view.eye
  const [sin, cos] = [view.depth(eyeX + 1, eyeY), view.depth(eyeX, eyeY + 1)]
  return [(cos * 0.9 + sin * 0.25) * length, (cos * 0.25 - sin * 0.9) * length]
}

/** The convex outline around points. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length > 1) {
        const [a, b] = [chain[chain.length - 2] ?? point, chain[chain.length - 1] ?? point]
        const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        if (turn > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half([...sorted].reverse())]
}

interface ExtrudeStyle extends SolidStyle {
  /** Draws on the end that faces the viewer; u runs along the profile, v up. */
  end?: (plane: Plane) => Mark
}

/**
 * A profile pushed along a straight line: vehicles, saw-tooth roofs, gutters.
 * With axis x the profile runs along x and is pushed along y; with axis y the other way round.
 * The profile is counter-clockwise in its own right-handed plane (first along, then up).
 */
export function extrude(
  view: View,
  origin: Vec,
  profile: readonly Point[],
  length: number,
  axis: 'x' | 'y',
  style: ExtrudeStyle = {},
): Mark {
  const at = (along: number, up: number, across: number): Vec =>
    axis === 'x'
      ? [origin[0] + along, origin[1] + across, origin[2] + up]
      : [origin[0] + across, origin[1] + along, origin[2] + up]
  const width = style.width ?? weight.detail
  const eyeAlong = axis === 'x' ? view.eye[0] - origin[0] : view.eye[1] - origin[1]
  const eyeAcross = axis === 'x' ? view.eye[1] - origin[1] : view.eye[0] - origin[0]
  const eyeUp = view.eye[2] - origin[2]
  const strips = profile
    .map((from, index) => ({ from, to: profile[(index + 1) % profile.length] ?? from }))
    .filter(({ from, to }) => {
      const [normalA, normalU] = [to[1] - from[1], -(to[0] - from[0])]
      return normalA * (eyeAlong - from[0]) + normalU * (eyeUp - from[1]) > 0
    })
    .sort((a, b) => {
      const far = ({ from, to }: { from: Point; to: Point }) =>
        Math.hypot((from[0] + to[0]) / 2 - eyeAlong, (from[1] + to[1]) / 2 - eyeUp)
      return far(b) - far(a)
    })
  const end = eyeAcross < 0 ? 0 : eyeAcross > length ? length : undefined
  const endNormal: Point = eyeAcross < 0 ? [0, -1] : [0, 1]
  const turned = (normal: Point): Point => (axis === 'x' ? normal : [normal[1], normal[0]])
  return [
    strips.map(({ from, to }) => {
      const normal = turned([to[1] - from[1], 0])
      const steep = Math.abs(to[1] - from[1]) > 0.3 * Math.abs(to[0] - from[0])
      return paintFace(
        view,
        [
          at(from[0], from[1], 0),
          at(to[0], to[1], 0),
          at(to[0], to[1], length),
          at(from[0], from[1], length),
        ],
        !steep || view.isLit(Math.sign(normal[0]), Math.sign(normal[1])),
        style,
      )
    }),
    end !== undefined && [
      paintFace(
        view,
        profile.map(([along, up]) => at(along, up, end)),
        view.isLit(...turned(endNormal)),
        { ...style, width },
      ),
      style.end?.(
        createPlane(view, at(0, 0, end), axis === 'x' ? [1, 0, 0] : [0, 1, 0], [0, 0, 1]),
      ),
    ],
  ]
}

/** An upright round body: tank, column, silo; `topRadius` makes it a cone. */
export function cylinder(
  view: View,
  [x, y, z]: Vec,
  radius: number,
  height: number,
  style: { topRadius?: number; fill?: string; width?: number; lid?: (plane: Plane) => Mark } = {},
): Mark {
  const { topRadius = radius, width = weight.detail } = style
  const fill = style.fill ?? (view.night ? colour.grey : colour.paper)
  const ring = (r: number, up: number): Point[] =>
    ringPoints(x, y, r).map(([a, b]) => view.point([a, b, up]))
  const [low, high] = [ring(radius, z), ring(Math.max(topRadius, 0.001), z + height)]
  const outline = hull([...low, ...high])
  const xs = outline.map(([a]) => a)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const across = right - left
  const bands: Point[] =
    across > 30
      ? [
          [0.6, 8],
          [0.82, 4],
        ]
      : [[0.6, 5]]
  return [
    polygon(outline, { fill, stroke: colour.none }),
    bands.map(([share, spacing]) =>
      hatch(
        cutPolygon(
          outline,
          ([a]) => a - (left + across * share),
          (from, to, part): Point => [
            from[0] + (to[0] - from[0]) * part,
            from[1] + (to[1] - from[1]) * part,
          ],
        ),
        { angle: 90, spacing, tone: view.night ? colour.ink : colour.grey },
      ),
    ),
    polygon(outline, { fill: colour.none, width }),
    view.eye[2] > z + height &&
      topRadius > 0.01 && [
        polygon(high, { fill: view.night ? colour.dark : colour.paper, width }),
        style.lid?.(createPlane(view, [x, y, z + height], [1, 0, 0], [0, 1, 0])),
      ],
  ]
}

/** A round body lying along x or y: motor, pipe, conservator; the origin is the middle of its low end. */
export function roundBar(
  view: View,
  [x, y, z]: Vec,
  radius: number,
  length: number,
  axis: 'x' | 'y',
  style: { fill?: string; width?: number; lines?: readonly number[] } = {},
): Mark {
  const { width = weight.detail, lines = [-15, -40, -62] } = style
  const fill = style.fill ?? (view.night ? colour.grey : colour.paper)
  const at = (a: number, b: number, along: number): Vec =>
    axis === 'x' ? [x + along, y + a, z + b] : [x + a, y + along, z + b]
  const ring = (along: number): Vec[] => ringPoints(0, 0, radius).map(([a, b]) => at(a, b, along))
  const eye = axis === 'x' ? view.eye[0] - x : view.eye[1] - y
  const near = eye > length / 2 ? length : 0
  const body = hull([...ring(0), ...ring(length)].map((point) => view.point(point)))
  // The shaded flank is the lower one that turns to the viewer.
  const across = axis === 'x' ? view.eye[1] - y : view.eye[0] - x
  return [
    polygon(body, { fill, width }),
    lines.map((angle) => {
      const turn = (angle * Math.PI) / 180
      const [a, b] = [Math.sign(across) * radius * Math.cos(turn), radius * Math.sin(turn)]
      return view.line(at(a, b, 0), at(a, b, length), {
        width: weight.hatch,
        stroke: view.night ? colour.ink : colour.grey,
      })
    }),
    (eye < 0 || eye > length) && view.face(ring(near), { fill, width }),
  ]
}

/** Marks with the place they stand on, drawn farthest first. */
export function farToNear(
  view: View,
  items: readonly { at: readonly [number, number]; draw: () => Mark }[],
): string {
  return join(
    [...items]
      .map((item) => ({ ...item, far: view.depth(...item.at) }))
      .filter((item) => item.far > 0)
      .sort((a, b) => b.far - a.far)
      .map((item) => item.draw()),
  )
}

/** A hanging line between two points, sampled. */
export function hang(from: Vec, to: Vec, sag: number, steps = 14): Vec[] {
  return Array.from({ length: steps + 1 }, (_, step): Vec => {
    const share = step / steps
    return [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share - 4 * sag * share * (1 - share),
    ]
  })
}
