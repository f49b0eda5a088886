/** The duty team at work by night: a van, a kiosk with its doors open, a building without light. */
import { colour, weight, type Mark } from '../pen.ts'
import { lampPost } from './equipment.ts'
import { person } from './figures.ts'
import {
  block,
  createPlane,
  floorPlane,
  pairs,
  triples,
  type Plane,
  type View,
} from './perspective.ts'
import { building, distantTown, grove, outdoors, pieces, roadAcross } from './setting.ts'
import { createStencil } from './strokes.ts'
import { crescent, vehicle } from './vehicles.ts'

const live = { width: weight.detail, stroke: colour.copper }
const fine = { width: 1, stroke: colour.dark }

/** Inside the low-voltage side of the kiosk: busbars above, fuse ways below. */
function fuseBoard(plane: Plane, u: number, v: number, w: number, h: number): Mark {
  return [
    plane.rect(u, v, w, h, { fill: colour.copperLight, width: weight.detail }),
    plane.rect(u + 0.06, v + 0.06, w - 0.12, h - 0.12, { fill: colour.paper, width: 1 }),
    [0.74, 0.81, 0.88].map((share) =>
      plane.rect(u + 0.12, v + h * share, w - 0.24, h * 0.03, { fill: colour.copper, width: 1 }),
    ),
    Array.from({ length: 6 }, (_, index) => {
      const left = u + 0.16 + (index * (w - 0.3)) / 6
      const wide = (w - 0.3) / 6 - 0.05
      return [
        plane.rect(left, v + h * 0.26, wide, h * 0.42, { fill: colour.shade, width: weight.hatch }),
        [0.32, 0.44, 0.56].map((share) =>
          plane.rect(left + wide * 0.2, v + h * share, wide * 0.6, h * 0.08, {
            fill: index === 3 ? colour.copper : colour.dark,
            stroke: colour.none,
          }),
        ),
        plane.line(left + wide / 2, v + h * 0.26, left + wide / 2, v + h * 0.06, {
          width: 3,
          stroke: colour.dark,
        }),
      ]
    }),
  ]
}

/** A packaged substation; one pair of doors stands open towards the viewer. */
function openKiosk(view: View, x: number, y: number): Mark {
  const [w, d, h] = [5.2, 2.6, 2.7]
  const leaf = (hinge: number, dx: number, dy: number): Mark => [
    view.face(
      [
        [hinge, y, 0.3],
        [hinge + dx, y + dy, 0.3],
        [hinge + dx, y + dy, 2.5],
        [hinge, y, 2.5],
      ],
      { fill: colour.shade, width: weight.detail },
    ),
    [0.8, 1.1, 1.4, 1.7].map((z) =>
      view.line([hinge + dx * 0.2, y + dy * 0.2, z], [hinge + dx * 0.8, y + dy * 0.8, z], fine),
    ),
  ]
  return [
    block(view, [x - 0.15, y - 0.15, 0], [w + 0.3, d + 0.3, 0.25], { fill: colour.dark }),
    block(view, [x, y, 0.25], [w, d, h - 0.25], {
      fill: colour.grey,
      wall: (plane, length, high, side) =>
        side === 'south' && [
          plane.hatch(0, 0, length, high, { angle: 90, spacing: 9, tone: colour.dark }),
          [0.25, 1.35].map((u) => [
            plane.rect(u, 0.15, 1.05, 2.1, { fill: colour.shade, width: weight.hatch }),
            [0.5, 0.65, 0.8, 0.95, 1.5, 1.65, 1.8].map((v) =>
              plane.line(u + 0.16, v, u + 0.9, v, { width: weight.hatch, stroke: colour.dark }),
            ),
          ]),
          plane.polygon(pairs([0.6, 1.14, 0.96, 1.14, 0.78, 1.44]), {
            fill: colour.copper,
            width: 1,
          }),
          fuseBoard(plane, 2.7, 0.12, 2.2, 2.15),
        ],
    }),
    block(view, [x - 0.2, y - 0.2, h], [w + 0.4, d + 0.4, 0.22], {
      fill: colour.shade,
      soffit: true,
    }),
    leaf(x + 2.7, -0.5, -1),
    leaf(x + 4.9, 0.62, -0.95),
  ]
}

/** A beam on the ground, dense near its lamp. */
function beam(view: View): Mark {
  return [
    view.shade(triples([3.4, -1.9, 0, 3.4, -0.1, 0, -6, 3.4, 0, -9, -4.6, 0]), {
      angle: 0,
      spacing: 5,
      tone: colour.copperLight,
      width: 1.6,
    }),
    view.shade(triples([3.4, -1.8, 0, 3.4, -0.2, 0, -1.2, 1.6, 0, -2.2, -3.2, 0]), {
      angle: 0,
      spacing: 2.5,
      tone: colour.copperLight,
      width: 1.4,
    }),
  ]
}

