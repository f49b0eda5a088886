/** Transformers and medium-voltage equipment. */
import {
  circle,
  colour,
  hatch,
  line,
  path,
  polygon,
  polyline,
  rect,
  rectPoints,
  roundShade,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import {
  arrow,
  bushing,
  button,
  danger,
  dial,
  display,
  doorHandle,
  earthSign,
  finStack,
  hinges,
  label,
  lamp,
  lock,
  louvres,
  offMark,
  onMark,
  pane,
  regular,
  row,
  screw,
  vents,
  wheel,
  type Size,
} from './parts.ts'
import {
  box,
  frontPrism,
  knob,
  onFront,
  plate,
  project,
  roller,
  sidePrism,
  upright,
  type View,
  type Solid,
} from './solids.ts'

const thin = { width: weight.hatch } as const

const oilSizes = {
  s: { w: 780, h: 760, d: 560, radiators: 0, fill: 0.74 },
  m: { w: 1400, h: 1050, d: 820, radiators: 0, fill: 0.96 },
  l: { w: 2000, h: 1500, d: 1100, radiators: 10, fill: 1 },
} as const

/** Size s hangs on a pole, m is hermetically sealed, l has radiators and a conservator. */
export function transformerOil({ size }: { size: Size }, view: View): Mark {
  const { w, h, d, radiators, fill } = oilSizes[size]
  const sealed = size !== 'l'
  const onPole = size === 's'
  const high = h * (size === 'l' ? 0.42 : size === 'm' ? 0.44 : 0.56)
  const low = high * 0.5
  const hv = row(3, (index) =>
    bushing(w * (0.26 + index * 0.2), -20, d * 0.72, high, w * 0.034, size === 'l' ? 8 : 6),
  ).flat()
  const lv = row(4, (index) =>
    bushing(w * (0.26 + index * 0.14), -20, d * 0.24, low, w * 0.026, 3),
  ).flat()
  const wheels = [0.16, 0.84].map((share) => wheel(w * share, h + 120, 80, d * 0.12, 50))
  const rearWheels = [0.16, 0.84].map((share) => wheel(w * share, h + 120, 80, d * 0.86, 50))
  const sides = sealed
    ? corrugation(w, h, d)
    : {
        left: radiator(-d * 0.34, h * 0.14, d * 0.16, d * 0.34, h * 0.74, d * 0.68, radiators),
        right: radiator(w, h * 0.14, d * 0.16, d * 0.34, h * 0.74, d * 0.68, radiators),
      }
  const front = Math.round(radiators * 1.4)
  const conservatorRadius = h * 0.13
  const conservator: Solid[] = sealed
    ? []
    : [
        box(-d * 0.2, -h * 0.36, d * 0.6, 60, h * 0.36, 60),
        box(-d * 0.2, -h * 0.4, d * 0.34, 60, h * 0.05, d * 0.34),
        roller(-h * 0.48, d * 0.5, conservatorRadius, -d * 0.42, w * 0.52, {
          heavy: true,
          side: [circle(d * 0.5, -h * 0.48, conservatorRadius * 0.8, thin)],
        }),
        onFront(d * 0.5 - conservatorRadius, [
          rect(-d * 0.32, -h * 0.56, 34, h * 0.15, { fill: colour.tint }),
          rect(-d * 0.32 + 8, -h * 0.49, 18, h * 0.07, { ...thin, fill: colour.copper }),
        ]),
        sidePrism(
          [
            [d * 0.5 - 18, -h * 0.36],
            [d * 0.5 + 18, -h * 0.36],
            [d * 0.5 + 18, 0],
            [d * 0.5 - 18, 0],
          ],
          w * 0.1,
          36,
        ),
        box(w * 0.08, -h * 0.2, d * 0.5 - 45, 76, 80, 90, {
          fill: colour.tint,
          face: circle(w * 0.08 + 38, -h * 0.2 + 40, 22),
        }),
        // The breather hangs beside the tank, on its pipe from the conservator.
        box(-d * 0.39, -h * 0.36, d * 0.46, 14, h * 0.44, 14),
        upright(-d * 0.39 + 7, d * 0.46, 34, h * 0.08, 120, { fill: colour.copperLight }),
      ]
  const tankFace = (unit: number): Mark => [
    sealed &&
      row(15, (index) =>
        line(w * (0.07 + (0.86 * index) / 14), 46, w * (0.07 + (0.86 * index) / 14), h - 20, thin),
      ),
    sealed && hatch(rectPoints(w * 0.07, 46, w * 0.86, h - 66), { angle: 90, spacing: 9 * unit }),
    label(w * 0.36, h * 0.36, w * 0.28, h * 0.22, 6),
    [0.365, 0.635].map((share) => [screw(w * share, h * 0.365, 9), screw(w * share, h * 0.575, 9)]),
  ]
  return plate(
    view,
    [
      ...(onPole
        ? poleMount(w, h, d)
        : [
            ...rearWheels,
            box(w * 0.08, h, d * 0.1, w * 0.84, 54, 70, { fill: colour.shade }),
            box(w * 0.08, h, d * 0.82, w * 0.84, 54, 70, { fill: colour.shade }),
          ]),
      ...sides.left,
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: tankFace,
        side: sealed
          ? row(11, (index) =>
              line(d * (0.06 + index * 0.088), 40, d * (0.06 + index * 0.088), h - 20),
            )
          : [],
      }),
      ...(sealed
        ? []
        : [
            ...row(2, (bank) =>
              finStack(
                w * (0.07 + bank * 0.6),
                h * 0.16,
                -d * 0.24,
                w * 0.26,
                h * 0.7,
                d * 0.24,
                front,
              ),
            ).flat(),
            ...row(2, (bank) => [
              box(w * (0.06 + bank * 0.6), h * 0.15, -d * 0.14, w * 0.28, 36, 50, {
                fill: colour.tint,
              }),
              box(w * (0.06 + bank * 0.6), h * 0.84, -d * 0.14, w * 0.28, 36, 50, {
                fill: colour.tint,
              }),
            ]).flat(),
          ]),
      box(-26, -20, -26, w + 52, 26, d + 52, {
        heavy: true,
        face: row(14, (index) =>
          circle((w * (index + 0.5)) / 14, -7, 7, { ...thin, fill: colour.shade }),
        ),
      }),
      ...(onPole ? [] : wheels),
      ...hv,
      ...conservator,
      ...[0.14, 0.9].map((share) =>
        box(w * share - 22, -90, d * 0.5, 44, 70, 16, {
          fill: colour.shade,
          face: circle(w * share, -62, 13),
        }),
      ),
      ...lv,
      box(w * 0.78, -110, d * 0.2, 90, 90, 70, {
        face: [
          circle(w * 0.78 + 45, -65, 30),
          line(w * 0.78 + 45, -65, w * 0.78 + 62, -82, { stroke: colour.copper }),
        ],
      }),
      ...(sealed ? [upright(w * 0.68, d * 0.3, 22, -80, 60, { fill: colour.tint })] : []),
      ...sides.right,
      knob(w * 0.9, h * 0.94, 26, -40, 40, { fill: colour.tint }),
      onFront(0, earthSign(w * 0.1, h * 0.9, 60)),
    ],
    { standing: !onPole, fill },
  )
}

