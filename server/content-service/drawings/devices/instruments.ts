/** Wiring accessories, building controls, and the instruments and tools of the trade. */
import {
  arc,
  circle,
  clip,
  colour,
  ellipse,
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
  arrow,
  bolt,
  button,
  danger,
  label,
  lamp,
  lead,
  rail,
  row,
  screw,
  strands,
  vents,
} from './parts.ts'
import {
  box,
  frontPrism,
  knob,
  onFront,
  onLevel,
  onRight,
  plate,
  sidePrism,
  upright,
  type View,
  type Solid,
} from './solids.ts'

const thin = { width: weight.hatch } as const

/** A wall plate with its back box. */
function wallPlate(w: number, h: number, face: Mark, side: Mark = []): Solid[] {
  return [
    box(w / 2 - Math.min(w * 0.42, w / 2 - 6), 7, 9, Math.min(w * 0.84, w - 12), h - 14, 32, {
      fill: colour.shade,
      side: [vents(16, 20, 18, h - 40, 4), side],
    }),
    box(0, 0, 0, w, h, 9, { heavy: true, radius: 6, cast: 3 }),
    onFront(0, [rect(4, 4, w - 8, h - 8, { ...thin, radius: 4, fill: colour.none }), face]),
  ]
}

export function socket({ gangs }: { gangs: number }, view: View): Mark {
  const w = [86, 147, 208][gangs - 1] ?? 86
  const h = 86
  const pitch = (w - 8) / gangs
  const rockers = row(gangs, (index) => {
    const cx = 4 + pitch * (index + 0.5)
    return sidePrism(
      [
        [-5, 12],
        [0, 12],
        [0, 28],
        [-1.5, 28],
      ],
      cx - 6,
      12,
      { fill: colour.paper },
    )
  })
  const face = row(gangs, (index) => {
    const cx = 4 + pitch * (index + 0.5)
    return [
      rect(cx - 7.5, 10.5, 15, 19, { fill: colour.shade, radius: 1.5 }),
      // BS 1363: earth on top, line and neutral with their shutters below.
      rect(cx - 2.2, 38, 4.4, 9, { fill: colour.dark }),
      rect(cx - 15, 56, 8.5, 4.4, { fill: colour.dark }),
      rect(cx + 6.5, 56, 8.5, 4.4, { fill: colour.dark }),
      rect(cx - 14, 57.4, 6.5, 1.6, { fill: colour.copper, stroke: colour.none }),
      rect(cx + 7.5, 57.4, 6.5, 1.6, { fill: colour.copper, stroke: colour.none }),
      circle(cx + 14, 20, 1.8, { ...thin, fill: colour.copper }),
    ]
  })
  const screws = [screw(11, 74, 2.4), screw(w - 11, 74, 2.4)]
  return plate(view, [...wallPlate(w, h, [face, screws]), ...rockers], {
    fill: gangs === 1 ? 0.82 : 1,
  })
}

export function wallSwitch({ gangs }: { gangs: number }, view: View): Mark {
  const w = gangs > 3 ? 147 : 86
  const h = 86
  const field = w - 20
  const each = field / gangs
  const rockers = row(gangs, (index) =>
    sidePrism(
      index % 2 === 0
        ? [
            [-2, 13],
            [0, 13],
            [0, 73],
            [-6, 73],
            [-1.5, 43],
          ]
        : [
            [-6, 13],
            [0, 13],
            [0, 73],
            [-2, 73],
            [-1.5, 43],
          ],
      10 + each * index + 1,
      each - 2,
      { heavy: true, smooth: true },
    ),
  )
  const marks = row(gangs, (index) => {
    const cx = 10 + each * (index + 0.5)
    return [
      line(cx - each / 2 + 1, 43, cx + each / 2 - 1, 43, thin),
      rect(cx - 4, index % 2 === 0 ? 64 : 20, 8, 2.4, {
        ...thin,
        fill: index % 2 === 0 ? colour.copper : colour.shade,
      }),
    ]
  })
  return plate(
    view,
    [
      ...wallPlate(w, h, rect(9, 12, field + 2, 62, { fill: colour.dark, radius: 2 })),
      ...rockers,
      onFront(-4, marks),
    ],
    { fill: gangs > 3 ? 0.96 : 0.82 },
  )
}

