/** Circuit protection: modular devices on the 35 mm rail, moulded-case and air breakers, fuses. */
import {
  circle,
  colour,
  group,
  line,
  path,
  polyline,
  rect,
  weight,
  type Point,
  type Mark,
} from '../pen.ts'
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
  moved,
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
function modularBody(
  width: number,
  terminals: number,
  poleGaps = false,
  { more = 0, railed = true }: { more?: number; railed?: boolean } = {},
): Solid[] {
  const pitch = width / terminals
  const well = pitch > 20 ? 15 : 11
  const outline = shoulders.map(([z, y]): Point => [z, y === 0 ? -more : y === 85 ? 85 + more : y])
  const ends = row(terminals, (index) => {
    const cx = pitch * (index + 0.5)
    return [
      terminal(cx, 9.5 - more / 2, well),
      terminal(cx, 75.5 + more / 2, well),
      poleGaps && index > 0 && line(pitch * index, -more, pitch * index, 85 + more),
    ]
  })
  return [
    ...(railed ? [rail(width, 25, 63)] : []),
    box(width / 2 - 5, 83 + more, 60, 10, 7, 5, { fill: colour.shade }),
    sidePrism(outline, 0, width, {
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
      -more,
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

/** TM63 poles are 18 mm wide, TM125 poles 27 mm. */
function mcbSolids(poles: number, frame: 63 | 125, railed = true): Solid[] {
  const pole = frame === 125 ? 27 : 18
  const width = poles * pole
  const inset = (pole - 10) / 2
  return [
    ...modularBody(width, poles, true, { more: frame === 125 ? 2.5 : 0, railed }),
    onFront(
      0,
      row(poles, (index) => [
        index > 0 && line(pole * index, 20, pole * index, 65),
        label(pole * index + 2.5, 22.5, pole - 5, 7, 2, false),
        toggleWell(pole * index + inset, 10),
        rect(pole * (index + 0.5) - 3, 54, 6, 3.6, {
          fill: index === 0 ? colour.copperLight : colour.tint,
        }),
        line(pole * index + 3, 61, pole * index + pole - 6, 61, { ...thin, stroke: colour.grey }),
      ]),
    ),
    ...row(poles, (index) => toggle(pole * index + inset + 0.5, 9)),
    ...(poles > 1
      ? [box(inset + 3, 29.5, -11.5, width - inset * 2 - 6, 3, 3, { fill: colour.copper })]
      : []),
  ]
}

export function mcb({ poles, frame }: { poles: number; frame: 63 | 125 }, view: View): Mark {
  return plate(view, mcbSolids(poles, frame), {
    ...modular,
    fill: frame === 125 ? 0.9 : modular.fill,
  })
}

/** A TM125 incomer and the breakers of its board in one row on the rail. */
export function mcbRow(_parameters: object, view: View): Mark {
  const singles = 7
  const width = 108 + singles * 18
  return plate(
    view,
    [
      rail(width, 25, 63),
      ...mcbSolids(4, 125, false),
      ...row(singles, (index) => moved(mcbSolids(1, 63, false), [108 + index * 18, 0, 0])).flat(),
    ],
    { fill: 1 },
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

/** The plug-in cartridge of a surge device alone: window, grips, and its blades behind. */
export function surgeCartridge(_parameters: object, view: View): Mark {
  const [w, h, d] = [17.5, 50, 42]
  return plate(
    view,
    [
      ...[9, 35].map((y) =>
        box(w - 6.5, y, d, 3, 7, 21, {
          fill: colour.copper,
          side: circle(d + 16, y + 3.5, 1.5, thin),
        }),
      ),
      box(w / 2 - 2.4, 22, d, 4.8, 6, 4, { fill: colour.shade }),
      box(0, 0, 8, w, h, d - 8, {
        heavy: true,
        side: [
          rect(13, 6, 23, 38, { ...thin, fill: colour.paper, radius: 1.5 }),
          label(15, 9, 19, 11, 3, false),
          group({ x: 24.5, y: 32, scale: 1.5 }, surge(0, 0)),
        ],
      }),
      box(0.8, 3.5, 0, w - 1.6, h - 7, 9, {
        heavy: true,
        face: [
          rect(4, 6.4, w - 8, 2.2, { ...thin, fill: colour.shade, radius: 1.1 }),
          rect(4, 10, w - 8, 2.2, { ...thin, fill: colour.shade, radius: 1.1 }),
          surge(w / 2, 21),
          label(3.6, 28.2, w - 7.2, 7, 2, false),
          rect(w / 2 - 3.8, 37, 7.6, 4, { fill: colour.copperLight }),
          rect(4, 43, w - 8, 1.8, { ...thin, fill: colour.shade, radius: 0.9 }),
        ],
      }),
    ],
    { fill: 0.92 },
  )
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

/** The cast shadow of a wall-mounted body, to be listed before the lugs it falls behind. */
function shadow(w: number, h: number, z: number, d: number, cast: number): Solid {
  return { ...box(0, 0, z, w, h, d, { heavy: true, radius: 2, cast }), aside: true }
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
    const y = size === 's' ? -h * 0.06 : -h * 0.075
    const hole = size === 's' ? { y: h * 0.03, r: pole * 0.11 } : { y: h * 0.035, r: pole * 0.13 }
    const long = h * 0.2
    return [
      box(x, y, d * 0.55, pole * 0.6, long, 5, {
        fill: colour.copper,
        face: circle(x + pole * 0.3, y + hole.y, hole.r),
      }),
      box(x, h - y - long, d * 0.55, pole * 0.6, long, 5, {
        fill: colour.copper,
        face: circle(x + pole * 0.3, h - y - hole.y, hole.r),
      }),
    ]
  }).flat()
  return plate(
    view,
    [
      shadow(w, h, nose + 4, d - nose - 4, 4),
      ...connectors,
      box(0, 0, nose + 4, w, h, d - nose - 4, {
        heavy: true,
        radius: 2,
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
        size !== 'l' && [
          screw(w * 0.045, h - cover - h * 0.02, pole * 0.07),
          screw(w * 0.955, h - cover - h * 0.02, pole * 0.07),
        ],
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
  if (size === 'l') return electronicUnit(w * 0.05, y - h * 0.01, w * 0.9, h * 0.145, 3)
  return [
    rect(w * 0.09, y, w * 0.82, h * 0.125, { radius: 2 }),
    row(3, (index) => dial(w * (0.2 + index * 0.13), y + h * 0.064, r, -110 + index * 50)),
    label(w * 0.6, y + h * 0.02, w * 0.26, h * 0.085, 4),
  ]
}

/** Letters as strokes, so that no font is needed. */
export function letter(
  name: string,
  x: number,
  y: number,
  h: number,
  tone: string = colour.ink,
): Mark {
  const w = h * 0.62
  const shapes: Record<string, string> = {
    L: `M0 0V${h}H${w * 0.85}`,
    S: `M${w} ${h * 0.16}C${w * 0.7} ${-h * 0.08} 0 ${-h * 0.06} 0 ${h * 0.24}C0 ${h * 0.54} ${w} ${h * 0.44} ${w} ${h * 0.75}C${w} ${h * 1.06} ${w * 0.25} ${h * 1.08} 0 ${h * 0.84}`,
    I: `M${w * 0.4} 0V${h}`,
    G: `M${w} ${h * 0.18}C${w * 0.6} ${-h * 0.12} 0 ${-h * 0.02} 0 ${h * 0.5}C0 ${h * 1.02} ${w * 0.6} ${h * 1.1} ${w} ${h * 0.84}V${h * 0.54}H${w * 0.58}`,
    N: `M0 ${h}V0L${w} ${h}V0`,
    t: `M${w * 0.35} 0V${h * 0.78}Q${w * 0.37} ${h} ${w * 0.75} ${h * 0.96}M0 ${h * 0.3}H${w * 0.75}`,
  }
  return group({ x, y }, path(shapes[name] ?? '', { fill: colour.none, stroke: tone }))
}

/** An electronic trip unit: a setting group for each protection, test port, display, lamps. */
function electronicUnit(x: number, y: number, w: number, h: number, groups: 3 | 4): Mark {
  const share = 0.66 / groups
  const r = Math.min(h * 0.15, w * share * 0.17)
  return [
    rect(x, y, w, h, { radius: 2 }),
    row(groups, (index) => {
      const left = x + w * (0.025 + share * index)
      const wide = w * share * 0.92
      const two = 'LSIG'[index] !== 'I'
      return [
        rect(left, y + h * 0.1, wide, h * 0.8, { ...thin, fill: colour.tint, radius: 1 }),
        letter('LSIG'[index] ?? 'I', left + wide / 2 - h * 0.06, y + h * 0.18, h * 0.2),
        two
          ? [0.27, 0.73].map((at, way) =>
              dial(left + wide * at, y + h * 0.66, r, -130 + index * 35 + way * 70),
            )
          : dial(left + wide * 0.5, y + h * 0.66, r, -40),
      ]
    }),
    display(x + w * 0.715, y + h * 0.12, w * 0.26, h * 0.46),
    row(3, (index) =>
      circle(x + w * (0.735 + index * 0.045), y + h * 0.76, h * 0.05, {
        ...thin,
        fill: index === 0 ? colour.copper : colour.paper,
      }),
    ),
    // The test port.
    rect(x + w * 0.88, y + h * 0.66, w * 0.095, h * 0.22, {
      ...thin,
      fill: colour.dark,
      radius: 1,
    }),
    row(3, (index) =>
      circle(x + w * (0.903 + index * 0.0245), y + h * 0.77, h * 0.03, {
        ...thin,
        fill: colour.copperLight,
        stroke: colour.none,
      }),
    ),
  ]
}

/** TX1600 with its stored-energy motor operator on the front. */
export function mccbMotor(_parameters: object, view: View): Mark {
  const [pole, h, d] = [70, 330, 240]
  const w = pole * 3
  const front = 92
  const cover = 62
  const lugs = row(3, (index) => {
    const x = pole * index + 13
    return [-30, h - 40].map((y) =>
      box(x, y, d - 62, 44, 70, 10, {
        fill: colour.copper,
        face: [14, 30].map((dx) => circle(x + dx, y < 0 ? y + 14 : y + 56, 5)),
      }),
    )
  }).flat()
  const op = { x: 14, y: cover - 3, w: w - 28, h: 130 }
  return plate(
    view,
    [
      shadow(w, h, front + 14, d - front - 14, 6),
      ...lugs,
      box(0, 0, front + 14, w, h, d - front - 14, {
        heavy: true,
        radius: 2,
        side: [
          line(170, 0, 170, h),
          label(182, h * 0.42, 44, h * 0.2, 5),
          row(3, (index) => line(front + 24, 14 + index * 10, 160, 14 + index * 10, thin)),
        ],
        face: [
          row(3, (index) => [
            vents(pole * index + 11, 7, pole - 22, 15, 3),
            terminal(pole * (index + 0.5), 40, 26),
            terminal(pole * (index + 0.5), h - 36, 26),
          ]),
          [1, 2].map((index) => [
            line(pole * index, 0, pole * index, cover),
            line(pole * index, h - cover, pole * index, h),
          ]),
        ],
      }),
      box(0, cover, front, w, h - cover * 2, 40, { heavy: true, radius: 2 }),
      onFront(front, [electronicUnit(8, h - cover - 46, w - 16, 42, 4)]),
      // The operator: motor and spring drive behind one cover, its plug at the top.
      box(op.x, op.y, 0, op.w, op.h, front, {
        heavy: true,
        radius: 5,
        side: [
          rect(14, op.y + 12, front - 28, op.h - 24, { ...thin, fill: colour.none, radius: 3 }),
          vents(30, op.y + 74, front - 60, 30, 4),
          [22, 70].map((z) => [screw(z, op.y + 22, 3.4), screw(z, op.y + op.h - 22, 3.4)]),
        ],
      }),
      onFront(0, [
        rect(op.x + 12, op.y + 12, 26, 106, { fill: colour.shade, radius: 4 }),
        label(op.x + 50, op.y + 7, 74, 17, 2),
        // Push buttons: close and open.
        rect(op.x + 50, op.y + 30, 74, 40, { fill: colour.tint, radius: 3 }),
        rect(op.x + 56, op.y + 35, 28, 30, { fill: colour.copper, radius: 2 }),
        onMark(op.x + 70, op.y + 50, 15, colour.paper),
        rect(op.x + 90, op.y + 35, 28, 30, { radius: 2 }),
        offMark(op.x + 104, op.y + 50, 15),
        // State of contacts and of the spring.
        rect(op.x + 50, op.y + 77, 34, 19, { fill: colour.paper, radius: 2 }),
        offMark(op.x + 67, op.y + 86.5, 10),
        rect(op.x + 90, op.y + 77, 34, 19, { fill: colour.copperLight, radius: 2 }),
        path(`M${op.x + 95} ${op.y + 86.5}l4 -6l4 12l4 -12l4 12l4 -6h4`, { fill: colour.none }),
        // Hand or motor, and the padlock slide.
        rect(op.x + 50, op.y + 104, 74, 14, { ...thin, fill: colour.shade, radius: 7 }),
        rect(op.x + 88, op.y + 104, 36, 14, { fill: colour.paper, radius: 7 }),
        circle(op.x + 153, op.y + 33, 19, { ...thin, fill: colour.tint }),
        circle(op.x + 153, op.y + 33, 13, { fill: colour.paper }),
        path(`M${op.x + 147} ${op.y + 39}v-12l6 8l6 -8v12`, { fill: colour.none }),
        rect(op.x + 138, op.y + 62, 30, 56, { radius: 3 }),
        circle(op.x + 153, op.y + 76, 6, { fill: colour.dark }),
        label(op.x + 141, op.y + 88, 24, 24, 3, false),
      ]),
      // The charging handle.
      sidePrism(
        [
          [-22, op.y + 20],
          [-12, op.y + 15],
          [0, op.y + 24],
          [0, op.y + 84],
          [-22, op.y + 104],
        ],
        op.x + 16,
        18,
        { fill: colour.copper },
      ),
    ],
    { fill: 1 },
  )
}

/** The tripping curve of an LSI unit on its double-logarithmic grid, with the breaker below it. */
export function tripCurve(_parameters: object, _view: View): Mark {
  const area = { x: 230, y: 80, w: 760, h: 700 }
  // Current in multiples of the rating from 0.4 to 100, time from 0.01 to 1000 s.
  const px = (amps: number): number =>
    area.x + (area.w * Math.log10(amps / 0.4)) / Math.log10(100 / 0.4)
  const py = (seconds: number): number => area.y + (area.h * (3 - Math.log10(seconds))) / 5
  const grid: Mark[] = []
  for (const decade of [0.1, 1, 10]) {
    for (let step = 1; step < 10; step += 1) {
      const amps = decade * step
      if (amps <= 0.4) continue
      grid.push(
        line(px(amps), area.y, px(amps), area.y + area.h, {
          width: step === 1 ? weight.detail : 1,
          stroke: step === 1 ? colour.grey : colour.shade,
        }),
      )
    }
  }
  for (const decade of [0.01, 0.1, 1, 10, 100]) {
    for (let step = 1; step < 10; step += 1) {
      const seconds = decade * step
      if (seconds <= 0.01) continue
      grid.push(
        line(area.x, py(seconds), area.x + area.w, py(seconds), {
          width: step === 1 ? weight.detail : 1,
          stroke: step === 1 ? colour.grey : colour.shade,
        }),
      )
    }
  }
  // L: 8 s at six times the setting, I squared t; S: 0.1 s from five times; I: eleven times.
  const thermal = (amps: number, at6: number, setting: number): number =>
    (at6 * 36) / (amps / setting) ** 2
  const points = (from: number, to: number, at6: number, setting: number): Point[] =>
    row(25, (index): Point => {
      const amps = from * (to / from) ** (index / 24)
      return [px(amps), py(thermal(amps, at6, setting))]
    })
  const upper: Point[] = [
    [px(1.05), area.y],
    ...points(1.05, 5, 8, 1),
    [px(5), py(0.1)],
    [px(11), py(0.1)],
    [px(11), py(0.02)],
    [px(79), py(0.02)],
  ]
  const lower: Point[] = [
    [px(0.42), area.y],
    ...points(0.42, 2.6, 2.5, 0.4),
    [px(2.6), py(0.012)],
    [px(79), py(0.012)],
  ]
  const tag = (name: string, x: number, y: number): Mark => [
    circle(x, y, 27, { fill: colour.paper }),
    letter(name, x - (name === 'I' ? 7 : 8.5), y - 14, 28),
  ]
  return [
    rect(area.x, area.y, area.w, area.h, { fill: colour.paper, stroke: colour.none }),
    grid,
    polyline(lower, { stroke: colour.dark, dash: '13 9', width: 3.4 }),
    polyline(upper, { stroke: colour.copper, width: 7 }),
    // Where the network's fault current ends.
    line(px(79), py(0.01), px(79), py(0.06), { width: 3.4 }),
    rect(area.x, area.y, area.w, area.h, { fill: colour.none, width: weight.outline }),
    tag('L', px(1.75) + 34, py(thermal(1.75, 8, 1)) - 34),
    tag('S', px(7.4), py(0.1) - 46),
    tag('I', px(30), py(0.02) - 46),
    // The axes' names, time upwards and current to the right.
    letter('t', area.x - 66, area.y + 62, 34),
    arrow(area.x - 56, area.y + 20, 40, -90),
    letter('I', area.x + area.w - 76, area.y + area.h + 34, 34),
    arrow(area.x + area.w - 22, area.y + area.h + 51, 40, 0),
    row(5, (index) =>
      line(
        area.x - 14,
        area.y + (area.h * (index + 1)) / 5,
        area.x,
        area.y + (area.h * (index + 1)) / 5,
      ),
    ),
    [1, 10].map((amps) => line(px(amps), area.y + area.h, px(amps), area.y + area.h + 14)),
  ]
}

interface AcbParameters {
  poles: number
  drawout: boolean
  /** The TA4000 frame: 560 mm wide, with the measuring trip unit. */
  large: boolean
  /** Racked out of its cradle. */
  out: boolean
  /** A switch-disconnector has none. */
  tripUnit: boolean
}

export function acb(
  { poles, drawout, large, out, tripUnit: tripped }: AcbParameters,
  view: View,
): Mark {
  const w = large ? 492 : poles === 3 ? 300 : 385
  const h = drawout ? 400 : 330
  const d = out ? 270 : drawout ? 360 : 270
  const pole = w / poles
  // The mechanism stands before the three phases; on the large frame the neutral is beside it.
  const x = large ? (pole * 3 - 280) / 2 : (w - 280) / 2
  const y = (h - 290) / 2
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
  const breaker = [
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
        large && [
          rect(pole * 3 + 10, y, pole - 20, 290, { fill: colour.tint, radius: 5 }),
          letter('N', pole * 3.5 - 12, y + 30, 38),
          label(pole * 3 + 24, y + 96, pole - 48, 70, 4),
          row(6, (index) =>
            rect(pole * 3 + 24, y + 190 + index * 12, pole - 48, 6, {
              ...thin,
              fill: colour.shade,
              radius: 3,
            }),
          ),
          [pole * 3 + 22, pole * 4 - 22].map((cx) => [screw(cx, y + 14, 5), screw(cx, y + 276, 5)]),
        ],
      ],
    }),
    box(x, y, 0, 280, 290, 60, { heavy: true, radius: 6 }),
    onFront(0, acbFascia(x, y, drawout, large, tripped)),
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
  ]
  if (out)
    return plate(view, [
      ...openCradle(w, h, poles),
      ...moved([...clusters, ...breaker], [0, 0, -460]),
    ])
  return plate(view, [...clusters, ...cradle, ...breaker], { fill: drawout ? 1 : 0.94 })
}

/** The cradle without its breaker: shutters down over the contacts, rails drawn out in front. */
function openCradle(w: number, h: number, poles: number): Solid[] {
  const pole = w / poles
  return [
    box(-34, -14, 320, w + 68, h + 34, 40, {
      heavy: true,
      face: [
        rect(-14, 6, w + 28, h - 6, { ...thin, fill: colour.tint }),
        [0.12, 0.54].map((share) => [
          rect(0, h * share, w, h * 0.3, { fill: colour.shade, radius: 4 }),
          row(poles, (index) =>
            rect(pole * index + pole * 0.14, h * share + h * 0.06, pole * 0.72, h * 0.18, {
              fill: colour.copperLight,
              radius: 3,
            }),
          ),
          row(poles - 1, (index) =>
            line(pole * (index + 1), h * share, pole * (index + 1), h * (share + 0.3), thin),
          ),
        ]),
      ],
    }),
    box(-34, h + 10, 60, w + 68, 10, 262, { heavy: true }),
    box(-34, -14, 60, 10, h + 34, 262, { heavy: true }),
    box(-20, h - 12, -420, 12, 22, 740, { fill: colour.shade }),
    box(w + 8, h - 12, -420, 12, 22, 740, {
      fill: colour.shade,
      side: line(-420, h - 4, 320, h - 4, thin),
    }),
    box(w + 24, -14, 60, 10, h + 34, 262, {
      heavy: true,
      side: [
        rect(86, 30, 210, h - 70, { ...thin, fill: colour.none }),
        row(3, (index) =>
          rect(120 + index * 60, 80, 14, h - 190, { ...thin, fill: colour.shade, radius: 6 }),
        ),
        row(4, (index) => circle(96 + index * 62, h + 2, 5, { fill: colour.tint })),
      ],
    }),
  ]
}

function acbFascia(x: number, y: number, drawout: boolean, large = false, tripped = true): Mark {
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
    !tripped && [
      rect(x + 174, y + 14, 92, 176, { fill: colour.tint, radius: 4 }),
      [x + 184, x + 256].map((cx) => [screw(cx, y + 24, 4), screw(cx, y + 180, 4)]),
      line(x + 220, y + 66, x + 220, y + 84, { stroke: colour.grey }),
      line(x + 220, y + 84, x + 206, y + 112, { stroke: colour.grey }),
      line(x + 220, y + 114, x + 220, y + 134, { stroke: colour.grey }),
      line(x + 212, y + 84, x + 228, y + 84, { stroke: colour.grey }),
    ],
    tripped && [
      rect(x + 174, y + 14, 92, 176, { radius: 4 }),
      large ? meterScreen(x + 181, y + 22) : display(x + 183, y + 24, 74, 50),
      row(4, (index) => button(x + 193 + index * 18, y + (large ? 122 : 90), 7)),
      large
        ? [
            // The maintenance mode: a key switch, and the lamps that tell it.
            rect(x + 181, y + 138, 78, 44, { fill: colour.tint, radius: 3 }),
            circle(x + 204, y + 160, 15),
            rect(x + 201, y + 148, 6, 24, { ...thin, fill: colour.ink, radius: 2 }),
            row(2, (index) =>
              circle(x + 240, y + 151 + index * 18, 5.5, {
                fill: index === 0 ? colour.copper : colour.paper,
              }),
            ),
          ]
        : row(6, (index) =>
            dial(
              x + 198 + (index % 2) * 44,
              y + 118 + Math.floor(index / 2) * 25,
              8,
              -140 + index * 47,
            ),
          ),
    ],
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

/** A screen of measurements: three currents above, harmonics as bars below. */
function meterScreen(x: number, y: number): Mark {
  return [
    rect(x, y, 78, 88, { fill: colour.ink, radius: 4 }),
    row(3, (index) => [
      rect(x + 8, y + 9 + index * 12, [40, 34, 37][index]!, 5, {
        fill: colour.shade,
        stroke: colour.none,
      }),
      rect(x + 56, y + 9 + index * 12, 14, 5, { fill: colour.copperLight, stroke: colour.none }),
    ]),
    line(x + 8, y + 80, x + 70, y + 80, { ...thin, stroke: colour.shade }),
    row(7, (index) => {
      const tall = [30, 8, 18, 6, 13, 5, 8][index]!
      return rect(x + 10 + index * 8.6, y + 80 - tall, 5, tall, {
        fill: index === 0 ? colour.copperLight : colour.shade,
        stroke: colour.none,
      })
    }),
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
