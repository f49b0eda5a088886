/** Motor control and automation: contactors, starters, drives, buttons, controllers, relays. */
import {
  circle,
  colour,
  ellipse,
  group,
  line,
  path,
  polygon,
  polyline,
  rect,
  weight,
  type Mark,
} from '../pen.ts'
import {
  arrow,
  button,
  dial,
  display,
  label,
  lamp,
  offMark,
  onMark,
  rail,
  row,
  screw,
  sine,
  terminal,
  vents,
  type Size,
} from './parts.ts'
import {
  box,
  knob,
  moved,
  onFront,
  onLevel,
  plate,
  upright,
  type View,
  type Solid,
} from './solids.ts'

const thin = { width: weight.hatch } as const

/** A row of screw terminals across a width, at the height cy. */
function terminals(count: number, x: number, w: number, cy: number, most: number): Mark {
  const pitch = w / count
  return row(count, (index) =>
    terminal(x + pitch * (index + 0.5), cy, Math.min(most, pitch * 0.74)),
  )
}

/** Three steps deep, like every contactor: terminals, coil terminals, the head with its slider. */
function contactorBody(
  w: number,
  h: number,
  d: number,
  y: number,
  poles: number,
  large: boolean,
): Solid[] {
  const at = (share: number): number => y + h * share
  return [
    // The shadow falls behind the lugs.
    ...(large
      ? [{ ...box(0, y, d * 0.44, w, h, d * 0.56, { heavy: true, cast: 4 }), aside: true }]
      : []),
    ...(large
      ? row(3, (index) =>
          [-0.07, 0.87].map((share) =>
            box(w * (0.12 + index * 0.29), at(share), d * 0.5, w * 0.18, h * 0.2, 6, {
              fill: colour.copper,
              face: circle(w * (0.21 + index * 0.29), at(share < 0 ? -0.036 : 1.034), w * 0.034),
            }),
          ),
        ).flat()
      : []),
    box(0, y, d * 0.44, w, h, d * 0.56, {
      heavy: true,
      radius: 1,
      face: [
        terminals(poles, 0, w, at(0.075), h * 0.11),
        terminals(poles, 0, w, at(0.925), h * 0.11),
      ],
      side: [
        line(d * 0.72, y, d * 0.72, y + h, thin),
        label(d * 0.5, at(0.36), d * 0.18, h * 0.24, 4),
      ],
    }),
    box(0, at(0.15), d * 0.2, w, h * 0.7, d * 0.3, {
      heavy: true,
      radius: 1,
      face: [
        !large && [terminal(w * 0.14, at(0.2), h * 0.08), terminal(w * 0.86, at(0.2), h * 0.08)],
        large &&
          row(3, (index) => vents(w * (0.1 + index * 0.29), at(0.165), w * 0.22, h * 0.07, 3)),
        label(w * 0.08, at(0.74), w * 0.5, h * 0.08, 2, false),
        screw(w * 0.9, at(0.8), h * 0.022),
      ],
    }),
    box(w * 0.1, at(0.26), 0, w * 0.8, h * 0.46, d * 0.22, { heavy: true, radius: 1.5 }),
    onFront(0, [
      rect(w * 0.36, at(0.4), w * 0.28, h * 0.12, { fill: colour.shade, radius: 1 }),
      label(w * 0.16, at(0.28), w * 0.68, h * 0.1, 2, false),
      label(w * 0.16, at(0.54), w * 0.42, h * 0.15, 3),
      row(3, (index) =>
        line(w * (0.66 + index * 0.07), at(0.56), w * (0.66 + index * 0.07), at(0.68), thin),
      ),
    ]),
    box(w * 0.42, at(0.42), -d * 0.03, w * 0.16, h * 0.08, d * 0.03, { fill: colour.copper }),
  ]
}

const contactorSizes: Record<Size, readonly [number, number, number, number]> = {
  s: [45, 80, 86, 0.82],
  m: [75, 127, 119, 0.92],
  l: [145, 200, 180, 1],
}

