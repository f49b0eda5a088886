/** Cables and what carries, ends and earths them. */
import {
  arc,
  circle,
  clip,
  colour,
  ellipsePoints,
  group,
  hatch,
  line,
  onCircle,
  path,
  polygon,
  polyline,
  rect,
  rectPoints,
  weight,
  type Point,
  type Mark,
} from '../pen.ts'
import { hexHead, label, lead, regular, row, screw, strands, type Size } from './parts.ts'
import {
  box,
  frontPrism,
  knob,
  onFront,
  onLevel,
  onRight,
  plate,
  roller,
  sidePrism,
  upright,
  type View,
  type Solid,
  type Plate,
} from './solids.ts'

const thin = { width: weight.hatch } as const

/** Where `count` cores lie inside a cable, as (z, y) from its axis in core radii. */
function layUp(count: number): { places: Point[]; reach: number } {
  if (count === 1) return { places: [[0, 0]], reach: 1 }
  const ring = (many: number, r: number, turn: number): Point[] =>
    row(many, (index) => onCircle(0, 0, r, turn + (360 * index) / many))
  const around = (many: number): number => 1 / Math.sin(Math.PI / many)
  if (count === 7) return { places: [[0, 0], ...ring(6, 2, 0)], reach: 3 }
  if (count === 12) return { places: [...ring(3, around(3), 0), ...ring(9, 3.15, 10)], reach: 4.15 }
  if (count === 19) return { places: [[0, 0], ...ring(6, 2, 0), ...ring(12, 3.9, 15)], reach: 4.9 }
  return { places: ring(count, around(count), count === 4 ? 45 : -90), reach: 1 + around(count) }
}

interface Layer {
  r: number
  to: number
  fill?: string
  face?: (r: number, from: number, to: number, unit: number) => Mark
}

interface Cores {
  /** Where they lie in the cable, as (z, y). */
  places: readonly Point[]
  r: number
  bare: number
  to: number
}

/** A cable with its layers cut back one after the other, then its cores with bare strands. */
function cutBack(layers: readonly Layer[], cores: Cores, view: View): Solid[] {
  // From the sheath inwards: each layer comes out of the cut end of the one around it.
  const body = [...layers].reverse().flatMap((layer, index) => {
    const from = layers[layers.length - index]?.to ?? 0
    const { face } = layer
    return [
      roller(0, 0, layer.r, from, layer.to - from, {
        heavy: true,
        fill: layer.fill ?? colour.paper,
      }),
      ...(face ? [onFront(0, (unit: number) => face(layer.r, from, layer.to, unit))] : []),
    ]
  })
  const from = layers[0]?.to ?? 0
  const farFirst = [...cores.places].sort((a, b) => b[0] - a[0] || b[1] - a[1])
  if (view === 'side' || cores.places.length === 1) {
    const ends = farFirst.flatMap(([z, y], index) => [
      roller(y, z, cores.r, from, cores.to - from, { fill: coreFill(index) }),
      roller(y, z, cores.r * 0.72, cores.to - 4, cores.bare, {
        fill: colour.copper,
        side:
          cores.places.length > 5
            ? circle(z, y, cores.r * 0.4, { ...thin, fill: colour.copperLight })
            : strands(z, y, cores.r * 0.72),
      }),
      onFront(z, strandLines(cores.to, y, cores.r * 0.72, cores.bare)),
    ])
    return [...body, ...ends]
  }
  return [...body, fan(farFirst, cores, from)]
}

function coreFill(index: number): string {
  const fills = [colour.paper, colour.shade, colour.dark, colour.tint, colour.grey]
  return fills[index % fills.length] ?? colour.paper
}

function strandLines(x: number, y: number, r: number, length: number): Mark {
  return row(4, (strand) =>
    line(x, y - r * (0.6 - strand * 0.4), x + length - 4, y - r * (0.52 - strand * 0.4), {
      ...thin,
      stroke: colour.copperLight,
    }),
  )
}

