/** The rented workshop of 1987: nine people assembling distribution boards. */
import { circle, colour, line, path, random, weight, type Mark, type Point } from '../pen.ts'
import { drum } from './equipment.ts'
import { person } from './figures.ts'
import { block, createPlane, pairs, type Plane, type View } from './perspective.ts'
import { indoors, pieces } from './setting.ts'
import { createStencil } from './strokes.ts'
import { table } from './workshop.ts'

const [left, right, back, height] = [-6.6, 6.6, 4.6, 3.9] as const

function blockwork(plane: Plane, w: number, h: number): Mark {
  const next = random('blockwork 1987')
  const rows = Math.floor((h - 0.16) / 0.24)
  const joint = { width: 1, stroke: colour.shade }
  return [
    Array.from({ length: rows }, (_, row) => {
      const v = 0.14 + row * 0.24
      return [
        row > 0 && plane.line(0, v, w, v, joint),
        Array.from({ length: Math.ceil(w / 0.52) }, (_, column) => {
          const u = column * 0.52 + (row % 2 ? 0.26 : 0)
          return u > 0 && u < w && plane.line(u, v, u, Math.min(h, v + 0.24), joint)
        }),
        Array.from({ length: Math.ceil(w / 0.52) - 1 }, (_, column) => {
          const u = column * 0.52 + (row % 2 ? 0.26 : 0)
          return (
            next() < 0.05 &&
            plane.rect(u + 0.02, v + 0.02, 0.48, 0.2, { fill: colour.tint, stroke: colour.none })
          )
        }),
      ]
    }),
  ]
}

function steelWindow(plane: Plane, u: number, v: number, w: number, h: number): Mark {
  return [
    plane.rect(u - 0.06, v - 0.1, w + 0.12, 0.1, { width: weight.hatch, fill: colour.shade }),
    plane.rect(u, v, w, h, { fill: colour.tint, width: weight.detail }),
    [0.2, 0.55].map((share) =>
      plane.polygon(
        pairs([
          u + w * share, v + 0.03, u + w * (share + 0.12), v + 0.03, u + w * (share + 0.3), v + h - 0.03,
          u + w * (share + 0.18), v + h - 0.03,
        ]),
        { fill: colour.paper, stroke: colour.none },
      ),
    ),
    [1, 2, 3].map((part) => plane.line(u + (w * part) / 4, v, u + (w * part) / 4, v + h)),
    plane.line(u, v + h / 2, u + w, v + h / 2),
  ]
}

/** Hammer, spanner, saw, pliers, drivers on their hooks. */
function toolBoard(plane: Plane, u: number, v: number): Mark {
  const bold = { width: weight.detail }
  const hook = (x: number, y: number): Mark => plane.disc(u + x, v + y, 0.02, { fill: colour.ink, stroke: colour.none })
  const spanner = (x: number, length: number): Mark => [
    plane.rect(u + x - 0.025, v + 0.85 - length, 0.05, length, { width: 1.4 }),
    plane.disc(u + x, v + 0.85, 0.075, { width: 1.4 }),
    plane.disc(u + x, v + 0.88, 0.035, { width: 1, fill: colour.tint }),
    plane.disc(u + x, v + 0.85 - length, 0.06, { width: 1.4 }),
    plane.disc(u + x, v + 0.85 - length, 0.028, { width: 1, fill: colour.tint }),
  ]
  const driver = (x: number): Mark => [
    plane.line(u + x, v + 0.25, u + x, v + 0.62, bold),
    plane.rect(u + x - 0.045, v + 0.6, 0.09, 0.28, { fill: colour.copper, width: 1.2 }),
  ]
  return [
    plane.rect(u, v, 3.3, 1.1, { fill: colour.tint, width: weight.hatch }),
    // hammer
    plane.rect(u + 0.24, v + 0.2, 0.06, 0.6, { width: 1.4 }),
    plane.rect(u + 0.13, v + 0.76, 0.3, 0.12, { fill: colour.dark, width: 1.2 }),
    // mallet
    plane.rect(u + 0.62, v + 0.24, 0.06, 0.52, { width: 1.4 }),
    plane.rect(u + 0.5, v + 0.7, 0.3, 0.2, { fill: colour.shade, width: 1.2 }),
    spanner(1, 0.62),
    spanner(1.22, 0.5),
    spanner(1.42, 0.4),
    driver(1.68),
    driver(1.86),
    driver(2.04),
    // pliers
    plane.trace(pairs([u + 2.26, v + 0.25, u + 2.3, v + 0.5, u + 2.36, v + 0.62, u + 2.36, v + 0.82]), { width: 3.4, stroke: colour.copper }),
    plane.trace(pairs([u + 2.46, v + 0.25, u + 2.42, v + 0.5, u + 2.36, v + 0.62]), { width: 3.4, stroke: colour.copper }),
    plane.polygon(pairs([u + 2.31, v + 0.6, u + 2.41, v + 0.6, u + 2.4, v + 0.86, u + 2.36, v + 0.9, u + 2.32, v + 0.86]), { fill: colour.dark, width: 1 }),
    // hacksaw
    plane.trace(pairs([u + 2.68, v + 0.3, u + 2.68, v + 0.82, u + 3.1, v + 0.82, u + 3.1, v + 0.5]), { width: 3.2 }),
    plane.line(u + 2.68, v + 0.5, u + 3.1, v + 0.5, { width: 1.6 }),
    plane.rect(u + 2.62, v + 0.2, 0.12, 0.24, { fill: colour.dark, width: 1 }),
    [0.27, 0.65, 1, 1.22, 1.42].map((x) => hook(x, 0.97)),
  ]
}