/** The pole behind the tank, with the two brackets the tank hangs on. */
function poleMount(w: number, h: number, d: number): Solid[] {
  return [
    { ...upright(w / 2, d + 210, 120, -900, h + 1800, { heavy: true }), aside: true },
    ...[0.14, 0.8].flatMap((share) => [
      box(w * 0.26, h * share, d, w * 0.48, 70, 90, { fill: colour.shade }),
      box(w * 0.3, h * share - 14, d + 90, w * 0.4, 98, 40, { fill: colour.tint }),
    ]),
  ]
}

function radiator(
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
  panels: number,
): Solid[] {
  const pitch = d / panels
  const sheets = row(panels, (index) =>
    box(
      x + w * 0.06,
      y,
      z + pitch * (panels - 1 - index) + pitch * 0.25,
      w * 0.88,
      h,
      pitch * 0.5,
      {
        face:
          index === panels - 1 &&
          row(4, (rib) =>
            line(x + w * (0.2 + rib * 0.2), y + 20, x + w * (0.2 + rib * 0.2), y + h - 20, thin),
          ),
      },
    ),
  )
  const header = (at: number): Solid => box(x, at, z + d * 0.46, w, 46, 46, { fill: colour.tint })
  return [header(y - 12), header(y + h - 34), ...sheets]
}

function corrugation(w: number, h: number, d: number): { left: Solid[]; right: Solid[] } {
  const fin = (x: number): Solid[] =>
    row(9, (index) => box(x, 46, d * (0.88 - index * 0.1), 110, h - 80, 20))
  return { left: fin(-110), right: fin(w) }
}

const drySizes = {
  s: { w: 1150, h: 1050, r: 165, fill: 0.84 },
  m: { w: 1500, h: 1350, r: 215, fill: 0.94 },
  l: { w: 1900, h: 1750, r: 275, fill: 1 },
} as const

export function transformerDry(
  { size, enclosed }: { size: Size; enclosed: boolean },
  view: View,
): Mark {
  const { w, h, r, fill } = drySizes[size]
  return enclosed ? dryHousing(w, h, r, fill, view) : dryOpen(w, h, r, fill, view)
}

