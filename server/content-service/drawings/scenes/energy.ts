/** Solar, storage, charging and what is done for the climate. */
import {
  arc,
  circle,
  colour,
  curve,
  curveData,
  ellipse,
  hatch,
  line,
  path,
  polygon,
  rect,
  sheet,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import {
  cabinetRow,
  contactShadow,
  drum,
  fence,
  lampPost,
  pylon,
  pylonTips,
  solarTable,
  spark,
  transformer,
  wires,
} from './equipment.ts'
import { person } from './figures.ts'
import { range, tuft } from './nature.ts'
import {
  block,
  createPlane,
  extrude,
  floorPlane,
  frame,
  hang,
  type Plane,
  type Vec,
  type View,
  shadowOf,
  pairs,
  triples,
} from './perspective.ts'
import { building, distantTown, grove, indoors, outdoors, pieces, roadAcross } from './setting.ts'
import { createStencil, daySky, type SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** A solar power plant. */
export function drawSolarField({ variant }: SceneParameters): string {
  if (variant === 1) {
    // A plant laid out over a plain: rows, service tracks, inverter stations, the line out.
    const rows = [126, 104, 86, 70, 56, 44, 33.5, 24.5, 16.5, 9.5, 3.4, -2.4]
    const station = (view: View, x: number, y: number): Mark => [
      block(view, [x, y, 0], [7, 2.6, 2.9], {
        wall: (plane, w, h, side) =>
          side === 'south' &&
          [0.06, 0.3, 0.54, 0.78].map((share, index) => [
            plane.rect(w * share, h * 0.1, w * 0.18, h * 0.76, { width: weight.hatch }),
            index % 2 === 0
              ? plane.hatch(w * (share + 0.02), h * 0.2, w * 0.14, h * 0.4, {
                  angle: 0,
                  spacing: 3,
                })
              : plane.rect(w * (share + 0.05), h * 0.5, w * 0.08, h * 0.16, {
                  fill: colour.dark,
                  width: 1,
                }),
          ]),
      }),
      transformer(view, [x + 8.4, y, 0], 0.55),
    ]
    return outdoors(
      'solar 1',
      { eye: [-17, -27, 8.6], yaw: 15, focal: 900, horizon: 330, centre: 620 },
      (view) => {
        const tips = [
          [150, 420],
          [104, 280],
          [64, 170],
          [40, 104],
        ] as const
        return [
          range('solar far', view.horizon + 3, 96, { peaks: 6, spacing: 10 }),
          range('solar', view.horizon + 4, 52, { peaks: 10 }),
          wires(
            view,
            tips.map(([x, y]) => pylonTips(x, y, 38)),
            4,
          ),
          tips.map(([x, y]) => pylon(view, x, y, 38, colour.dark)),
          rows.map((y, index) => {
            const near = index > 5
            return [
              [-78, -8, 62].map((x) => [
                near &&
                  view.shade(
                    triples([x, y - 0.5, 0, x + 64, y - 0.5, 0, x + 65, y + 3.4, 0, x, y + 3.4, 0]),
                    { angle: 0, spacing: 4 },
                  ),
                solarTable(view, [x, y, 0.8], {
                  w: 64,
                  slope: 4.4,
                  tilt: 25,
                  columns: near ? 46 : index > 3 ? 23 : 12,
                  rows: index > 7 ? 4 : index > 4 ? 2 : 1,
                  legs: near ? 12 : 0,
                }),
              ]),
            ]
          }),
          station(view, -11, 27.6),
          station(view, 60, 58),
          floorPlane(view).trace(pairs([-11.4, 130, -11.4, -4, -14, -24]), {
            width: weight.hatch,
            stroke: colour.grey,
          }),
          view.trace(triples([-9.4, 60, 0.06, -9.4, 30, 0.06]), live),
          view.trace(triples([-9.4, 27, 0.06, -9.4, -6, 0.06, -2, -6, 0.06]), live),
          cabinetRow(view, [-2.6, -6.6, 0], ['incomer', 'control'], { w: 1.1, d: 0.8, h: 2 }),
          vehicle(view, [-17, -8.4], 'pickup'),
          person(view.spot(-3.6, -7.6), { pose: 'work' }),
          person(view.spot(-6, -7.2), { pose: 'tablet' }),
          person(view.spot(1, -4.6), { pose: 'raise', flip: true }),
          fence(view, [-40, -13], [60, -13], 1.7, 40),
          tuft(view.spot(-8, -16)),
          tuft(view.spot(-13.6, -15)),
          tuft(view.spot(-2, -15.6)),
        ]
      },
      { strokes: 16 },
    )
  }
  if (variant === 2) {
    return outdoors(
      'solar 2',
      { eye: [-6.4, -10.4, 2.5], yaw: 9, focal: 960, horizon: 404, centre: 640 },
      (view) => [
        // Sandstone tables of the north-west stand behind the rows.
        [
          [-20, 318, 84, 300, 190, 296, 236, 372, 300, 424, -20, 424],
          [330, 424, 360, 366, 420, 340, 520, 336, 560, 352, 590, 424],
          [905, 424, 950, 352, 1010, 318, 1120, 310, 1200, 322, 1236, 372, 1300, 424],
        ].map((flat, index) => [
          polygon(pairs(flat), { width: weight.hatch }),
          hatch(
            pairs(
              [
                [150, 298, 190, 296, 236, 372, 300, 424, 180, 424],
                [490, 338, 520, 336, 560, 352, 590, 424, 500, 424],
                [1140, 312, 1200, 322, 1236, 372, 1300, 424, 1160, 424],
              ][index] ?? [],
            ),
            { angle: 80, spacing: 6 },
          ),
        ]),
        range('solar 2', view.horizon + 3, 46, { peaks: 9 }),
        [112, 88, 68, 51, 37, 26, 16.4, 8.2, 1.4].map((y, index) => [
          index > 2 &&
            view.shade(triples([-1, y - 0.6, 0, 60, y - 0.6, 0, 61, y + 4, 0, 0, y + 4, 0]), {
              angle: 0,
              spacing: 4,
            }),
          solarTable(view, [index > 4 ? -0.4 : -34, y, 0.9], {
            w: index > 4 ? 56 : 92,
            slope: 4.6,
            tilt: 27,
            columns: index > 4 ? 48 : 46,
            rows: index > 4 ? 4 : index > 2 ? 2 : 1,
            legs: index > 3 ? 14 : 0,
          }),
        ]),
        // The inverter station on its slab, the cables that lead to it.
        block(view, [-17, 11.6, 0], [13.4, 4.6, 0.25], { width: weight.hatch }),
        shadowOf(view, [-16.4, 12.4, 0.25], [6.4, 2.6, 3]),
        block(view, [-16.4, 12.4, 0.25], [6.4, 2.6, 2.9], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              [0.04, 0.28, 0.52, 0.76].map((share, index) => [
                plane.rect(w * share, h * 0.08, w * 0.2, h * 0.82, { width: weight.hatch }),
                plane.line(w * (share + 0.17), h * 0.4, w * (share + 0.17), h * 0.52, {
                  width: weight.detail,
                }),
                index % 2 === 0
                  ? plane.hatch(w * (share + 0.03), h * 0.16, w * 0.14, h * 0.3, {
                      angle: 0,
                      spacing: 4,
                      tone: colour.dark,
                    })
                  : plane.rect(w * (share + 0.05), h * 0.58, w * 0.1, h * 0.16, {
                      fill: colour.dark,
                      width: 1,
                    }),
              ]),
              plane.polygon(pairs([w * 0.34, h * 0.62, w * 0.42, h * 0.62, w * 0.38, h * 0.74]), {
                fill: colour.copperLight,
                stroke: colour.copper,
              }),
            ],
        }),
        transformer(view, [-8.6, 12.6, 0.25], 0.66),
        view.trace(triples([-10, 13, 1.6, -9.2, 13, 2.4, -7.4, 13.2, 3.6]), live),
        [1.4, 8.2, 16.4].map((y) =>
          view.trace(triples([-0.3, y + 0.6, 0.9, -1.4, y + 0.4, 0.05, -5, 11.4, 0.05]), live),
        ),
        vehicle(view, [-14.6, 4.4], 'pickup'),
        person(view.spot(-3.1, 1.6), { pose: 'work' }),
        person(view.spot(-4.5, 1), { pose: 'tablet' }),
        person(view.spot(-8, 10.6), { pose: 'point', flip: true }),
        tuft(view.spot(-8.4, -1.2)),
        tuft(view.spot(-11, 1)),
        tuft(view.spot(-1, -2.4)),
        tuft(view.spot(0.6, -1.6)),
        tuft(view.spot(4.4, -1.8)),
      ],
      { strokes: 22, sun: [250, 120] },
    )
  }
  if (variant === 3) {
    return outdoors(
      'solar 3',
      { eye: [0, -160, 92], focal: 900, horizon: 110 },
      (view) => {
        const floor = floorPlane(view)
        const field = (x: number, y: number, w: number, d: number, step: number): Mark =>
          Array.from({ length: Math.floor(d / step) }, (_, row) =>
            floor.rect(x, y + row * step, w, step * 0.5, {
              fill: colour.dark,
              stroke: colour.none,
            }),
          )
        return [
          range('solar 3', 112, 60, { peaks: 8 }),
          // Service roads between the fields.
          floor.polygon(pairs([-11, -160, -1, -160, -1, 430, -11, 430]), { fill: colour.tint, stroke: colour.grey, width: weight.hatch }),
          [128, 4].map((y) => floor.polygon(pairs([-330, y, 330, y, 330, y + 12, -330, y + 12]), { fill: colour.tint, stroke: colour.grey, width: weight.hatch })),
          [
            [-330, 154, 308, 236, 12],
            [10, 154, 300, 236, 12],
            [-260, 28, 238, 92, 9],
            [64, 28, 210, 92, 9],
            [-190, -106, 170, 98, 8],
            [12, -106, 150, 98, 8],
          ].map(([x = 0, y = 0, w = 0, d = 0, step = 8]) => [
            field(x, y, w, d, step),
            Array.from({ length: Math.floor(w / 24) }, (_, index) =>
              floor.line(x + 24 * (index + 1), y, x + 24 * (index + 1), y + d, { width: 1.4, stroke: colour.paper }),
            ),
          ]),
          // The plant's substation in its yard, the line leaving over the road.
          floor.rect(8, 24, 46, 98, { width: weight.hatch, fill: colour.paper }),
          floor.trace(pairs([-6, 128, -6, 70, 14, 70]), live),
          wires(view, [pylonTips(190, 430, 42), pylonTips(96, 262, 42), pylonTips(28, 104, 42)], 5),
          pairs([190, 430, 96, 262, 28, 104]).map(([x = 0, y = 0]) => pylon(view, x, y, 42)),
          block(view, [14, 78, 0], [26, 8, 7]),
          transformer(view, [14, 44, 0], 1.9),
          transformer(view, [36, 44, 0], 1.9),
          fence(view, [8, 24], [54, 24], 3.4, 14),
          vehicle(view, [-8, -70], 'pickup', { axis: 'y' }),
        ]
      },
      { strokes: 0 },
    )
  }
  return outdoors(
    'solar 4',
    { eye: [-3, -16.4, 3.8], yaw: 12, focal: 960, horizon: 440, centre: 620 },
    (view) => [
      range('solar 4', 442, 80, { peaks: 6 }),
      // Trackers seen on edge: torque tube, posts, tilted tables.
      [44, 30, 18, 8, 0].map((y) => [
        Array.from({ length: 9 }, (_, index) =>
          view.line([-8 + index * 6, y, 0], [-8 + index * 6, y, 1.9], { width: weight.detail }),
        ),
        solarTable(view, [-10, y - 1.9, 1.1], {
          w: 54,
          slope: 4,
          tilt: 28,
          columns: y < 10 ? 26 : 13,
          rows: y < 20 ? 2 : 1,
        }),
      ]),
      block(view, [4.9, -3.6, 0], [1, 0.4, 1.5], {
        wall: (plane, w, h, side) =>
          side === 'south' && [
            plane.rect(w * 0.12, h * 0.1, w * 0.76, h * 0.8),
            plane.rect(w * 0.3, h * 0.56, w * 0.4, h * 0.2, {
              fill: colour.dark,
              stroke: colour.none,
            }),
          ],
      }),
      view.trace(triples([5.4, -3.4, 1.5, 5.4, -3.2, 1.9, 5.4, -1.9, 1.3]), live),
      person(view.spot(4.25, -3.9), { pose: 'work' }),
      person(view.spot(-1.6, -3.4), { pose: 'tablet' }),
    ],
    { strokes: 16, sun: [250, 250] },
  )
}

