/** Electrical things in the world: cabinets, transformers, insulators, pylons, lamps, drums. */
import {
  circle,
  colour,
  line,
  polygon,
  polyline,
  random,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import {
  block,
  createPlane,
  cylinder,
  hang,
  ringPoints,
  roundBar,
  type Plane,
  type Side,
  type Vec,
  type View,
} from './perspective.ts'

export type CabinetKind = 'feeder' | 'control' | 'incomer' | 'rack' | 'plain'

/** The front of one cabinet on a wall plane, from u to u + w. */
function cabinetFront(
  plane: Plane,
  u: number,
  w: number,
  h: number,
  kind: CabinetKind,
  seed: string,
): Mark {
  const next = random(seed)
  const [left, right] = [plane.view.point(plane.at(u, 0)), plane.view.point(plane.at(u + w, 0))]
  // Far down a long row only the division between cabinets can be seen.
  if (Math.abs(right[0] - left[0]) < 26) {
    return kind === 'rack'
      ? plane.rect(u, h * 0.04, w, h * 0.92, { fill: colour.dark, width: 1 })
      : plane.rect(u + w * 0.34, h * 0.5, w * 0.32, h * 0.3, {
          fill: colour.shade,
          stroke: colour.none,
        })
  }
  const px = Math.abs(right[0] - left[0])
  const rich = px > 62
  const fine = { width: 1, stroke: colour.grey }
  const door = [
    plane.rect(u + w * 0.04, h * 0.05, w * 0.92, h * 0.91, {
      fill: colour.none,
      width: weight.hatch,
    }),
    rich && [
      plane.rect(u + w * 0.075, h * 0.065, w * 0.85, h * 0.88, { fill: colour.none, ...fine }),
      [0.16, 0.5, 0.84].map((share) =>
        plane.line(u + w * 0.045, h * share, u + w * 0.045, h * share + 0.1, {
          width: weight.detail,
        }),
      ),
      // The edge of the door throws a thin shadow to the right.
      plane.hatch(u + w * 0.925, h * 0.065, w * 0.035, h * 0.88, {
        angle: 90,
        spacing: 2.4,
      }),
    ],
  ]
  const handle = (v: number): Mark => [
    rich && plane.rect(u + w * 0.86, v - 0.05, w * 0.05, 0.26, { width: 1, fill: colour.tint }),
    plane.line(u + w * 0.885, v, u + w * 0.885, v + 0.16, { width: weight.detail }),
  ]
  const plate = (share: number, v: number, wide = 0.26): Mark =>
    rich && [
      plane.rect(u + w * share, v, w * wide, h * 0.028, { width: 1 }),
      plane.line(
        u + w * (share + 0.03),
        v + h * 0.014,
        u + w * (share + wide - 0.04),
        v + h * 0.014,
        {
          width: 1.4,
          stroke: colour.grey,
        },
      ),
    ]
  const lamps = (v: number): Mark =>
    [0.3, 0.42, 0.54, 0.66].map((share, index) => [
      plane.disc(u + w * share, v, w * 0.044, {
        fill: index === 0 ? colour.copper : index === 3 ? colour.dark : colour.paper,
        width: weight.hatch,
      }),
      rich && plane.disc(u + w * share, v, w * 0.022, { fill: colour.none, width: 1 }),
    ])
  const warning = (v: number): Mark =>
    rich &&
    plane.polygon(
      [
        [u + w * 0.45, v],
        [u + w * 0.55, v],
        [u + w * 0.5, v + w * 0.09],
      ],
      { fill: colour.copperLight, stroke: colour.copper, width: weight.hatch },
    )
  if (kind === 'rack') {
    const rows = rich ? 14 : 7
    return [
      plane.rect(u + w * 0.07, h * 0.04, w * 0.86, h * 0.92, {
        fill: colour.dark,
        width: weight.hatch,
      }),
      Array.from({ length: rows }, (_, row) => {
        const v = h * (0.06 + (0.88 * row) / rows)
        return [
          plane.line(u + w * 0.12, v, u + w * 0.88, v, {
            width: weight.hatch,
            stroke: row % 3 ? colour.ink : colour.grey,
          }),
          next() < 0.4 &&
            plane.line(u + w * 0.18, v + h * 0.03, u + w * (0.28 + next() * 0.3), v + h * 0.03, {
              width: rich ? weight.detail : 1.6,
              stroke: colour.copper,
            }),
          rich &&
            next() < 0.6 &&
            plane.line(u + w * 0.66, v + h * 0.03, u + w * 0.84, v + h * 0.03, {
              width: weight.detail,
              stroke: colour.grey,
            }),
        ]
      }),
      rich &&
        plane.line(u + w * 0.9, h * 0.48, u + w * 0.9, h * 0.58, {
          width: weight.detail,
          stroke: colour.shade,
        }),
    ]
  }
  if (kind === 'feeder') {
    const rows = 5
    return [
      plane.rect(u + w * 0.05, h * 0.9, w * 0.9, h * 0.06, {
        fill: colour.none,
        width: weight.hatch,
      }),
      rich && vents(plane, u + w * 0.2, h * 0.912, w * 0.6, h * 0.036),
      Array.from({ length: rows }, (_, row) => {
        const v = h * (0.06 + (0.82 * row) / rows)
        const tall = (h * 0.76) / rows
        return [
          plane.rect(u + w * 0.07, v, w * 0.86, tall, { fill: colour.none, width: weight.hatch }),
          rich && [
            plane.rect(u + w * 0.3, v + tall * 0.14, w * 0.28, tall * 0.72, {
              width: weight.hatch,
              fill: colour.tint,
            }),
            plane.line(u + w * 0.12, v + tall * 0.72, u + w * 0.25, v + tall * 0.72, fine),
            plane.line(u + w * 0.12, v + tall * 0.58, u + w * 0.21, v + tall * 0.58, fine),
            plane.line(u + w * 0.91, v + tall * 0.3, u + w * 0.91, v + tall * 0.7, {
              width: weight.detail,
            }),
          ],
          plane.rect(u + w * 0.34, v + tall * 0.26, w * 0.2, tall * 0.48, {
            fill: colour.dark,
            width: weight.hatch,
          }),
          plane.rect(u + w * 0.405, v + tall * (row === 1 ? 0.3 : 0.46), w * 0.07, tall * 0.22, {
            fill: rich ? colour.copper : colour.shade,
            stroke: colour.none,
          }),
          plane.disc(u + w * 0.7, v + tall * 0.56, w * 0.03, {
            fill: colour.copper,
            stroke: colour.none,
          }),
          plane.disc(u + w * 0.79, v + tall * 0.56, w * 0.03, { width: 1 }),
        ]
      }),
    ]
  }
  if (kind === 'incomer') {
    return [
      door,
      plane.rect(u + w * 0.17, h * 0.33, w * 0.6, h * 0.27, {
        fill: colour.tint,
        width: weight.hatch,
      }),
      rich && plane.rect(u + w * 0.2, h * 0.345, w * 0.54, h * 0.24, { width: weight.hatch }),
      plane.rect(u + w * 0.23, h * 0.38, w * 0.09, h * 0.16, { fill: colour.copper, width: 1 }),
      plane.rect(u + w * 0.48, h * 0.47, w * 0.2, h * 0.09, { fill: colour.ink, width: 1 }),
      rich && [
        plane.rect(u + w * 0.36, h * 0.48, w * 0.07, h * 0.05, { width: 1 }),
        plane.rect(u + w * 0.36, h * 0.41, w * 0.07, h * 0.05, { width: 1, fill: colour.dark }),
        [0.5, 0.56, 0.62].map((share) =>
          plane.disc(u + w * share, h * 0.42, w * 0.018, { width: 1 }),
        ),
        plane.trace(
          [
            [u + w * 0.5, h * 0.5],
            [u + w * 0.55, h * 0.53],
            [u + w * 0.6, h * 0.49],
            [u + w * 0.66, h * 0.52],
          ],
          { width: 1, stroke: colour.copperLight },
        ),
      ],
      plane.rect(u + w * 0.32, h * 0.75, w * 0.3, h * 0.1, {
        fill: colour.dark,
        width: weight.hatch,
      }),
      rich &&
        [0.77, 0.8, 0.83].map((v, index) =>
          plane.line(u + w * 0.36, h * v, u + w * (0.5 + index * 0.03), h * v, {
            width: 1.4,
            stroke: colour.shade,
          }),
        ),
      [0.3, 0.45, 0.6].map((share) =>
        plane.disc(u + w * share, h * 0.68, w * 0.04, {
          fill: colour.copper,
          width: weight.hatch,
        }),
      ),
      plate(0.34, h * 0.88),
      warning(h * 0.25),
      vents(plane, u + w * 0.2, h * 0.1, w * 0.6, h * 0.1),
      handle(h * 0.5),
    ]
  }
  if (kind === 'control') {
    return [
      door,
      plane.rect(u + w * 0.24, h * 0.7, w * 0.48, h * 0.15, {
        fill: colour.dark,
        width: weight.hatch,
      }),
      rich && [
        plane.rect(u + w * 0.27, h * 0.718, w * 0.42, h * 0.114, { fill: colour.ink, width: 1 }),
        plane.line(u + w * 0.3, h * 0.785, u + w * 0.66, h * 0.785, {
          width: weight.hatch,
          stroke: colour.copper,
        }),
        [0.34, 0.44, 0.54, 0.63].map((share) =>
          plane.line(u + w * share, h * 0.785, u + w * share, h * 0.735, {
            width: weight.hatch,
            stroke: colour.copperLight,
          }),
        ),
        [0.32, 0.48].map((share, index) => [
          plane.rect(u + w * (share - 0.06), h * 0.48, w * 0.13, w * 0.13, {
            width: weight.hatch,
          }),
          plane.line(
            u + w * (share - 0.03),
            h * 0.485,
            u + w * (share + (index ? 0.04 : -0.01)),
            h * 0.48 + w * 0.1,
            { width: weight.hatch, stroke: colour.copper },
          ),
        ]),
        plane.disc(u + w * 0.66, h * 0.48 + w * 0.065, w * 0.05, { fill: colour.tint }),
        plane.line(u + w * 0.66, h * 0.48 + w * 0.03, u + w * 0.66, h * 0.48 + w * 0.1, {
          width: weight.detail,
        }),
      ],
      lamps(h * 0.63),
      plate(0.34, h * 0.88),
      warning(h * 0.32),
      vents(plane, u + w * 0.2, h * 0.1, w * 0.6, h * 0.12),
      handle(h * 0.44),
    ]
  }
  return [
    door,
    plate(0.36, h * 0.86),
    warning(h * 0.62),
    rich && vents(plane, u + w * 0.24, h * 0.12, w * 0.5, h * 0.05),
    handle(h * 0.46),
  ]
}

function vents(plane: Plane, u: number, v: number, w: number, h: number): Mark {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => plane.line(u, v + h * share, u + w, v + h * share))
}

