/** Buildings: hospital, hotel, campus, housing, head office, branch. */
import { colour, line, weight, type Mark } from '../pen.ts'
import { fence, lampPost, solarTable } from './equipment.ts'
import { arcade, curtainWall, entrance, windowGrid } from './facades.ts'
import { person } from './figures.ts'
import { range } from './nature.ts'
import {
  block,
  createPlane,
  cylinder,
  floorPlane,
  ringPoints,
  type View,
  pairs,
  triples,
} from './perspective.ts'
import {
  building,
  canopy,
  distantTown,
  grove,
  outdoors,
  pieces,
  roadAcross,
  roadAway,
} from './setting.ts'
import { pick, type SceneParameters } from './strokes.ts'
import { crescent, vehicle } from './vehicles.ts'

function crescentPanel(view: View, x: number, y: number, z: number, size: number): Mark {
  const plane = createPlane(view, [x, y, z], [1, 0, 0], [0, 0, 1])
  return [
    plane.rect(0, 0, size, size, { fill: colour.paper, width: weight.detail }),
    crescent(plane, size * 0.5, size * 0.5, size * 0.34),
  ]
}

/** A hospital: ward wing, entrance canopy, crescent sign. */
export function drawHospital({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'hospital 1',
      { eye: [-16, -46, 3.4], yaw: 26, focal: 1230, horizon: 600, centre: 600 },
      (view) => [
        roadAcross(view, [-22, -14], [-60, 120]),
        building(view, [18, 12, 0], [22, 16, 31], { storeys: 8, kind: 'windows', bay: 4.4 }),
        crescentPanel(view, 26, 11.9, 26, 4.4),
        building(view, [-4, 0, 0], [40, 14, 18.5], { storeys: 5, kind: 'ribbons', bay: 5 }),
        canopy(view, [4, -9], [15, 9, 4.6], 3),
        crescentPanel(view, 9.6, -9.1, 5.2, 2.6),
        vehicle(view, [8, -7.4], 'ambulance'),
        grove(view, [
          { at: [-12, -2], kind: 'tree', height: 8 },
          { at: [28, -6], kind: 'palm', height: 9 },
          { at: [36, -6], kind: 'palm', height: 8.4 },
          { at: [46, -6], kind: 'palm', height: 9 },
          { at: [-12, -26], kind: 'palm', height: 9 },
        ]),
        person(view.spot(1.5, -11), { dress: 'abaya', pose: 'walk' }),
        person(view.spot(2.8, -11.4), { dress: 'thobe', pose: 'walk' }),
      ],
    )
  }
  if (variant === 2) {
    return outdoors(
      'hospital 2',
      { eye: [3, -38, 1.9], yaw: -6, focal: 900, horizon: 620, centre: 760, night: true },
      (view) => [
        range('abha hospital far', 622, 430, { peaks: 4, night: true, fill: colour.ink }),
        range('abha hospital', 622, 240, { peaks: 5, night: true }),
        building(view, [-26, 4, 0], [26, 16, 26], { storeys: 7, lit: 0.4, bay: 3.7 }),
        building(view, [0, 0, 0], [30, 18, 14], { storeys: 4, kind: 'curtain', lit: 0.3 }),
        block(view, [-7.9, 3.4, 0], [7.9, 0.6, 27], { width: weight.detail }),
        crescentPanel(view, -6.5, 3.3, 20, 5),
        canopy(view, [-2, -10], [20, 10, 4.4], 3),
        roadAcross(view, [-19, -11], [-60, 80]),
        vehicle(view, [5.4, -14.6], 'ambulance', { reverse: true }),
        person(view.spot(4.4, -9), { dress: 'shirt', pose: 'carry' }),
        person(view.spot(2.4, -8.6), { dress: 'shirt', pose: 'walk' }),
        grove(view, [
          { at: [-14, -7], kind: 'tree', height: 6 },
          { at: [-20, -6], kind: 'tree', height: 7 },
        ]),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'hospital 3',
      { eye: [56, -62, 40], yaw: -34, focal: 1050, horizon: 150, centre: 700 },
      (view) => [
        roadAcross(view, [-24, -16], [-120, 130]),
        building(view, [-20, 34, 0], [60, 16, 26], { storeys: 7, bay: 6.6 }),
        building(view, [-20, 0, 0], [16, 36, 19], { storeys: 5, bay: 6 }),
        building(view, [0, 6, 0], [42, 24, 9.5], {
          storeys: 2,
          kind: 'ribbons',
          roof: (plane, w, d) => [
            plane.rect(0.8, 0.8, w - 1.6, d - 1.6),
            plane.disc(w * 0.66, d * 0.5, 8.6, { width: weight.detail, fill: colour.tint }),
            plane.disc(w * 0.66, d * 0.5, 7.4, { width: weight.hatch, fill: colour.none }),
            crescent(plane, w * 0.66, d * 0.5, 4),
            [0, 1, 2].map((index) =>
              plane.rect(3 + index * 5, d * 0.3, 3.6, 8, {
                fill: colour.shade,
                width: weight.hatch,
              }),
            ),
          ],
        }),
        canopy(view, [12, -9], [18, 10, 4.6], 3),
        vehicle(view, [16, -12.5], 'ambulance'),
        vehicle(view, [28, -12.5], 'saloon'),
        vehicle(view, [-14, -22.5], 'suv'),
        vehicle(view, [46, -19], 'bus'),
        grove(
          view,
          [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({
            at: [-40 + index * 13, -27] as const,
            kind: 'palm' as const,
            height: 8,
          })),
        ),
        grove(view, [
          { at: [50, 4], kind: 'tree', height: 8 },
          { at: [52, 16], kind: 'tree', height: 9 },
          { at: [49, 28], kind: 'tree', height: 8 },
        ]),
      ],
      { strokes: 10 },
    )
  }
  return outdoors(
    'hospital 4',
    { eye: [30, -40, 2.6], yaw: -24, focal: 1240, horizon: 580, centre: 860 },
    (view) => [
      building(view, [-34, 14, 0], [50, 12, 12.5], { storeys: 3, bay: 3 }),
      building(view, [-30, -2, 0], [12, 20, 9], { storeys: 2, kind: 'ribbons' }),
      building(view, [0, 2, 0], [20, 16, 9], { storeys: 2, kind: 'curtain', door: 'south' }),
      canopy(view, [-13, -5], [15, 8, 3.9], 3),
      crescentPanel(view, 6.5, 1.9, 5.2, 3),
      block(view, [25, -17, 0], [2.6, 0.5, 8], {
        width: weight.outline,
        wall: (plane, w, h, side) =>
          side === 'south' && [
            crescent(plane, w * 0.5, h * 0.8, 0.95),
            plane.line(w * 0.2, h * 0.55, w * 0.8, h * 0.55),
            plane.line(w * 0.2, h * 0.5, w * 0.65, h * 0.5),
          ],
      }),
      grove(view, [
        { at: [-6, -8], kind: 'tree', height: 6 },
        { at: [10, -6], kind: 'palm', height: 7.5 },
        { at: [15, -6], kind: 'palm', height: 8 },
        { at: [-22, -9], kind: 'tree', height: 7 },
      ]),
      person(view.spot(12, -21), { dress: 'thobe', pose: 'walk', flip: true }),
      person(view.spot(14, -21.4), { dress: 'abaya', pose: 'walk', flip: true }),
      person(view.spot(1.6, -12), { dress: 'shirt', pose: 'tablet' }),
    ],
  )
}

