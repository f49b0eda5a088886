/** Circuit protection: modular devices on the 35 mm rail, moulded-case and air breakers, fuses. */
import { circle, colour, line, path, rect, weight, type Point, type Mark } from '../pen.ts'
import {
  arrow,
  button,
  dial,
  display,
  label,
  offMark,
  onMark,
  pane,
  rail,
  row,
  screw,
  terminal,
  vents,
  type Size,
} from './parts.ts'
import {
  box,
  knob,
  onFront,
  onLevel,
  plate,
  sidePrism,
  upright,
  type View,
  type Solid,
} from './solids.ts'

const thin = { width: weight.hatch } as const

/** The side outline every modular device shares: 85 mm high, 45 mm nose, notch for the rail. */
const shoulders: readonly Point[] = [
  [24, 0],
  [68, 0],
  [68, 25],
  [63, 25],
  [63, 60],
  [68, 60],
  [68, 85],
  [24, 85],
]
const nose: readonly Point[] = [
  [0, 20],
  [24, 19],
  [24, 66],
  [0, 65],
]

/**
 * The body of a modular device on its rail, with clip, terminals above and below, and, where it
 * is made of single poles, the gaps between them.
 */
function modularBody(width: number, terminals: number, poleGaps = false): Solid[] {
  const pitch = width / terminals
  const ends = row(terminals, (index) => {
    const cx = pitch * (index + 0.5)
    return [
      terminal(cx, 9.5, 11),
      terminal(cx, 75.5, 11),
      poleGaps && index > 0 && line(pitch * index, 0, pitch * index, 85),
    ]
  })
  return [
    rail(width, 25, 63),
    box(width / 2 - 5, 83, 60, 10, 7, 5, { fill: colour.shade }),
    sidePrism(shoulders, 0, width, {
      heavy: true,
      side: [
        circle(34, 12, 1.8, { fill: colour.tint }),
        circle(34, 73, 1.8, { fill: colour.tint }),
        circle(58, 42, 1.8, { fill: colour.tint }),
        path('M30 78h18v4h-18Z', { ...thin, fill: colour.copperLight }),
        path('M30 3h18v4h-18Z', { ...thin, fill: colour.copperLight }),
        label(30, 30, 24, 26, 5, false),
      ],
    }),
    onFront(24, ends),
    onLevel(
      0,
      row(terminals, (index) => circle(pitch * (index + 0.5), 34, 4, { fill: colour.shade })),
    ),
    sidePrism(nose, 0, width, { heavy: true }),
  ]
}

/** A toggle on the nose, thrown up. */
function toggle(x: number, width: number, y = 41, fill: string = colour.copper): Solid {
  return sidePrism(
    [
      [-12, y - 13],
      [-8, y - 15],
      [0, y - 6],
      [0, y + 8],
      [-4, y + 4],
    ],
    x,
    width,
    { fill },
  )
}

/** The well a toggle stands in, with the mark of its position. */
function toggleWell(x: number, width: number): Mark {
  return [
    rect(x, 31, width, 20, { fill: colour.shade, radius: 1 }),
    rect(x, 44, width, 7, { ...thin, fill: colour.dark, radius: 1 }),
  ]
}

const modular = { measured: true, fill: 0.98 } as const

export function mcb({ poles }: { poles: number }, view: View): Mark {
  const width = poles * 18
  return plate(
    view,
    [
      ...modularBody(width, poles, true),
      onFront(
        0,
        row(poles, (index) => [
          index > 0 && line(18 * index, 20, 18 * index, 65),
          label(18 * index + 2.5, 22.5, 13, 7, 2, false),
          toggleWell(18 * index + 4, 10),
          rect(18 * index + 6, 54, 6, 3.6, {
            fill: index === 0 ? colour.copperLight : colour.tint,
          }),
          line(18 * index + 3, 61, 18 * index + 12, 61, { ...thin, stroke: colour.grey }),
        ]),
      ),
      ...row(poles, (index) => toggle(18 * index + 4.5, 9)),
      ...(poles > 1 ? [box(7, 29.5, -11.5, width - 14, 3, 3, { fill: colour.copper })] : []),
    ],
    modular,
  )
}