function dryOpen(w: number, h: number, r: number, fill: number, view: View): Mark {
  const d = r * 3.2
  const cz = d / 2
  const centres = [0.18, 0.5, 0.82].map((share) => w * share)
  const yoke = h * 0.11
  const coilTop = yoke + h * 0.06
  const coil = h - 2 * coilTop
  const laminations = (y: number): Mark =>
    row(4, (index) =>
      line(w * 0.04, y + (yoke * (index + 1)) / 5, w * 0.96, y + (yoke * (index + 1)) / 5, thin),
    )
  const coils = centres.flatMap((cx) => [
    ...[-0.5, 0.5].map((side) =>
      box(cx + r * side - 20, coilTop - h * 0.05, cz - r * 0.6, 40, h * 0.05, r * 1.2, {
        fill: colour.shade,
      }),
    ),
    upright(cx, cz, r * 0.72, coilTop, coil, { fill: colour.copperLight }),
    upright(cx, cz, r, coilTop + coil * 0.03, coil * 0.94, { heavy: true, fill: colour.paper }),
    onFront(cz - r * 0.94, [
      row(5, (index) =>
        line(
          cx - r * 0.96,
          coilTop + coil * (0.13 + index * 0.185),
          cx + r * 0.96,
          coilTop + coil * (0.13 + index * 0.185),
          { ...thin, stroke: colour.grey },
        ),
      ),
      rect(cx - r * 0.16, coilTop + coil * 0.14, r * 0.32, coil * 0.72, { radius: r * 0.05 }),
      row(5, (index) => [
        circle(cx, coilTop + coil * (0.22 + index * 0.14), r * 0.06, { fill: colour.copper }),
      ]),
      line(cx, coilTop + coil * 0.36, cx, coilTop + coil * 0.5, {
        stroke: colour.copper,
        width: weight.outline,
      }),
    ]),
  ])
  const bars = centres.map((cx) =>
    box(cx - r * 0.1, -h * 0.12, cz + r * 0.9, r * 0.2, h * 0.24, 14, {
      fill: colour.copper,
      face: row(2, (index) => circle(cx, -h * (0.095 - index * 0.03), r * 0.045)),
    }),
  )
  const delta = centres.slice(0, 2).map((cx, index) => {
    const next = centres[index + 1] ?? cx
    return onFront(cz - r - 10, [
      line(cx + r * 0.1, coilTop + coil * 0.16, next - r * 0.1, coilTop + coil * 0.84, {
        width: 9,
      }),
      line(cx + r * 0.1, coilTop + coil * 0.16, next - r * 0.1, coilTop + coil * 0.84, {
        width: 5,
        stroke: colour.copper,
      }),
    ])
  })
  return plate(
    view,
    [
      ...[0.08, 0.92].flatMap((share) => [wheel(w * share, h + 96, 70, d - 120, 60)]),
      ...bars,
      box(w * 0.02, 0, cz - r * 0.34, w * 0.96, yoke, r * 0.68, {
        heavy: true,
        fill: colour.tint,
        face: laminations(0),
      }),
      box(w * 0.02, h - yoke, cz - r * 0.34, w * 0.96, yoke, r * 0.68, {
        heavy: true,
        fill: colour.tint,
        face: laminations(h - yoke),
      }),
      ...[0, w].map((x) =>
        box(x - 30, h - yoke * 0.4, 40, 60, yoke * 0.8, d - 80, { fill: colour.shade }),
      ),
      ...coils,
      box(-20, yoke * 0.12, cz - r * 0.56, w + 40, yoke * 0.6, r * 0.2, {
        heavy: true,
        face: [
          row(6, (index) => hexBolt(w * (0.06 + index * 0.176), yoke * 0.42, yoke * 0.12)),
          label(w * 0.4, yoke * 0.16, w * 0.2, yoke * 0.52, 3),
        ],
      }),
      ...[0.02, 0.98].map((share) =>
        box(w * share - 22, -yoke * 0.5, cz - r * 0.5, 44, yoke * 0.62, 18, {
          fill: colour.shade,
          face: circle(w * share, -yoke * 0.28, 14),
        }),
      ),
      box(-20, h - yoke * 0.8, cz - r * 0.56, w + 40, yoke * 0.6, r * 0.2, {
        heavy: true,
        face: row(6, (index) => hexBolt(w * (0.06 + index * 0.176), h - yoke * 0.5, yoke * 0.12)),
      }),
      ...delta,
      ...[0.08, 0.92].map((share) => wheel(w * share, h + 96, 70, 40, 60)),
    ],
    { standing: true, fill },
  )
}

function hexBolt(cx: number, cy: number, r: number): Mark {
  return [polygon(regular(cx, cy, r, 6), { fill: colour.shade }), circle(cx, cy, r * 0.45, thin)]
}

function dryHousing(w: number, h: number, r: number, fill: number, view: View): Mark {
  const [width, high, d] = [w * 1.25, h * 1.35, r * 5]
  return plate(
    view,
    [
      box(20, high, 20, width - 40, 110, d - 40, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, width, high, d, {
        heavy: true,
        face: [
          row(3, (index) => {
            const x = (width / 3) * index
            return [
              rect(x + 18, 18, width / 3 - 36, high - 36, { radius: 6 }),
              louvres(x + 70, high * 0.68, width / 3 - 140, high * 0.22, 9),
              louvres(x + 70, high * 0.09, width / 3 - 140, high * 0.14, 6),
              row(2, (lockAt) => lock(x + width / 3 - 52, high * (0.38 + lockAt * 0.2), 20)),
            ]
          }),
          danger(width / 2, high * 0.36, width * 0.09),
          label(width * 0.4, high * 0.5, width * 0.2, high * 0.1, 4),
          pane(width * 0.09, high * 0.34, width * 0.14, high * 0.16),
          rect(width * 0.74, high * 0.33, width * 0.13, high * 0.1, { radius: 8 }),
          display(width * 0.755, high * 0.345, width * 0.1, high * 0.05),
          row(3, (index) =>
            lamp(width * (0.77 + index * 0.035), high * 0.413, width * 0.008, index === 0),
          ),
        ],
        side: [
          rect(40, 40, d - 80, high - 80, { ...thin, fill: colour.none }),
          louvres(120, high * 0.68, d - 240, high * 0.22, 9),
          louvres(120, high * 0.09, d - 240, high * 0.14, 6),
        ],
      }),
      box(-18, -40, -18, width + 36, 50, d + 36, { heavy: true }),
      ...[0.08, 0.92].map((share) =>
        box(width * share - 30, -110, d / 2, 60, 70, 20, {
          fill: colour.shade,
          face: circle(width * share, -80, 18),
        }),
      ),
    ],
    { standing: true, fill: fill * 0.98 },
  )
}

