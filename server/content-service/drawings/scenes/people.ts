/** Scenes about people: training, exhibition, meeting, award, showroom, the team. */
import { circle, colour, line, path, polygon, rect, weight, type Mark, type Point } from '../pen.ts'
import { cabinetRow, drum, lampPost } from './equipment.ts'
import { person, seated, type Dress, type FigureStyle } from './figures.ts'
import { palm } from './nature.ts'
import {
  block,
  createPlane,
  cylinder,
  type Plane,
  type Vec,
  type View,
  pairs,
  extrude,
} from './perspective.ts'
import { distantTown, indoors, outdoors, pieces } from './setting.ts'
import { createStencil, pick, type SceneParameters } from './strokes.ts'
import { openCabinet, screen, table, forklift, lorry } from './workshop.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** What a teacher shows on the wall: a circuit, a curve or a panel. */
function lesson(
  plane: Plane,
  u: number,
  v: number,
  w: number,
  h: number,
  look: 'circuit' | 'curve' | 'panel',
): Mark {
  if (look === 'curve') {
    return [
      plane.trace(
        [
          [u, v + h],
          [u, v],
          [u + w, v],
        ],
        { width: weight.detail },
      ),
      [0, 0.18, 0.36].map((shift) =>
        plane.trace(
          [0.04, 0.1, 0.18, 0.3, 0.46, 0.64].map((share): Point => [
            u + w * (share + shift * 0.8),
            v + h * (0.94 - 1.1 * share ** 0.42 * 0.9),
          ]),
          { stroke: colour.copper, width: weight.detail },
        ),
      ),
    ]
  }
  if (look === 'panel') {
    return [
      plane.rect(u + w * 0.3, v, w * 0.4, h, { width: weight.detail }),
      [0.2, 0.45, 0.7].map((share) =>
        plane.rect(u + w * 0.35, v + h * share, w * 0.3, h * 0.16, { width: weight.hatch }),
      ),
      plane.line(u + w * 0.35, v + h * 0.92, u + w * 0.65, v + h * 0.92, live),
      [0.3, 0.8].map((share, index) =>
        plane.trace(
          [
            [u + w * (index ? 0.65 : 0.35), v + h * share],
            [u + w * (index ? 0.88 : 0.12), v + h * share],
          ],
          { width: weight.hatch },
        ),
      ),
    ]
  }
  return [
    plane.trace(
      [
        [u, v + h * 0.2],
        [u, v + h * 0.85],
        [u + w, v + h * 0.85],
        [u + w, v + h * 0.2],
        [u, v + h * 0.2],
      ],
      live,
    ),
    plane.rect(u + w * 0.36, v + h * 0.77, w * 0.28, h * 0.16, { width: weight.detail }),
    plane.disc(u, v + h * 0.5, h * 0.12, { width: weight.detail }),
    plane.disc(u + w, v + h * 0.5, h * 0.12, { width: weight.detail }),
    [-0.08, 0.08].map((dx) =>
      plane.line(
        u + w * (1 + dx * 0.5),
        v + h * (0.5 - dx),
        u + w * (1 - dx * 0.5),
        v + h * (0.5 + dx),
      ),
    ),
  ]
}

/** A class in the training room, and practice at open panels. */
export function drawTrainingRoom({ variant }: SceneParameters): string {
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -5.4, 2] as Vec, focal: 980, horizon: 400 },
        { eye: [-2, -4, 1.7] as Vec, focal: 940, horizon: 420, centre: 580 },
        { eye: [1.6, -5, 2.4] as Vec, focal: 960, horizon: 360, centre: 820 },
        { eye: [0, -5, 1.7] as Vec, focal: 980, horizon: 420 },
      ]),
      size: [-5.4, 5.4, 4.4, 3.5],
      tile: 0.9,
      lamps: [0.25, 0.75],
      back: (plane, w) => [
        variant !== 4 && [
          plane.rect(w * 0.28, 1.05, w * 0.44, 1.9, { width: weight.detail, fill: colour.paper }),
          lesson(
            plane,
            w * 0.33,
            1.3,
            w * 0.34,
            1.4,
            variant === 1 ? 'circuit' : variant === 2 ? 'curve' : 'panel',
          ),
        ],
        plane.rect(w * 0.06, 1.2, 1.4, 1.3, { fill: colour.tint, width: weight.hatch }),
        plane.line(w * 0.06 + 0.7, 1.2, w * 0.06 + 0.7, 2.5),
      ],
    },
    (view) => {
      const dress: Dress[] = ['thobe', 'shirt', 'abaya', 'thobe', 'shirt', 'thobe']
      if (variant === 4) {
        // Practice: trainees in twos at open training panels.
        return [
          [-4.2, -0.8, 2.6].map((x, index) =>
            openCabinet(view, x, 2.6, 1.5, 2.1, 4, index === 2 ? 'right' : 'left'),
          ),
          [-3.1, 0.4, 3.4].map((x, index) => [
            person(view.spot(x + 0.6, 1.5), { pose: 'work', flip: true, dress: 'engineer' }),
            index !== 2 &&
              person(view.spot(x + 1.4, 1.2), {
                pose: index ? 'point' : 'tablet',
                flip: true,
                dress: index ? 'engineer' : 'thobe',
              }),
          ]),
          table(view, -2, -1.2, 2.6, 0.9, 0.84, (plane) => [
            [0.3, 0.9, 1.5].map((u) =>
              plane.rect(u, 0.3, 0.4, 0.3, { fill: colour.tint, width: weight.hatch }),
            ),
            plane.line(0.4, 0.7, 2.2, 0.72, live),
          ]),
        ]
      }
      const rows = variant === 3 ? [2.2, 0.7, -1] : [0.8, -1.2]
      const seats = variant === 2 ? [-2.2, -0.4, 1.4, 3.2] : [-3.6, -1.8, 1, 2.8]
      return [
        person(view.spot(variant === 1 ? 2.9 : -2.8, 3.4), {
          dress: variant === 3 ? 'thobe' : 'engineer',
          pose: 'point',
          flip: variant === 1,
        }),
        variant === 2 && openCabinet(view, 3.2, 3.4, 1.1, 2, 4, 'right'),
        rows.map((y, row) => [
          table(
            view,
            (seats[0] ?? 0) - 0.7,
            y + 0.6,
            (seats[3] ?? 0) - (seats[0] ?? 0) + 1.4,
            0.6,
            0.74,
            (plane) =>
              seats.map((x) =>
                plane.rect(x - (seats[0] ?? 0) + 0.4, 0.14, 0.42, 0.3, {
                  width: weight.hatch,
                  fill: colour.tint,
                }),
              ),
          ),
          seats.map(
            (x, index) =>
              (index + row) % 5 !== 4 &&
              seated(view.spot(x, y), { from: 'behind', dress: dress[(index + row * 2) % 6] }),
          ),
        ]),
      ]
    },
  )
}

