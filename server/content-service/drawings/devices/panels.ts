/** Panels and boxes, and what is built into them: meters, current transformers, capacitors. */
import {
  circle,
  colour,
  ellipse,
  ellipsePoints,
  hatch,
  line,
  polygon,
  rect,
  roundShade,
  weight,
  type Mark,
} from '../pen.ts'
import {
  arrow,
  button,
  danger,
  dial,
  display,
  doorHandle,
  earthSign,
  hinges,
  label,
  lamp,
  lock,
  louvres,
  pane,
  regular,
  row,
  screw,
  sine,
  strands,
  terminal,
  vents,
  type Size,
} from './parts.ts'
import { box, frontPrism, knob, onFront, plate, upright, type View } from './solids.ts'

const thin = { width: weight.hatch } as const

export function powerMeter(_parameters: object, view: View): Mark {
  return plate(view, [
    box(4, 4, 10, 88, 88, 52, {
      heavy: true,
      side: [vents(22, 12, 26, 16, 4), vents(22, 68, 26, 16, 4), label(20, 36, 32, 24, 4)],
    }),
    ...row(6, (index) =>
      box(10 + index * 13, 14, 62, 9, 60, 8, {
        fill: colour.shade,
        side: line(62, 40, 70, 40, thin),
      }),
    ),
    box(0, 0, 0, 96, 96, 10, { heavy: true, radius: 3, cast: 3 }),
    onFront(0, [
      rect(5, 5, 86, 86, { ...thin, radius: 2 }),
      rect(10, 12, 76, 54, { fill: colour.ink, radius: 1.5 }),
      row(3, (index) => [
        rect(15, 18 + index * 15, [34, 28, 31][index]!, 8, {
          fill: colour.shade,
          stroke: colour.none,
        }),
        rect(15, 28.5 + index * 15, [30, 38, 24][index]!, 1.6, {
          fill: colour.copperLight,
          stroke: colour.none,
        }),
      ]),
      sine(56, 29, 24, 9, colour.copperLight),
      row(5, (index) =>
        rect(57 + index * 4.8, 58 - [6, 11, 8, 14, 10][index]!, 3, [6, 11, 8, 14, 10][index]!, {
          fill: colour.shade,
          stroke: colour.none,
        }),
      ),
      row(4, (index) => [
        rect(11 + index * 19.6, 72, 15, 12, { fill: colour.tint, radius: 2 }),
        index < 3
          ? arrow(18.5 + index * 19.6, 78, 6, [180, -90, 90][index]!)
          : circle(18.5 + index * 19.6, 78, 2.4, { ...thin, fill: colour.copper }),
      ]),
    ]),
  ])
}

export function currentTransformer({ size }: { size: 's' | 'm' }, view: View): Mark {
  if (size === 's') return ringTransformer(view)
  return plate(
    view,
    [
      box(-20, 116, 4, 150, 8, 34, {
        fill: colour.shade,
        face: [circle(-10, 120, 2.6), circle(120, 120, 2.6)],
      }),
      box(40, 44, 6, 30, 44, 110, { fill: colour.copper }),
      box(0, 0, 0, 110, 120, 42, {
        heavy: true,
        radius: 10,
        cast: 4,
        side: [line(8, 0, 8, 120, thin), line(34, 0, 34, 120, thin)],
      }),
      onFront(0, [
        rect(26, 34, 58, 62, { fill: colour.shade, radius: 3 }),
        label(14, 102, 82, 13, 2),
        row(2, (index) => terminal(34 + index * 42, 14, 15)),
        arrow(97, 64, 14, 180),
      ]),
      box(40, 38, -62, 8, 54, 104, { fill: colour.copper }),
      box(60, 38, -62, 8, 54, 104, {
        fill: colour.copper,
        side: [circle(-48, 52, 4), circle(-48, 78, 4)],
      }),
    ],
    { fill: 0.95, measured: true },
  )
}