export function rmu({ units }: { units: number }, view: View): Mark {
  const [w, h, d] = [420, 1650, 800]
  const unitFace = (x: number, index: number): Mark => {
    const isFeeder = index === units - 1 || index === 2
    const cx = x + w / 2
    return [
      rect(x + 12, 14, w - 24, 250, { radius: 6 }),
      vents(x + 60, 50, w - 120, 70, 5),
      row(3, (lampAt) => lamp(cx - 70 + lampAt * 70, 200, 18, true)),
      rect(x + 12, 280, w - 24, 620, { radius: 6 }),
      // The mimic: busbar, switch, earthing switch, cable end.
      line(x, 360, x + w, 360, { stroke: colour.copper, width: weight.outline }),
      line(cx, 360, cx, 450, { stroke: colour.copper }),
      isFeeder
        ? [
            rect(cx - 26, 450, 52, 52),
            line(cx - 26, 450, cx + 26, 502, thin),
            line(cx + 26, 450, cx - 26, 502, thin),
          ]
        : [line(cx - 26, 450, cx + 26, 450), line(cx - 34, 540, cx, 470)],
      line(cx, 540, cx, 640, { stroke: colour.copper }),
      polygon([
        [cx - 22, 640],
        [cx + 22, 640],
        [cx, 690],
      ]),
      line(cx, 580, cx + 90, 580),
      earthSign(cx + 90, 580, 56),
      [700, 810].map((y, slot) => [
        circle(cx - 90 + slot * 180, 770, 42, { fill: colour.tint }),
        circle(cx - 90 + slot * 180, 770, 20, { fill: colour.dark }),
        slot === 0 && onMark(cx - 90, y + 4, 26),
      ]),
      rect(cx - 28, 790, 56, 70, { fill: isFeeder ? colour.copperLight : colour.tint }),
      rect(x + 12, 916, w - 24, h - 932, { radius: 6 }),
      pane(x + 80, 980, w - 160, 150),
      row(3, (cable) =>
        line(x + 130 + cable * 80, 1010, x + 130 + cable * 80, 1110, { stroke: colour.copper }),
      ),
      label(x + 110, 1190, w - 220, 90, 3),
      index === 0 && danger(cx, 1420, 110),
      index > 0 && vents(x + 100, 1400, w - 200, 90, 5),
      [x + 40, x + w - 40].map((at) => [screw(at, 945, 11), screw(at, h - 46, 11)]),
    ]
  }
  return plate(
    view,
    [
      box(16, h, 16, w * units - 32, 90, d - 32, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, w * units, h, d, {
        heavy: true,
        face: row(units, (index) => [
          index > 0 && line(w * index, 0, w * index, h, { width: weight.outline }),
          unitFace(w * index, index),
        ]),
        side: [
          rect(60, 120, d - 140, 720, { fill: colour.paper, radius: 40 }),
          row(3, (index) => circle(d * 0.3 + index * 110, 300, 36, { fill: colour.tint })),
          row(3, (index) =>
            circle(d * 0.3 + index * 110, 300, 15, { ...thin, fill: colour.copper }),
          ),
          line(40, 900, d - 40, 900),
          louvres(160, 1300, d - 320, 180, 6),
        ],
      }),
      ...[0.06, 0.94].map((share) =>
        box(w * units * share - 24, -54, d / 2, 48, 54, 16, { fill: colour.shade }),
      ),
      ...(view === 'front' ? [] : [box(90, 620, -20, 30, 30, 20, { fill: colour.shade })]),
      ...(view === 'side' ? [box(w * 0.3, 757, -190, 26, 26, 190, { fill: colour.copper })] : []),
    ],
    { standing: true, fill: units === 2 ? 0.94 : 1 },
  )
}

