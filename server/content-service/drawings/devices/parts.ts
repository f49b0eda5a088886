/** Small parts the devices are composed of: flat artwork in the coordinates of its device. */
import {
  circle,
  colour,
  ellipse,
  line,
  onCircle,
  path,
  polygon,
  polyline,
  rect,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { box, frontPrism, knob, upright, type Solid } from './solids.ts'

const thin = { width: weight.hatch } as const

export const sizes = ['s', 'm', 'l'] as const
export type Size = (typeof sizes)[number]

/** Repeats a mark or solid, telling each its number from 0. */
export function row<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** A screw head with a cross, or one slot. */
export function screw(cx: number, cy: number, r: number, slot = false): Mark {
  const arm = (angle: number): Mark =>
    line(...onCircle(cx, cy, r * 0.72, angle), ...onCircle(cx, cy, r * 0.72, angle + 180))
  return [circle(cx, cy, r, { fill: colour.tint }), arm(-40), !slot && arm(50)]
}

/** A screw terminal sunk in its well. */
export function terminal(cx: number, cy: number, size: number): Mark {
  return [
    rect(cx - size / 2, cy - size / 2, size, size, { fill: colour.shade, radius: size * 0.16 }),
    screw(cx, cy, size * 0.36),
  ]
}

/** A copper connection lug with its bolt hole. */
export function lug(x: number, y: number, w: number, h: number): Mark {
  return [
    rect(x, y, w, h, { fill: colour.copper }),
    circle(x + w / 2, y + h / 2, Math.min(w, h) * 0.24),
  ]
}

/** A label plate: ruled lines stand for its text. */
export function label(x: number, y: number, w: number, h: number, rows = 3, framed = true): Mark {
  const lengths = [0.8, 0.55, 0.7, 0.4, 0.62]
  const gap = h / (rows + 1)
  return [
    framed && rect(x, y, w, h, { width: weight.hatch }),
    row(rows, (index) =>
      line(
        x + w * 0.1,
        y + gap * (index + 1),
        x + w * 0.1 + w * (lengths[index % lengths.length] ?? 0.6),
        y + gap * (index + 1),
        { stroke: colour.grey, width: index === 0 ? weight.detail : weight.hatch },
      ),
    ),
  ]
}

/** A grille of slots, lying or upright. */
export function vents(
  x: number,
  y: number,
  w: number,
  h: number,
  count: number,
  upright = false,
): Mark {
  const pitch = (upright ? w : h) / count
  const slot = pitch * 0.45
  return row(count, (index) =>
    upright
      ? rect(x + pitch * index + pitch * 0.28, y, slot, h, {
          ...thin,
          radius: slot / 2,
          fill: colour.shade,
        })
      : rect(x, y + pitch * index + pitch * 0.28, w, slot, {
          ...thin,
          radius: slot / 2,
          fill: colour.shade,
        }),
  )
}

/** Louvres: blades with a shadow line, as in doors of larger housings. */
export function louvres(x: number, y: number, w: number, h: number, count: number): Mark {
  const pitch = h / count
  return [
    rect(x, y, w, h),
    row(count, (index) => [
      line(x, y + pitch * (index + 0.75), x + w, y + pitch * (index + 0.75), thin),
      line(x, y + pitch * (index + 1), x + w, y + pitch * (index + 1), {
        ...thin,
        stroke: colour.grey,
      }),
    ]),
  ]
}

/** A window or display with its glare. */
export function pane(x: number, y: number, w: number, h: number, fill: string = colour.tint): Mark {
  const glare = Math.min(w, h)
  return [
    rect(x, y, w, h, { fill, radius: glare * 0.06 }),
    row(2, (index) =>
      line(
        x + glare * (0.16 + index * 0.16),
        y + glare * 0.52,
        x + glare * (0.5 + index * 0.16),
        y + glare * 0.18,
        { ...thin, stroke: colour.grey },
      ),
    ),
  ]
}

/** A lit display: a reading as bars and a trace, so that no font is needed. */
export function display(x: number, y: number, w: number, h: number): Mark {
  return [
    rect(x, y, w, h, { fill: colour.ink, radius: Math.min(w, h) * 0.06 }),
    row(3, (index) =>
      rect(x + w * 0.1, y + h * (0.2 + index * 0.25), w * [0.34, 0.26, 0.3][index]!, h * 0.1, {
        fill: colour.shade,
        stroke: colour.none,
      }),
    ),
    sine(x + w * 0.55, y + h * 0.5, w * 0.34, h * 0.26, colour.copperLight),
  ]
}

/** One period of a sine wave, centred on cy. */
export function sine(
  x: number,
  cy: number,
  w: number,
  amplitude: number,
  stroke: string = colour.ink,
): Mark {
  const points = row(25, (index): Point => [
    x + (w * index) / 24,
    cy - amplitude * Math.sin((index / 12) * Math.PI),
  ])
  return polyline(points, { stroke })
}

/** The marks of the switch positions: a stroke and a ring. */
export function onMark(cx: number, cy: number, h: number, stroke: string = colour.ink): Mark {
  return line(cx, cy - h / 2, cx, cy + h / 2, { stroke })
}

export function offMark(cx: number, cy: number, h: number, stroke: string = colour.ink): Mark {
  return ellipse(cx, cy, h * 0.38, h / 2, { fill: colour.none, stroke })
}

/** The electrical danger sign: a bolt in a triangle. */
export function danger(cx: number, cy: number, size: number): Mark {
  return [
    polygon(
      [
        [cx, cy - size * 0.55],
        [cx + size * 0.6, cy + size * 0.45],
        [cx - size * 0.6, cy + size * 0.45],
      ],
      { fill: colour.copperLight },
    ),
    bolt(cx, cy + size * 0.08, size * 0.62),
  ]
}

export function bolt(cx: number, cy: number, h: number, fill: string = colour.ink): Mark {
  return polygon(
    [
      [cx + h * 0.12, cy - h * 0.5],
      [cx - h * 0.2, cy + h * 0.08],
      [cx - h * 0.01, cy + h * 0.04],
      [cx - h * 0.12, cy + h * 0.5],
      [cx + h * 0.2, cy - h * 0.1],
      [cx + h * 0.01, cy - h * 0.06],
    ],
    { fill, stroke: colour.none },
  )
}

/** An arrow head on a short shaft; the direction in degrees, 0 points right. */
export function arrow(cx: number, cy: number, size: number, direction: number): Mark {
  const tip = onCircle(cx, cy, size / 2, direction)
  const tail = onCircle(cx, cy, size / 2, direction + 180)
  return [
    line(...tail, ...tip),
    polyline([
      onCircle(...tip, size * 0.4, direction + 142),
      tip,
      onCircle(...tip, size * 0.4, direction - 142),
    ]),
  ]
}

/** The earth symbol, hanging from its top. */
export function earthSign(cx: number, y: number, size: number): Mark {
  return [
    line(cx, y, cx, y + size * 0.45),
    row(3, (index) => {
      const half = size * (0.42 - index * 0.14)
      const at = y + size * (0.45 + index * 0.2)
      return line(cx - half, at, cx + half, at)
    }),
  ]
}

/** Points on a regular polygon, the first at `turn` degrees. */
export function regular(cx: number, cy: number, r: number, corners: number, turn = 0): Point[] {
  return row(corners, (index) => onCircle(cx, cy, r, turn + (360 * index) / corners))
}

/** A swing handle of a cabinet door. */
export function doorHandle(cx: number, y: number, h: number): Mark {
  const w = h * 0.26
  return [
    rect(cx - w / 2, y, w, h, { radius: w / 2 }),
    rect(cx - w * 0.26, y + h * 0.12, w * 0.52, h * 0.62, {
      fill: colour.copper,
      radius: w * 0.24,
    }),
    circle(cx, y + h * 0.87, w * 0.2, thin),
  ]
}

/** Hinges down one edge of a door. */
export function hinges(x: number, y: number, h: number, size: number): Mark {
  return [0.12, 0.5, 0.88].map((share) =>
    rect(x - size * 0.22, y + h * share - size / 2, size * 0.44, size, { fill: colour.shade }),
  )
}

/** A quarter-turn lock. */
export function lock(cx: number, cy: number, r: number): Mark {
  return [
    circle(cx, cy, r, { fill: colour.tint }),
    rect(cx - r * 0.2, cy - r * 0.55, r * 0.4, r * 1.1, { fill: colour.ink, stroke: colour.none }),
  ]
}

/** An indicator lamp in its ring. */
export function lamp(cx: number, cy: number, r: number, lit = false): Mark {
  return [
    circle(cx, cy, r, { fill: colour.tint }),
    circle(cx, cy, r * 0.6, { ...thin, fill: lit ? colour.copper : colour.paper }),
  ]
}

/** A dial with its pointer; 0 points right. */
export function dial(cx: number, cy: number, r: number, angle = -60): Mark {
  return [
    circle(cx, cy, r, { fill: colour.tint }),
    line(cx, cy, ...onCircle(cx, cy, r * 0.85, angle)),
    row(7, (index) => {
      const at = 150 + index * 40
      return line(...onCircle(cx, cy, r * 1.14, at), ...onCircle(cx, cy, r * 1.32, at), thin)
    }),
  ]
}

/** A round push button with its collar. */
export function button(cx: number, cy: number, r: number, fill: string = colour.paper): Mark {
  return [circle(cx, cy, r, { fill: colour.tint }), circle(cx, cy, r * 0.72, { fill })]
}

/** A length of 35 mm mounting rail behind a device that is `w` wide, at the height y. */
export function rail(w: number, y: number, z: number): Solid {
  const reach = 17
  const slots = [-reach + 4, w + 4]
  return {
    ...box(-reach, y, z, w + reach * 2, 35, 7.5, {
      fill: colour.paper,
      face: [
        line(-reach, y + 5, w + reach, y + 5, thin),
        line(-reach, y + 30, w + reach, y + 30, thin),
        slots.map((x) => rect(x, y + 14.5, 9, 6, { ...thin, radius: 3, fill: colour.shade })),
      ],
    }),
    aside: true,
  }
}

/** A porcelain or resin bushing with sheds, its copper terminal on top; (cx, y) is its foot. */
export function bushing(
  cx: number,
  y: number,
  cz: number,
  h: number,
  r: number,
  sheds: number,
): Solid[] {
  const pitch = (h * 0.74) / sheds
  return [
    upright(cx, cz, r * 1.25, y - h * 0.1, h * 0.1),
    ...row(sheds, (index) => [
      upright(cx, cz, r * 0.66, y - h * 0.1 - pitch * (index + 1), pitch),
      upright(cx, cz, r, y - h * 0.1 - pitch * (index + 0.62), pitch * 0.4, { rTop: r * 0.74 }),
    ]).flat(),
    upright(cx, cz, r * 0.42, y - h * 0.92, h * 0.09, { fill: colour.copper }),
    upright(cx, cz, r * 0.2, y - h, h * 0.09, { fill: colour.copper }),
  ]
}

/** A stack of cooling fins across x, each a thin sheet running back. */
export function finStack(
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
  count: number,
): Solid[] {
  const pitch = w / count
  return row(count, (index) => box(x + pitch * index + pitch * 0.3, y, z, pitch * 0.4, h, d))
}

/** A truck wheel seen from the front, rolling along x. */
export function wheel(cx: number, cy: number, r: number, z: number, d: number): Solid {
  return knob(cx, cy, r, z, d, {
    fill: colour.shade,
    face: [circle(cx, cy, r * 0.62), circle(cx, cy, r * 0.2, { fill: colour.dark })],
  })
}

/** A hexagonal bolt head lying on a front plane. */
export function hexHead(cx: number, cy: number, r: number, z: number, d: number): Solid {
  return frontPrism(regular(cx, cy, r, 6), z, d, { fill: colour.tint })
}

/** The stranded end of a conductor: a bundle of wires as circles. */
export function strands(cx: number, cy: number, r: number): Mark {
  const wire = r / 3
  return [
    circle(cx, cy, r, { fill: colour.copper }),
    [0, ...row(6, (index) => index + 1)].map((index) => {
      const [x, y] = index === 0 ? ([cx, cy] as const) : onCircle(cx, cy, wire * 2, index * 60)
      return circle(x, y, wire, { ...thin, fill: colour.copperLight })
    }),
  ]
}

/** A hanging cable between two points, copper-cored or plain, as a double line. */
export function lead(data: string, width: number, fill: string = colour.dark): Mark {
  return [
    path(data, { width: width + 3, fill: colour.none }),
    path(data, { width, stroke: fill, fill: colour.none }),
  ]
}
