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
import {
  box,
  frontPrism,
  knob,
  moved,
  onFront,
  plate,
  upright,
  type Solid,
  type View,
} from './solids.ts'

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
  if (view === 'side' && doors === 5) return switchboardSection()
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
      ...row(doors, (index) => [
        box(w * index + 90, -46, d / 2 - 40, 40, 46, 12, { fill: colour.shade }),
        box(w * index + w - 130, -46, d / 2 - 40, 40, 46, 12, { fill: colour.shade }),
      ]).flat(),
      ...(view === 'side' ? [box(400, 1000, -34, 40, 200, 34, { fill: colour.copper })] : []),
    ],
    { standing: true, fill: doors === 1 ? 0.96 : 1 },
  )
}

/** A form 4b section from the side, its cover off: devices in front, bars behind, cables at the rear. */
function switchboardSection(): Mark {
  const [h, d] = [2200, 1000]
  const room = (z: number, y: number, w: number, high: number, fill: string = colour.paper): Mark =>
    rect(z, y, w, high, { fill })
  const bar = (z: number, y: number, w: number, high: number): Mark =>
    rect(z, y, w, high, { fill: colour.copper })
  const rows = [1150, 1455, 1760]
  const art = [
    rect(0, 0, d, h, { fill: colour.shade }),
    // The bar room: four phases of two bars on their resin supports.
    room(444, 30, 200, h - 60),
    rect(470, 70, 148, 300, { ...thin, fill: colour.tint }),
    row(4, (index) => [bar(492, 88 + index * 70, 34, 54), bar(562, 88 + index * 70, 34, 54)]),
    // The riser the breakers tap.
    bar(532, 370, 24, h - 470),
    [850, 1310, 1615, 1930].map((y) => rect(500, y, 88, 34, { ...thin, fill: colour.tint })),
    // The cable room.
    room(664, 30, 306, h - 60),
    // Control gear above.
    room(30, 30, 396, 300),
    rect(150, 76, 150, 110, { fill: colour.tint, radius: 6 }),
    label(164, 92, 122, 78, 4, false),
    row(9, (index) => rect(96 + index * 32, 236, 26, 56, { ...thin, fill: colour.shade })),
    line(84, 264, 392, 264, thin),
    // The incomer: a withdrawable air breaker in its cradle.
    room(30, 350, 396, 600),
    rect(112, 440, 290, 430, { fill: colour.tint }),
    rect(60, 490, 250, 330, { width: weight.outline, radius: 6 }),
    rect(38, 560, 26, 180, { fill: colour.copper, radius: 6 }),
    rect(96, 520, 190, 70, thin),
    row(5, (index) => line(112 + index * 36, 530, 112 + index * 36, 580, thin)),
    label(110, 640, 140, 120, 5, false),
    rect(84, 876, 310, 20, { fill: colour.dark }),
    row(3, (index) => circle(130 + index * 100, 886, 13, { fill: colour.shade })),
    [540, 740].map((y) => [
      rect(306, y - 26, 52, 52, { fill: colour.shade }),
      bar(346, y - 14, y === 540 ? 196 : 340, 28),
      y !== 540 && rect(446, y - 24, 196, 48, { fill: colour.shade, radius: 8 }),
      rect(420, y - 34, 30, 68, { ...thin, fill: colour.tint }),
    ]),
    // Its lower terminals go to the rear, and up from there as the supply comes from above.
    rect(638, 706, 32, 68, { ...thin, fill: colour.tint }),
    bar(686, 60, 26, 694),
    [180, 420].map((y) => rect(664, y, 70, 34, { ...thin, fill: colour.tint })),
    // The feeders, each in a compartment of its own and its terminals in another.
    rows.map((y, index) => [
      room(30, y - 180, 396, 285),
      rect(120, y - 120, 200, 190, { width: weight.outline, radius: 5 }),
      rect(92, y - 72, 30, 96, { radius: 3 }),
      rect(58, y - 46, 36, 30, { fill: colour.copper, radius: 3 }),
      label(150, y - 66, 130, 90, 4, false),
      bar(318, y - 70, 224, 18),
      rect(420, y - 92, 30, 60, { ...thin, fill: colour.tint }),
      bar(318, y + 22, 400, 18),
      rect(446, y + 13, 196, 36, { fill: colour.shade, radius: 8 }),
      rect(420, y + 2, 30, 60, { ...thin, fill: colour.tint }),
      rect(638, y + 2, 32, 60, { ...thin, fill: colour.tint }),
      // The terminal, its shroud and the cable down to the gland plate.
      rect(676, y - 24, 250, 118, { fill: colour.tint }),
      bar(660, y + 22, 90 + index * 66, 18),
      circle(736 + index * 66, y + 31, 11, thin),
      line(736 + index * 66, y + 46, 736 + index * 66, y + 84, {
        stroke: colour.copper,
        width: 7,
      }),
      rect(724 + index * 66, y + 70, 24, h - 74 - y - 70, { fill: colour.dark }),
    ]),
    rows.map((_y, index) =>
      rows
        .slice(index + 1)
        .map((below) => [rect(676, below - 24, 250, 118, { ...thin, fill: colour.none })]),
    ),
    // What is left below takes the control wiring of the section.
    room(30, 1885, 396, 285),
    row(2, (level) => [
      line(70, 1975 + level * 110, 390, 1975 + level * 110, thin),
      row(10, (index) =>
        rect(84 + index * 30, 1948 + level * 110, 24, 54, { ...thin, fill: colour.shade }),
      ),
    ]),
    // The gland plate and its glands.
    rect(664, h - 74, 306, 14, { fill: colour.dark }),
    row(3, (index) => rect(718 + index * 66, h - 96, 36, 44, { fill: colour.shade, radius: 4 })),
    rect(0, 0, d, h, { fill: colour.none, width: weight.outline }),
  ]
  return plate(
    'side',
    [
      box(0, -46, 150, 40, 46, 44, { fill: colour.shade, side: circle(172, -24, 9, thin) }),
      box(0, -46, d - 190, 40, 46, 44, { fill: colour.shade, side: circle(d - 168, -24, 9, thin) }),
      box(0, h, 16, 40, 100, d - 32, { fill: colour.dark }),
      // Doors in front, a cover behind, both seen on edge.
      ...[
        [30, 300],
        [350, 600],
        [970, 285],
        [1275, 285],
        [1580, 285],
        [1885, 285],
      ].map(([y = 0, high = 0]) => box(0, y, -26, 40, high, 24, { heavy: true })),
      ...[580, 1070, 1375, 1680].map((y) => box(0, y, -52, 40, 80, 28, { fill: colour.copper })),
      box(0, 30, d, 40, h - 60, 18, { heavy: true }),
      box(0, 0, 0, 40, h, d, { side: art }),
    ],
    { standing: true },
  )
}