/** The company at an exhibition. */
export function drawExhibition({ variant }: SceneParameters): string {
  return indoors(
    {
      view: pick(variant, [
        { eye: [-4, -9, 1.9] as Vec, yaw: 0, focal: 940, horizon: 460, centre: 560 },
        { eye: [2, -10, 4.2] as Vec, yaw: 0, focal: 1180, horizon: 290, centre: 840 },
        { eye: [0, -8, 1.7] as Vec, yaw: 0, focal: 940, horizon: 480, centre: 720 },
        { eye: [3.4, -8, 1.8] as Vec, yaw: 0, focal: 1080, horizon: 480, centre: 840 },
      ]),
      size: [-12, 12, 10, 7],
      tile: 2,
      lamps: [],
      ceiling: (plane, w, length) =>
        [0.2, 0.4, 0.6, 0.8].map((share) => [
          plane.line(0, length * share, w, length * share),
          plane.line(w * share, 0, w * share, length),
        ]),
      back: (plane, w) =>
        [0.04, 0.22, 0.6, 0.8].map((share) => [
          plane.rect(w * share, 0, w * 0.15, 3, { width: weight.hatch, fill: colour.tint }),
          plane.rect(w * share, 3, w * 0.15, 0.7, { width: weight.hatch }),
        ]),
    },
    (view) => {
      const spotlights = (list: readonly Point[], z: number): Mark =>
        list.map(([x, y]) => {
          const spot = view.spot(x, y, z)
          return [
            polygon(
              [
                [spot.x - 0.13 * spot.scale, spot.y],
                [spot.x + 0.13 * spot.scale, spot.y],
                [spot.x + 0.07 * spot.scale, spot.y - 0.26 * spot.scale],
                [spot.x - 0.07 * spot.scale, spot.y - 0.26 * spot.scale],
              ],
              { fill: colour.dark, width: weight.hatch },
            ),
            circle(spot.x, spot.y, Math.max(3, 0.07 * spot.scale), {
              fill: colour.copper,
              stroke: colour.none,
            }),
          ]
        })
      const sign = (x: number, y: number, w: number, z: number): Mark => {
        const plane = createPlane(view, [x, y, z], [1, 0, 0], [0, 0, 1])
        return [
          block(view, [x, y, z], [w, 0.3, 0.9], { soffit: true }),
          plane.polygon(
            pairs([0.5, 0.76, 0.3, 0.4, 0.48, 0.44, 0.38, 0.12, 0.72, 0.54, 0.54, 0.5]),
            { fill: colour.copper, stroke: colour.none },
          ),
          [0.32, 0.58].map((v, index) =>
            plane.line(1.1, v, w * (index ? 0.8 : 0.6), v, { width: weight.detail }),
          ),
        ]
      }
      if (variant === 1) {
        return [
          block(view, [-5, 3, 0], [10, 0.3, 3.4], {}),
          createPlane(view, [-5, 2.98, 0], [1, 0, 0], [0, 0, 1]).rect(6.6, 1.1, 2.8, 1.8, {
            fill: colour.dark,
            width: weight.detail,
          }),
          sign(-5, 2.4, 10, 3.6),
          spotlights(pairs([-4, 2.4, -1.4, 2.4, 1.2, 2.4, 3.8, 2.4]), 3.5),
          cabinetRow(view, [-4.4, 1.8, 0], ['incomer', 'feeder', 'control'], { w: 1.1, h: 2.1 }),
          block(view, [0.2, 1, 0], [2.2, 0.8, 1], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              plane.rect(w * 0.1, h * 0.3, w * 0.8, h * 0.14, {
                fill: colour.copper,
                stroke: colour.none,
              }),
          }),
          person(view.spot(1.2, 2.1), { dress: 'shirt', pose: 'point', flip: true }),
          person(view.spot(-1.6, 0.4), { dress: 'thobe', flip: true, pose: 'stand' }),
          person(view.spot(-0.8, 0.2), { dress: 'engineer', pose: 'point', flip: true }),
          person(view.spot(3.4, 0.2), { dress: 'abaya' }),
          person(view.spot(4.2, 0), { dress: 'thobe', flip: true }),
          person(view.spot(-6.6, -2.6), { dress: 'thobe', pose: 'walk' }),
        ]
      }
      if (variant === 2) {
        return [
          block(view, [-6, 1, 0], [11, 7, 0.14], {}),
          cylinder(view, [0, 5, 0.14], 1.1, 4.2),
          sign(-3.2, 3.7, 6.4, 4.2),
          cabinetRow(view, [-5.6, 6.4, 0.14], ['feeder', 'incomer', 'control', 'feeder'], {
            w: 1.1,
            h: 2.1,
          }),
          drum(view, [3.6, 6, 0.14], 1, 0.9, 'y'),
          table(view, 1.6, 2.2, 1.6, 0.8, 1),
          table(view, -4.6, 2.4, 1.6, 0.8, 1),
          screen(view, 1.9, 2.6, 1, 1, 'mimic'),
          (
            [
              [-3.4, 3.6, 'thobe'],
              [-2.6, 3.4, 'engineer'],
              [0.8, 2.6, 'abaya'],
              [3.6, 2.4, 'shirt'],
              [-7.4, 0, 'thobe'],
              [6, -1, 'shirt'],
              [6.8, -1.1, 'thobe'],
            ] as const
          ).map(([x, y, dress], index) =>
            person(view.spot(x, y), {
              dress,
              pose: index > 3 ? 'walk' : index === 1 ? 'point' : 'stand',
              flip: index % 2 === 0,
            }),
          ),
        ]
      }
      if (variant === 3) {
        return [
          [-8.4, 3.4].map((x, index) => [
            block(view, [x, 3.4, 0], [5, 0.3, 3.2]),
            sign(x, 3, 5, 3.2),
            cabinetRow(
              view,
              [x + 0.6, 2.4, 0],
              index ? ['control', 'incomer'] : ['feeder', 'feeder', 'incomer'],
              { w: 1.1 },
            ),
          ]),
          // One breaker enlarged as the centrepiece.
          block(view, [-1.4, 2, 0], [2.8, 1.4, 0.9]),
          block(view, [-0.9, 2.3, 0.9], [1.8, 0.8, 2], {
            width: weight.outline,
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.rect(w * 0.08, h * 0.28, w * 0.84, h * 0.44, {
                  fill: colour.tint,
                  width: weight.detail,
                }),
                plane.rect(w * 0.42, h * 0.4, w * 0.16, h * 0.22, {
                  fill: colour.dark,
                  width: weight.detail,
                }),
                [0.2, 0.5, 0.8].map((share) => [
                  plane.disc(w * share, h * 0.86, w * 0.09, {
                    fill: colour.copper,
                    width: weight.hatch,
                  }),
                  plane.disc(w * share, h * 0.13, w * 0.09, {
                    fill: colour.copper,
                    width: weight.hatch,
                  }),
                ]),
              ],
          }),
          spotlights(
            [
              [-1.4, 2],
              [1.4, 2],
            ],
            4.2,
          ),
          person(view.spot(-2.3, 0.8), { dress: 'engineer', pose: 'point' }),
          person(view.spot(2, 0.6), { dress: 'thobe', flip: true }),
          person(view.spot(2.9, 0.4), { dress: 'abaya', flip: true }),
          person(view.spot(-4.6, 1), { dress: 'thobe', flip: true, pose: 'walk' }),
        ]
      }
      return [
        block(view, [-4, 4, 0], [12, 0.3, 3.4]),
        sign(-2, 3.4, 8, 3.6),
        [-2.6, 0, 2.6, 5].map((x) => cylinder(view, [x, 2.6, 0], 0.5, 1)),
        [-2.6, 0, 2.6, 5].map((x, index) => {
          const s = createStencil(view.spot(x, 2.4, 1))
          return index % 2
            ? [
                s.rect(-0.3, 0, 0.6, 0.7, { width: weight.detail }),
                s.rect(-0.2, 0.4, 0.4, 0.2, { fill: colour.dark }),
                s.rect(-0.2, 0.12, 0.16, 0.1, { fill: colour.copper, stroke: colour.none }),
              ]
            : [
                s.circle(0, 0.36, 0.36, { width: weight.detail }),
                s.circle(0, 0.36, 0.24, { fill: colour.dark }),
                [0, 120, 240].map((angle) =>
                  s.circle(
                    0.11 * Math.cos((angle * Math.PI) / 180),
                    0.36 + 0.11 * Math.sin((angle * Math.PI) / 180),
                    0.07,
                    { fill: colour.copper, stroke: colour.none },
                  ),
                ),
              ]
        }),
        (
          [
            [-1.4, 1.2, 'thobe'],
            [1.2, 0.8, 'engineer'],
            [2, 0.6, 'thobe'],
            [4, 1.4, 'abaya'],
            [6.6, 0.4, 'shirt'],
            [-3.6, -1.4, 'thobe'],
            [-4.4, -1.5, 'shirt'],
          ] as const
        ).map(([x, y, dress], index) =>
          person(view.spot(x, y), {
            dress,
            pose: index === 1 ? 'point' : index > 4 ? 'shake' : 'stand',
            flip: index === 5 ? false : index % 2 === 0,
          }),
        ),
        palm(view.spot(9, 3), 3.6, 'hall'),
      ]
    },
  )
}