export function rccb({ poles }: { poles: 2 | 4 }, view: View): Mark {
  const width = poles * 18
  return plate(
    view,
    [
      ...modularBody(width, poles),
      onFront(0, [
        toggleWell(width / 4 - 7.5, 15),
        rect(width / 2 + 3, 31, width / 2 - 7, 20, { ...thin, radius: 1 }),
        label(4, 22.5, width - 8, 7, 2, false),
        testLoop(width / 2 + 4, 55, width / 2 - 9),
        label(4, 54, width / 2 - 6, 9, 2, false),
      ]),
      knob(width * 0.75 - 0.5, 41, 5.4, -2.5, 2.5, { fill: colour.copperLight }),
      toggle(width / 4 - 6, 12),
    ],
    modular,
  )
}

/** The residual-current symbol: a summation ring round the conductors. */
function testLoop(x: number, y: number, w: number): Mark {
  return [
    path(`M${x} ${y + 4}a${w / 2} 2.6 0 1 0 ${w} 0a${w / 2} 2.6 0 1 0 ${-w} 0Z`, {
      ...thin,
      fill: colour.none,
    }),
    line(x + w * 0.35, y, x + w * 0.35, y + 8, thin),
    line(x + w * 0.65, y, x + w * 0.65, y + 8, thin),
  ]
}

export function rcbo({ poles }: { poles: number }, view: View): Mark {
  const width = poles * 18
  return plate(
    view,
    [
      {
        ...onFront(
          24,
          path(`M${width * 0.72} 84C${width * 0.75} 98 ${width * 0.9} 96 ${width * 0.95} 112`, {
            width: 7,
            stroke: colour.ink,
          }),
        ),
        aside: true,
      },
      ...modularBody(width, poles),
      onFront(0, [
        label(2.5, 21.5, width - 5, 5, 1, false),
        toggleWell(4, poles === 1 ? 10 : 14),
        poles === 2 && rect(21, 31, 12, 8, { fill: colour.copperLight }),
        poles === 2 && label(21, 41, 12, 10, 2),
        testLoop(3, 54.6, 6.5),
      ]),
      knob(width - 5, 58.6, 3, -2, 2, { fill: colour.copperLight }),
      toggle(4.5, poles === 1 ? 9 : 13),
    ],
    modular,
  )
}

export function spd({ poles }: { poles: number }, view: View): Mark {
  const width = poles * 18
  const cartridges = row(poles, (index) => {
    const x = index * 18
    return box(x + 1.2, 20.5, -9, 15.6, 44, 20, {
      radius: 1.4,
      face: [
        rect(x + 3.4, 24, 11.2, 5, { ...thin, fill: colour.shade, radius: 2.5 }),
        surge(x + 9, 35.5),
        label(x + 3.4, 43, 11.2, 8, 2, false),
        rect(x + 5.4, 54, 7.2, 4.4, { fill: colour.copper }),
        rect(x + 3.4, 60.4, 11.2, 2, { ...thin, fill: colour.shade }),
      ],
      side: [line(-9, 30, 11, 30, thin), line(-9, 55, 11, 55, thin)],
    })
  })
  return plate(view, [...modularBody(width, poles, true), ...cartridges], modular)
}

/** The varistor symbol. */
function surge(cx: number, cy: number): Mark {
  return [
    line(cx, cy - 6, cx, cy + 6),
    rect(cx - 2, cy - 4, 4, 8, { ...thin }),
    line(cx - 4, cy + 4.4, cx + 4, cy - 4.4, thin),
  ]
}

export function isolator({ poles }: { poles: number }, view: View): Mark {
  const width = poles * 18
  return plate(
    view,
    [
      ...modularBody(width, poles),
      onFront(0, [
        rect(3, 30, width - 6, 23, { fill: colour.shade, radius: 1.5 }),
        rect(3, 45, width - 6, 8, { ...thin, fill: colour.dark, radius: 1.5 }),
        label(4, 22, width * 0.45, 6, 2, false),
        line(width / 2 - 7, 59, width / 2 - 2, 59),
        line(width / 2 - 2, 59, width / 2 + 4, 56),
        line(width / 2 + 3, 59, width / 2 + 9, 59),
        circle(width / 2 - 2, 59, 0.9, { fill: colour.ink }),
      ]),
      toggle(4.5, width - 9, 42, colour.shade),
      box(width / 2 - 6, 28.6, -12.4, 12, 4.4, 4, { fill: colour.copper }),
    ],
    modular,
  )
}