export function keypad(_parameters: object, view: View): Mark {
  const [w, h] = [90, 150]
  const symbols: Mark[] = [
    bulb(27, 74),
    curtain(63, 74),
    thermometer(27, 100),
    moon(63, 100),
    arrow(27, 126, 10, -90),
    arrow(63, 126, 10, 90),
  ]
  return plate(
    view,
    [
      ...wallPlate(w, h, [
        rect(11, 13, w - 22, 42, { fill: colour.ink, radius: 3 }),
        row(3, (index) =>
          rect(18, 21 + index * 10, [26, 18, 22][index]!, 3.4, {
            fill: colour.shade,
            stroke: colour.none,
          }),
        ),
        arc(63, 34, 11, 150, 390, { stroke: colour.shade }),
        arc(63, 34, 11, 150, 300, { stroke: colour.copperLight, width: weight.outline }),
        row(6, (index) =>
          rect(13 + (index % 2) * 36, 63 + Math.floor(index / 2) * 26, 28, 22, {
            fill: colour.tint,
            radius: 5,
          }),
        ),
        symbols,
      ]),
    ],
    { fill: 0.96 },
  )
}

function bulb(cx: number, cy: number): Mark {
  return [
    circle(cx, cy - 1.5, 4.6, { fill: colour.none }),
    line(cx - 2, cy + 5, cx + 2, cy + 5),
    line(cx - 1.5, cy + 7, cx + 1.5, cy + 7, thin),
  ]
}

function curtain(cx: number, cy: number): Mark {
  return [
    line(cx - 7, cy - 6, cx + 7, cy - 6),
    row(4, (index) => line(cx - 6 + index * 4, cy - 6, cx - 6 + index * 4, cy + 6, thin)),
  ]
}

function thermometer(cx: number, cy: number): Mark {
  return [line(cx, cy - 7, cx, cy + 2), circle(cx, cy + 4.5, 2.6, { fill: colour.copper })]
}

function moon(cx: number, cy: number): Mark {
  return path(`M${cx + 2} ${cy - 6}A6 6 0 1 0 ${cx + 6} ${cy + 3}A5 5 0 0 1 ${cx + 2} ${cy - 6}Z`, {
    fill: colour.none,
  })
}

export function sensor(_parameters: object, view: View): Mark {
  const r = 54
  if (view === 'front') {
    return plate(
      view,
      [
        knob(0, 0, r, 0, 16, {
          heavy: true,
          face: (unit: number) => [
            circle(0, 0, r * 0.94, thin),
            circle(0, 0, r * 0.64, { width: weight.outline }),
            [0.2, 0.38, 0.52].map((share) =>
              circle(0, 0, r * share, { ...thin, fill: colour.none }),
            ),
            row(24, (index) =>
              line(
                ...onCircle(0, 0, r * (index % 2 === 0 ? 0.2 : 0.38), index * 15),
                ...onCircle(0, 0, r * 0.63, index * 15),
                thin,
              ),
            ),
            hatch(ellipsePoints(0, 0, r * 0.64, r * 0.64, -10, 100), { spacing: 7 * unit }),
            circle(0, 0, r * 0.1, { fill: colour.copper }),
            lamp(0, r * 0.79, 2.4, true),
            circle(r * 0.56, r * 0.56, 3, { fill: colour.dark }),
          ],
        }),
      ],
      { fill: 0.9 },
    )
  }
  const zone: Mark = [
    row(7, (index) =>
      line((index - 3) * 6, 40, (index - 3) * 46, 150, {
        ...thin,
        stroke: colour.copperLight,
        dash: '14 8',
      }),
    ),
    [80, 150].map((y) =>
      arc(0, y - (y - 30) * 0.55, (y - 20) * 0.62, 25, 155, { ...thin, stroke: colour.grey }),
    ),
  ]
  const dome: Solid[] = [0.64, 0.6, 0.5, 0.34].map((share, index) =>
    upright(0, 0, r * (share * 0.86), 15 + index * 7, 7, { rTop: r * share, heavy: false }),
  )
  return plate(
    view,
    [
      { ...(view === 'side' ? onRight(-Infinity, zone) : onFront(0, zone)), aside: true },
      ...dome.reverse(),
      upright(0, 0, r, 4, 11, { heavy: true, rTop: r }),
      upright(0, 0, r * 0.62, -26, 30, { fill: colour.shade }),
      ...(view === 'side'
        ? [{ ...box(-200, 0, -170, 100, 6, 340, { fill: colour.tint }), aside: true }]
        : []),
    ],
    { fill: 0.62 },
  )
}

