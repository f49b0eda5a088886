/** Palms, trees, shrubs, hills and dunes. */
import {
  clip,
  colour,
  curveData,
  hatch,
  path,
  polygon,
  random,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { frame, type Spot } from './perspective.ts'
import { createStencil } from './strokes.ts'

/** The shade a plant throws on level ground, away from the light. */
function groundShade(spot: Spot, height: number, radius: number, night: boolean): Mark {
  if (night || spot.scale * height < 44) return ''
  const flat = createStencil(spot)
  const [middle, deep] = [height * 0.34, Math.max(radius * 0.13, 3 / spot.scale)]
  return [
    flat.hatch(
      [
        [0, deep * 0.3],
        [middle, deep * 0.4],
        [middle, -deep * 0.2],
        [0, -deep * 0.3],
      ],
      { angle: 0, spacing: 3.4, width: 1.4 },
    ),
    flat.hatch(
      Array.from({ length: 18 }, (_, index): Point => {
        const turn = (index / 18) * Math.PI * 2
        const bump = 1 + 0.16 * Math.sin(turn * 4)
        return [middle + radius + Math.cos(turn) * radius * bump, Math.sin(turn) * deep * bump]
      }),
      { angle: 0, spacing: 3.4, width: 1.4 },
    ),
  ]
}

/** A date palm, its crown at `height` metres: arched fronds set with leaflets, a ringed trunk. */
export function palm(spot: Spot, height: number, seed = 'palm', night = false): Mark {
  const stencil = createStencil(spot)
  const next = random(seed)
  const lean = (next() - 0.5) * height * 0.1
  const big = spot.scale * height > 150
  const width = big ? weight.detail : weight.hatch
  const half = Math.max(0.17, 1.2 / spot.scale)
  const trunk: Point[] = [
    [-half * 1.5, 0],
    [lean * 0.3 - half, height * 0.16],
    [lean * 0.5 - half * 0.9, height * 0.5],
    [lean - half * 0.85, height],
    [lean + half * 0.85, height],
    [lean * 0.5 + half * 0.9, height * 0.5],
    [lean * 0.3 + half, height * 0.16],
    [half * 1.5, 0],
  ]
  const reach = Math.min(3.2, height * 0.44)
  const frond = (angle: number, length: number, droop: number, tone: string): string => {
    const turn = (angle * Math.PI) / 180
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
    const along = (share: number): Point => [
      lean + dx * length * share,
      height + dy * length * share - droop * share * share,
    ]
    const steps = big ? 11 : 5
    let leaflets = ''
    for (let index = 1; index <= steps; index += 1) {
      const share = 0.1 + (index / steps) * 0.9
      const [[x, y], [px, py]] = [along(share), along(share - 0.06)]
      const size = Math.hypot(x - px, y - py) || 1
      const [ux, uy] = [(x - px) / size, (y - py) / size]
      const leaf = length * 0.22 * (1.1 - share * 0.72)
      for (const side of [-1, 1]) {
        const from = stencil.at(x, y)
        const to = stencil.at(
          x + (ux * 0.8 - uy * side * 0.72) * leaf,
          y + (uy * 0.8 + ux * side * 0.72) * leaf - leaf * 0.22,
        )
        leaflets += `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`
      }
    }
    return (
      path(leaflets, { stroke: tone, width: big ? weight.detail : 1.4 }) +
      stencil.curve([along(0), along(0.3), along(0.65), along(1)], {
        stroke: tone,
        width: big ? weight.detail : 1.4,
      })
    )
  }
  const [back, front] = night ? [colour.ink, colour.ink] : [colour.grey, colour.dark]
  const spread = (angles: readonly number[], tone: string, lift: number): Mark =>
    angles.map((angle) => {
      const turned = angle + (next() - 0.5) * 12
      const length = reach * (0.86 + next() * 0.26)
      const level = Math.abs(Math.cos((turned * Math.PI) / 180))
      return frond(turned, length, length * (lift + 0.5 * level), tone)
    })
  return [
    groundShade(spot, height, reach * 0.7, night),
    spread([-14, 194, 22, 158, 90], back, 0.18),
    stencil.polygon(trunk, { width, fill: night ? colour.dark : colour.paper }),
    stencil.hatch(trunk, { angle: 18, spacing: big ? 7 : 4, tone: colour.dark }),
    // Last year's fronds hang about the neck.
    spread([-66, 246], back, 0.05),
    spread([2, 178, 34, 146, 56, 124, 80, 101], front, 0.24),
  ]
}

/** A broad-crowned tree: a ragged rim, clumps of leaves, the shade gathered at the lower right. */
export function tree(spot: Spot, height: number, seed = 'tree', night = false): Mark {
  const stencil = createStencil(spot)
  const next = random(seed)
  const radius = height * 0.34
  const centre = height - radius * 0.95
  const big = spot.scale * height > 150
  const width = big ? weight.detail : weight.hatch
  const lobes = big ? 26 : 15
  const swell = [next() * 6, next() * 6]
  const rimRadius = (angle: number): number =>
    radius *
    (1 + 0.1 * Math.sin(angle * 3 + (swell[0] ?? 0)) + 0.07 * Math.sin(angle * 5 + (swell[1] ?? 0)))
  const at = (angle: number, share: number): Point => [
    Math.cos(angle) * rimRadius(angle) * 1.22 * share,
    centre + Math.sin(angle) * rimRadius(angle) * 0.88 * share,
  ]
  const scallops = (points: readonly Point[], closed: boolean): string => {
    let data = ''
    points.forEach((point, index) => {
      const [x, y] = stencil.at(...point)
      const before = stencil.at(...(points[(index + points.length - 1) % points.length] ?? point))
      const bow = Math.hypot(x - before[0], y - before[1]) * 0.56
      data += index === 0 ? `M${x} ${y}` : `A${bow} ${bow} 0 0 0 ${x} ${y}`
    })
    if (!closed) return data
    const [first, last] = [points[0], points[points.length - 1]]
    const [x, y] = stencil.at(...(first ?? [0, 0]))
    const before = stencil.at(...(last ?? [0, 0]))
    const bow = Math.hypot(x - before[0], y - before[1]) * 0.56
    return `${data}A${bow} ${bow} 0 0 0 ${x} ${y}Z`
  }
  const rim = Array.from({ length: lobes }, (_, index): Point =>
    at(((index + (next() - 0.5) * 0.5) / lobes) * Math.PI * 2, 1),
  )
  const outline = rim.map((point) => stencil.at(...point))
  const [light, deep] = night ? [colour.ink, colour.ink] : [colour.grey, colour.dark]
  const crescent = (from: number, to: number, share: number): Point[] => {
    const steps = 12
    const angles = Array.from(
      { length: steps + 1 },
      (_, step) => ((from + ((to - from) * step) / steps) * Math.PI) / 180,
    )
    return [
      ...angles.map((angle) => at(angle, 1.1)),
      ...[...angles].reverse().map((angle): Point => {
        const [x, y] = at(angle, share)
        return [x + radius * 0.1, y - radius * 0.06]
      }),
    ]
  }
  const clumps = Array.from({ length: big ? 11 : 4 }, () => {
    const angle = next() * Math.PI * 2
    const [x, y] = at(angle, 0.2 + next() * 0.58)
    const size = radius * (0.15 + next() * 0.14)
    return path(
      scallops(
        [-2.7, -2, -1.2, -0.4, 0.3].map((turn): Point => [
          x + Math.cos(turn) * size * 1.2,
          y + Math.sin(turn) * size * 0.7,
        ]),
        false,
      ),
      { width: weight.hatch, stroke: night ? colour.ink : colour.dark },
    )
  })
  const trunk: Point[] = [
    [-height * 0.045, 0],
    [-height * 0.022, height * 0.1],
    [-height * 0.018, centre - radius * 0.5],
    [height * 0.018, centre - radius * 0.5],
    [height * 0.024, height * 0.1],
    [height * 0.05, 0],
  ]
  return [
    groundShade(spot, height, radius, night),
    stencil.polygon(trunk, { width, fill: night ? colour.ink : colour.dark }),
    path(scallops(rim, true), { width, fill: night ? colour.dark : colour.paper }),
    clip(
      outline,
      big && stencil.hatch(crescent(-150, 52, 0.5), { angle: 40, spacing: 7, tone: light }),
      stencil.hatch(crescent(-128, 14, big ? 0.78 : 0.6), {
        angle: 40,
        spacing: big ? 7 : 5,
        tone: deep,
      }),
    ),
    clumps,
    big &&
      [-0.34, 0.3].map((reach) =>
        stencil.curve(
          [
            [0, centre - radius * 0.62],
            [radius * reach * 0.5, centre - radius * 0.45],
            [radius * reach, centre - radius * 0.2],
          ],
          { width: weight.detail, stroke: night ? colour.ink : colour.dark },
        ),
      ),
  ]
}

/** A low clipped shrub: leaf strokes, darker on the side away from the light. */
export function shrub(spot: Spot, width = 1.2, night = false): Mark {
  const stencil = createStencil(spot)
  const next = random(`shrub ${spot.x.toFixed(0)}`)
  const count = Math.max(7, Math.min(15, Math.round((width * spot.scale) / 9)))
  const crown = Array.from({ length: count }, (_, index): Point => {
    const angle = Math.PI * (1 - index / (count - 1))
    const bump = 0.9 + next() * 0.22
    return [Math.cos(angle) * width * 0.5 * bump, Math.sin(angle) * width * 0.42 * bump]
  })
  let data = ''
  crown.forEach((point, index) => {
    const [x, y] = stencil.at(...point)
    const [px, py] = stencil.at(...(crown[index - 1] ?? point))
    const bow = Math.hypot(x - px, y - py) * 0.56
    data += index === 0 ? `M${x} ${y}` : `A${bow} ${bow} 0 0 1 ${x} ${y}`
  })
  return [
    !night &&
      width * spot.scale > 24 &&
      stencil.hatch(
        [
          [-width * 0.5, 0.02],
          [width * 0.9, width * 0.07],
          [width * 1.15, 0],
          [width * 0.5, -width * 0.08],
          [-width * 0.45, -width * 0.06],
        ],
        { angle: 0, spacing: 3.4, width: 1.4 },
      ),
    path(`${data}Z`, { width: weight.hatch, fill: night ? colour.dark : colour.paper }),
    stencil.hatch(
      [
        [-width * 0.1, 0],
        [width * 0.06, width * 0.26],
        [width * 0.3, width * 0.34],
        [width * 0.46, width * 0.1],
        [width * 0.48, 0],
      ],
      { angle: 40, spacing: 4.5, tone: night ? colour.ink : colour.dark },
    ),
  ]
}

/** A tuft of desert grass. */
export function tuft(spot: Spot): Mark {
  const stencil = createStencil({ ...spot, scale: spot.scale * 0.56 })
  return [-0.5, -0.28, -0.1, 0.08, 0.3, 0.52].map((x, index) =>
    stencil.curve(
      [
        [x * 0.2, 0],
        [x * 0.6, 0.4 + (index % 2) * 0.15],
        [x, 0.6 + (index % 3) * 0.12],
      ],
      { width: weight.hatch },
    ),
  )
}

/** A mountain range from edge to edge; shaded slopes fall to the right. */
export function range(
  seed: string,
  base: number,
  height: number,
  style: { peaks?: number; fill?: string; spacing?: number; width?: number; night?: boolean } = {},
): Mark {
  const { peaks = 7, spacing = 8, width = weight.hatch, night = false } = style
  const fill = style.fill ?? (night ? colour.dark : colour.paper)
  const next = random(`range ${seed}`)
  const step = (frame.width + 240) / peaks
  const crest: Point[] = [[-120, base - height * 0.3]]
  const shades: Mark[] = []
  for (let index = 0; index < peaks; index += 1) {
    const x = -120 + step * (index + 0.3 + next() * 0.4)
    const top = base - height * (0.55 + next() * 0.45)
    const shoulder: Point = [
      x - step * (0.2 + next() * 0.1),
      top + (base - top) * (0.3 + next() * 0.2),
    ]
    const dip: Point = [
      x + step * (0.38 + next() * 0.14),
      top + (base - top) * (0.5 + next() * 0.3),
    ]
    const ledge: Point = [x + step * 0.16, top + (dip[1] - top) * (0.2 + next() * 0.2)]
    crest.push(shoulder, [x, top], ledge, dip)
    const foot = base - (base - top) * 0.12
    const tall = foot - top
    // Gullies run down the lit flank from the summit and the shoulder.
    shades.push(
      [
        [0, 0, -0.05, 0.3, -0.02, 0.52, -0.06, 0.8],
        [-0.1, 0.3, -0.15, 0.52, -0.12, 0.74],
        [-0.2, 0.52, -0.25, 0.7, -0.23, 0.86],
      ].map((gully) =>
        path(
          curveData(
            Array.from({ length: gully.length / 2 }, (_, at): Point => [
              x + step * (gully[at * 2] ?? 0),
              top + tall * (gully[at * 2 + 1] ?? 0),
            ]),
          ),
          { width: weight.hatch, stroke: night ? colour.ink : colour.grey },
        ),
      ),
      hatch(
        [
          [x, top],
          ledge,
          dip,
          [x + step * 0.3, foot],
          [x + step * 0.06, foot - (foot - top) * 0.3],
          [x + step * 0.1, top + (foot - top) * 0.42],
        ],
        {
          angle: 45,
          spacing,
          tone: night ? colour.ink : colour.grey,
        },
      ),
    )
  }
  crest.push([frame.width + 130, base - height * 0.35])
  const outline: Point[] = [...crest, [frame.width + 130, base], [-120, base]]
  return [polygon(outline, { fill, width }), shades]
}

/** A dune ridge from edge to edge with a sharp crest and a shaded lee side. */
export function dune(
  seed: string,
  base: number,
  height: number,
  width: number = weight.hatch,
): Mark {
  const next = random(`dune ${seed}`)
  const peak = 300 + next() * 800
  const crest: Point[] = [
    [-60, base - height * (0.2 + next() * 0.2)],
    [peak * 0.45, base - height * (0.45 + next() * 0.15)],
    [peak, base - height],
    [peak + (frame.width - peak) * 0.4, base - height * (0.5 + next() * 0.15)],
    [frame.width + 60, base - height * (0.2 + next() * 0.3)],
  ]
  const [, , top = [0, 0]] = crest
  const slip: Point[] = [
    [top[0], top[1]],
    [top[0] + (frame.width - peak) * 0.22, base - height * 0.74],
    [top[0] + (frame.width - peak) * 0.42, base - height * 0.5],
    [top[0] + (frame.width - peak) * 0.3, base - height * 0.12],
    [top[0] + 30, base - height * 0.3],
    [top[0] - 30, base - height * 0.6],
  ]
  return [
    path(`${curveData(crest)}L${frame.width + 60} ${frame.height + 40}L-60 ${frame.height + 40}Z`, {
      width,
    }),
    hatch(slip, { angle: 0, spacing: 7 }),
  ]
}