export function mvSwitchgear({ panels }: { panels: number }, view: View): Mark {
  const [w, h, d] = [650, 2300, 1600]
  const face = (x: number, index: number): Mark => {
    const cx = x + w / 2
    return [
      rect(x + 14, 14, w - 28, 620, { radius: 6 }),
      hinges(x + 16, 30, 590, 60),
      rect(cx - 130, 80, 260, 190, { radius: 8 }),
      display(cx - 108, 104, 150, 90),
      row(4, (key) => button(cx + 84, 106 + key * 42, 14)),
      row(5, (dot) => lamp(cx - 96 + dot * 36, 236, 9, dot === 0)),
      row(3, (slot) => lamp(cx - 120 + slot * 120, 350, 26, slot === 0)),
      dial(cx - 120, 460, 36, -60),
      button(cx, 460, 34, colour.copper),
      button(cx + 120, 460, 34),
      label(cx - 120, 550, 240, 50, 2),
      rect(x + 14, 650, w - 28, 860, { radius: 6 }),
      hinges(x + 16, 660, 830, 60),
      pane(cx - 120, 760, 240, 190),
      rect(cx - 60, 800, 120, 110, { ...thin, fill: colour.paper }),
      rect(cx - 44, 830, 36, 46, { fill: colour.copper }),
      rect(cx + 8, 830, 36, 46),
      // The mimic of the breaker truck runs down to the cable compartment.
      line(cx, 1010, cx, 1070, { stroke: colour.copper }),
      polyline([
        [cx - 20, 1084],
        [cx, 1066],
        [cx + 20, 1084],
      ]),
      rect(cx - 26, 1090, 52, 52),
      polyline([
        [cx - 20, 1148],
        [cx, 1166],
        [cx + 20, 1148],
      ]),
      line(cx, 1166, cx, 1240, { stroke: colour.copper }),
      circle(cx, 1340, 56, { fill: colour.tint }),
      rect(cx - 18, 1322, 36, 36, { fill: colour.dark }),
      doorHandle(x + w - 62, 1010, 210),
      rect(x + 14, 1526, w - 28, h - 1542, { radius: 6 }),
      pane(cx - 90, 1610, 180, 110),
      index % 2 === 0 ? danger(cx, 1860, 120) : label(cx - 110, 1810, 220, 100, 4),
      louvres(cx - 190, 2020, 380, 170, 6),
      doorHandle(x + w - 62, 1780, 190),
    ]
  }
  return plate(
    view,
    [
      box(16, h, 16, w * panels - 32, 70, d - 32, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, w * panels, h, d, {
        heavy: true,
        face: row(panels, (index) => [
          index > 0 && line(w * index, 0, w * index, h, { width: weight.outline }),
          face(w * index, index),
        ]),
        side: [
          line(d * 0.36, 0, d * 0.36, h),
          line(d * 0.36, h * 0.5, d, h * 0.5),
          line(0, 640, d * 0.36, 640),
          row(3, (index) => circle(d * 0.5 + index * d * 0.16, 420, 70, { fill: colour.tint })),
          row(3, (index) =>
            rect(d * 0.5 + index * d * 0.16 - 14, 375, 28, 90, { ...thin, fill: colour.copper }),
          ),
          louvres(d * 0.5, 1800, d * 0.36, 260, 8),
        ],
      }),
      box(0, -230, d * 0.42, w * panels, 230, d * 0.4, {
        heavy: true,
        face: row(panels, (index) => [
          line(w * index, -230, w * index, 0),
          label(w * index + 200, -160, 240, 90, 2),
        ]),
      }),
      ...(view === 'side' ? [box(300, 1010, -44, 40, 210, 44, { fill: colour.copper })] : []),
    ],
    { standing: true },
  )
}

/** A 36 kV row: wide air-insulated panels, one breaker truck rolled out onto the floor. */
export function mvFloorTruck(_parameters: object, view: View): Mark {
  const [w, h, d] = [1200, 2400, 1900]
  const panels = 3
  const opening = { x: 130, y: 930, w: w - 260, h: h - 950 }
  const face = (x: number, index: number): Mark => {
    const cx = x + w / 2
    return [
      rect(x + 20, 20, w - 40, 620, { radius: 8 }),
      hinges(x + 26, 40, 580, 70),
      // Low-voltage compartment: relay or meters, lamps, switches.
      index === 1
        ? row(3, (meter) => [
            rect(cx - 330 + meter * 240, 110, 180, 180, { radius: 10 }),
            line(cx - 300 + meter * 240, 262, cx - 210 + meter * 240, 150, {
              stroke: colour.copper,
            }),
            row(5, (mark) =>
              line(
                cx - 312 + meter * 240 + mark * 36,
                130,
                cx - 312 + meter * 240 + mark * 36,
                148,
                thin,
              ),
            ),
          ])
        : [
            rect(cx - 330, 90, 330, 230, { radius: 10 }),
            display(cx - 300, 116, 190, 110),
            row(4, (key) => button(cx - 50, 124 + key * 52, 18)),
            row(6, (dot) => lamp(cx - 290 + dot * 36, 280, 11, dot === 0)),
            rect(cx + 90, 110, 180, 180, { radius: 10 }),
            line(cx + 120, 262, cx + 210, 150, { stroke: colour.copper }),
            row(5, (mark) => line(cx + 108 + mark * 36, 130, cx + 108 + mark * 36, 148, thin)),
          ],
      row(3, (slot) => lamp(cx - 260 + slot * 120, 450, 34, slot === 0)),
      dial(cx + 130, 450, 42, -60),
      button(cx + 270, 450, 40, index === 1 ? colour.tint : colour.copper),
      label(cx - 220, 530, 440, 70, 2),
      doorHandle(x + w - 90, 230, 230),
      // The mimic of the panel.
      rect(x + 20, 660, w - 40, 230, { radius: 6 }),
      line(x + 20, 720, x + w - 20, 720, { stroke: colour.copper, width: weight.outline }),
      index === 1
        ? [
            line(cx, 720, cx, 768, { stroke: colour.copper }),
            circle(cx, 800, 34, { fill: colour.none }),
            circle(cx, 842, 34, { fill: colour.none }),
          ]
        : [
            line(cx, 720, cx, 760, { stroke: colour.copper }),
            rect(cx - 32, 760, 64, 64),
            line(cx, 824, cx, 880, { stroke: colour.copper }),
          ],
      rect(x + 20, 910, w - 40, h - 930, { radius: 8 }),
      index > 0 && [
        // The truck in its place: its front closes the compartment, its wheels stand on the floor.
        truckFront(x + opening.x, opening.y, opening.w, opening.h, index === 1),
      ],
      index === 0 && [
        // Rolled out: the compartment open, shutters down over both rows of contacts.
        rect(x + opening.x, opening.y, opening.w, opening.h, { fill: colour.dark }),
        [130, 640].map((dy) => [
          rect(x + opening.x + 70, opening.y + dy, opening.w - 140, 270, { fill: colour.shade }),
          row(3, (phase) =>
            circle(x + opening.x + 210 + phase * 260, opening.y + dy + 135, 92, {
              fill: colour.copperLight,
            }),
          ),
        ]),
      ],
    ]
  }
  const truckAt = 1450
  const truck: Solid[] = [
    // The breaker itself behind the truck's plate: three poles with their contact arms.
    ...[0.2, 0.5, 0.8].flatMap((share) => {
      const cx = opening.x + opening.w * share
      return [
        ...[360, 860].flatMap((y) => [
          knob(cx, opening.y + y, 60, -truckAt + 760, 300, { fill: colour.paper }),
          knob(cx, opening.y + y, 76, -truckAt + 1060, 110, { fill: colour.copper }),
        ]),
        upright(cx, -truckAt + 640, 120, opening.y + 150, 900, {
          heavy: true,
          fill: colour.tint,
        }),
        ...row(6, (index) => upright(cx, -truckAt + 640, 138, opening.y + 230 + index * 140, 36)),
      ]
    }),
    box(opening.x - 10, h - 190, -truckAt + 60, opening.w + 20, 90, 1000, {
      heavy: true,
      fill: colour.tint,
    }),
    ...[0.12, 0.88].map((share) =>
      wheel(opening.x + opening.w * share, h - 60, 60, -truckAt + 780, 60),
    ),
    box(opening.x, opening.y, -truckAt, opening.w, opening.h - 90, 240, {
      heavy: true,
      radius: 10,
      side: [vents(-truckAt + 60, opening.y + 120, 130, 200, 6)],
    }),
    onFront(-truckAt, truckFront(opening.x, opening.y, opening.w, opening.h - 90, false)),
    ...[0.12, 0.88].map((share) =>
      wheel(opening.x + opening.w * share, h - 60, 60, -truckAt + 60, 60),
    ),
    ...[0.2, 0.8].map((share) =>
      box(opening.x + opening.w * share - 110, opening.y + 820, -truckAt - 70, 220, 44, 70, {
        fill: colour.copper,
      }),
    ),
  ]
  return plate(view, [
    {
      from: [Infinity, Infinity, Infinity],
      to: [-Infinity, -Infinity, -Infinity],
      draw: (_view, unit) => {
        const right = w * panels + 20
        return hatch(
          [
            project(right, h + 60, -20),
            project(right + 560, h + 60, 420),
            project(right + 560, h + 60, d + 20),
            project(right, h + 60, d + 20),
          ],
          { angle: 0, spacing: 7 * unit },
        )
      },
    },
    box(-20, h, -20, w * panels + 40, 60, d + 40, { heavy: true, fill: colour.dark }),
    box(0, 0, 0, w * panels, h, d, {
      heavy: true,
      face: row(panels, (index) => [
        index > 0 && line(w * index, 0, w * index, h, { width: weight.outline }),
        face(w * index, index),
      ]),
      side: [
        line(d * 0.36, 0, d * 0.36, h),
        line(d * 0.36, h * 0.5, d, h * 0.5),
        louvres(d * 0.5, 1900, d * 0.36, 260, 8),
      ],
    }),
    box(0, -260, d * 0.42, w * panels, 260, d * 0.42, {
      heavy: true,
      face: row(panels, (index) => [
        index > 0 && line(w * index, -260, w * index, 0),
        label(w * index + 400, -180, 400, 100, 2),
      ]),
    }),
    ...truck,
  ])
}