export function gateway(_parameters: object, view: View): Mark {
  const [w, h, d] = [108, 90, 62]
  return plate(
    view,
    [
      rail(w, 27, d),
      ...[20, w - 20].map((x) =>
        upright(x, d * 0.5, 2.6, -74, 76, { rTop: 1.8, fill: colour.dark }),
      ),
      ...[20, w - 20].map((x) => upright(x, d * 0.5, 4, -8, 8, { fill: colour.copper })),
      box(0, 0, 10, w, h, d - 10, {
        heavy: true,
        radius: 2,
        side: [vents(24, 14, 26, 26, 6), vents(24, 52, 26, 26, 6)],
        face: [terminals(w, 7), terminals(w, h - 7)],
      }),
      box(0, 16, 0, w, h - 32, 12, { heavy: true, radius: 2 }),
      onFront(0, [
        row(2, (index) => [
          rect(10 + index * 21, 47, 18, 19, { fill: colour.shade, radius: 1 }),
          path(`M${12.5 + index * 21} 63v-9h4v-3h5v3h4v9Z`, { ...thin, fill: colour.dark }),
        ]),
        row(6, (index) => [
          lamp(58 + (index % 3) * 15, 26 + Math.floor(index / 3) * 9, 2, index < 2),
          line(
            62 + (index % 3) * 15,
            26 + Math.floor(index / 3) * 9,
            67 + (index % 3) * 15,
            26 + Math.floor(index / 3) * 9,
            { ...thin, stroke: colour.grey },
          ),
        ]),
        row(3, (index) => arc(20, 39, 5 + index * 5, 225, 315, { stroke: colour.copper })),
        circle(20, 39, 1.6, { fill: colour.copper, stroke: colour.none }),
        rect(56, 46, 20, 10, { fill: colour.shade, radius: 1 }),
        rect(59, 49, 14, 4, { ...thin, fill: colour.dark }),
        label(56, 58, 44, 11, 2, false),
        button(92, 51, 4),
      ]),
    ],
    { fill: 0.96 },
  )
}

function terminals(w: number, cy: number): Mark {
  const pitch = (w - 8) / 10
  return row(10, (index) => [
    rect(4 + pitch * index, cy - 4.4, 8, 8.8, { ...thin, fill: colour.shade }),
    screw(8 + pitch * index, cy, 2.8, true),
  ])
}