/** An engineer with a hand lamp held to the work. */
function torchBearer(view: View, x: number, y: number): Mark {
  const s = createStencil(view.spot(x, y))
  return [
    person(view.spot(x, y), { pose: 'work' }),
    s.polygon(pairs([0.64, 1.28, 1.5, 1.7, 1.6, 0.8]), { fill: colour.none, stroke: colour.none }),
    [-0.34, -0.12, 0.1, 0.32].map((dy) =>
      s.line(0.72, 1.28, 1.5, 1.26 + dy, {
        stroke: colour.copper,
        width: weight.hatch,
        dash: '6 5',
      }),
    ),
    s.tube(pairs([0.58, 1.27, 0.7, 1.28]), 0.07, {
      fill: colour.ink,
      stroke: colour.paper,
      width: 1,
    }),
  ]
}

/** Two hours after the call: light comes back from here. */
export function drawNightCall(): string {
  return outdoors(
    'night call',
    { eye: [0.6, -12.5, 1.9], focal: 1000, horizon: 500, centre: 640, night: true },
    (view) => [
      distantTown('night call', view.horizon + 1, 130, { night: true, to: 760 }),
      distantTown('night call right', view.horizon + 1, 70, { night: true, from: 1180 }),
      // The building whose supply has failed: only the safety lamps burn.
      building(view, [-1, 24, 0], [34, 16, 19], {
        storeys: 5,
        kind: 'windows',
        bay: 3.6,
        lit: 0.05,
        seed: 'dark ward',
        plant: [6, 4, 14, 8, 3.4],
        fill: colour.dark,
        wall: (plane, w, h, side) =>
          side === 'south' && [
            plane.rect(w * 0.72, 0, 6.4, 3.3, { fill: colour.dark, width: weight.detail }),
            [1.6, 3.2, 4.8].map((u) => plane.line(w * 0.72 + u, 0, w * 0.72 + u, 3.3)),
            plane.rect(w * 0.72 + 2.5, 3.5, 1.4, 0.5, { fill: colour.copper, stroke: colour.none }),
            plane.rect(w * 0.3, h - 5.6, 4, 4, { fill: colour.shade, width: weight.detail }),
            crescent(plane, w * 0.3 + 2, h - 3.6, 1.4),
          ],
      }),
      roadAcross(view, [-7.2, -4], [-60, 60]),
      floorPlane(view).rect(-60, -4, 120, 0.36, { fill: colour.grey, width: 1 }),
      lampPost(view, [-15, 9], { height: 9, arms: [1], lit: true }),
      lampPost(view, [17.5, 8], { height: 9, arms: [-1], lit: false }),
      lampPost(view, [-23, 22], { height: 9, arms: [1], lit: true }),
      grove(view, [
        { at: [-10.4, 12], kind: 'palm', height: 8.5 },
        { at: [13.6, 13], kind: 'palm', height: 9 },
        { at: [16.4, 17], kind: 'palm', height: 8 },
        { at: [-18, 18], kind: 'tree', height: 7 },
      ]),
      beam(view),
      openKiosk(view, -6.4, 3),
      pieces(view, [
        [-3, 2, () => torchBearer(view, -3.3, 1.5)],
        [-1.2, 1.2, () => person(view.spot(-0.4, 1.6), { pose: 'tablet', flip: true })],
        [
          4,
          -1.9,
          () => [
            vehicle(view, [3.4, -1.9], 'van', { fill: colour.shade, width: weight.detail }),
            ((): Mark => {
              const plane = createPlane(view, [3.4, -1.9, 0], [1, 0, 0], [0, 0, 1])
              return [
                // The company's line along the body, the beacon on the roof.
                plane.rect(2.4, 1.28, 2.6, 0.12, { fill: colour.copper, stroke: colour.none }),
                plane.trace(pairs([3.35, 2.02, 3.15, 1.72, 3.4, 1.74, 3.2, 1.46]), {
                  stroke: colour.copper,
                  width: weight.outline,
                }),
                plane.rect(1.95, 2.44, 0.9, 0.14, { fill: colour.copper, width: 1 }),
                [-0.6, -0.2, 0.2, 0.6].map((turn) =>
                  plane.line(
                    2.4 + turn * 0.6,
                    2.72,
                    2.4 + turn * 1.3,
                    3.2 - Math.abs(turn) * 0.4,
                    live,
                  ),
                ),
                plane.line(2.6, 2.6, 5.2, 2.6, { width: weight.outline, stroke: colour.grey }),
              ]
            })(),
          ],
        ],
        [2.6, -1.6, () => person(view.spot(2.3, -1.6), { pose: 'point', flip: true })],
        [
          1,
          -2.6,
          () =>
            block(view, [0.6, -2.9, 0], [0.9, 0.5, 0.5], {
              fill: colour.grey,
              wall: (plane, w, h, side) =>
                side === 'south' && [
                  plane.line(0, h * 0.6, w, h * 0.6),
                  plane.rect(w * 0.42, h * 0.52, w * 0.16, h * 0.18, {
                    fill: colour.copper,
                    width: 1,
                  }),
                ],
            }),
        ],
      ]),
      // The temporary lead from the kiosk towards the building.
      view.trace(
        triples([-1.2, 2.9, 0.4, -0.6, 2.4, 0.04, 1.2, 5, 0.04, 1.8, 10, 0.04, 5, 23.9, 0.04]),
        {
          stroke: colour.copper,
          width: weight.outline,
        },
      ),
    ],
    { moon: [196, 118], strokes: 20 },
  )
}
