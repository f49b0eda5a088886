/** The panel works in full swing: crane, assembly lane, busbars, finished cubicles. */
import { colour, weight, type Mark, type Style } from '../pen.ts'
import { cabinetRow, contactShadow, drum } from './equipment.ts'
import { person } from './figures.ts'
import { block, createPlane, pairs, type Vec, type View } from './perspective.ts'
import { indoors, pieces } from './setting.ts'
import { createStencil } from './strokes.ts'
import { bridgeCrane, forklift, openCabinet, table, trusses } from './workshop.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** A bare cubicle frame; `busbars` puts the main bars in. */
function bareFrame(view: View, x: number, y: number, busbars: boolean): Mark {
  const [w, d, h] = [1.1, 1, 2.2]
  const { scale } = view.spot(x, y)
  const post = { width: Math.max(1.2, Math.min(weight.outline, scale * 0.07)) }
  const inner = { width: Math.max(1, Math.min(weight.detail, scale * 0.04)) }
  const copper = (metres: number): Style => ({
    stroke: colour.copper,
    width: Math.max(1, scale * metres),
  })
  const ring = (at: number): Vec[] => [
    [x, at, 0.12],
    [x + w, at, 0.12],
    [x + w, at, h],
    [x, at, h],
    [x, at, 0.12],
  ]
  return [
    contactShadow(view, [x, y, 0], [w, d, h]),
    view.trace(ring(y + d), inner),
    createPlane(view, [x, y + d - 0.06, 0], [1, 0, 0], [0, 0, 1]).rect(
      0.08,
      0.2,
      w - 0.16,
      h - 0.3,
      {
        fill: colour.tint,
        width: weight.hatch,
      },
    ),
    pairs([0, 0.12, w, 0.12, 0, h, w, h]).map(([dx, z]) =>
      view.line([x + dx, y, z], [x + dx, y + d, z], inner),
    ),
    busbars && [
      [1.62, 1.78, 1.94].map((z) =>
        view.line([x, y + d * 0.6, z], [x + w, y + d * 0.6, z], copper(0.09)),
      ),
      [0.3, 0.5, 0.7].map((dx) =>
        view.line([x + dx, y + d * 0.6, 0.5], [x + dx, y + d * 0.6, 1.6], copper(0.06)),
      ),
    ],
    [0.7, 1.3].map((z) => view.line([x, y, z], [x + w, y, z], { width: weight.hatch })),
    view.trace(ring(y), post),
    view.face(
      [
        [x - 0.04, y, 0],
        [x + w + 0.04, y, 0],
        [x + w + 0.04, y, 0.12],
        [x - 0.04, y, 0.12],
      ],
      { fill: colour.ink, stroke: colour.none },
    ),
  ]
}

/** Copper bars lying on the arms of a rack that runs away from the viewer. */
function barRack(view: View, x: number, from: number, to: number): Mark {
  const posts = [from + 0.6, (from + to) / 2, to - 0.6]
  return [
    posts.map((y) => [
      view.line([x, y, 0], [x, y, 2.6], { width: 5 }),
      [0.5, 1.05, 1.6, 2.15].map((z) =>
        view.line([x, y, z], [x + 1, y, z], { width: weight.outline }),
      ),
    ]),
    [0.5, 1.05, 1.6, 2.15].map((z, level) =>
      [0.15, 0.35, 0.55, 0.75].slice(0, 4 - (level % 2)).map((dx) =>
        view.face(
          [
            [x + dx, from, z + 0.05],
            [x + dx + 0.12, from, z + 0.05],
            [x + dx + 0.12, to, z + 0.05],
            [x + dx, to, z + 0.05],
          ],
          { fill: level % 2 ? colour.copperLight : colour.copper, stroke: colour.copper, width: 1 },
        ),
      ),
    ),
  ]
}

/** A cubicle in slings below the crane hook. */
function hangingCubicle(view: View, x: number, y: number, z: number): Mark {
  return [
    pairs([0.15, 0.2, 1.25, 0.2, 0.15, 1.2, 1.25, 1.2]).map(([dx, dy]) =>
      view.line([x + dx, y + dy, z + 2.3], [x + 0.7, y + 0.7, z + 3.9], { width: weight.hatch }),
    ),
    cabinetRow(view, [x, y, z], ['incomer'], { w: 1.4, d: 1.4, h: 2.3, width: weight.detail }),
    view.face(
      [
        [x, y, z],
        [x + 1.4, y, z],
        [x + 1.4, y + 1.4, z],
        [x, y + 1.4, z],
      ],
      { fill: colour.dark, width: weight.hatch },
    ),
  ]
}