export function thermostat(_parameters: object, view: View): Mark {
  const [w, h] = [86, 86]
  return plate(
    view,
    [
      box(10, 10, 14, w - 20, h - 20, 28, { fill: colour.shade }),
      box(0, 0, 6, w, h, 9, { heavy: true, radius: 8, cast: 3 }),
      knob(w / 2, h / 2, 37, -6, 12, {
        heavy: true,
        face: [
          row(41, (index) =>
            line(
              ...onCircle(w / 2, h / 2, 33, 130 + index * 7),
              ...onCircle(w / 2, h / 2, index % 5 === 0 ? 29 : 31, 130 + index * 7),
              {
                width: index < 24 ? weight.detail : weight.hatch,
                stroke: index < 24 ? colour.copper : colour.grey,
              },
            ),
          ),
          circle(w / 2, h / 2, 25, { fill: colour.ink }),
          polyline(
            [
              [w / 2 - 13, h / 2 - 9],
              [w / 2 - 4, h / 2 - 9],
              [w / 2 - 4, h / 2 - 1.5],
              [w / 2 - 13, h / 2 - 1.5],
              [w / 2 - 13, h / 2 + 6],
              [w / 2 - 4, h / 2 + 6],
            ],
            { stroke: colour.paper, width: weight.outline },
          ),
          polyline(
            [
              [w / 2 + 2, h / 2 - 7],
              [w / 2 + 5.5, h / 2 - 9],
              [w / 2 + 5.5, h / 2 + 6],
            ],
            { stroke: colour.paper, width: weight.outline },
          ),
          circle(w / 2 + 13.5, h / 2 - 8, 1.7, { fill: colour.none, stroke: colour.shade }),
          flake(w / 2, h / 2 + 14, 4.4),
          circle(...onCircle(w / 2, h / 2, 31, 130 + 24 * 7), 2.2, { fill: colour.copper }),
        ],
      }),
    ],
    { fill: 0.92 },
  )
}

function flake(cx: number, cy: number, r: number): Mark {
  return row(3, (index) =>
    line(...onCircle(cx, cy, r, index * 60 + 30), ...onCircle(cx, cy, r, index * 60 + 210), {
      ...thin,
      stroke: colour.copperLight,
    }),
  )
}

/** The body of a hand-held meter: a waisted case in a rubber holster. */
function handheld(w: number, h: number): Point[] {
  return [
    [w * 0.1, 0],
    [w * 0.9, 0],
    [w, h * 0.06],
    [w, h * 0.42],
    [w * 0.94, h * 0.52],
    [w * 0.94, h * 0.9],
    [w * 0.84, h],
    [w * 0.16, h],
    [w * 0.06, h * 0.9],
    [w * 0.06, h * 0.52],
    [0, h * 0.42],
    [0, h * 0.06],
  ]
}

/** The rotary selector with its positions around it. */
function selector(cx: number, cy: number, r: number): Mark {
  return [
    row(11, (index) =>
      line(
        ...onCircle(cx, cy, r * 1.2, 150 + index * 24),
        ...onCircle(cx, cy, r * 1.42, 150 + index * 24),
        index % 5 === 0 ? {} : thin,
      ),
    ),
    circle(cx, cy, r, { fill: colour.tint }),
    rect(cx - r * 0.24, cy - r * 0.94, r * 0.48, r * 1.88, { radius: r * 0.2 }),
    line(cx, cy - r * 0.86, cx, cy - r * 0.3, { stroke: colour.copper, width: weight.outline }),
  ]
}

function jacks(xs: readonly number[], cy: number, r: number): Mark {
  return xs.map((x, index) => [
    circle(x, cy, r, { fill: index === xs.length - 1 ? colour.copper : colour.dark }),
    circle(x, cy, r * 0.42, { fill: colour.paper }),
  ])
}