/** The front plate of a floor truck: breaker drive, or voltage transformers and their fuses. */
function truckFront(x: number, y: number, w: number, h: number, measuring: boolean): Mark {
  const cx = x + w / 2
  return [
    rect(x, y, w, h, { fill: colour.tint, radius: 10, width: weight.outline }),
    rect(x + 40, y + 40, w - 80, h - 80, { ...thin, fill: colour.none, radius: 8 }),
    measuring
      ? [
          row(3, (index) => [
            rect(x + 130 + index * 240, y + 130, 200, 480, { radius: 10 }),
            rect(x + 205 + index * 240, y + 180, 50, 330, { fill: colour.copperLight, radius: 20 }),
            rect(x + 195 + index * 240, y + 170, 70, 46, { fill: colour.copper }),
            rect(x + 195 + index * 240, y + 474, 70, 46, { fill: colour.copper }),
          ]),
          danger(cx, y + 760, 150),
        ]
      : [
          rect(x + 110, y + 120, 330, 210, { radius: 10 }),
          rect(x + 140, y + 150, 110, 150, { fill: colour.copper }),
          onMark(x + 195, y + 225, 70, colour.paper),
          rect(x + 296, y + 150, 110, 150),
          offMark(x + 351, y + 225, 70),
          rect(x + 500, y + 120, 320, 90, { fill: colour.paper }),
          row(4, (index) =>
            line(x + 564 + index * 64, y + 120, x + 564 + index * 64, y + 210, thin),
          ),
          rect(x + 500, y + 240, 150, 90, { fill: colour.paper }),
          arrow(x + 575, y + 285, 60, -90),
          rect(x + 670, y + 240, 150, 90, { fill: colour.copperLight }),
          path(`M${x + 690} ${y + 285}l20 -28l20 56l20 -56l20 56l20 -28h12`, { fill: colour.none }),
          circle(x + 240, y + 540, 96, { fill: colour.shade }),
          rect(x + 208, y + 508, 64, 64, { fill: colour.dark }),
          label(x + 470, y + 440, 330, 200, 4),
        ],
    [0.2, 0.8].map((share) =>
      rect(x + w * share - 110, y + 820, 220, 44, { fill: colour.copper, radius: 18 }),
    ),
    circle(cx, y + 1000, 60),
    rect(cx - 22, y + 978, 44, 44, { fill: colour.dark }),
    row(2, (index) =>
      rect(x + 110 + index * (w - 300), y + 960, 80, 80, { fill: colour.paper, radius: 8 }),
    ),
  ]
}