/** The cores, spread like fingers so that each can be seen. */
function fan(places: readonly Point[], cores: Cores, from: number): Solid {
  const { r, to, bare } = cores
  const many = places.length
  const gap = many > 5 ? r * 2.1 : r * 2.7
  const half = ((many - 1) / 2) * gap
  const rank = new Map(
    [...places.keys()]
      .sort((a, b) => (places[a]?.[1] ?? 0) - (places[b]?.[1] ?? 0) || a - b)
      .map((place, index) => [place, index]),
  )
  const draw = (unit: number): Mark =>
    places.map(([, y], index) => {
      const place = rank.get(index) ?? 0
      const endY = place * gap - half
      const end = to - Math.abs(place - (many - 1) / 2) * r * 0.5
      const middle = from + (end - from) * 0.5
      const bend = (offset: number): string =>
        `M${from} ${y + offset}C${middle} ${y + offset} ${middle} ${endY + offset} ${end} ${endY + offset}`
      const full = (2 * r) / unit
      const solid = { fill: colour.none, cap: 'butt' } as const
      return [
        rect(end - 3, endY - r * 0.72, bare, r * 1.44, { fill: colour.copper }),
        strandLines(end, endY, r * 0.72, bare),
        path(bend(0), { ...solid, width: full }),
        path(bend(0), { ...solid, width: full - weight.detail * 2, stroke: coreFill(index) }),
        many <= 5 && path(bend(r * 0.5), { ...thin, stroke: colour.grey }),
        many <= 5 && path(bend(r * 0.7), { ...thin, stroke: colour.grey }),
        line(end, endY - r, end, endY + r),
      ]
    })
  return {
    ...onFront(0, draw),
    from: [from, -half - r, -r],
    to: [to + bare, half + r, r],
  }
}

/** Wires or tape wound round a body, as seen on its near half. */
function helix(r: number, from: number, to: number, pitch: number, lean: number): Mark {
  const marks: Mark[] = []
  for (let x = from - lean; x < to + lean; x += pitch) {
    const points = row(9, (step): Point => {
      const turn = (step / 8) * Math.PI
      return [x + (lean * step) / 8, -r * Math.cos(turn)]
    })
    const inside = points.filter(([px]) => px >= from && px <= to)
    if (inside.length > 1) marks.push(polyline(inside, thin))
  }
  return marks
}

export function cable({ cores, armoured }: { cores: number; armoured: boolean }, view: View): Mark {
  const { places, reach } = layUp(cores)
  const outer = cores === 1 ? 62 : 84
  const inner = outer * (armoured ? 0.66 : 0.8)
  const r = inner / reach
  const layers: Layer[] = armoured
    ? [
        { r: inner * 1.06, to: 400, fill: colour.tint },
        {
          r: outer * 0.88,
          to: 320,
          fill: colour.shade,
          face: (radius, from, to) => helix(radius, from, to, 13, 46),
        },
        { r: outer, to: 200, face: sheathFace },
      ]
    : [
        {
          r: inner * 1.04,
          to: 340,
          fill: colour.tint,
          face: (radius, from, to) => helix(radius, from, to, 40, 60),
        },
        { r: outer, to: 240, face: sheathFace },
      ]
  const solids = cutBack(
    layers,
    { places: places.map(([z, y]) => [z * r, y * r]), r, bare: 80, to: 590 },
    view,
  )
  return plate(view, solids, lying(view))
}

/** How a length of cable is placed: across the page at a slant, or its section upright. */
function lying(view: View): Plate {
  return view === 'side' ? { fill: 0.76 } : { measured: false, tilt: view === 'front' ? -20 : -8 }
}

/** The printed line along a sheath, and the end where it was torn off. */
function sheathFace(r: number, from: number, to: number, unit: number): Mark {
  return [
    row(3, (index) =>
      line(from + 30 + index * 44, -r * 0.3, from + 60 + index * 44, -r * 0.3, {
        stroke: colour.grey,
      }),
    ),
    hatch(rectPoints(to - 10, -r, 10, r * 2), { angle: 60, spacing: 6 * unit }),
  ]
}