/** Solar modules on roofs and over a car park. */
export function drawRooftopSolar({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'roof 1',
      { eye: [-16, -30, 16], yaw: 24, focal: 940, horizon: 230, centre: 640 },
      (view) => [
        distantTown('roof 1', 231, 60),
        pieces(
          view,
          pairs([-30, 30, -4, 34, 24, 32, 50, 30, 40, 6]).map(
            ([x = 0, y = 0], index) =>
              [
                x,
                y,
                () =>
                  building(view, [x, y, 0], [15, 14, 7 + (index % 2) * 3], { storeys: 2, bay: 4 }),
              ] as const,
          ),
        ),
        building(view, [-2, -6, 0], [22, 18, 8], {
          storeys: 2,
          bay: 3.6,
          roof: (plane, w, d) => [plane.rect(0.4, 0.4, w - 0.8, d - 0.8)],
        }),
        block(view, [13, 4, 8], [6, 6, 3]),
        [7.4, 2.6, -2.2].map((y, index) =>
          solarTable(view, [-0.6, y - 1, 8.5], {
            w: index === 0 ? 12.6 : 19.6,
            slope: 2.6,
            tilt: 18,
            columns: index === 0 ? 11 : 17,
            rows: 1,
            legs: 6,
          }),
        ),
        person(view.spot(16.4, 0.6, 8), { pose: 'tablet', flip: true }),
        grove(view, [
          { at: [-8, -9], kind: 'palm', height: 7 },
          { at: [26, -10], kind: 'palm', height: 7.5 },
        ]),
        vehicle(view, [4, -12], 'van'),
      ],
      { strokes: 8 },
    )
  }
  if (variant === 2) {
    return outdoors(
      'roof 2',
      { eye: [0.4, -15.4, 12.4], focal: 1080, horizon: 300 },
      (view) => {
        const roof = floorPlane(view, 10)
        return [
          distantTown('roof 2', 331, 80),
          roof.rect(-26, -18, 52, 72, { width: weight.detail }),
          block(view, [-26, 54, 10], [52, 0.5, 1]),
          [48, 40, 32, 24, 16, 8, 0, -8].map((y) =>
            [-25.6, 4.2].map((x) =>
              solarTable(view, [x, y, 10.35], {
                w: 21.4,
                slope: 2.9,
                tilt: 12,
                columns: y > 20 ? 9 : 18,
                rows: 1,
              }),
            ),
          ),
          block(view, [-1.4, 42, 10], [2.8, 2.4, 2.2]),
          roof.rect(-0.3, -16, 0.6, 58, { fill: colour.shade, width: weight.hatch }),
          Array.from({ length: 24 }, (_, index) => roof.line(-0.3, -14 + index * 2.4, 0.3, -14 + index * 2.4, { width: 1 })),
          roof.line(0, -16, 0, 42, live),
          person(view.spot(-3.2, -6, 10), { pose: 'carry' }),
          polygon(
            [
              view.point([-2.7, -6, 10.85]),
              view.point([-0.9, -6, 10.75]),
              view.point([-0.9, -6, 12.1]),
              view.point([-2.7, -6, 12.2]),
            ],
            { fill: colour.dark, width: weight.detail },
          ),
          person(view.spot(-0.4, -6, 10), { pose: 'carry', flip: true }),
          [1, 2, 3, 4, 5].map((part) => view.line([-2.7 + part * 0.3, -6, 10.85 - part * 0.0167], [-2.7 + part * 0.3, -6, 12.2 - part * 0.0167], { width: 1, stroke: colour.grey })),
          [1, 2, 3, 4].map((part) => view.line([-2.7, -6, 10.85 + part * 0.27], [-0.9, -6, 10.75 + part * 0.27], { width: 1, stroke: colour.grey })),
          person(view.spot(3.4, -1, 10), { pose: 'work' }),
        ]
      },
      { bare: true },
    )
  }
  if (variant === 3) {
    // Car park shades.
    return outdoors(
      'roof 3',
      { eye: [-10, -19, 3], yaw: 26, focal: 1120, horizon: 520, centre: 400 },
      (view) => [
        building(view, [4, 26, 0], [60, 20, 9], { storeys: 1, kind: 'blank', door: 'south' }),
        [0].map((y) => [
          [2, 12, 22, 32].map((x) => [
            view.line([x, y + 3, 0], [x, y + 3, 3.4], { width: weight.outline }),
            view.line([x, y + 3, 2.6], [x, y, 3], { width: weight.detail }),
          ]),
          (y > 9 ? [] : [27, 20.4, 16.6, 10.2, 6.4, -0.2]).map((x, index) =>
            vehicle(view, [x + 0.6, y - 1.2], index % 2 ? 'suv' : 'saloon', { axis: 'y' }),
          ),
          solarTable(view, [-2, y - 2, 2.9], { w: 38, slope: 6.6, tilt: 9, columns: 20, rows: 3 }),
          view.trace(
            [
              [32, y + 2.8, 3.2],
              [32, y + 2.8, 1.4],
            ],
            live,
          ),
        ]),
        cabinetRow(view, [31.4, 2.4, 0], ['control'], { w: 1, h: 1.6, d: 0.5 }),
        person(view.spot(-5.4, -3.6), { dress: 'thobe', pose: 'walk' }),
        grove(view, [
          { at: [-5, 14], kind: 'palm', height: 8 },
          { at: [44, -4], kind: 'palm', height: 8 },
        ]),
      ],
    )
  }
  return outdoors(
    'roof 4',
    { eye: [26, -34, 26], yaw: -32, focal: 1000, horizon: 120, centre: 740 },
    (view) => [
      distantTown('roof 4', 121, 40),
      building(view, [-44, -8, 0], [54, 34, 9], {
        storeys: 1,
        kind: 'blank',
        door: 'south',
        roof: (plane, w, d) => [
          plane.rect(0.6, 0.6, w - 1.2, d - 1.2),
          [8, 26, 44].map((u) =>
            plane.rect(u, d - 5, 4, 3, { fill: colour.shade, width: weight.hatch }),
          ),
        ],
      }),
      [15, 10, 5, 0, -5].map((y) =>
        [-42, -14].map((x) =>
          solarTable(view, [x, y - 1.6, 9.5], {
            w: 22,
            slope: 3.4,
            tilt: 12,
            columns: 8,
            rows: 1,
          }),
        ),
      ),
      roadAcross(view, [-24, -17], [-140, 120]),
      vehicle(view, [-20, -15], 'van'),
      view.trace(
        [
          [-18, -8, 9.1],
          [-18, -8.05, 1.6],
        ],
        live,
      ),
      cabinetRow(view, [-20, -9.2, 0], ['control', 'incomer', 'control'], { w: 1.2, h: 2, d: 0.8 }),
      grove(
        view,
        pairs([-52, -14, -8, -13, 4, -13, 20, 4, 24, 16]).map(([x = 0, y = 0], index) => ({
          at: [x, y] as const,
          kind: index > 2 ? ('tree' as const) : ('palm' as const),
          height: 7,
        })),
      ),
      person(view.spot(-23, -11), { pose: 'work' }),
    ],
    { strokes: 8 },
  )
}