/** A meeting at a table, and one sealed with a handshake. */
export function drawMeeting({ variant }: SceneParameters): string {
  const windowWall = variant === 1 || variant === 4
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -4.6, 1.9] as Vec, focal: 960, horizon: 390 },
        { eye: [-1, -4, 1.6] as Vec, focal: 940, horizon: 420, centre: 620 },
        { eye: [0.6, -4.4, 2.4] as Vec, focal: 940, horizon: 350, centre: 780 },
        { eye: [0, -4.2, 1.5] as Vec, focal: 960, horizon: 430 },
      ]),
      size: [-4.6, 4.6, 4, 3.2],
      tile: 0.9,
      lamps: variant === 4 ? [0.5] : [0.3, 0.7],
      back: (plane, w, h) =>
        windowWall
          ? [
              plane.rect(0.5, 0.6, w - 1, h - 1, { fill: colour.tint, width: weight.detail }),
              [0.4, 1.3, 1.9, 2.8, 3.5, 4.6, 5.4, 6.3, 7.2].map((u, index) =>
                plane.rect(0.6 + u, 0.62, 0.55, 0.5 + ((index * 7) % 5) * 0.24, {
                  fill: colour.paper,
                  stroke: colour.grey,
                  width: weight.hatch,
                }),
              ),
              [0.25, 0.5, 0.75].map((share) =>
                plane.line(0.5 + (w - 1) * share, 0.6, 0.5 + (w - 1) * share, h - 0.4, {
                  width: weight.detail,
                }),
              ),
            ]
          : [
              plane.rect(w * 0.3, 1, w * 0.4, 1.6, { width: weight.detail, fill: colour.paper }),
              lesson(plane, w * 0.34, 1.2, w * 0.32, 1.2, variant === 2 ? 'panel' : 'curve'),
            ],
    },
    (view) => {
      const tableTop = (x: number, y: number, w: number, d: number): Mark => [
        block(view, [x + w * 0.3, y + d * 0.3, 0], [w * 0.4, d * 0.4, 0.7], {}),
        block(view, [x, y, 0.7], [w, d, 0.07], {
          soffit: true,
          roof: (plane) => [
            [0.16, 0.5, 0.84].map((share) => [
              plane.rect(w * share - 0.2, d * 0.18, 0.4, 0.26, {
                fill: colour.tint,
                width: weight.hatch,
              }),
              plane.rect(w * share - 0.2, d * 0.62, 0.4, 0.26, {
                fill: colour.tint,
                width: weight.hatch,
              }),
            ]),
            plane.line(w * 0.3, d * 0.5, w * 0.7, d * 0.5, live),
          ],
        }),
      ]
      if (variant === 4) {
        // Two who have agreed, standing at the window.
        return [
          person(view.spot(-0.52, 0.2), { dress: 'thobe', pose: 'shake' }),
          person(view.spot(0.52, 0.2), { dress: 'shirt', pose: 'shake', flip: true }),
          person(view.spot(-2.4, 1.6), { dress: 'engineer', pose: 'tablet' }),
          person(view.spot(2.5, 1.4), { dress: 'thobe', flip: true }),
          table(view, 1.6, -0.6, 2, 0.9, 0.74, (plane) => [
            plane.rect(0.3, 0.2, 0.6, 0.5, { fill: colour.tint, width: weight.hatch }),
            plane.line(1.1, 0.3, 1.7, 0.6, live),
          ]),
          palm(view.spot(-4, 2.6), 1.9, 'office'),
        ]
      }
      if (variant === 2) {
        return [
          [-1.6, 0.2, 2].map((x, index) =>
            seated(view.spot(x, 2.5), {
              dress: (['thobe', 'shirt', 'thobe'] as const)[index],
              flip: index === 2,
            }),
          ),
          tableTop(-2.4, 0.6, 5.4, 1.5),
          [-1.5, 0.4, 2.2].map((x, index) =>
            seated(view.spot(x, -0.4), {
              from: 'behind',
              dress: (['abaya', 'thobe', 'shirt'] as const)[index],
            }),
          ),
          person(view.spot(-2.8, 3), { dress: 'engineer', pose: 'point' }),
        ]
      }
      const ends = variant === 3
      return [
        [-1.9, -0.6, 0.7, 1.9].map((x, index) =>
          seated(view.spot(x, 2.4), {
            dress: (['thobe', 'thobe', 'shirt', 'abaya'] as const)[index],
            flip: index > 1,
          }),
        ),
        tableTop(-2.7, ends ? 0.4 : 0.6, 5.4, 1.6),
        seated(view.spot(-3.3, 1.2), { dress: 'thobe' }),
        seated(view.spot(3.3, 1.2), { dress: 'shirt', flip: true }),
        ends
          ? [
              person(view.spot(2.2, 3.4), { dress: 'thobe', pose: 'point', flip: true }),
              seated(view.spot(-0.9, -0.7), { from: 'behind', dress: 'shirt' }),
              seated(view.spot(0.8, -0.7), { from: 'behind', dress: 'thobe' }),
            ]
          : [
              [-1.4, 0, 1.4].map((x, index) =>
                seated(view.spot(x, -0.5), {
                  from: 'behind',
                  dress: (['shirt', 'thobe', 'abaya'] as const)[index],
                }),
              ),
            ],
      ]
    },
  )
}