export function controlCable({ cores }: { cores: 7 | 12 | 19 }, view: View): Mark {
  const { places, reach } = layUp(cores)
  const outer = { 7: 66, 12: 82, 19: 94 }[cores]
  const inner = outer * 0.76
  const r = inner / reach
  const solids = cutBack(
    [
      {
        r: inner * 1.04,
        to: 380,
        fill: colour.tint,
        face: (radius, from, to) => helix(radius, from, to, 34, 60),
      },
      {
        r: outer * 0.89,
        to: 310,
        fill: colour.copperLight,
        face: (radius, from, to, unit) =>
          [38, -38].map((angle) =>
            hatch(rectPoints(from, -radius, to - from, radius * 2), {
              angle,
              spacing: 10 * unit,
              tone: colour.copper,
            }),
          ),
      },
      { r: outer, to: 210, face: sheathFace },
    ],
    { places: places.map(([z, y]) => [z * r, y * r]), r, bare: 40, to: 590 },
    view,
  )
  return plate(view, solids, lying(view))
}

export function cableDrum({ size }: { size: Size }, view: View): Mark {
  const [r, w, turns] = ({ s: [400, 420, 11], m: [650, 720, 13], l: [1000, 1200, 15] } as const)[
    size
  ]
  const wound = r * 0.82
  const flange = w * 0.09
  const pitch = (w - 2 * flange) / turns
  const flangeFace = (unit: number): Mark => [
    circle(0, 0, r * 0.95, { ...thin, fill: colour.none }),
    row(9, (index) => {
      const x = -r + (2 * r * (index + 1)) / 10
      const reach = Math.sqrt(Math.max(0, r * r - x * x)) * 0.95
      return line(x, -reach, x, reach, { ...thin, stroke: colour.grey })
    }),
    hatch(ellipsePoints(0, 0, r * 0.95, r * 0.95), {
      angle: 90,
      spacing: 34 * unit,
      tone: colour.shade,
    }),
    circle(0, 0, r * 0.4, { fill: colour.paper }),
    row(size === 's' ? 4 : 8, (index) =>
      circle(...onCircle(0, 0, r * 0.5, 22.5 + index * (size === 's' ? 90 : 45)), r * 0.028, {
        fill: colour.tint,
      }),
    ),
    row(size === 's' ? 4 : 6, (index) =>
      circle(...onCircle(0, 0, r * 0.3, index * (size === 's' ? 90 : 60)), r * 0.028, {
        fill: colour.tint,
      }),
    ),
    circle(0, 0, r * 0.12, { fill: colour.shade }),
    circle(0, 0, r * 0.08, { fill: colour.ink }),
    arcArrow(r * 0.72),
  ]
  const tail =
    view === 'side'
      ? []
      : [
          {
            ...onFront(view === 'front' ? 0 : w * 0.5, [
              path(
                `M${-wound * 0.2} ${wound * 0.98}C${r * 0.7} ${r * 1.0} ${r * 0.95} ${r * 0.96} ${r * 1.3} ${r * 0.965}`,
                { width: 13, stroke: colour.ink },
              ),
              path(
                `M${-wound * 0.2} ${wound * 0.98}C${r * 0.7} ${r * 1.0} ${r * 0.95} ${r * 0.96} ${r * 1.3} ${r * 0.965}`,
                { width: 8, stroke: colour.grey },
              ),
              line(r * 1.28, r * 0.965, r * 1.34, r * 0.965, { width: 8, stroke: colour.copper }),
            ]),
            aside: true,
          },
        ]
  return plate(
    view,
    [
      knob(0, 0, r, w - flange, flange, { heavy: true, fill: colour.tint }),
      ...tail,
      ...row(turns, (index) =>
        knob(0, 0, wound - (index % 2) * 3, flange + pitch * (turns - 1 - index), pitch, {
          fill: index === 4 ? colour.copperLight : colour.paper,
        }),
      ),
      knob(0, 0, r, 0, flange, { heavy: true, face: flangeFace }),
    ],
    { standing: true, fill: { s: 0.66, m: 0.84, l: 1 }[size] },
  )
}