/** The stacked copper bars and tools on the bench nearest to the viewer. */
function benchTop(view: View, x: number, y: number): Mark {
  const z = 0.92
  return [
    [0, 0.16, 0.32].map((dy, index) =>
      block(view, [x + 0.15, y + 0.12 + dy, z], [1.9 - index * 0.2, 0.09, 0.05 + index * 0.03], {
        fill: index === 1 ? colour.copperLight : colour.copper,
        width: weight.hatch,
      }),
    ),
    block(view, [x + 2.3, y + 0.2, z], [0.7, 0.4, 0.34], {
      fill: colour.tint,
      width: weight.hatch,
      wall: (plane, w, h, side) =>
        side === 'south' && [
          plane.line(0, h * 0.55, w, h * 0.55),
          plane.rect(w * 0.4, h * 0.45, w * 0.2, h * 0.2, { fill: colour.dark, width: 1 }),
        ],
    }),
    ((): Mark => {
      const s = createStencil(view.spot(x + 3.3, y + 0.2, z))
      return [
        s.tube(pairs([0, 0.03, 0.5, 0.07]), 0.05, { fill: colour.dark }),
        s.circle(-0.03, 0.04, 0.06, { fill: colour.shade }),
      ]
    })(),
  ]
}

/** Assembly of low-voltage panels under one roof. */
export function drawPanelWorks(): string {
  const [left, right, back, height] = [-13, 13, 58, 11]
  return indoors(
    {
      view: { eye: [-0.6, -3.4, 3.1], focal: 880, horizon: 318, centre: 690 },
      size: [left, right, back, height],
      tile: 3,
      lamps: [],
      ceiling: (plane, w, length) => [
        // Roof lights between the trusses, purlins along them.
        Array.from({ length: 7 }, (_, index) =>
          [0.2, 0.62].map((share) =>
            plane.rect(w * share, length * (0.1 + index * 0.13), w * 0.18, length * 0.075, {
              width: weight.hatch,
            }),
          ),
        ),
        Array.from({ length: 12 }, (_, index) =>
          plane.line((w * (index + 0.5)) / 12, 0, (w * (index + 0.5)) / 12, length, {
            width: 1,
            stroke: colour.grey,
          }),
        ),
      ],
      back: (plane, w, h) => [
        plane.rect(2, h * 0.62, w - 4, h * 0.2, { fill: colour.shade, width: weight.hatch }),
        Array.from({ length: 12 }, (_, index) =>
          plane.line(2 + ((w - 4) * index) / 12, h * 0.62, 2 + ((w - 4) * index) / 12, h * 0.82),
        ),
        plane.rect(w / 2 - 3.4, 0, 6, 5.6, { fill: colour.tint, width: weight.detail }),
        [1, 2, 3, 4].map((v) => plane.line(w / 2 - 3.4, v * 1.1, w / 2 + 2.6, v * 1.1)),
      ],
      left: (plane, length, h) => [
        Array.from({ length: 10 }, (_, index) => {
          const u = 2 + index * ((length - 3) / 10)
          return [
            plane.rect(u, h * 0.46, length / 14, h * 0.22, {
              fill: colour.paper,
              width: weight.hatch,
            }),
            plane.line(u + length / 28, h * 0.46, u + length / 28, h * 0.68),
          ]
        }),
        plane.line(0, h * 0.36, length, h * 0.36, { width: weight.detail, stroke: colour.grey }),
      ],
      right: (plane, length, h) => [
        Array.from({ length: 10 }, (_, index) => {
          const u = 1 + index * ((length - 3) / 10)
          return plane.rect(u, h * 0.46, length / 14, h * 0.22, {
            fill: colour.tint,
            width: weight.hatch,
          })
        }),
        [0.34, 0.38].map((share) => plane.line(0, h * share, length, h * share, live)),
      ],
      floor: (plane) => [
        // The aisle, painted, with its crossing.
        plane.rect(10.2, 0, 4.2, 62, { fill: colour.tint, stroke: colour.none }),
        [10.2, 14.4].map((u) =>
          plane.rect(u - 0.07, 0, 0.14, 62, { fill: colour.shade, width: 1 }),
        ),
        [0, 1, 2, 3, 4, 5, 6].map((index) =>
          plane.rect(10.6, 13 + index * 0.55, 3.4, 0.28, {
            fill: colour.paper,
            stroke: colour.none,
          }),
        ),
      ],
    },
    (view) => {
      const post = (x: number, y: number): Mark => [
        block(view, [x - 0.22, y, 0], [0.44, 0.5, 8], { width: weight.hatch, spacing: 4 }),
        view.face(
          [
            [x - 0.3, y - 0.02, 0],
            [x + 0.3, y - 0.02, 0],
            [x + 0.3, y - 0.02, 1.2],
            [x - 0.3, y - 0.02, 1.2],
          ],
          { fill: colour.dark, width: 1 },
        ),
      ]
      const lamp = (x: number, y: number): Mark => {
        const s = createStencil(view.spot(x, y, 8.3))
        return [
          s.line(0, 0.5, 0, 1.6),
          s.polygon(pairs([-0.55, 0, 0.55, 0, 0.24, 0.5, -0.24, 0.5]), {
            fill: colour.copperLight,
            stroke: colour.copper,
          }),
        ]
      }
      const depths = [52, 45, 38, 31, 25, 19, 14, 9.5]
      return [
        trusses(view, left, right, 9.2, depths, 1.6),
        [-7, 1, 8].map((x) => [44, 32, 22, 14].map((y) => lamp(x, y))),
        [-1, 1].map((side) => [
          [6, 14, 22, 30, 38, 46].reverse().map((y) => post(side * 12.2, y)),
          view.line([side * 12.2, -2, 8], [side * 12.2, back, 8], { width: 7 }),
          view.line([side * 12.2, -2, 7.7], [side * 12.2, back, 7.7], { width: weight.hatch }),
        ]),
        bridgeCrane(view, -12, 12, 21, 7.9, 2.9, 6.9),
        pieces(view, [
          // Finished cubicles line the right of the aisle.
          [
            8,
            34,
            () =>
              cabinetRow(
                view,
                [6.4, 9.4, 0],
                [
                  'incomer',
                  'control',
                  'feeder',
                  'feeder',
                  'incomer',
                  'feeder',
                  'control',
                  'feeder',
                  'feeder',
                  'plain',
                  'incomer',
                  'feeder',
                  'feeder',
                  'control',
                  'plain',
                  'feeder',
                  'incomer',
                  'feeder',
                  'control',
                  'feeder',
                ],
                { face: 'west', w: 1.3, d: 1.2, h: 2.3, seed: 'finished' },
              ),
          ],
          // The assembly lane on the left, from bare frames to wired panels.
          ...[40, 33, 27].map(
            (y, index) =>
              [
                -7,
                y,
                () =>
                  [-9.4, -8.2, -7, -5.8, -4.6].map((x) =>
                    bareFrame(view, x, y, index > 0 || x > -7),
                  ),
              ] as const,
          ),
          [-7, 20, () => [-9.6, -8.4, -7.2, -6, -4.8].map((x) => bareFrame(view, x, 19, true))],
          [-3.4, 18, () => person(view.spot(-3.1, 18.2), { pose: 'work', flip: true })],
          [-6.2, 17.4, () => person(view.spot(-6.4, 17.6), { pose: 'raise' })],
          [
            -8,
            10.6,
            () => [
              contactShadow(view, [-9.4, 10.4, 0], [4.8, 0.6, 2.2]),
              [-9.4, -8.2, -7, -5.8].map((x, index) =>
                openCabinet(
                  view,
                  x,
                  10.4,
                  1.2,
                  2.2,
                  4 + (index % 2),
                  index === 0 ? 'left' : index === 3 ? 'right' : 'none',
                ),
              ),
            ],
          ],
          [-4.6, 9.4, () => person(view.spot(-5.6, 9.3), { pose: 'work', flip: true })],
          [-8, 9.2, () => person(view.spot(-8.9, 9), { pose: 'work' })],
          [2.2, 22, () => hangingCubicle(view, 2.2, 20.6, 3)],
          [1.2, 17, () => person(view.spot(0.6, 17), { pose: 'raise' })],
          [-1, 28, () => forklift(view.spot(-0.6, 27), false, 0.5)],
          [0.9, 11.6, () => person(view.spot(1.1, 11.4), { pose: 'walk', flip: true })],
          [-0.1, 11.8, () => person(view.spot(-0.1, 11.6), { dress: 'thobe', pose: 'tablet' })],
          [4.6, 12, () => person(view.spot(4.9, 11), { pose: 'work' })],
          [10.6, 12, () => barRack(view, 10, 7.6, 13)],
          // Nearest: the bench where busbars are fitted.
          [
            -4,
            2.6,
            () => [
              contactShadow(view, [-6.4, 2.9, 0], [4.2, 1, 0.9]),
              table(view, -6.4, 2.9, 4.2, 1, 0.92),
              benchTop(view, -6.4, 2.9),
            ],
          ],
          [-5.2, 4.4, () => person(view.spot(-5.1, 4.3), { pose: 'carry' })],
          [
            5,
            4,
            () => [
              block(view, [4.3, 4.2, 0], [2.6, 1.6, 0.14], {
                fill: colour.shade,
                width: weight.hatch,
              }),
              drum(view, [5.6, 4.4, 0.14], 0.92, 1.1, 'y'),
            ],
          ],
          [3.6, 4.6, () => person(view.spot(3.5, 5.2), { pose: 'tablet' })],
        ]),
      ]
    },
  )
}