/** An open distribution board seen from the front: rails of breakers, copper bars, wiring. */
function boardFace(plane: Plane, w: number, h: number, done: number): Mark {
  const rails = 4
  const gap = (h - 0.16) / rails
  return [
    plane.rect(0.05, 0.05, w - 0.1, h - 0.1, { fill: colour.tint, width: 1.4 }),
    plane.rect(w * 0.3, h - 0.17, w * 0.4, 0.08, { fill: colour.dark, width: 1 }),
    Array.from({ length: rails }, (_, rail) => {
      const v = 0.1 + rail * gap
      const filled = rail >= rails - done
      return [
        plane.rect(0.1, v + gap * 0.3, w - 0.2, 0.03, { fill: colour.grey, stroke: colour.none }),
        filled &&
          Array.from({ length: 7 }, (_, way) => {
            const [u, step] = [0.12 + (way * (w - 0.24)) / 7, (w - 0.24) / 7]
            return [
              plane.rect(u, v + gap * 0.12, step, gap * 0.42, { width: 1 }),
              plane.rect(u + step * 0.3, v + gap * 0.26, step * 0.4, gap * 0.14, { fill: colour.dark, stroke: colour.none }),
              plane.line(u + step / 2, v + gap * 0.54, u + step / 2, v + gap * 0.7, { stroke: colour.copper, width: 1.2 }),
            ]
          }),
        filled && plane.line(0.12, v + gap * 0.72, w - 0.12, v + gap * 0.72, { stroke: colour.copper, width: 2.6 }),
      ]
    }),
  ]
}

function openBoard(view: View, x: number, y: number, z: number, w: number, h: number, done: number): Mark {
  return block(view, [x, y, z], [w, 0.24, h], {
    wall: (plane, wide, high, side) => side === 'south' && boardFace(plane, wide, high, done),
  })
}

/** A finished board with its door shut. */
function shutBoard(view: View, x: number, y: number, z: number, w = 0.72, h = 1, d = 0.26): Mark {
  return block(view, [x, y, z], [w, d, h], {
    wall: (plane, wide, high, side) =>
      side === 'south' && [
        plane.rect(0.05, 0.05, wide - 0.1, high - 0.1, { fill: colour.none, width: 1.4 }),
        plane.polygon(pairs([wide / 2 + 0.02, high - 0.2, wide / 2 - 0.06, high - 0.33, wide / 2, high - 0.33, wide / 2 - 0.03, high - 0.45, wide / 2 + 0.07, high - 0.29, wide / 2 + 0.01, high - 0.29]), {
          fill: colour.copper,
          stroke: colour.none,
        }),
        plane.rect(wide - 0.14, high * 0.36, 0.045, 0.16, { fill: colour.ink, stroke: colour.none }),
        [0.12, 0.16, 0.2].map((v) => plane.line(wide * 0.3, v, wide * 0.7, v, { width: 1, stroke: colour.grey })),
      ],
  })
}

