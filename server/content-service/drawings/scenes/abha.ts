/** The branch in Abha: a highland building with slate courses below the mountains. */
import { colour, curve, hatch, line, path, polygon, random, rect, weight, type Mark, type Point } from '../pen.ts'
import { person } from './figures.ts'
import { range } from './nature.ts'
import { block, pairs, type Vec, type View } from './perspective.ts'
import { grove, outdoors, pieces, roadAcross } from './setting.ts'
import { vehicle } from './vehicles.ts'

interface Face {
  at(share: number, v: number): Vec
  length: number
}

/** A house whose walls lean in, with ledges of slate, white-framed windows, horns on its corners. */
function leaningHouse(
  view: View,
  [x, y]: Point,
  [w, d, h]: readonly [number, number, number],
  style: { lean?: number; windows?: (face: Face, side: 'west' | 'south') => Mark; courses?: number; from?: number } = {},
): Mark {
  const { lean = 0.7, courses = 0.85, from = 0.9 } = style
  const inset = (v: number): number => (lean * v) / h
  const south: Face = { length: w, at: (s, v) => [x + inset(v) + s * (w - 2 * inset(v)), y + inset(v), v] }
  const west: Face = { length: d, at: (s, v) => [x + inset(v), y + d - inset(v) - s * (d - 2 * inset(v)), v] }
  const zigzag = (face: Face, v: number, tall: number): Mark => {
    const count = Math.round(face.length / 0.7)
    return Array.from({ length: count }, (_, index) =>
      view.face(
        [face.at(index / count, v), face.at((index + 1) / count, v), face.at((index + 0.5) / count, v + tall)],
        { fill: colour.copper, stroke: colour.none },
      ),
    )
  }
  return ([['west', west], ['south', south]] as const).map(([side, face]) => {
    const outline = [face.at(0, 0), face.at(1, 0), face.at(1, h), face.at(0, h)]
    return [
      view.face(outline, { fill: side === 'west' ? colour.paper : colour.tint, width: weight.detail }),
      Array.from({ length: Math.floor((h - from - 1.6) / courses) }, (_, index) => {
        const v = from + index * courses
        return [
          view.face([face.at(-0.004, v), face.at(1.004, v), face.at(1.004, v + 0.12), face.at(-0.004, v + 0.12)], {
            fill: colour.dark,
            stroke: colour.none,
          }),
        ]
      }),
      view.face([face.at(0, h - 1.35), face.at(1, h - 1.35), face.at(1, h - 0.35), face.at(0, h - 0.35)], {
        fill: colour.paper,
        width: weight.hatch,
      }),
      zigzag(face, h - 1.25, 0.75),
      view.face(outline, { fill: colour.none, width: weight.detail }),
      style.windows?.(face, side),
      // Stepped horns at the corners.
      [0, 1].map((end) => {
        const a = end === 0 ? 0 : 1 - 0.9 / face.length
        const b = a + 0.9 / face.length
        const mid = end === 0 ? a : b - 0.45 / face.length
        return [
          view.face([face.at(a, h), face.at(b, h), face.at(b, h + 0.35), face.at(a, h + 0.35)], { width: weight.hatch }),
          view.face([face.at(mid, h + 0.35), face.at(mid + 0.45 / face.length, h + 0.35), face.at(mid + 0.45 / face.length, h + 0.75), face.at(mid, h + 0.75)], { width: weight.hatch }),
        ]
      }),
    ]
  })
}

function opening(view: View, face: Face, share: number, v: number, w: number, h: number): Mark {
  const half = w / face.length / 2
  const rim = 0.16
  const quad = (grow: number): Vec[] => {
    const g = grow / face.length
    return [
      face.at(share - half - g, v - grow),
      face.at(share + half + g, v - grow),
      face.at(share + half + g, v + h + grow),
      face.at(share - half - g, v + h + grow),
    ]
  }
  return [
    view.face(quad(rim), { fill: colour.paper, width: weight.hatch }),
    view.face(quad(0), { fill: colour.dark, width: weight.hatch }),
    view.line(face.at(share, v), face.at(share, v + h), { stroke: colour.paper, width: 1.4 }),
    view.line(face.at(share - half, v + h * 0.5), face.at(share + half, v + h * 0.5), { stroke: colour.paper, width: 1.4 }),
  ]
}