/** A cup on a foot with a flash of current on it. */
function trophy(spot: { x: number; y: number; scale: number }, size = 0.5): Mark {
  const s = createStencil({ ...spot, scale: spot.scale * size })
  return [
    s.rect(-0.3, 0, 0.6, 0.16, { fill: colour.dark, width: weight.detail }),
    s.polygon(pairs([-0.07, 0.16, 0.07, 0.16, 0.05, 0.42, -0.05, 0.42]), { width: weight.detail }),
    path(
      `M${s.at(-0.36, 1.05).join(' ')}C${s.at(-0.34, 0.6).join(' ')} ${s.at(-0.2, 0.42).join(' ')} ${s.at(0, 0.42).join(' ')}C${s.at(0.2, 0.42).join(' ')} ${s.at(0.34, 0.6).join(' ')} ${s.at(0.36, 1.05).join(' ')}Z`,
      { width: weight.detail },
    ),
    [-1, 1].map((side) =>
      s.curve(
        [
          [side * 0.35, 0.96],
          [side * 0.56, 0.94],
          [side * 0.52, 0.7],
          [side * 0.26, 0.6],
        ],
        { width: weight.detail },
      ),
    ),
    s.polygon(pairs([0.04, 0.98, -0.14, 0.7, 0.0, 0.73, -0.06, 0.5, 0.16, 0.82, 0.02, 0.79]), {
      fill: colour.copper,
      stroke: colour.none,
    }),
  ]
}

