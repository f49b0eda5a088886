/**
 * Things built of simple solids in millimetres, drawn from any of three sides. x runs right,
 * y down, z back from the front. Solids are listed from the rear to the front; each is drawn over
 * what stands before it in the list.
 */
import {
  colour,
  ellipsePoints,
  ground,
  group,
  hatch,
  line,
  onCircle,
  polygon,
  polyline,
  pushed,
  rect,
  rectPoints,
  roundShade,
  skewed,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'

export type View = 'front' | 'side' | 'three-quarter'

/** `unit` is the length of one pixel in millimetres, for spacings that must not scale. */
export type Surface = Mark | ((unit: number) => Mark)

export interface Solid {
  from: readonly [x: number, y: number, z: number]
  to: readonly [x: number, y: number, z: number]
  draw: (view: View, unit: number) => Mark
  /** Drawn, but not part of the measured thing: the rail it sits on, a wall, a lead. */
  aside?: boolean
}

interface Look {
  fill?: string
  stroke?: string
  /** The thing's own outline, as against its details. */
  heavy?: boolean
}

const foreshortening = 0.55
const [acrossPerDepth, negativeRise] = pushed([0, 0], foreshortening)
const risePerDepth = -negativeRise

const canvas = { width: 1200, height: 900 }

/** Where a point in space stands on the page in the three-quarter view. */
export function project(x: number, y: number, z: number): Point {
  return [x + z * acrossPerDepth, y - z * risePerDepth]
}

function surface(mark: Surface, unit: number): Mark {
  return typeof mark === 'function' ? mark(unit) : mark
}

function pen(look: Look): { fill: string; stroke: string; width: number } {
  return {
    fill: look.fill ?? colour.paper,
    stroke: look.stroke ?? colour.ink,
    width: look.heavy ? weight.outline : weight.detail,
  }
}

interface BoxLook extends Look {
  radius?: number
  /** Length of the shadow thrown to the lower right in the front view. */
  cast?: number
  face?: Surface
  side?: Surface
}

/** A box; `face` is drawn in front coordinates, `side` with its x running back (z). */
export function box(
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
  look: BoxLook = {},
): Solid {
  const style = pen(look)
  const { cast = 0, radius = 0 } = look
  return {
    from: [x, y, z],
    to: [x + w, y + h, z + d],
    draw: (view, unit) => {
      if (view === 'front') {
        return [
          cast > 0 &&
            hatch(
              [
                [x + w, y + cast],
                [x + w + cast, y + cast * 2],
                [x + w + cast, y + h + cast],
                [x + cast * 2, y + h + cast],
                [x + cast, y + h],
                [x + w, y + h],
              ],
              { angle: 45, spacing: 6 * unit },
            ),
          rect(x, y, w, h, { ...style, radius }),
          look.heavy && edgeShade(x, y, w, h, radius, unit),
          surface(look.face, unit),
        ]
      }
      if (view === 'side') {
        return [
          rect(z, y, d, h, { ...style, radius: Math.min(radius, d / 4) }),
          look.heavy &&
            hatch(rectPoints(z + d * 0.82, y, d * 0.18, h), { angle: 90, spacing: 8 * unit }),
          surface(look.side, unit),
        ]
      }
      const top = [
        project(x, y, z),
        project(x + w, y, z),
        project(x + w, y, z + d),
        project(x, y, z + d),
      ]
      const side = [
        project(x + w, y, z),
        project(x + w, y, z + d),
        project(x + w, y + h, z + d),
        project(x + w, y + h, z),
      ]
      const [left, upper] = project(x, y, z)
      return [
        polygon(top, style),
        // The side turns from the light: a tone under its hatching.
        polygon(side, style.fill === colour.paper ? { ...style, fill: colour.tint } : style),
        hatch(side, { angle: 90, spacing: 7 * unit }),
        look.side !== undefined && onRight(x + w, look.side).draw(view, unit),
        polygon(side, { ...style, fill: colour.none }),
        rect(left, upper, w, h, style),
        look.face !== undefined && onFront(z, look.face).draw(view, unit),
      ]
    },
  }
}

/** The turning edge away from the light: a few lines inside the right of a lit face. */
function edgeShade(x: number, y: number, w: number, h: number, radius: number, unit: number): Mark {
  return [4, 8.5, 14].map(
    (inset) =>
      inset * unit < w * 0.12 &&
      line(x + w - inset * unit, y + radius, x + w - inset * unit, y + h - radius, {
        width: weight.hatch,
        stroke: colour.grey,
      }),
  )
}

/** A front outline (clockwise) pushed back by `d`. */
export function frontPrism(
  outline: readonly Point[],
  z: number,
  d: number,
  look: Look & { face?: Surface } = {},
): Solid {
  const style = pen(look)
  const [x0, x1, y0, y1] = extent(outline)
  return {
    from: [x0, y0, z],
    to: [x1, y1, z + d],
    draw: (view, unit) => {
      if (view === 'front') return [polygon(outline, style), surface(look.face, unit)]
      if (view === 'side') {
        const folds = [...new Set(outline.map(([, y]) => y))].filter((y) => y > y0 && y < y1)
        return [
          rect(z, y0, d, y1 - y0, style),
          folds.map((y) => line(z, y, z + d, y, { width: weight.hatch, stroke: colour.grey })),
          look.heavy &&
            hatch(rectPoints(z + d * 0.82, y0, d * 0.18, y1 - y0), {
              angle: 90,
              spacing: 8 * unit,
            }),
        ]
      }
      const quads = outline.flatMap((from, index) => {
        const to = outline[(index + 1) % outline.length] ?? from
        const [nx, ny] = [to[1] - from[1], from[0] - to[0]]
        if (nx * acrossPerDepth - ny * risePerDepth <= 0.001) return []
        const quad = [
          project(...from, z),
          project(...to, z),
          project(...to, z + d),
          project(...from, z + d),
        ]
        return [{ quad, shaded: nx > Math.abs(ny) * 0.9, order: from[0] + to[0] - from[1] - to[1] }]
      })
      quads.sort((a, b) => b.order - a.order)
      return [
        quads.map(({ quad, shaded }) => [
          polygon(quad, style),
          shaded && hatch(quad, { angle: 90, spacing: 8 * unit }),
        ]),
        polygon(
          outline.map((point) => project(...point, z)),
          style,
        ),
        look.face !== undefined && onFront(z, look.face).draw(view, unit),
      ]
    },
  }
}

/** A side outline, clockwise in (z, y), drawn out to the width `w`. */
export function sidePrism(
  outline: readonly Point[],
  x: number,
  w: number,
  look: Look & { side?: Surface; smooth?: boolean } = {},
): Solid {
  const style = pen(look)
  const [z0, z1, y0, y1] = extent(outline)
  return {
    from: [x, y0, z0],
    to: [x + w, y1, z1],
    draw: (view, unit) => {
      if (view === 'front') {
        const edges = outline.filter(([z, y], index) => {
          const hidden = outline.some(
            ([otherZ, otherY], other) => other !== index && otherY === y && otherZ < z,
          )
          return y > y0 && y < y1 && !hidden && z < (z0 + z1) / 2
        })
        return [
          rect(x, y0, w, y1 - y0, style),
          look.heavy && edgeShade(x, y0, w, y1 - y0, 0, unit),
          !look.smooth && edges.map(([, y]) => line(x, y, x + w, y)),
        ]
      }
      if (view === 'side') return [polygon(outline, style), surface(look.side, unit)]
      const right = outline.map(([z, y]) => project(x + w, y, z))
      const quads = outline.flatMap((from, index) => {
        const to = outline[(index + 1) % outline.length] ?? from
        const [a, b] = [project(x + w, from[1], from[0]), project(x + w, to[1], to[0])]
        if (b[1] - a[1] >= -0.001) return []
        const quad: Point[] = [a, b, [b[0] - w, b[1]], [a[0] - w, a[1]]]
        return [{ quad, order: from[0] + to[0] }]
      })
      quads.sort((a, b) => b.order - a.order)
      return [
        quads.map(({ quad }) =>
          polygon(quad, look.smooth ? { ...style, stroke: style.fill } : style),
        ),
        look.smooth &&
          polyline(
            right.map(([px, py]): Point => [px - w, py]),
            { ...style, fill: colour.none },
          ),
        polygon(right, style),
        hatch(right, { angle: 90, spacing: 8 * unit }),
        look.side !== undefined && onRight(x + w, look.side).draw(view, unit),
        polygon(right, { ...style, fill: colour.none }),
      ]
    },
  }
}

/** A standing round body; with `rTop` it tapers. */
export function upright(
  cx: number,
  cz: number,
  r: number,
  y: number,
  h: number,
  look: Look & { rTop?: number } = {},
): Solid {
  const style = pen(look)
  const rTop = look.rTop ?? r
  const widest = Math.max(r, rTop)
  return {
    from: [cx - widest, y, cz - widest],
    to: [cx + widest, y + h, cz + widest],
    draw: (view, unit) => {
      const shade = (px: number, py: number): Mark => taper(px, py, rTop, r, h, unit, 0.5)
      if (view !== 'three-quarter') {
        const px = view === 'front' ? cx : cz
        return [
          polygon(
            [
              [px - rTop, y],
              [px + rTop, y],
              [px + r, y + h],
              [px - r, y + h],
            ],
            style,
          ),
          shade(px, y),
        ]
      }
      const disc = (radius: number, py: number, from: number, to: number): Point[] =>
        ellipsePoints(0, 0, radius, radius, from, to).map(([dx, dz]) =>
          project(cx + dx, py, cz + dz),
        )
      const edge = (Math.atan(acrossPerDepth) * 180) / Math.PI
      const [px, py] = project(cx, y, cz)
      return [
        polygon([...disc(rTop, y, edge - 180, edge), ...disc(r, y + h, edge, edge - 180)], style),
        shade(px + rTop * 0.1, py + rTop * 0.05),
        polygon(disc(rTop, y, 0, 351), style),
      ]
    },
  }
}

function taper(
  cx: number,
  y: number,
  rTop: number,
  rBottom: number,
  h: number,
  unit: number,
  reach: number,
): Mark {
  const count = Math.min(9, Math.floor((Math.max(rTop, rBottom) * 2 * reach * 0.9) / (5 * unit)))
  return Array.from({ length: count }, (_, index) => {
    const share = 1 - reach * 2 * Math.pow(1 - (index + 0.7) / (count + 0.3), 1.6)
    return line(cx + rTop * share, y, cx + rBottom * share, y + h, {
      width: weight.hatch,
      stroke: colour.grey,
    })
  })
}

/** A round body lying along z, such as a knob: a circle from the front. */
export function knob(
  cx: number,
  cy: number,
  r: number,
  z: number,
  d: number,
  look: Look & { face?: Surface } = {},
): Solid {
  const style = pen(look)
  return {
    from: [cx - r, cy - r, z],
    to: [cx + r, cy + r, z + d],
    draw: (view, unit) => {
      if (view === 'side') {
        return [
          rect(z, cy - r, d, 2 * r, style),
          roundShade(z, cy - r, d, 2 * r, { axis: 'horizontal' }),
        ]
      }
      const face = [
        polygonCircle(...project(cx, cy, view === 'front' ? 0 : z), r, style),
        look.face !== undefined && onFront(z, look.face).draw(view, unit),
      ]
      if (view === 'front') return face
      const tilt = (-Math.atan2(risePerDepth, acrossPerDepth) * 180) / Math.PI
      const [front, back] = [project(cx, cy, z), project(cx, cy, z + d)]
      const count = Math.min(8, Math.floor(r / (4 * unit)))
      return [
        polygon(
          [
            ...ellipsePoints(...back, r, r, tilt - 90, tilt + 90),
            ...ellipsePoints(...front, r, r, tilt + 90, tilt + 270),
          ],
          style,
        ),
        Array.from({ length: count }, (_, index) => {
          const angle = tilt + 90 - (index / count) * 75
          return line(...onCircle(...front, r, angle), ...onCircle(...back, r, angle), {
            width: weight.hatch,
            stroke: colour.grey,
          })
        }),
        face,
      ]
    },
  }
}

function polygonCircle(cx: number, cy: number, r: number, style: ReturnType<typeof pen>): Mark {
  return polygon(ellipsePoints(cx, cy, r, r, 0, 354), style)
}

/** A round body lying along x, such as a tank or a cable: a circle from the side. */
export function roller(
  cy: number,
  cz: number,
  r: number,
  x: number,
  w: number,
  look: Look & { side?: Surface } = {},
): Solid {
  const style = pen(look)
  return {
    from: [x, cy - r, cz - r],
    to: [x + w, cy + r, cz + r],
    draw: (view, unit) => {
      const shade = (left: number, upper: number): Mark => {
        const count = Math.min(9, Math.floor((r * 0.9) / (5 * unit)))
        return Array.from({ length: count }, (_, index) => {
          const at = upper + r * (2 - Math.pow(1 - (index + 0.7) / (count + 0.3), 1.6))
          return line(left, at, left + w, at, { width: weight.hatch, stroke: colour.grey })
        })
      }
      if (view === 'front') return [rect(x, cy - r, w, 2 * r, style), shade(x, cy - r)]
      if (view === 'side') return [polygonCircle(cz, cy, r, style), surface(look.side, unit)]
      const disc = (px: number, from: number, to: number): Point[] =>
        ellipsePoints(0, 0, r, r, from, to).map(([dz, dy]) => project(px, cy + dy, cz + dz))
      const edge = (Math.atan2(-1, risePerDepth) * 180) / Math.PI
      const [left] = project(x, cy, cz)
      return [
        polygon([...disc(x, edge - 180, edge), ...disc(x + w, edge, edge + 180)], style),
        shade(left + r * 0.1, project(x, cy, cz)[1] - r),
        polygon(disc(x + w, 0, 351), style),
        look.side !== undefined && onRight(x + w, look.side).draw(view, unit),
      ]
    },
  }
}

/** The same solids in another place. */
export function moved(
  solids: readonly Solid[],
  [dx, dy, dz]: readonly [number, number, number],
): Solid[] {
  return solids.map((solid) => ({
    ...solid,
    from: [solid.from[0] + dx, solid.from[1] + dy, solid.from[2] + dz],
    to: [solid.to[0] + dx, solid.to[1] + dy, solid.to[2] + dz],
    draw: (view, unit) => {
      const [x, y] = view === 'front' ? [dx, dy] : view === 'side' ? [dz, dy] : project(dx, dy, dz)
      return group({ x, y }, solid.draw(view, unit))
    },
  }))
}

/** Flat artwork on a front plane, in front coordinates. */
export function onFront(z: number, mark: Surface): Solid {
  return {
    from: [Infinity, Infinity, Infinity],
    to: [-Infinity, -Infinity, -Infinity],
    draw: (view, unit) => {
      if (view === 'side') return []
      if (view === 'front') return surface(mark, unit)
      const [x, y] = project(0, 0, z)
      return group({ x, y }, surface(mark, unit))
    },
  }
}

/** Flat artwork on a right-hand plane; its x is the depth z. */
export function onRight(x: number, mark: Surface): Solid {
  return {
    from: [Infinity, Infinity, Infinity],
    to: [x, -Infinity, -Infinity],
    draw: (view, unit) => {
      if (view === 'front') return []
      if (view === 'side') return surface(mark, unit)
      return skewed([acrossPerDepth, -risePerDepth, 0, 1, x, 0], surface(mark, unit))
    },
  }
}

/** Flat artwork on a level plane at y; its own y is the depth z. Seen in the three-quarter view. */
export function onLevel(y: number, mark: Surface): Solid {
  return {
    from: [Infinity, Infinity, Infinity],
    to: [-Infinity, -Infinity, -Infinity],
    draw: (view, unit) =>
      view === 'three-quarter'
        ? skewed([1, 0, acrossPerDepth, -risePerDepth, 0, y], surface(mark, unit))
        : [],
  }
}

export interface Plate {
  /** Share of the drawing area the thing may take; smaller sizes of a thing take less. */
  fill?: number
  /** Stands on the ground, as against hanging on a wall or lying on the page. */
  standing?: boolean
  /** Flat views of measured things fill a little more of the sheet; on unless false. */
  measured?: boolean
  /** Turns the finished drawing, clockwise; for long things that lie on the page. */
  tilt?: number
}

/** Fits the solids to the device canvas and draws them from one side, with its ground. */
export function plate(view: View, solids: readonly Solid[], options: Plate = {}): Mark {
  const { fill = 1, standing = false, measured = true, tilt = 0 } = options
  const bodies = solids.filter(({ from, aside }) => !aside && Number.isFinite(from[0]))
  const at = (pick: 'from' | 'to', axis: 0 | 1 | 2): number =>
    Math[pick === 'from' ? 'min' : 'max'](...bodies.map((body) => body[pick][axis]))
  const [x0, x1, y0, y1] = [at('from', 0), at('to', 0), at('from', 1), at('to', 1)]
  const [z0, z1] = [at('from', 2), at('to', 2)]
  const points: Point[] =
    view === 'front'
      ? rectPoints(x0, y0, x1 - x0, y1 - y0)
      : view === 'side'
        ? rectPoints(z0, y0, z1 - z0, y1 - y0)
        : bodies.flatMap(({ from, to }) =>
            [from[0], to[0]].flatMap((x) =>
              [from[1], to[1]].flatMap((y) => [from[2], to[2]].map((z) => project(x, y, z))),
            ),
          )
  const [left, right, top, bottom] = extent(points)
  const flat = view !== 'three-quarter'
  const grown = flat && measured && tilt === 0
  const reach = tilt !== 0 ? 1010 : grown ? 940 : 900
  const scale = fill * Math.min(reach / (right - left), (grown ? 722 : 690) / (bottom - top))
  const unit = 1 / scale
  const offsetX = canvas.width / 2 - ((left + right) / 2) * scale
  // Low things stand higher up the page than tall ones, so that the picture stays balanced.
  const floorY = Math.min(grown ? 812 : 800, 520 + ((bottom - top) / 2) * scale)
  const offsetY = standing ? floorY - bottom * scale : 450 - ((top + bottom) / 2) * scale
  const px = (x: number): number => offsetX + x * scale
  const py = (y: number): number => offsetY + y * scale
  const inOrder = view === 'side' ? [...solids].sort((a, b) => a.to[0] - b.to[0]) : solids
  const floor = [
    project(x1, y1, z0),
    project(x1 + (y1 - y0) * 0.22, y1, z0 + (z1 - z0) * 0.3),
    project(x1 + (y1 - y0) * 0.22, y1, z1),
    project(x1, y1, z1),
  ].map(([x, y]): Point => [px(x), py(y)])
  const drawn = group(
    { x: offsetX, y: offsetY, scale },
    inOrder.map((solid) => solid.draw(view, unit)),
  )
  return [
    standing && flat && ground(80, 1120, floorY, [px(right), Math.min(1120, px(right) + 150)]),
    standing && !flat && hatch(floor, { angle: 0, spacing: 7 }),
    tilt === 0
      ? drawn
      : group({ x: 600, y: 450, rotate: tilt }, group({ x: -600, y: -450 }, drawn)),
  ]
}

function extent(points: readonly Point[]): [number, number, number, number] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}