/** A hotel by day, at night, round its pool, from its drive. */
export function drawHotel({ variant }: SceneParameters): string {
  if (variant === 1 || variant === 2) {
    const night = variant === 2
    const storeys = night ? 13 : 7
    const height = storeys * (night ? 3.4 : 4) + 6
    return outdoors(
      `hotel ${variant}`,
      night
        ? { eye: [34, -60, 2.2], yaw: -24, focal: 900, horizon: 640, centre: 740, night }
        : { eye: [-26, -52, 2.2], yaw: 26, focal: 940, horizon: 620, centre: 680 },
      (view) => [
        roadAcross(view, [-30, -20], [-90, 120]),
        building(view, [0, 0, 6], [night ? 30 : 48, 15, height - 6], {
          storeys,
          kind: 'balconies',
          bay: 7,
          plant: [10, 3, 14, 8, 4],
          raised: true,
          lit: night ? 0.34 : 0,
        }),
        building(view, [-8, -6, 0], [night ? 46 : 60, 24, 6], {
          storeys: 1,
          kind: 'curtain',
          lit: night ? 0.4 : 0,
          door: 'south',
        }),
        canopy(view, [night ? 6 : 8, -17], [18, 11, 4.8], 3),
        vehicle(view, [night ? 12 : 13, -15], 'suv', { reverse: night }),
        grove(
          view,
          [0, 1, 2, 3, 4, 5].map((index) => ({
            at: [-14 + index * 12, -18.5] as const,
            kind: 'palm' as const,
            height: 8 + (index % 3) * 0.8,
          })),
        ),
        person(view.spot(night ? 8 : 20, -17.6), { dress: 'thobe' }),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'hotel 3',
      { eye: [0, -44, 9], yaw: 0, focal: 860, horizon: 380, centre: 720 },
      (view) => {
        const floor = floorPlane(view)
        return [
          building(view, [-32, 14, 0], [64, 12, 26], { storeys: 7, kind: 'balconies', bay: 5.3 }),
          building(view, [-44, -14, 0], [12, 34, 15], { storeys: 4, kind: 'balconies', bay: 5.3 }),
          building(view, [32, -14, 0], [12, 34, 15], { storeys: 4, kind: 'balconies', bay: 5.3 }),
          floor.polygon(
            ringPoints(0, 0, 1).map(([x, y]) => [x * 17, -9 + y * 10] as const),
            { width: weight.detail },
          ),
          floor.polygon(
            ringPoints(0, 0, 1).map(([x, y]) => [x * 15.6, -9 + y * 9] as const),
            { fill: colour.tint, width: weight.hatch },
          ),
          [-14, -12, -9, -6, -4].map((y, index) =>
            floor.line(-8 + index * 2, y, 4 + index * 1.6, y, {
              width: weight.hatch,
              stroke: colour.grey,
            }),
          ),
          grove(view, [
            { at: [-24, 8], kind: 'palm', height: 9 },
            { at: [24, 8], kind: 'palm', height: 9 },
            { at: [-21, -4], kind: 'palm', height: 8 },
            { at: [21, -2], kind: 'palm', height: 9 },
            { at: [-24, -18], kind: 'palm', height: 9 },
            { at: [22, -20], kind: 'palm', height: 8 },
          ]),
          [-15, -5, 5, 15].map((x) => {
            const spot = view.spot(x, x % 10 === 5 ? -23 : -22)
            const { x: sx, y: sy, scale } = spot
            return [
              line(sx, sy, sx, sy - 2.4 * scale, { width: weight.detail }),
              `<path d="M${(sx - 1.5 * scale).toFixed(1)} ${(sy - 2.2 * scale).toFixed(1)}Q${sx.toFixed(1)} ${(sy - 3.3 * scale).toFixed(1)} ${(sx + 1.5 * scale).toFixed(1)} ${(sy - 2.2 * scale).toFixed(1)}Z" fill="${colour.paper}" stroke="${colour.ink}" stroke-width="2.2"/>`,
              line(sx + 0.3 * scale, sy - 0.35 * scale, sx + 1.9 * scale, sy - 0.35 * scale, {
                width: weight.detail,
              }),
            ]
          }),
        ]
      },
    )
  }
  return outdoors(
    'hotel 4',
    { eye: [6, -30, 1.7], yaw: -10, focal: 820, horizon: 650, centre: 800, night: true },
    (view) => [
      building(view, [-16, 10, 0], [14, 14, 58], {
        storeys: 16,
        kind: 'curtain',
        lit: 0.22,
        bay: 3,
      }),
      building(view, [-2, 14, 0], [24, 12, 36], {
        storeys: 10,
        kind: 'balconies',
        lit: 0.32,
        bay: 4,
      }),
      building(view, [-20, 0, 0], [44, 12, 7], {
        storeys: 1,
        kind: 'curtain',
        lit: 0.42,
        door: 'south',
      }),
      canopy(view, [-9, -9], [20, 9, 5], 3),
      vehicle(view, [-8, -12], 'saloon'),
      vehicle(view, [4, -9], 'suv', { reverse: true }),
      grove(view, [
        { at: [-19, -5], kind: 'palm', height: 10 },
        { at: [16, -6], kind: 'palm', height: 10 },
        { at: [20, -8], kind: 'palm', height: 11 },
        { at: [-14, -17], kind: 'palm', height: 7 },
      ]),
      person(view.spot(1, -14), { dress: 'thobe', pose: 'walk' }),
      person(view.spot(2.4, -14.3), { dress: 'abaya', pose: 'walk' }),
    ],
  )
}

/** A university campus with arcades, walks and students. */
export function drawCampus({ variant }: SceneParameters): string {
  const arcaded = (
    view: View,
    at: readonly [number, number, number],
    size: readonly [number, number, number],
    storeys: number,
  ): Mark =>
    building(view, at, size, {
      storeys,
      kind: 'blank',
      wall: (plane, w, h) => {
        const bays = Math.max(2, Math.round(w / 5.6))
        const ground = h / storeys
        return [
          arcade(plane, [0, 0, w, ground * 0.86], bays, {
            pointed: true,
            fill: view.night ? colour.copper : colour.shade,
          }),
          storeys > 1 &&
            windowGrid(plane, [0, ground, w, h - ground - 1], {
              columns: bays * 2,
              rows: storeys - 1,
              glass: [0.4, 0.6],
            }),
        ]
      },
    })
  const students = (view: View, list: readonly (readonly [number, number, number])[]): Mark =>
    list.map(([x, y, kind]) =>
      person(view.spot(x, y), {
        dress: kind === 0 ? 'thobe' : kind === 1 ? 'shirt' : 'abaya',
        pose: kind === 1 ? 'walk' : kind === 0 ? 'walk' : 'stand',
        flip: x > 0,
        back: kind === 0 && x > 4,
      }),
    )
  if (variant === 1 || variant === 4) {
    const dusk = variant === 4
    return outdoors(
      `campus ${variant}`,
      dusk
        ? { eye: [4, -48, 2], yaw: -3, focal: 900, horizon: 590, centre: 700, night: true }
        : { eye: [0, -50, 4], focal: 900, horizon: 540 },
      (view) => {
        const floor = floorPlane(view)
        return [
          arcaded(view, [-26, 16, 0], [52, 14, dusk ? 18 : 14], dusk ? 4 : 3),
          building(view, [-5, 12, 0], [10, 6, dusk ? 34 : 27], {
            storeys: 6,
            kind: 'blank',
            wall: (plane, w, h, side) =>
              side === 'south' && [
                arcade(plane, [1, 0, w - 2, 8], 1, {
                  pointed: true,
                  fill: view.night ? colour.copper : colour.shade,
                }),
                plane.disc(w / 2, h - 4, 2.2, { width: weight.detail }),
                plane.trace(
                  [
                    [w / 2, h - 2.6],
                    [w / 2, h - 4],
                    [w / 2 + 1.1, h - 4.4],
                  ],
                  { width: weight.detail },
                ),
                windowGrid(plane, [w * 0.3, 10, w * 0.4, h - 18], {
                  columns: 1,
                  rows: 4,
                  glass: [0.6, 0.7],
                }),
              ],
          }),
          arcaded(view, [-46, -18, 0], [16, 30, 10], 2),
          arcaded(view, [30, -18, 0], [16, 30, 10], 2),
          floor.polygon(pairs([-4, -60, 4, -60, 4, 12, -4, 12]), {
            fill: view.night ? colour.grey : colour.tint,
            width: weight.hatch,
          }),
          floor.polygon(pairs([-26, -8, 26, -8, 26, -3, -26, -3]), {
            fill: view.night ? colour.grey : colour.tint,
            width: weight.hatch,
          }),
          pieces(view, [
            ...[-24, -14, 2].flatMap((y) =>
              [-1, 1].map((side): readonly [number, number, () => Mark] => [
                side * 6,
                y,
                () =>
                  lampPost(view, [side * 6, y], {
                    height: 5,
                    reach: 0.6,
                    arms: [side === 1 ? -1 : 1],
                  }),
              ]),
            ),
          ]),
          grove(
            view,
            [-32, -20, -12, 6].flatMap((y) =>
              [-1, 1].map((side) => ({
                at: [side * 13, y] as const,
                kind: dusk ? ('palm' as const) : ('tree' as const),
                height: 7,
              })),
            ),
          ),
          students(
            view,
            dusk
              ? triples([-2, -30, 0, 1, -38, 1, 2.4, -38.4, 1, -1, -16, 0])
              : triples([-2, -33, 1, -0.6, -33.2, 0, 2, -28, 2, 3, -28.4, 2, -1.4, -12, 0]),
          ),
        ]
      },
    )
  }
  if (variant === 2) {
    return outdoors(
      'campus 2',
      { eye: [52, -54, 30], yaw: -38, focal: 1120, horizon: 120, centre: 720 },
      (view) => {
        const floor = floorPlane(view)
        return [
          distantTown('campus', 171, 46),
          floor.rect(-34, -26, 84, 12, { fill: colour.tint, width: weight.hatch }),
          arcaded(view, [-40, 34, 0], [70, 14, 13], 3),
          arcaded(view, [-40, -12, 0], [14, 46, 10], 2),
          cylinder(view, [4, 14, 0], 12, 9),
          cylinder(view, [4, 14, 9], 12.6, 1.4, {
            lid: (plane) =>
              [9, 5].map((r) => plane.disc(0, 0, r, { fill: colour.none, width: weight.hatch })),
          }),
          arcaded(view, [26, -4, 0], [14, 32, 10], 2),
          [0, 1, 2, 3].map((index) =>
            solarTable(view, [27.5, -2 + index * 7.4, 10.6], {
              w: 11,
              slope: 4.6,
              tilt: 14,
              columns: 5,
              rows: 1,
            }),
          ),
          grove(view, [
            ...[-30, -18, -6, 6, 18, 30].map((x) => ({
              at: [x, -29] as const,
              kind: 'tree' as const,
              height: 7,
            })),
            { at: [-20, -6], kind: 'palm', height: 8 },
            { at: [-20, 8], kind: 'palm', height: 8 },
            { at: [-18, 24], kind: 'palm', height: 8 },
            { at: [20, 28], kind: 'palm', height: 8 },
            { at: [18, -6], kind: 'palm', height: 7 },
          ]),
          students(
            view,
            triples([-8, -20, 1, -6, -21, 0, 6, -19, 2, 8, -19, 2, 20, -21, 0, 31, -19, 1]),
          ),
        ]
      },
      { strokes: 8 },
    )
  }
  return outdoors(
    'campus 3',
    { eye: [-9, -22, 1.7], yaw: 14, focal: 880, horizon: 560, centre: 640 },
    (view) => {
      const floor = floorPlane(view)
      return [
        building(view, [-30, 34, 0], [70, 10, 11], { storeys: 3, bay: 3.4 }),
        building(view, [10, -2, 0], [26, 22, 15], {
          storeys: 4,
          kind: 'curtain',
          door: 'west',
        }),
        block(view, [4, -4, 15], [34, 26, 1.2]),
        [0, 1, 2, 3].map((index) => {
          const foot = view.spot(5, -2 + index * 7)
          return line(foot.x, foot.y, foot.x, view.point([5, -2 + index * 7, 15])[1], {
            width: foot.scale * 0.5,
            stroke: colour.dark,
          })
        }),
        floor.polygon(pairs([-14, -30, 2, -30, 2, 30, -8, 30]), {
          fill: colour.tint,
          width: weight.hatch,
        }),
        grove(view, [
          { at: [-12, 14], kind: 'tree', height: 8 },
          { at: [-16, 2], kind: 'tree', height: 8 },
          { at: [-19, -8], kind: 'tree', height: 7 },
          { at: [-8, 26], kind: 'palm', height: 8 },
        ]),
        students(
          view,
          triples([-4, 8, 2, -3, 8.2, 2, -6.4, -2, 0, -5, -13, 1, -3.8, -13.3, 0, 2.6, 3, 1]),
        ),
      ]
    },
  )
}

/** Streets of villas and rows of flats. */
export function drawHousing({ variant }: SceneParameters): string {
  const villa = (view: View, x: number, y: number, look: number): Mark => [
    building(view, [x, y, 0], [10, 10, 7.4], {
      storeys: 2,
      bay: 5,
      plant: [(look % 2) * 5, 3, 4.6, 5, 3.2],
      seed: `villa ${look}`,
      wall: (plane, w, _h, side) =>
        side === 'south' &&
        plane.rect(w * 0.4, 0, 1.8, 2.8, {
          fill: view.night ? colour.copperLight : colour.paper,
          width: weight.hatch,
        }),
    }),
    block(view, [x - 1.4, y - 4, 0], [13, 0.3, 2.2]),
  ]
  if (variant === 1 || variant === 3) {
    const night = variant === 3
    return outdoors(
      `housing ${variant}`,
      night
        ? { eye: [1.5, -26, 1.8], yaw: 4, focal: 900, horizon: 560, centre: 760, night }
        : { eye: [-3, -30, 9], yaw: 3, focal: 960, horizon: 360, centre: 700 },
      (view) => [
        roadAway(view, [-4.5, 4.5], [-40, 420]),
        pieces(
          view,
          [0, 1, 2, 3, 4, 5].flatMap((index) => {
            const y = index * 16 - 12
            return [
              [-17, y, () => villa(view, -19, y, index)] as const,
              [17, y, () => villa(view, 9.5, y, index + 1)] as const,
              [
                6,
                y + 4,
                () => lampPost(view, [6, y + 4], { height: 7, reach: 1.4, arms: [-1] }),
              ] as const,
              index % 2 === 0 &&
                ([
                  -6.4,
                  y - 6,
                  () => grove(view, [{ at: [-6.4, y - 6], kind: 'palm', height: 6 }]),
                ] as const),
            ]
          }),
        ),
        vehicle(view, [night ? -3.9 : 2, night ? -10 : -12], 'suv', { axis: 'y' }),
        vehicle(view, [1.8, 24], 'saloon', { axis: 'y', reverse: true }),
      ],
    )
  }
  if (variant === 2) {
    return outdoors(
      'housing 2',
      { eye: [-30, -44, 3], yaw: 30, focal: 1150, horizon: 600, centre: 560 },
      (view) => [
        roadAcross(view, [-21, -13], [-70, 150]),
        [2, 1, 0].map((index) => [
          building(view, [index * 30, 0, 0], [22, 16, 20], {
            storeys: 6,
            kind: 'balconies',
            bay: 4.4,
            plant: [7, 5, 6, 6, 3],
            seed: `flats ${index}`,
          }),
        ]),
        grove(
          view,
          [-14, 25, 55, 86].map((x, index) => ({
            at: [x, -5] as const,
            kind: index % 2 ? ('palm' as const) : ('tree' as const),
            height: 7.5,
          })),
        ),
        lampPost(view, [-8, -11], { height: 8, arms: [1] }),
        lampPost(view, [22, -11], { height: 8, arms: [1] }),
        vehicle(view, [-6, -16], 'saloon'),
        vehicle(view, [12, -16], 'suv'),
        person(view.spot(2, -10), { dress: 'abaya', pose: 'walk' }),
        person(
          { ...view.spot(3, -10.2), scale: view.spot(3, -10.2).scale * 0.66 },
          { dress: 'shirt', pose: 'walk' },
        ),
      ],
    )
  }
  return outdoors(
    'housing 4',
    { eye: [40, -56, 34], yaw: -30, focal: 1050, horizon: 130, centre: 720 },
    (view) => [
      distantTown('housing', 131, 40),
      roadAcross(view, [-18, -12], [-160, 120]),
      roadAcross(view, [22, 28], [-200, 160]),
      [1, 0].map((row) =>
        [-4, -3, -2, -1, 0].map((index) => {
          const [x, y] = [index * 15.5, row * 40 - 6]
          return [
            villa(view, x, y, index + row + 10),
            (index + row) % 2 === 0 &&
              solarTable(view, [x + 1, y + 0.6, 7.7], {
                w: 5.4,
                slope: 2.2,
                tilt: 20,
                columns: 5,
                rows: 1,
              }),
          ]
        }),
      ),
      grove(
        view,
        [-72, -54, -24, -2].map((x) => ({
          at: [x, -9.6] as const,
          kind: 'palm' as const,
          height: 6.5,
        })),
      ),
      [-30, -8, 14, 36].map((x) => lampPost(view, [x, 20.4], { height: 7, arms: [1] })),
      [-20].map((x) => lampPost(view, [x, -19.4], { height: 7, arms: [1] })),
      // The package substation of this ring.
      block(view, [24, 31, 0], [6, 4, 2.8], {
        wall: (plane, w, h, side) => [
          [0.06, 0.37, 0.68].map((share) => plane.rect(w * share, 0.2, w * 0.26, h * 0.74, { width: weight.hatch })),
          side === 'south' && plane.polygon(pairs([2.6, 1.2, 3.4, 1.2, 3, 2]), { fill: colour.copper, stroke: colour.none }),
        ],
      }),
      fence(view, [22, 29.6], [32, 29.6], 1.6, 8),
      vehicle(view, [-10, -16], 'saloon'),
      vehicle(view, [-40, -16.5], 'suv', { reverse: true }),
    ],
    { strokes: 10 },
  )
}

function flags(view: View, list: readonly (readonly [number, number])[], height = 9): Mark {
  return list.map(([x, y]) => {
    const foot = view.spot(x, y)
    const top = foot.y - height * foot.scale
    const [w, h] = [2.4 * foot.scale, 1.5 * foot.scale]
    return [
      line(foot.x, foot.y, foot.x, top, {
        width: weight.detail,
        stroke: view.night ? colour.paper : colour.ink,
      }),
      `<path d="M${foot.x.toFixed(1)} ${top.toFixed(1)}q${(w * 0.3).toFixed(1)} ${(h * 0.22).toFixed(1)} ${(w * 0.5).toFixed(1)} 0t${(w * 0.5).toFixed(1)} 0v${h.toFixed(1)}q${(-w * 0.2).toFixed(1)} ${(-h * 0.22).toFixed(1)} ${(-w * 0.5).toFixed(1)} 0t${(-w * 0.5).toFixed(1)} 0Z" fill="${colour.paper}" stroke="${colour.ink}" stroke-width="1.2"/>`,
    ]
  })
}

/** The head office with its forecourt. */
export function drawHeadOffice({ variant }: SceneParameters): string {
  if (variant === 3) {
    return outdoors('head office 3', { eye: [0, -52, 2], focal: 900, horizon: 600 }, (view) => {
      const floor = floorPlane(view)
      return [
        distantTown('head office', 601, 90),
        building(view, [-32, 4, 0], [64, 20, 16], { storeys: 4, kind: 'ribbons', bay: 4 }),
        building(view, [-11, 0, 0], [22, 26, 26], { storeys: 7, kind: 'curtain' }),
        block(view, [-14, -5, 5], [28, 6, 0.8], { width: weight.outline }),
        [-12, -4, 4, 12].map((x) => view.line([x, -4.4, 0], [x, -4.4, 5], { width: 5 })),
        entrance(createPlane(view, [-4, -0.05, 0], [1, 0, 0], [0, 0, 1]), [0, 0, 8, 4.4], true),
        floor.polygon(pairs([-9, -60, 9, -60, 9, -5, -9, -5]), {
          fill: colour.tint,
          width: weight.hatch,
        }),
        [-40, -32, -24, -16, -10].map((y) => floor.line(-9, y, 9, y)),
        flags(view, pairs([-22, -10, -19, -10, -16, -10]), 10),
        grove(view, [
          { at: [-27, -6], kind: 'palm', height: 9 },
          { at: [17, -8], kind: 'palm', height: 9 },
          { at: [22, -8], kind: 'palm', height: 9 },
          { at: [27, -8], kind: 'palm', height: 9 },
          { at: [13, -30], kind: 'tree', height: 5 },
          { at: [-13, -30], kind: 'tree', height: 5 },
        ]),
        person(view.spot(-2, -24), { dress: 'thobe', pose: 'walk', back: true }),
        person(view.spot(-0.6, -24.4), { dress: 'shirt', pose: 'walk' }),
        person(view.spot(3.4, -12), { dress: 'engineer', pose: 'tablet' }),
      ]
    })
  }
  const night = variant === 2
  const options = pick(variant, [
    { eye: [-24, -44, 2.4] as const, yaw: 30, focal: 1000, horizon: 640, centre: 620 },
    { eye: [40, -46, 2.4] as const, yaw: -34, focal: 950, horizon: 620, centre: 760, night: true },
    { eye: [0, -50, 2] as const, yaw: 0, focal: 900, horizon: 600 },
    { eye: [-40, -70, 26] as const, yaw: 32, focal: 1500, horizon: 160, centre: 600 },
  ])
  const storeys = pick(variant, [8, 7, 7, 6])
  return outdoors(`head office ${variant}`, options, (view) => [
    variant === 4 && distantTown('head office 4', 261, 60),
    roadAcross(view, [-27, -17], [-120, 160]),
    building(view, [18, 2, 0], [30, 20, 12], { storeys: 3, kind: 'ribbons' }),
    variant === 4 &&
      building(view, [22, 26, 0], [60, 34, 9], {
        storeys: 1,
        kind: 'blank',
        roof: (plane, w, d) =>
          [1, 2, 3, 4, 5].map((index) =>
            plane.rect((w * index) / 6 - 1, 2, 2, d - 4, {
              fill: colour.shade,
              width: weight.hatch,
            }),
          ),
      }),
    building(view, [0, 0, 0], [20, 20, storeys * 4], {
      storeys,
      kind: 'curtain',
      lit: night ? 0.26 : 0,
    }),
    block(view, [-1, -1, storeys * 4], [22, 22, 1], { soffit: true }),
    canopy(view, [5, -6], [10, 6, 4.2], 2),
    flags(view, pairs([25, -8, 28, -8, 31, -8])),
    grove(view, [
      { at: [-6, -7], kind: 'palm', height: 9 },
      { at: [36, -7], kind: 'palm', height: 8.5 },
      { at: [42, -7], kind: 'palm', height: 8.5 },
      { at: [-9, 10], kind: 'tree', height: 7 },
    ]),
    lampPost(view, [1, -16], { height: 7, arms: [-1] }),
    vehicle(view, [10, -22], 'saloon'),
    vehicle(view, [-8, -26], 'van', { reverse: true }),
    person(view.spot(4, -12), { dress: 'thobe', pose: 'walk' }),
    person(view.spot(15, -10), { dress: 'engineer' }),
  ])
}

/** A branch of the company; its storeys are drawn as told. */
export function drawBranch({ variant, storeys = 2 }: SceneParameters): string {
  const count = Math.min(5, Math.max(1, Math.round(storeys)))
  const height = count * 3.9 + 1.2
  const night = variant === 3
  const options = pick(variant, [
    { eye: [-14, -30, 1.9] as const, yaw: 22, focal: 1150, horizon: 620, centre: 580 },
    { eye: [27, -30, 1.9] as const, yaw: -24, focal: 1150, horizon: 620, centre: 860 },
    { eye: [-9, -31, 1.8] as const, yaw: 17, focal: 1180, horizon: 630, centre: 560, night },
    { eye: [34, -38, 9] as const, yaw: -30, focal: 1350, horizon: 380, centre: 780 },
  ])
  const width = pick(variant, [20, 24, 22, 26])
  return outdoors(
    `branch ${variant} ${count}`,
    options,
    (view) => [
      variant === 1 && distantTown('branch', 601, 110),
      variant === 4 && distantTown('branch four', 431, 70),
      variant === 3 && distantTown('branch three', 611, 150, { night }),
      roadAcross(view, [-21, -12], [-80, 120]),
      variant !== 3 &&
        building(view, [width + 6, 4, 0], [16, 12, variant === 2 ? 5 : 11], {
          storeys: variant === 2 ? 1 : 3,
          kind: 'windows',
        }),
      variant === 4 && building(view, [-4, 16, 0], [34, 18, 6.5], { storeys: 1, kind: 'blank' }),
      building(view, [0, 0, 0], [width, 14, height], {
        storeys: count,
        kind: 'blank',
        wall: (plane, w, h, side) => {
          const ground = 3.7
          const front = side === 'south'
          return [
            front &&
              curtainWall(plane, [1, 0.3, w - 2, ground - 0.7], {
                columns: 9,
                rows: 2,
                lit: night ? 0.7 : 0,
                seed: 'shop',
              }),
            front && entrance(plane, [w * 0.6, 0, 3.2, 2.9], true),
            count > 1 &&
              (variant % 2 === 1
                ? windowGrid(plane, [0.8, ground + 0.4, w - 1.6, h - ground - 1.6], {
                    columns: Math.round(w / 2.6),
                    rows: count - 1,
                    glass: [0.55, 0.56],
                  })
                : [0, 1, 2, 3].slice(0, count - 1).map((row) =>
                    plane.rect(0.8, ground + 1.1 + row * 3.9, w - 1.6, 1.9, {
                      fill: night ? colour.copper : colour.shade,
                      width: weight.hatch,
                    }),
                  )),
            count > 1 &&
              variant % 2 === 0 &&
              Array.from({ length: 9 }, (_, index) =>
                plane.line((w * (index + 1)) / 10, ground + 1, (w * (index + 1)) / 10, h - 1.4, {
                  width: weight.detail,
                }),
              ),
          ]
        },
      }),
      block(view, [0, -1.6, 3.6], [width, 1.6, 0.7], {
        wall: (plane, w, _h, side) =>
          side === 'south' && [
            plane.rect(w * 0.08, 0.14, 0.42, 0.42, { fill: colour.copper, stroke: colour.none }),
            plane.line(w * 0.08 + 0.7, 0.35, w * 0.08 + 4.4, 0.35, { width: weight.detail }),
          ],
      }),
      grove(view, [
        { at: [-5, -6], kind: 'palm', height: 6.5 },
        { at: [width + 3, -6], kind: 'palm', height: 7.4 },
        ...(variant === 2 || variant === 4
          ? [{ at: [-10, -7] as const, kind: 'tree' as const, height: 5.5 }]
          : []),
      ]),
      lampPost(view, [width * 0.86, -10.5], { height: 8, arms: [-1] }),
      vehicle(view, [variant === 2 ? 12 : 2.4, -9.4], variant === 3 ? 'van' : 'pickup', {
        reverse: variant === 2,
      }),
      variant === 4 && vehicle(view, [13, -9.4], 'van'),
      person(view.spot(width * 0.64, -5), { dress: 'engineer', pose: 'carry' }),
      person(view.spot(width * 0.72, -5.2), { dress: 'thobe', flip: true }),
    ],
    {
      behind: (view) => variant === 2 && range('branch', view.horizon + 2, 210, { peaks: 5 }),
    },
  )
}