function ringTransformer(view: View): Mark {
  return plate(
    view,
    [
      box(2, 78, 2, 66, 7, 26, {
        fill: colour.shade,
        face: [circle(9, 81.5, 2), circle(61, 81.5, 2)],
      }),
      frontPrism(
        [
          [13, 0],
          [57, 0],
          [70, 14],
          [70, 68],
          [58, 80],
          [12, 80],
          [0, 68],
          [0, 14],
        ],
        0,
        30,
        {
          heavy: true,
          face: (unit: number) => [
            circle(35, 43, 24, { fill: colour.tint }),
            hatch(ellipsePoints(35, 43, 24, 24), {
              spacing: 5 * unit,
              holes: [ellipsePoints(35, 43, 18, 18)],
            }),
            circle(35, 43, 18, { fill: colour.shade }),
            row(2, (index) => terminal(22 + index * 26, 9, 11)),
            label(14, 69, 42, 9, 2),
          ],
        },
      ),
      {
        ...knob(35, 43, 10, -42, 42, {
          fill: colour.ink,
          face: [circle(35, 43, 8.6, { fill: colour.paper }), strands(35, 43, 7)],
        }),
      },
    ],
    { fill: 0.88 },
  )
}

export function capacitorBank({ steps }: { steps: number }, view: View): Mark {
  const columns = Math.ceil(steps / 3)
  const w = Math.max(620, columns * 150 + 160)
  const [h, d] = [2000, 600]
  const cell = (w - 120) / columns
  const cans = row(steps, (index) => {
    const x = 60 + cell * (index % columns) + cell / 2
    const y = 860 + Math.floor(index / columns) * 340
    const r = Math.min(50, cell * 0.36)
    return [
      row(3, (pin) =>
        line(x - r * 0.6 + pin * r * 0.6, y - 46, x - r * 0.6 + pin * r * 0.6, y - 14, {
          stroke: colour.copper,
        }),
      ),
      ellipse(x, y - 8, r * 0.85, 10, { fill: colour.shade }),
      rect(x - r, y, 2 * r, 220, { radius: 14 }),
      roundShade(x - r, y + 10, 2 * r, 200, { lines: 4 }),
      label(x - r * 0.7, y + 70, r * 1.2, 80, 4, false),
    ]
  })
  return plate(
    view,
    [
      box(20, h, 20, w - 40, 90, d - 40, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          rect(24, 24, w - 48, 590),
          controller(w / 2 - 90, 110),
          row(Math.min(6, steps), (index) =>
            lamp(w / 2 - 150 + (index * 300) / 5, 380, 22, index < 3),
          ),
          vents(w / 2 - 160, 470, 320, 90, 7),
          doorHandle(w - 64, 250, 190),
          rect(24, 640, w - 48, h - 690, { fill: colour.tint }),
          row(Math.ceil(steps / columns), (index) => [
            line(40, 1086 + index * 340, w - 40, 1086 + index * 340),
            line(40, 800 + index * 340, w - 40, 800 + index * 340, {
              stroke: colour.copper,
              width: weight.outline,
            }),
          ]),
          cans,
          rect(24, 640, w - 48, h - 690, { fill: colour.none, width: weight.outline }),
        ],
        side: [
          louvres(90, 160, 420, 200, 7),
          louvres(90, 1600, 420, 260, 9),
          rect(40, 40, 520, 1920, { ...thin, fill: colour.none }),
        ],
      }),
      ...(view === 'side'
        ? []
        : [
            box(w / 2 - 130, -70, 180, 260, 70, 240, {
              face: vents(w / 2 - 110, -50, 220, 36, 10, true),
            }),
          ]),
    ],
    { standing: true },
  )
}

function controller(x: number, y: number): Mark {
  return [
    rect(x, y, 180, 180, { radius: 8 }),
    display(x + 22, y + 20, 136, 84),
    row(4, (index) => button(x + 38 + index * 35, y + 140, 14)),
  ]
}