/** A charging post standing at a point, its gun cable falling to one side. */
export function chargePost(view: View, x: number, y: number, fast: boolean, to?: Vec): Mark {
  const h = fast ? 2.1 : 1.4
  const w = fast ? 0.8 : 0.36
  const near = view.spot(x, y).scale > 45
  return [
    !view.night && contactShadow(view, [x, y, 0], [w, fast ? 0.7 : 0.3, h]),
    block(view, [x - 0.06, y - 0.06, 0], [w + 0.12, fast ? 0.82 : 0.42, 0.14], {
      fill: colour.dark,
      width: weight.hatch,
    }),
    block(view, [x, y, 0.14], [w, fast ? 0.7 : 0.3, h - 0.14], {
      spacing: 5,
      wall: (plane, wide, high, side) => [
        (side === 'south' || side === 'west' || (side === 'east' && !near)) && [
          plane.rect(wide * 0.16, high * 0.64, wide * 0.68, high * 0.2, {
            fill: colour.ink,
            width: weight.hatch,
          }),
          plane.rect(wide * 0.16, high * 0.56, wide * 0.68, high * 0.035, {
            fill: colour.copper,
            stroke: colour.none,
          }),
          near && [
            plane.trace(
              [
                [wide * 0.54, high * 0.82],
                [wide * 0.42, high * 0.74],
                [wide * 0.56, high * 0.74],
                [wide * 0.46, high * 0.66],
              ],
              { stroke: colour.copperLight, width: weight.hatch },
            ),
            plane.rect(0, high * 0.93, wide, high * 0.07, { fill: colour.shade, width: 1 }),
            plane.rect(wide * 0.24, high * 0.4, wide * 0.2, high * 0.1, { width: 1 }),
            plane.rect(wide * 0.56, high * 0.4, wide * 0.2, high * 0.1, {
              fill: colour.dark,
              width: 1,
            }),
          ],
          fast && [
            plane.rect(wide * 0.16, high * 0.06, wide * 0.68, high * 0.24, {
              fill: colour.none,
              width: weight.hatch,
            }),
            near &&
              plane.hatch(wide * 0.16, high * 0.06, wide * 0.68, high * 0.24, {
                angle: 0,
                spacing: 3.6,
                tone: colour.dark,
              }),
          ],
        ],
      ],
    }),
    to && [
      view.trace(hang([x + w * 0.5, y, h * 0.55], to, 0.42), {
        width: near ? 6 : weight.outline,
      }),
      view.trace(hang([x + w * 0.5, y, h * 0.55], to, 0.42), {
        stroke: colour.copper,
        width: near ? weight.detail : 1.6,
      }),
    ],
  ]
}