/** An award given on a stage, and the cup itself. */
export function drawAward({ variant }: SceneParameters): string {
  if (variant === 3) {
    // The trophy itself in a case, in front of the works.
    return indoors(
      {
        view: { eye: [0, -3, 1.5], focal: 960, horizon: 400 },
        size: [-4, 4, 3, 3.2],
        tile: 0.8,
        lamps: [0.5],
        back: (plane, w) =>
          [0.08, 0.26, 0.6, 0.78].map((share, index) => [
            plane.rect(w * share, 1.3, 1.1, 1.4, { width: weight.detail, fill: colour.paper }),
            [2.4, 2.2, 2].map((v) =>
              plane.line(w * share + 0.2, v, w * share + 0.9, v, { stroke: colour.grey }),
            ),
            plane.disc(w * share + 0.55, 1.6, 0.14, {
              fill: index === 1 ? colour.copper : colour.tint,
              width: weight.hatch,
            }),
          ]),
      },
      (view) => [
        block(view, [-0.7, 0.2, 0], [1.4, 0.9, 0.95], {
          width: weight.outline,
          wall: (plane, w, h, side) =>
            side === 'south' &&
            plane.rect(w * 0.14, h * 0.62, w * 0.72, h * 0.1, {
              fill: colour.copper,
              stroke: colour.none,
            }),
        }),
        trophy(view.spot(0, 0.5, 0.95), 0.95),
        [-0.66, 0.66].map((x) =>
          view.line([x, 0.24, 0.95], [x, 0.24, 2.15], { width: weight.detail }),
        ),
        view.line([-0.66, 0.24, 2.15], [0.66, 0.24, 2.15], { width: weight.detail }),
        view.line([-0.4, 0.24, 1.6], [-0.1, 0.24, 2.1], {
          stroke: colour.grey,
          width: weight.hatch,
        }),
        person(view.spot(1.9, 0.8), { dress: 'thobe', flip: true, pose: 'point' }),
        person(view.spot(2.7, 0.7), { dress: 'engineer', flip: true }),
        person(view.spot(-2.2, 0.9), { dress: 'abaya' }),
      ],
    )
  }
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -6, 1.5] as Vec, focal: 980, horizon: 450 },
        { eye: [-1.6, -6, 1.8] as Vec, focal: 960, horizon: 430, centre: 580 },
        { eye: [0, -6, 1.6] as Vec, focal: 960, horizon: 440 },
        { eye: [1, -7, 2.6] as Vec, focal: 980, horizon: 360, centre: 800 },
      ]),
      size: [-7, 7, 4, 4.6],
      tile: 1.2,
      lamps: [],
      back: (plane, w, h) => [
        [0.04, 0.86].map((share) =>
          Array.from({ length: 7 }, (_, index) =>
            plane.line(w * share + index * 0.22, 0, w * share + index * 0.22, h, {
              width: weight.hatch,
              stroke: colour.grey,
            }),
          ),
        ),
        plane.rect(w * 0.2, 1.4, w * 0.6, 2.6, { width: weight.detail, fill: colour.tint }),
        variant === 2
          ? lesson(plane, w * 0.3, 1.8, w * 0.4, 1.8, 'panel')
          : [
              plane.disc(w * 0.5, 2.9, 0.72, { width: weight.detail }),
              plane.polygon(
                [
                  [w * 0.52, 3.4],
                  [w * 0.465, 2.84],
                  [w * 0.5, 2.88],
                  [w * 0.485, 2.4],
                  [w * 0.545, 3.02],
                  [w * 0.505, 2.98],
                ],
                { fill: colour.copper, stroke: colour.none },
              ),
            ],
      ],
    },
    (view) => {
      const stage = block(view, [-5, 0.6, 0], [10, 3.2, 0.5], { width: weight.detail })
      const on = (x: number, y: number, style: FigureStyle): Mark =>
        person(view.spot(x, y, 0.5), style)
      const audience = (list: readonly number[]): Mark =>
        list.map((x, index) => {
          const spot = view.spot(x, -2.6)
          return seated(spot, {
            from: 'behind',
            dress: (['thobe', 'shirt', 'thobe', 'abaya', 'thobe'] as const)[index % 5],
          })
        })
      const beams = [-4, 4].map((x) => {
        const lamp = view.point([x, 0.6, 4.3])
        const aim = view.point([0, 1.4, 0.6])
        return [
          [-60, 60].map((dx) =>
            line(lamp[0], lamp[1], aim[0] + dx * 2, aim[1], {
              stroke: colour.copperLight,
              width: weight.hatch,
            }),
          ),
          rect(lamp[0] - 15, lamp[1] - 26, 30, 30, { fill: colour.dark, width: weight.hatch }),
        ]
      })
      if (variant === 1) {
        return [
          stage,
          beams,
          on(-0.55, 1.2, { dress: 'thobe', pose: 'shake' }),
          on(0.6, 1.2, { dress: 'thobe', pose: 'shake', flip: true }),
          trophy(view.spot(0.03, 1.1, 1.62), 0.34),
          on(-2.2, 1.8, { dress: 'shirt' }),
          on(2.2, 1.8, { dress: 'engineer', flip: true }),
          audience([-3.4, -1.9, -0.4, 1.1, 2.6]),
        ]
      }
      if (variant === 2) {
        return [
          stage,
          [-2.4, -1.4, -0.4, 0.6, 1.6].map((x, index) =>
            on(x, 1.4 + (index % 2) * 0.3, {
              dress: (['engineer', 'thobe', 'engineer', 'abaya', 'engineer'] as const)[index],
              pose: index === 2 ? 'raise' : 'stand',
              flip: index > 2,
            }),
          ),
          trophy(view.spot(-0.04, 1.3, 2.42), 0.42),
          block(view, [3, 1, 0.5], [0.8, 0.6, 1.1], {}),
          audience([-3.2, -1.6, 1.4, 3]),
        ]
      }
      return [
        stage,
        beams,
        block(view, [-3.4, 1.6, 0.5], [0.8, 0.6, 1.15], {}),
        on(-2.9, 2.3, { dress: 'thobe', pose: 'point' }),
        [0, 1, 2].map((index) =>
          block(view, [0.2 + index * 1.1, 1.6, 0.5], [1, 0.8, [0.45, 0.8, 0.3][index] ?? 0.4]),
        ),
        [0, 1, 2].map((index) =>
          person(view.spot(0.7 + index * 1.1, 1.9, 0.5 + ([0.45, 0.8, 0.3][index] ?? 0.4)), {
            dress: (['shirt', 'thobe', 'engineer'] as const)[index],
            pose: index === 1 ? 'raise' : 'stand',
          }),
        ),
        trophy(view.spot(2.14, 1.8, 3.2), 0.4),
        audience([-3.8, -2.4, -1, 0.4, 1.8, 3.2]),
      ]
    },
  )
}

