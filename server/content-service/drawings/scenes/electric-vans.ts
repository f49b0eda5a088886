/** Service vans in the Riyadh yard, charging overnight. */
import { colour, weight, type Mark } from '../pen.ts'
import { person } from './figures.ts'
import { block, floorPlane, hang, pairs, type Vec, type View } from './perspective.ts'
import { distantTown, outdoors } from './setting.ts'
import { vehicle } from './vehicles.ts'

const pitch = 3.7

function wallBox(view: View, x: number, y: number): Mark {
  return block(view, [x, y, 0], [0.34, 0.26, 1.45], {
    fill: colour.paper,
    wall: (plane, w, h, side) => [
      side === 'south' && [
        plane.rect(w * 0.14, h * 0.62, w * 0.72, h * 0.26, { fill: colour.ink, width: 1 }),
        plane.rect(w * 0.14, h * 0.54, w * 0.72, h * 0.05, { fill: colour.copper, stroke: colour.none }),
        plane.polygon(pairs([w * 0.56, h * 0.85, w * 0.36, h * 0.74, w * 0.5, h * 0.74, w * 0.44, h * 0.65, w * 0.66, h * 0.77, w * 0.52, h * 0.77]), {
          fill: colour.copper,
          stroke: colour.none,
        }),
      ],
    ],
  })
}

export function drawElectricVans(): string {
  return outdoors(
    'electric vans',
    { eye: [-8.6, -10.6, 2.7], yaw: 30, focal: 1090, horizon: 372, centre: 520, night: true },
    (view) => {
      const floor = floorPlane(view)
      const vans = [0, 1, 2, 3, 4]
      const roof: Vec[] = [[-4.2, -0.6, 4.1], [pitch * 5 + 1.2, -0.6, 4.1], [pitch * 5 + 1.2, 7.4, 4.1], [-4.2, 7.4, 4.1]]
      return [
        distantTown('vans', 374, 120, { night: true }),
        // The workshop behind.
        block(view, [-14, 16, 0], [60, 14, 8], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              [4, 15, 26, 37, 48].map((u, index) => [
                plane.rect(u, 0, 6, 4.6, { fill: index === 1 ? colour.copperLight : colour.dark, width: weight.hatch }),
                index !== 1 && [1, 2, 3, 4].map((v) => plane.line(u, v, u + 6, v, { width: 1, stroke: colour.ink })),
              ]),
              plane.line(0, h - 0.7, w, h - 0.7),
              [2, 11, 13, 22, 24, 33, 35, 44, 46].map((u, index) =>
                plane.rect(u, 5.4, 1.4, 1, { fill: index % 3 === 0 ? colour.copper : colour.ink, width: 1 }),
              ),
            ],
        }),
        floor.rect(-5, -4.6, pitch * 5 + 8, 12.4, { fill: colour.grey, stroke: colour.none }),
        [0, 1, 2, 3, 4, 5].map((bay) =>
          floor.rect(bay * pitch - 0.9, -0.6, 0.1, 6.8, { fill: colour.paper, stroke: colour.none }),
        ),
        // The back wall of the bays with the supply in a trunking.
        [-4, 2.7, 7.8, 12.9, 19].map((x) =>
          block(view, [x, 7.0, 0], [0.2, 0.2, 4.1], { fill: colour.dark, width: weight.hatch }),
        ),
        block(view, [-4, 7.1, 3.0], [pitch * 5 + 4.4, 0.12, 0.22], { fill: colour.copper, width: 1 }),
        block(view, [pitch * 5 + 0.6, -0.5, 0], [0.2, 0.2, 4.1], { fill: colour.grey, width: weight.hatch }),
        [...vans].reverse().map((van) => {
          const x = van * pitch
          const port: Vec = [x - 0.0, 1.0, 0.95]
          return [
            vehicle(view, [x, 0], 'van', { axis: 'y', fill: colour.paper }),
            wallBox(view, x - 1.0, 0.6),
            view.face([[x, 0.9, 0.84], [x, 1.14, 0.84], [x, 1.14, 1.08], [x, 0.9, 1.08]], { fill: colour.ink, width: 1 }),
            view.trace(hang([x - 0.66, 0.7, 0.9], port, 0.3), { width: 6 }),
            view.trace(hang([x - 0.66, 0.7, 0.9], port, 0.3), { stroke: colour.copper, width: 3 }),
          ]
        }),
        // The canopy and its lamps.
        view.face(roof, { fill: colour.dark, width: weight.detail }),
        [0.5, 1.5, 2.5, 3.5, 4.5].map((bay) =>
          view.face(
            [[bay * pitch - 0.7, 2.4, 4.08], [bay * pitch + 0.7, 2.4, 4.08], [bay * pitch + 0.7, 2.8, 4.08], [bay * pitch - 0.7, 2.8, 4.08]],
            { fill: colour.copperLight, stroke: colour.none },
          ),
        ),
        block(view, [-4.2, -0.6, 4.1], [pitch * 5 + 5.4, 8, 0.5], { fill: colour.grey }),
        block(view, [-4.0, -0.5, 0], [0.2, 0.2, 4.1], { fill: colour.grey, width: weight.hatch }),
        person(view.spot(-1.9, 0.1), { dress: 'engineer', pose: 'shake' }),
        person(view.spot(5.2, -2.6), { dress: 'engineer', pose: 'walk' }),
      ]
    },
    { moon: [1230, 110] },
  )
}