export function contactor({ size }: { size: Size }, view: View): Mark {
  const [w, h, d, fill] = contactorSizes[size]
  return plate(
    view,
    [
      ...(size === 'l' ? [] : [rail(w, h / 2 - 17, d)]),
      ...contactorBody(w, h, d, 0, size === 's' ? 4 : 3, size === 'l'),
    ],
    { fill },
  )
}

/** Kit 1/2 of the TC265 laid out: carton, arc chambers, moving and fixed contacts, screws, card. */
export function serviceKit(_parameters: object, _view: View): Mark {
  const stand = (x: number, y: number, solids: readonly Solid[]): Mark =>
    group(
      { x, y },
      solids.map((solid) => solid.draw('three-quarter', 1)),
    )
  const carton = [
    // Open flaps behind and at the sides, the hollow between them.
    box(0, 0, 0, 310, 210, 230, {
      heavy: true,
      fill: colour.tint,
      face: [
        rect(120, 2, 70, 206, { ...thin, fill: colour.copperLight, stroke: colour.none }),
        rect(26, 62, 150, 112, { fill: colour.paper, radius: 4 }),
        // Size number seven.
        line(52, 84, 46, 124),
        line(68, 84, 62, 124),
        line(40, 96, 76, 96),
        line(38, 112, 74, 112),
        polyline([
          [92, 84],
          [118, 84],
          [100, 124],
        ]),
        label(36, 130, 130, 36, 2, false),
        label(210, 150, 80, 40, 3, false),
      ],
      side: [
        rect(60, 70, 100, 90, { ...thin, fill: colour.none }),
        label(70, 80, 80, 70, 4, false),
      ],
    }),
    onLevel(0, [
      rect(120, 0, 70, 230, { ...thin, fill: colour.copperLight, stroke: colour.none }),
      line(0, 115, 310, 115),
      rect(0, 0, 310, 230, { fill: colour.none, width: weight.outline }),
    ]),
  ]
  const chamber = [
    box(0, 0, 0, 118, 176, 96, {
      heavy: true,
      radius: 4,
      face: [
        rect(16, 34, 86, 126, { fill: colour.dark }),
        // The splitter plates that cut the arc.
        row(9, (index) => rect(16, 40 + index * 13.2, 86, 6, { ...thin, fill: colour.shade })),
        rect(44, 118, 30, 42, { fill: colour.ink }),
        rect(30, 10, 58, 14, { ...thin, fill: colour.tint, radius: 3 }),
      ],
      side: [label(22, 60, 54, 60, 4, false), circle(48, 26, 8, { fill: colour.tint })],
    }),
    onLevel(
      0,
      row(4, (index) =>
        rect(16 + index * 24, 20, 13, 56, { ...thin, fill: colour.dark, radius: 4 }),
      ),
    ),
  ]
  /** A moving bridge from the side: its carrier, spring above, silver tips below. */
  const bridge = (x: number, y: number): Mark => [
    rect(x + 62, y - 6, 26, 16, { fill: colour.shade, radius: 3 }),
    path(
      `M${x + 56} ${y - 8}${row(5, (turn) => `l38 ${-7}l-38 ${turn === 4 ? 0 : -6}`).join('')}`,
      { fill: colour.none, width: 4 },
    ),
    rect(x + 50, y - 82, 50, 12, { fill: colour.shade, radius: 4 }),
    polygon(
      [
        [x, y + 12],
        [x + 40, y + 4],
        [x + 110, y + 4],
        [x + 150, y + 12],
        [x + 150, y + 34],
        [x, y + 34],
      ],
      { fill: colour.copper, width: weight.outline },
    ),
    [x + 3, x + 115].map((at) => rect(at, y + 34, 32, 13, { fill: colour.shade, radius: 3 })),
    circle(x + 75, y + 20, 7, { fill: colour.paper }),
  ]
  const fixed = (flip: boolean): Solid[] => [
    box(0, 0, 0, 118, 15, 62, { heavy: true, fill: colour.copper }),
    onLevel(0, circle(flip ? 88 : 30, 31, 12, { fill: colour.paper })),
    box(flip ? 8 : 72, -26, 6, 38, 26, 50, { fill: colour.copper }),
    box(flip ? 10 : 74, -38, 10, 34, 12, 42, { fill: colour.shade }),
  ]
  const bolt = (x: number, y: number): Mark => [
    rect(x - 6, y + 20, 12, 54, { fill: colour.tint }),
    row(7, (index) => line(x - 6, y + 30 + index * 6.4, x + 6, y + 26 + index * 6.4, thin)),
    ellipse(x, y + 21, 16, 4, { fill: colour.shade }),
    rect(x - 12, y, 24, 20, { fill: colour.shade, radius: 3 }),
    line(x - 4, y + 2, x - 4, y + 18, thin),
    line(x + 4, y + 2, x + 4, y + 18, thin),
  ]
  return group(
    { y: -22 },
    stand(80, 236, carton),
    // Screws, and the card of tightening torques.
    group(
      { x: 92, y: 528, rotate: -4 },
      rect(0, 0, 172, 232, { width: weight.outline, radius: 6 }),
      rect(16, 18, 140, 34, { fill: colour.copperLight, radius: 3 }),
      row(5, (index) => [
        circle(34, 80 + index * 30, 8, { fill: colour.tint }),
        line(56, 80 + index * 30, 104, 80 + index * 30, { stroke: colour.grey }),
        line(118, 80 + index * 30, 148, 80 + index * 30),
      ]),
    ),
    row(12, (index) => bolt(326 + (index % 6) * 38, 540 + Math.floor(index / 6) * 104)),
    row(3, (index) => stand(606 + index * 184, 176, chamber)),
    row(3, (index) => bridge(592 + index * 184, 528)),
    row(6, (index) =>
      stand(600 + Math.floor(index % 3) * 184, 676 + Math.floor(index / 3) * 108, fixed(index > 2)),
    ),
  )
}