/** The showroom for fittings, lamps and panels. */
export function drawShowroom({ variant }: SceneParameters): string {
  const wall = (plane: Plane, w: number, look: number): Mark =>
    Array.from({ length: 4 }, (_, index) => {
      const u = w * (0.05 + index * 0.24)
      return [
        plane.rect(u, 0.5, w * 0.19, 2.1, { fill: colour.tint, width: weight.detail }),
        [0, 1, 2].map((row) => {
          const v = 0.66 + row * 0.64
          return [
            plane.line(u, v, u + w * 0.19, v),
            [0.12, 0.4, 0.68].map((share, item) =>
              (item + row + index + look) % 3 === 0
                ? plane.disc(u + w * 0.19 * (share + 0.1), v + 0.2, 0.15, {
                    width: weight.hatch,
                    fill: colour.paper,
                  })
                : [
                    plane.rect(u + w * 0.19 * share, v, w * 0.04, 0.36, { width: weight.hatch }),
                    plane.rect(u + w * 0.19 * share + w * 0.014, v + 0.14, w * 0.012, 0.1, {
                      fill: (item + row) % 2 ? colour.copper : colour.dark,
                      stroke: colour.none,
                    }),
                  ],
            ),
          ]
        }),
        plane.rect(u, 2.64, w * 0.19, 0.06, { fill: colour.copper, stroke: colour.none }),
      ]
    })
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -5, 1.6] as Vec, focal: 940, horizon: 430 },
        { eye: [-2.4, -5, 1.7] as Vec, focal: 900, horizon: 430, centre: 540 },
        { eye: [1, -6, 2.8] as Vec, focal: 940, horizon: 330, centre: 800 },
        { eye: [2.4, -4.6, 1.6] as Vec, focal: 900, horizon: 440, centre: 900 },
      ]),
      size: [-6, 6, 5, 3.7],
      tile: 1,
      lamps: variant === 2 ? [] : [0.3, 0.7],
      back: (plane, w) => wall(plane, w, variant),
      right: (plane, length) =>
        variant !== 2 &&
        [0.5, 0.8].map((share) =>
          plane.rect(length * share - 1, 0.5, 1.6, 2.1, { fill: colour.tint, width: weight.hatch }),
        ),
    },
    (view) => {
      const pendants = (list: readonly number[], y: number, look: number): Mark =>
        list.map((x, index) => {
          const spot = view.spot(x, y, 2.5)
          const m = spot.scale
          const shape: Point[] =
            (index + look) % 2
              ? pairs([-0.26, 0, 0.26, 0, 0.08, 0.3, -0.08, 0.3])
              : pairs([-0.2, 0, 0.2, 0, 0.2, 0.34, -0.2, 0.34])
          return [
            line(spot.x, spot.y - 0.3 * m, spot.x, view.point([x, y, 3.7])[1], {
              width: weight.hatch,
            }),
            polygon(
              shape.map(([a, b]): Point => [spot.x + a * m, spot.y - b * m]),
              { width: weight.detail },
            ),
            line(spot.x - 0.16 * m, spot.y + 3, spot.x + 0.16 * m, spot.y + 3, {
              stroke: colour.copper,
              width: weight.outline,
            }),
          ]
        })
      const counter = (x: number, y: number, w: number): Mark => [
        block(view, [x, y, 0], [w, 0.8, 1], {
          wall: (plane, wide, h, side) =>
            side === 'south' && [
              plane.rect(wide * 0.04, h * 0.2, wide * 0.92, h * 0.6, {
                fill: colour.tint,
                width: weight.hatch,
              }),
              plane.rect(wide * 0.04, h * 0.9, wide * 0.92, 0.04, {
                fill: colour.copper,
                stroke: colour.none,
              }),
            ],
        }),
      ]
      if (variant === 1) {
        return [
          person(view.spot(0.4, 2.4), { dress: 'shirt', pose: 'point' }),
          counter(-1.8, 1.2, 3.6),
          screen(view, -1.4, 1.6, 1, 0.7, 'trend'),
          [-4.6, 3.2].map((x) => [
            block(view, [x, 0.6, 0], [1.4, 1, 0.8]),
            cabinetRow(view, [x + 0.3, 0.8, 0.8], ['control'], { w: 0.8, d: 0.5, h: 1.1 }),
          ]),
          person(view.spot(1.1, 0.2), { dress: 'thobe', flip: true }),
          person(view.spot(1.9, 0.1), { dress: 'abaya', flip: true }),
          pendants([-1.2, 0, 1.2], 1.4, 0),
        ]
      }
      if (variant === 2) {
        return [
          pendants([-4.6, -3.2, -1.8, -0.4, 1, 2.4, 3.8], 3, 1),
          pendants([-4, -2, 0, 2, 4], 1.2, 0),
          counter(0.4, 1.4, 3),
          person(view.spot(1, 2.6), { dress: 'shirt' }),
          person(view.spot(-1.6, 1.2), { dress: 'thobe', pose: 'raise' }),
          person(view.spot(-2.5, 1), { dress: 'thobe' }),
          ((): Mark => {
            const spot = view.spot(-4.6, 1.6)
            return [
              cylinder(view, [-4.6, 1.6, 0], 0.5, 0.7),
              createStencil(spot).line(0, 0.7, 0, 1.9, { width: weight.detail }),
              createStencil(spot).polygon(pairs([-0.3, 1.9, 0.3, 1.9, 0.16, 2.3, -0.16, 2.3]), {
                fill: colour.copperLight,
                stroke: colour.copper,
                width: weight.detail,
              }),
            ]
          })(),
        ]
      }
      if (variant === 3) {
        return [
          cabinetRow(view, [-5.4, 3.4, 0], ['incomer', 'feeder', 'control', 'feeder'], {
            w: 1,
            h: 2,
          }),
          pairs([-3.6, 1, -0.6, 1, 2.4, 1, -2, -1.4, 1.4, -1.4]).map(([x = 0, y = 0], index) => [
            block(view, [x, y, 0], [1.6, 1, 0.8]),
            index % 2
              ? drum(view, [x + 0.8, y + 0.3, 0.8], 0.4, 0.4, 'y')
              : block(view, [x + 0.4, y + 0.3, 0.8], [0.8, 0.5, 0.7], {
                  wall: (plane, w, h, side) =>
                    side === 'south' && [
                      plane.rect(w * 0.2, h * 0.5, w * 0.6, h * 0.3, {
                        fill: colour.dark,
                        width: weight.hatch,
                      }),
                      plane.rect(w * 0.2, h * 0.2, w * 0.2, h * 0.14, {
                        fill: colour.copper,
                        stroke: colour.none,
                      }),
                    ],
                }),
          ]),
          person(view.spot(0.9, 2.6), { dress: 'engineer', pose: 'point', flip: true }),
          person(view.spot(-0.9, -0.2), { dress: 'thobe' }),
          person(view.spot(3.4, -0.6), { dress: 'abaya', flip: true }),
        ]
      }
      return [
        // The charger and inverter corner.
        block(view, [-4.6, 2, 0], [2, 0.8, 1.9], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              plane.rect(w * 0.1, h * 0.3, w * 0.34, h * 0.5, { width: weight.detail }),
              plane.rect(w * 0.16, h * 0.6, w * 0.22, h * 0.12, {
                fill: colour.dark,
                width: weight.hatch,
              }),
              plane.rect(w * 0.6, h * 0.2, w * 0.26, h * 0.6, { width: weight.detail }),
              plane.rect(w * 0.64, h * 0.64, w * 0.18, 0.05, {
                fill: colour.copper,
                stroke: colour.none,
              }),
            ],
        }),
        openCabinet(view, -1.6, 2.4, 1.2, 2, 4, 'right'),
        [0, 1, 2].map((index) =>
          block(view, [1.4 + index * 1.1, 2.2, 0], [0.8, 0.6, 1.1], { roof: () => '' }),
        ),
        [0, 1, 2].map((index) => {
          const s = createStencil(view.spot(1.8 + index * 1.1, 2.3, 1.1))
          return [
            s.rect(-0.24, 0, 0.48, 0.5, { width: weight.detail }),
            s.rect(-0.08, 0.18, 0.16, 0.14, { fill: colour.dark }),
            [-0.14, 0, 0.14].map((dx) =>
              s.circle(dx, 0.42, 0.035, { fill: colour.copper, stroke: colour.none }),
            ),
          ]
        }),
        person(view.spot(-0.6, 0.9), { dress: 'engineer', pose: 'point', flip: true }),
        person(view.spot(0.5, 0.5), { dress: 'thobe', flip: true }),
        person(view.spot(3.6, 0.8), { dress: 'shirt', pose: 'tablet', flip: true }),
      ]
    },
  )
}