function arcArrow(r: number): Mark {
  const tip = onCircle(0, 0, r, 245)
  return [
    arc(0, 0, r, 205, 245, { width: weight.outline, stroke: colour.ink }),
    polygon(
      [onCircle(0, 0, r, 253), onCircle(...tip, r * 0.1, 350), onCircle(...tip, r * 0.1, 150)],
      { fill: colour.ink, stroke: colour.none },
    ),
  ]
}

export function wireCoil({ size }: { size: 's' | 'm' }, view: View): Mark {
  const [r, turns, pitch] = size === 's' ? [90, 5, 11] : [125, 5, 15]
  const hole = r * 0.52
  const coil = row(turns, (index) => {
    const front = index === turns - 1
    return knob(0, 0, r - (index % 2) * 2.5, pitch * (turns - 1 - index), pitch, {
      heavy: front,
      face: front
        ? [
            row(6, (ring) =>
              circle(0, 0, r - ((r - hole) * (ring + 1)) / 7, { ...thin, fill: colour.none }),
            ),
            circle(0, 0, hole, { width: weight.outline }),
            view === 'front'
              ? []
              : clip(
                  ellipsePoints(0, 0, hole, hole),
                  row(turns - 1, (layer) =>
                    circle((layer + 1) * pitch * 0.466, -(layer + 1) * pitch * 0.291, hole, {
                      ...thin,
                      fill: colour.none,
                    }),
                  ),
                ),
          ]
        : [],
    })
  })
  const ties = row(4, (index) => {
    const angle = 40 + index * 90
    const [x1, y1] = onCircle(0, 0, hole - 3, angle)
    const [x2, y2] = onCircle(0, 0, r + 2, angle)
    return [
      line(x1, y1, x2, y2, { width: 17 }),
      line(x1, y1, x2, y2, { width: 12, stroke: colour.shade }),
    ]
  })
  return plate(
    view,
    [
      ...coil,
      onFront(0, [
        ties,
        lead(
          `M${r * 0.62} ${r * 0.5}C${r * 0.9} ${r * 0.8} ${r * 1.05} ${r * 0.9} ${r * 1.36} ${r * 0.86}`,
          9,
          colour.paper,
        ),
        line(r * 1.36, r * 0.86, r * 1.52, r * 0.83, { width: 8, stroke: colour.copper }),
      ]),
    ],
    { fill: size === 's' ? 0.72 : 0.9 },
  )
}