function overloadBody(w: number, h: number, d: number, y: number): Solid[] {
  return [
    ...row(3, (index) => [
      box(w * (0.14 + index * 0.28), y - h * 0.3, d * 0.42, w * 0.07, h * 0.34, w * 0.07, {
        fill: colour.copper,
      }),
    ]).flat(),
    box(0, y, d * 0.3, w, h, d * 0.7, {
      heavy: true,
      radius: 1,
      face: [
        terminals(3, 0, w * 0.72, y + h * 0.87, h * 0.17),
        terminals(2, w * 0.7, w * 0.3, y + h * 0.87, h * 0.13),
      ],
      side: label(d * 0.5, y + h * 0.3, d * 0.34, h * 0.3, 4),
    }),
    box(0, y + h * 0.06, 0, w, h * 0.66, d * 0.34, { heavy: true, radius: 1 }),
    onFront(0, [
      dial(w * 0.27, y + h * 0.36, h * 0.13, -70),
      label(w * 0.08, y + h * 0.57, w * 0.4, h * 0.1, 2, false),
      rect(w * 0.56, y + h * 0.44, w * 0.34, h * 0.2, thin),
      rect(w * 0.6, y + h * 0.5, w * 0.1, h * 0.08, { fill: colour.copperLight }),
      label(w * 0.74, y + h * 0.46, w * 0.14, h * 0.16, 2, false),
    ]),
    knob(w * 0.66, y + h * 0.24, h * 0.09, -d * 0.04, d * 0.04, { fill: colour.copper }),
    knob(w * 0.86, y + h * 0.24, h * 0.06, -d * 0.02, d * 0.02, { fill: colour.shade }),
  ]
}

export function overloadRelay({ size }: { size: 's' | 'm' }, view: View): Mark {
  const [w, h, d] = size === 's' ? [45, 66, 78] : [70, 86, 104]
  return plate(view, overloadBody(w, h, d, 0), { fill: size === 's' ? 0.8 : 0.95 })
}