/** One cubicle front of a floor-standing switchboard, 800 mm wide. */
function cubicle(
  x: number,
  w: number,
  h: number,
  sort: 'incomer' | 'feeders' | 'drawers' | 'control' | 'starter' | 'isolated',
): Mark {
  const door = (y: number, high: number, inset = 16): Mark =>
    rect(x + inset, y, w - inset * 2, high, { radius: 4 })
  const meter = (cx: number, y: number): Mark => [
    rect(cx - 58, y, 116, 116, { radius: 6 }),
    display(cx - 44, y + 14, 88, 62),
    row(3, (index) => circle(cx - 28 + index * 28, y + 95, 7, thin)),
  ]
  const top = [door(16, 250), vents(x + 90, 60, w - 180, 110, 6)]
  const bottom = [door(h - 300, 284), vents(x + 90, h - 240, w - 180, 160, 8)]
  if (sort === 'incomer') {
    return [
      top,
      bottom,
      door(282, 380),
      meter(x + w / 2, 330),
      row(3, (index) => lamp(x + w / 2 - 90 + index * 90, 540, 26, index === 0)),
      hinges(x + 16, 282, 380, 46),
      door(678, 700),
      rect(x + w / 2 - 190, 800, 380, 420, { fill: colour.tint, radius: 6 }),
      rect(x + w / 2 - 160, 840, 50, 210, { fill: colour.copper, radius: 6 }),
      display(x + w / 2 + 50, 840, 110, 74),
      rect(x + w / 2 + 50, 940, 46, 56, { fill: colour.copper }),
      rect(x + w / 2 + 114, 940, 46, 56),
      label(x + w / 2 - 90, 840, 116, 70, 3),
      circle(x + w / 2 + 105, 1110, 40, { fill: colour.shade }),
      label(x + w / 2 - 160, 1090, 200, 80, 3),
      hinges(x + 16, 678, 700, 46),
      doorHandle(x + w - 58, 950, 170),
      door(1394, h - 1710),
    ]
  }
  if (sort === 'control') {
    return [
      door(16, h - 32),
      hinges(x + 16, 16, h - 32, 60),
      meter(x + w / 2 - 80, 200),
      meter(x + w / 2 + 80, 200),
      row(4, (index) => lamp(x + w / 2 - 150 + index * 100, 410, 28, index === 0)),
      row(4, (index) =>
        button(x + w / 2 - 150 + index * 100, 510, 30, index === 3 ? colour.copper : colour.paper),
      ),
      row(2, (index) => dial(x + w / 2 - 100 + index * 200, 650, 36, -60 - index * 60)),
      label(x + w / 2 - 130, 780, 260, 120, 4),
      danger(x + w / 2, 1060, 130),
      doorHandle(x + w - 70, 960, 220),
      vents(x + 120, h - 420, w - 240, 220, 9),
    ]
  }
  if (sort === 'starter') {
    // One motor: keypad, running meters, start, stop, emergency stop, isolator, cooling fan.
    return [
      door(16, h - 32),
      hinges(x + 16, 16, h - 32, 60),
      rect(x + w / 2 - 130, 150, 260, 330, { fill: colour.tint, radius: 10 }),
      display(x + w / 2 - 100, 180, 200, 120),
      row(4, (index) => button(x + w / 2 - 78 + index * 52, 350, 18)),
      row(3, (index) => lamp(x + w / 2 - 60 + index * 60, 425, 16, index === 0)),
      [-190, 190].map((dx) => [
        rect(x + w / 2 + dx - 58, 560, 116, 116, { radius: 6 }),
        line(x + w / 2 + dx - 30, 650, x + w / 2 + dx + 26, 592, { stroke: colour.copper }),
        row(5, (index) =>
          line(x + w / 2 + dx - 36 + index * 18, 580, x + w / 2 + dx - 36 + index * 18, 592, thin),
        ),
      ]),
      row(2, (index) => button(x + w / 2 - 50 + index * 100, 618, 32)),
      circle(x + w / 2, 800, 76, { fill: colour.tint }),
      circle(x + w / 2, 800, 52, { fill: colour.copper }),
      circle(x + w / 2, 800, 26, { fill: colour.copperLight }),
      label(x + w / 2 - 130, 930, 260, 90, 3),
      doorHandle(x + w - 70, 960, 220),
      danger(x + w / 2, 1180, 120),
      rect(x + w / 2 - 150, h - 640, 300, 300, { radius: 10 }),
      row(4, (index) =>
        circle(x + w / 2, h - 490, 36 + index * 32, { ...thin, fill: colour.none }),
      ),
      line(x + w / 2 - 132, h - 490, x + w / 2 + 132, h - 490, thin),
      line(x + w / 2, h - 622, x + w / 2, h - 358, thin),
      vents(x + 160, h - 260, w - 320, 110, 6),
    ]
  }
  if (sort === 'isolated') {
    // An isolated supply: insulation monitor above, breakers behind glass, its transformer below.
    return [
      door(16, 470),
      rect(x + w / 2 - 190, 110, 380, 200, { fill: colour.tint, radius: 10 }),
      display(x + w / 2 - 160, 136, 200, 110),
      row(3, (index) => lamp(x + w / 2 + 86, 160 + index * 56, 18, index === 0)),
      button(x + w / 2 + 146, 190, 22, colour.copper),
      row(4, (index) => lamp(x + w / 2 - 150 + index * 100, 390, 24, index < 3)),
      door(502, 690),
      rect(x + 90, 560, w - 180, 570, { fill: colour.tint, radius: 8 }),
      [0, 1].map((level) => [
        rect(x + 120, 640 + level * 250, w - 240, 150, { radius: 4 }),
        row(9, (index) => [
          rect(x + 132 + index * 60, 652 + level * 250, 52, 126, thin),
          rect(x + 148 + index * 60, 690 + level * 250, 20, 48, {
            fill: index === 0 ? colour.copper : colour.dark,
            stroke: colour.none,
          }),
        ]),
      ]),
      hinges(x + 16, 502, 690, 46),
      doorHandle(x + w - 58, 760, 170),
      door(1208, h - 1224),
      [-90, 90].map((dx) =>
        circle(x + w / 2 + dx * 0.62, 1390, 90, {
          fill: colour.none,
          stroke: colour.copper,
          width: weight.outline,
        }),
      ),
      line(x + w / 2 - 230, 1390, x + w / 2 - 146, 1390, { stroke: colour.copper }),
      line(x + w / 2 + 146, 1390, x + w / 2 + 230, 1390, { stroke: colour.copper }),
      danger(x + w / 2, 1600, 110),
      vents(x + 110, h - 360, w - 220, 230, 10),
      doorHandle(x + w - 58, 1500, 170),
    ]
  }
  const many = sort === 'drawers' ? 7 : 5
  const pitch = (h - 600) / many
  return [
    top,
    bottom,
    row(many, (index) => {
      const y = 282 + pitch * index
      const cy = y + pitch / 2 - 8
      return [
        door(y, pitch - 16),
        sort === 'drawers'
          ? [
              circle(x + 130, cy, 44, { fill: colour.tint }),
              rect(x + 120, cy - 44, 20, 88, { fill: colour.copper, radius: 6 }),
              row(3, (dot) => lamp(x + 240 + dot * 70, cy - 22, 20, dot === 0 && index % 3 !== 2)),
              row(2, (knobAt) => button(x + 240 + knobAt * 70, cy + 40, 18)),
              label(x + 470, cy - 56, 150, 100, 3),
              rect(x + w - 130, cy - 16, 70, 32, { fill: colour.shade, radius: 10 }),
            ]
          : [
              rect(x + w / 2 - 110, cy - 80, 150, 160, { fill: colour.tint, radius: 6 }),
              rect(x + w / 2 - 58, cy - 44, 46, 88, { fill: colour.shade, radius: 4 }),
              rect(x + w / 2 - 48, cy - 40, 26, 40, { fill: colour.copper }),
              label(x + w / 2 + 90, cy - 56, 150, 90, 3),
              lamp(x + 110, cy - 24, 20, index % 2 === 0),
              lamp(x + 110, cy + 36, 20),
            ],
        hinges(x + 16, y, pitch - 16, 34),
      ]
    }),
  ]
}