export function cableTray({ type }: { type: 'ladder' | 'perforated' | 'mesh' }, view: View): Mark {
  const [w, h, d] = [1000, 100, 600]
  const deck = (unit: number): Mark => {
    if (type === 'ladder') {
      return row(4, (index) => [
        rect(90 + index * 250, 0, 55, d),
        line(108 + index * 250, 0, 108 + index * 250, d, { ...thin, stroke: colour.grey }),
      ])
    }
    if (type === 'mesh') {
      return [
        row(11, (index) => line(index * 100, 0, index * 100, d)),
        row(7, (index) => line(0, index * 100, w, index * 100)),
      ]
    }
    return [
      rect(0, 0, w, d, { fill: colour.tint }),
      row(5, (line_) =>
        row(8, (index) =>
          rect(40 + index * 122 + (line_ % 2) * 40, 50 + line_ * 115, 62, 30, {
            ...thin,
            fill: colour.paper,
            radius: 15,
          }),
        ),
      ),
      hatch(rectPoints(0, d - 30, w, 30), { angle: 0, spacing: 8 * unit }),
    ]
  }
  const cables = (from: number): Mark =>
    row(4, (index) => {
      const y = from + index * 78
      return [
        line(0, y, w, y, { width: 24 }),
        line(0, y, w, y, { width: 18, stroke: index === 1 ? colour.copperLight : colour.paper }),
      ]
    })
  if (view === 'front') {
    // Seen from above: the usual plan of a tray run.
    const flange = (y: number): Mark => [
      rect(0, y, w, 26, { width: weight.outline }),
      line(0, y + 8, w, y + 8, thin),
    ]
    return plate(view, [
      box(0, 0, 0, w, d, h, {
        fill: colour.paper,
        stroke: colour.none,
        face: (unit: number) => [
          deck(unit),
          type === 'mesh'
            ? rect(0, 0, w, d, { fill: colour.none, width: weight.outline })
            : [flange(0), flange(d - 26)],
          cables(150),
          type !== 'mesh' && [60, w - 60].map((x) => [screw(x, 13, 8), screw(x, d - 13, 8)]),
        ],
      }),
    ])
  }
  if (view === 'side') {
    const profile =
      type === 'mesh'
        ? { width: weight.outline, fill: colour.none }
        : { fill: colour.shade, width: weight.detail }
    const wall = type === 'mesh' ? 6 : 10
    return plate(
      view,
      [
        { ...box(-200, h + 8, -80, 40, 40, d + 160, { fill: colour.tint }), aside: true },
        box(0, 0, 0, w, h, d, {
          stroke: colour.none,
          fill: colour.none,
          side: [
            polygon(
              [
                [0, 0],
                [wall, 0],
                [wall, h - wall],
                [d - wall, h - wall],
                [d - wall, 0],
                [d, 0],
                [d, h],
                [0, h],
              ],
              profile,
            ),
            type === 'ladder' && [
              rect(wall, h * 0.55, d - 2 * wall, h * 0.3),
              row(2, (index) =>
                line(index * (d - 34), 0, 34 + index * (d - 34), 0, { width: weight.outline }),
              ),
            ],
            type === 'mesh' &&
              row(13, (index) => circle(index * 50, h - 3, 6, { fill: colour.ink })),
            row(4, (index) => {
              const r = [34, 28, 34, 22][index]!
              const base = type === 'ladder' ? h * 0.55 : h - wall
              return [
                circle(110 + index * 125, base - r, r, { width: weight.outline }),
                row(3, (core) => {
                  const [x, y] = onCircle(110 + index * 125, base - r, r * 0.46, 90 + core * 120)
                  return circle(x, y, r * 0.28, { ...thin, fill: colour.copper })
                }),
              ]
            }),
          ],
        }),
      ],
      { fill: 0.92 },
    )
  }
  const rods = [0.12, 0.85].flatMap((share) => [
    { ...box(w * share, -460, d - 20, 10, 560, 10, { fill: colour.shade }), aside: true },
  ])
  const nearRods = [0.12, 0.85].map((share) => ({
    ...box(w * share, -460, -30, 10, 570, 10, { fill: colour.shade }),
    aside: true,
  }))
  const wall = (z: number): Solid =>
    type === 'mesh'
      ? onFront(z, [
          row(11, (index) => line(index * 100, 0, index * 100, h)),
          line(0, 0, w, 0, { width: weight.outline }),
          line(0, h, w, h),
          line(0, h / 2, w, h / 2),
        ])
      : box(0, 0, z, w, h, 12, {
          heavy: true,
          face:
            type === 'perforated'
              ? row(8, (index) =>
                  rect(50 + index * 122, 38, 60, 22, { ...thin, fill: colour.shade, radius: 11 }),
                )
              : [
                  line(0, 16, w, 16, thin),
                  line(0, h - 16, w, h - 16, thin),
                  [40, 90, w - 90, w - 40].map((x) => circle(x, h / 2, 10, { fill: colour.tint })),
                ],
        })
  return plate(view, [
    ...rods,
    ...row(2, (index) =>
      box(w * (0.1 + index * 0.73), h + 6, -60, 60, 40, d + 120, { fill: colour.tint }),
    ),
    wall(d - 12),
    onLevel(h, [
      rect(0, 0, w, d, { fill: type === 'ladder' || type === 'mesh' ? colour.none : colour.tint }),
      deck(1),
    ]),
    onLevel(h - 24, group({ y: 600, scale: [1, -1] }, cables(150))),
    { from: [0, 0, 0], to: [w, h, d], draw: () => [] },
    wall(0),
    ...nearRods,
  ])
}