/** A row of cabinets side by side; their fronts look to `face`. */
export function cabinetRow(
  view: View,
  at: Vec,
  kinds: readonly CabinetKind[],
  style: { w?: number; d?: number; h?: number; face?: Side; width?: number; seed?: string } = {},
): Mark {
  const { w = 0.8, d = 0.8, h = 2.1, face = 'south', width, seed = 'cabinets' } = style
  const along = face === 'south' || face === 'north'
  const total = w * kinds.length
  const size = along ? ([total, d, h] as const) : ([d, total, h] as const)
  const body = block(view, at, size, {
    width,
    spacing: 6,
    wall: (plane, length, height, side) => [
      side === face &&
        kinds.map((kind, index) => {
          const u = (length / kinds.length) * index
          return [
            index > 0 && plane.line(u, 0, u, height, { width: weight.detail }),
            cabinetFront(plane, u, length / kinds.length, height, kind, `${seed} ${index}`),
          ]
        }),
      plane.rect(0, 0, length, 0.1, { fill: view.night ? colour.ink : colour.dark, width: 1 }),
    ],
  })
  return [at[2] < 0.3 && !view.night && contactShadow(view, at, size), body]
}

/** The soft edge of shade where a heavy thing meets the floor: in front and away from the light. */
export function contactShadow(
  view: View,
  [x, y, z]: Vec,
  [w, d]: readonly [number, number, number],
): Mark {
  const outline: Vec[] = [
    [x - 0.04, y - 0.26, z],
    [x + w + 0.5, y - 0.26, z],
    [x + w + 0.75, y + d * 0.7, z],
    [x - 0.04, y + d * 0.7, z],
  ]
  return view.shade(outline, { angle: 0, spacing: 3.6, tone: colour.grey, width: 1.4 })
}