export function multimeter(_parameters: object, view: View): Mark {
  const [w, h, d] = [92, 190, 48]
  const inner = handheld(w - 14, h - 14).map(([x, y]): Point => [x + 7, y + 7])
  return plate(
    view,
    [
      {
        ...onFront(8, [
          lead('M34 184C30 240 -30 250 -44 190S-60 90 -66 70', 7, colour.dark),
          lead('M62 184C66 246 132 252 140 190S152 90 158 70', 7, colour.copper),
          probe(-66, 70, -6, colour.dark),
          probe(158, 70, 6, colour.copper),
        ]),
        aside: true,
      },
      frontPrism(handheld(w, h), 0, d, { heavy: true, fill: colour.shade }),
      frontPrism(inner, -4, 6, { heavy: true }),
      onFront(-4, [
        rect(17, 20, w - 34, 46, { fill: colour.tint, radius: 3 }),
        row(4, (index) => segment(25 + index * 12, 30)),
        row(16, (index) =>
          line(22 + index * 3.1, 58, 22 + index * 3.1, index % 5 === 0 ? 53 : 55, thin),
        ),
        row(4, (index) =>
          rect(18 + index * 15, 72, 11, 6, {
            fill: index === 0 ? colour.copper : colour.tint,
            radius: 3,
          }),
        ),
        selector(w / 2, 114, 20),
        jacks([24, 46, 68], 164, 6.4),
      ]),
      ...(view === 'side'
        ? [
            box(20, 104, -12, 30, 22, 10, { fill: colour.tint }),
            sidePrism(
              [
                [d, 60],
                [d + 26, 168],
                [d + 22, 172],
                [d - 4, 66],
              ],
              30,
              30,
              { fill: colour.shade },
            ),
          ]
        : []),
      { from: [-75, 0, 0], to: [165, h + 40, d], draw: () => [] },
    ],
    { measured: false },
  )
}

/** A seven-segment figure, unlit edges left out. */
function segment(x: number, y: number): Mark {
  return [
    polyline(
      [
        [x, y + 16],
        [x, y],
        [x + 8, y],
        [x + 8, y + 16],
        [x, y + 16],
      ],
      { width: 3.4 },
    ),
    line(x + 1.5, y + 8, x + 6.5, y + 8, { width: 3.4 }),
  ]
}

function probe(x: number, y: number, lean: number, fill: string): Mark {
  return group(
    { x, y, rotate: lean },
    polygon(
      [
        [-5, 0],
        [5, 0],
        [4, -46],
        [-4, -46],
      ],
      { fill },
    ),
    rect(-7, -52, 14, 7, { fill: colour.shade, radius: 2 }),
    polygon(
      [
        [-1.4, -52],
        [1.4, -52],
        [0.6, -78],
        [-0.6, -78],
      ],
      { fill: colour.shade },
    ),
  )
}

export function clampMeter(_parameters: object, view: View): Mark {
  const [w, h, d] = [78, 236, 40]
  const cx = w / 2
  const jaw: Point[] = [...ellipsePoints(cx, 52, 46, 54, 130, 410)]
  return plate(
    view,
    [
      ...(view === 'side'
        ? []
        : [
            {
              ...knob(cx, 50, 17, -70, 150, {
                fill: colour.ink,
                face: [circle(cx, 50, 13.5, { fill: colour.paper }), strands(cx, 50, 10.5)],
              }),
              aside: true,
            },
          ]),
      frontPrism(jaw, 8, 20, {
        heavy: true,
        fill: colour.shade,
        face: [
          ellipse(cx, 50, 30, 36, { width: weight.outline }),
          line(cx, -2, cx, 14, { width: weight.outline }),
          polyline(
            [
              [cx - 34, 90],
              [cx - 40, 70],
              [cx - 40, 30],
            ],
            { ...thin },
          ),
          view === 'side'
            ? []
            : [
                circle(cx, 50, 17, { fill: colour.ink }),
                circle(cx, 50, 13.5),
                strands(cx, 50, 10.5),
              ],
        ],
      }),
      frontPrism(
        [
          [-4, 88],
          [12, 80],
          [66, 80],
          [80, 92],
          [80, 160],
          [74, 176],
          [72, 226],
          [62, h],
          [16, h],
          [6, 226],
          [4, 176],
          [-2, 160],
        ],
        0,
        d,
        { heavy: true },
      ),
      box(-14, 100, 10, 12, 44, 16, { fill: colour.copper, radius: 3 }),
      onFront(0, [
        selector(cx, 122, 15),
        rect(14, 152, 50, 38, { fill: colour.tint, radius: 3 }),
        row(3, (index) => segment(21 + index * 13, 163)),
        row(3, (index) =>
          rect(14 + index * 18, 198, 13, 7, {
            fill: index === 0 ? colour.copper : colour.tint,
            radius: 3.5,
          }),
        ),
        jacks([28, 50], 220, 5),
      ]),
      ...(view === 'side' ? [box(10, 108, -8, 56, 28, 8, { fill: colour.tint })] : []),
    ],
    { measured: view === 'side', fill: 0.98 },
  )
}