/** A motor protection breaker with its rotary handle; `y` is its top. */
function motorBreaker(w: number, h: number, d: number, y: number): Solid[] {
  return [
    box(0, y, d * 0.26, w, h, d * 0.74, {
      heavy: true,
      radius: 1,
      face: [
        terminals(3, 0, w, y + h * 0.09, h * 0.14),
        terminals(3, 0, w, y + h * 0.91, h * 0.14),
      ],
      side: [
        label(d * 0.5, y + h * 0.36, d * 0.3, h * 0.24, 4),
        line(d * 0.4, y, d * 0.4, y + h, thin),
      ],
    }),
    box(0, y + h * 0.19, 0, w, h * 0.62, d * 0.3, { heavy: true, radius: 1.5 }),
    onFront(0, [
      label(w * 0.1, y + h * 0.22, w * 0.8, h * 0.07, 1, false),
      circle(w * 0.5, y + h * 0.45, w * 0.27, { fill: colour.tint }),
      onMark(w * 0.5, y + h * 0.26 + h * 0.015, h * 0.04),
      offMark(w * 0.12, y + h * 0.45, h * 0.04),
      dial(w * 0.3, y + h * 0.71, h * 0.05, -120),
      label(w * 0.5, y + h * 0.66, w * 0.42, h * 0.1, 2),
    ]),
    knob(w * 0.5, y + h * 0.45, w * 0.21, -d * 0.1, d * 0.1),
    box(w * 0.44, y + h * 0.45 - w * 0.22, -d * 0.2, w * 0.12, w * 0.44, d * 0.12, {
      fill: colour.copper,
    }),
  ]
}

/** Size s is a direct-on-line starter in its box; m an open star-delta starter on its plate. */
export function motorStarter({ size }: { size: 's' | 'm' }, view: View): Mark {
  return size === 's' ? boxedStarter(view) : starDelta(view)
}

function boxedStarter(view: View): Mark {
  const [w, h, d] = [110, 190, 120]
  const glands = [0.3, 0.7].map((share) =>
    upright(w * share, d * 0.55, 13, h, 20, { fill: colour.shade }),
  )
  return plate(
    view,
    [
      ...glands,
      box(0, 0, 30, w, h, d - 30, {
        heavy: true,
        radius: 7,
        cast: 5,
        side: [line(44, 0, 44, h, thin), circle(78, h * 0.3, 12, { ...thin, fill: colour.tint })],
      }),
      box(0, 0, 0, w, h, 34, { heavy: true, radius: 7 }),
      onFront(0, [
        [12, w - 12].map((x) => [screw(x, 12, 4), screw(x, h - 12, 4)]),
        label(w * 0.22, 22, w * 0.56, 26, 3),
        label(w * 0.22, h - 42, w * 0.56, 16, 2),
      ]),
      knob(w / 2, 82, 21, -7, 7, { fill: colour.tint }),
      knob(w / 2, 82, 15, -13, 6),
      onFront(-13, onMark(w / 2, 82, 13)),
      knob(w / 2, 128, 21, -7, 7, { fill: colour.tint }),
      knob(w / 2, 128, 16, -17, 10, { fill: colour.copper }),
      onFront(-17, offMark(w / 2, 128, 13, colour.paper)),
    ],
    { fill: 0.92 },
  )
}