/** Charging for electric cars, in public and at home. */
export function drawChargingStation({ variant }: SceneParameters): string {
  if (variant === 3) {
    // The car park below a tower: a wall box at every bay, fed from one board.
    const bays = [-7.4, -3.6, 0.2, 4]
    return indoors(
      {
        view: { eye: [-2.6, -8.4, 1.75], focal: 930, horizon: 410, centre: 560 },
        size: [-8.4, 10.4, 5.6, 3.2],
        tile: 2.4,
        lamps: [0.24, 0.66],
        ceiling: (plane, w, length) => [
          [0.2, 0.5, 0.8].map((share) =>
            plane.rect(0, length * share, w, 0.4, { fill: colour.shade, width: weight.hatch }),
          ),
        ],
        back: (plane, w, h) => [
          plane.rect(0, 0, w, 1, { fill: colour.tint, width: weight.hatch }),
          [0.18, 0.3].map((drop) => plane.line(0, h - 0.5 - drop, w, h - 0.5 - drop)),
          plane.line(0, h - 0.74, w, h - 0.74, { ...live, width: 4 }),
          plane.rect(w - 2.4, 0.05, 1.2, 2.2, { fill: colour.shade, width: weight.detail }),
          plane.rect(w - 2.1, 2.4, 0.6, 0.26, { fill: colour.copper, width: weight.hatch }),
        ],
        floor: (plane) => [
          bays.map((x) =>
            plane.rect(x + 8.3, 8.6, 0.1, 5.2, { fill: colour.grey, stroke: colour.none }),
          ),
          plane.rect(0, 3.2, 20, 0.16, { fill: colour.shade, stroke: colour.none }),
        ],
      },
      (view) => {
        const wall = createPlane(view, [0, 5.56, 0], [1, 0, 0], [0, 0, 1])
        const box = (x: number): Mark => [
          wall.line(x + 0.24, 1.8, x + 0.24, 2.46, live),
          wall.rect(x, 1.06, 0.48, 0.76, { width: weight.detail }),
          wall.rect(x + 0.07, 1.46, 0.34, 0.24, { fill: colour.ink, stroke: colour.none }),
          wall.rect(x + 0.07, 1.34, 0.34, 0.05, { fill: colour.copper, stroke: colour.none }),
          wall.disc(x + 0.24, 1.2, 0.08, { fill: colour.dark, width: 1 }),
        ]
        const cord = (from: Vec, to: Vec): Mark => [
          view.trace(hang(from, to, 0.4), { width: 6 }),
          view.trace(hang(from, to, 0.4), { stroke: colour.copper, width: weight.detail }),
        ]
        return [
          bays.map((x) => box(x + 1.8)),
          cabinetRow(view, [8.7, 4.9, 0], ['feeder'], { w: 1.1, d: 0.6, h: 2 }),
          pieces(view, [
            [-6, 2, () => vehicle(view, [-6.6, 0.1], 'saloon', { axis: 'y', reverse: true })],
            [1.2, 2, () => vehicle(view, [1, 0], 'suv', { axis: 'y', reverse: true })],
            [5, 2, () => vehicle(view, [4.9, 0.3], 'saloon', { axis: 'y', reverse: true })],
            ...[-4, 3.7].map(
              (x) =>
                [
                  x,
                  1,
                  () => [
                    block(view, [x, 0.6, 0], [0.5, 0.5, 3.2], { width: weight.detail, spacing: 5 }),
                    [0.15, 0.45, 0.75].map((z) =>
                      view.face(
                        triples([
                          x,
                          0.59,
                          z,
                          x + 0.5,
                          0.59,
                          z,
                          x + 0.5,
                          0.59,
                          z + 0.15,
                          x,
                          0.59,
                          z + 0.15,
                        ]),
                        { fill: colour.copper, width: 1 },
                      ),
                    ),
                  ],
                ] as const,
            ),
            [-1.7, 4, () => cord([-1.56, 5.5, 1.2], [1.1, 4.2, 0.85])],
            [-1.4, 3, () => person(view.spot(-1.3, 3.2), { dress: 'thobe', pose: 'shake' })],
            [-2.6, -1, () => person(view.spot(-2.4, -1.6), { pose: 'tablet' })],
            [-1.4, -1, () => person(view.spot(-1.2, -1.8), { dress: 'thobe', flip: true })],
          ]),
        ]
      },
    )
  }
  if (variant === 2) {
    return outdoors(
      'charging 2',
      { eye: [13, -24, 1.8], yaw: -20, focal: 1250, horizon: 580, centre: 760, night: true },
      (view) => [
        distantTown('charging 2', 561, 90, { night: true }),
        pieces(
          view,
          [0, 1, 2, 3].flatMap((index) => {
            const x = index * 5 - 6
            return [
              [x, 4, () => chargePost(view, x, 4, true, [x - 0.2, 1.4, 0.9])] as const,
              [
                x - 1.4,
                -2,
                () =>
                  index !== 2 &&
                  vehicle(view, [x - 2.4, -3], index % 2 ? 'saloon' : 'suv', {
                    axis: 'y',
                    reverse: true,
                  }),
              ] as const,
              [
                x,
                5,
                () => view.line([x + 0.4, 5, 0], [x + 0.4, 5, 5], { width: weight.outline }),
              ] as const,
            ]
          }),
        ),
        block(view, [-9, -3, 5], [22, 9, 0.6], { soffit: true }),
        view.face(triples([-9, -3, 5.05, 13, -3, 5.05, 13, -3, 5.3, -9, -3, 5.3]), {
          fill: colour.copper,
          stroke: colour.none,
        }),
        [-6, -1, 4, 9].map((x) =>
          view.shade(
            [
              [x - 2, -3, 0.02],
              [x + 3, -3, 0.02],
              [x + 3, 3, 0.02],
              [x - 2, 3, 0.02],
            ],
            { angle: 0, spacing: 4, tone: colour.copperLight },
          ),
        ),
        person(view.spot(3.2, -4), { dress: 'thobe', pose: 'shake' }),
        person(view.spot(-9, -6), { dress: 'shirt', pose: 'tablet' }),
        grove(view, [
          { at: [-15, 0], kind: 'palm', height: 7 },
          { at: [19, 6], kind: 'palm', height: 8 },
        ]),
      ],
    )
  }
  const far = variant === 4
  return outdoors(
    `charging ${variant}`,
    far
      ? { eye: [-21, -30, 12.5], yaw: 33, focal: 1560, horizon: 128, centre: 600 }
      : { eye: [-3.6, -12, 2], yaw: 17, focal: 1000, horizon: 470, centre: 470 },
    (view) => [
      far ? distantTown('charging 4', 129, 60) : range('charging', 542, 90, { peaks: 6 }),
      far &&
        grove(view, [
          { at: [-8, 16], kind: 'tree', height: 5 },
          { at: [12, 24], kind: 'tree', height: 5 },
          { at: [26, 26], kind: 'tree', height: 5 },
          { at: [52, 34], kind: 'palm', height: 8 },
        ]),
      far && [solarTable(view, [-4, 0, 4.4], { w: 34, slope: 7, tilt: 7, columns: 1, rows: 1 })],
      building(view, far ? [34, 6, 0] : [22, 10, 0], [14, 10, far ? 5 : 6], {
        storeys: 1,
        kind: 'curtain',
        door: 'south',
      }),
      pieces(
        view,
        (far ? [0, 1, 2, 3, 4, 5] : [0, 1, 2, 3]).flatMap((index) => {
          const x = index * (far ? 5 : 4.2)
          return [
            [
              x + 1,
              5.4,
              () => [
                chargePost(
                  view,
                  x + 1.9,
                  5,
                  far || index < 2,
                  index % 3 === 2 ? undefined : [x + 1, 3.4, 0.9],
                ),
              ],
            ] as const,
            [
              x,
              0,
              () =>
                index % 3 !== 2 &&
                vehicle(view, [x, 0], index % 2 ? 'suv' : 'saloon', { axis: 'y', reverse: true }),
            ] as const,
          ]
        }),
      ),
      far
        ? [
            [0, 10, 20, 28].map((x) =>
              view.line([x, 6.4, 0], [x, 6.4, 4.8], { width: weight.outline }),
            ),
            solarTable(view, [-4, 0, 4.4], { w: 34, slope: 7, tilt: 7, columns: 18, rows: 3 }),
          ]
        : [
            cabinetRow(view, [16.4, 7, 0], ['incomer', 'control'], { w: 1.2, h: 2.1, d: 1 }),
            lampPost(view, [-1.2, 7], { height: 6, arms: [1] }),
            roadAcross(view, [34, 42], [-90, 160]),
            vehicle(view, [6, 36], 'suv', { reverse: true }),
            grove(view, [
              { at: [-3.4, 8], kind: 'palm', height: 7 },
              { at: [-2.4, 20], kind: 'palm', height: 7 },
            ]),
            person(view.spot(2.9, -1.8), { dress: 'thobe', pose: 'walk', flip: true }),
            person(view.spot(5.2, -2.4), { dress: 'engineer', pose: 'tablet' }),
          ],
      far && [
        transformer(view, [28, -10, 0], 0.8),
        fence(view, [26, -14], [38, -14], 1.8, 6),
        vehicle(view, [2, -12], 'suv'),
        vehicle(view, [13, -7.4], 'saloon'),
        person(view.spot(-3, -4), { dress: 'thobe' }),
        person(view.spot(10.4, -3.4), { dress: 'abaya' }),
        person(view.spot(11.4, -3.6), { dress: 'shirt', pose: 'walk' }),
        roadAcross(view, [-24, -16], [-60, 120]),
        grove(view, [
          { at: [-9, -3], kind: 'palm', height: 6 },
          { at: [49, 10], kind: 'palm', height: 7 },
        ]),
      ],
    ],
    { strokes: 10 },
  )
}