export function insulationTester(_parameters: object, view: View): Mark {
  const [w, h, d] = [230, 180, 90]
  const scale = (cx: number, cy: number): Mark => [
    path(
      `M${cx - 74} ${cy + 10}A84 84 0 0 1 ${cx + 74} ${cy + 10}L${cx + 74} ${cy + 34}L${cx - 74} ${cy + 34}Z`,
      { fill: colour.tint },
    ),
    row(15, (index) =>
      line(
        ...onCircle(cx, cy + 40, 72, 205 + index * 9.3),
        ...onCircle(cx, cy + 40, index % 3 === 0 ? 62 : 67, 205 + index * 9.3),
        index % 3 === 0 ? {} : thin,
      ),
    ),
    line(cx, cy + 32, ...onCircle(cx, cy + 40, 66, 292), { stroke: colour.copper }),
    circle(cx, cy + 32, 4, { fill: colour.ink }),
  ]
  return plate(
    view,
    [
      {
        ...onFront(0, [
          lead(`M54 ${h - 14}C40 ${h + 56} -50 ${h + 60} -64 ${h - 10}`, 7, colour.dark),
          lead(
            `M${w - 54} ${h - 14}C${w - 30} ${h + 56} ${w + 52} ${h + 60} ${w + 64} ${h - 10}`,
            7,
            colour.copper,
          ),
          clipGrip(-64, h - 10, colour.dark),
          clipGrip(w + 64, h - 10, colour.copper),
        ]),
        aside: true,
      },
      frontPrism(
        [
          [30, -34],
          [w - 30, -34],
          [w - 14, -10],
          [w - 14, 0],
          [w - 34, 0],
          [w - 44, -18],
          [44, -18],
          [34, 0],
          [14, 0],
          [14, -10],
        ],
        34,
        24,
        { heavy: true, fill: colour.shade },
      ),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 14,
        cast: 5,
        side: [line(22, 0, 22, h), rect(40, 50, 34, 80, { fill: colour.tint, radius: 10 })],
      }),
      onFront(0, [
        rect(14, 14, w - 28, h - 28, { ...thin, radius: 8, fill: colour.none }),
        scale(w * 0.42, 40),
        rect(w - 62, 26, 40, 20, { fill: colour.ink, radius: 2 }),
        row(3, (index) =>
          rect(w - 57 + index * 11, 31, 7, 10, { fill: colour.shade, stroke: colour.none }),
        ),
        selector(w - 60, 110, 22),
        button(48, 118, 17, colour.copper),
        bolt(48, 118, 16, colour.paper),
        row(3, (index) => button(86 + index * 24, 118, 8)),
        jacks([54, 86, 118], 152, 7),
        danger(w - 112, 148, 20),
      ]),
      { from: [-84, -34, 0], to: [w + 84, h + 50, d], draw: () => [] },
    ],
    { measured: false },
  )
}

/** A crocodile clip, its jaws upwards. */
function clipGrip(x: number, y: number, fill: string): Mark {
  return [
    polygon(
      [
        [x - 6, y + 6],
        [x + 6, y + 6],
        [x + 8, y - 26],
        [x - 8, y - 26],
      ],
      { fill },
    ),
    polygon(
      [
        [x - 8, y - 26],
        [x - 1, y - 26],
        [x - 1, y - 52],
        [x - 5, y - 52],
      ],
      { fill: colour.shade },
    ),
    polygon(
      [
        [x + 8, y - 26],
        [x + 1, y - 26],
        [x + 1, y - 52],
        [x + 5, y - 52],
      ],
      { fill: colour.shade },
    ),
  ]
}