/** A vacuum tube beside itself cut open: fixed and moving contact, shield, bellows. */
export function vacuumTube(_parameters: object, _view: View): Mark {
  const outside = (cx: number): Mark => [
    rect(cx - 26, 96, 52, 90, { fill: colour.copper, width: weight.outline }),
    circle(cx, 128, 11),
    rect(cx - 22, 690, 44, 116, { fill: colour.copper, width: weight.outline }),
    circle(cx, 778, 10),
    rect(cx - 60, 178, 120, 22, { fill: colour.shade, radius: 6 }),
    rect(cx - 122, 196, 244, 22, { fill: colour.shade, radius: 8, width: weight.outline }),
    [218, 462].map((y) => [
      rect(cx - 130, y, 260, 196, { width: weight.outline, radius: 10 }),
      roundShade(cx - 130, y + 4, 260, 188, { lines: 8 }),
    ]),
    // The metal belt that carries the shield.
    rect(cx - 138, 412, 276, 52, { fill: colour.shade, radius: 6, width: weight.outline }),
    roundShade(cx - 138, 414, 276, 48, { lines: 8, tone: colour.dark }),
    rect(cx - 122, 656, 244, 22, { fill: colour.shade, radius: 8, width: weight.outline }),
    rect(cx - 46, 676, 92, 22, { fill: colour.tint, radius: 5 }),
    label(cx - 78, 262, 110, 90, 4),
  ]
  const section = (cx: number): Mark => {
    const ceramic = (y: number): Mark =>
      [-130, 98].map((dx) => {
        const corners: Point[] = [
          [cx + dx, y],
          [cx + dx + 32, y],
          [cx + dx + 32, y + 196],
          [cx + dx, y + 196],
        ]
        return [
          polygon(corners, { width: weight.outline }),
          hatch(corners, { angle: 45, spacing: 10, tone: colour.dark }),
          polygon(corners, { fill: colour.none, width: weight.outline }),
        ]
      })
    const disc = (y: number, up: boolean): Mark => [
      rect(cx - 66, y, 132, 34, { fill: colour.copper, radius: 6, width: weight.outline }),
      rect(cx - 60, up ? y + 24 : y - 2, 120, 12, { fill: colour.copperLight, radius: 4 }),
      // Slots that turn the arc.
      [-34, 0, 34].map((dx) =>
        line(cx + dx - 8, y + (up ? 6 : 14), cx + dx + 8, y + (up ? 20 : 28), thin),
      ),
    ]
    const folds = 7
    return [
      rect(cx - 98, 210, 196, 460, { fill: colour.tint, stroke: colour.none }),
      ceramic(218),
      ceramic(462),
      // Belt and shield.
      [-138, 98].map((dx) =>
        rect(cx + dx, 412, 40, 52, { fill: colour.shade, width: weight.outline }),
      ),
      [-1, 1].map((side) =>
        path(
          `M${cx + side * 74} 286Q${cx + side * 92} 300 ${cx + side * 92} 326V494Q${cx + side * 92} 506 ${cx + side * 84} 512`,
          { fill: colour.none, width: 6, stroke: colour.dark },
        ),
      ),
      // The fixed side.
      rect(cx - 26, 96, 52, 284, { fill: colour.copper, width: weight.outline }),
      circle(cx, 128, 11),
      rect(cx - 60, 178, 120, 22, { fill: colour.shade, radius: 6 }),
      rect(cx - 122, 196, 244, 22, { fill: colour.shade, radius: 8, width: weight.outline }),
      disc(366, true),
      // The moving side: bellows, guide, stem.
      [-1, 1].map((side) =>
        polyline(
          [
            [cx + side * 46, 656] as const,
            ...row(folds * 2 + 1, (index): Point => [
              cx + side * (index % 2 === 0 ? 46 : 74),
              652 - index * 7.6,
            ]),
            [cx + side * 22, 540] as const,
          ],
          { width: 3.4 },
        ),
      ),
      rect(cx - 22, 470, 44, 336, { fill: colour.copper, width: weight.outline }),
      circle(cx, 778, 10),
      rect(cx - 86, 528, 172, 14, { fill: colour.shade, radius: 5 }),
      disc(452, false),
      [-122, 22].map((dx) =>
        rect(cx + dx, 656, 100, 22, { fill: colour.shade, radius: 5, width: weight.outline }),
      ),
      [-46, 22].map((dx) => rect(cx + dx, 676, 24, 22, { fill: colour.tint })),
      // It opens downwards.
      line(cx + 62, 738, cx + 62, 800),
      polyline([
        [cx + 52, 786],
        [cx + 62, 804],
        [cx + 72, 786],
      ]),
      polyline([
        [cx + 52, 752],
        [cx + 62, 734],
        [cx + 72, 752],
      ]),
    ]
  }
  return [
    outside(380),
    section(820),
    [380, 820].map((cx) =>
      [56, 810].map((y) =>
        line(cx, y, cx, y + 36, { ...thin, stroke: colour.grey, dash: '18 6 3 6' }),
      ),
    ),
  ]
}