/** A storage container with doors along its long side and cooling units at its end. */
function batteryContainer(view: View, x: number, y: number, width: number = weight.detail): Mark {
  const face = (plane: Plane, w: number, h: number, count: number): Mark => [
    Array.from({ length: count }, (_, index) => {
      const u = 0.3 + ((w - 0.6) * index) / count
      const step = (w - 0.6) / count
      return [
        plane.rect(u, 0.2, step, h - 0.5, { fill: colour.none, width: weight.hatch }),
        view.spot(x, y).scale > 16 &&
          plane.line(u + step * 0.84, h * 0.4, u + step * 0.84, h * 0.56, { width: weight.detail }),
        view.spot(x, y).scale > 24 &&
          [0.72, 0.76, 0.8].map((share) =>
            plane.line(u + step * 0.2, h * share, u + step * 0.7, h * share, { width: 1 }),
          ),
      ]
    }),
  ]
  return [
    block(view, [x - 0.2, y - 0.2, 0], [12.6, 2.9, 0.35], { width: weight.hatch }),
    block(view, [x, y, 0.35], [12.2, 2.5, 2.9], {
      width,
      wall: (plane, w, h, side) =>
        side === 'south' || side === 'north'
          ? [
              face(plane, w, h, view.spot(x, y).scale > 16 ? 6 : 4),
              plane.rect(w - 0.24, 0.1, 0.12, h - 0.2, {
                fill: colour.copper,
                stroke: colour.none,
              }),
            ]
          : [0.1, 0.55].map((share) => [
              plane.rect(w * share, h * 0.3, w * 0.36, h * 0.5, {
                fill: view.night ? colour.dark : colour.tint,
                width: weight.hatch,
              }),
              plane.disc(w * (share + 0.18), h * 0.55, w * 0.14, {
                fill: colour.none,
                width: weight.hatch,
              }),
            ]),
    }),
  ]
}

