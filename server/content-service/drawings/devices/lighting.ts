/** Luminaires, inside and out. */
import {
  circle,
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
import {
  cornerFromBelow,
  highBayFace,
  highBayFromBelow,
  hungPanel,
  linearFromBelow,
  linearSection,
  roadHead,
  sealedPanel,
  upDownLight,
  wallPack,
} from './lamps.ts'
import { button, label, lamp, row, screw, vents, type Size } from './parts.ts'
import {
  box,
  frontPrism,
  knob,
  onFront,
  onRight,
  plate,
  roller,
  upright,
  type View,
  type Solid,
} from './solids.ts'

const thin = { width: weight.hatch } as const

/** A grid of LED lenses. */
function lenses(x: number, y: number, w: number, h: number, columns: number, rows: number): Mark {
  const [stepX, stepY] = [w / columns, h / rows]
  const r = Math.min(stepX, stepY) * 0.36
  return [
    rect(x, y, w, h, { fill: colour.tint, radius: r * 0.6 }),
    row(columns * rows, (index) => {
      const cx = x + stepX * ((index % columns) + 0.5)
      const cy = y + stepY * (Math.floor(index / columns) + 0.5)
      return [
        circle(cx, cy, r),
        rect(cx - r * 0.3, cy - r * 0.3, r * 0.6, r * 0.6, {
          fill: colour.copper,
          stroke: colour.none,
        }),
      ]
    }),
  ]
}

/** The edges of a beam of light going down from a width. */
function beam(x1: number, x2: number, y: number, length: number, spread: number): Solid {
  return {
    ...onFront(0, beamMark(x1, x2, y, length, spread)),
    aside: true,
  }
}

function beamMark(x1: number, x2: number, y: number, length: number, spread: number): Mark {
  const rays = 7
  return row(rays, (index) => {
    const share = index / (rays - 1)
    const x = x1 + (x2 - x1) * share
    return line(x, y, x + (share - 0.5) * 2 * spread, y + length, {
      ...thin,
      stroke: colour.copperLight,
      dash: '14 8',
    })
  })
}

export function ledPanel(_parameters: object, view: View): Mark {
  const s = 595
  if (view === 'front') {
    return plate(
      view,
      [
        box(0, 0, 0, s, s, 34, {
          heavy: true,
          cast: 12,
          face: (unit: number) => [
            polyline([
              [0, 0],
              [26, 26],
            ]),
            polyline([
              [s, 0],
              [s - 26, 26],
            ]),
            polyline([
              [0, s],
              [26, s - 26],
            ]),
            polyline([
              [s, s],
              [s - 26, s - 26],
            ]),
            rect(26, 26, s - 52, s - 52, { fill: colour.paper }),
            row(11, (line_) =>
              row(11, (index) =>
                circle(66 + index * 46, 66 + line_ * 46, 5, { ...thin, stroke: colour.grey }),
              ),
            ),
            hatch(
              [
                [26, s - 26],
                [s - 26, s - 26],
                [s - 26, s - 150],
              ],
              { angle: 45, spacing: 9 * unit },
            ),
            rect(s / 2 - 120, s / 2 - 120, 240, 240, {
              fill: colour.none,
              stroke: colour.copperLight,
            }),
          ],
        }),
      ],
      { fill: 0.96 },
    )
  }
  if (view === 'three-quarter') return hungPanel()
  // Hung level on two wires, driver on its back, light going down.
  return plate(
    view,
    [
      ...[0.15, 0.85].map((share) => ({ ...box(s * share, -330, s / 2, 3, 330, 3), aside: true })),
      box(s * 0.3, -38, s * 0.35, s * 0.4, 38, s * 0.3, {
        fill: colour.tint,
        face: label(s * 0.34, -30, s * 0.2, 22, 2, false),
        side: label(s * 0.4, -30, s * 0.18, 22, 2, false),
      }),
      box(0, 0, 0, s, 34, s, {
        heavy: true,
        side: [
          line(0, 24, s, 24, thin),
          rect(12, 26, s - 24, 8, { ...thin, fill: colour.copperLight }),
        ],
        face: [
          line(0, 24, s, 24, thin),
          rect(12, 26, s - 24, 8, { ...thin, fill: colour.copperLight }),
        ],
      }),
      view === 'side'
        ? { ...onRight(s, beamMark(12, s - 12, 44, 230, 110)), aside: true }
        : beam(12, s - 12, 44, 200, 90),
    ],
    { fill: 0.94 },
  )
}

export function downlight(_parameters: object, view: View): Mark {
  const r = 84
  const spring = (side: number): Solid =>
    frontPrism(
      side < 0
        ? [
            [-70, -4],
            [-112, -58],
            [-106, -62],
            [-62, -10],
          ]
        : [
            [70, -4],
            [62, -10],
            [106, -62],
            [112, -58],
          ],
      -6,
      12,
      { fill: colour.copperLight },
    )
  const fins = row(11, (index) => box(-56 + index * 10.6, -96, -50, 5, 62, 100))
  if (view === 'front') {
    // From below: rim, reflector facets, lens.
    return plate(
      view,
      [
        knob(0, 0, r, 0, 10, {
          heavy: true,
          face: (unit: number) => [
            circle(0, 0, r * 0.86, { width: weight.detail }),
            row(24, (index) =>
              line(
                ...onCircle(0, 0, r * 0.84, index * 15),
                ...onCircle(0, 0, r * 0.5, index * 15),
                { ...thin, stroke: colour.grey },
              ),
            ),
            hatch(
              [
                ...ellipsePoints(0, 0, r * 0.85, r * 0.85, -20, 90),
                ...ellipsePoints(0, 0, r * 0.5, r * 0.5, 90, -20),
              ],
              { angle: 45, spacing: 8 * unit },
            ),
            circle(0, 0, r * 0.5, { fill: colour.tint }),
            row(19, (index) => {
              const [ring, at] = index === 0 ? [0, 0] : index < 7 ? [1, index - 1] : [2, index - 7]
              const many = ring === 1 ? 6 : 12
              const [x, y] = onCircle(0, 0, r * 0.17 * ring, (360 / many) * at)
              return circle(x, y, r * 0.055, {
                ...thin,
                fill: index % 2 === 0 ? colour.copper : colour.copperLight,
              })
            }),
          ],
        }),
        onFront(
          0,
          [-1, 1].map((side) =>
            polygon(
              [
                [side * r * 0.98, -16],
                [side * r * 1.3, -9],
                [side * r * 1.3, 9],
                [side * r * 0.98, 16],
              ],
              { fill: colour.shade },
            ),
          ),
        ),
      ],
      { fill: 0.92 },
    )
  }
  return plate(
    view,
    [
      ...(view === 'side'
        ? [box(-150, 2, -190, 300, 9, 380, { fill: colour.tint, stroke: colour.grey })]
        : []
      ).map((solid) => ({ ...solid, aside: true })),
      upright(0, 0, r, 6, 8, { heavy: true }),
      upright(0, 0, 66, -40, 46, { heavy: true }),
      spring(-1),
      spring(1),
      ...fins,
      upright(0, 0, 30, -118, 26, { fill: colour.tint }),
      view === 'side'
        ? {
            ...onRight(r, [
              beamMark(-50, 50, 22, 110, 70),
              polyline([
                [-60, -40],
                [-104, -60],
              ]),
              polyline([
                [60, -40],
                [104, -60],
              ]),
            ]),
            aside: true,
          }
        : beam(-50, 50, 22, 110, 70),
    ],
    { fill: 0.86 },
  )
}

export function linearLight({ size }: { size: 's' | 'l' }, view: View): Mark {
  if (size === 's' && view === 'three-quarter') return sealedPanel()
  if (view === 'front') return linearFromBelow(size === 's' ? 1 : 2, 11)
  if (view === 'three-quarter') return cornerFromBelow()
  return linearSection()
}

export function highBay({ size }: { size: 's' | 'l' }, view: View): Mark {
  if (size === 's') return roundHighBay(view)
  const [w, h, d] = [640, 90, 330]
  if (view === 'front') {
    // From below: the two lens fields between the ends of the heat sink.
    return plate(view, [
      box(0, 0, 0, w, d, h, {
        heavy: true,
        radius: 14,
        cast: 12,
        face: [
          lenses(34, 28, w / 2 - 60, d - 56, 8, 8),
          lenses(w / 2 + 26, 28, w / 2 - 60, d - 56, 8, 8),
          line(w / 2, 20, w / 2, d - 20, thin),
          [16, w - 16].map((x) => [screw(x, 20, 8), screw(x, d - 20, 8)]),
          rect(w / 2 - 14, d / 2 - 40, 28, 80, { fill: colour.shade, radius: 6 }),
        ],
      }),
    ])
  }
  return plate(view, [
    ...[0.22, 0.78].map((share) => ({ ...box(w * share, -260, d / 2, 4, 180, 4), aside: true })),
    box(20, 68, 16, w - 40, 14, d - 32, { fill: colour.copperLight }),
    box(0, 34, 0, w, 34, d, { heavy: true, radius: 4 }),
    ...row(15, (index) => box(w * (0.03 + index * 0.066), -20, 10, 10, 54, d - 20)),
    box(w * 0.32, -84, d * 0.28, w * 0.36, 64, d * 0.44, {
      heavy: true,
      fill: colour.tint,
      face: label(w * 0.36, -70, w * 0.14, 34, 3),
      side: vents(d * 0.34, -70, d * 0.3, 34, 4),
    }),
    ...[0.22, 0.78].map((share) =>
      box(w * share - 14, -90, d / 2 - 8, 32, 70, 12, { fill: colour.shade }),
    ),
    view === 'side'
      ? { ...onRight(w, beamMark(20, d - 20, 96, 170, 60)), aside: true }
      : beam(30, w - 30, 96, 180, 110),
  ])
}

function roundHighBay(view: View): Mark {
  if (view === 'front') return highBayFromBelow(0.15)
  if (view === 'side') return highBayFace()
  return group({ x: 600, y: 482, scale: 0.86 }, group({ x: -600, y: -450 }, highBayFromBelow(0.34)))
}

const floods = {
  s: { w: 240, h: 190, columns: 4, rows: 3, modules: 1, fill: 0.78 },
  m: { w: 420, h: 300, columns: 6, rows: 8, modules: 2, fill: 0.9 },
  l: { w: 640, h: 560, columns: 6, rows: 4, modules: 6, fill: 1 },
} as const

export function floodlight({ size }: { size: Size }, view: View): Mark {
  const { w, h, columns, rows, modules, fill } = floods[size]
  const d = w * 0.24
  const across = modules === 1 ? 1 : 2
  const down = modules / across
  const field = { w: (w * 0.88) / across, h: (h * 0.84) / down }
  const pivot = h * 0.5
  const arm = (x: number): Solid =>
    box(x, pivot - h * 0.06, d * 0.4, w * 0.035, h * 0.72, d * 0.34, {
      heavy: true,
      fill: colour.shade,
    })
  return plate(
    view,
    [
      ...row(size === 's' ? 9 : 13, (index) =>
        box(
          w * (0.06 + index * (size === 's' ? 0.11 : 0.073)),
          h * 0.06,
          d * 0.5,
          w * 0.03,
          h * 0.88,
          d * 0.5,
        ),
      ),
      box(w * 0.3, h * 0.3, d * 0.9, w * 0.4, h * 0.36, d * 0.5, {
        heavy: true,
        fill: colour.tint,
        side: vents(d, h * 0.38, d * 0.3, h * 0.2, 4),
      }),
      arm(-w * 0.06),
      box(0, 0, 0, w, h, d * 0.52, {
        heavy: true,
        radius: w * 0.03,
        face: [
          rect(w * 0.035, h * 0.05, w * 0.93, h * 0.9, { radius: w * 0.015 }),
          row(modules, (index) =>
            lenses(
              w * 0.06 + (index % across) * field.w + field.w * 0.03,
              h * 0.08 + Math.floor(index / across) * field.h + field.h * 0.05,
              field.w * 0.94,
              field.h * 0.9,
              columns,
              rows,
            ),
          ),
          [0.018, 0.982].map((x) => [0.03, 0.97].map((y) => screw(w * x, h * y, w * 0.012))),
        ],
        side: [line(d * 0.12, 0, d * 0.12, h, thin), line(d * 0.4, 0, d * 0.4, h, thin)],
      }),
      arm(w * 1.025),
      box(-w * 0.06, pivot + h * 0.62, d * 0.4, w * 1.12, h * 0.05, d * 0.34, {
        heavy: true,
        fill: colour.shade,
      }),
      box(w * 0.42, pivot + h * 0.67, d * 0.3, w * 0.16, h * 0.07, d * 0.54, { fill: colour.tint }),
      knobSide(w * 1.06, pivot, d * 0.57, h * 0.055, w * 0.02),
      ...(view === 'side'
        ? [
            {
              ...onRight(
                w,
                row(5, (index) =>
                  line(
                    -10,
                    h * (0.1 + index * 0.2),
                    -d * 1.2,
                    h * (0.1 + index * 0.2) + (index - 2) * h * 0.06,
                    { ...thin, stroke: colour.copperLight, dash: '14 8' },
                  ),
                ),
              ),
              aside: true,
            },
          ]
        : []),
    ],
    { fill },
  )
}

/** A tightening knob on the right-hand side. */
function knobSide(x: number, cy: number, cz: number, r: number, w: number): Solid {
  return roller(cy, cz, r, x, w, { fill: colour.copper })
}

export function streetLight({ arms, solar }: { arms: number; solar: boolean }, view: View): Mark {
  if (view === 'three-quarter') return lampFromBelow(arms)
  if (view === 'side') return roadHead()
  const h = 6000
  const reach = 1500
  const heads = arms === 2 ? [-1, 1] : [1]
  const head = (side: number): Mark => {
    const x = side * reach
    const s = side
    return [
      polygon(
        [
          [x - s * 260, -330],
          [x + s * 130, -400],
          [x + s * 760, -350],
          [x + s * 900, -270],
          [x + s * 860, -200],
          [x - s * 260, -230],
        ],
        { width: weight.outline },
      ),
      polygon(
        [
          [x + s * 180, -212],
          [x + s * 800, -202],
          [x + s * 740, -120],
          [x + s * 230, -140],
        ],
        { fill: colour.copperLight },
      ),
      row(4, (index) =>
        line(
          x + s * (160 + index * 110),
          -394 + index * 12,
          x + s * (170 + index * 110),
          -300,
          thin,
        ),
      ),
      row(6, (index) =>
        line(x + s * (260 + index * 95), -80, x + s * (-200 + index * 310), 900, {
          ...thin,
          stroke: colour.copperLight,
          dash: '14 8',
        }),
      ),
    ]
  }
  const armMark = (side: number): Mark => {
    const data = `M0 200C${side * 60} -300 ${side * 500} -300 ${side * (reach - 200)} -285`
    return [
      path(data, { width: 12, fill: colour.none }),
      path(data, { width: 6.5, stroke: colour.paper, fill: colour.none }),
    ]
  }
  // The head again, larger, in a ring that a line ties to the real one.
  const side = arms === 2 ? -1 : 1
  const [detailX, detailY, detailR] = [side * 2980, 2800, 1580]
  return plate(
    view,
    [
      onFront(0, (unit: number) => [
        hatch(
          [
            [130, h + 96],
            [1500, h + 96],
            [1750, h + 260],
            [300, h + 260],
          ],
          { angle: 0, spacing: 5.5 * unit },
        ),
        line(-4800 + (arms === 2 ? -1000 : 1900), h + 90, 4800 + (arms === 2 ? -1000 : 1900), h + 90),
      ]),
      ...(solar ? [upright(0, 0, 50, -760, 560, { fill: colour.shade })] : []),
      box(-280, h, -280, 560, 90, 560, { heavy: true, fill: colour.shade }),
      ...[-200, 200].map((x) => upright(x, -200, 26, h - 60, 60, { fill: colour.tint })),
      upright(0, 0, 120, h - 1500, 1500, { heavy: true }),
      upright(0, 0, 105, 160, h - 1660, { heavy: true, rTop: 62 }),
      onFront(-100, [
        rect(-58, h - 1150, 116, 420, { fill: colour.tint, radius: 30 }),
        circle(0, h - 800, 22, { fill: colour.copper }),
      ]),
      onFront(0, [heads.map(armMark), heads.map(head)]),
      ...(solar ? [solarHead()] : []),
      onFront(0, [
        line(side * (reach + 420), -120, detailX - side * 520, detailY - detailR * 0.93, {
          ...thin,
          stroke: colour.grey,
        }),
        circle(detailX, detailY, detailR, { stroke: colour.grey }),
        group({ x: detailX, y: detailY, scale: [side, 1] }, group({ x: -770 }, headPlan())),
      ]),
      {
        from: [arms === 2 ? -4570 : -600, solar ? -1560 : -450, -280],
        to: [arms === 2 ? reach + 900 : 4570, h + 90, 280],
        draw: () => [],
      },
    ],
    { measured: false },
  )
}

/** Looking up from the road: the heads on their arms at the top of the pole. */
/** What makes a lamp its own power plant: a module over the pole, a battery box below the arm. */
function solarHead(): Solid {
  const corner = (across: number, up: number): [number, number] => [
    -960 + across * 1650 + up * 420,
    -620 - up * 860,
  ]
  const lines = (count: number, from: (share: number) => Mark): Mark =>
    row(count, (index) => from((index + 1) / (count + 1)))
  const joint = { width: weight.hatch, stroke: colour.paper }
  return onFront(0, [
    polygon([corner(0.42, 0), corner(0.58, 0), [60, -420], [-60, -420]], { fill: colour.shade }),
    polygon([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], {
      fill: colour.dark,
      width: weight.outline,
    }),
    polygon([corner(0.2, 0), corner(0.36, 0), corner(0.6, 1), corner(0.44, 1)], {
      fill: colour.grey,
      stroke: colour.none,
    }),
    lines(5, (share) => line(...corner(share, 0), ...corner(share, 1), joint)),
    lines(3, (share) => line(...corner(0, share), ...corner(1, share), joint)),
    polygon(
      [
        corner(0, 0),
        corner(1, 0),
        [corner(1, 0)[0], corner(1, 0)[1] + 50],
        [corner(0, 0)[0], corner(0, 0)[1] + 50],
      ],
      { width: weight.detail },
    ),
    rect(-230, 420, 460, 620, { radius: 24, width: weight.outline }),
    hatch(rectPoints(120, 430, 100, 600), { angle: 90, spacing: 26 }),
    rect(-150, 520, 200, 96, { radius: 16 }),
    [0, 1, 2].map((index) =>
      rect(-134 + index * 60, 536, 44, 64, { fill: colour.copper, stroke: colour.none }),
    ),
    row(5, (index) => line(-150, 740 + index * 46, 50, 740 + index * 46, thin)),
    [380, 1060].map((y) => rect(-90, y - 30, 180, 44, { fill: colour.shade })),
    path('M-60 -420C-120 -100 -150 100 -120 420', { stroke: colour.copper, fill: colour.none }),
  ])
}

function lampFromBelow(arms: number): Mark {
  const heads = (arms === 2 ? [-1, 1] : [1]).map((side) =>
    group(
      { scale: [side, 1] },
      rect(60, -46, 760, 92, { width: weight.outline }),
      row(3, (index) =>
        line(80, 14 + index * 12, 820, 14 + index * 12, { ...thin, stroke: colour.grey }),
      ),
      group({ x: 1100 }, headPlan()),
    ),
  )
  const reach = 3250
  return plate(
    'front',
    [
      onFront(0, [
        heads,
        circle(0, 0, 190, { width: weight.outline, fill: colour.tint }),
        circle(0, 0, 118, { width: weight.outline, fill: colour.shade }),
        circle(0, 0, 60, { fill: colour.dark }),
      ]),
      { from: [arms === 2 ? -reach : -190, -900, 0], to: [reach, 900, 1], draw: () => [] },
    ],
    { measured: false, tilt: -14, fill: 0.98 },
  )
}

/** The head seen from below, larger than life, to show its lenses. */
function headPlan(): Mark {
  return group(
    { scale: 2.2 },
    rect(-260, -62, 260, 124, { fill: colour.shade }),
    path(
      'M-60 -110C100 -130 180 -230 360 -250C640 -280 900 -230 960 0C900 230 640 280 360 250C180 230 100 130 -60 110Z',
      { width: weight.outline },
    ),
    lenses(330, -170, 500, 340, 8, 5),
    row(5, (index) => line(150 + index * 34, -150, 150 + index * 34, 150, thin)),
    circle(40, 0, 40, { fill: colour.tint }),
    row(2, (index) => circle(-180 + index * 70, 0, 16, { fill: colour.copper })),
  )
}

export function emergencyLight({ exit }: { exit: boolean }, view: View): Mark {
  // Without a sign there are two sorts: the bulkhead, and the twin-head unit, shown at an angle.
  if (!exit) return view === 'three-quarter' ? twinSpot(view) : bulkhead(view)
  const [w, h, d] = [340, 180, 48]
  return plate(
    view,
    [
      ...[0.2, 0.8].map((share) => ({ ...box(w * share, -90, d / 2, 3, 72, 3), aside: true })),
      box(-6, -26, -4, w + 12, 30, d + 8, {
        heavy: true,
        face: [lamp(w - 24, -11, 5, true), button(w - 46, -11, 5)],
      }),
      box(0, 4, 4, w, h, d - 30, {
        heavy: true,
        radius: 4,
        cast: 6,
        face: [
          rect(10, 14, w - 20, h - 20, { fill: colour.dark, radius: 3 }),
          rect(24, 32, 112, 132, { fill: colour.paper, stroke: colour.none }),
          runner(80, 104),
          polygon(
            [
              [206, 64],
              [206, 86],
              [300, 86],
              [300, 108],
              [206, 108],
              [206, 130],
              [160, 97],
            ].map(([x = 0, y = 0]): Point => [470 - x, y]),
            { fill: colour.paper, stroke: colour.none },
          ),
        ],
        side: line(14, 4, 14, h + 4, thin),
      }),
    ],
    { fill: 0.96 },
  )
}

/** The running figure of an escape sign, on a light field. */
function runner(cx: number, cy: number): Mark {
  const limb = { width: 17, stroke: colour.dark }
  return [
    circle(cx + 14, cy - 48, 11, { fill: colour.dark, stroke: colour.none }),
    polyline(
      [
        [cx + 4, cy - 30],
        [cx - 8, cy + 6],
      ],
      { ...limb, width: 26 },
    ),
    polyline(
      [
        [cx + 6, cy - 28],
        [cx + 30, cy - 12],
        [cx + 42, cy - 24],
      ],
      { ...limb, width: 10 },
    ),
    polyline(
      [
        [cx, cy - 30],
        [cx - 26, cy - 22],
        [cx - 34, cy - 2],
      ],
      { ...limb, width: 10 },
    ),
    polyline(
      [
        [cx - 6, cy + 8],
        [cx + 20, cy + 20],
        [cx + 16, cy + 50],
      ],
      { ...limb, width: 13 },
    ),
    polyline(
      [
        [cx - 8, cy + 8],
        [cx - 18, cy + 34],
        [cx - 46, cy + 36],
      ],
      { ...limb, width: 13 },
    ),
  ]
}

function bulkhead(view: View): Mark {
  const [w, h, d] = [380, 150, 82]
  return plate(
    view,
    [
      ...[0.3, 0.7].map((share) => upright(w * share, d * 0.7, 12, h, 20, { fill: colour.shade })),
      box(0, 0, 34, w, h, d - 34, { heavy: true, radius: 20, cast: 6 }),
      box(6, 6, 0, w - 12, h - 12, 36, {
        heavy: true,
        radius: 18,
        face: (unit: number) => [
          rect(22, 22, w - 44, h - 44, { fill: colour.tint, radius: 10 }),
          row(16, (index) =>
            rect(40 + index * 19, h / 2 - 7, 12, 14, { ...thin, fill: colour.copperLight }),
          ),
          line(34, h / 2 - 18, w - 34, h / 2 - 18, thin),
          line(34, h / 2 + 18, w - 34, h / 2 + 18, thin),
          hatch(rectPoints(w - 62, 22, 40, h - 44), { spacing: 8 * unit }),
          [0.06, 0.94].map((x) => [0.12, 0.88].map((y) => screw(w * x, h * y, 4.4))),
          lamp(w * 0.44, h - 14, 3.6, true),
          button(w * 0.56, h - 14, 4.2),
        ],
        side: line(22, 6, 22, h - 6, thin),
      }),
    ],
    { fill: 0.94 },
  )
}

function twinSpot(view: View): Mark {
  const heads = [0.26, 0.74].flatMap((share) => {
    const cx = 320 * share
    return [
      upright(cx, 48, 8, -34, 34, { fill: colour.shade }),
      knob(cx, -76, 48, 4, 70, {
        heavy: true,
        face: (unit: number) => [
          circle(cx, -76, 40),
          row(12, (index) =>
            line(...onCircle(cx, -76, 39, index * 30), ...onCircle(cx, -76, 16, index * 30), {
              ...thin,
              stroke: colour.grey,
            }),
          ),
          hatch(ellipsePoints(cx, -76, 40, 40, 0, 90), { spacing: 7 * unit }),
          circle(cx, -76, 15, { fill: colour.copperLight }),
        ],
      }),
    ]
  })
  return plate(
    view,
    [
      box(0, 0, 0, 320, 170, 92, {
        heavy: true,
        radius: 8,
        cast: 6,
        face: [
          rect(14, 14, 292, 142, { ...thin, radius: 5 }),
          lamp(44, 44, 9, true),
          lamp(74, 44, 9),
          button(270, 44, 12, colour.copper),
          label(44, 90, 130, 44, 3),
          polygon(
            [
              [232, 96],
              [280, 96],
              [280, 134],
              [232, 134],
            ],
            { fill: colour.tint },
          ),
          rect(280, 108, 7, 14, { fill: colour.ink }),
          row(3, (index) =>
            rect(238 + index * 13, 102, 8, 26, { fill: colour.copper, stroke: colour.none }),
          ),
        ],
        side: vents(24, 60, 46, 60, 5),
      }),
      ...heads,
    ],
    { fill: 0.92 },
  )
}

export function bollardLight(_parameters: object, view: View): Mark {
  const h = 900
  return plate(
    view,
    [
      upright(0, 0, 120, h - 14, 14, { heavy: true, fill: colour.shade }),
      ...[-1, 1].map((side) => upright(side * 98, -40, 9, h - 30, 16, { fill: colour.tint })),
      upright(0, 0, 78, 196, h - 210, { heavy: true }),
      upright(0, 0, 66, 60, 136, { fill: colour.copperLight }),
      onFront(
        -66,
        row(4, (index) => line(-66, 84 + index * 28, 66, 84 + index * 28)),
      ),
      onRight(
        66,
        view === 'side' ? row(4, (index) => line(-66, 84 + index * 28, 66, 84 + index * 28)) : [],
      ),
      upright(0, 0, 78, 0, 60, { heavy: true }),
      onFront(-78, [
        rect(-22, h - 190, 44, 110, { fill: colour.tint, radius: 8 }),
        screw(0, h - 170, 7),
        screw(0, h - 100, 7),
      ]),
      {
        ...onFront(
          0,
          [-1, 1].map((side) =>
            row(5, (index) =>
              line(side * 86, 90 + index * 22, side * (330 - index * 16), 240 + index * 130, {
                ...thin,
                stroke: colour.copperLight,
                dash: '14 8',
              }),
            ),
          ),
        ),
        aside: true,
      },
      {
        ...onRight(
          200,
          view === 'side'
            ? [-1, 1].map((side) =>
                row(5, (index) =>
                  line(side * 86, 90 + index * 22, side * (330 - index * 16), 240 + index * 130, {
                    ...thin,
                    stroke: colour.copperLight,
                    dash: '14 8',
                  }),
                ),
              )
            : [],
        ),
        aside: true,
      },
    ],
    { standing: true, fill: 0.94 },
  )
}

export function wallLight(_parameters: object, view: View): Mark {
  if (view !== 'side') return view === 'front' ? upDownLight() : wallPack()
  const [w, h, d] = [150, 250, 130]
  const rays = (at: (share: number) => number): Mark =>
    row(6, (index) => {
      const share = index / 5
      const x = at(0.12 + share * 0.76)
      const lean = (share - 0.5) * 120
      return [
        line(x, -12, x + lean, -140, { ...thin, stroke: colour.copperLight, dash: '14 8' }),
        line(x, h + 12, x + lean, h + 140, { ...thin, stroke: colour.copperLight, dash: '14 8' }),
      ]
    })
  const wall: Solid = {
    ...(view === 'side'
      ? onRight(-Infinity, (unit: number) => [
          hatch(rectPoints(d + 24, -150, 30, h + 300), { spacing: 8 * unit }),
          line(d + 24, -150, d + 24, h + 150, { width: weight.outline }),
        ])
      : onFront(d + 24, (unit: number) =>
          [0, 1].map((down) => {
            const [near, far] = down ? [h, h + 230] : [0, -230]
            return [
              // What the light draws on the wall behind.
              hatch(
                [
                  [w * 0.16, near],
                  [w * 0.84, near],
                  [w * 1.5, far],
                  [-w * 0.5, far],
                ],
                { angle: 0, spacing: 7 * unit, tone: colour.copperLight },
              ),
              line(w * 0.16, near, -w * 0.5, far, { ...thin, stroke: colour.copper }),
              line(w * 0.84, near, w * 1.5, far, { ...thin, stroke: colour.copper }),
            ]
          }),
        )),
    aside: true,
  }
  return plate(
    view,
    [
      wall,
      box(w * 0.2, h * 0.26, d, w * 0.6, h * 0.48, 24, { heavy: true, fill: colour.shade }),
      { ...onRight(w, view === 'side' ? rays((share) => d * share) : []), aside: true },
      box(8, -6, 8, w - 16, 12, d - 16, { fill: colour.copperLight }),
      box(8, h - 6, 8, w - 16, 12, d - 16, { fill: colour.copperLight }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 6,
        cast: 5,
        face: (unit: number) => [
          hatch(rectPoints(w * 0.74, 0, w * 0.26, h), { angle: 90, spacing: 8 * unit }),
          line(0, 22, w, 22, thin),
          line(0, h - 22, w, h - 22, thin),
          row(7, (index) => line(w * 0.14 + index * 11, 44, w * 0.14 + index * 11, h - 44, thin)),
        ],
        side: [
          line(0, 22, d, 22, thin),
          line(0, h - 22, d, h - 22, thin),
          screw(d * 0.8, h / 2, 6),
        ],
      }),
      { from: [-w * 0.5, -230, 0], to: [w * 1.5, h + 230, d + 24], draw: () => [] },
    ],
    { fill: 0.96, measured: false },
  )
}