function starDelta(view: View): Mark {
  const [w, h] = [330, 400]
  const links = row(3, (index) => [
    path(
      `M${70 + index * 12} 152V${166 + index * 6}H${54 + index * 17}V190M${66 + index * 12} ${166 + index * 6}H${156 + index * 17}V190M${156 + index * 12} ${166 + index * 6}H${254 + index * 17}V190`,
      { stroke: colour.copper, fill: colour.none },
    ),
  ])
  const contactors = row(3, (index) =>
    moved(contactorBody(75, 112, 100, 0, 3, false), [27 + index * 100, 186, 0]),
  ).flat()
  return plate(
    view,
    [
      box(0, 0, 112, w, h, 8, {
        heavy: true,
        cast: 6,
        fill: colour.tint,
        face: [
          [12, w - 12].map((x) => [screw(x, 12, 4), screw(x, h - 12, 4)]),
          [60, 232, 352].map((y) => [
            rect(16, y, w - 32, 30, { ...thin }),
            line(16, y + 5, w - 16, y + 5, thin),
            line(16, y + 25, w - 16, y + 25, thin),
          ]),
        ],
      }),
      onFront(104, links),
      ...moved(motorBreaker(75, 120, 100, 0), [48, 24, 0]),
      box(176, 42, 44, 24, 80, 68, {
        heavy: true,
        face: [dial(188, 72, 6), dial(188, 92, 6, 20), terminal(188, 50, 9), terminal(188, 114, 9)],
      }),
      box(214, 42, 44, 24, 80, 68, {
        heavy: true,
        face: [
          rect(219, 68, 14, 22, { fill: colour.tint }),
          terminal(226, 50, 9),
          terminal(226, 114, 9),
        ],
      }),
      box(252, 42, 44, 24, 80, 68, {
        heavy: true,
        face: [
          rect(257, 68, 14, 22, { fill: colour.tint }),
          terminal(264, 50, 9),
          terminal(264, 114, 9),
        ],
      }),
      ...contactors,
      ...moved(overloadBody(75, 52, 90, 0), [27, 308, 10]),
      ...row(11, (index) =>
        box(122 + index * 17, 340, 60, 15, 48, 50, {
          face: [screw(129.5 + index * 17, 350, 4), screw(129.5 + index * 17, 378, 4)],
        }),
      ),
    ],
    { fill: 1 },
  )
}

const softSizes: Record<Size, readonly [number, number, number, number]> = {
  s: [45, 140, 128, 0.82],
  m: [145, 295, 200, 0.93],
  l: [210, 470, 280, 1],
}

export function softStarter({ size }: { size: Size }, view: View): Mark {
  const [w, h, d, fill] = softSizes[size]
  const lugs = row(3, (index) =>
    [-0.05, 0.89].map((share) =>
      box(w * (0.12 + index * 0.29), h * share, d * 0.5, w * 0.18, h * 0.16, 7, {
        fill: colour.copper,
        face: circle(w * (0.21 + index * 0.29), h * (share < 0 ? -0.026 : 1.026), w * 0.037),
      }),
    ),
  ).flat()
  return plate(
    view,
    [
      ...(size === 's'
        ? [rail(w, h * 0.4, d)]
        : [
            { ...box(0, 0, d * 0.14, w, h, d * 0.86, { heavy: true, cast: 5 }), aside: true },
            ...lugs,
          ]),
      box(0, 0, d * 0.14, w, h, d * 0.86, {
        heavy: true,
        radius: 2,
        face: [
          size === 's' && terminals(3, 0, w, h * 0.06, h * 0.08),
          size === 's' && terminals(3, 0, w, h * 0.94, h * 0.08),
          size !== 's' &&
            row(2, (index) => vents(w * 0.08, h * (0.02 + index * 0.9), w * 0.84, h * 0.06, 3)),
        ],
        side: [
          vents(d * 0.3, h * 0.1, d * 0.55, h * 0.2, 6),
          vents(d * 0.3, h * 0.7, d * 0.55, h * 0.2, 6),
        ],
      }),
      box(0, h * 0.12, 0, w, h * 0.76, d * 0.2, { heavy: true, radius: 3 }),
      onFront(0, [
        label(w * 0.1, h * 0.15, w * 0.5, h * 0.06, 2, false),
        rampSign(w * 0.62, h * 0.15, w * 0.28, h * 0.07),
        size === 's'
          ? [
              row(3, (index) => [
                dial(w * 0.36, h * (0.33 + index * 0.145), h * 0.034, -150 + index * 60),
                label(w * 0.6, h * (0.3 + index * 0.145), w * 0.3, h * 0.06, 2, false),
              ]),
              row(3, (index) => lamp(w * (0.25 + index * 0.25), h * 0.76, h * 0.014, index === 0)),
            ]
          : [
              display(w * 0.2, h * 0.27, w * 0.6, h * 0.14),
              row(6, (index) =>
                button(
                  w * (0.28 + (index % 3) * 0.22),
                  h * (0.48 + Math.floor(index / 3) * 0.085),
                  w * 0.06,
                ),
              ),
              row(4, (index) => lamp(w * (0.26 + index * 0.16), h * 0.64, w * 0.022, index === 0)),
              line(0, h * 0.69, w, h * 0.69, thin),
              size === 'l' && [
                label(w * 0.14, h * 0.72, w * 0.42, h * 0.11, 4),
                vents(w * 0.64, h * 0.72, w * 0.26, h * 0.11, 6),
              ],
              size === 'm' && terminals(8, w * 0.08, w * 0.84, h * 0.78, h * 0.05),
            ],
      ]),
    ],
    { fill },
  )
}