/** A cable drum lying on its side walls; its axle runs along x or y. */
export function drum(
  view: View,
  [x, y, z]: Vec,
  radius: number,
  width: number,
  axis: 'x' | 'y' = 'y',
): Mark {
  const centre = z + radius
  const planeAt = (across: number): Plane =>
    axis === 'y'
      ? createPlane(view, [x, y + across, centre], [1, 0, 0], [0, 0, 1])
      : createPlane(view, [x + across, y, centre], [0, 1, 0], [0, 0, 1])
  const eye = axis === 'y' ? view.eye[1] - y : view.eye[0] - x
  const near = eye < width / 2 ? 0 : width
  const far = width - near
  const rim = weight.detail
  const face = planeAt(near)
  const barrel = radius * 0.74
  const windings = [0.2, 0.35, 0.5, 0.65, 0.8].map((share) => planeAt(width * share))
  return [
    planeAt(far).disc(0, 0, radius, { width: rim }),
    roundBar(view, [x, y, centre], barrel, width, axis, { fill: colour.copperLight, lines: [] }),
    windings.map((plane) =>
      plane.disc(0, 0, barrel, { fill: colour.none, stroke: colour.copper, width: weight.hatch }),
    ),
    face.disc(0, 0, radius, { width: rim }),
    face.disc(0, 0, radius * 0.93, { width: weight.hatch }),
    [0, 1, 2, 3, 4, 5, 6].map((index) => {
      const v = radius * (-0.75 + index * 0.25)
      const half = Math.sqrt(Math.max(0, (radius * 0.93) ** 2 - v * v))
      return face.line(-half, v, half, v, { width: weight.hatch, stroke: colour.grey })
    }),
    view.spot(x, y, z).scale * radius > 26 && [
      // The flange turns its lower right away from the light.
      face.hatchPolygon(
        [
          ...ringPoints(0, 0, radius * 0.92, -100, 20),
          ...ringPoints(-radius * 0.16, radius * 0.14, radius * 0.86, -100, 20).reverse(),
        ],
        { angle: 45, spacing: 5, tone: colour.dark },
      ),
      ringPoints(0, 0, radius * 0.5, 0, 300)
        .filter((_, index) => index % 6 === 0)
        .map(([u, v]) =>
          face.disc(u, v, radius * 0.035, { fill: colour.dark, stroke: colour.none }),
        ),
    ],
    face.disc(0, 0, radius * 0.3, { width: weight.hatch }),
    face.disc(0, 0, radius * 0.1, { fill: colour.ink, stroke: colour.none }),
  ]
}