export function kiosk(_parameters: object, view: View): Mark {
  const [w, h, d] = [3600, 2100, 2200]
  const leaves = [
    { x: 60, w: 860, blades: 0 },
    { x: 980, w: 800, blades: 1 },
    { x: 1800, w: 800, blades: 1 },
    { x: 2680, w: 860, blades: 0 },
  ]
  return plate(
    view,
    [
      box(-60, h, -60, w + 120, 260, d + 120, {
        heavy: true,
        fill: colour.tint,
        face: row(4, (index) => rect(300 + index * 880, h + 90, 300, 90, { fill: colour.dark })),
      }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          leaves.map((leaf) => [
            rect(leaf.x, 110, leaf.w, h - 170, { radius: 8 }),
            hinges(leaf.x + (leaf.x < 1700 ? 8 : leaf.w - 8), 140, h - 240, 110),
            leaf.blades
              ? [
                  louvres(leaf.x + 90, 220, leaf.w - 180, 520, 10),
                  louvres(leaf.x + 90, 1340, leaf.w - 180, 520, 10),
                ]
              : [
                  louvres(leaf.x + 130, 220, leaf.w - 260, 240, 5),
                  danger(leaf.x + leaf.w / 2, 900, 260),
                  label(leaf.x + leaf.w / 2 - 180, 1200, 360, 150, 3),
                ],
          ]),
          [820, 1700, 1880, 2760].map((x) => doorHandle(x, 950, 280)),
        ],
        side: [
          rect(150, 110, 900, h - 170, { radius: 8 }),
          rect(1090, 110, 900, h - 170, { radius: 8 }),
          louvres(260, 240, 680, 420, 8),
          louvres(1200, 240, 680, 420, 8),
          louvres(260, 1400, 680, 420, 8),
          louvres(1200, 1400, 680, 420, 8),
          doorHandle(980, 950, 280),
          danger(600, 980, 230),
        ],
      }),
      box(-90, -150, -90, w + 180, 170, d + 180, { heavy: true }),
      frontPrism(
        [
          [40, -150],
          [w / 2, -330],
          [w - 40, -150],
        ],
        -40,
        d + 80,
        { heavy: true },
      ),
      ...[0.2, 0.8].map((share) =>
        box(w * share - 50, -290, d * 0.3, 100, 110, 40, {
          fill: colour.shade,
          face: circle(w * share, -245, 26),
        }),
      ),
    ],
    { standing: true },
  )
}

export function vacuumBreaker(_parameters: object, view: View): Mark {
  const [w, h] = [560, 620]
  const poles = [0.17, 0.5, 0.83].map((share) => w * share)
  const arms = poles.flatMap((cx) => [
    ...[90, 400].flatMap((y) => [
      knob(cx, y, 34, 470, 160, { fill: colour.paper }),
      knob(cx, y, 46, 620, 90, { fill: colour.copper }),
    ]),
    upright(cx, 430, 74, 10, 470, { heavy: true, fill: colour.tint }),
    ...row(4, (index) => upright(cx, 430, 84, 60 + index * 105, 26, { fill: colour.paper })),
  ])
  return plate(
    view,
    [
      ...[10, w - 10].map((cx) => wheel(cx, h + 90, 44, 480, 36)),
      ...arms,
      box(-30, h + 10, 20, w + 60, 46, 560, { heavy: true, fill: colour.tint }),
      box(w * 0.02, 480, 240, w * 0.96, 130, 240, { fill: colour.shade }),
      box(0, 60, 0, w, h - 50, 250, {
        heavy: true,
        radius: 6,
        face: [
          rect(26, 90, w - 52, h - 110, { radius: 6 }),
          rect(80, 140, 170, 120, { radius: 6 }),
          rect(98, 160, 54, 80, { fill: colour.copper }),
          onMark(125, 200, 36, colour.paper),
          rect(178, 160, 54, 80),
          offMark(205, 200, 36),
          rect(310, 140, 170, 50, { fill: colour.tint }),
          row(4, (index) => line(344 + index * 34, 140, 344 + index * 34, 190, thin)),
          rect(310, 210, 76, 50, { fill: colour.tint }),
          arrow(348, 235, 34, -90),
          path('M404 235l12 -16l12 32l12 -32l12 32l12 -16h16', { fill: colour.none }),
          circle(150, 380, 52, { fill: colour.shade }),
          rect(132, 362, 36, 36, { fill: colour.dark }),
          label(300, 330, 180, 110, 4),
          circle(w / 2, 540, 34, { fill: colour.tint }),
          rect(w / 2 - 12, 528, 24, 24, { fill: colour.dark }),
          [50, w - 50].map((x) => [screw(x, 116, 11), screw(x, 580, 11)]),
        ],
        side: [
          row(4, (index) => circle(60 + index * 44, 130, 9, { ...thin, fill: colour.tint })),
          label(60, 260, 120, 90, 4),
        ],
      }),
      ...[0.2, 0.8].map((share) =>
        box(w * share - 60, 500, -40, 120, 26, 40, { fill: colour.copper }),
      ),
      ...[10, w - 10].flatMap((cx) => [
        wheel(cx, h + 90, 44, 90, 36),
        wheel(cx, h + 90, 44, 480, 36),
      ]),
    ],
    { standing: true, fill: 0.98 },
  )
}