/** The voltage ramp a soft starter gives. */
function rampSign(x: number, y: number, w: number, h: number): Mark {
  return path(`M${x} ${y + h}L${x + w * 0.2} ${y + h}L${x + w * 0.75} ${y}L${x + w} ${y}`, {
    stroke: colour.copper,
    fill: colour.none,
  })
}

const driveSizes: Record<Size, readonly [number, number, number, number]> = {
  s: [75, 190, 165, 0.82],
  m: [165, 340, 215, 0.92],
  l: [310, 760, 370, 1],
}

export function vfd({ size }: { size: Size }, view: View): Mark {
  const [w, h, d, fill] = driveSizes[size]
  const pad = { w: Math.min(w * 0.78, 120), h: Math.min(h * 0.36, 190) }
  const x = (w - pad.w) / 2
  const y = h * 0.12
  const fins = 9
  const sink = (depth: number): Mark =>
    row(fins, (index) =>
      line(depth, h * (0.1 + (index * 0.78) / fins), d, h * (0.1 + (index * 0.78) / fins), thin),
    )
  return plate(
    view,
    [
      box(w * 0.08, -h * 0.03, d - 6, w * 0.84, h * 1.06, 6, {
        fill: colour.shade,
        face: [circle(w * 0.5, -h * 0.015, h * 0.008), circle(w * 0.5, h * 1.015, h * 0.008)],
      }),
      box(0, 0, d * 0.08, w, h, d * 0.92 - 6, {
        heavy: true,
        radius: w * 0.03,
        cast: 5,
        face: [
          vents(w * 0.12, h * 0.02, w * 0.76, h * 0.06, size === 'l' ? 18 : 10, true),
          line(0, h * 0.72, w, h * 0.72),
        ],
        side: [
          line(d * 0.58, 0, d * 0.58, h),
          sink(d * 0.62),
          vents(d * 0.16, h * 0.08, d * 0.34, h * 0.26, 7),
          vents(d * 0.16, h * 0.62, d * 0.34, h * 0.26, 7),
        ],
      }),
      box(0, h * 0.1, 0, w, h * 0.62, d * 0.12, { heavy: true, radius: w * 0.04 }),
      onFront(0, [
        label(w * 0.1, y + pad.h + h * 0.05, w * 0.5, h * 0.05, 2, false),
        sine(w * 0.66, y + pad.h + h * 0.075, w * 0.24, h * 0.018, colour.copper),
        label(w * 0.1, h * 0.61, w * 0.8, h * 0.08, 3),
      ]),
      onFront(d * 0.08, [
        size !== 's' && row(2, (index) => screw(w * (0.08 + index * 0.84), h * 0.75, w * 0.022)),
        label(w * 0.14, h * 0.78, w * 0.4, h * 0.1, 4),
        row(size === 'l' ? 6 : 4, (index) => {
          const many = size === 'l' ? 6 : 4
          return rect(w * (0.12 + (index * 0.78) / many), h * 0.94, (w * 0.52) / many, h * 0.04, {
            ...thin,
            fill: colour.shade,
            radius: w * 0.01,
          })
        }),
        boltSign(w * 0.74, h * 0.79, h * 0.09),
      ]),
      box(x, y, -d * 0.03, pad.w, pad.h, d * 0.04, { radius: 5 }),
      onFront(-d * 0.03, [
        display(x + pad.w * 0.1, y + pad.h * 0.08, pad.w * 0.8, pad.h * 0.34),
        button(x + pad.w * 0.2, y + pad.h * 0.56, pad.w * 0.085),
        button(x + pad.w * 0.8, y + pad.h * 0.56, pad.w * 0.085),
        button(x + pad.w * 0.2, y + pad.h * 0.84, pad.w * 0.085),
        button(x + pad.w * 0.8, y + pad.h * 0.84, pad.w * 0.085),
        circle(x + pad.w * 0.5, y + pad.h * 0.7, pad.w * 0.2, { fill: colour.tint }),
      ]),
      knob(x + pad.w * 0.5, y + pad.h * 0.7, pad.w * 0.14, -d * 0.06, d * 0.03, {
        fill: colour.copper,
      }),
    ],
    { fill },
  )
}