/** One withdrawable drawer of a motor control centre, out of its section. */
export function drawer(_parameters: object, view: View): Mark {
  const [w, h, d] = [620, 300, 620]
  const device = (
    x: number,
    z: number,
    wide: number,
    high: number,
    deep: number,
    side: Mark,
    face?: Mark,
  ): Solid => box(x, h - 26 - high, z, wide, high, deep, { heavy: true, radius: 2, side, face })
  const top = (high: number): number => h - 26 - high
  return plate(
    view,
    [
      // The rear wall and the plugs: three in, three out, and the control plug.
      box(w - 34, h - 226, d, 20, 70, 76, { fill: colour.copper }),
      box(w - 34, h - 116, d, 20, 54, 60, { fill: colour.shade }),
      box(0, h - 250, d - 14, w, 250, 14, { heavy: true, fill: colour.tint }),
      ...row(3, (index) =>
        box(w - 178 + index * 52, h - 226, d - 46, 34, 26, 32, { fill: colour.copper }),
      ),
      box(0, h - 26, 20, w, 26, d - 20, {
        heavy: true,
        side: [line(20, h - 13, d, h - 13, thin), circle(d - 60, h - 13, 7, thin)],
      }),
      box(0, h - 90, 20, 12, 90, d - 34, { heavy: true }),
      // Behind: the breaker with its shaft to the handle, then contactor and relay.
      device(60, 360, 200, 210, 150, null),
      {
        ...box(60 + 40, top(210) - 0, 380, 120, 0.1, 110, { fill: colour.shade }),
      },
      device(330, 330, 250, 200, 190, [
        line(380, top(200), 380, h - 26, thin),
        label(400, top(200) + 60, 90, 70, 4),
        rect(345, top(200) + 30, 20, 130, { ...thin, fill: colour.shade }),
      ]),
      ...row(3, (index) =>
        upright(380 + index * 74, 480, 17, top(200) - 8, 10, { fill: colour.copper }),
      ),
      box(148, h - 140, 30, 22, 22, 330, { fill: colour.shade }),
      device(390, 130, 190, 150, 150, [
        label(170, top(150) + 44, 80, 60, 4),
        line(160, top(150), 160, h - 26, thin),
      ]),
      ...row(3, (index) =>
        box(492 + index * 28, top(150) - 12, 276, 14, 18, 60, { fill: colour.copper }),
      ),
      device(120, 130, 150, 90, 120, null),
      box(w - 12, h - 60, 20, 12, 60, d - 34, {
        heavy: true,
        side: [
          line(20, h - 44, d - 14, h - 44, thin),
          row(5, (index) => circle(80 + index * 115, h - 34, 6, { ...thin, fill: colour.tint })),
        ],
      }),
      // The front.
      box(-16, -6, 0, w + 32, h + 12, 22, { heavy: true, radius: 6 }),
      onFront(0, [
        rect(2, 12, w - 4, h - 24, { ...thin, fill: colour.none, radius: 5 }),
        circle(122, 150, 84, { fill: colour.tint }),
        circle(122, 150, 62, { fill: colour.paper }),
        row(4, (index) => [
          line(
            122 + 68 * Math.cos(((index * 45 - 90) * Math.PI) / 180),
            150 + 68 * Math.sin(((index * 45 - 90) * Math.PI) / 180),
            122 + 80 * Math.cos(((index * 45 - 90) * Math.PI) / 180),
            150 + 80 * Math.sin(((index * 45 - 90) * Math.PI) / 180),
          ),
        ]),
        row(3, (index) => lamp(270 + index * 64, 74, 21, index === 0)),
        button(270, 150, 24),
        button(334, 150, 24, colour.copper),
        button(398, 150, 24, colour.tint),
        label(244, 204, 180, 60, 3),
        rect(456, 44, 120, 108, { radius: 8 }),
        line(478, 132, 548, 66, { stroke: colour.copper }),
        row(5, (index) => line(474 + index * 21, 62, 474 + index * 21, 74, thin)),
        lock(590, 258, 13),
        lock(590, 34, 13),
      ]),
      knob(122, 150, 34, -18, 18, { fill: colour.shade }),
      box(108, 92, -34, 28, 116, 18, { fill: colour.copper, radius: 10 }),
      ...[466, 556].map((x) => box(x, 196, -40, 16, 22, 40, { fill: colour.shade })),
      box(460, 194, -54, 118, 26, 16, { fill: colour.copper, radius: 10 }),
    ],
    { fill: 0.98 },
  )
}