/** A string of insulator discs between two points of the sheet. */
export function insulator(from: Point, to: Point, radius: number): Mark {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (length < 2) return ''
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const count = Math.max(3, Math.round(length / Math.max(3.2, radius * 0.9)))
  return [
    line(...from, ...to, { width: weight.hatch }),
    Array.from({ length: count }, (_, index) => {
      const at = ((index + 0.5) / count) * length
      const [x, y] = [from[0] + ux * at, from[1] + uy * at]
      return line(x - uy * radius, y + ux * radius, x + uy * radius, y - ux * radius, {
        width: radius > 5 ? weight.detail : 1.6,
      })
    }),
  ]
}

/** A post insulator of height h standing at a point of the world. */
export function postInsulator(view: View, [x, y, z]: Vec, h: number, radius = 0.16): Mark {
  const { scale } = view.spot(x, y, z)
  return insulator(view.point([x, y, z]), view.point([x, y, z + h]), Math.max(2.4, radius * scale))
}

/** A power transformer; its long side runs along x. `size` 1 is about 7 m long. */
export function transformer(
  view: View,
  [x, y, z]: Vec,
  size = 1,
  width: number = weight.detail,
): Mark {
  const m = (value: number): number => value * size
  const fin = (at: number): Mark =>
    block(view, [x + m(0.7 + at * 0.62), y - m(0.9), z + m(0.6)], [m(0.3), m(0.9), m(2.3)], {
      width: weight.hatch,
      spacing: 4,
    })
  const backFin = (at: number): Mark =>
    block(view, [x + m(0.7 + at * 0.62), y + m(2.4), z + m(0.6)], [m(0.3), m(0.9), m(2.3)], {
      width: weight.hatch,
      spacing: 4,
    })
  const bushing = (at: number): Mark => {
    const foot: Vec = [x + m(1.4 + at * 1.5), y + m(0.9), z + m(3.4)]
    const top: Vec = [foot[0], foot[1], z + m(5.5)]
    return [
      cylinder(view, foot, m(0.24), m(0.3), { width: weight.hatch }),
      postInsulator(view, [foot[0], foot[1], foot[2] + m(0.3)], m(1.7), m(0.24)),
      line(...view.point([foot[0], foot[1], foot[2] + m(2)]), ...view.point(top), {
        width: weight.detail,
        stroke: colour.copper,
      }),
    ]
  }
  const fins = [0, 1.4, 2.8, 4.2, 5.6]
  return [
    block(view, [x - m(0.2), y - m(0.2), z], [m(6), m(2.8), m(0.3)], { width: weight.hatch }),
    fins.map(backFin),
    block(view, [x, y, z + m(0.3)], [m(5.6), m(2.4), m(3)], { width, spacing: 6 }),
    roundBar(view, [x + m(0.2), y + m(2.1), z + m(4.3)], m(0.55), m(5), 'x', { width }),
    [0.6, 4.6].map((at) =>
      view.line([x + m(at), y + m(2.1), z + m(3.3)], [x + m(at), y + m(2.1), z + m(3.8)], {
        width: weight.detail,
      }),
    ),
    [0, 1, 2].map(bushing),
    (view.eye[0] < x + m(2.8) ? [...fins].reverse() : fins).map(fin),
    block(view, [x + m(4.75), y - m(0.6), z + m(0.7)], [m(0.7), m(0.6), m(1.4)], {
      width: weight.hatch,
      spacing: 4,
    }),
  ]
}

