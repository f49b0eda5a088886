/** Flat drawing in metres, skies and ground lines: what the scenes need beyond the pen. */
import {
  circle,
  colour,
  curveData,
  hatch,
  line,
  path,
  polygon,
  polyline,
  random,
  rect,
  rectPoints,
  weight,
  type HatchStyle,
  type Mark,
  type Point,
  type Style,
} from '../pen.ts'
import { frame, type Spot } from './perspective.ts'

/** What every scene is drawn from. */
export interface SceneParameters {
  variant: 1 | 2 | 3 | 4
  storeys?: number
}

/** The entry that belongs to a variant. */
export function pick<T>(variant: 1 | 2 | 3 | 4, choices: readonly [T, T, T, T]): T {
  return choices[variant - 1] ?? choices[0]
}

/** Draws flat parts in metres about a spot: x to the right, y up; `flip` mirrors it. */
export interface Stencil {
  readonly scale: number
  at(x: number, y: number): Point
  polygon(points: readonly Point[], style?: Style): string
  rect(x: number, y: number, w: number, h: number, style?: Style): string
  line(x1: number, y1: number, x2: number, y2: number, style?: Style): string
  trace(points: readonly Point[], style?: Style): string
  curve(points: readonly Point[], style?: Style): string
  shape(points: readonly Point[], style?: Style): string
  circle(x: number, y: number, r: number, style?: Style): string
  hatch(points: readonly Point[], style?: HatchStyle): string
  /** A limb or pipe of even thickness: outlined, with round ends. */
  tube(points: readonly Point[], thickness: number, style?: Style): string
}

const thin: Style = { width: weight.hatch }

/** Sets up flat drawing at a spot; `flip` mirrors it left to right. */
export function createStencil(spot: Spot, flip = false): Stencil {
  const sign = flip ? -1 : 1
  const { scale } = spot
  const at = (x: number, y: number): Point => [spot.x + sign * x * scale, spot.y - y * scale]
  const lift = (points: readonly Point[]): Point[] => points.map(([x, y]) => at(x, y))
  return {
    scale,
    at,
    polygon: (points, style = thin) => polygon(lift(points), style),
    rect: (x, y, w, h, style = thin) => {
      const [[x1, y1], [x2, y2]] = [at(x, y), at(x + w, y + h)]
      return rect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1), style)
    },
    line: (x1, y1, x2, y2, style = thin) => line(...at(x1, y1), ...at(x2, y2), style),
    trace: (points, style = thin) => polyline(lift(points), style),
    curve: (points, style = thin) => path(curveData(lift(points)), style),
    shape: (points, style = thin) =>
      path(`${curveData(lift([...points, ...points.slice(0, 1)]))}Z`, style),
    circle: (x, y, r, style = thin) => circle(...at(x, y), r * scale, style),
    hatch: (points, style) => hatch(lift(points), style),
    tube: (points, thickness, style = {}) => {
      const { fill = colour.paper, stroke = colour.ink, width = weight.hatch } = style
      const inner = thickness * scale - width
      return (
        polyline(lift(points), { stroke, width: thickness * scale + width }) +
        (inner > 0.6 ? polyline(lift(points), { stroke: fill, width: inner }) : '')
      )
    },
  }
}

/** A night sky down to the horizon: level strokes that close up towards the zenith; no star near `clear`. */
export function nightSky(horizon: number, clear?: Point): Mark {
  const next = random(`stars ${horizon}`)
  const bands: Mark[] = [
    rect(0, 0, frame.width, horizon, { fill: colour.dark, stroke: colour.none }),
  ]
  for (let y = 4; y < horizon; y += 7) {
    const share = 1 - y / horizon
    bands.push(line(0, y, frame.width, y, { width: 1 + 4.6 * share ** 0.8 }))
  }
  return [
    bands,
    Array.from({ length: 26 }, () => {
      const [x, y, r] = [next() * frame.width, next() * horizon * 0.6, 1.2 + next() * 1.2]
      if (clear && Math.hypot(x - clear[0], y - clear[1]) < 70) return ''
      return circle(x, y, r, { fill: colour.paper, stroke: colour.none })
    }),
  ]
}

/** A thin crescent of moon. */
export function moon(x: number, y: number, r: number): string {
  return path(
    `M${x} ${y - r}A${r} ${r} 0 1 1 ${x - r} ${y + r * 0.25}A${r * 0.86} ${r * 0.86} 0 1 0 ${x} ${y - r}Z`,
    { fill: colour.paper, stroke: colour.none },
  )
}

/** The sun as a plain disc with an open sky of long thin clouds. */
export function daySky(seed: string, horizon: number, sun?: Point): Mark {
  const next = random(`clouds ${seed}`)
  return [
    sun && circle(...sun, 44, { width: weight.hatch, stroke: colour.grey }),
    Array.from({ length: 4 }, (_, index) => {
      const x = next() * 1250 - 40
      const y = 50 + ((index + next() * 0.8) / 4) * (horizon - 190)
      const w = 130 + next() * 240
      return [
        line(x, y, x + w, y, { width: weight.hatch, stroke: colour.grey }),
        line(x + w * 0.25, y - 9, x + w * 0.8, y - 9, {
          width: weight.hatch,
          stroke: colour.shade,
        }),
        line(x - w * 0.2, y + 8, x + w * 0.45, y + 8, {
          width: weight.hatch,
          stroke: colour.shade,
        }),
      ]
    }),
  ]
}

/** Ground below the horizon at night: dark, with lighter level strokes. */
export function nightGround(horizon: number): Mark {
  return [
    rect(0, horizon, frame.width, frame.height - horizon, {
      fill: colour.dark,
      stroke: colour.none,
    }),
    hatch(rectPoints(0, horizon, frame.width, frame.height - horizon), {
      angle: 0,
      spacing: 9,
      tone: colour.ink,
      width: 2.2,
    }),
  ]
}

/** Level strokes of calm water between two heights, closer together far away. */
export function water(seed: string, top: number, bottom: number, night = false): Mark {
  const next = random(`water ${seed}`)
  const marks: Mark[] = [
    rect(0, top, frame.width, bottom - top, {
      fill: night ? colour.dark : colour.paper,
      stroke: colour.none,
    }),
  ]
  for (let y = top + 6, step = 6; y < bottom; y += step, step *= 1.13) {
    let x = next() * 200 - 160
    while (x < frame.width) {
      const w = (60 + next() * 240) * (0.5 + (y - top) / (bottom - top))
      marks.push(
        line(x, y, x + w, y, { width: weight.hatch, stroke: night ? colour.ink : colour.grey }),
      )
      x += w + 50 + next() * 170
    }
  }
  return [marks, line(0, top, frame.width, top, { width: weight.hatch })]
}

/** Short level strokes that make an empty foreground ground. */
export function groundStrokes(seed: string, top: number, count = 40, night = false): Mark {
  const next = random(`ground ${seed}`)
  return Array.from({ length: count }, () => {
    const share = next() ** 0.8
    const [x, y, w] = [next() * 1500 - 60, top + 10 + share * (frame.height - top), 14 + share * 80]
    return line(x, y, x + w, y, { width: weight.hatch, stroke: night ? colour.ink : colour.grey })
  })
}