/** The main bars of a switchboard on their supports, as they stand in the frame. */
export function busbars(_parameters: object, view: View): Mark {
  const [run, pitch, bar, thick] = [900, 150, 100, 20]
  const phases = 4
  const h = phases * pitch + 60
  const supports = [130, 640]
  return plate(
    view,
    [
      // Frame uprights punched at one pitch.
      ...supports.map((x) =>
        box(x - 10, -70, 210, 110, h + 150, 50, {
          heavy: true,
          fill: colour.tint,
          face: row(13, (index) =>
            circle(x + 45, -46 + index * 62, 9, { ...thin, fill: colour.dark }),
          ),
        }),
      ),
      // The rear halves of the supports.
      ...supports.map((x) => box(x, 0, 140, 90, h, 70, { heavy: true })),
      ...row(phases, (index) => {
        const y = 30 + pitch * index + 25
        return [90, 40].flatMap((z) => [
          box(-40, y, z, run, bar, thick, {
            heavy: true,
            fill: colour.copper,
            face: row(4, (hole) =>
              circle(run - 126 + (hole % 2) * 52, y + 26 + Math.floor(hole / 2) * 48, 11, {
                fill: colour.paper,
              }),
            ),
          }),
          ...supports.map((x) => box(x, y - 12, z - 28, 90, bar + 24, 28, { fill: colour.tint })),
        ])
      }).flat(),
      // The front halves, clamped through by bolts between the phases.
      ...supports.flatMap((x) => [
        box(x, 0, -30, 90, h, 44, {
          heavy: true,
          face: row(phases, (index) => {
            const y = 30 + pitch * index + 25
            return [rect(x + 14, y - 4, 62, bar + 8, { ...thin, fill: colour.tint, radius: 4 })]
          }),
        }),
        ...row(phases + 1, (index) =>
          frontPrism(
            regular(
              x + 45,
              29 + pitch * index + (index === 0 ? -6 : index === phases ? 8 : 0),
              17,
              6,
            ),
            -44,
            14,
            {
              fill: colour.shade,
            },
          ),
        ),
      ]),
    ],
    { fill: 0.96 },
  )
}