/** A far stone house on a ridge, flat. */
function farHouse(x: number, y: number, w: number, h: number): Mark {
  const lean = w * 0.08
  const at = (s: number, v: number): Point => [x + lean * v + s * (w - 2 * lean * v), y - h * v]
  return [
    polygon([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], { width: 1.6 }),
    Array.from({ length: Math.floor(h / 9) - 1 }, (_, index) => {
      const v = ((index + 1) * 9) / h
      return line(...at(0, v), ...at(1, v), { width: 1.2, stroke: colour.grey })
    }),
    [0.3, 0.62].map((v) => [0.22, 0.6].map((s) => rect(at(s, v)[0], at(s, v)[1] - 8, 5, 7, { fill: colour.dark, stroke: colour.none }))),
    [0, 0.86].map((s) => rect(at(s, 1)[0], at(s, 1)[1] - 5, w * 0.12, 5, { width: 1 })),
  ]
}

function juniper(x: number, y: number, tall: number, seed: string): Mark {
  const next = random(seed)
  const points: Point[] = []
  const rows = 7
  for (const side of [-1, 1]) {
    const half = Array.from({ length: rows }, (_, row): Point => {
      const share = row / (rows - 1)
      const wide = tall * (0.06 + 0.2 * Math.sin(Math.PI * (0.18 + share * 0.74))) * (0.85 + next() * 0.3)
      return [x + side * wide * (row === rows - 1 ? 0.15 : 1), y - tall * (0.14 + 0.86 * share)]
    })
    points.push(...(side === -1 ? half : half.reverse()))
  }
  return [
    line(x, y, x, y - tall * 0.2, { width: Math.max(2, tall * 0.05) }),
    path(`${points.map(([a, b], i) => `${i ? 'L' : 'M'}${a} ${b}`).join('')}Z`, { fill: colour.tint, width: 1.6 }),
    hatch(points.filter(([a]) => a >= x - tall * 0.02), { angle: 60, spacing: 5, tone: colour.dark }),
  ]
}