function boltSign(cx: number, cy: number, h: number): Mark {
  return [
    polygon([
      [cx, cy],
      [cx + h * 0.55, cy + h],
      [cx - h * 0.55, cy + h],
    ]),
    path(
      `M${cx + h * 0.06} ${cy + h * 0.32}l${-h * 0.16} ${h * 0.3}h${h * 0.2}l${-h * 0.12} ${h * 0.28}`,
      {
        fill: colour.none,
      },
    ),
  ]
}

export function pushButton({ count }: { count: number }, view: View): Mark {
  const w = 72
  const pitch = 50
  const h = 26 + pitch * count
  const cx = w / 2
  const actuators = row(count, (index): Solid[] => {
    const cy = 13 + pitch * (index + 0.5)
    const collar = [
      knob(cx, cy, 20, -5, 5, { fill: colour.tint }),
      knob(cx, cy, 15, -9, 4, { fill: colour.paper }),
    ]
    if (count === 1) {
      return [
        knob(cx, cy, 15, -14, 14, { fill: colour.shade }),
        knob(cx, cy, 21, -27, 13, {
          fill: colour.copper,
          face: [
            arrow(cx - 8, cy - 5, 9, -60),
            arrow(cx + 8, cy - 5, 9, 60),
            arrow(cx, cy + 9, 9, 180),
          ],
        }),
      ]
    }
    if (index === count - 1) {
      return [
        knob(cx, cy, 20, -5, 5, { fill: colour.tint }),
        knob(cx, cy, 15, -14, 9, { fill: colour.copper }),
        onFront(-14, offMark(cx, cy, 11, colour.paper)),
      ]
    }
    const mark =
      count === 2
        ? onMark(cx, cy, 11)
        : index < 2
          ? arrow(cx, cy, 13, index === 0 ? -90 : 90)
          : [circle(cx, cy, 9, { ...thin, fill: colour.copperLight })]
    return [...collar, onFront(-9, mark)]
  }).flat()
  return plate(
    view,
    [
      box(cx - 8, h, 26, 16, 14, 16, { fill: colour.shade }),
      box(0, 0, 0, w, h, 62, {
        heavy: true,
        radius: 5,
        cast: 4,
        side: [line(14, 0, 14, h), circle(40, h / 2, 9, { ...thin, fill: colour.tint })],
        face: [
          [7, w - 7].map((x) => [screw(x, 7, 2.6), screw(x, h - 7, 2.6)]),
          row(count - 1, (index) => label(cx - 17, 13 + pitch * (index + 1) - 3.5, 34, 7, 1)),
        ],
      }),
      ...actuators,
    ],
    { fill: 0.68 + count * 0.08 },
  )
}