/** Where the wires of a pylon hang. */
export function pylonTips(x: number, y: number, height: number): Vec[] {
  return [0.62, 0.76, 0.9].flatMap((level, index): Vec[] => {
    const arm = height * ([0.24, 0.2, 0.15][index] ?? 0.2)
    return [
      [x - arm, y, height * level - height * 0.055],
      [x + arm, y, height * level - height * 0.055],
    ]
  })
}

/** A lattice pylon with three pairs of arms along x. */
export function pylon(
  view: View,
  x: number,
  y: number,
  height: number,
  tone: string = colour.ink,
): Mark {
  const half = (share: number): number =>
    share < 0.58
      ? height * (0.115 - 0.15 * share)
      : height * 0.028 * (1 - (share - 0.58) * 1.6) + height * 0.002
  const { scale } = view.spot(x, y)
  const big = scale * height > 260
  const main = { width: big ? weight.detail : weight.hatch, stroke: tone }
  const fine = { width: weight.hatch, stroke: tone }
  const corner = (share: number, sx: number, sy: number): Vec => [
    x + sx * half(share),
    y + sy * half(share),
    height * share,
  ]
  const levels = big
    ? [0, 0.2, 0.36, 0.48, 0.58, 0.69, 0.8, 0.93]
    : [0, 0.22, 0.4, 0.58, 0.73, 0.87]
  const legs = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const
  const faces = [
    [0, 1],
    [1, 2],
    [3, 2],
    [0, 3],
  ] as const
  const legAt = (index: number): readonly [number, number] => legs[index] ?? legs[0]
  return [
    legs.map(([sx, sy]) =>
      view.trace([corner(0, sx, sy), corner(0.58, sx, sy), [x, y, height]], main),
    ),
    levels.slice(0, -1).map((low, index) => {
      const high = levels[index + 1] ?? 1
      const count = big ? 2 : 1
      return faces
        .slice(0, count)
        .map(([a, b]) => [
          view.line(corner(low, ...legAt(a)), corner(high, ...legAt(b)), fine),
          view.line(corner(low, ...legAt(b)), corner(high, ...legAt(a)), fine),
          view.line(corner(high, ...legAt(a)), corner(high, ...legAt(b)), fine),
        ])
    }),
    [0.62, 0.76, 0.9].map((level, index) => {
      const arm = height * ([0.24, 0.2, 0.15][index] ?? 0.2)
      const z = height * level
      return [-1, 1].map((side) => [
        view.line([x + side * half(level), y, z], [x + side * arm, y, z], main),
        view.line(
          [x + side * half(level + 0.06), y, z + height * 0.06],
          [x + side * arm, y, z],
          fine,
        ),
        insulator(
          view.point([x + side * arm, y, z]),
          view.point([x + side * arm, y, z - height * 0.055]),
          Math.max(2, height * 0.008 * scale),
        ),
      ])
    }),
  ]
}