export function thermalCamera(_parameters: object, view: View): Mark {
  if (view === 'side') return cameraProfile(view)
  const [w, h] = [104, 110]
  const image = (unit: number): Mark => [
    rect(12, 14, w - 36, 66, { fill: colour.ink, radius: 2 }),
    // A switch seen by its heat: three poles, the middle one too warm.
    row(3, (index) => [
      rect(20 + index * 18, 24, 13, 44, { fill: colour.dark, stroke: colour.grey }),
      rect(23 + index * 18, 30, 7, 12, {
        fill: index === 1 ? colour.copper : colour.grey,
        stroke: colour.none,
      }),
      rect(23 + index * 18, 50, 7, 12, {
        fill: index === 1 ? colour.copperLight : colour.grey,
        stroke: colour.none,
      }),
    ]),
    circle(44.5, 36, 9, { fill: colour.none, stroke: colour.copperLight }),
    line(44.5, 22, 44.5, 29, { stroke: colour.copperLight }),
    line(44.5, 43, 44.5, 50, { stroke: colour.copperLight }),
    rect(w - 20, 14, 6, 66, { fill: colour.tint }),
    hatch(rectPoints(w - 20, 14, 6, 33), { angle: 0, spacing: 5 * unit, tone: colour.copper }),
    button(30, 94, 6),
    button(74, 94, 6),
    circle(52, 94, 10, { fill: colour.tint }),
    circle(52, 94, 4, { fill: colour.copper }),
  ]
  return plate(
    view,
    [
      knob(w / 2, 40, 26, 60, 40, { heavy: true, fill: colour.shade }),
      box(30, h - 6, 20, 44, 120, 34, {
        heavy: true,
        radius: 8,
        side: row(7, (index) => line(24, h + 20 + index * 11, 48, h + 20 + index * 11, thin)),
        face: row(8, (index) => line(36, h + 18 + index * 11, 68, h + 18 + index * 11, thin)),
      }),
      box(0, 0, 0, w, h, 66, {
        heavy: true,
        radius: 10,
        cast: 4,
        face: image,
        side: [line(16, 0, 16, h, thin), rect(28, 30, 26, 40, { fill: colour.tint, radius: 6 })],
      }),
      box(34, h + 104, 14, 36, 12, 46, { fill: colour.dark }),
    ],
    { measured: false, fill: 0.96 },
  )
}

function cameraProfile(view: View): Mark {
  return plate(
    view,
    [
      sidePrism(
        [
          [6, 4],
          [60, 0],
          [104, 8],
          [104, 72],
          [64, 80],
          [84, 196],
          [46, 204],
          [26, 110],
          [0, 108],
        ],
        0,
        60,
        {
          heavy: true,
          side: (unit: number) => [
            line(14, 6, 14, 106),
            rect(104, 14, 34, 52, { width: weight.outline, fill: colour.shade }),
            rect(138, 10, 10, 60, { width: weight.outline, fill: colour.tint }),
            line(148, 20, 148, 60, { stroke: colour.copper, width: weight.outline }),
            path('M62 84L76 96L70 120L64 118Z', { fill: colour.copper }),
            row(9, (index) =>
              line(40 + index * 2, 112 + index * 9, 66 + index * 1.8, 108 + index * 9, thin),
            ),
            hatch(
              [
                [46, 204],
                [84, 196],
                [78, 160],
                [62, 168],
              ],
              { spacing: 7 * unit },
            ),
            row(3, (index) => line(34, 30 + index * 14, 88, 30 + index * 14, thin)),
            row(5, (index) =>
              line(160, 40 + (index - 2) * 9, 240, 40 + (index - 2) * 26, {
                ...thin,
                stroke: colour.copperLight,
                dash: '14 8',
              }),
            ),
          ],
        },
      ),
      { from: [0, 0, 0], to: [60, 204, 150], draw: () => [] },
    ],
    { measured: false, fill: 0.92 },
  )
}