export function plc({ modules }: { modules: number }, view: View): Mark {
  const [cpu, io, h, d] = [58, 28, 100, 84]
  const w = cpu + io * (modules - 1)
  const cards = row(modules - 1, (index) => {
    const x = cpu + io * index
    const many = index % 3 === 2 ? 4 : 8
    return [
      box(x, 0, 12, io, h, d - 12, {
        heavy: true,
        radius: 1,
        side: [vents(30, 10, 40, 30, 6), vents(30, 62, 40, 30, 6)],
      }),
      onFront(12, [
        label(x + 3, 3, io - 6, 6, 1, false),
        row(many * 2, (dot) =>
          rect(x + 5 + (dot % 2) * 9, 12 + Math.floor(dot / 2) * (28 / many), 4, 2, {
            ...thin,
            fill: dot % 3 === 0 ? colour.copper : colour.paper,
          }),
        ),
        line(x + 23, 12, x + 23, 40, thin),
      ]),
      box(x + 2, 44, 3, io - 4, 52, 10, { radius: 1 }),
      onFront(3, [
        row(many, (slot) => {
          const y = 46.5 + (slot * 48) / many
          const tall = 48 / many
          return [
            rect(x + 5, y, 8, tall * 0.62, { ...thin, fill: colour.shade }),
            circle(x + 19, y + tall * 0.31, Math.min(2.2, tall * 0.3), {
              ...thin,
              fill: colour.tint,
            }),
          ]
        }),
      ]),
    ]
  }).flat()
  return plate(
    view,
    [
      rail(w, 30, d),
      box(0, 0, 6, cpu, h, d - 6, { heavy: true, radius: 1, side: label(20, 30, 40, 30, 5) }),
      onFront(6, [
        label(5, 4, 30, 7, 1, false),
        row(4, (index) => [
          lamp(10, 18 + index * 7, 1.7, index === 0),
          line(15, 18 + index * 7, 26, 18 + index * 7, { ...thin, stroke: colour.grey }),
        ]),
        display(32, 14, 20, 22),
        row(2, (index) => [
          rect(8 + index * 22, 48, 18, 15, { fill: colour.shade, radius: 1 }),
          path(`M${11 + index * 22} 60v-7h4v-2h4v2h4v7Z`, { ...thin, fill: colour.dark }),
        ]),
        terminals(5, 4, 50, 77, 8),
        terminals(5, 4, 50, 90, 8),
      ]),
      ...cards,
    ],
    { fill: 0.6 + Math.min(0.4, modules * 0.06) },
  )
}

export function relay(_parameters: object, view: View): Mark {
  const [w, h] = [27, 80]
  return plate(
    view,
    [
      rail(w, 24, 40),
      box(0, 0, 16, w, h, 24, {
        heavy: true,
        radius: 1,
        face: [
          terminals(4, 0, w, 6, 6),
          terminals(4, 0, w, 13.5, 6),
          terminals(4, 0, w, 66, 6),
          terminals(3, 0, w, 74, 6),
        ],
        side: row(3, (index) => line(22 + index * 6, 6, 22 + index * 6, 74, thin)),
      }),
      box(2.5, 19, -22, 22, 40, 40, {
        heavy: true,
        radius: 1,
        fill: colour.tint,
        side: [
          rect(-10, 26, 18, 18, { fill: colour.copperLight }),
          row(7, (index) => line(-10 + index * 3, 26, -10 + index * 3, 44, thin)),
          line(-18, 23, -18, 52),
          line(-18, 23, 8, 23),
          line(-13, 50, 10, 50, { stroke: colour.copper }),
        ],
      }),
      onFront(-22, [
        label(5, 21, 17, 9, 3, false),
        rect(7, 32, 13, 12, { fill: colour.copper }),
        row(6, (index) =>
          line(7 + index * 2.2 + 1, 32, 7 + index * 2.2 + 1, 44, {
            ...thin,
            stroke: colour.copperLight,
          }),
        ),
        rect(8.5, 47.5, 10, 7, { fill: colour.paper }),
        line(13.5, 47.5, 13.5, 54.5),
        lamp(20.5, 56.5, 1.3, true),
      ]),
      box(6, 15, -24, 1.6, 44, 1.6, { fill: colour.shade }),
      box(19.4, 15, -24, 1.6, 44, 1.6, { fill: colour.shade }),
      box(6, 58, -24, 15, 1.6, 1.6, { fill: colour.shade }),
    ],
    { fill: 0.98 },
  )
}