function hangingLamp(view: View, x: number, y: number): Mark {
  const z = 2.75
  const { x: sx, y: sy, scale: m } = view.spot(x, y, z)
  return [
    line(sx, sy - 0.2 * m, sx, view.point([x, y, height])[1], { width: weight.hatch }),
    circle(sx, sy + 0.015 * m, 0.08 * m, { fill: colour.copperLight, stroke: colour.copper, width: 1.4 }),
    path(
      `M${sx - 0.3 * m} ${sy}Q${sx - 0.24 * m} ${sy - 0.17 * m} ${sx - 0.05 * m} ${sy - 0.2 * m}L${sx - 0.05 * m} ${sy - 0.26 * m}L${sx + 0.05 * m} ${sy - 0.26 * m}L${sx + 0.05 * m} ${sy - 0.2 * m}Q${sx + 0.24 * m} ${sy - 0.17 * m} ${sx + 0.3 * m} ${sy}Z`,
      { width: weight.detail, fill: colour.dark },
    ),
  ]
}

/** The insulation tester: a case with a dial and a crank at its side. */
function tester(view: View, x: number, y: number, z: number): Mark {
  const plane = createPlane(view, [x, y, z], [1, 0, 0], [0, 0, 1])
  return [
    block(view, [x, y, z], [0.36, 0.2, 0.26], { fill: colour.dark }),
    plane.disc(0.16, 0.14, 0.09, { width: 1.2 }),
    plane.line(0.16, 0.1, 0.22, 0.19, { stroke: colour.copper, width: 1.8 }),
    plane.trace(pairs([0.36, 0.12, 0.44, 0.12, 0.44, 0.22, 0.5, 0.22]), { width: weight.detail }),
  ]
}