/** Wires between neighbouring pylons, far spans first. */
export function wires(view: View, spans: readonly (readonly Vec[])[], sag: number): Mark {
  return spans.slice(1).map((tips, index) =>
    tips.map((tip, at) => {
      // Far spans shrink to a few strokes.
      if (at % 2 === 1 && view.spot(tip[0], tip[1]).scale < 5) return ''
      const from = spans[index]?.[at] ?? tip
      return view.trace(hang(from, tip, sag), { width: 1.6, stroke: colour.copper })
    }),
  )
}

/** A street lamp with one or two arms along x; lit lamps throw a cone. */
export function lampPost(
  view: View,
  [x, y]: readonly [number, number],
  style: {
    height?: number
    arms?: readonly (-1 | 1)[]
    reach?: number
    lit?: boolean
    z?: number
  } = {},
): Mark {
  const { height = 10, arms = [1], reach = 1.8, lit = view.night, z = 0 } = style
  const { scale } = view.spot(x, y)
  const tone = view.night ? colour.paper : colour.ink
  const width = Math.max(1.4, Math.min(5, 0.16 * scale))
  const pool = arms.map((side) =>
    view.shade(
      ringPoints(x + side * reach, y, height * 0.42).map(([a, b]): Vec => [a, b, z]),
      { angle: 0, spacing: 4, tone: colour.copperLight, width: 1.4 },
    ),
  )
  return [
    lit && scale * height > 40 && pool,
    polyline([view.point([x, y, z]), view.point([x, y, z + height * 0.94])], {
      width,
      stroke: tone,
    }),
    arms.map((side) => [
      polyline(
        [
          view.point([x, y, z + height * 0.9]),
          view.point([x + side * reach * 0.4, y, z + height * 0.985]),
          view.point([x + side * reach, y, z + height]),
        ],
        { width: Math.max(1.2, width * 0.7), stroke: tone },
      ),
      line(
        ...view.point([x + side * (reach - 0.3), y, z + height]),
        ...view.point([x + side * (reach + 0.5), y, z + height + 0.04]),
        { width: Math.max(2.2, Math.min(9, 0.26 * scale)), stroke: lit ? colour.copper : tone },
      ),
    ]),
  ]
}