const mccbSizes: Record<Size, { pole: number; h: number; d: number; fill: number }> = {
  s: { pole: 25, h: 130, d: 70, fill: 0.8 },
  m: { pole: 35, h: 165, d: 88, fill: 0.9 },
  l: { pole: 46, h: 260, d: 110, fill: 1 },
}

export function mccb({ poles, size }: { poles: number; size: Size }, view: View): Mark {
  const { pole, h, d, fill } = mccbSizes[size]
  const w = pole * poles
  const cover = h * 0.2
  const nose = d * 0.16
  const mid = w / 2
  const handle = h * 0.085
  const barrier = row(poles - 1, (index) => pole * (index + 1))
  const connectors = row(poles, (index) => {
    const x = pole * index + pole * 0.2
    const y = size === 's' ? -h * 0.035 : -h * 0.075
    const long = h * 0.2
    return [
      box(x, y, d * 0.55, pole * 0.6, long, 5, {
        fill: colour.copper,
        face: circle(x + pole * 0.3, y + h * 0.035, pole * 0.13),
      }),
      box(x, h - y - long, d * 0.55, pole * 0.6, long, 5, {
        fill: colour.copper,
        face: circle(x + pole * 0.3, h - y - h * 0.035, pole * 0.13),
      }),
    ]
  }).flat()
  return plate(
    view,
    [
      ...connectors,
      box(0, 0, nose + 4, w, h, d - nose - 4, {
        heavy: true,
        radius: 2,
        cast: 4,
        side: [line(d * 0.45, 0, d * 0.45, h), label(d * 0.55, h * 0.4, d * 0.34, h * 0.2, 5)],
        face: [
          row(poles, (index) => [
            vents(pole * index + pole * 0.16, h * 0.025, pole * 0.68, h * 0.05, 3),
            terminal(pole * (index + 0.5), h * 0.135, pole * 0.46),
            terminal(pole * (index + 0.5), h * 0.875, pole * 0.46),
          ]),
          barrier.map((x) => [line(x, 0, x, cover), line(x, h - cover, x, h)]),
        ],
      }),
      box(0, cover, nose, w, h - cover * 2, d * 0.3, { heavy: true, radius: 2 }),
      onFront(nose, [
        label(w * 0.06, cover + h * 0.025, w * 0.34, h * 0.09, 3),
        label(w * 0.6, cover + h * 0.025, w * 0.34, h * 0.09, 2),
        screw(w * 0.045, h - cover - h * 0.02, pole * 0.07),
        screw(w * 0.955, h - cover - h * 0.02, pole * 0.07),
        size !== 's' && tripUnit(w, h, cover, size),
        size === 's' && [
          label(w * 0.06, h * 0.66, w * 0.36, h * 0.08, 3),
          circle(w * 0.8, h * 0.7, pole * 0.12, { fill: colour.copperLight }),
        ],
      ]),
      box(mid - pole * 0.62, h * 0.36, 0, pole * 1.24, h * 0.26, nose, { radius: 2 }),
      onFront(0, [
        rect(mid - pole * 0.34, h * 0.385, pole * 0.68, h * 0.21, {
          fill: colour.shade,
          radius: 2,
        }),
        rect(mid - pole * 0.34, h * 0.52, pole * 0.68, h * 0.075, {
          ...thin,
          fill: colour.dark,
          radius: 2,
        }),
        onMark(mid - pole * 0.48, h * 0.41, h * 0.025),
        offMark(mid - pole * 0.48, h * 0.57, h * 0.025),
      ]),
      sidePrism(
        [
          [-d * 0.26, h * 0.4],
          [-d * 0.2, h * 0.385],
          [0, h * 0.42],
          [0, h * 0.42 + handle * 1.3],
          [-d * 0.26, h * 0.4 + handle],
        ],
        mid - pole * 0.25,
        pole * 0.5,
        { fill: colour.copper },
      ),
    ],
    { fill },
  )
}