export function panel(
  { doors, duty }: { doors: number; duty: 'control' | 'starter' | 'isolated' },
  view: View,
): Mark {
  const [w, h, d] = [800, 2100, 800]
  const sorts = (
    [
      [duty],
      ['incomer', 'feeders'],
      ['incomer', 'drawers', 'drawers'],
      ['incomer', 'feeders', 'feeders', 'incomer'],
      ['control', 'feeders', 'incomer', 'feeders', 'drawers'],
    ] as const
  )[doors - 1] ?? [duty]
  return plate(
    view,
    [
      ...row(doors, (index) => [
        box(w * index + 90, -46, d / 2 - 40, 40, 46, 12, { fill: colour.shade }),
        box(w * index + w - 130, -46, d / 2 - 40, 40, 46, 12, { fill: colour.shade }),
      ]).flat(),
      box(16, h, 16, w * doors - 32, 100, d - 32, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, w * doors, h, d, {
        heavy: true,
        face: sorts.map((sort, index) => [
          index > 0 && line(w * index, 0, w * index, h, { width: weight.outline }),
          cubicle(w * index, w, h, sort),
        ]),
        side: [
          rect(50, 50, d - 100, h - 100, { ...thin, fill: colour.none }),
          row(4, (index) => [
            circle(74, 120 + index * 620, 12, { ...thin, fill: colour.tint }),
            circle(d - 74, 120 + index * 620, 12, { ...thin, fill: colour.tint }),
          ]),
          louvres(180, 1700, d - 360, 230, 8),
          louvres(180, 150, d - 360, 170, 6),
        ],
      }),
      ...(view === 'side' ? [box(400, 1000, -34, 40, 200, 34, { fill: colour.copper })] : []),
    ],
    { standing: true, fill: doors === 1 ? 0.96 : 1 },
  )
}

