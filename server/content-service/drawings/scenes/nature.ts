/** Palms, trees, shrubs, hills and dunes. */
import {
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

/** A date palm, its crown at `height` metres. */
export function palm(spot: Spot, height: number, seed = 'palm', night = false): Mark {
  const stencil = createStencil(spot)
  const next = random(seed)
  const lean = (next() - 0.5) * height * 0.12
  const big = spot.scale * height > 150
  const width = big ? weight.detail : weight.hatch
  const half = Math.max(0.16, 1.2 / spot.scale)
  const trunk: Point[] = [
    [-half * 1.3, 0],
    [lean * 0.4 - half, height * 0.5],
    [lean - half * 0.8, height],
    [lean + half * 0.8, height],
    [lean * 0.4 + half, height * 0.5],
    [half * 1.3, 0],
  ]
  const reach = Math.min(3, height * 0.42)
  const fronds = [-166, -140, -112, -90, -64, -38, -12, 16, 196].map((angle) => {
    const turn = ((angle + (next() - 0.5) * 14) * Math.PI) / 180
    const length = reach * (0.85 + next() * 0.3)
    const [dx, dy] = [Math.cos(turn), -Math.sin(turn)]
    const droop = length * (0.28 + 0.3 * Math.abs(dx))
    const along = (share: number): Point => [
      lean + dx * length * share,
      height + dy * length * share * (1 - share * 0.2) - droop * share * share,
    ]
    const notches = big ? 5 : 0
    const lower = Array.from({ length: notches * 2 + 1 }, (_, index): Point => {
      const share = 1 - (index + 0.6) / (notches * 2 + 1.6)
      const [x, y] = along(share)
      const leaf = length * (index % 2 === 0 && notches > 0 ? 0.2 : 0.07) * (1.1 - share * 0.5)
      return [x + dx * leaf * 0.5, y - leaf]
    })
    return stencil.polygon([along(0), along(0.3), along(0.62), along(1), ...lower], {
      fill: night ? colour.ink : colour.dark,
      stroke: colour.none,
    })
  })
  return [
    stencil.polygon(trunk, { width, fill: night ? colour.dark : colour.paper }),
    stencil.hatch(trunk, { angle: 0, spacing: big ? 6 : 4, tone: colour.dark }),
    fronds,
  ]
}

/** A broad-crowned tree. */
export function tree(spot: Spot, height: number, seed = 'tree', night = false): Mark {
  const stencil = createStencil(spot)
  const next = random(seed)
  const radius = height * 0.36
  const centre = height - radius
  const width = spot.scale * height > 150 ? weight.detail : weight.hatch
  const lobes = 11
  const rim = Array.from({ length: lobes }, (_, index): Point => {
    const angle = (index / lobes) * Math.PI * 2
    const r = radius * (0.86 + next() * 0.28)
    return [Math.cos(angle) * r * 1.12, centre + Math.sin(angle) * r * 0.86]
  })
  let data = ''
  rim.forEach((point, index) => {
    const [x, y] = stencil.at(...point)
    const before = stencil.at(...(rim[(index + lobes - 1) % lobes] ?? point))
    const bow = Math.hypot(x - before[0], y - before[1]) * 0.56
    data += index === 0 ? `M${x} ${y}` : `A${bow} ${bow} 0 0 0 ${x} ${y}`
    if (index === lobes - 1) {
      const [startX, startY] = stencil.at(...(rim[0] ?? point))
      data += `A${bow} ${bow} 0 0 0 ${startX} ${startY}Z`
    }
  })
  const shade = rim.map(([x, y]): Point => [
    radius * 0.22 + x * 0.72,
    centre - radius * 0.2 + (y - centre) * 0.66,
  ])
  return [
    stencil.polygon(
      [
        [-height * 0.025, 0],
        [-height * 0.015, centre],
        [height * 0.015, centre],
        [height * 0.028, 0],
      ],
      { width, fill: night ? colour.ink : colour.dark },
    ),
    path(data, { width, fill: night ? colour.dark : colour.paper }),
    stencil.hatch(shade, { angle: 0, spacing: 5, tone: night ? colour.ink : colour.grey }),
  ]
}

/** A low clipped shrub or tuft of grass. */
export function shrub(spot: Spot, width = 1.2, night = false): Mark {
  const stencil = createStencil(spot)
  const outline: Point[] = [
    [-width / 2, 0],
    [-width * 0.46, width * 0.3],
    [-width * 0.2, width * 0.46],
    [width * 0.12, width * 0.42],
    [width * 0.42, width * 0.28],
    [width / 2, 0],
  ]
  return [
    stencil.shape(outline, { width: weight.hatch, fill: night ? colour.dark : colour.paper }),
    stencil.hatch(
      [
        [0, 0],
        [width * 0.1, width * 0.36],
        [width * 0.4, width * 0.24],
        [width * 0.46, 0],
      ],
      { spacing: 5, tone: night ? colour.ink : colour.grey },
    ),
  ]
}

/** A tuft of desert grass. */
export function tuft(spot: Spot): Mark {
  const stencil = createStencil(spot)
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
    shades.push(
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
