/** True axonometric drawing, for what an oblique one would bend: x right, y up, z away. */
import { hatch, colour, polygon, skewed, weight, type Mark, type Point } from '../pen.ts'

export type Place = readonly [x: number, y: number, z: number]
export type Eye = (x: number, y: number, z: number) => Point

/** `yaw` turns the thing to the left, `pitch` lifts the eye above it (below it, if negative). */
export function eye(yaw: number, pitch: number, scale: number, at: Point): Eye {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
  return (x, y, z) => {
    const across = x * Math.cos(a) + z * Math.sin(a)
    const away = z * Math.cos(a) - x * Math.sin(a)
    return [at[0] + across * scale, at[1] - (y * Math.cos(b) + away * Math.sin(b)) * scale]
  }
}

/** Moves and scales an eye so that the places fill a frame about the middle of the page. */
export function fitted(
  yaw: number,
  pitch: number,
  places: readonly Place[],
  frame: readonly [w: number, h: number] = [920, 690],
  middle: Point = [600, 450],
): Eye {
  const raw = places.map((place) => eye(yaw, pitch, 1, [0, 0])(...place))
  const [xs, ys] = [raw.map(([x]) => x), raw.map(([, y]) => y)]
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(frame[0] / (x1 - x0), frame[1] / (y1 - y0))
  return eye(yaw, pitch, scale, [
    middle[0] - ((x0 + x1) / 2) * scale,
    middle[1] - ((y0 + y1) / 2) * scale,
  ])
}

export interface Faces {
  fill?: string
  side?: string
  top?: string
  heavy?: boolean
  hatched?: boolean
}

/** A body of six faces from its eight corners: near lower left, then round, then the same behind. */
export function block(see: Eye, c: readonly Place[], look: Faces = {}): Mark {
  const fill = look.fill ?? colour.paper
  const faces: readonly [number[], string][] = [
    [[4, 7, 6, 5], fill],
    [[0, 4, 5, 1], look.top ?? fill],
    [[0, 3, 7, 4], look.side ?? fill],
    [[1, 5, 6, 2], look.side ?? fill],
    [[3, 2, 6, 7], look.top ?? fill],
    [[0, 1, 2, 3], fill],
  ]
  const width = look.heavy ? weight.outline : weight.detail
  return faces.map(([corners, tone], index) => {
    const points = corners.map((at) => see(...(c[at] ?? [0, 0, 0])))
    const area = points.reduce((sum, [x, y], at) => {
      const [nx, ny] = points[(at + 1) % 4] ?? [0, 0]
      return sum + x * ny - nx * y
    }, 0)
    // Corners run anticlockwise seen from outside, which on the page is a negative area.
    if (area >= -0.5) return []
    return [
      polygon(points, { fill: tone, width }),
      look.hatched && (index === 2 || index === 3) && hatch(points, { angle: 90, spacing: 7 }),
    ]
  })
}

/** An upright box. */
export function crate(
  see: Eye,
  [x, y, z]: Place,
  [w, h, d]: Place,
  look: Faces = {},
): Mark {
  return block(
    see,
    [
      [x, y, z],
      [x + w, y, z],
      [x + w, y + h, z],
      [x, y + h, z],
      [x, y, z + d],
      [x + w, y, z + d],
      [x + w, y + h, z + d],
      [x, y + h, z + d],
    ],
    look,
  )
}

/** A straight bar of square section between two places. */
export function bar(see: Eye, from: Place, to: Place, half: number, look: Faces = {}): Mark {
  const upright = Math.abs(to[1] - from[1]) > Math.abs(to[2] - from[2]) + Math.abs(to[0] - from[0])
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]]
  const flat = Math.hypot(dx, dz) || 1
  // Across the bar on the level, and the other way round.
  const u: Place = upright ? [half, 0, 0] : [(dz / flat) * half, 0, (-dx / flat) * half]
  const v: Place = upright ? [0, 0, half] : [0, half, 0]
  const at = (p: Place, a: number, b: number): Place => [
    p[0] + u[0] * a + v[0] * b,
    p[1] + u[1] * a + v[1] * b,
    p[2] + u[2] * a + v[2] * b,
  ]
  const corners = upright
    ? [
        at(from, -1, -1),
        at(from, 1, -1),
        at(to, 1, -1),
        at(to, -1, -1),
        at(from, -1, 1),
        at(from, 1, 1),
        at(to, 1, 1),
        at(to, -1, 1),
      ]
    : [
        at(from, -1, -1),
        at(from, 1, -1),
        at(from, 1, 1),
        at(from, -1, 1),
        at(to, -1, -1),
        at(to, 1, -1),
        at(to, 1, 1),
        at(to, -1, 1),
      ]
  return block(see, corners, look)
}

/** Flat artwork on a plane: `u` and `v` are where its own x and y run to. */
export function onPlane(see: Eye, o: Place, u: Place, v: Place, ...content: readonly Mark[]): Mark {
  const [x, y] = see(...o)
  const [ux, uy] = see(o[0] + u[0], o[1] + u[1], o[2] + u[2])
  const [vx, vy] = see(o[0] + v[0], o[1] + v[1], o[2] + v[2])
  return skewed([ux - x, uy - y, vx - x, vy - y, x, y], ...content)
}