export function conduit(_parameters: object, view: View): Mark {
  const pipes = [
    { y: 0, r: 25, length: 620 },
    { y: 92, r: 16, length: 700 },
    { y: 168, r: 12.5, length: 560 },
    { y: 234, r: 10, length: 640 },
  ]
  const box_ = [
    box(-150, -62, -40, 124, 124, 80, {
      heavy: true,
      radius: 10,
      face: [circle(-88, 0, 46), circle(-88, 0, 38, thin), screw(-88, -40, 5), screw(-88, 40, 5)],
    }),
    roller(0, 0, 31, -28, 40, { fill: colour.tint }),
  ]
  return plate(
    view,
    [
      ...pipes.flatMap(({ y, r, length }, index) => [
        roller(y, 0, r, 0, length, {
          heavy: true,
          side: [circle(0, y, r * 0.86, { fill: colour.dark })],
        }),
        roller(y, 0, r * 1.22, length * (0.36 + index * 0.1), r * 3.6, { fill: colour.tint }),
        onFront(
          -r,
          label(length * 0.08 + (index === 0 ? 40 : 0), y - r * 0.35, 120, r * 0.7, 1, false),
        ),
      ]),
      ...box_,
      ...[170, 470].map((x) =>
        box(x, -34, 18, 16, 290, 10, { fill: colour.shade, face: screw(x + 8, 134, 5) }),
      ),
      onFront(0, [
        row(3, (wire) =>
          path(
            `M618 ${-8 + wire * 8}C680 ${-12 + wire * 8} 720 ${-30 + wire * 18} 780 ${-34 + wire * 26}`,
            { width: 5, stroke: wire === 1 ? colour.copper : colour.ink },
          ),
        ),
      ]),
    ],
    { measured: view === 'side', fill: view === 'side' ? 0.8 : 0.96 },
  )
}

export function cableGland(_parameters: object, view: View): Mark {
  const hex = hexAlong
  return plate(
    view,
    [
      roller(0, 0, 23, -170, 190, { heavy: true, fill: colour.paper }),
      onFront(
        0,
        row(3, (index) =>
          line(-160 + index * 40, -7, -138 + index * 40, -7, { stroke: colour.grey }),
        ),
      ),
      roller(0, 0, 30, 0, 16, { fill: colour.shade }),
      hex(14, 42, 34),
      roller(0, 0, 37, 48, 10, { fill: colour.copperLight }),
      hex(58, 46, 40),
      roller(0, 0, 36, 98, 12, { fill: colour.copperLight }),
      hex(110, 46, 26),
      roller(0, 0, 34, 136, 58, { fill: colour.copperLight }),
      onFront(0, [row(9, (index) => line(141 + index * 6, -34, 145 + index * 6, 34, thin))]),
      hex(166, 48, 14),
      roller(0, 0, 17, 194, 60, { fill: colour.tint }),
      ...[
        [-7, 0],
        [6, -7],
        [6, 7],
      ].flatMap(([y = 0, z = 0]) => [
        roller(y, z, 4.6, 300, 34, { fill: colour.copper, side: strands(z, y, 4.6) }),
        roller(y, z, 7, 250, 54, { fill: colour.paper }),
      ]),
    ],
    lying(view),
  )
}

/** A hexagonal nut lying along x. */
function hexAlong(x: number, r: number, w: number): Solid {
  return sidePrism(regular(0, 0, r, 6, -90), x, w, { heavy: true, fill: colour.copperLight })
}