/** Battery storage: containers in a yard, and the inside of one. */
export function drawBatteryYard({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'battery 1',
      { eye: [-10, -22, 4], yaw: 26, focal: 1250, horizon: 440, centre: 640 },
      (view) => [
        range('battery', 462, 90, { peaks: 7 }),
        [30, 23, 16, 9, 2].map((y) => [
          batteryContainer(view, 16, y),
          batteryContainer(view, 0, y, y === 2 ? weight.outline : weight.detail),
        ]),
        transformer(view, [3, -8, 0], 0.7),
        cabinetRow(view, [-1.4, -8, 0], ['incomer', 'control', 'control'], {
          w: 1.1,
          h: 2.1,
          d: 1,
        }),
        view.trace(triples([7, -6.4, 0.1, 12, -6.4, 0.1, 12, 2, 0.1]), live),
        person(view.spot(-3, -10), { pose: 'work' }),
        person(view.spot(-4.4, -9), { pose: 'tablet' }),
      ],
    )
  }
  if (variant === 2) {
    return outdoors(
      'battery 2',
      { eye: [0, -30, 2], focal: 860, horizon: 560, night: true },
      (view) => [
        [
          [40, 150],
          [30, 70],
        ].map(([x = 0, y = 0]) => pylon(view, x, y, 44, colour.grey)),
        wires(view, [pylonTips(40, 150, 44), pylonTips(30, 70, 44)], 4),
        [40, 30, 20, 10, 0, -10].map((y) => [-15.4, 3.2].map((x) => batteryContainer(view, x, y))),
        floorPlane(view).rect(-2.8, -30, 5.6, 100, {
          fill: colour.ink,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        [-14, 6, 26].map((y) => lampPost(view, [-2.9, y], { height: 6, arms: [1], reach: 1 })),
        person(view.spot(0.8, -16), { pose: 'tablet', flip: true }),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'battery 3',
      { eye: [40, -70, 40], yaw: -28, focal: 980, horizon: 120, centre: 740 },
      (view) => [
        range('battery 3', 122, 50, { peaks: 8 }),
        [40, 30, 20].map((y) =>
          solarTable(view, [-60, y, 0.8], { w: 50, slope: 5, tilt: 22, columns: 10, rows: 1 }),
        ),
        [26, 13, 0].map((y) =>
          [-44, -28, -12, 4].map((x) => batteryContainer(view, x, y - 14, weight.hatch)),
        ),
        transformer(view, [24, 4, 0], 1.3),
        transformer(view, [24, -12, 0], 1.3),
        building(view, [24, 22, 0], [18, 8, 5], { storeys: 1, kind: 'windows' }),
        fence(view, [-50, -24], [46, -24], 2, 24),
        view.trace(
          [
            [18, -12, 0.1],
            [24, -8, 0.1],
          ],
          live,
        ),
        view.trace(
          [
            [18, 6, 0.1],
            [24, 8, 0.1],
          ],
          live,
        ),
        vehicle(view, [4, -21], 'pickup'),
      ],
      { strokes: 6 },
    )
  }
  // The battery room of a data hall: open racks of blocks, the UPS cabinets at the far end.
  const [reach, back] = [1.15, 12]
  return indoors(
    {
      view: { eye: [-0.2, -1.6, 1.7], focal: 760, horizon: 400, centre: 700 },
      size: [-2.3, 2.3, back, 3.2],
      tile: 0.6,
      lamps: [0.5],
      back: (plane, w, h) => [
        plane.line(0, h - 0.5, w, h - 0.5, live),
        plane.rect(w / 2 - 0.16, 2.5, 0.32, 0.18, { fill: colour.copper, width: 1 }),
      ],
    },
    (view) => [
      cabinetRow(view, [-1.05, back - 0.8, 0], ['control', 'incomer', 'control'], {
        w: 0.7,
        d: 0.7,
        h: 2,
      }),
      [-1, 1].map((side) => {
        const plane =
          side < 0
            ? createPlane(view, [-reach, -1.2, 0], [0, 1, 0], [0, 0, 1])
            : createPlane(view, [reach, back - 1, 0], [0, -1, 0], [0, 0, 1])
        const [bays, tiers, length] = [9, 4, back - 0.2]
        const wide = length / bays
        const block5 = (u: number, v: number): Mark => [
          plane.rect(u, v, wide * 0.17, 0.36, { fill: colour.dark, width: weight.hatch }),
          plane.rect(u + wide * 0.015, v + 0.3, wide * 0.14, 0.05, {
            fill: colour.grey,
            stroke: colour.none,
          }),
          plane.rect(u + wide * 0.03, v + 0.36, wide * 0.03, 0.05, {
            fill: colour.copper,
            width: 1,
          }),
          plane.rect(u + wide * 0.11, v + 0.36, wide * 0.03, 0.05, { fill: colour.ink, width: 1 }),
          plane.line(u + wide * 0.03, v + 0.14, u + wide * 0.14, v + 0.14, {
            width: weight.hatch,
            stroke: colour.grey,
          }),
        ]
        return [
          plane.rect(0, 0, length, 2.36, { fill: colour.tint, width: weight.hatch }),
          plane.hatch(0, 0, length, 2.36, { angle: 90, spacing: 8, tone: colour.shade }),
          Array.from({ length: tiers }, (_, tier) => {
            const v = 0.2 + tier * 0.55
            return [
              Array.from({ length: bays }, (_, bay) =>
                [0.06, 0.245, 0.43, 0.615, 0.8].map((share) => block5((bay + share) * wide, v)),
              ),
              // Links from pole to pole, the shelf below.
              plane.line(0.1, v + 0.41, length - 0.1, v + 0.41, {
                stroke: colour.copper,
                width: weight.hatch,
              }),
              plane.rect(0, v - 0.07, length, 0.07, { width: weight.hatch }),
            ]
          }),
          Array.from({ length: bays + 1 }, (_, bay) =>
            plane.rect(bay * wide - 0.04, 0, 0.08, 2.4, { width: weight.hatch }),
          ),
          plane.rect(0, 2.36, length, 0.08, { width: weight.hatch }),
          plane.line(0, 2.62, length, 2.62, live),
          [0.2, 0.5, 0.8].map((share) =>
            plane.line(length * share, 2.44, length * share, 3.1, { width: weight.hatch }),
          ),
        ]
      }),
      person(view.spot(-0.25, 4.6), { pose: 'work' }),
      person(view.spot(0.35, 7.6), { pose: 'tablet', flip: true }),
    ],
  )
}

/** A leaf blade from its stem to its tip, with veins; points are in unit lengths along the leaf. */
function leafShape(
  x: number,
  y: number,
  length: number,
  angle: number,
  style: { copper?: boolean; fill?: string; veins?: number; stem?: number } = {},
): Mark {
  const turn = (angle * Math.PI) / 180
  const at = (along: number, across: number): Point => [
    x + length * (along * Math.cos(turn) - across * Math.sin(turn)),
    y + length * (along * Math.sin(turn) + across * Math.cos(turn)),
  ]
  const rim = (side: number): Point[] =>
    pairs([0, 0, 0.12, 0.15, 0.34, 0.25, 0.58, 0.22, 0.82, 0.11, 1, 0]).map(([a = 0, b = 0]) =>
      at(a, b * side),
    )
  const upper = rim(-1)
  const lower = rim(1)
  const veins = style.veins ?? 7
  const stroke = style.copper ? colour.copper : colour.ink
  return [
    path(`${curveData(upper)}${curveData([...lower].reverse()).replace('M', 'L')}Z`, {
      width: weight.outline,
      fill: style.fill ?? colour.paper,
    }),
    hatch(
      [...[0, 0.34, 0.58, 0.82, 1].map((a) => at(a, 0.004)), ...[...lower].reverse().slice(1, -1)],
      { angle: 0, spacing: 8, tone: colour.shade },
    ),
    curve([at(-(style.stem ?? 0.16), 0.02), at(0, 0), at(0.5, 0), at(0.97, 0)], {
      width: weight.outline,
      stroke,
    }),
    Array.from({ length: veins }, (_, index) => {
      const along = 0.1 + (0.72 * index) / veins
      const reach = 0.2 * Math.sin(Math.PI * Math.min(0.94, along + 0.14)) ** 0.8
      return [-1, 1].map((side) => {
        const [bend, tip] = [
          at(along + 0.08, side * reach * 0.6),
          at(along + (style.copper ? 0.08 : 0.2), side * reach * (style.copper ? 0.86 : 0.95)),
        ]
        return style.copper
          ? [
              line(...at(along, 0), ...bend, { width: weight.detail, stroke }),
              line(...bend, ...at(along + 0.15, side * reach * 0.6), {
                width: weight.detail,
                stroke,
              }),
              circle(...at(along + 0.15, side * reach * 0.6), 7, { width: weight.detail, stroke }),
            ]
          : curve([at(along, 0), bend, tip], { width: weight.hatch })
      })
    }),
  ]
}

/** Sustainability: leaves that carry current. */
export function drawLeaf({ variant }: SceneParameters): string {
  const soil = (y: number): Mark => [
    line(120, y, 1320, y, { width: weight.outline }),
    hatch(
      [
        [200, y],
        [1240, y],
        [1120, y + 70],
        [320, y + 70],
      ],
      { angle: 0, spacing: 9 },
    ),
  ]
  if (variant === 1) {
    return sheet(frame.width, frame.height, [
      circle(720, 405, 320, { width: weight.hatch, stroke: colour.shade }),
      circle(720, 405, 250, { width: weight.hatch, stroke: colour.shade }),
      leafShape(330, 590, 830, -26, { copper: true, veins: 7 }),
      curve(pairs([218, 663, 150, 700, 60, 690, -20, 690]), {
        width: weight.outline,
        stroke: colour.copper,
      }),
    ])
  }
  if (variant === 2) {
    return sheet(
      frame.width,
      frame.height,
      daySky('leaf 2', 600, [1160, 170]),
      soil(660),
      // A shoot that ends in a plug in the ground, with modules as its field.
      curve(pairs([720, 660, 716, 520, 730, 380, 712, 240]), { width: 7 }),
      leafShape(726, 430, 330, -24, { veins: 6 }),
      leafShape(718, 520, 330, -158, { veins: 6 }),
      leafShape(714, 300, 250, -56, { copper: true, veins: 5 }),
      leafShape(716, 330, 240, -128, { veins: 5 }),
      curve(pairs([720, 660, 740, 716, 860, 742, 1100, 738]), {
        width: weight.outline,
        stroke: colour.copper,
      }),
      rect(1100, 712, 74, 52, { radius: 10, width: weight.detail }),
      [726, 750].map((y) =>
        rect(1174, y - 5, 34, 10, { fill: colour.copper, width: weight.hatch }),
      ),
      [0, 1, 2].map((index) =>
        ((): Mark => {
          const s = createStencil({ x: 210 + index * 116, y: 660, scale: 50 })
          return [
            s.line(1, 0, 1, 1),
            s.polygon(pairs([-0.2, 0.6, 1.6, 0.6, 2.2, 1.8, 0.4, 1.8]), {
              fill: colour.dark,
              width: weight.detail,
            }),
            [0.3, 0.6].map((share) =>
              s.line(-0.2 + 0.6 * share, 0.6 + 1.2 * share, 1.6 + 0.6 * share, 0.6 + 1.2 * share, {
                stroke: colour.paper,
                width: 1,
              }),
            ),
            [0.6, 1.2].map((dx) =>
              s.line(-0.2 + dx, 0.6, 0.4 + dx, 1.8, { stroke: colour.paper, width: 1 }),
            ),
          ]
        })(),
      ),
    )
  }
  if (variant === 3) {
    // A lamp whose filament is a seedling.
    return sheet(
      frame.width,
      frame.height,
      [230, 300, 370].map((r) =>
        arc(720, 360, r, 200 - (r - 230) * 0.1, 340 + (r - 230) * 0.1, {
          width: weight.hatch,
          stroke: colour.grey,
          dash: '2 14',
        }),
      ),
      path(
        'M600 560C600 500 510 450 510 330C510 200 604 110 720 110C836 110 930 200 930 330C930 450 840 500 840 560Z',
        { width: weight.outline },
      ),
      hatch(
        pairs([
          850, 190, 905, 260, 916, 340, 890, 420, 832, 520, 820, 520, 856, 430, 870, 330, 860, 250,
        ]),
        { angle: 90, spacing: 7 },
      ),
      path('M560 260C575 210 610 175 650 160', { width: weight.detail, stroke: colour.grey }),
      rect(606, 560, 228, 34, { width: weight.detail, radius: 8 }),
      [0, 1, 2, 3].map((index) =>
        path(
          `M616 ${600 + index * 24}L824 ${594 + index * 24}L824 ${612 + index * 24}L616 ${618 + index * 24}Z`,
          { width: weight.detail },
        ),
      ),
      path('M650 694H790L752 730H688Z', { width: weight.detail, fill: colour.dark }),
      curve(pairs([720, 560, 716, 480, 724, 400, 720, 320]), {
        width: weight.outline,
        stroke: colour.copper,
      }),
      leafShape(722, 420, 170, -36, { veins: 4 }),
      leafShape(718, 460, 170, -144, { veins: 4 }),
      leafShape(720, 330, 130, -84, { copper: true, veins: 3 }),
      curve(pairs([720, 730, 720, 770, 820, 790, 1100, 780, 1460, 786]), {
        stroke: colour.copper,
        width: weight.outline,
      }),
    )
  }
  // A tree over a town that runs on sun and wind.
  return sheet(
    frame.width,
    frame.height,
    daySky('leaf 4', 560, [220, 150]),
    range('leaf 4', 600, 120, { peaks: 4 }),
    [1040, 1180, 1330].map((x, index) => {
      const s = createStencil({ x, y: 612 + index * 14, scale: 3.4 + index * 0.5 })
      return [
        s.polygon(pairs([-1.3, 0, -0.6, 68, 0.6, 68, 1.3, 0]), { width: weight.detail }),
        [90, 210, 330].map((angle) => {
          const turn = ((angle + index * 37) * Math.PI) / 180
          const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
          return s.polygon(
            [
              [-dy, 68 + dx],
              [dx * 12 - dy * 2.4, 68 + dy * 12 + dx * 2.4],
              [dx * 40, 68 + dy * 40],
              [dy, 68 - dx],
            ],
            { width: weight.hatch },
          )
        }),
        s.circle(0, 68, 1.8, { fill: colour.ink, stroke: colour.none }),
      ]
    }),
    line(-10, 640, 1450, 640, { width: weight.detail }),
    leafShape(560, 650, 560, -76, { copper: true, veins: 7, stem: 0.01 }),
    leafShape(610, 660, 430, -38, { veins: 7, stem: 0.01 }),
    leafShape(540, 660, 400, -118, { veins: 7, stem: 0.01 }),
    ellipse(590, 664, 190, 26, { fill: colour.tint, width: weight.detail }),
    curve(pairs([590, 664, 640, 730, 900, 752, 1460, 742]), {
      stroke: colour.copper,
      width: weight.outline,
    }),
  )
}

/** An arc with an arrow head, clockwise between two angles. */
function bentArrow(
  cx: number,
  cy: number,
  r: number,
  from: number,
  to: number,
  band: number,
): Mark {
  const angle = (to * Math.PI) / 180
  const at = (along: number, across: number): Point => [
    cx + (r + across) * Math.cos(angle) - Math.sin(angle) * along,
    cy + (r + across) * Math.sin(angle) + Math.cos(angle) * along,
  ]
  return [
    arc(cx, cy, r, from, to, { width: band + 6, stroke: colour.ink }),
    arc(cx, cy, r, from, to, { width: band, stroke: colour.paper }),
    polygon([at(-2, -band * 1.4), at(band * 2.1, 0), at(-2, band * 1.4)], {
      width: weight.outline,
    }),
  ]
}

/** Recycling of copper, equipment and modules. */
export function drawRecycling({ variant }: SceneParameters): string {
  if (variant === 1) {
    return sheet(frame.width, frame.height, [
      daySky('recycling 1', 700),
      line(60, 720, 1380, 720, { width: weight.outline }),
      [0, 120, 240].map((turn) => bentArrow(720, 400, 270, turn - 76, turn + 18, 34)),
      // What goes round: cable, motor, lamp.
      [88, 70, 52].map((r) =>
        ellipse(720, 400, r, r, { width: weight.detail, stroke: colour.copper }),
      ),
      circle(720, 400, 100, { fill: colour.none, width: weight.outline }),
      circle(720, 400, 34, { width: weight.outline }),
      circle(720, 400, 8, { fill: colour.ink }),
      person({ x: 230, y: 720, scale: 150 }, { pose: 'carry' }),
      rect(290, 566, 84, 10, { fill: colour.copper, width: weight.hatch }),
      rect(1120, 600, 190, 120, { width: weight.detail }),
      hatch(pairs([1310, 600, 1340, 580, 1340, 700, 1310, 720]), { angle: 90, spacing: 6 }),
      polygon(pairs([1120, 600, 1150, 580, 1340, 580, 1310, 600]), { width: weight.detail }),
      polygon(pairs([1310, 600, 1340, 580, 1340, 700, 1310, 720]), {
        fill: colour.none,
        width: weight.detail,
      }),
      [1150, 1180, 1214, 1250].map((x, index) =>
        curve(
          [
            [x, 590],
            [x + 10, 560 - index * 6],
            [x + 40, 556],
            [x + 46, 588],
          ],
          { stroke: colour.copper, width: weight.outline },
        ),
      ),
    ])
  }
  if (variant === 2) {
    return indoors(
      {
        view: { eye: [-3, -1, 2.6], focal: 800, horizon: 330, centre: 640 },
        size: [-9, 9, 26, 7.4],
        tile: 2,
        lamps: [0.3, 0.7],
        back: (plane, w) => [
          plane.rect(w / 2 - 3, 0, 6, 5, { fill: colour.tint, width: weight.detail }),
          [1, 2, 3, 4].map((v) => plane.line(w / 2 - 3, v, w / 2 + 3, v)),
        ],
      },
      (view) => [
        // A sorting belt with people along it and bins below.
        drum(view, [7.4, 14.6, 0], 0.9, 0.9, 'y'),
        drum(view, [7.2, 11.4, 0], 0.9, 0.9, 'y'),
        [5, 9, 13, 17, 21].map((y) =>
          view.line([2.1, y, 0], [2.1, y, 0.9], { width: weight.detail }),
        ),
        [18, 14, 10].map((y) => person(view.spot(2.75, y), { pose: 'work', flip: true })),
        block(view, [0.6, 4, 0.9], [1.6, 20, 0.2], { fill: colour.dark, soffit: true }),
        [5, 9, 13, 17, 21].map((y) =>
          view.line([0.7, y, 0], [0.7, y, 0.9], { width: weight.detail }),
        ),
        [5, 6.4, 8, 9.4, 11, 13, 15].map((y, index) => {
          const spot = view.spot(1.4, y, 1.1)
          return index % 2
            ? circle(spot.x, spot.y - 0.12 * spot.scale, 0.16 * spot.scale, {
                fill: colour.none,
                stroke: colour.copper,
                width: weight.outline,
              })
            : rect(
                spot.x - 0.2 * spot.scale,
                spot.y - 0.2 * spot.scale,
                0.4 * spot.scale,
                0.2 * spot.scale,
                { width: weight.detail },
              )
        }),
        [17, 12, 7].map((y, index) => [
          block(view, [-6, y, 0], [2.4, 2, 1.2], {}),
          ((): Mark => {
            const spot = view.spot(-4.8, y + 0.2, 1.2)
            return [-0.7, -0.2, 0.3, 0.7].map((dx) =>
              arc(spot.x + dx * spot.scale, spot.y, 0.3 * spot.scale, 180, 360, {
                stroke: index === 1 ? colour.ink : colour.copper,
                width: weight.outline,
              }),
            )
          })(),
        ]),
        person(view.spot(-2.8, 8.4), { pose: 'carry', flip: true }),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'recycling 3',
      { eye: [-8, -24, 3.4], yaw: 20, focal: 1180, horizon: 400, centre: 640 },
      (view) => [
        distantTown('recycling 3', 441, 60),
        building(view, [4, 16, 0], [34, 14, 10], {
          storeys: 2,
          kind: 'blank',
          wall: (plane, _w, h, side) =>
            side === 'south' &&
            [4, 14, 24].map((u) => [
              plane.rect(u, 0, 6, h * 0.6, { fill: colour.tint }),
              [1, 2, 3, 4].map((v) => plane.line(u, v * 1.2, u + 6, v * 1.2)),
            ]),
        }),
        [0, 1, 2].map((index) =>
          extrude(
            view,
            [index * 7.4 - 5, 1, 0],
            pairs([0.5, 0, 5.2, 0, 6, 2.2, 0, 2.2]),
            2.6,
            'x',
            {
              end: (plane) =>
                [1.4, 2.6, 3.8, 5].map((u) => plane.line(u, 0.1, u + (u - 3) * 0.1, 2.1)),
            },
          ),
        ),
        [0, 1, 2].map((index) => {
          const spot = view.spot(index * 7.4 - 2, 1.6, 2.2)
          const m = spot.scale
          if (index === 0)
            return [-1.8, -0.9, 0, 0.9, 1.8].map((dx) =>
              arc(spot.x + dx * m, spot.y, 0.7 * m, 180, 360, {
                stroke: colour.copper,
                width: weight.outline,
              }),
            )
          if (index === 1)
            return [-1.6, 0, 1.5].map((dx) =>
              polygon(
                [
                  [spot.x + (dx - 0.8) * m, spot.y],
                  [spot.x + (dx - 0.6) * m, spot.y - 0.9 * m],
                  [spot.x + (dx + 0.7) * m, spot.y - 0.7 * m],
                  [spot.x + (dx + 0.8) * m, spot.y],
                ],
                { width: weight.detail, fill: dx === 0 ? colour.shade : colour.paper },
              ),
            )
          return [-1.5, 0.2, 1.7].map((dx) =>
            polygon(
              [
                [spot.x + (dx - 0.9) * m, spot.y],
                [spot.x + (dx - 0.2) * m, spot.y - 1.2 * m],
                [spot.x + (dx + 0.9) * m, spot.y - 0.3 * m],
                [spot.x + (dx + 0.6) * m, spot.y],
              ],
              { fill: colour.dark, width: weight.detail },
            ),
          )
        }),
        pairs([-3, -6, 0, -7, 3, -6.4]).map(([x = 0, y = 0]) => drum(view, [x, y, 0], 1, 0.9, 'y')),
        vehicle(view, [12, -8], 'pickup'),
        person(view.spot(6, -9), { pose: 'carry' }),
        person(view.spot(8.4, -9), { pose: 'tablet', flip: true }),
      ],
    )
  }
  return sheet(
    frame.width,
    frame.height,
    [45, 135, 225, 315].map((turn) => bentArrow(720, 405, 290, turn - 22, turn + 14, 14)),
    leafShape(640, 480, 230, -42, { copper: true, veins: 5 }),
    [0, 90, 180, 270].map((turn) => {
      const [x, y] = [
        720 + 290 * Math.cos((turn * Math.PI) / 180),
        405 + 290 * Math.sin((turn * Math.PI) / 180),
      ]
      return circle(x, y, 98, { width: weight.outline })
    }),
    // Module, battery, lamp and cable, each in its ring.
    polygon(pairs([670, 160, 690, 74, 778, 74, 758, 160]), {
      fill: colour.dark,
      width: weight.detail,
    }),
    [1, 2].map((share) => [
      line(690 - share * 6.7, 74 + share * 28.7, 778 - share * 6.7, 74 + share * 28.7, {
        stroke: colour.paper,
        width: 1.2,
      }),
      line(690 + share * 29.3, 74, 670 + share * 29.3, 160, { stroke: colour.paper, width: 1.2 }),
    ]),
    rect(968, 346, 84, 118, { width: weight.detail, radius: 6 }),
    [0, 1, 2].map((row) => [
      rect(978, 358 + row * 34, 64, 26, { fill: colour.dark, width: weight.hatch }),
      spark([990, 371 + row * 34], 4),
    ]),
    [0, 1, 2].map((index) => {
      const [x, y] = pairs([690, 710, 750, 710, 720, 660])[index] ?? [0, 0]
      return [
        circle(x ?? 0, y ?? 0, 28, { fill: colour.dark }),
        circle(x ?? 0, y ?? 0, 19, { width: weight.hatch }),
        circle(x ?? 0, y ?? 0, 11, { fill: colour.copper, stroke: colour.none }),
      ]
    }),
    path(
      'M398 400C398 368 412 352 430 352C448 352 462 368 462 400C462 418 448 426 446 444H414C412 426 398 418 398 400Z',
      { width: weight.detail },
    ),
    rect(414, 446, 32, 22, { width: weight.detail, fill: colour.shade }),
    curve(pairs([420, 444, 424, 410, 430, 398, 436, 410, 440, 444]), {
      stroke: colour.copper,
      width: weight.detail,
    }),
  )
}