export function distributionBoard({ rows }: { rows: number }, view: View): Mark {
  const [w, d] = [400, 130]
  const h = 150 + rows * 150
  const modules = (y: number, first: boolean): Mark => {
    const many = 14
    const pitch = 18
    const x = (w - many * pitch) / 2
    return [
      rect(x - 5, y - 34, many * pitch + 10, 68, { fill: colour.shade, radius: 2 }),
      row(many, (index) => {
        const main = first && index < 4
        if (first && index === 1) return null
        const wide = first && index === 0 ? 2 : 1
        return [
          rect(x + pitch * index, y - 28, pitch * wide, 56),
          rect(x + pitch * index + 4, y - 16, pitch * wide - 8, 20, {
            ...thin,
            fill: colour.shade,
          }),
          rect(x + pitch * index + 5, y - 15, pitch * wide - 10, 11, {
            ...thin,
            fill: main ? colour.copper : colour.dark,
          }),
          line(x + pitch * index + 4, y + 14, x + pitch * (index + wide) - 5, y + 14, {
            ...thin,
            stroke: colour.grey,
          }),
        ]
      }),
      row(7, (index) =>
        line(x + 8 + index * 36, y + 42, x + 30 + index * 36, y + 42, {
          ...thin,
          stroke: colour.grey,
        }),
      ),
    ]
  }
  const doorWidth = w * 0.34
  const body = box(0, 0, 12, w, h, d - 12, {
    heavy: true,
    radius: 4,
    cast: 7,
    side: [
      row(3, (index) => circle(40 + index * 30, h * 0.12, 9, { ...thin, fill: colour.tint })),
      row(rows, (index) => vents(50, 150 + index * 150, 50, 40, 5)),
    ],
  })
  const cover = onFront(12, [
    rect(14, 14, w - 28, h - 28, { radius: 4 }),
    [26, w - 26].map((x) => [screw(x, 26, 5), screw(x, h - 26, 5)]),
    label(w / 2 - 60, 28, 120, 24, 2),
    row(rows, (index) => modules(124 + index * 150, index === 0)),
    danger(w - 62, h - 44, 34),
    earthSign(62, h - 62, 30),
  ])
  // The door stands open to the left; from the front it is foreshortened.
  const openDoor = frontPrism(
    [
      [-doorWidth, -22],
      [0, 0],
      [0, h],
      [-doorWidth, h + 22],
    ],
    0,
    6,
    {
      heavy: true,
      fill: colour.tint,
      face: (unit: number) => [
        polygon(
          [
            [-doorWidth + 20, 8],
            [-20, 22],
            [-20, h - 22],
            [-doorWidth + 20, h - 8],
          ],
          { ...thin, fill: colour.paper },
        ),
        hatch(
          [
            [-doorWidth + 20, 8],
            [-20, 22],
            [-20, h - 22],
            [-doorWidth + 20, h - 8],
          ],
          { angle: 45, spacing: 26 * unit },
        ),
        rect(-doorWidth + 5, h / 2 - 20, 9, 40, { fill: colour.copper }),
      ],
    },
  )
  const solids =
    view === 'side'
      ? [
          body,
          box(0, 0, 0, w, h, 12, { heavy: true, radius: 3 }),
          box(-4, h / 2 - 20, -12, 8, 40, 12, { fill: colour.copper }),
        ]
      : [body, cover, openDoor]
  return plate(view, solids, { fill: 0.74 + rows * 0.065 })
}