/** The team together. */
export function drawPeople({ variant }: SceneParameters): string {
  const row = (
    view: View,
    y: number,
    list: readonly (readonly [number, Dress, FigureStyle['pose'], boolean?])[],
  ): Mark => list.map(([x, dress, pose, flip]) => person(view.spot(x, y), { dress, pose, flip }))
  if (variant === 2) {
    return outdoors(
      'people 2',
      { eye: [0, -7.4, 1.55], focal: 1000, horizon: 470 },
      (view) => [
        distantTown('people 2', 501, 60),
        // The works behind: saw-tooth roof, docks, drums and a lorry in front of them.
        [4, 3, 2, 1, 0].map((bay) =>
          extrude(view, [-22 + bay * 9, 18, 8], pairs([0, 0, 9, 0, 9, 0.2, 0, 4]), 14, 'x', {
            spacing: 6,
          }),
        ),
        block(view, [-22, 18, 0], [45, 14, 8], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              Array.from({ length: 22 }, (_, index) =>
                plane.line(index * 2, h * 0.56, index * 2, h, { width: 1, stroke: colour.grey }),
              ),
              plane.rect(0, h - 0.9, w, 0.16, { fill: colour.copper, stroke: colour.none }),
              [6, 16, 26, 36].map((u) => [
                plane.rect(u, 0, 5, 4.4, { fill: colour.tint, width: weight.detail }),
                [1, 2, 3].map((v) => plane.line(u, v * 1.1, u + 5, v * 1.1)),
                plane.rect(u - 0.3, 4.4, 5.6, 0.3, { fill: colour.dark, stroke: colour.none }),
              ]),
              [12.4, 22.4, 32.4].map((u) => [
                plane.rect(u, 1.6, 2, 1.8, { fill: colour.grey, width: weight.hatch }),
                plane.line(u + 1, 1.6, u + 1, 3.4, { stroke: colour.paper }),
              ]),
            ],
        }),
        lorry(view, 4.4, 11, 'flat', () => [
          cabinetRow(view, [5.2, 11.6, 1.2], ['incomer', 'feeder', 'control', 'feeder'], {
            w: 1.1,
            d: 1,
            h: 2.2,
          }),
        ]),
        pieces(
          view,
          pairs([-6.6, 5, -9, 6.4, -5.2, 8, -8.4, 9.4]).map(
            ([x, y]) => [x, y, () => drum(view, [x, y, 0], 1.15, 1, 'y')] as const,
          ),
        ),
        forklift(view.spot(-1.6, 9.6), true, 0.5),
        lampPost(view, [11.4, 9], { height: 9, arms: [-1] }),
        palm(view.spot(-13.6, 12), 8.5, 'works'),
        palm(view.spot(12.6, 13), 8, 'works gate'),
        row(view, 0.4, [
          [-2.6, 'engineer', 'tablet'],
          [-1.5, 'engineer', 'stand'],
          [-0.4, 'thobe', 'point'],
          [0.8, 'engineer', 'stand', true],
          [1.9, 'abaya', 'stand', true],
          [3, 'engineer', 'carry', true],
        ]),
      ],
      { strokes: 14 },
    )
  }
  if (variant === 4) {
    return outdoors(
      'people 4',
      { eye: [0, -12, 1.6], focal: 1000, horizon: 560 },
      (view) => [
        distantTown('people 4', 561, 90),
        // The hardest of team tasks: a pole goes up.
        view.line([0, 2, 0], [1.1, 2, 7.4], { width: 9 }),
        view.line([0.4, 2, 6.6], [1.7, 2, 6.5], { width: weight.outline }),
        [0.5, 1.05, 1.6].map((x, index) =>
          createStencil(view.spot(x, 2, 6.6 - index * 0.04)).rect(-0.05, 0, 0.1, 0.3, {
            fill: colour.dark,
          }),
        ),
        view.trace(
          [
            [1.1, 2, 7.2],
            [5.4, 1, 1.2],
          ],
          live,
        ),
        view.trace(
          [
            [1.05, 2, 7],
            [-4.4, 1, 1.2],
          ],
          live,
        ),
        row(view, 0.8, [
          [-4.9, 'engineer', 'carry'],
          [-1.1, 'engineer', 'work'],
          [1.1, 'engineer', 'work', true],
          [5.9, 'engineer', 'carry', true],
        ]),
        row(view, -1.2, [
          [2.8, 'thobe', 'point', true],
          [3.6, 'engineer', 'tablet', true],
        ]),
        drum(view, [-7, 3, 0], 1, 0.9, 'y'),
      ],
      { strokes: 20 },
    )
  }
  return indoors(
    {
      view:
        variant === 1
          ? { eye: [0, -5.4, 1.4], focal: 1060, horizon: 430 }
          : { eye: [0, -6.4, 1.9], focal: 1060, horizon: 380 },
      size: [-6, 6, 3, 4],
      tile: 1,
      lamps: [0.25, 0.75],
      back: (plane, w) =>
        variant === 3 && [
          plane.rect(w * 0.1, 1, w * 0.8, 2.4, { fill: colour.tint, width: weight.hatch }),
          [0.3, 0.5, 0.7].map((share) => plane.line(w * share, 1, w * share, 3.4)),
        ],
    },
    (view) =>
      variant === 1
        ? [
            cabinetRow(
              view,
              [-5, 2, 0],
              [
                'incomer',
                'feeder',
                'control',
                'feeder',
                'incomer',
                'control',
                'feeder',
                'feeder',
                'control',
              ],
              { w: 1.1, h: 2.3 },
            ),
            row(view, 0.4, [
              [-2.7, 'shirt', 'stand'],
              [-1.85, 'engineer', 'stand'],
              [-1, 'abaya', 'stand'],
              [-0.1, 'thobe', 'stand'],
              [0.85, 'engineer', 'tablet', true],
              [1.85, 'abaya', 'stand', true],
              [2.7, 'engineer', 'stand', true],
            ]),
          ]
        : [
            row(view, 1.4, [
              [-2.8, 'thobe', 'stand'],
              [-1.7, 'engineer', 'stand'],
              [-0.5, 'shirt', 'stand'],
              [0.6, 'thobe', 'stand', true],
              [1.7, 'engineer', 'stand', true],
              [2.8, 'thobe', 'stand', true],
            ]),
            table(view, -2, 0.1, 4, 1, 0.9, (plane) => [
              plane.rect(0.4, 0.16, 1.5, 0.7, { fill: colour.paper, width: weight.hatch }),
              plane.line(0.6, 0.5, 1.7, 0.5, live),
              [0.8, 1.1, 1.4].map((u) => plane.line(u, 0.3, u, 0.7, live)),
              plane.rect(2.4, 0.3, 0.5, 0.4, { fill: colour.dark, width: weight.hatch }),
            ]),
            person(view.spot(-2.6, -0.3), { dress: 'engineer', pose: 'point' }),
            person(view.spot(2.7, -0.3), { dress: 'abaya', pose: 'tablet', flip: true }),
          ],
  )
}