export function earthRod(_parameters: object, view: View): Mark {
  return plate(
    view,
    [
      ...(view === 'three-quarter' ? [] : [{ ...groundSection(view), aside: true }]),
      frontPrism(
        [
          [-14, 760],
          [14, 760],
          [0, 850],
        ],
        -14,
        28,
        { fill: colour.copper },
      ),
      upright(0, 0, 14, 0, 760, { fill: colour.copper }),
      upright(0, 0, 22, 410, 90, { fill: colour.copperLight }),
      box(-38, 70, -26, 76, 58, 52, {
        heavy: true,
        fill: colour.tint,
        face: [line(0, 70, 0, 128, thin)],
      }),
      hexHead(24, 99, 14, -42, 16),
      onFront(0, [
        lead('M-34 99C-120 99 -150 60 -190 -20', 11, colour.copper),
        row(5, (index) =>
          line(
            -60 - index * 22,
            96 - index * index * 2.4,
            -68 - index * 22,
            106 - index * index * 2.4,
            { ...thin, stroke: colour.copperLight },
          ),
        ),
      ]),
      upright(0, 0, 20, -26, 30, { fill: colour.shade }),
    ],
    { measured: false },
  )
}

/** The soil the rod is driven into, with the inspection pit round its head. */
function groundSection(view: View): Solid {
  const mark = (unit: number): Mark => [
    line(-520, 20, -210, 20, { width: weight.outline }),
    line(210, 20, 520, 20, { width: weight.outline }),
    hatch(rectPoints(-520, 20, 310, 34), { spacing: 9 * unit }),
    hatch(rectPoints(210, 20, 310, 34), { spacing: 9 * unit }),
    polygon(
      [
        [-210, 10],
        [-160, 10],
        [-160, 260],
        [-210, 260],
      ],
      { fill: colour.shade },
    ),
    polygon(
      [
        [160, 10],
        [210, 10],
        [210, 260],
        [160, 260],
      ],
      { fill: colour.shade },
    ),
    row(22, (index) => {
      const x = -500 + ((index * 389) % 1000)
      const y = 330 + ((index * 251) % 520)
      return Math.abs(x) > 60 && line(x, y, x + 34, y, { ...thin, stroke: colour.grey })
    }),
    row(3, (index) =>
      arc(0, 420, 150 + index * 100, 40, 140, { ...thin, stroke: colour.grey, dash: '10 9' }),
    ),
  ]
  return view === 'side' ? onRight(-Infinity, mark) : onFront(0, mark)
}

export function lightningRod(_parameters: object, view: View): Mark {
  return plate(
    view,
    [
      box(-330, 1240, -200, 660, 60, 520, { heavy: true, fill: colour.tint }),
      ...[-1, 1].map((side) =>
        frontPrism(
          side < 0
            ? [
                [-240, 1240],
                [-222, 1240],
                [-6, 760],
                [-16, 744],
              ]
            : [
                [240, 1240],
                [16, 744],
                [6, 760],
                [222, 1240],
              ],
          20,
          10,
        ),
      ),
      box(-90, 1216, -70, 180, 24, 180, { fill: colour.shade }),
      upright(0, 20, 34, 620, 600, { heavy: true }),
      upright(0, 20, 24, 220, 400, { heavy: true }),
      upright(0, 20, 42, 606, 34, { fill: colour.shade }),
      upright(0, 20, 14, -90, 310, { rTop: 1.5, fill: colour.copper }),
      upright(0, 20, 34, 205, 26, { fill: colour.shade }),
      upright(0, 20, 62, 50, 60, { rTop: 24, fill: colour.copperLight }),
      onFront(20, [
        lead(
          'M10 230C40 260 34 300 34 420L34 1120C34 1190 70 1226 150 1236L320 1236',
          5,
          colour.copper,
        ),
        row(4, (index) => rect(20, 430 + index * 190, 24, 16, { fill: colour.shade })),
      ]),
      onFront(
        20,
        row(3, (index) => [
          arc(0, -90, 130 + index * 90, 205, 240, { ...thin, stroke: colour.grey }),
          arc(0, -90, 130 + index * 90, 300, 335, { ...thin, stroke: colour.grey }),
        ]),
      ),
    ],
    { measured: false },
  )
}