export function enclosure({ size, glazed }: { size: Size; glazed: boolean }, view: View): Mark {
  if (size === 'l') return floorEnclosure(view)
  const [w, h, d] = size === 's' ? [400, 500, 210] : [600, 800, 260]
  const locks = size === 's' ? [0.5] : [0.18, 0.82]
  return plate(
    view,
    [
      box(w * 0.3, h, 40, w * 0.4, 10, d - 70, { fill: colour.shade }),
      ...row(size === 's' ? 2 : 3, (index) =>
        upright(w * 0.38 + index * w * 0.12, d * 0.5, 15, h + 10, 34, { fill: colour.tint }),
      ),
      ...[-26, h - 14].flatMap((y) =>
        [20, w - 60].map((x) =>
          box(x, y, d - 6, 40, 40, 6, {
            fill: colour.shade,
            face: circle(x + 20, y < 0 ? y + 12 : y + 30, 6),
          }),
        ),
      ),
      box(0, 0, 16, w, h, d - 16, {
        heavy: true,
        radius: 5,
        cast: 9,
        side: [
          rect(40, 30, d - 70, h - 60, { ...thin, fill: colour.none }),
          earthSign(d - 60, h - 110, 46),
        ],
      }),
      box(6, 6, 0, w - 12, h - 12, 18, { heavy: true, radius: 7 }),
      onFront(0, [
        rect(24, 24, w - 48, h - 48, { ...thin, fill: colour.none, radius: 4 }),
        hinges(10, 20, h - 40, 54),
        locks.map((share) => [
          lock(w - 36, h * share, 15),
          circle(w - 36, h * share, 22, { ...thin, fill: colour.none }),
        ]),
        glazed
          ? [
              // A window in the door; through it two rows of modular devices.
              rect(w * 0.13, h * 0.1, w * 0.74, h * 0.6, { radius: 10 }),
              rect(w * 0.17, h * 0.13, w * 0.66, h * 0.54, { fill: colour.tint, radius: 6 }),
              row(2, (level) => [
                rect(w * 0.2, h * (0.21 + level * 0.25), w * 0.6, h * 0.11),
                row(10, (index) => [
                  rect(
                    w * (0.2 + index * 0.06),
                    h * (0.21 + level * 0.25),
                    w * 0.06,
                    h * 0.11,
                    thin,
                  ),
                  rect(w * (0.22 + index * 0.06), h * (0.24 + level * 0.25), w * 0.02, h * 0.035, {
                    fill: index === 0 ? colour.copper : colour.dark,
                    stroke: colour.none,
                  }),
                ]),
              ]),
              polygon(
                [
                  [w * 0.56, h * 0.13],
                  [w * 0.7, h * 0.13],
                  [w * 0.42, h * 0.67],
                  [w * 0.28, h * 0.67],
                ],
                { fill: colour.none, stroke: colour.grey, width: weight.hatch },
              ),
              danger(w * 0.24, h * 0.83, w * 0.12),
            ]
          : danger(w / 2, h * 0.3, w * 0.16),
        size === 'm' &&
          !glazed && [
            pane(w * 0.3, h * 0.46, w * 0.4, h * 0.2),
            display(w * 0.34, h * 0.49, w * 0.14, h * 0.09),
            row(3, (index) => lamp(w * 0.54 + index * w * 0.055, h * 0.535, w * 0.02, index === 0)),
          ],
        label(w * 0.36, h * 0.8, w * 0.28, h * 0.07, 2),
      ]),
      ...locks.map((share) => box(w - 42, h * share - 6, -12, 12, 40, 12, { fill: colour.copper })),
    ],
    { fill: size === 's' ? 0.84 : 0.96 },
  )
}

