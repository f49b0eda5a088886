/**
 * The pen every drawing is made with: shapes are pieces of SVG text, drawn in painter's order.
 * Closed shapes are filled with paper unless told otherwise, so that what is drawn later covers
 * what lies behind it. Lengths are pixels, angles are degrees, y grows downwards.
 */

export type Point = readonly [x: number, y: number]

/** Anything that can stand on a sheet; falsy entries draw nothing, so conditions can be inline. */
export type Mark = string | false | null | undefined | readonly Mark[]

/** The whole palette. Copper is the one accent: conductors, live parts, handles. */
export const colour = {
  paper: '#f6f3ec',
  ink: '#16202b',
  copper: '#b4602c',
  copperLight: '#dfb596',
  /** Flat tints of ink on paper, from barely there to dark. */
  tint: '#eae6dd',
  shade: '#d3d0c9',
  grey: '#8f949a',
  dark: '#47505a',
  none: 'none',
} as const

/** The three line weights; they stay as they are inside a scaled group. */
export const weight = { outline: 4, detail: 2.2, hatch: 1.2 } as const

export interface Style {
  fill?: string
  stroke?: string
  width?: number
  dash?: string
  /** How open ends finish; round unless told otherwise. */
  cap?: 'butt' | 'square'
  /** Corner radius of a rectangle. */
  radius?: number
}

export interface HatchStyle {
  /** Direction of the lines: 0 lies flat, 45 rises to the right. */
  angle?: number
  spacing?: number
  tone?: string
  width?: number
  holes?: readonly (readonly Point[])[]
}

interface Placement {
  x?: number
  y?: number
  /** One factor, or one for each axis; negative mirrors. */
  scale?: number | readonly [number, number]
  /** Clockwise, about the placed origin. */
  rotate?: number
}

const obliqueAngle = 32

function round(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(rounded === 0 ? 0 : rounded)
}

function roundAll(data: string): string {
  return data.replace(/-?\d*\.\d+(?:e[-+]?\d+)?|-?\d+e[-+]?\d+/gi, (text) => round(Number(text)))
}

function paint(style: Style, closed: boolean): string {
  const fill = style.fill ?? (closed ? colour.paper : colour.none)
  const stroke = style.stroke ?? colour.ink
  const width = style.width ?? weight.detail
  return (
    ` fill="${fill}"` +
    (stroke === colour.none ? '' : ` stroke="${stroke}" stroke-width="${round(width)}"`) +
    (style.dash ? ` stroke-dasharray="${style.dash}"` : '') +
    (style.cap ? ` stroke-linecap="${style.cap}"` : '')
  )
}