export function drawWhoWeAre(): string {
  return indoors(
    {
      view: { eye: [0.3, -7.2, 2.1], focal: 960, horizon: 345, centre: 720 },
      size: [left, right, back, height],
      tile: 1.1,
      lamps: [],
      ceiling: (plane, w, length) => [
        Array.from({ length: Math.ceil(w / 0.55) }, (_, index) =>
          plane.line(index * 0.55, 0, index * 0.55, length, { width: 1, stroke: colour.shade }),
        ),
        [0.47, 0.62, 0.79, 0.97].map((share) =>
          plane.rect(0, length * share, w, 0.16, { fill: colour.shade, width: weight.hatch }),
        ),
      ],
      left: (plane, length) => [
        steelWindow(plane, length - 4.6, 1.7, 2.2, 1.2),
      ],
      right: (plane, length) => [
        steelWindow(plane, 2.2, 1.7, 2.2, 1.2),
        plane.line(0, 1.0, length, 1.0, { width: 1, stroke: colour.shade }),
      ],
      back: (plane, w, h) => [
        blockwork(plane, w, h - 0.5),
        plane.rect(0, h - 0.5, w, 0.14, { fill: colour.shade, width: weight.hatch }),
        toolBoard(plane, 1.0, 1.9),
        steelWindow(plane, 5.2, 1.85, 2.3, 1.2),
        // The roller door, drawn up: the street in the light.
        plane.rect(9.1, 0, 3.2, 2.9, { width: weight.detail }),
        plane.rect(9.1, 0.82, 3.2, 0.02, { fill: colour.grey, stroke: colour.none }),
        [
          [9.1, 0.7],
          [9.8, 1.0],
          [10.75, 0.6],
          [11.35, 1.2],
        ].map(([u = 0, tall = 0], index) =>
          plane.rect(u, 0.84, index === 3 ? 0.95 : 0.7, tall, { width: 1, stroke: colour.grey }),
        ),
        [9.95, 10.15, 11.5, 11.8].map((u) =>
          [1.1, 1.4].map((v) => plane.rect(u, v, 0.11, 0.16, { fill: colour.shade, stroke: colour.none })),
        ),
        plane.rect(9.1, 0, 3.2, 0.82, { fill: colour.tint, width: 1, stroke: colour.grey }),
        [0.2, 0.42, 0.62].map((v) => plane.line(9.1, v, 12.3, v, { width: 1, stroke: colour.shade })),
        plane.rect(9.0, 2.5, 3.4, 0.5, { fill: colour.shade, width: weight.detail }),
        [2.6, 2.7, 2.8, 2.9].map((v) => plane.line(9.0, v, 12.4, v, { width: 1 })),
        plane.rect(9.0, 0, 0.1, 2.5, { fill: colour.dark, width: 1 }),
        plane.rect(12.3, 0, 0.1, 2.5, { fill: colour.dark, width: 1 }),
      ],
    },
    (view) => {
      const at = (x: number, y: number, z: number): Point => view.point([x, y, z])
      const lead = (from: Point, to: Point, sag: number, width = 2): Mark =>
        path(`M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${Math.max(from[1], to[1]) + sag} ${to[0]} ${to[1]}`, {
          stroke: colour.copper,
          width,
        })
      return [
        hangingLamp(view, -1.62, 2.6),
        hangingLamp(view, 1.62, 2.6),
        pieces(view, [
          // The long bench: two boards in hand, three men.
          [-3.2, 2.7, () => [
            table(view, -5.5, 2.3, 4.3, 0.8, 0.8),
            openBoard(view, -4.55, 2.5, 0.8, 0.8, 1.05, 2),
            openBoard(view, -2.55, 2.5, 0.8, 0.8, 1.05, 3),
            block(view, [-3.5, 2.4, 0.8], [0.5, 0.3, 0.2], { fill: colour.tint }),
            // A tray of breakers.
            [0, 1, 2, 3].map((index) => block(view, [-3.44 + index * 0.1, 2.42, 1.0], [0.08, 0.1, 0.1], { width: 1.2 })),
          ]],
          [-5, 2.0, () => person(view.spot(-4.86, 2.0), { dress: 'shirt', pose: 'work' })],
          [-3.2, 1.99, () => person(view.spot(-3.28, 2.0), { dress: 'shirt', pose: 'work', flip: true })],
          [-1.3, 1.98, () => person(view.spot(-1.32, 2.0), { dress: 'shirt', pose: 'work', flip: true })],
          // The test table: the board, the tester, and the man who was not satisfied.
          [1.7, 2.7, () => [
            table(view, 0.72, 2.3, 2.0, 0.8, 0.8),
            openBoard(view, 0.87, 2.5, 0.8, 0.8, 1.05, 4),
            tester(view, 1.97, 2.42, 0.8),
            lead(at(2.03, 2.42, 0.98), at(1.59, 2.49, 1.3), 14),
            lead(at(2.07, 2.42, 0.96), at(1.47, 2.49, 1.0), 26),
          ]],
          [3.1, 2.0, () => person(view.spot(2.98, 2.1), { dress: 'shirt', pose: 'carry', flip: true })],
          [0.4, 1.9, () => person(view.spot(0.26, 2.0), { dress: 'thobe', pose: 'tablet' })],
          // Two carry a finished board to the door.
          [5, 1.4, () => [
            person(view.spot(4.58, 1.5), { dress: 'shirt', pose: 'carry' }),
            person(view.spot(6.28, 1.5), { dress: 'shirt', pose: 'carry', flip: true }),
            shutBoard(view, 5.06, 1.35, 0.62, 0.76, 0.94, 0.26),
            [4.58 + 0.46, 6.28 - 0.46].map((x, index) => {
              const s = createStencil(view.spot(x, 1.34), index === 1)
              return s.shape(pairs([-0.02, 0.97, 0.05, 1.0, 0.1, 0.98, 0.1, 0.93, 0.03, 0.92]), { width: 1.4 })
            }),
          ]],
          // Wire drawn from the drum.
          [4.2, -1.2, () => [
            drum(view, [4.15, -1.3, 0], 0.5, 0.42, 'y'),
          ]],
          [2.45, -1.21, () => [
            person(view.spot(2.4, -1.3), { dress: 'shirt', pose: 'work' }),
            path(
              `M${at(3.03, -1.3, 1.37)[0]} ${at(3.03, -1.3, 1.37)[1]}Q1222 506 1274 546`,
              { stroke: colour.copper, width: 3 },
            ),
          ]],
          // Boards that are ready, and the man who counts them.
          [-2.4, -1.2, () => [
            block(view, [-3.95, -1.4, 0], [2.9, 0.46, 0.1], { fill: colour.shade }),
            [-3.85, -2.89, -1.93].map((x) => shutBoard(view, x, -1.32, 0.1, 0.76, 0.94)),
          ]],
          [-0.4, -1.3, () => person(view.spot(-0.3, -1.3), { dress: 'thobe', pose: 'tablet', flip: true })],
        ]),
      ]
    },
  )
}