function floorEnclosure(view: View): Mark {
  const [w, h, d] = [1000, 2000, 600]
  return plate(
    view,
    [
      ...[120, w - 170].map((x) =>
        box(x, -60, d / 2 - 30, 50, 60, 14, { fill: colour.shade, face: circle(x + 25, -36, 12) }),
      ),
      box(10, h, 10, w - 20, 100, d - 20, {
        heavy: true,
        fill: colour.dark,
        face: row(2, (index) => vents(90 + index * 460, h + 26, 360, 50, 20, true)),
      }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          [0, 1].map((leaf) => [
            rect(14 + leaf * 488, 14, 484, h - 28, { radius: 5 }),
            rect(50 + leaf * 488, 50, 412, h - 100, { ...thin, fill: colour.none }),
            hinges(leaf === 0 ? 18 : w - 18, 40, h - 80, 90),
          ]),
          doorHandle(w / 2 + 46, 880, 250),
          lock(w / 2 + 46, 1220, 20),
          danger(260, 420, 130),
          label(170, 1500, 200, 110, 3),
          vents(590, 1640, 320, 180, 8),
          vents(590, 130, 320, 140, 6),
        ],
        side: [
          rect(50, 60, d - 100, h - 120, { ...thin, fill: colour.none }),
          row(4, (index) => [
            circle(70, 120 + index * 585, 11, { ...thin, fill: colour.tint }),
            circle(d - 70, 120 + index * 585, 11, { ...thin, fill: colour.tint }),
          ]),
        ],
      }),
      ...(view === 'side' ? [box(500, 900, -30, 40, 210, 30, { fill: colour.copper })] : []),
    ],
    { standing: true },
  )
}

export function meterBox({ ways }: { ways: number }, view: View): Mark {
  const columns = ways <= 3 ? ways : ways === 4 ? 2 : ways <= 9 ? 3 : 4
  const rows = Math.ceil(ways / columns)
  const cell = { w: 190, h: 270 }
  const w = columns * cell.w + 60
  const h = rows * cell.h + 190
  const d = 190
  const meter = (x: number, y: number): Mark => [
    rect(x + 16, y + 10, cell.w - 32, cell.h - 24, { fill: colour.tint, radius: 8 }),
    rect(x + 32, y + 24, cell.w - 64, cell.h - 72, { radius: 10 }),
    rect(x + 46, y + 42, cell.w - 92, 44, { fill: colour.ink, radius: 3 }),
    row(5, (index) =>
      rect(x + 54 + index * 17, y + 54, 9, 20, {
        fill: index === 4 ? colour.copperLight : colour.shade,
        stroke: colour.none,
      }),
    ),
    label(x + 48, y + 98, cell.w - 96, 44, 3, false),
    lamp(x + 60, y + 160, 8, true),
    button(x + cell.w - 60, y + 160, 11),
    row(4, (index) => screw(x + 52 + index * 29, y + cell.h - 36, 8)),
  ]
  return plate(
    view,
    [
      ...row(Math.min(3, columns + 1), (index) =>
        upright(w / 2 - 60 + index * 60, d * 0.55, 20, h, 40, { fill: colour.shade }),
      ),
      box(0, 0, 18, w, h, d - 18, {
        heavy: true,
        radius: 6,
        cast: 9,
        side: [line(60, 0, 60, h, thin), vents(90, 50, 60, 70, 5)],
      }),
      box(-8, -12, 4, w + 16, 16, d - 4, { heavy: true }),
      box(5, 5, 0, w - 10, h - 10, 20, { heavy: true, radius: 6 }),
      onFront(0, [
        rect(22, 22, w - 44, rows * cell.h + 20, { fill: colour.paper, radius: 5 }),
        row(ways, (index) =>
          meter(30 + (index % columns) * cell.w, 32 + Math.floor(index / columns) * cell.h),
        ),
        line(22, h - 130, w - 22, h - 130),
        row(Math.min(ways, 6), (index) => {
          const x = w / 2 - Math.min(ways, 6) * 17 + index * 34
          return [
            rect(x, h - 110, 32, 66),
            rect(x + 9, h - 94, 14, 24, { ...thin, fill: colour.copper }),
          ]
        }),
        danger(58, h - 74, 48),
        lock(w - 50, h - 76, 16),
        hinges(9, 30, h - 60, 40),
      ]),
    ],
    { fill: 0.7 + Math.min(0.3, ways * 0.03) },
  )
}