export function drawAbha(): string {
  return outdoors(
    'abha branch',
    { eye: [-15, -30, 2.1], yaw: 21, focal: 1060, horizon: 618, centre: 610 },
    (view) => [
      roadAcross(view, [-21, -12.5], [-80, 120]),
      // The warehouse beside the house.
      block(view, [15.6, 3, 0], [20, 16, 6.6], {
        wall: (plane, w, h, side) => [
          side === 'south' && [
            [1.4, 7.2, 13].map((u) => [
              plane.rect(u, 0, 4.2, 4.3, { fill: colour.tint, width: weight.detail }),
              [0.7, 1.4, 2.1, 2.8, 3.5].map((v) => plane.line(u, v, u + 4.2, v, { width: 1, stroke: colour.grey })),
            ]),
            plane.line(0, h - 0.6, w, h - 0.6),
            [5.1, 5.5].map((v) => plane.rect(0, v, w, 0.12, { fill: colour.dark, stroke: colour.none })),
          ],
        ],
      }),
      // The lower wing and the tower.
      leaningHouse(view, [1.6, 0], [14, 12, 8.6], {
        lean: 0.35,
        from: 4.3,
        windows: (face, side) =>
          side === 'south'
            ? [
                view.face([face.at(0.34, 0), face.at(0.97, 0), face.at(0.97, 3.1), face.at(0.34, 3.1)], { fill: colour.shade, width: weight.detail }),
                [0.445, 0.55, 0.655, 0.76, 0.865].map((s) => view.line(face.at(s, 0), face.at(s, 3.1), { width: weight.detail })),
                [0.37, 0.69, 0.79].map((s) =>
                  view.face([face.at(s, 0.2), face.at(s + 0.02, 0.2), face.at(s + 0.05, 2.9), face.at(s + 0.03, 2.9)], { fill: colour.paper, stroke: colour.none }),
                ),
                view.face([face.at(0.555, 0), face.at(0.65, 0), face.at(0.65, 2.5), face.at(0.555, 2.5)], { fill: colour.dark, width: weight.detail }),
                view.line(face.at(0.6025, 0), face.at(0.6025, 2.5), { stroke: colour.paper, width: 1.6 }),
                // The sign.
                view.face([face.at(0.34, 3.25), face.at(0.97, 3.25), face.at(0.97, 4.0), face.at(0.34, 4.0)], { width: weight.hatch }),
                view.face([face.at(0.38, 3.4), face.at(0.41, 3.4), face.at(0.41, 3.86), face.at(0.38, 3.86)], { fill: colour.copper, stroke: colour.none }),
                view.line(face.at(0.43, 3.63), face.at(0.66, 3.63), { width: weight.outline }),
                [0.44, 0.6, 0.76, 0.9].map((s) => opening(view, face, s, 5.0, 1.0, 1.4)),
              ]
            : '',
      }),
      leaningHouse(view, [-1.6, -1.4], [6.4, 7, 14.2], {
        lean: 0.75,
        windows: (face, side) =>
          [2.6, 6, 9.4].map((v, storey) =>
            (side === 'south' ? [0.3, 0.7] : [0.28, 0.7]).map((s) =>
              opening(view, face, s, v + 0.35, storey === 2 ? 1.0 : 0.8, 1.4),
            ),
          ),
      }),
      pieces(view, [
        [2.8, -9, () => vehicle(view, [-4.2, -9.6], 'pickup')],
        [9, -9, () => vehicle(view, [6.9, -9.2], 'van')],
        [5.2, -9.8, () => person(view.spot(3.5, -9), { dress: 'engineer', pose: 'carry' })],
        [5.3, -9.8, () => person(view.spot(4.6, -9), { dress: 'thobe', flip: true })],
        [-8.6, -5.6, () => grove(view, [{ at: [-8.6, -5.6], kind: 'tree', height: 5.4 }])],
      ]),
    ],
    {
      strokes: 14,
      sun: [1180, 120],
      behind: () => {
        const terrace = (lift: number): Point[] =>
          pairs([-20, 560, 130, 500, 300, 470, 470, 505, 640, 560, 840, 585, 1010, 540, 1190, 470, 1330, 440, 1460, 452]).map(
            ([x, y]): Point => [x, y + lift + lift * 0.12 * Math.sin(x / 130)],
          )
        const hill = terrace(0)
        return [
          range('abha far', 560, 400, { peaks: 4 }),
          range('abha middle', 600, 300, { peaks: 5, spacing: 10, width: weight.detail }),
          path(`M${hill.map(([x, y]) => `${x} ${y}`).join('L')}L1460 640L-20 640Z`, { stroke: colour.none }),
          [0, 22, 46, 72, 100].map((lift, index) => curve(terrace(lift), { width: index === 0 ? weight.detail : 1.4, stroke: index === 0 ? colour.ink : colour.grey })),
          // Village houses on the ridges.
          [
            [196, 500, 34, 58],
            [236, 492, 38, 78],
            [282, 490, 32, 50],
            [322, 496, 36, 66],
            [1120, 512, 36, 62],
            [1164, 500, 40, 84],
            [1214, 484, 34, 58],
            [1256, 474, 38, 72],
            [1340, 462, 36, 60],
          ].map(([x = 0, y = 0, w = 0, h = 0]) => farHouse(x, y, w, h)),
          [90, 140, 400, 450, 1060, 1305, 1400].map((x, index) => juniper(x, 540 - (index % 2) * 14 + (x > 380 && x < 500 ? 10 : 0) - (x > 1200 ? 50 : 0), 46 + (index % 3) * 8, `far ${x}`)),
        ]
      },
    },
  )
}
