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

/** A level stroke that fills whole pixels, as long rulings need to stay small in a file. */
function rule(x: number, y: number, w: number, tone: string): string {
  const level = Math.floor(y) + 0.5
  const [from, to] = [Math.round(x), Math.round(x + w)]
  return line(from, level, to, level, { width: 1, stroke: tone, cap: 'butt' })
}

/** A bank of cloud: humps on a level base, light on top and ruled below. */
function cloud(x: number, y: number, w: number, seed: string): Mark {
  const next = random(seed)
  const humps = Math.max(4, Math.round(w / 46))
  const tops = Array.from({ length: humps + 1 }, (_, index): Point => {
    const share = index / humps
    const arch = Math.sin(Math.PI * share) ** 0.8
    return [x + w * share, y - arch * w * (0.1 + next() * 0.09)]
  })
  let data = ''
  tops.forEach(([toX, toY], index) => {
    const [fromX, fromY] = tops[index - 1] ?? [toX, toY]
    const bow = Math.hypot(toX - fromX, toY - fromY) * 0.54
    data += index === 0 ? `M${toX} ${toY}` : `A${bow} ${bow} 0 0 1 ${toX} ${toY}`
  })
  return [
    path(`${data}Z`, { stroke: colour.none }),
    path(data, { width: weight.hatch, stroke: colour.grey }),
    Array.from({ length: 4 }, (_, index) => {
      const inset = w * (0.02 + 0.09 * (3 - index) + next() * 0.05)
      return line(x + inset * 1.6, y - 2 - index * 6, x + w - inset * 0.5, y - 2 - index * 6, {
        width: weight.hatch,
        stroke: index < 2 ? colour.grey : colour.shade,
      })
    }),
  ]
}

/** An engraver's sky: level ruling that opens towards the horizon, a few banks of cloud, the sun. */
export function daySky(seed: string, horizon: number, sun?: Point): Mark {
  const next = random(`clouds ${seed}`)
  const rules: Mark[] = []
  for (let y = 5, step = 5; y < horizon - 30; y += step, step *= 1.045) {
    const bare = (y / horizon) ** 1.25
    let x = -next() * 240 * bare
    while (x < frame.width) {
      const w = (90 + next() * 420) * (1.25 - bare) + (y < 40 ? 1500 : 0)
      rules.push(rule(x, y, w, colour.shade))
      x += w + bare * (60 + next() * 380)
    }
  }
  const count = horizon > 330 ? 3 : 2
  const side = next() < 0.5 ? 0 : 1
  return [
    rules,
    sun && [
      circle(...sun, 96, { stroke: colour.none }),
      circle(...sun, 44, { width: weight.hatch, stroke: colour.grey }),
    ],
    Array.from({ length: count }, (_, index) => {
      const w = (150 + next() * 210) * (1 - index * 0.16)
      const x = ((index + side) % 2 === 0 ? 60 : 800) + next() * 420
      const y = horizon * (0.3 + index * 0.17 + next() * 0.06)
      return cloud(x, y, w, `${seed} ${index}`)
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

/** Bare ground: short level strokes, stray stones, and ruling that gathers towards the viewer. */
export function groundStrokes(seed: string, top: number, count = 40, night = false): Mark {
  const next = random(`ground ${seed}`)
  const deep = frame.height - top
  const near: Mark[] = []
  for (let y = frame.height - 3, step = 6; y > top + deep * 0.42; y -= step, step *= 1.1) {
    const bare = (frame.height - y) / (deep * 0.58)
    let x = -next() * 300
    while (x < frame.width) {
      const w = (120 + next() * 360) * (1.2 - bare)
      near.push(rule(x, y, w, night ? colour.ink : colour.shade))
      x += w + 30 + bare * (60 + next() * 420)
    }
  }
  return [
    near,
    Array.from({ length: count * 2 }, (_, index) => {
      const share = next() ** 0.8
      const y = top + 8 + share * deep
      const [x, w] = [next() * 1500 - 60, 10 + share * 64]
      const tone = night ? colour.ink : index % 3 === 0 ? colour.grey : colour.shade
      if (index % 7 === 6 && share > 0.25 && !night) {
        const r = 2 + share * 5
        return path(`M${x} ${y}q${r * 0.2} ${-r} ${r} ${-r * 0.9}q${r} 0 ${r * 1.3} ${r * 0.9}Z`, {
          width: weight.hatch,
          stroke: colour.grey,
        })
      }
      return rule(x, y, w, tone)
    }),
  ]
}

/** The ground cut open below a level: turf line, courses of soil, stones, strokes that darken with depth. */
export function soil(seed: string, top: number): Mark {
  const next = random(`soil ${seed}`)
  const deep = frame.height - top
  const count = Math.round(deep * 0.95)
  return [
    rect(0, top, frame.width, deep, { fill: colour.tint, stroke: colour.none }),
    Array.from({ length: count }, () => {
      const [x, share] = [next() * frame.width, 0.06 + next() ** 0.8 * 0.92]
      const y = top + share * deep
      const w = 6 + next() * 22
      return line(x, y, x + w, y + (next() - 0.5) * 3, {
        width: weight.hatch,
        stroke: next() < share * 0.7 ? colour.grey : colour.shade,
      })
    }),
    [0.36, 0.7].map((share) => {
      const y = top + deep * share
      const course = [0, 1, 2, 3, 4, 5, 6].map((step): Point => [
        -20 + step * 250,
        y + (next() - 0.5) * 22,
      ])
      return path(curveData(course), { width: weight.hatch, stroke: colour.grey })
    }),
    Array.from({ length: Math.round(count / 8) }, () => {
      const [x, y, r] = [next() * frame.width, top + (0.16 + next() * 0.8) * deep, 3 + next() * 6]
      return path(
        `M${x - r} ${y}q${r * 0.2} ${-r * 0.9} ${r * 0.9} ${-r * 0.8}q${r * 1.1} ${r * 0.1} ${r} ${r * 0.8}q${-r * 0.7} ${r * 0.6} ${-r * 1.9} 0Z`,
        { width: weight.hatch, stroke: colour.grey },
      )
    }),
    hatch(rectPoints(0, top + 1, frame.width, 14), { angle: 60, spacing: 6 }),
    line(0, top, frame.width, top, { width: weight.outline }),
  ]
}