function tripUnit(w: number, h: number, cover: number, size: Size): Mark {
  const y = h - cover - h * 0.15
  const r = Math.min(w * 0.035, h * 0.03)
  return [
    rect(w * 0.09, y, w * 0.82, h * 0.125, { radius: 2 }),
    row(size === 'm' ? 3 : 4, (index) =>
      dial(w * (0.2 + index * 0.13), y + h * 0.064, r, -110 + index * 50),
    ),
    size === 'l'
      ? display(w * 0.7, y + h * 0.02, w * 0.18, h * 0.085)
      : label(w * 0.6, y + h * 0.02, w * 0.26, h * 0.085, 4),
  ]
}

export function acb({ poles, drawout }: { poles: number; drawout: boolean }, view: View): Mark {
  const w = poles === 3 ? 300 : 385
  const h = drawout ? 400 : 330
  const d = drawout ? 360 : 270
  const x = (w - 280) / 2
  const y = (h - 290) / 2
  const pole = w / poles
  const clusters = row(poles, (index) =>
    [0.2, 0.62].map((share) =>
      box(pole * index + pole * 0.22, h * share, d, pole * 0.56, h * 0.1, 46, {
        fill: colour.copper,
      }),
    ),
  ).flat()
  const cradle = drawout
    ? [
        box(-34, -14, 60, w + 68, h + 34, d - 60, {
          heavy: true,
          cast: 7,
          side: (unit: number) => [
            rect(90, 40, d - 130, h - 60, thin),
            row(4, (index) => circle(120 + index * 62, h - 2, 5, { fill: colour.tint })),
            row(3, (index) =>
              rect(150 + index * 60, 90, 12, h - 190, { width: weight.hatch, radius: 4 * unit }),
            ),
          ],
          face: [screw(-20, 4, 6), screw(w + 20, 4, 6), screw(-20, h, 6), screw(w + 20, h, 6)],
        }),
        box(-34, h - 6, 10, 18, 20, 60, { fill: colour.shade }),
        box(w + 16, h - 6, 10, 18, 20, 60, { fill: colour.shade }),
      ]
    : [
        box(-18, h - 40, 90, 18, 34, d - 110, { face: circle(-9, h - 20, 5) }),
        box(w, h - 40, 90, 18, 34, d - 110, { face: circle(w + 9, h - 20, 5) }),
      ]
  return plate(
    view,
    [
      ...clusters,
      ...cradle,
      box(0, 0, 40, w, h, d - 40, {
        heavy: true,
        radius: 4,
        cast: drawout ? 0 : 7,
        side: [
          row(5, (index) => line(60, 30 + index * 12, d - 30, 30 + index * 12, thin)),
          line(d * 0.5, 0, d * 0.5, h),
          label(d * 0.58, h * 0.6, d * 0.28, h * 0.18, 4),
        ],
        face: [
          row(poles, (index) => vents(pole * index + 14, 6, pole - 28, Math.max(12, y - 12), 3)),
          row(poles - 1, (index) => line(pole * (index + 1), 0, pole * (index + 1), y + 4)),
        ],
      }),
      box(x, y, 0, 280, 290, 60, { heavy: true, radius: 6 }),
      onFront(0, acbFascia(x, y, drawout)),
      sidePrism(
        [
          [-26, y + 46],
          [-14, y + 40],
          [0, y + 56],
          [0, y + 150],
          [-26, y + 178],
        ],
        x + 16,
        32,
        { fill: colour.copper },
      ),
    ],
    { fill: drawout ? 1 : 0.94 },
  )
}

