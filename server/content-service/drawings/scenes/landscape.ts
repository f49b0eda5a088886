/** Towns in their landscape: the coast and the mountains. */
import {
  circle,
  colour,
  curve,
  line,
  path,
  polygon,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { lampPost, pylon, pylonTips, spark, wires } from './equipment.ts'
import { person } from './figures.ts'
import { range } from './nature.ts'
import {
  block,
  cylinder,
  floorPlane,
  hang,
  type Vec,
  type View,
  pairs,
  triples,
} from './perspective.ts'
import { building, distantTown, grove, outdoors, pieces } from './setting.ts'
import { createStencil, water, type SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'

/** A dhow under sail, seen from the side; the spot is the waterline. */
function dhow(spot: { x: number; y: number; scale: number }, flip = false, night = false): Mark {
  const s = createStencil(spot, flip)
  const fill = night ? colour.grey : colour.paper
  return [
    s.polygon(pairs([-7, 2.6, -6, 0, 5, 0, 9, 3.2, 4, 1.8, -4, 1.7]), {
      width: weight.detail,
      fill: night ? colour.ink : colour.dark,
    }),
    s.line(0.4, 1.7, 1, 11, { width: weight.detail }),
    path(
      `M${s.at(-5.4, 3.4).join(' ')}Q${s.at(1, 5).join(' ')} ${s.at(6.8, 4).join(' ')}Q${s.at(4, 9).join(' ')} ${s.at(-0.8, 13.6).join(' ')}Q${s.at(-2, 8).join(' ')} ${s.at(-5.4, 3.4).join(' ')}Z`,
      { width: weight.detail, fill },
    ),
    s.curve(pairs([-3.4, 4.6, -1, 8.6, -0.6, 12.4]), { width: weight.hatch, stroke: colour.grey }),
    s.curve(pairs([0.6, 4.6, 1.4, 7.6, 0, 12]), { width: weight.hatch, stroke: colour.grey }),
  ]
}

/** The coast: promenade, city at night, desalination works, lighthouse. */
export function drawCoast({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'coast 1',
      { eye: [0, -26, 5], focal: 900, horizon: 380, centre: 760 },
      (view) => {
        const floor = floorPlane(view)
        return [
          water('coast 1', 380, 810),
          distantTown('coast 1', 381, 120, { from: -20, to: 520 }),
          dhow({ x: 1010, y: 440, scale: 9 }),
          dhow({ x: 760, y: 404, scale: 4.4 }, true),
          // The promenade runs away along the water.
          floor.polygon(pairs([-60, -30, 3, -30, -7, 260, -60, 260]), { width: weight.detail }),
          floor.polygon(pairs([-7, -30, 2, -30, -7.6, 260, -10, 260]), {
            fill: colour.tint,
            width: weight.hatch,
          }),
          [-18, -8, 2, 14, 30, 54, 96].map((y) =>
            view.line([3 - (y + 30) * 0.0345, y, 0], [3 - (y + 30) * 0.0345, y, 1], {
              width: weight.detail,
            }),
          ),
          view.line([3, -30, 1], [-7, 260, 1], { width: weight.detail }),
          view.line([3, -30, 0.5], [-7, 260, 0.5], { width: weight.hatch }),
          pieces(
            view,
            [-12, 4, 24, 52, 96].flatMap((y) => [
              [-9, y, () => lampPost(view, [-8, y], { height: 8, arms: [1], reach: 1.8 })] as const,
              [
                -13,
                y + 5,
                () => grove(view, [{ at: [-13, y + 5], kind: 'palm', height: 8 }]),
              ] as const,
            ]),
          ),
          person(view.spot(-3, -6), { dress: 'thobe', pose: 'walk', back: true }),
          person(view.spot(-2, -6.2), { dress: 'abaya', pose: 'walk' }),
          person(view.spot(-4.4, 10), { dress: 'shirt', pose: 'walk', flip: true }),
        ]
      },
      { bare: true },
    )
  }
  if (variant === 2) {
    return outdoors(
      'coast 2',
      { eye: [0, -60, 9], focal: 900, horizon: 470, centre: 720, night: true },
      () => [
        water('coast 2', 470, 810, true),
        distantTown('coast 2', 472, 190, { night: true, from: 300 }),
        [120, 210].map((x, index) => [
          polygon(
            [
              [x - 10, 470],
              [x - 6, 300 + index * 40],
              [x + 6, 300 + index * 40],
              [x + 10, 470],
            ],
            { fill: colour.ink, width: weight.hatch, stroke: colour.dark },
          ),
          spark([x, 296 + index * 40], 5),
        ]),
        Array.from({ length: 40 }, (_, index) => {
          const x = 320 + ((index * 173) % 1080)
          const y = 486 + ((index * 41) % 180)
          return line(x, y, x + 16 + (index % 4) * 9, y, {
            stroke: index % 3 ? colour.copper : colour.copperLight,
            width: 2,
          })
        }),
        dhow({ x: 420, y: 640, scale: 15 }, false, true),
        dhow({ x: 980, y: 540, scale: 6 }, true, true),
        polygon(pairs([-20, 760, 1460, 730, 1460, 830, -20, 830]), {
          fill: colour.ink,
          width: weight.detail,
        }),
        [160, 520, 880, 1240].map((x, index) => [
          line(x, 756 - index * 7, x, 640 - index * 7, {
            width: weight.detail,
            stroke: colour.grey,
          }),
          circle(x, 632 - index * 7, 9, { fill: colour.copper, stroke: colour.none }),
        ]),
      ],
      { bare: true, moon: [700, 110] },
    )
  }
  if (variant === 3) {
    // A desalination works on the shore.
    return outdoors(
      'coast 3',
      { eye: [-30, -90, 12], yaw: 16, focal: 980, horizon: 400, centre: 620 },
      (view) => [
        water('coast 3', 400, 560),
        floorPlane(view).polygon(pairs([-200, -120, 300, -120, 300, 40, -200, 60]), {
          width: weight.detail,
        }),
        [60, 74, 88].map((x) => cylinder(view, [x, 24, 0], 2, 46, { topRadius: 1.3 })),
        [0, 1, 2].map((index) =>
          building(view, [40 + index * 22, 4, 0], [16, 16, 15], { storeys: 3, kind: 'blank' }),
        ),
        [10, -16, -42].map((x) => cylinder(view, [x, 14, 0], 10, 11)),
        pylon(view, -20, -34, 34),
        pylon(view, -86, -52, 34),
        wires(
          view,
          [
            pylonTips(-140, -66, 34),
            pylonTips(-86, -52, 34),
            pylonTips(-20, -34, 34),
            triples([34, 4, 14, 38, 4, 14, 34, 4, 13, 38, 4, 13, 34, 4, 12, 38, 4, 12]),
          ],
          3,
        ),
        vehicle(view, [6, -36], 'pickup'),
        person(view.spot(2, -38), { pose: 'tablet' }),
        grove(
          view,
          pairs([30, -30, 38, -34, 46, -30]).map(([x = 0, y = 0]) => ({
            at: [x, y] as const,
            kind: 'palm' as const,
            height: 9,
          })),
        ),
      ],
      { strokes: 12 },
    )
  }
  return outdoors(
    'coast 4',
    { eye: [0, -40, 4], focal: 900, horizon: 460 },
    () => {
      const s = createStencil({ x: 1050, y: 600, scale: 9.4 })
      return [
        water('coast 4', 460, 810),
        range('coast 4', 462, 80, { peaks: 6 }),
        dhow({ x: 330, y: 520, scale: 8 }),
        // The light on the mole.
        polygon(pairs([700, 640, 860, 590, 1460, 580, 1460, 830, 620, 830]), {
          width: weight.detail,
        }),
        pairs([
          740, 640, 800, 690, 760, 760, 860, 640, 880, 720, 980, 660, 840, 780, 960, 770, 1090, 700,
          1200, 650, 1180, 760, 1320, 690, 1300, 780, 1400, 630,
        ]).map(([x = 0, y = 0], index) =>
          polygon(
            [
              [x - 40, y + 18],
              [x - 26, y - 18],
              [x + 16, y - 26],
              [x + 44, y - 4],
              [x + 30, y + 22],
            ].map(([a = 0, b = 0]): Point => [a, b + (index % 3) * 4]),
            { width: weight.hatch },
          ),
        ),
        s.polygon(pairs([-4, 0, -2.6, 32, 2.6, 32, 4, 0]), { width: weight.outline }),
        s.hatch(pairs([1, 0, 0.7, 32, 2.6, 32, 4, 0]), { angle: 90, spacing: 6 }),
        [7, 18].map((z) =>
          s.polygon(
            [
              [-3.7 + z * 0.04, z],
              [3.7 - z * 0.04, z],
              [3.4 - z * 0.04, z + 6],
              [-3.4 + z * 0.04, z + 6],
            ],
            { fill: colour.dark, width: weight.hatch },
          ),
        ),
        s.rect(-3.6, 32, 7.2, 0.8, { width: weight.detail }),
        s.rect(-1.9, 32.8, 3.8, 4, { fill: colour.copperLight, width: weight.detail }),
        s.line(0, 32.8, 0, 36.8, { stroke: colour.copper, width: weight.outline }),
        s.polygon(pairs([-2.4, 36.8, 0, 39.4, 2.4, 36.8]), {
          fill: colour.dark,
          width: weight.detail,
        }),
        [-0.1, 0.02, 0.14].map((slope) => [
          line(1020, 272, 200, 272 + slope * 760, {
            stroke: colour.copperLight,
            width: weight.hatch,
          }),
        ]),
        s.rect(5.6, 0, 8, 4.6, { width: weight.detail }),
        s.rect(7, 0, 1.8, 3, { fill: colour.tint }),
        s.rect(10.4, 1.6, 1.8, 1.6, { fill: colour.shade }),
        curve(pairs([1190, 600, 1280, 610, 1360, 598, 1460, 604]), {
          stroke: colour.copper,
          width: weight.detail,
        }),
        person({ x: 920, y: 640, scale: 46 }, { dress: 'thobe' }),
      ]
    },
    { bare: true },
  )
}

/** A tall stone house of the highlands with bands of slate and small white-framed windows. */
function stoneHouse(view: View, x: number, y: number, z: number, storeys: number): Mark {
  return block(view, [x, y, z - 2], [7, 7, storeys * 3.4 + 2], {
    wall: (plane, w, h) => [
      Array.from({ length: storeys * 2 }, (_, band) =>
        plane.line(0, 2.8 + band * 1.7, w, 2.8 + band * 1.7, {
          width: 1,
          stroke: view.night ? colour.ink : colour.grey,
        }),
      ),
      Array.from({ length: storeys }, (_, storey) =>
        [0.2, 0.62].map((share, index) =>
          plane.rect(w * share, 3.4 + storey * 3.4, w * 0.16, 1.3, {
            fill: view.night
              ? (storey + index + Math.round(x)) % 3 === 0
                ? colour.ink
                : colour.copper
              : colour.dark,
            width: weight.hatch,
          }),
        ),
      ),
      [0.05, 0.95].map((share) =>
        plane.rect(w * share - 0.3, h, 0.6, 0.8, {
          width: weight.hatch,
          fill: view.night ? colour.grey : colour.paper,
        }),
      ),
    ],
  })
}

/** Towns of the highlands: stone houses, hairpin road, cable car. */
export function drawMountainTown({ variant }: SceneParameters): string {
  const night = variant === 3
  if (variant === 2) {
    // The road in hairpins to the pass, poles beside it.
    return outdoors(
      'mountain 2',
      { eye: [0, -40, 8], focal: 900, horizon: 560 },
      (view) => {
        const bends: Point[] = pairs([
          620, 810, 760, 700, 1010, 640, 1120, 590, 980, 540, 640, 510, 480, 470, 600, 430, 860,
          404, 980, 370, 900, 336, 760, 316,
        ])
        const wire: Point[] = pairs([260, 700, 420, 560, 530, 452, 640, 380, 742, 300])
        return [
          range('mountain 2 far', 470, 300, { peaks: 4 }),
          polygon(
            pairs([
              -20, 600, 240, 470, 430, 360, 600, 300, 770, 262, 900, 300, 1080, 380, 1240, 470,
              1460, 560, 1460, 830, -20, 830,
            ]),
            { width: weight.detail },
          ),
          curve(bends, { stroke: colour.ink, width: 34 }),
          curve(bends, { stroke: colour.paper, width: 29 }),
          curve(bends, { stroke: colour.grey, width: 1.4, dash: '14 10' }),
          pairs([180, 640, 330, 560, 1250, 640, 1330, 720, 860, 470, 700, 600, 250, 760]).map(
            ([x = 0, y = 0], index) =>
              grove(
                { ...view, spot: () => ({ x, y, scale: 16 + (y - 440) / 18 }), depth: () => 1 },
                [{ at: [index, 0], kind: 'tree', height: 4 }],
              ),
          ),
          wire.map(([x, y], index) => {
            const h = 150 - index * 25
            return [
              line(x, y, x, y - h, { width: 5 - index * 0.8 }),
              line(x - h * 0.16, y - h * 0.9, x + h * 0.16, y - h * 0.9, {
                width: 3.4 - index * 0.5,
              }),
            ]
          }),
          [-1, 1].map((side) =>
            curve(
              wire.flatMap(([x, y], index): Point[] => {
                const h = 150 - index * 25
                const next = wire[index + 1]
                const here: Point = [x + side * h * 0.15, y - h * 0.93]
                if (!next) return [here]
                const nextH = 150 - (index + 1) * 25
                return [
                  here,
                  [
                    (here[0] + next[0] + side * nextH * 0.15) / 2,
                    (here[1] + next[1] - nextH * 0.93) / 2 + 16 - index * 3,
                  ],
                ]
              }),
              { stroke: colour.copper, width: 1.8 },
            ),
          ),
          pairs([560, 300, 640, 282, 726, 262, 820, 276]).map(([x = 0, y = 0], index) => [
            polygon(
              [
                [x, y],
                [x, y - 52 - (index % 2) * 18],
                [x + 44, y - 52 - (index % 2) * 18],
                [x + 44, y + 6],
              ],
              { width: weight.detail },
            ),
            [0, 1].map((row) =>
              [10, 26].map((dx) =>
                polygon(
                  [
                    [x + dx, y - 40 + row * 20],
                    [x + dx + 8, y - 40 + row * 20],
                    [x + dx + 8, y - 29 + row * 20],
                    [x + dx, y - 29 + row * 20],
                  ],
                  { fill: colour.dark, stroke: colour.none },
                ),
              ),
            ),
          ]),
        ]
      },
      { bare: true },
    )
  }
  if (variant === 4) {
    // A cable car over terraces.
    return outdoors(
      'mountain 4',
      { eye: [0, -60, 20], focal: 900, horizon: 400 },
      (view) => [
        range('mountain 4 a', 480, 330, { peaks: 4 }),
        range('mountain 4 b', 600, 240, { peaks: 3, spacing: 10, width: weight.detail }),
        [0, 1, 2, 3, 4, 5].map((index) =>
          curve(
            [
              [-20, 560 + index * 46],
              [240, 590 + index * 44],
              [560, 560 + index * 48],
              [900, 610 + index * 42],
              [1460, 570 + index * 48],
            ],
            { width: index === 5 ? weight.outline : weight.detail },
          ),
        ),
        pairs([
          180, 640, 420, 690, 690, 650, 930, 740, 1180, 660, 1330, 760, 560, 770, 250, 780,
        ]).map(([x = 0, y = 0], index) =>
          grove({ ...view, spot: () => ({ x, y, scale: 20 }), depth: () => 1 }, [
            { at: [index + 20, 0], kind: 'tree', height: 3.4 },
          ]),
        ),
        pairs([1010, 600, 1070, 590, 1136, 604, 1204, 588]).map(([x = 0, y = 0], index) => [
          polygon(
            [
              [x, y],
              [x, y - 74 - (index % 2) * 24],
              [x + 54, y - 74 - (index % 2) * 24],
              [x + 54, y],
            ],
            { width: weight.detail },
          ),
          [0, 1, 2].map((row) =>
            [10, 32].map((dx) =>
              polygon(
                [
                  [x + dx, y - 62 + row * 22],
                  [x + dx + 10, y - 62 + row * 22],
                  [x + dx + 10, y - 49 + row * 22],
                  [x + dx, y - 49 + row * 22],
                ],
                { fill: colour.dark, stroke: colour.none },
              ),
            ),
          ),
        ]),
        [
          [300, 240, 620],
          [1290, 130, 500],
        ].map(([x = 0, top = 0, foot = 0]) => [
          polygon(
            [
              [x - 22, foot],
              [x - 7, top],
              [x + 7, top],
              [x + 22, foot],
            ],
            { width: weight.detail },
          ),
          line(x - 34, top, x + 34, top, { width: weight.outline }),
        ]),
        [-26, 26].map((dx) =>
          curve(
            [
              [-20, 330 + dx],
              [300 + dx, 240],
              [800, 262 + dx * 0.3],
              [1290 + dx, 130],
              [1460, 96],
            ],
            { stroke: colour.copper, width: weight.detail },
          ),
        ),
        [
          [560, 254],
          [980, 232],
        ].map(([x = 0, y = 0]) => [
          line(x, y, x, y + 46, { width: weight.detail }),
          path(
            `M${x - 34} ${y + 54}Q${x - 34} ${y + 44} ${x - 24} ${y + 44}H${x + 24}Q${x + 34} ${y + 44} ${x + 34} ${y + 54}L${x + 28} ${y + 104}H${x - 28}Z`,
            { width: weight.detail },
          ),
          path(`M${x - 27} ${y + 56}H${x - 4}V${y + 82}H${x - 25}Z`, {
            fill: colour.shade,
            width: weight.hatch,
          }),
          path(`M${x + 4} ${y + 56}H${x + 27}L${x + 25} ${y + 82}H${x + 4}Z`, {
            fill: colour.shade,
            width: weight.hatch,
          }),
        ]),
      ],
      { bare: true },
    )
  }
  return outdoors(
    `mountain ${variant}`,
    { eye: [night ? 8 : 0, -46, 10], focal: 900, horizon: 520, night },
    (view) => {
      const terraces: [number, number, number, number][] = night
        ? [
            [-34, 44, 16, 3],
            [-20, 40, 14, 4],
            [-6, 44, 18, 3],
            [10, 40, 14, 4],
            [26, 44, 12, 3],
            [-28, 22, 8, 3],
            [-12, 18, 7, 4],
            [6, 20, 6, 3],
            [24, 22, 5, 4],
            [-20, 0, 2, 3],
            [-2, -2, 1, 3],
            [16, 0, 0, 4],
          ]
        : [
            [-36, 40, 10, 3],
            [-22, 44, 14, 4],
            [-8, 40, 16, 3],
            [6, 44, 19, 4],
            [20, 40, 17, 3],
            [34, 44, 15, 4],
            [-28, 18, 4, 4],
            [-14, 20, 6, 3],
            [2, 18, 8, 4],
            [16, 20, 7, 3],
            [30, 18, 5, 4],
            [-20, -4, 0, 3],
            [14, -4, 1, 4],
          ]
      const slope = (y: number, z: number, seed: number): Vec[] => [
        [-90, y, z - 5],
        [-40, y, z + Math.sin(seed) * 2],
        [0, y, z + 2 + Math.cos(seed)],
        [40, y, z - 1 + Math.sin(seed * 2)],
        [90, y, z - 5],
        [90, y, -20],
        [-90, y, -20],
      ]
      const fill = night ? colour.dark : colour.paper
      return [
        range(`mountain ${variant} a`, view.horizon + 40, 330, { peaks: 4, night }),
        range(`mountain ${variant} b`, view.horizon + 60, 220, { peaks: 5, night }),
        view.face(slope(52, night ? 14 : 15, 1), { fill, width: weight.detail }),
        terraces
          .filter(([, y]) => y > 30)
          .map(([x, y, z, storeys]) => stoneHouse(view, x, y, z, storeys)),
        view.face(slope(30, 6, 3), { fill, width: weight.detail }),
        terraces
          .filter(([, y]) => y > 10 && y <= 30)
          .map(([x, y, z, storeys]) => stoneHouse(view, x, y, z, storeys)),
        view.face(slope(8, 1, 5), { fill, width: weight.detail }),
        terraces
          .filter(([, y]) => y <= 10)
          .map(([x, y, z, storeys]) => stoneHouse(view, x, y, z, storeys)),
        view.face(triples([-90, -10, -1, 90, -10, 0, 90, -46, -2, -90, -46, -2]), {
          fill,
          width: weight.detail,
        }),
        [-26, -8, 10, 28].map((x, index) =>
          lampPost(view, [x, -12 - (index % 2) * 3], { height: 6, arms: [1], reach: 1 }),
        ),
        triples([-30, -12, 7, -11, -14, 7, 8, -12, 7, 27, -14, 7])
          .slice(1)
          .map(([x = 0, y = 0, z = 0], index) =>
            view.trace(hang([(index - 1) * 19 - 11, index % 2 ? -14 : -12, 7], [x, y, z], 0.6), {
              stroke: colour.copper,
              width: 1.6,
            }),
          ),
        grove(view, [
          { at: [-36, -14], kind: 'tree', height: 6 },
          { at: [-3, -16], kind: 'tree', height: 5 },
          { at: [34, -16], kind: 'tree', height: 6 },
        ]),
        person(view.spot(4, -24, -1.4), { dress: 'thobe', pose: 'walk' }),
      ]
    },
    { bare: true, moon: [240, 120] },
  )
}