/** A table of solar modules tilted towards the viewer; u along x. */
export function solarTable(
  view: View,
  [x, y, z]: Vec,
  style: {
    w: number
    slope: number
    tilt?: number
    columns: number
    rows: number
    legs?: number
    away?: boolean
    fill?: string
  },
): Mark {
  const { w, slope, tilt = 22, columns, rows, legs = 0, away = false, fill = colour.dark } = style
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)]
  const plane = away
    ? createPlane(view, [x, y, z + slope * sin], [1, 0, 0], [0, cos, -sin])
    : createPlane(view, [x, y, z], [1, 0, 0], [0, cos, sin])
  const edge = { width: weight.hatch, stroke: away ? colour.grey : colour.paper }
  const high = (u: number): Vec => plane.at(u, away ? 0 : slope * 0.85)
  return [
    Array.from({ length: legs }, (_, index) => {
      const u = (w * (index + 0.5)) / legs
      const top = high(u)
      const low = plane.at(u, slope * 0.15)
      return [
        view.line([top[0], top[1], z - 0.6], top, { width: weight.hatch }),
        view.line([low[0], low[1], z - 0.6], low, { width: weight.hatch }),
      ]
    }),
    plane.rect(0, 0, w, slope, { fill: away ? colour.tint : fill, width: weight.detail }),
    Array.from({ length: columns - 1 }, (_, index) =>
      plane.line((w * (index + 1)) / columns, 0, (w * (index + 1)) / columns, slope, edge),
    ),
    Array.from({ length: rows - 1 }, (_, index) =>
      plane.line(0, (slope * (index + 1)) / rows, w, (slope * (index + 1)) / rows, edge),
    ),
    !away && cellLines(plane, w, slope, columns, rows),
  ]
}

/** The cells inside modules near enough to show them, and the sky they mirror. */
function cellLines(plane: Plane, w: number, slope: number, columns: number, rows: number): Mark {
  const [stepU, stepV] = [w / columns, slope / rows]
  return Array.from({ length: columns }, (_, column) => {
    const [a, b] = [
      plane.view.point(plane.at(column * stepU, 0)),
      plane.view.point(plane.at((column + 1) * stepU, 0)),
    ]
    if (Math.abs(b[0] - a[0]) < 34) return ''
    return [
      [1, 2, 3].map((part) => {
        const u = (column + part / 4) * stepU
        return plane.line(u, 0, u, slope, { width: 1, stroke: colour.grey })
      }),
      Array.from({ length: rows }, (_, row) => [
        plane.line(column * stepU, (row + 0.5) * stepV, (column + 1) * stepU, (row + 0.5) * stepV, {
          width: 1,
          stroke: colour.grey,
        }),
        (column + row * 2) % 5 === 0 &&
          plane.polygon(
            [
              [(column + 0.1) * stepU, (row + 0.08) * stepV],
              [(column + 0.34) * stepU, (row + 0.08) * stepV],
              [(column + 0.72) * stepU, (row + 0.92) * stepV],
              [(column + 0.48) * stepU, (row + 0.92) * stepV],
            ],
            { fill: colour.grey, stroke: colour.none },
          ),
      ]),
    ]
  })
}

/** A wire fence between two points of the ground. */
export function fence(
  view: View,
  from: readonly [number, number],
  to: readonly [number, number],
  height = 1.8,
  posts = 12,
): Mark {
  const at = (share: number, z: number): Vec => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    z,
  ]
  return [
    Array.from({ length: posts + 1 }, (_, index) =>
      view.line(at(index / posts, 0), at(index / posts, height), { width: weight.hatch }),
    ),
    [0.15, 0.5, 1].map((share) =>
      view.line(at(0, height * share), at(1, height * share), {
        width: weight.hatch,
        stroke: colour.grey,
      }),
    ),
  ]
}

/** A traffic cone. */
export function cone(spot: { x: number; y: number; scale: number }, height = 0.7): Mark {
  const { x, y } = spot
  const h = height * spot.scale
  return [
    polygon(
      [
        [x - h * 0.42, y],
        [x + h * 0.42, y],
        [x + h * 0.36, y - h * 0.08],
        [x - h * 0.36, y - h * 0.08],
      ],
      { fill: colour.dark, width: weight.hatch },
    ),
    polygon(
      [
        [x - h * 0.3, y - h * 0.08],
        [x + h * 0.3, y - h * 0.08],
        [x + h * 0.07, y - h],
        [x - h * 0.07, y - h],
      ],
      { width: weight.hatch },
    ),
    polygon(
      [
        [x - h * 0.21, y - h * 0.36],
        [x + h * 0.21, y - h * 0.36],
        [x + h * 0.14, y - h * 0.62],
        [x - h * 0.14, y - h * 0.62],
      ],
      { fill: colour.dark, stroke: colour.none },
    ),
  ]
}

/** A point of light. */
export function spark(at: Point, radius: number): string {
  return circle(...at, radius, { fill: colour.copper, stroke: colour.none })
}