function acbFascia(x: number, y: number, drawout: boolean): Mark {
  return [
    rect(x + 10, y + 30, 44, 160, { fill: colour.shade, radius: 4 }),
    label(x + 66, y + 14, 94, 40, 3),
    rect(x + 66, y + 66, 94, 62, { radius: 3 }),
    rect(x + 74, y + 76, 34, 42, { fill: colour.copper }),
    onMark(x + 91, y + 97, 20, colour.paper),
    rect(x + 118, y + 76, 34, 42, { fill: colour.paper }),
    offMark(x + 135, y + 97, 20),
    rect(x + 66, y + 140, 44, 26, { fill: colour.tint }),
    arrow(x + 88, y + 153, 16, -90),
    rect(x + 116, y + 140, 44, 26, { fill: colour.tint }),
    path(`M${x + 122} ${y + 153}l5 -7l5 14l5 -14l5 14l5 -7h6`, { fill: colour.none }),
    rect(x + 66, y + 176, 94, 14, { ...thin }),
    row(5, (index) =>
      line(
        x + 66 + 94 * ((index + 1) / 6),
        y + 176,
        x + 66 + 94 * ((index + 1) / 6),
        y + 190,
        thin,
      ),
    ),
    rect(x + 174, y + 14, 92, 176, { radius: 4 }),
    display(x + 183, y + 24, 74, 50),
    row(4, (index) => button(x + 193 + index * 18, y + 90, 7)),
    row(6, (index) =>
      dial(x + 198 + (index % 2) * 44, y + 118 + Math.floor(index / 2) * 25, 8, -140 + index * 47),
    ),
    label(x + 14, y + 206, 146, 34, 3),
    drawout
      ? [
          circle(x + 220, y + 246, 24, { fill: colour.shade }),
          rect(x + 212, y + 238, 16, 16, { fill: colour.dark }),
          arrow(x + 180, y + 246, 18, 180),
          rect(x + 14, y + 250, 146, 24, { fill: colour.tint }),
          row(3, (index) =>
            circle(x + 40 + index * 46, y + 262, 6, {
              fill: index === 0 ? colour.copper : colour.paper,
            }),
          ),
        ]
      : [label(x + 174, y + 206, 92, 68, 5), screw(x + 26, y + 264, 7), screw(x + 150, y + 264, 7)],
  ]
}

export function fuse({ size }: { size: Size }, view: View): Mark {
  if (size === 's') return cartridgeFuse(view)
  const [w, h, d, blade] = size === 'm' ? [30, 54, 46, 15] : [58, 74, 66, 26]
  const long = size === 'm' ? 13 : 40
  const blades = [-long, h].map((y) =>
    box(w / 2 - 3, y, d / 2 - blade / 2, 6, long, blade, {
      fill: colour.copper,
      side: rect(d / 2 - blade / 2 + 2, y + 2, blade - 4, long - 4, {
        ...thin,
        fill: colour.copperLight,
      }),
    }),
  )
  return plate(
    view,
    [
      ...blades,
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 3,
        side: [label(d * 0.16, h * 0.24, d * 0.68, h * 0.5, 6), screw(5, 7, 2), screw(d - 5, 7, 2)],
        face: [
          label(w * 0.14, h * 0.22, w * 0.72, h * 0.46, 6),
          circle(w / 2, h * 0.12, w * 0.06, { fill: colour.copper }),
          rect(w * 0.2, h * 0.76, w * 0.6, h * 0.1, { ...thin, fill: colour.tint }),
        ],
      }),
      ...[-3, h - 3].map((y) => box(-2, y, -2, w + 4, 6, d + 4, { fill: colour.shade })),
      ...[-9, h + 3].map((y) => box(w * 0.3, y, -2, w * 0.4, 6, 4)),
    ],
    { fill: size === 'm' ? 0.82 : 1 },
  )
}

function cartridgeFuse(view: View): Mark {
  const caps = [27, 53].map((y) => ({
    ...upright(56, 6, 5.2, y, 10, { fill: colour.copper }),
    aside: true,
  }))
  return plate(
    view,
    [
      ...modularBody(18, 1),
      box(1.5, 22, -10, 15, 41, 20, {
        radius: 2,
        face: [
          rect(5, 25, 8, 4, { ...thin, fill: colour.shade, radius: 2 }),
          pane(4.5, 33, 9, 10),
          label(4.5, 46, 9, 8, 2, false),
          circle(9, 58, 1.6, { fill: colour.copper }),
        ],
        side: [line(-10, 32, 10, 32, thin), circle(4, 56, 2, { fill: colour.tint })],
      }),
      { ...upright(56, 6, 5, 27, 36), aside: true },
      ...caps,
    ],
    { measured: false, fill: 0.92 },
  )
}