function trace(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** Joins marks into SVG text. */
export function join(...content: readonly Mark[]): string {
  return content
    .map((mark) => (typeof mark === 'string' ? mark : mark ? join(...mark) : ''))
    .join('')
}

export function rect(x: number, y: number, w: number, h: number, style: Style = {}): string {
  const radius = style.radius ? ` rx="${round(style.radius)}"` : ''
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${radius}${paint(style, true)}/>`
}

export function line(x1: number, y1: number, x2: number, y2: number, style: Style = {}): string {
  return polyline(
    [
      [x1, y1],
      [x2, y2],
    ],
    style,
  )
}

export function polyline(points: readonly Point[], style: Style = {}): string {
  return `<path d="${trace(points)}"${paint(style, false)}/>`
}

export function polygon(points: readonly Point[], style: Style = {}): string {
  return `<path d="${trace(points)}Z"${paint(style, true)}/>`
}

export function circle(cx: number, cy: number, r: number, style: Style = {}): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}"${paint(style, true)}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, style: Style = {}): string {
  return `<ellipse cx="${round(cx)}" cy="${round(cy)}" rx="${round(rx)}" ry="${round(ry)}"${paint(style, true)}/>`
}

/** Free SVG path data; filled with paper when it closes itself with a Z. */
export function path(data: string, style: Style = {}): string {
  return `<path d="${roundAll(data)}"${paint(style, /z\s*$/i.test(data))}/>`
}

/** An open arc, clockwise from one angle to the other; 0 points right, 90 points down. */
export function arc(
  cx: number,
  cy: number,
  r: number,
  from: number,
  to: number,
  style: Style = {},
): string {
  const [x1, y1] = onCircle(cx, cy, r, from)
  const [x2, y2] = onCircle(cx, cy, r, to)
  const large = Math.abs(to - from) > 180 ? 1 : 0
  return path(`M${x1} ${y1}A${r} ${r} 0 ${large} 1 ${x2} ${y2}`, style)
}

/** A smooth open line through all the points. */
export function curve(points: readonly Point[], style: Style = {}): string {
  return path(curveData(points), style)
}

/** Path data of a smooth line through all the points, to build longer paths from. */
export function curveData(points: readonly Point[]): string {
  const at = (index: number): Point =>
    points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0]
  let data = `M${round(at(0)[0])} ${round(at(0)[1])}`
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const handles = [
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    ]
    data += `C${handles.map(([x = 0, y = 0]) => `${round(x)} ${round(y)}`).join(' ')}`
  }
  return data
}

/** The point of a circle at an angle; 0 points right, 90 points down. */
export function onCircle(cx: number, cy: number, r: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180
  return [cx + r * Math.cos(radians), cy + r * Math.sin(radians)]
}

/** Corners of a rectangle, for `hatch` and `clip`. */
export function rectPoints(x: number, y: number, w: number, h: number): Point[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]
}

/** An ellipse (or a part of one, between two angles) as points, for `hatch` and `clip`. */
export function ellipsePoints(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from = 0,
  to = 360,
): Point[] {
  const steps = Math.max(8, Math.ceil(Math.abs(to - from) / 9))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const radians = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(radians), cy + ry * Math.sin(radians)] as const
  })
}

/** Places content: moved, then turned, then scaled. Line weights do not scale. */
export function group(placement: Placement, ...content: readonly Mark[]): string {
  const { x = 0, y = 0, scale = 1, rotate = 0 } = placement
  const [scaleX, scaleY] = typeof scale === 'number' ? [scale, scale] : scale
  const parts = [
    (x !== 0 || y !== 0) && `translate(${round(x)} ${round(y)})`,
    rotate !== 0 && `rotate(${round(rotate)})`,
    (scaleX !== 1 || scaleY !== 1) && `scale(${scaleX.toFixed(4)} ${scaleY.toFixed(4)})`,
  ].filter(Boolean)
  return parts.length === 0
    ? join(...content)
    : `<g transform="${parts.join(' ')}">${join(...content)}</g>`
}

/** Places content by a free matrix (a b c d e f, as in SVG), for skewed faces. */
export function skewed(
  matrix: readonly [number, number, number, number, number, number],
  ...content: readonly Mark[]
): string {
  return `<g transform="matrix(${matrix.map((value) => Number(value.toFixed(4))).join(' ')})">${join(...content)}</g>`
}

/** Shows content only inside the polygon. */
export function clip(points: readonly Point[], ...content: readonly Mark[]): string {
  const data = `${trace(points)}Z`
  const id = `c${hash(data).toString(36)}`
  return `<clipPath id="${id}"><path d="${data}"/></clipPath><g clip-path="url(#${id})">${join(...content)}</g>`
}

/** Fine parallel lines inside a polygon, cut exactly at its edges (even-odd with `holes`). */
export function hatch(points: readonly Point[], style: HatchStyle = {}): string {
  const { angle = 45, spacing = 9, tone = colour.grey, width = weight.hatch, holes = [] } = style
  const radians = (-angle * Math.PI) / 180
  const [dx, dy] = [Math.cos(radians), Math.sin(radians)]
  // In the turned frame a hatch line is a level: `along` runs with it, `across` counts the lines.
  const along = ([x, y]: Point): number => x * dx + y * dy
  const across = ([x, y]: Point): number => -x * dy + y * dx
  const contours = [points, ...holes]
  const levels = contours.flat().map(across)
  const last = Math.max(...levels)
  const lines: string[] = []
  // Counting from the origin, not from the polygon, makes neighbouring areas line up.
  for (let at = Math.ceil(Math.min(...levels) / spacing) * spacing; at <= last; at += spacing) {
    const level = at + 0.013
    const cuts: number[] = []
    for (const contour of contours) {
      contour.forEach((from, index) => {
        const to = contour[(index + 1) % contour.length] ?? from
        const [a, b] = [across(from), across(to)]
        if (a > level === b > level) return
        cuts.push(along(from) + ((level - a) / (b - a)) * (along(to) - along(from)))
      })
    }
    cuts.sort((a, b) => a - b)
    for (let index = 0; index + 1 < cuts.length; index += 2) {
      const [start = 0, end = 0] = [cuts[index], cuts[index + 1]]
      if (end - start < 0.8) continue
      lines.push(
        trace([
          [start * dx - level * dy, start * dy + level * dx],
          [end * dx - level * dy, end * dy + level * dx],
        ]),
      )
    }
  }
  return lines.length === 0
    ? ''
    : `<path d="${lines.join('')}" fill="none" stroke="${tone}" stroke-width="${round(width)}"/>`
}

/**
 * The shadow on a round body: lines along it, closing up towards the side away from the light.
 * `axis` is the body's own direction.
 */
export function roundShade(
  x: number,
  y: number,
  w: number,
  h: number,
  style: { axis?: 'vertical' | 'horizontal'; tone?: string; lines?: number; reach?: number } = {},
): string {
  const { axis = 'vertical', tone = colour.grey, reach = 0.42 } = style
  const across = axis === 'vertical' ? w : h
  const count = style.lines ?? Math.max(3, Math.min(9, Math.round((across * reach) / 7)))
  const marks: string[] = []
  for (let index = 0; index < count; index += 1) {
    const share = 1 - reach * Math.pow(1 - (index + 0.6) / (count + 0.2), 1.7)
    const at = share * across
    marks.push(
      axis === 'vertical'
        ? trace([
            [x + at, y],
            [x + at, y + h],
          ])
        : trace([
            [x, y + at],
            [x + w, y + at],
          ]),
    )
  }
  return `<path d="${marks.join('')}" fill="none" stroke="${tone}" stroke-width="${round(weight.hatch)}"/>`
}

/** Where a point of the front plane goes when it is pushed back by `depth` (drawn length). */
export function pushed([x, y]: Point, depth: number, angle = obliqueAngle): Point {
  const radians = (angle * Math.PI) / 180
  return [x + depth * Math.cos(radians), y - depth * Math.sin(radians)]
}

/** The ground the thing stands on: a thin line with a short hatched shadow to the right. */
export function ground(
  x1: number,
  x2: number,
  y: number,
  shadow?: readonly [number, number],
): Mark {
  return [
    shadow &&
      hatch(
        [
          [shadow[0], y],
          [shadow[1], y],
          [shadow[1] - 26, y + 18],
          [shadow[0] + 22, y + 18],
        ],
        { angle: 0, spacing: 5.5 },
      ),
    line(x1, y, x2, y, { width: weight.detail }),
  ]
}

function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  }
  return value >>> 0
}

/** Numbers from 0 up to 1, always the same row for the same seed. */
export function random(seed: string): () => number {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** The finished drawing as SVG text: paper, then the content in the order given. */
export function sheet(width: number, height: number, ...content: readonly Mark[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" stroke-linecap="round">` +
    '<style>*{vector-effect:non-scaling-stroke}</style>' +
    `<rect width="${width}" height="${height}" fill="${colour.paper}"/>${join(...content)}</svg>\n`
  )
}