export function busbarTrunking({ size }: { size: Size }, view: View): Mark {
  const [h, d, bars, bar] = (
    { s: [38, 60, 4, 3], m: [95, 150, 4, 8], l: [190, 130, 5, 10] } as const
  )[size]
  const run = size === 's' ? 420 : size === 'm' ? 760 : 900
  const pitch = (d * 0.76) / bars
  const conductors = row(bars, (index) => {
    const z = d * 0.12 + pitch * (bars - 1 - index) + pitch / 2 - bar / 2
    return box(run - 10, h * 0.16, z, h * 0.95, h * 0.68, bar, {
      fill: colour.copper,
      side: rect(z, h * 0.16, bar, h * 0.68, { ...thin, fill: colour.copper }),
      face: size === 'l' && index === bars - 1 && circle(run + h * 0.7, h * 0.5, h * 0.1),
    })
  })
  const tapWidth = size === 's' ? 70 : run * 0.26
  const tapHeight = h * (size === 'l' ? 1.15 : 1.5)
  const tap = run * 0.42
  return plate(
    view,
    [
      ...[0.14, 0.86].map((share) => ({
        ...box(run * share - 3, -h * 1.3, d / 2, 6, h * 1.3, 6, { fill: colour.shade }),
        aside: true,
      })),
      box(0, 0, 0, run, h, d, {
        heavy: true,
        face: [
          line(0, h * 0.14, run, h * 0.14),
          line(0, h * 0.86, run, h * 0.86),
          row(size === 's' ? 3 : 4, (index) => {
            const x = run * (0.06 + index * 0.24)
            return [
              rect(x, h * 0.32, h * 0.5, h * 0.36, { ...thin, fill: colour.shade, radius: 2 }),
              circle(x + h * 0.25, h * 0.5, h * 0.07, thin),
            ]
          }),
        ],
        side: [
          rect(d * 0.06, h * 0.08, d * 0.88, h * 0.84, { fill: colour.tint }),
          row(bars, (index) =>
            rect(d * 0.12 + pitch * index + pitch * 0.18, h * 0.12, pitch * 0.64, h * 0.76, {
              ...thin,
              fill: colour.paper,
            }),
          ),
        ],
      }),
      box(run * 0.72, -h * 0.07, -d * 0.05, h * 0.7, h * 1.14, d * 1.1, {
        face: row(2, (index) => hexBolt(run * 0.72 + h * 0.35, h * (0.25 + index * 0.5), h * 0.1)),
      }),
      ...conductors,
      box(tap, h * 0.7, -d * 0.5, tapWidth, tapHeight, d * 0.9, {
        heavy: true,
        radius: 3,
        face: [
          label(
            tap + tapWidth * 0.1,
            h * 0.7 + tapHeight * 0.12,
            tapWidth * 0.34,
            tapHeight * 0.26,
            3,
          ),
          circle(tap + tapWidth * 0.72, h * 0.7 + tapHeight * 0.42, tapHeight * 0.2, {
            fill: colour.tint,
          }),
          rect(
            tap + tapWidth * 0.72 - tapHeight * 0.045,
            h * 0.7 + tapHeight * 0.22,
            tapHeight * 0.09,
            tapHeight * 0.4,
            { fill: colour.copper, radius: 2 },
          ),
          screw(tap + tapWidth * 0.1, h * 0.7 + tapHeight * 0.88, tapHeight * 0.05),
          screw(tap + tapWidth * 0.9, h * 0.7 + tapHeight * 0.88, tapHeight * 0.05),
        ],
        side: vents(-d * 0.3, h * 0.7 + tapHeight * 0.3, d * 0.5, tapHeight * 0.4, 5),
      }),
      upright(tap + tapWidth / 2, 0, tapHeight * 0.14, h * 0.7 + tapHeight, tapHeight * 0.2, {
        fill: colour.shade,
      }),
    ],
    { fill: view === 'side' ? 0.86 : 1 },
  )
}

function hexBolt(cx: number, cy: number, r: number): Mark {
  return [polygon(regular(cx, cy, r, 6), { fill: colour.tint }), circle(cx, cy, r * 0.5, thin)]
}