/** A wall board of moulded-case breakers either side of its bars, cover off and door open. */
export function panelboard(_parameters: object, view: View): Mark {
  const [w, h, d] = [850, 1650, 280]
  const mid = w / 2
  const breaker = (x: number, y: number, wide: number, high: number, flip: boolean): Solid[] => {
    // Lies on its side: load terminals outside, bars inside.
    const at = (share: number, span = 0): number =>
      flip ? x + wide - wide * share - wide * span : x + wide * share
    return [
      box(x, y, -14, wide, high, 70, {
        radius: 3,
        face: [
          row(3, (index) => screw(at(0.09), y + (high / 3) * (index + 0.5), high * 0.1)),
          line(at(0.18), y, at(0.18), y + high),
          line(at(0.82), y, at(0.82), y + high),
          row(2, (index) => [
            line(at(0), y + (high / 3) * (index + 1), at(0.18), y + (high / 3) * (index + 1)),
            line(at(0.82), y + (high / 3) * (index + 1), at(1), y + (high / 3) * (index + 1)),
          ]),
          rect(at(0.4, 0.26), y + high * 0.3, wide * 0.26, high * 0.4, {
            fill: colour.shade,
            radius: 3,
          }),
          label(at(0.22, 0.14), y + high * 0.22, wide * 0.14, high * 0.56, 4, false),
          circle(at(0.74), y + high * 0.3, high * 0.05, { ...thin, fill: colour.copperLight }),
        ],
      }),
      box(at(0.53, 0.13), y + high * 0.34, -36, wide * 0.13, high * 0.32, 22, {
        fill: colour.copper,
      }),
    ]
  }
  // The lowest first, so that each covers the top of the one beneath it.
  const ways = row(6, (index) => 640 + (5 - index) * 134)
  const doorWidth = w * 0.36
  return plate(
    view,
    [
      box(0, 0, 60, w, h, d - 60, {
        heavy: true,
        radius: 4,
        cast: 12,
        side: [
          row(3, (index) => circle(110 + index * 60, 120, 16, { ...thin, fill: colour.tint })),
          vents(100, 360, 130, 110, 6),
          vents(100, 1420, 130, 110, 6),
          line(90, 300, d, 300, thin),
        ],
        face: [
          rect(24, 24, w - 48, h - 48, { fill: colour.tint }),
          // Meter and current transformers in their own compartment.
          rect(40, 40, w - 80, 210, { radius: 4 }),
          rect(120, 70, 150, 150, { radius: 8 }),
          display(136, 86, 118, 84),
          row(3, (index) => circle(162 + index * 33, 196, 9, thin)),
          row(3, (index) => lamp(360 + index * 70, 146, 20, index === 0)),
          label(600, 90, 170, 110, 4),
          line(24, 268, w - 24, 268, { width: weight.outline }),
          // Bars run the height of the ways, on supports.
          row(3, (index) => rect(mid - 66 + index * 48, 540, 36, 920, { fill: colour.copper })),
          [596, 1446].map((y) => rect(mid - 90, y, 180, 24, { fill: colour.paper, radius: 3 })),
          // Neutral and earth bars at the foot.
          [0, 1].map((side) => [
            rect(70 + side * 400, 1500, 310, 22, { fill: colour.copper }),
            row(9, (index) => screw(90 + side * 400 + index * 34, 1511, 7)),
          ]),
          line(24, 1556, w - 24, 1556),
          danger(120, 1594, 44),
          earthSign(w - 120, 1568, 44),
        ],
      }),
      // The incomer, upright above the bars.
      box(mid - 130, 292, 40, 260, 250, 30, {
        heavy: true,
        radius: 4,
        face: [
          row(3, (index) => [
            screw(mid - 87 + index * 87, 318, 15),
            screw(mid - 87 + index * 87, 516, 15),
          ]),
          line(mid - 130, 342, mid + 130, 342),
          line(mid - 130, 492, mid + 130, 492),
          [-43, 43].map((dx) => [
            line(mid + dx, 292, mid + dx, 342),
            line(mid + dx, 492, mid + dx, 542),
          ]),
          rect(mid - 32, 360, 64, 84, { fill: colour.shade, radius: 4 }),
          label(mid - 116, 360, 66, 60, 3),
          label(mid + 50, 360, 66, 60, 3),
          rect(mid - 110, 454, 220, 30, { ...thin, radius: 3 }),
          row(4, (index) => dial(mid - 84 + index * 34, 469, 8, -100 + index * 40)),
        ],
      }),
      box(mid - 20, 368, 8, 40, 40, 32, { fill: colour.copper }),
      ...ways.flatMap((y) => [
        ...moved(breaker(60, y, 286, 122, false), [0, 0, 40]),
        ...moved(breaker(w - 60 - 286, y, 286, 122, true), [0, 0, 40]),
      ]),
      frontPrism(
        [
          [-doorWidth, -60],
          [0, 0],
          [0, h],
          [-doorWidth, h + 60],
        ],
        48,
        12,
        {
          heavy: true,
          fill: colour.tint,
          face: (unit: number) => {
            const inner = [
              [-doorWidth + 34, -10],
              [-34, 44],
              [-34, h - 44],
              [-doorWidth + 34, h + 10],
            ] as const
            return [
              polygon(inner, { ...thin, fill: colour.paper }),
              hatch(inner, { angle: 45, spacing: 26 * unit }),
              rect(-doorWidth + 8, h / 2 - 70, 18, 140, { fill: colour.copper }),
            ]
          },
        },
      ),
    ],
    { fill: 1 },
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
  if (view === 'side') return openFrame(h, d)
  return plate(
    view,
    [
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
      ...[d - 70, 56].flatMap((z) =>
        [50, w - 100].map((x) =>
          box(x, -60, z, 50, 60, 14, { fill: colour.shade, face: circle(x + 25, -36, 12) }),
        ),
      ),
    ],
    { standing: true },
  )
}

/** The frame from the side, its panel not yet on: punched sections, plate, door and roof on edge. */
function openFrame(h: number, d: number): Mark {
  const holes = (z: number, y: number, long: number, upright: boolean): Mark =>
    row(Math.round(long / 50) - 1, (index) =>
      upright
        ? rect(z - 7, y + 43 + index * 50, 14, 14, { ...thin, fill: colour.dark, radius: 3 })
        : rect(z + 43 + index * 50, y - 7, 14, 14, { ...thin, fill: colour.dark, radius: 3 }),
    )
  const bars: [number, number, number, number][] = [
    [0, 0, d, 60],
    [0, h - 60, d, 60],
  ]
  const art = [
    // Through the frame: the far side's uprights, and between them the open room.
    rect(0, 0, d, h, { fill: colour.paper, stroke: colour.none }),
    rect(60, 60, d - 120, h - 120, { fill: colour.paper }),
    hatch(
      [
        [60, 60],
        [d - 60, 60],
        [d - 60, h - 60],
        [60, h - 60],
      ],
      { angle: 45, spacing: 46 },
    ),
    // Depth rails that carry the plate.
    [430, 1000, 1560].map((y) => [
      rect(30, y, d - 60, 44, { fill: colour.tint }),
      holes(30, y + 22, d - 60, false),
    ]),
    // The mounting plate on edge, its hooks, and a few things upon it.
    rect(430, 120, 22, h - 260, { fill: colour.copperLight }),
    [452].map((z) => [430, 1000, 1560].map((y) => rect(z, y - 6, 40, 56, { fill: colour.shade }))),
    // The four sections.
    [0, d - 60].map((z) => [
      rect(z, 0, 60, h, { fill: colour.tint }),
      holes(z + 30, 60, h - 120, true),
    ]),
    bars.map(([z, y, wide, high]) => [
      rect(z, y, wide, high, { fill: colour.tint }),
      holes(z + 60, y + 30, wide - 120, false),
    ]),
    [0, d - 60].map((z) => [0, h - 60].map((y) => [rect(z, y, 60, 60), screw(z + 30, y + 30, 15)])),
  ]
  return plate(
    'side',
    [
      ...[46, d - 90].map((z) =>
        box(0, -84, z, 40, 64, 44, { fill: colour.shade, side: circle(z + 22, -56, 12) }),
      ),
      box(0, -22, -34, 40, 22, d + 46, { heavy: true }),
      box(0, h, 10, 40, 100, d - 20, {
        heavy: true,
        fill: colour.dark,
      }),
      box(0, 12, -34, 40, h - 24, 26, { heavy: true }),
      ...[180, 1000, 1760].map((y) => box(0, y, -12, 40, 90, 14, { fill: colour.shade })),
      box(0, 880, -64, 40, 210, 30, { fill: colour.copper }),
      box(0, 12, d - 0, 40, h - 24, 14, { heavy: true }),
      box(0, 0, 0, 40, h, d, {
        side: [art, rect(0, 0, d, h, { fill: colour.none, width: weight.outline })],
      }),
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