export function toolKit(_parameters: object, view: View): Mark {
  const [w, h, d] = [460, 210, 230]
  return plate(
    view,
    [
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 10,
        cast: 7,
        face: [
          line(0, 26, w, 26),
          rect(34, 70, 120, 110, { radius: 6 }),
          line(34, 96, 154, 96, thin),
          rect(182, 70, 96, 110, { radius: 6 }),
          line(182, 96, 278, 96, thin),
          rect(306, 70, 120, 110, { radius: 6 }),
          line(306, 96, 426, 96, thin),
          [94, 230, 366].map((x) =>
            rect(x - 9, 88, 18, 22, { fill: colour.copperLight, radius: 3 }),
          ),
          row(3, (index) => [
            line(206 + index * 24, 58, 206 + index * 24, 96, { width: weight.outline }),
            rect(201 + index * 24, 30, 10, 32, {
              fill: [colour.copper, colour.dark, colour.copper][index]!,
              radius: 4,
            }),
          ]),
        ],
        side: [line(0, 26, d, 26), rect(50, 70, d - 100, 100, { ...thin, radius: 6 })],
      }),
      onLevel(0, rect(24, d * 0.4, w - 48, d * 0.22, { fill: colour.dark })),
      ...tools().map((mark) => onFront(d * 0.5, clip(rectPoints(-40, -240, w + 80, 240), mark))),
      frontPrism(
        [
          [130, -150],
          [330, -150],
          [330, -128],
          [152, -128],
          [152, 0],
          [130, 0],
        ],
        d / 2,
        20,
        { heavy: true, fill: colour.shade },
      ),
      box(308, -150, d / 2, 22, 150, 20, { heavy: true, fill: colour.shade }),
      box(150, -158, d / 2 - 4, 160, 34, 28, { fill: colour.copper, radius: 12 }),
    ],
    { standing: true, measured: false, fill: 0.96 },
  )
}

/** Pliers, a cutter, screwdrivers and a voltage tester standing in the bag. */
function tools(): Mark[] {
  const screwdriver = (x: number, fill: string): Mark => [
    rect(x - 4, -60, 8, 90, { fill: colour.shade }),
    polygon(
      [
        [x - 13, -60],
        [x + 13, -60],
        [x + 16, -84],
        [x + 12, -140],
        [x - 12, -140],
        [x - 16, -84],
      ],
      { fill, width: weight.outline },
    ),
    row(3, (index) => line(x - 6 + index * 6, -132, x - 6 + index * 6, -74, thin)),
  ]
  const pliers = (x: number, lean: number): Mark =>
    group(
      { x, y: 20, rotate: lean },
      path('M-8 -70C-34 -20 -30 30 -22 60L-8 60C-14 20 -10 -20 0 -52Z', { fill: colour.copper }),
      path('M8 -70C34 -20 30 30 22 60L8 60C14 20 10 -20 0 -52Z', { fill: colour.copper }),
      polygon(
        [
          [-16, -76],
          [-9, -138],
          [-1, -142],
          [-1, -60],
        ],
        { fill: colour.shade, width: weight.outline },
      ),
      polygon(
        [
          [16, -76],
          [9, -138],
          [1, -142],
          [1, -60],
        ],
        { fill: colour.shade, width: weight.outline },
      ),
      circle(0, -74, 9),
    )
  const tester: Mark = [
    rect(404, -110, 30, 140, { radius: 8, width: weight.outline }),
    row(5, (index) => lamp(419, -88 + index * 17, 5, index < 3)),
    polygon(
      [
        [415, -110],
        [423, -110],
        [420, -150],
        [418, -150],
      ],
      { fill: colour.shade },
    ),
  ]
  return [screwdriver(40, colour.dark), pliers(92, -4), screwdriver(366, colour.tint), tester]
}
