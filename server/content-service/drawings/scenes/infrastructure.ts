/** Grid and public works: substation, lines, roads, water, port, mine, farm, cables and earthing. */
import {
  arc,
  circle,
  colour,
  curve,
  ellipse,
  hatch,
  line,
  path,
  polygon,
  polyline,
  random,
  rect,
  rectPoints,
  sheet,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import {
  cabinetRow,
  cone,
  drum,
  fence,
  insulator,
  lampPost,
  postInsulator,
  pylon,
  pylonTips,
  spark,
  transformer,
  wires,
} from './equipment.ts'
import { person } from './figures.ts'
import { dune, range, shrub, tuft } from './nature.ts'
import {
  block,
  createPlane,
  createView,
  cylinder,
  extrude,
  floorPlane,
  frame,
  hang,
  ringPoints,
  shadowOf,
  roundBar,
  type Vec,
  type View,
  pairs,
  triples,
} from './perspective.ts'
import { building, distantTown, grove, indoors, outdoors, pieces, roadAway } from './setting.ts'
import { createStencil, daySky, pick, soil, water, type SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'
import { lorry } from './workshop.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** A lattice gantry across x with three strings of insulators hanging from its beam. */
function gantry(view: View, x: number, y: number, span: number, height: number): Mark {
  const legs = [x, x + span]
  const fine = { width: weight.hatch }
  const bays = 10
  return [
    legs.map((at) => [
      [-0.7, 0.7].map((dx) =>
        view.line([at + dx * 1.3, y, 0], [at + dx * 0.6, y, height], { width: weight.detail }),
      ),
      [0, 1, 2, 3, 4, 5].map((step) => {
        const half = (share: number) => 0.91 - 0.49 * share
        const [low, high] = [step / 6, (step + 1) / 6]
        const way = step % 2 ? 1 : -1
        return view.line(
          [at - way * half(low), y, height * low],
          [at + way * half(high), y, height * high],
          fine,
        )
      }),
    ]),
    [height, height - 1.2].map((z) =>
      view.line([x - 0.5, y, z], [x + span + 0.5, y, z], { width: weight.detail }),
    ),
    Array.from({ length: bays }, (_, step) => {
      const [from, to] = [x + (span * step) / bays, x + (span * (step + 1)) / bays]
      return view.line(
        [from, y, step % 2 ? height : height - 1.2],
        [to, y, step % 2 ? height - 1.2 : height],
        fine,
      )
    }),
    [0.2, 0.5, 0.8].map((share) => {
      const { scale } = view.spot(x + span * share, y, height)
      return insulator(
        view.point([x + span * share, y, height - 1.2]),
        view.point([x + span * share, y, height - 3.2]),
        Math.max(2.4, scale * 0.16),
      )
    }),
  ]
}

/** A centre-break disconnector: two posts on a frame with a blade between. */
function disconnector(view: View, x: number, y: number, isOpen = false): Mark {
  const posts = [0, 2.6]
  const top = 4.4
  return [
    posts.map((dx) => [
      view.line([x + dx, y, 0], [x + dx, y, 2.4], { width: weight.detail }),
      postInsulator(view, [x + dx, y, 2.4], top - 2.4, 0.2),
    ]),
    view.line([x - 0.4, y, 2.4], [x + 3, y, 2.4], { width: weight.detail }),
    isOpen
      ? [
          view.line([x, y, top], [x + 0.6, y, top + 1.2], live),
          view.line([x + 2.6, y, top], [x + 2, y, top + 1.2], live),
        ]
      : view.line([x, y, top], [x + 2.6, y, top], live),
  ]
}

/** A live-tank circuit breaker or a measuring transformer: one post with a head. */
function postDevice(view: View, x: number, y: number, head: 'breaker' | 'transformer'): Mark {
  const foot = view.spot(x, y)
  const s = createStencil(foot)
  return [
    s.rect(-0.35, 0, 0.7, 2, { width: weight.hatch }),
    postInsulator(view, [x, y, 2], 1.7, 0.26),
    head === 'breaker'
      ? [
          s.rect(-0.24, 3.7, 0.48, 0.4, { width: weight.hatch, fill: colour.tint }),
          postInsulator(view, [x, y, 4.1], 1.5, 0.24),
        ]
      : s.rect(-0.4, 3.7, 0.8, 0.9, { width: weight.hatch, fill: colour.tint }),
  ]
}

/** An outdoor substation: gantries, disconnectors, transformers. */
export function drawSubstation({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'substation 1',
      { eye: [-6, -36, 5], yaw: 6, focal: 900, horizon: 500, centre: 700 },
      (view) => [
        range('substation', 502, 60, { peaks: 8 }),
        pylon(view, -30, 70, 44),
        wires(
          view,
          [
            pylonTips(-30, 70, 44),
            triples([-22, 24, 12, -12, 24, 12, -17, 24, 12, -6, 24, 12, -4, 24, 12, 0, 24, 12]),
          ],
          5,
        ),
        gantry(view, -26, 24, 18, 13),
        gantry(view, -6, 24, 18, 13),
        gantry(view, 14, 24, 18, 13),
        [-26, -6, 14].map((x) =>
          [0.2, 0.5, 0.8].map((share) =>
            view.line([x + 18 * share, 24, 9.8], [x + 18 * share, 10, 5.6], live),
          ),
        ),
        [-26, -6, 14].map((x) =>
          [0.2, 0.5, 0.8].map((share) => postDevice(view, x + 18 * share, 10, 'breaker')),
        ),
        [-26, -6, 14].map((x) => [1, 6.4, 11.8].map((dx) => disconnector(view, x + dx + 1.4, 2))),
        view.line([-28, 2, 4.5], [34, 2, 4.5], { ...live, width: 1.4 }),
        transformer(view, [4, -14, 0], 1.25, weight.outline),
        transformer(view, [-15, -12, 0], 1.1),
        fence(view, [-40, -24], [40, -24], 1.8, 26),
        person(view.spot(-3.4, -21), { pose: 'tablet' }),
        person(view.spot(-1.6, -21.2), { pose: 'point' }),
      ],
    )
  }
  if (variant === 2) {
    return outdoors(
      'substation 2',
      { eye: [0, -22, 2.2], focal: 820, horizon: 560, centre: 720 },
      (view) => [
        distantTown('substation 2', 561, 40),
        [60, 36, 14].map((y) => gantry(view, -10, y, 20, 13)),
        [-6, 0, 6].map((x) =>
          view.trace(
            [
              ...hang([x, 60, 9.8], [x, 36, 9.8], 0.8),
              ...hang([x, 36, 9.8], [x, 14, 9.8], 0.8),
              ...hang([x, 14, 9.8], [x, -22, 10.4], 0.8),
            ],
            live,
          ),
        ),
        pieces(
          view,
          [46, 26, 4].flatMap((y) =>
            [-6, 0, 6].flatMap((x) => [
              [x, y, () => postDevice(view, x, y, y === 26 ? 'transformer' : 'breaker')] as const,
              [x, y - 5, () => [disconnector(view, x - 1.3, y - 5, y === 4 && x === 0)]] as const,
            ]),
          ),
        ),
        [-6, 0, 6].map((x) =>
          floorPlane(view).line(x - 1.6, -22, x - 1.6, 60, {
            width: weight.hatch,
            stroke: colour.grey,
          }),
        ),
        block(view, [-17, 0, 0], [4, 8, 3.2], {}),
        person(view.spot(-8.6, -8), { pose: 'point' }),
        person(view.spot(-9.8, -8.3), { pose: 'tablet' }),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'substation 3',
      { eye: [-9, -17, 2.2], yaw: 24, focal: 860, horizon: 560, centre: 640 },
      (view) => [
        [24, 12, 0].map((x) => [
          block(view, [x + 11.4, -2, 0], [0.5, 9, 6.4]),
          gantry(view, x + 0.6, 8, 8, 12),
          [0, 1, 2].map((at) =>
            view.line([x + 2.4 + at * 2.1, 8, 8.8], [x + 3.2 + at * 1.9, 1.4, 7.4], live),
          ),
          transformer(view, [x + 1.6, 0, 0.3], 1.2, x === 0 ? weight.outline : weight.detail),
        ]),
        block(view, [-1, -2, 0], [0.5, 9, 6.4]),
        person(view.spot(-1.5, -6.4), { pose: 'tablet' }),
        person(view.spot(-3, -6.6), { pose: 'stand' }),
        cone(view.spot(3, -7)),
      ],
      { behind: () => range('substation 3', 562, 120, { peaks: 6 }) },
    )
  }
  return outdoors(
    'substation 4',
    { eye: [20, -38, 3], yaw: -18, focal: 900, horizon: 580, centre: 800, night: true },
    (view) => [
      [
        [-40, 70],
        [-30, 130],
      ].map(([x = 0, y = 0]) => pylon(view, x, y, 46, colour.grey)),
      wires(
        view,
        [
          pylonTips(-30, 130, 46),
          pylonTips(-40, 70, 46),
          triples([-14, 14, 16, -2, 14, 16, -12, 14, 16, -4, 14, 16, -10, 14, 16, -6, 14, 16]),
        ],
        4,
      ),
      building(view, [-22, 4, 0], [40, 14, 12], {
        storeys: 2,
        kind: 'blank',
        wall: (plane, _w, h, side) =>
          side === 'south' && [
            plane.rect(4, 0, 5, 5, { fill: colour.copperLight, width: weight.hatch }),
            [13, 19, 25, 31].map((u) =>
              plane.rect(u, h * 0.6, 4, 1.8, { fill: colour.copper, stroke: colour.none }),
            ),
          ],
      }),
      [-12, -8, -4].map((x) => [
        view.line([x, 14, 12], [x, 14, 13.4], { width: weight.detail, stroke: colour.grey }),
        postInsulator(view, [x, 14, 12.4], 3.2, 0.4),
      ]),
      transformer(view, [2, -8, 0], 1.2),
      transformer(view, [-13, -8, 0], 1.2),
      block(view, [-4.4, -9, 0], [0.5, 6, 6]),
      lampPost(view, [14, -12], { height: 8, arms: [-1] }),
      fence(view, [-40, -19], [40, -19], 2, 26),
      vehicle(view, [12, -16], 'pickup'),
      person(view.spot(10, -15), { pose: 'tablet' }),
    ],
  )
}

/** An overhead line through the desert. */
export function drawDesertLine({ variant }: SceneParameters): string {
  if (variant === 2) {
    return outdoors(
      'desert 2',
      { eye: [0, -40, 3], focal: 900, horizon: 560 },
      (view) => {
        const poles: Point[] = pairs([60, 420, 34, 220, 14, 110, -2, 50, -13, 10, -22, -18])
        const tips = poles.map(([x, y]): Vec[] => [
          [x - 1.6, y, 12.2],
          [x, y, 13.6],
          [x + 1.6, y, 12.2],
        ])
        return [
          range('desert 2', 562, 90, { peaks: 6 }),
          dune('desert 2a', 640, 90),
          wires(view, tips, 1.4),
          poles.map(([x, y]) => {
            const { scale } = view.spot(x, y)
            return [
              line(...view.point([x, y, 0]), ...view.point([x, y, 13]), {
                width: Math.max(1.4, scale * 0.26),
                stroke: colour.ink,
              }),
              view.line([x - 1.8, y, 11.8], [x + 1.8, y, 11.8], {
                width: Math.max(1.4, scale * 0.12),
              }),
              pairs([-1.6, 11.8, 0, 13, 1.6, 11.8]).map(([dx = 0, z = 0]) =>
                postInsulator(view, [x + dx, y, z], 0.55, 0.14),
              ),
            ]
          }),
          camel(view.spot(8, -8), 1),
          camel(view.spot(11, -6), 0.9),
          camel(view.spot(14.6, -7), 1),
          person(view.spot(5.6, -8.4), { dress: 'thobe', pose: 'walk', flip: true }),
          pairs([-6, -24, 2, -30, 9, -27]).map(([x = 0, y = 0]) => tuft(view.spot(x, y))),
        ]
      },
      { strokes: 20 },
    )
  }
  if (variant === 3) {
    return outdoors(
      'desert 3',
      { eye: [4, -30, 1.8], focal: 620, horizon: 690, centre: 800 },
      (view) => [
        range('desert 3', 692, 110, { peaks: 5 }),
        pairs([-150, 330, -90, 190, -40, 84]).map(([x = 0, y = 0]) => pylon(view, x, y, 46)),
        wires(
          view,
          [
            pylonTips(-150, 330, 46),
            pylonTips(-90, 190, 46),
            pylonTips(-40, 84, 46),
            pylonTips(-4, 10, 46),
            pylonTips(8, -40, 46),
          ],
          4,
        ),
        pylon(view, -4, 10, 46),
        vehicle(view, [7, -14], 'pickup'),
        person(view.spot(4.8, -15), { pose: 'point', flip: true }),
        person(view.spot(5.9, -15.2), { pose: 'tablet', flip: true }),
        tuft(view.spot(0, -22)),
      ],
      { strokes: 20 },
    )
  }
  const wide = variant === 4
  return outdoors(
    `desert ${variant}`,
    wide
      ? { eye: [30, -80, 26], yaw: -6, focal: 950, horizon: 330 }
      : { eye: [-20, -70, 5], yaw: 10, focal: 1000, horizon: 540 },
    (view) => {
      const line1: Point[] = wide
        ? pairs([-30, 620, -26, 380, -22, 220, -18, 110, -12, 30])
        : pairs([330, 640, 220, 400, 140, 240, 80, 130, 30, 50, -20, 6])
      const line2: Point[] = pairs([16, 620, 24, 380, 32, 220, 40, 110, 50, 30])
      const height = 46
      const draw = (list: readonly Point[]): Mark => [
        wires(
          view,
          list.map(([x, y]) => pylonTips(x, y, height)),
          4,
        ),
        list.map(([x, y]) => pylon(view, x, y, height)),
      ]
      return [
        range(`desert ${variant}`, view.horizon + 2, wide ? 70 : 60, { peaks: 9 }),
        dune(`desert ${variant} a`, view.horizon + 130, 110),
        dune(`desert ${variant} b`, view.horizon + 250, 120),
        draw(line1),
        wide && draw(line2),
        dune(`desert ${variant} c`, 850, wide ? 120 : 130, weight.detail),
        wide && [-10, 20, 60].map((x) => tuft(view.spot(x, -30))),
      ]
    },
    { strokes: 0 },
  )
}

function camel(spot: { x: number; y: number; scale: number }, size: number): Mark {
  const s = createStencil({ ...spot, scale: spot.scale * size })
  return [
    pairs([-0.7, -0.62, -0.5, -0.4, 0.42, 0.36, 0.6, 0.66]).map(([top = 0, foot = 0]) =>
      s.tube(
        [
          [top, 1.2],
          [top * 1.02, 0.66],
          [foot, 0.03],
        ],
        0.1,
        { width: weight.hatch },
      ),
    ),
    s.shape(
      pairs([
        -1, 1.5, -0.8, 1.2, 0, 1.08, 0.66, 1.2, 1, 1.3, 1.3, 1.4, 1.44, 1.85, 1.74, 1.98, 1.7, 2.08,
        1.4, 2.14, 1.24, 1.98, 1.1, 1.66, 0.8, 1.66, 0.4, 1.72, 0.06, 2.12, -0.24, 1.76, -0.7, 1.74,
      ]),
      { width: weight.hatch },
    ),
    s.curve(pairs([-1, 1.5, -1.08, 1.24, -1.04, 1]), { width: weight.hatch }),
  ]
}

/** Roads and streets under their lamps. */
export function drawRoadLighting({ variant }: SceneParameters): string {
  const night = variant !== 3
  if (variant === 2) {
    return outdoors('road 2', { eye: [0, -40, 15], focal: 900, horizon: 300, night }, (view) => {
      const floor = floorPlane(view)
      const bend = (offset: number): Point[] =>
        Array.from({ length: 26 }, (_, index): Point => {
          const y = -40 + 1.7 * 1.235 ** index
          return [-14 + ((y + 40) / 70) ** 2 * 9 + offset * Math.sqrt(1 + ((y + 40) / 110) ** 2), y]
        }).filter(([, y]) => y < 210)
      const edge = { stroke: colour.grey, width: weight.detail }
      const [left, right] = [bend(-9), bend(9)]
      return [
        range('road 2', 303, 130, { peaks: 6, night, fill: colour.ink }),
        range('road 2 near', 303, 62, { peaks: 9, night }),
        distantTown('road 2', 301, 60, { night }),
        grove(
          view,
          pairs([24, 10, 30, 26, 38, 44, 48, 58, 20, -6, 27, -14]).map(([x, y]) => ({
            at: [x, y] as const,
            kind: 'palm' as const,
            height: 8,
          })),
        ),
        floor.polygon([...left, ...right.reverse()], { fill: colour.ink, ...edge }),
        [-0.5, 0.5].map((offset) =>
          floor.trace(bend(offset), { stroke: colour.grey, width: weight.hatch }),
        ),
        [-6.5, -4.6, -2.4].map((offset) =>
          floor.trace(bend(offset), { stroke: colour.copper, width: 1.8 }),
        ),
        [3, 5.4].map((offset) =>
          floor.trace(bend(offset), { stroke: colour.copperLight, width: 1.4 }),
        ),
        pieces(
          view,
          bend(0)
            .filter((_, index) => index > 13)
            .map(
              ([x, y]) =>
                [
                  x,
                  y,
                  () => lampPost(view, [x, y], { height: 11, arms: [-1, 1], reach: 2.6 }),
                ] as const,
            ),
        ),
      ]
    })
  }
  if (variant === 4) {
    return outdoors(
      'road 4',
      { eye: [-7.4, -24, 1.8], yaw: 7, focal: 880, horizon: 560, centre: 640, night },
      (view) => [
        roadAway(view, [-4, 4], [-40, 420]),
        floorPlane(view).rect(-8.5, -40, 4.3, 460, {
          fill: colour.dark,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        pieces(view, [
          ...[0, 1, 2, 3, 4].map(
            (index) =>
              [
                20,
                index * 24,
                () =>
                  building(view, [8, index * 24 - 8, 0], [14, 20, 8 + (index % 3) * 3], {
                    storeys: 2 + (index % 3),
                    lit: 0.3,
                    bay: 4,
                  }),
              ] as const,
          ),
          ...[0, 1, 2, 3, 4].map(
            (index) =>
              [
                -20,
                index * 26 + 6,
                () =>
                  building(view, [-26, index * 26 - 2, 0], [14, 20, 9 + (index % 2) * 3], {
                    storeys: 3,
                    lit: 0.3,
                    bay: 4,
                  }),
              ] as const,
          ),
          ...[-14, 2, 18, 34, 52, 74, 100].map(
            (y) =>
              [-5, y, () => lampPost(view, [-5, y], { height: 8, arms: [1], reach: 2 })] as const,
          ),
          ...[-4, 12, 28, 46].map(
            (y) =>
              [-10.4, y, () => grove(view, [{ at: [-10.4, y], kind: 'tree', height: 5 }])] as const,
          ),
        ]),
        vehicle(view, [1.2, -2], 'saloon', { axis: 'y', reverse: true }),
        person(view.spot(-6.4, -10), { dress: 'thobe', pose: 'walk', back: true }),
        person(view.spot(-6.9, 4), { dress: 'abaya' }),
      ],
    )
  }
  const day = variant === 3
  return outdoors(
    `road ${variant}`,
    day
      ? { eye: [-1, -30, 5], focal: 880, horizon: 430, centre: 700 }
      : { eye: [5.5, -30, 2.4], focal: 900, horizon: 520, centre: 800, night },
    (view) => [
      day
        ? range('road', 432, 90, { peaks: 6 })
        : [
            distantTown('road far', 521, 150, { night, fill: colour.dark }),
            distantTown('road', 521, 80, { night }),
          ],
      // The planted median and the verges.
      !day && [
        floorPlane(view).rect(-2, -40, 4, 400, {
          fill: colour.dark,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        [70, 46, 30, 19, 10, 2, -2, -15].map((y) => shrub(view.spot(0.8, y), 1.5, true)),
      ],
      roadAway(view, [-13, -2], [-40, 520], { lanes: 3 }),
      roadAway(view, [2, 13], [-40, 520], { lanes: 3 }),
      pieces(view, [
        ...[-8, 14, 40, 74, 120, 190].map(
          (y) =>
            [
              0,
              y,
              () => lampPost(view, [0, y], { height: 12, arms: [-1, 1], reach: 2.6 }),
            ] as const,
        ),
        ...(day
          ? [-16, 2, 24, 52].flatMap((y) =>
              [-17, 17].map(
                (x) =>
                  [x, y, () => grove(view, [{ at: [x, y], kind: 'palm', height: 9 }])] as const,
              ),
            )
          : [-6, 14, 40, 76].flatMap((y) =>
              [-17.5, 17.5].map(
                (x) =>
                  [x, y, () => grove(view, [{ at: [x, y], kind: 'palm', height: 9 }])] as const,
              ),
            )),
      ]),
      !day &&
        [-11, -9, -5].map((x, index) =>
          view.line([x, -30, 0.5], [x, 300, 0.5], {
            stroke: index ? colour.copper : colour.copperLight,
            width: 1.8,
          }),
        ),
      vehicle(view, [6.2, 14], 'saloon', { axis: 'y', reverse: true }),
      vehicle(view, [9.8, day ? 2 : 40], 'suv', { axis: 'y', reverse: true }),
      vehicle(view, [-8, 34], 'bus', { axis: 'y' }),
      day && vehicle(view, [-11.6, 2], 'van', { axis: 'y' }),
    ],
    { moon: day ? undefined : [330, 130] },
  )
}

/** A motor and pump on a common frame, the motor to the right. */
/** A motor and pump on their bed. */
export function pumpSet(view: View, x: number, y: number, size = 1): Mark {
  const m = (value: number): number => value * size
  return [
    block(view, [x - m(0.2), y - m(0.5), 0], [m(3.6), m(1), m(0.3)], {}),
    roundBar(view, [x, y, m(0.95)], m(0.5), m(0.7), 'x'),
    roundBar(view, [x + m(0.7), y, m(0.95)], m(0.16), m(0.7), 'x', { lines: [] }),
    roundBar(view, [x + m(1.4), y, m(0.95)], m(0.56), m(1.7), 'x', {
      lines: [40, 20, 0, -20, -40, -60],
    }),
    block(view, [x + m(1.9), y - m(0.25), m(1.45)], [m(0.7), m(0.5), m(0.35)], {
      width: weight.hatch,
    }),
  ]
}

/** A pipe through the given points. */
export function pipe(view: View, points: readonly Vec[], radius: number): Mark {
  const spots = points.map((at) => view.point(at))
  const { scale } = view.spot(points[0]?.[0] ?? 0, points[0]?.[1] ?? 0)
  const thick = Math.max(3, radius * 2 * scale)
  return [
    polyline(spots, { width: thick + weight.detail, stroke: colour.ink }),
    polyline(spots, { width: Math.max(1, thick - weight.detail), stroke: colour.paper }),
  ]
}

/** Water works: clarifiers, pump hall, water tower, desalination racks. */
export function drawWaterPlant({ variant }: SceneParameters): string {
  if (variant === 2 || variant === 4) {
    const racks = variant === 4
    return indoors(
      {
        view: racks
          ? { eye: [1.6, -1, 1.8], focal: 820, horizon: 430, centre: 800 }
          : { eye: [-2.6, -1, 2.4], focal: 820, horizon: 360, centre: 620 },
        size: [-7, 7, 34, 6.5],
        tile: 2,
        lamps: [0.25, 0.75],
        back: (plane, w) => [
          plane.rect(w / 2 - 2, 0, 4, 4.4, { fill: colour.tint, width: weight.detail }),
          plane.line(w / 2, 0, w / 2, 4.4),
        ],
        left: (plane, length) =>
          !racks &&
          [0, 1, 2, 3].map((index) =>
            plane.rect(2 + index * (length / 4), 3.4, 5, 1.8, {
              fill: colour.tint,
              width: weight.hatch,
            }),
          ),
      },
      (view) =>
        racks
          ? [
              pieces(
                view,
                [17, 6].flatMap((y) =>
                  [-1, 1].map(
                    (side) =>
                      [
                        side * 4,
                        y,
                        () => [
                          [0, 1, 2, 3].flatMap((row) =>
                            [0, 1].map((column) =>
                              roundBar(
                                view,
                                [
                                  side * 3 + (side < 0 ? -3 : 0) + 0.7 + column * 1.4,
                                  y,
                                  0.8 + row * 0.95,
                                ],
                                0.32,
                                5,
                                'y',
                                { width: weight.hatch, lines: [] },
                              ),
                            ),
                          ),
                          [0, 3].map((dx) =>
                            block(
                              view,
                              [side * 3 + (side < 0 ? -3 : 0) + dx, y, 0],
                              [0.16, 0.16, 4.3],
                              { width: weight.hatch },
                            ),
                          ),
                          cabinetRow(view, [side * 2.2 - 0.35, y + 1, 0], ['control'], {
                            w: 0.7,
                            d: 0.4,
                            h: 1.9,
                          }),
                        ],
                      ] as const,
                  ),
                ),
              ),
              view.line([-6, 0.4, 5.8], [-6, 34, 5.8], {
                stroke: colour.copper,
                width: weight.detail,
              }),
              view.line([6, 0.4, 5.8], [6, 34, 5.8], {
                stroke: colour.copper,
                width: weight.detail,
              }),
              person(view.spot(0.4, 9), { pose: 'tablet', flip: true }),
            ]
          : [
              [26, 20, 14, 8.4].map((y) => [
                pipe(
                  view,
                  [
                    [-4.4, y, 0.9],
                    [-6.4, y, 0.9],
                    [-6.4, y, 5.2],
                  ],
                  0.24,
                ),
                pumpSet(view, -4.4, y, 1.15),
              ]),
              view.line([-6.4, 2, 5.3], [-6.4, 34, 5.3], { width: weight.outline }),
              cabinetRow(
                view,
                [5.4, 8, 0],
                [
                  'incomer',
                  'control',
                  'control',
                  'feeder',
                  'control',
                  'feeder',
                  'control',
                  'feeder',
                ],
                { face: 'west', w: 1.1, h: 2.3, d: 1.2 },
              ),
              view.line([5.9, 1, 3.6], [5.9, 34, 3.6], {
                stroke: colour.copper,
                width: weight.detail,
              }),
              person(view.spot(3.4, 9), { pose: 'work' }),
              person(view.spot(1.5, 14), { pose: 'tablet', flip: true }),
            ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'water 3',
      { eye: [-16, -48, 2.4], yaw: 14, focal: 940, horizon: 600, centre: 640 },
      (view) => {
        const s = createStencil(view.spot(8, 20))
        return [
          range('water 3', 602, 80, { peaks: 7 }),
          building(view, [-22, 20, 0], [18, 12, 6], { storeys: 1, kind: 'windows', bay: 3 }),
          // The elevated tank: a flared bowl on a ribbed shaft.
          s.polygon(pairs([-2.6, 0, -2, 26, 2, 26, 2.6, 0]), { width: weight.detail }),
          s.hatch(pairs([0.8, 0, 0.7, 26, 2, 26, 2.6, 0]), { angle: 90, spacing: 6 }),
          [-1.2, 0, 1.1].map((x) => s.line(x * 1.1, 0, x * 0.85, 26)),
          s.polygon(pairs([-2, 26, -12, 38, -12, 42, 12, 42, 12, 38, 2, 26]), {
            width: weight.detail,
          }),
          s.hatch(pairs([1.4, 26, 5, 38, 5, 42, 12, 42, 12, 38, 2, 26]), { angle: 90, spacing: 7 }),
          s.line(-12, 38, 12, 38, { width: weight.detail }),
          s.polygon(pairs([-12, 42, 0, 45.4, 12, 42]), { width: weight.detail }),
          [-9, -5.4, -1.8, 1.8, 5.4, 9].map((x) => s.line(x, 38, x, 42)),
          cylinder(view, [34, 6, 0], 10, 8),
          cylinder(view, [16, -8, 0], 7, 6),
          pipe(
            view,
            [
              [-4, -12, 0.8],
              [10, -12, 0.8],
            ],
            0.5,
          ),
          pumpSet(view, -6, -14, 2),
          pumpSet(view, -15, -14, 2),
          fence(view, [-46, -22], [60, -22], 1.8, 30),
          view.trace(hang([-46, -6, 9], [-10, 26, 6], 1.6), live),
          person(view.spot(1, -16), { pose: 'tablet', flip: true }),
        ]
      },
    )
  }
  return outdoors(
    'water 1',
    { eye: [-20, -66, 27], yaw: 14, focal: 1060, horizon: 170, centre: 640 },
    (view) => [
      range('water 1 far', 172, 110, { peaks: 6, spacing: 10 }),
      range('water 1', 174, 58, { peaks: 9 }),
      floorPlane(view).polygon(pairs([-90, -34, 120, -34, 120, -27, -90, -27]), {
        fill: colour.tint,
        width: weight.hatch,
      }),
      grove(
        view,
        pairs([-60, 70, -48, 84, -30, 92, -8, 96, 76, 92, 92, 74, 84, 46, 96, 28]).map(
          ([x, y]) => ({
            at: [x, y] as const,
            kind: 'tree' as const,
            height: 9,
          }),
        ),
      ),
      pairs([48, 62, 12, 62, 48, 22, 12, 22]).map(([x = 0, y = 0]) => [
        cylinder(view, [x, y, 0], 15, 3.4, {
          lid: (plane) => [
            plane.disc(0, 0, 14, { fill: colour.tint, width: weight.hatch }),
            plane.disc(0, 0, 11.6, { fill: colour.none, width: weight.hatch }),
            plane.disc(0, 0, 1.6, { width: weight.hatch }),
          ],
        }),
        block(view, [x - 15, y - 0.7, 4], [30, 1.4, 0.4], { width: weight.hatch, soffit: true }),
      ]),
      [0, 1, 2].map((index) =>
        block(view, [-38, 14 + index * 16, 0], [28, 13, 2.4], {
          roof: (plane, w, d) => [
            plane.rect(1, 1, w - 2, d - 2, { fill: colour.tint, width: weight.hatch }),
            [7, 14, 21].map((u) => plane.line(u, 1, u, d - 1)),
          ],
        }),
      ),
      building(view, [-34, -20, 0], [26, 14, 7], { storeys: 1, kind: 'windows', bay: 3.4 }),
      [-2, 6, 14, 22].map((x) => pumpSet(view, x, -16, 1.7)),
      pipe(
        view,
        [
          [-6, -12, 1],
          [40, -12, 1],
        ],
        0.5,
      ),
      [12, 48].map((x) =>
        pipe(
          view,
          [
            [x, -12, 1],
            [x, 8, 1],
          ],
          0.4,
        ),
      ),
      vehicle(view, [16, -33], 'pickup'),
      vehicle(view, [-30, -30], 'van'),
      transformer(view, [40, -22, 0], 1.1),
      view.trace(
        [
          [-8, -22, 0.1],
          [44, -22, 0.1],
        ],
        live,
      ),
      person(view.spot(4, -24), { pose: 'tablet' }),
      grove(
        view,
        pairs([-50, -26, -46, -34, 62, -8]).map(([x = 0, y = 0]) => ({
          at: [x, y] as const,
          kind: 'palm' as const,
          height: 9,
        })),
      ),
    ],
    { strokes: 10 },
  )
}

/** A ship-to-shore crane; its boom points to +y (over the water). */
function quayCrane(view: View, x: number, y: number, raised = false): Mark {
  const [w, gauge, deck] = [16, 18, 30]
  const main = { width: weight.detail }
  const bar = (from: Vec, to: Vec, width: number = weight.detail): Mark =>
    view.line(from, to, { width, stroke: view.night ? colour.shade : colour.ink })
  const sides = [x, x + w]
  const tip: Vec = raised
    ? [x + w / 2, y + gauge + 12, deck + 34]
    : [x + w / 2, y + gauge + 42, deck]
  void main
  return [
    sides.map((at) => [
      bar([at, y + gauge, 0], [at, y + gauge, deck + 16], 3),
      bar([at, y, 0], [at, y, deck], 3),
      bar([at, y, 14], [at, y + gauge, 14]),
      bar([at, y, 14], [at, y + gauge, deck]),
      bar([at, y, deck], [at, y + gauge, deck + 16]),
      bar([at, y - 16, deck], [x + w / 2, y + gauge, deck], 3),
    ]),
    bar([x, y + gauge, 14], [x + w, y + gauge, 14], 3),
    bar([x, y, 14], [x + w, y, 14], 3),
    bar([x, y + gauge, deck + 16], [x + w, y + gauge, deck + 16], 3),
    bar([x + w / 2, y + gauge, deck], tip, 4),
    bar(
      [x + w / 2, y + gauge, deck + 16],
      [tip[0], y + gauge + (tip[1] - y - gauge) * 0.6, deck + (tip[2] - deck) * 0.6],
    ),
    bar([x + w / 2, y + gauge, deck + 16], tip),
    bar([x + w / 2, y + gauge, deck + 16], [x + w / 2, y - 16, deck]),
    block(view, [x + 3, y - 14, deck], [10, 8, 5], { soffit: true }),
    !raised && [
      bar([x + w / 2, y + gauge + 22, deck], [x + w / 2, y + gauge + 22, 22], 1.2),
      block(view, [x + w / 2 - 6, y + gauge + 21, 19], [12, 2.4, 2.6], {
        width: weight.hatch,
        fill: colour.shade,
      }),
    ],
    view.line([x - 1, y - 2, 0.4], [x + w + 1, y - 2, 0.4], {
      stroke: colour.copper,
      width: weight.detail,
    }),
  ]
}

function containers(
  view: View,
  x: number,
  y: number,
  counts: readonly number[],
  depth = 2.6,
): Mark {
  return counts.map((count, column) =>
    Array.from({ length: count }, (_, level) =>
      block(view, [x + column * 12.6, y, level * 2.7], [12.2, depth, 2.6], {
        width: weight.hatch,
        fill:
          (column * 3 + level) % 4 === 1 ? (view.night ? colour.dark : colour.shade) : undefined,
        wall: (plane, w, h, side) =>
          side === 'south' &&
          view.spot(x, y).scale > 5 &&
          [0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88].map((share) =>
            plane.line(w * share, 0.2, w * share, h - 0.2, {
              width: 1,
              stroke: view.night ? colour.ink : colour.grey,
            }),
          ),
      }),
    ),
  )
}

/** A container ship lying along x, drawn flat; the spot is the waterline at its middle. */
function ship(spot: { x: number; y: number; scale: number }, night = false): Mark {
  const s = createStencil(spot)
  const next = random('ship')
  return [
    s.polygon(pairs([-62, 2, -66, 12, -58, 12, -57, 10, 56, 10, 62, 14, 72, 14.4, 64, 0, -60, 0]), {
      fill: night ? colour.ink : colour.dark,
      width: weight.detail,
      stroke: colour.ink,
    }),
    s.line(-61, 3, 65, 3, { stroke: colour.copper, width: weight.detail }),
    Array.from({ length: 15 }, (_, column) =>
      Array.from({ length: 2 + Math.floor(next() * 4) }, (_, level) =>
        s.rect(-40 + column * 6.4, 10 + level * 2.6, 6.1, 2.5, {
          width: 1,
          fill: next() < 0.34 ? colour.shade : night ? colour.grey : colour.paper,
        }),
      ),
    ),
    s.rect(-56, 10, 12, 20, { width: weight.detail, fill: night ? colour.grey : colour.paper }),
    s.rect(-58, 27, 16, 3, { width: weight.detail, fill: night ? colour.grey : colour.paper }),
    [0, 1, 2, 3, 4].map((row) =>
      s.rect(-54.5, 12 + row * 3, 9, 1.2, {
        fill: night ? colour.copper : colour.shade,
        stroke: colour.none,
      }),
    ),
    s.rect(-62, 10, 5, 14, { width: weight.detail, fill: night ? colour.dark : colour.paper }),
  ]
}

/** A port with quay cranes, ship and containers. */
export function drawPort({ variant }: SceneParameters): string {
  if (variant === 2) {
    return outdoors(
      'port 2',
      { eye: [-50, -92, 5], yaw: 34, focal: 1350, horizon: 660, centre: 600 },
      (view) => [
        quayCrane(view, 70, 4),
        quayCrane(view, 36, 4, true),
        quayCrane(view, 0, 4),
        containers(view, 24, -6, [3, 2, 4, 3], 2.6),
        containers(view, -26, -10, [3], 2.6),
        vehicle(view, [-20, -62], 'pickup'),
        person(view.spot(-23, -64), { pose: 'point' }),
        person(view.spot(-24.8, -64.3), { pose: 'tablet' }),
        drum(view, [-29, -60, 0], 2, 1.8, 'y'),
        view.trace(triples([-29, -59, 0.1, -14, -30, 0.1, 0, 2, 0.2]), live),
      ],
      { strokes: 20 },
    )
  }
  if (variant === 4) {
    return outdoors(
      'port 4',
      { eye: [-70, -120, 46], yaw: 24, focal: 900, horizon: 190, centre: 600 },
      (view) => [
        water('port 4', 190, 560),
        ship(view.spot(44, 52)),
        floorPlane(view).polygon(pairs([-260, -200, 360, -200, 360, 26, -260, 26]), {
          width: weight.detail,
        }),
        block(view, [-260, 25.6, -1.6], [620, 0.6, 2.4]),
        // Rails of the cranes, lanes of the yard, the shadows of the stacks.
        [2, 18].map((y) =>
          floorPlane(view).line(-260, y, 360, y, { width: weight.detail, stroke: colour.dark }),
        ),
        floorPlane(view).rect(-260, -20, 620, 12, {
          fill: colour.tint,
          stroke: colour.grey,
          width: 1,
        }),
        floorPlane(view).rect(-260, -78, 620, 14, {
          fill: colour.tint,
          stroke: colour.grey,
          width: 1,
        }),
        [-30, -52].map((y) => shadowOf(view, [-60, y, 0], [113, 7, 8])),
        [150, 176].map((x) =>
          building(view, [x, -52, 0], [22, 34, 9], { storeys: 1, kind: 'blank' }),
        ),
        [110, 62, 14].map((x) => quayCrane(view, x, 4, x === 62)),
        [
          [-34, -17],
          [6, -14],
          [60, -17],
          [100, -13],
        ].map(([x = 0, y = 0]) => lorry(view, x, y, 'box')),
        [-30, -52].map((y, row) =>
          containers(
            view,
            -60,
            y,
            [2, 3, 2, 3, 1, 2, 3, 2, 3].map((count, index) => 1 + ((count + row + index) % 3)),
            7,
          ),
        ),
        [
          [-52, -74],
          [2, -70],
        ].map(([x = 0, y = 0]) => lorry(view, x, y, 'box')),
        [-52, 20, 92].map((x) => lampPost(view, [x, -58], { height: 26, arms: [-1, 1], reach: 2 })),
      ],
      { strokes: 0 },
    )
  }
  const night = variant === 3
  return outdoors(
    `port ${variant}`,
    night
      ? { eye: [20, -150, 7], focal: 880, horizon: 560, centre: 760, night }
      : { eye: [0, -140, 9], focal: 900, horizon: 540 },
    (view) => [
      // Seen from the water: ship in front, cranes behind on the quay.
      night ? distantTown('port night', 561, 50, { night }) : range('port', 541, 50, { peaks: 8 }),
      block(view, [-400, 4, 0], [800, 4, 4]),
      containers(view, -110, 40, [3, 2, 4, 3, 4, 2, 3, 4, 3, 2, 4, 3, 3, 4, 2, 3].slice(0, 16), 8),
      (night ? [-70, -20, 40] : [-58, -8, 46]).map((x, index) =>
        mirroredCrane(view, x, 14, night ? index === 0 : index === 2),
      ),
      water(`port ${variant}`, view.point([0, 2, 0])[1] + 2, 820, night),
      ship(view.spot(night ? 10 : -4, -12), night),
      night && [
        Array.from({ length: 24 }, (_, index) => {
          const x = 160 + ((index * 211) % 1120)
          const y = 640 + ((index * 67) % 150)
          return line(x, y, x + 40, y, { stroke: colour.copper, width: 1.8 })
        }),
        [-70, -20, 40].map((x) =>
          [0, 6, 12].map((dx) => spark(view.point([x + 2 + dx, 14, 31]), 3.4)),
        ),
      ],
      !night && [
        line(0, 770, 1440, 756, { width: weight.outline }),
        polygon(pairs([-10, 772, 1450, 756, 1450, 820, -10, 820]), {
          fill: colour.tint,
          width: weight.detail,
        }),
        [160, 1180].map((x) => [
          rect(x - 16, 724, 32, 46, { fill: colour.dark }),
          ellipse(x, 724, 24, 9, { fill: colour.dark }),
        ]),
      ],
    ],
    { strokes: 0 },
  )
}

/** A quay crane whose boom comes towards the viewer, over the water in front. */
function mirroredCrane(view: View, x: number, y: number, raised: boolean): Mark {
  const [w, gauge, deck] = [16, 18, 30]
  const stroke = view.night ? colour.shade : colour.ink
  const bar = (from: Vec, to: Vec, width: number = weight.detail): Mark =>
    view.line(from, to, { width, stroke })
  const middle = x + w / 2
  const tip: Vec = raised ? [middle, y - 8, deck + 36] : [middle, y - 40, deck]
  return [
    [x, x + w].map((at) => [
      bar([at, y + gauge, 0], [at, y + gauge, deck], 2.2),
      bar([at, y, 0], [at, y, deck + 16], 3),
      bar([at, y, deck + 16], [at, y + gauge, deck]),
      bar([at, y, 13], [at, y + gauge, 13]),
    ]),
    [13, deck, deck + 16].map((z) => bar([x, y, z], [x + w, y, z], 3)),
    bar([x, y, 13], [middle, y, deck]),
    bar([x + w, y, 13], [middle, y, deck]),
    block(view, [x + 3, y + gauge, deck], [10, 8, 5], { soffit: true }),
    bar([middle - 1.2, y, deck], [tip[0] - 1.2, tip[1], tip[2]], 3),
    bar([middle + 1.2, y, deck], [tip[0] + 1.2, tip[1], tip[2]], 3),
    bar([middle, y, deck + 16], tip),
    !raised && [
      bar([middle, y - 24, deck], [middle, y - 24, 25], 1.2),
      block(view, [middle - 6, y - 25, 22], [12, 2.4, 2.6], {
        width: weight.hatch,
        fill: colour.shade,
      }),
    ],
  ]
}

/** A covered conveyor gallery between two points on trestles. */
function conveyor(view: View, from: Vec, to: Vec, posts = 5): Mark {
  const depth = 1.6
  const lift = 2.2
  const at = (share: number, dy: number, dz: number): Vec => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share + dy,
    from[2] + (to[2] - from[2]) * share + dz,
  ]
  return [
    Array.from({ length: posts }, (_, index) => {
      const share = (index + 0.6) / posts
      const [x, y, z] = at(share, 0, 0)
      return [
        [0, depth].map((dy) => [
          view.line([x - z * 0.07 - 0.4, y + dy, 0], [x, y + dy, z], { width: weight.detail }),
          view.line([x + z * 0.07 + 0.4, y + dy, 0], [x, y + dy, z], { width: weight.detail }),
        ]),
        z > 8 &&
          view.line([x - z * 0.035 - 0.2, y, z * 0.5], [x + z * 0.035 + 0.2, y, z * 0.5], {
            width: weight.hatch,
          }),
      ]
    }),
    view.face([at(0, 0, 0), at(1, 0, 0), at(1, 0, lift), at(0, 0, lift)], { width: weight.detail }),
    view.face([at(0, 0, lift), at(1, 0, lift), at(1, depth, lift), at(0, depth, lift)], {
      width: weight.detail,
    }),
    Array.from({ length: posts * 3 }, (_, index) =>
      view.line(
        at((index + 1) / (posts * 3 + 1), 0, 0),
        at((index + 1) / (posts * 3 + 1), 0, lift),
        { width: 1 },
      ),
    ),
    view.line(at(0, 0, lift * 0.2), at(1, 0, lift * 0.2), live),
  ]
}

function haulTruck(
  spot: { x: number; y: number; scale: number },
  flip = false,
  loaded = true,
): Mark {
  const s = createStencil(spot, flip)
  return [
    s.polygon(pairs([-4.6, 1.8, 4.4, 1.8, 4.6, 2.6, -4.4, 2.6]), {
      width: weight.detail,
      fill: colour.dark,
    }),
    loaded &&
      s.shape(pairs([-4.6, 5, -3, 6, -1, 6.6, 1, 6.2, 1.6, 5.2, -1, 4.6]), {
        width: weight.detail,
        fill: colour.shade,
      }),
    s.polygon(
      pairs([-5, 3.4, -5.6, 5.4, 2, 5.4, 2, 6.4, 5, 6.4, 5, 6, 2.6, 5.6, 1.8, 3, -2.4, 2.6]),
      { width: weight.detail },
    ),
    [-3.6, -2, -0.4, 1].map((x) => s.line(x - 0.3, 5.2, x, 2.9)),
    s.polygon(pairs([2.6, 2.6, 2.6, 5, 4.4, 5, 4.4, 4.2, 5.2, 4, 5.2, 1.8, 2.2, 1.8]), {
      width: weight.detail,
    }),
    s.rect(2.9, 3.9, 1.2, 0.9, { fill: colour.dark, width: weight.hatch }),
    [4.6, 4.9].map((x) => s.line(x, 2.2, x, 3.8)),
    [-2.8, 3.4].map((x) => [
      s.circle(x, 1.4, 1.4, { fill: colour.ink, width: weight.detail }),
      s.circle(x, 1.4, 0.7, { fill: colour.shade, width: weight.hatch }),
    ]),
  ]
}

function stockpile(view: View, x: number, y: number, radius: number, height: number): Mark {
  const s = createStencil(view.spot(x, y))
  return [
    s.polygon(
      [
        [-radius, 0],
        [-radius * 0.1, height],
        [radius * 0.1, height],
        [radius, 0],
      ],
      { width: weight.detail, fill: view.night ? colour.dark : colour.paper },
    ),
    s.hatch(
      [
        [radius * 0.1, height],
        [radius, 0],
        [radius * 0.1, 0],
        [-radius * 0.04, height * 0.5],
      ],
      { angle: 45, spacing: 7 },
    ),
    [-0.6, -0.3].map((share) =>
      s.line(share * radius * 0.3, height * 0.82, share * radius, height * 0.14, {
        width: 1,
        stroke: colour.grey,
      }),
    ),
  ]
}

/** A mine: conveyor, headframe, open pit, night shift. */
export function drawMine({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors('mine 1', { eye: [0, -64, 5], focal: 900, horizon: 540 }, (view) => [
      range('mine', 542, 150, { peaks: 6 }),
      building(view, [-52, 20, 0], [22, 14, 20], { storeys: 5, kind: 'blank' }),
      stockpile(view, 32, 8, 22, 17),
      conveyor(view, [-30, 18, 16], [29, 8, 20], 5),
      conveyor(view, [-66, 0, 1], [-42, 20, 14], 3),
      transformer(view, [-22, -10, 0], 0.9),
      cabinetRow(view, [-14, -10, 0], ['plain', 'plain', 'plain'], { w: 1.4, h: 2.6, d: 1.4 }),
      haulTruck(view.spot(12, -20)),
      person(view.spot(-10, -28), { pose: 'point' }),
      person(view.spot(-11.4, -28.3), { pose: 'tablet' }),
    ])
  }
  if (variant === 2) {
    return outdoors(
      'mine 2',
      { eye: [-14, -40, 3], yaw: 18, focal: 900, horizon: 590, centre: 640 },
      (view) => {
        const s = createStencil(view.spot(6, 6))
        return [
          range('mine 2', 592, 130, { peaks: 5 }),
          // Headframe over the shaft.
          building(view, [14, 10, 0], [22, 12, 10], { storeys: 2, kind: 'windows', bay: 4 }),
          s.trace(pairs([-4, 0, -2.4, 30, 2.4, 30, 4, 0]), { width: weight.outline }),
          [0, 1, 2, 3, 4].map((row) => {
            const half = (z: number) => 4 - (1.6 * z) / 30
            const [low, high] = [row * 6, row * 6 + 6]
            return [
              s.line(-half(low), low, half(high), high),
              s.line(half(low), low, -half(high), high),
              s.line(-half(high), high, half(high), high),
            ]
          }),
          s.line(2.4, 28, 17, 0, { width: weight.outline }),
          s.line(2.2, 20, 11, 0, { width: weight.detail }),
          [-2.2, 2.2].map((x) => [
            s.circle(x, 31.6, 2.4, { fill: colour.none, width: weight.detail }),
            [0, 60, 120].map((angle) =>
              s.line(
                x - 2.4 * Math.cos((angle * Math.PI) / 180),
                31.6 - 2.4 * Math.sin((angle * Math.PI) / 180),
                x + 2.4 * Math.cos((angle * Math.PI) / 180),
                31.6 + 2.4 * Math.sin((angle * Math.PI) / 180),
                { width: 1 },
              ),
            ),
          ]),
          s.line(4.6, 31.6, 26, 9.4, { width: weight.hatch }),
          conveyor(view, [-36, -4, 1.5], [-2, 6, 12], 4),
          view.trace(hang([-60, 20, 13], [16, 12, 10], 3), live),
          view.trace(hang([-60, 20, 11], [16, 12, 8.4], 3), live),
          haulTruck(view.spot(-8, -14), true),
          person(view.spot(3, -20), { pose: 'tablet', flip: true }),
        ]
      },
    )
  }
  if (variant === 3) {
    // The open pit from above: benches, ramp, trucks.
    return outdoors(
      'mine 3',
      { eye: [0, -90, 44], focal: 900, horizon: 170 },
      (view) => {
        const floor = floorPlane(view)
        const ring = (share: number, drop: number): Vec[] =>
          ringPoints(0, 0, 1).map(([a, b], index): Vec => [
            a * 92 * share + Math.sin(index * 1.7) * 2,
            24 + b * 62 * share,
            -drop,
          ])
        // Each bench is a level rim and, where it turns to the viewer, a hatched wall below it.
        const bench = (share: number, drop: number): Mark => {
          const [rim, foot] = [ring(share, drop), ring(share * 0.93, drop + 9)]
          return [
            view.face(rim, { width: weight.detail }),
            rim.slice(0, 18).map((from, index) => {
              const wall = [
                from,
                rim[index + 1] ?? from,
                foot[index + 1] ?? from,
                foot[index] ?? from,
              ]
              return view.shade(wall, { angle: 90, spacing: 7 })
            }),
            view.face(foot, { width: weight.hatch, fill: colour.paper }),
          ]
        }
        return [
          range('mine 3', 172, 80, { peaks: 7 }),
          [0, 1, 2, 3].map((index) => bench(1 - index * 0.17, index * 9)),
          floor.trace(pairs([-92, 24, -60, 50, 0, 62, 40, 50]), {
            width: weight.hatch,
            stroke: colour.grey,
          }),
          ((): Mark => {
            const down = view.spot(-8, 26, -24)
            return [
              haulTruck({ ...down, scale: down.scale * 0.9 }),
              haulTruck({ x: down.x + 190, y: down.y - 34, scale: down.scale * 0.8 }, true, false),
            ]
          })(),
          haulTruck(view.spot(-64, -26)),
          conveyor(view, [30, 10, -10], [88, -20, 6], 4),
          transformer(view, [52, -42, 0], 1),
          view.trace(hang([58, -40, 5], [26, 12, -16], 5), live),
          fence(view, [40, -48], [78, -48], 1.8, 12),
        ]
      },
      { strokes: 10 },
    )
  }
  return outdoors(
    'mine 4',
    { eye: [3, -30, 2], focal: 820, horizon: 560, centre: 760, night: true },
    (view) => {
      const belt = (share: number): Vec => [-2 + 6 * share, -26 + 60 * share, 1.2 + 14 * share]
      return [
        building(view, [0, 34, 0], [20, 12, 24], {
          storeys: 5,
          kind: 'blank',
          wall: (plane, w, h, side) =>
            side === 'south' &&
            [0.2, 0.45, 0.7].map((u) =>
              plane.rect(w * u, h * 0.7, 2.6, 2, { fill: colour.copper, stroke: colour.none }),
            ),
        }),
        stockpile(view, -36, 44, 20, 15),
        [0.2, 0.4, 0.6, 0.8].map((share) => {
          const [x, y, z] = belt(share)
          return [
            view.line([x, y, 0], [x, y, z], { width: weight.detail }),
            view.line([x + 2.4, y, 0], [x + 2.4, y, z], { width: weight.detail }),
          ]
        }),
        view.face(
          [
            belt(0),
            [belt(0)[0] + 2.4, belt(0)[1], belt(0)[2]],
            [belt(1)[0] + 2.4, belt(1)[1], belt(1)[2]],
            belt(1),
          ],
          { fill: colour.dark, width: weight.detail },
        ),
        view.face(
          [
            [belt(0)[0] + 0.4, belt(0)[1], belt(0)[2] + 0.3],
            [belt(0)[0] + 2, belt(0)[1], belt(0)[2] + 0.3],
            [belt(1)[0] + 2, belt(1)[1], belt(1)[2] + 0.3],
            [belt(1)[0] + 0.4, belt(1)[1], belt(1)[2] + 0.3],
          ],
          { fill: colour.ink, width: weight.hatch },
        ),
        [0, 2.4].map((dx) =>
          view.line(
            [belt(0)[0] + dx, belt(0)[1], belt(0)[2] + 1.1],
            [belt(1)[0] + dx, belt(1)[1], belt(1)[2] + 1.1],
            { width: weight.detail, stroke: colour.shade },
          ),
        ),
        [0.1, 0.22, 0.36, 0.52, 0.7, 0.9].map((share) => {
          const [x, y, z] = belt(share)
          return [
            view.line([x + 2.4, y, z], [x + 2.4, y, z + 3], {
              width: weight.detail,
              stroke: colour.shade,
            }),
            spark(view.point([x + 2.4, y, z + 3]), Math.max(3, 60 / (y + 31))),
          ]
        }),
        transformer(view, [10, -8, 0], 0.9),
        haulTruck(view.spot(36, 22)),
        person(view.spot(4.6, -20), { pose: 'tablet', flip: true }),
      ]
    },
  )
}

/** A centre pivot: trussed spans on wheeled towers, sprinklers below, its control box at the hub. */
export function pivot(
  view: View,
  x: number,
  y: number,
  spans: number,
  direction: Point,
  step: number,
): Mark {
  const at = (share: number, z: number): Vec => [
    x + direction[0] * step * share,
    y + direction[1] * step * share,
    z,
  ]
  return [
    Array.from({ length: spans }, (_, span) => {
      const arch = (share: number): Vec => at(span + share, 4.4 + 1.1 * Math.sin(share * Math.PI))
      return [
        view.trace([0, 0.25, 0.5, 0.75, 1].map(arch), { width: weight.detail }),
        view.trace(
          [0, 0.25, 0.5, 0.75, 1].map((share): Vec =>
            at(span + share, 4.4 - 0.5 * Math.sin(share * Math.PI)),
          ),
          { width: weight.hatch },
        ),
        [0.25, 0.5, 0.75].map((share) =>
          view.line(arch(share), at(span + share, 4.4 - 0.5 * Math.sin(share * Math.PI)), {
            width: weight.hatch,
          }),
        ),
        [0.17, 0.34, 0.5, 0.67, 0.84].map((share) => {
          const [sx, sy] = view.point(at(span + share, 1.8))
          return [
            view.line(at(span + share, 4.6), at(span + share, 1.8), { width: 1 }),
            line(sx, sy, sx - 8, sy + 14, { width: 1, stroke: colour.grey }),
            line(sx, sy, sx + 8, sy + 14, { width: 1, stroke: colour.grey }),
          ]
        }),
        [-1.8, 1.8].map((dx) => {
          const wheelAt = view.spot(at(span + 1, 0)[0] + dx, at(span + 1, 0)[1])
          return [
            view.line(at(span + 1, 4.4), [at(span + 1, 0)[0] + dx, at(span + 1, 0)[1], 0.6], {
              width: weight.hatch,
            }),
            circle(wheelAt.x, wheelAt.y - 0.6 * wheelAt.scale, Math.max(1.5, 0.6 * wheelAt.scale), {
              fill: colour.dark,
              width: weight.hatch,
            }),
          ]
        }),
      ]
    }),
    [-1, 1].map((dx) => view.line([x + dx, y, 0], [x, y, 4.8], { width: weight.detail })),
    cabinetRow(view, [x + 1.4, y - 0.4, 0], ['control'], { w: 0.8, h: 1.9, d: 0.6 }),
  ]
}

/** Farming: centre pivot, greenhouses, round fields, palm grove with a solar pump. */
export function drawFarm({ variant }: SceneParameters): string {
  const furrows = (view: View, from: number, to: number, list: readonly number[]): Mark =>
    list.map((x) =>
      floorPlane(view).line(x, from, x, to, { width: weight.hatch, stroke: colour.grey }),
    )
  if (variant === 1) {
    return outdoors(
      'farm 1',
      { eye: [-8, -27, 3.4], yaw: 4, focal: 1150, horizon: 450 },
      (view) => [
        range('farm', 472, 60, { peaks: 8 }),
        grove(
          view,
          Array.from({ length: 12 }, (_, index) => ({
            at: [-90 + index * 17, 130] as const,
            kind: 'palm' as const,
            height: 12,
          })),
        ),
        furrows(view, -34, 200, [-70, -52, -37, -24, -13, -4, 4, 14, 26, 40, 58]),
        pivot(view, -13, 0, 4, [0.82, 0.57], 15),
        view.trace(triples([-40, -16, 0.1, -14, -16, 0.1, -12, -0.6, 0.1]), live),
        person(view.spot(-7.4, -13), { dress: 'shirt', pose: 'tablet', flip: true }),
      ],
      { strokes: 0 },
    )
  }
  if (variant === 2) {
    return outdoors(
      'farm 2',
      { eye: [-20, -40, 3], yaw: 20, focal: 920, horizon: 580, centre: 640 },
      (view) => {
        const hoop = (x: number): Mark =>
          extrude(
            view,
            [x, 4, 0],
            [...ringPoints(4, 2.4, 4, 0, 180).map(([a, b]): Point => [a, b]), [0, 0], [8, 0]],
            40,
            'x',
            {
              spacing: 9,
              end: (plane) => [
                plane.rect(2.6, 0, 2.8, 3.2, { fill: colour.tint, width: weight.hatch }),
                plane.line(4, 0, 4, 3.2),
              ],
            },
          )
        return [
          [22, 13, 4].map((x) => hoop(x)),
          pairs([-10, 22, -14, 12, -18, 2]).map(([x = 0, y = 0]) => [
            cylinder(view, [x, y, 0], 3.4, 11),
            cylinder(view, [x, y, 11], 3.5, 2.6, { topRadius: 0.4 }),
          ]),
          building(view, [-30, 18, 0], [10, 10, 6], { storeys: 1, kind: 'windows' }),
          [0, 1, 2, 3].map((index) =>
            view.line([-6 + index * 9, -14, 0], [-6 + index * 9, -14, 6.4], {
              width: weight.detail,
            }),
          ),
          [0, 1, 2].map((index) =>
            view.trace(hang([-6 + index * 9, -14, 6.2], [3 + index * 9, -14, 6.2], 0.5), live),
          ),
          grove(view, [
            { at: [38, -6], kind: 'palm', height: 8 },
            { at: [44, -10], kind: 'palm', height: 9 },
            { at: [-28, 4], kind: 'palm', height: 8 },
          ]),
          vehicle(view, [2, -20], 'pickup'),
          person(view.spot(-2, -20), { dress: 'thobe', pose: 'point' }),
        ]
      },
      { behind: (view) => range('farm 2', view.horizon + 2, 90, { peaks: 6 }) },
    )
  }
  if (variant === 3) {
    // Round fields from above.
    return outdoors(
      'farm 3',
      { eye: [0, -150, 110], focal: 900, horizon: 90 },
      (view) => {
        const floor = floorPlane(view)
        const fields = pairs([
          -150, 260, 20, 270, 190, 250, -90, 110, 80, 112, -10, -20, -180, -10, 165, -30,
        ])
        return [
          range('farm 3', 92, 40, { peaks: 9 }),
          fields.map(([x = 0, y = 0], index) => [
            floor.disc(x, y, 72, {
              width: weight.detail,
              fill: index % 3 === 1 ? colour.tint : colour.paper,
            }),
            index % 2 === 0 &&
              view.shade(
                ringPoints(x, y, 70, 20, 130 + index * 12)
                  .map(([a, b]): Vec => [a, b, 0])
                  .concat([[x, y, 0]]),
                { angle: 0, spacing: 6 },
              ),
            [30, 52].map((r) =>
              floor.disc(x, y, r, { fill: colour.none, width: 1, stroke: colour.grey }),
            ),
            floor.line(x, y, x + 70 * Math.cos(index * 1.3), y + 70 * Math.sin(index * 1.3), {
              width: weight.outline,
            }),
            spark(view.point([x, y, 0]), 5),
          ]),
          floor.trace(pairs([-4, 190, 150, 40, 80, -60, 60, -150]), {
            width: weight.detail,
            stroke: colour.dark,
          }),
          floor.trace(pairs([-150, 260, -4, 190, 20, 270]), { width: 1.6, stroke: colour.copper }),
          floor.trace(pairs([-90, 110, -4, 190, 80, 112]), { width: 1.6, stroke: colour.copper }),
          floor.trace(pairs([-10, -20, 80, 112, 165, -30]), { width: 1.6, stroke: colour.copper }),
        ]
      },
      { strokes: 8 },
    )
  }
  return outdoors(
    'farm 4',
    { eye: [2, -20, 2], focal: 860, horizon: 540, centre: 760 },
    (view) => [
      pieces(
        view,
        [40, 18, 3].flatMap((y) =>
          [-22, -13, 14, 23].map(
            (x) => [x, y, () => grove(view, [{ at: [x, y], kind: 'palm', height: 8 }])] as const,
          ),
        ),
      ),
      furrows(view, -20, 70, [-4, 4, 5]),
      block(view, [-9.5, -4, 0], [4.4, 4, 3], {
        wall: (plane, w, h, side) =>
          side === 'east' &&
          plane.rect(w * 0.2, 0, w * 0.4, h * 0.8, { fill: colour.tint, width: weight.hatch }),
        roof: () => '',
      }),
      [0, 1, 2].map((row) => {
        const plane = createPlane(
          view,
          [-3.6 + row * 0.01, 4 + row * 9, 0.7],
          [1, 0, 0],
          [0, 0.86, 0.5],
        )
        return [
          [0.4, 3.4, 6.4].map((u) =>
            view.line([plane.at(u, 2.6)[0], plane.at(u, 2.6)[1], 0], plane.at(u, 2.6), {
              width: weight.detail,
            }),
          ),
          plane.rect(0, 0, 7, 3.4, { fill: colour.dark, width: weight.detail }),
          [1, 2, 3, 4, 5, 6].map((u) =>
            plane.line(u, 0, u, 3.4, { stroke: colour.paper, width: 1 }),
          ),
          plane.line(0, 1.7, 7, 1.7, { stroke: colour.paper, width: 1 }),
        ]
      }),
      pumpSet(view, -3.4, -9, 1.1),
      cabinetRow(view, [1.6, -8.6, 0], ['control'], { w: 0.9, d: 0.5, h: 1.7 }),
      view.trace(triples([2, -8.8, 0.05, 1.6, -9.2, 0.05, -0.2, -9.2, 0.5]), live),
      pipe(view, triples([-3.4, -9, 1.2, -5, -9, 1.2, -5, -9, 0.3]), 0.2),
      pipe(
        view,
        [
          [-5, -9, 0.25],
          [-7.5, -9, 0.25],
        ],
        0.2,
      ),
      person(view.spot(3.6, -10), { dress: 'thobe', pose: 'point', flip: true }),
      person(view.spot(5, -10.3), { dress: 'engineer', pose: 'tablet', flip: true }),
    ],
    { strokes: 10 },
  )
}

/** A drum on its jacks beside the trench. */
function drumStand(view: View, x: number, y: number, radius: number): Mark {
  return [
    view.line([x - 1, y - 0.2, 0], [x, y - 0.2, radius + 0.15], { width: weight.detail }),
    view.line([x + 1, y - 0.2, 0], [x, y - 0.2, radius + 0.15], { width: weight.detail }),
    drum(view, [x, y, 0.15], radius, radius * 1.1, 'y'),
    view.line([x - 1, y - 0.4, 0], [x, y - 0.4, radius + 0.15], { width: weight.outline }),
    view.line([x + 1, y - 0.4, 0], [x, y - 0.4, radius + 0.15], { width: weight.outline }),
  ]
}

/** Cable being laid in a trench, and a cut through the finished trench. */
export function drawCableLaying({ variant }: SceneParameters): string {
  const trench = (
    view: View,
    left: number,
    right: number,
    from: number,
    to: number,
    depth = 1.2,
  ): Mark => {
    const wallLeft: Vec[] = [
      [left, from, 0],
      [left, to, 0],
      [left + 0.2, to, -depth],
      [left + 0.2, from, -depth],
    ]
    const wallRight: Vec[] = [
      [right, from, 0],
      [right, to, 0],
      [right - 0.2, to, -depth],
      [right - 0.2, from, -depth],
    ]
    return [
      view.face(
        [
          [left, from, 0],
          [right, from, 0],
          [right, to, 0],
          [left, to, 0],
        ],
        { fill: colour.tint, width: weight.detail },
      ),
      view.face(wallLeft, { fill: colour.shade, width: weight.hatch }),
      view.shade(wallLeft, { angle: 90, spacing: 8 }),
      view.face(wallRight, { fill: colour.paper, width: weight.hatch }),
      view.face(
        [
          [left + 0.2, from, -depth],
          [right - 0.2, from, -depth],
          [right - 0.2, to, -depth],
          [left + 0.2, to, -depth],
        ],
        { fill: colour.tint, width: weight.hatch },
      ),
    ]
  }
  const rollers = (view: View, x: number, list: readonly number[], z: number): Mark =>
    list.map((y) => {
      const { x: sx, y: sy, scale } = view.spot(x, y, z)
      return [
        rect(sx - 0.2 * scale, sy - 0.16 * scale, 0.4 * scale, 0.14 * scale, {
          width: weight.hatch,
          radius: 2,
        }),
        line(sx - 0.28 * scale, sy, sx + 0.28 * scale, sy, { width: weight.detail }),
      ]
    })
  const spoil = (view: View, x: number, list: readonly number[]): Mark =>
    list.map((y) => {
      const s = createStencil(view.spot(x, y))
      return [
        s.shape(pairs([-1.3, 0, -0.7, 0.6, 0, 0.85, 0.7, 0.5, 1.4, 0]), { width: weight.hatch }),
        s.hatch(pairs([0, 0, 0.1, 0.8, 0.7, 0.46, 1.3, 0]), { spacing: 6 }),
      ]
    })
  if (variant === 1) {
    return outdoors(
      'laying 1',
      { eye: [2.4, -11, 2.4], yaw: -8, focal: 860, horizon: 400, centre: 720 },
      (view) => [
        distantTown('laying', 401, 60),
        spoil(view, -5, [26, 22, 18, 14, 10, 6]),
        trench(view, -1.5, 0.3, -12, 46),
        rollers(view, -0.6, [24, 19, 15, 11, 8, 5, 2.4, 0, -2.6, -5], -1.2),
        view.trace(
          triples([-0.6, -10, -1, -0.6, 24, -1, -0.4, 30, -0.6, 0.4, 35, 1.4, 1, 38, 2.6]),
          { stroke: colour.copper, width: 5 },
        ),
        vehicle(view, [2.6, 40], 'van', { axis: 'y', reverse: true }),
        drumStand(view, 0.8, 37, 1.7),
        person(view.spot(-2.6, 14), { pose: 'work' }),
        person(view.spot(1.0, 7), { pose: 'work', flip: true }),
        person(view.spot(2.6, 0.6), { pose: 'tablet', flip: true }),
        [-4, 1, 6, 12, 20].map((y) => cone(view.spot(4.4, y))),
      ],
      { strokes: 12 },
    )
  }
  if (variant === 2) {
    return outdoors(
      'laying 2',
      { eye: [0, -13, 2.1], focal: 900, horizon: 470 },
      (view) => {
        const cut: Vec[] = triples([-8, -2.8, 0, 8, -2.8, 0, 8, -2.8, -1.3, -8, -2.8, -1.3])
        return [
          range('laying 2', 472, 80, { peaks: 6 }),
          distantTown('laying 2', 472, 50),
          view.trace(triples([1.2, -2.8, 0, 1.8, -0.6, 0.5, 3, 1.6, 1.9, 4.6, 2.8, 3.2]), {
            stroke: colour.copper,
            width: 8,
          }),
          drumStand(view, 4.6, 2.2, 1.7),
          vehicle(view, [-8, 5], 'pickup'),
          person(view.spot(1.6, 1), { pose: 'work' }),
          view.face(cut, { fill: colour.shade, width: weight.hatch }),
          view.shade(cut, { angle: 90, spacing: 9 }),
          view.face(triples([-8, -2.8, -1.3, 8, -2.8, -1.3, 8, -5, -1.3, -8, -5, -1.3]), {
            fill: colour.tint,
            width: weight.hatch,
          }),
          [-6, -4, -2, 0, 2].map((x) => {
            const s = view.spot(x, -4, -1.3)
            return [
              line(s.x - 24, s.y, s.x + 24, s.y, { width: weight.detail }),
              rect(s.x - 14, s.y - 18, 28, 14, { radius: 4 }),
            ]
          }),
          view.trace(triples([-8, -4, -1.05, -0.4, -4, -1.05, 0.6, -3.6, -0.8, 1.2, -2.8, 0]), {
            stroke: colour.copper,
            width: 8,
          }),
          person({ ...view.spot(-3, -4.2, -1.3) }, { pose: 'carry' }),
          person({ ...view.spot(0.6, -4.4, -1.3) }, { pose: 'work' }),
          view.face(triples([-9, -5, 0, 9, -5, 0, 9, -12, 0, -9, -12, 0]), {
            width: weight.detail,
          }),
          view.line([-9, -5, 0], [9, -5, 0], { width: weight.outline }),
          [-2.4, 2.4].map((x) => cone(view.spot(x, -6.4))),
          person(view.spot(3.6, -7.2), { pose: 'tablet', flip: true }),
        ]
      },
      { strokes: 10 },
    )
  }
  if (variant === 3) {
    // A cut through the ground: surface, warning tape, tiles, sand bed, three cables in trefoil.
    const ground = 330
    const trenchPoints: Point[] = [
      [480, ground],
      [960, ground],
      [900, 720],
      [540, 720],
    ]
    const trefoil: Point[] = pairs([690, 640, 750, 640, 720, 588])
    return sheet(
      frame.width,
      frame.height,
      daySky('laying 3', ground),
      distantTown('laying 3', ground, 60, { from: 860 }),
      soil('laying 3', ground),
      polygon(trenchPoints, { width: weight.detail }),
      polygon(pairs([566, 560, 874, 560, 900, 720, 540, 720]), {
        fill: colour.tint,
        width: weight.hatch,
      }),
      Array.from({ length: 90 }, (_, index) =>
        circle(566 + ((index * 83) % 310), 566 + ((index * 47) % 148), 1.2, {
          fill: colour.grey,
          stroke: colour.none,
        }),
      ),
      trefoil.map(([x, y]) => [
        circle(x, y, 31, { width: weight.outline, fill: colour.dark }),
        circle(x, y, 22, { fill: colour.paper, width: weight.hatch }),
        circle(x, y, 13, { fill: colour.copper, stroke: colour.none }),
      ]),
      [0, 1, 2, 3].map((index) => rect(588 + index * 68, 520, 62, 24, { fill: colour.shade })),
      line(556, 440, 884, 440, { stroke: colour.copper, width: weight.outline, dash: '26 12' }),
      Array.from({ length: 60 }, (_, index) =>
        line(
          500 + ((index * 137) % 420),
          350 + ((index * 53) % 150),
          508 + ((index * 137) % 420),
          346 + ((index * 53) % 150),
          { width: 1, stroke: colour.grey },
        ),
      ),
      rect(-10, ground - 12, 496, 12, { fill: colour.dark }),
      rect(954, ground - 12, 496, 12, { fill: colour.dark }),
      person({ x: 300, y: ground - 12, scale: 118 }, { pose: 'point' }),
      person({ x: 1130, y: ground - 12, scale: 118 }, { pose: 'tablet', flip: true }),
      [420, 1010].map((x) => cone({ x, y: ground - 12, scale: 100 })),
    )
  }
  return outdoors(
    'laying 4',
    { eye: [-5, -16, 2], yaw: 16, focal: 900, horizon: 520, centre: 620 },
    (view) => [
      building(view, [16, 6, 0], [16, 30, 14], { storeys: 4, bay: 4 }),
      building(view, [-24, 22, 0], [16, 20, 11], { storeys: 3, bay: 4 }),
      roadAway(view, [2.6, 11], [-16, 200]),
      trench(view, -1.8, -0.4, -18, 60),
      view.trace(
        [
          [-1.1, -14, -1],
          [-1.1, 30, -1],
        ],
        { stroke: colour.copper, width: 5 },
      ),
      rollers(view, -1.1, [20, 14, 9, 5, 1, -3, -7], -1.2),
      pieces(view, [
        [5, 6, () => vehicle(view, [3.4, 6], 'pickup', { axis: 'y' })],
        [1.4, 1, () => drumStand(view, 1.4, 1, 1.6)],
        [-3.6, 4, () => person(view.spot(-3.2, 4), { pose: 'work' })],
        [0.4, -4, () => person(view.spot(0.5, -4), { pose: 'work', flip: true })],
        [-3.2, -5, () => person(view.spot(-3.2, -5), { pose: 'point' })],
        ...[-10, -6, -1, 5, 12, 20].map((y) => [2.2, y, () => cone(view.spot(2.2, y))] as const),
      ]),
      lampPost(view, [13, 0], { height: 9, arms: [-1] }),
    ],
    { strokes: 6 },
  )
}

function rod(x: number, top: number, length: number): Mark {
  return [
    line(x, top, x, top + length, { width: 6, stroke: colour.copper }),
    polygon(
      [
        [x - 4, top + length],
        [x + 4, top + length],
        [x, top + length + 14],
      ],
      { fill: colour.copper, stroke: colour.none },
    ),
    rect(x - 9, top - 6, 18, 12, { fill: colour.paper }),
  ]
}

/** Earthing: rods and ring, mesh, earth test, lightning protection. */
export function drawEarthing({ variant }: SceneParameters): string {
  if (variant === 2) {
    return outdoors(
      'earthing 2',
      { eye: [-6, -30, 11], yaw: 9, focal: 940, horizon: 190, centre: 660 },
      (view) => {
        const floor = floorPlane(view)
        const deep = floorPlane(view, -2)
        return [
          distantTown('earthing', 191, 40),
          transformer(view, [10, 12, 0], 1.2),
          transformer(view, [-6, 12, 0], 1.2),
          cabinetRow(view, [-18, 14, 0], ['plain', 'plain', 'plain', 'plain'], {
            w: 1.6,
            h: 2.6,
            d: 1.6,
          }),
          floor.polygon(pairs([-24, 8, 26, 8, 26, 6, -24, 6]), {
            fill: colour.tint,
            width: weight.hatch,
          }),
          view.face(triples([-24, 6, 0, 26, 6, 0, 26, 6, -2, -24, 6, -2]), {
            fill: colour.shade,
            width: weight.hatch,
          }),
          view.shade(triples([-24, 6, 0, 26, 6, 0, 26, 6, -2, -24, 6, -2]), {
            angle: 90,
            spacing: 9,
          }),
          deep.rect(-24, -20, 50, 26, { fill: colour.paper, width: weight.detail }),
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) =>
            deep.line(-24 + index * 5, -20, -24 + index * 5, 6, {
              stroke: colour.copper,
              width: weight.detail,
            }),
          ),
          [0, 1, 2, 3, 4, 5].map((index) =>
            deep.line(-24, -19 + index * 5, 26, -19 + index * 5, {
              stroke: colour.copper,
              width: weight.detail,
            }),
          ),
          [-24, -14, -4, 6, 16, 26].flatMap((x) =>
            [-19, -4].map((y) => spark(view.point([x, y, -2]), 6)),
          ),
          [
            [-4, 6],
            [12, 6],
          ].map(([x = 0, y = 0]) =>
            view.trace(
              [
                [x, y, -2],
                [x, y, 0],
                [x + 1, 11, 0.8],
              ],
              { stroke: colour.copper, width: weight.outline },
            ),
          ),
          person(view.spot(0, -8, -2), { pose: 'work' }),
          person(view.spot(4, -12, -2), { pose: 'carry', flip: true }),
          person(view.spot(18, 8), { pose: 'tablet', flip: true }),
        ]
      },
      { strokes: 0 },
    )
  }
  const ground = pick(variant, [430, 0, 500, 440])
  if (variant === 3) {
    const s = (x: number): Mark =>
      person({ x, y: ground, scale: 190 }, { pose: x < 700 ? 'work' : 'tablet', flip: x > 700 })
    return sheet(
      frame.width,
      frame.height,
      daySky('earthing 3', ground),
      range('earthing 3', ground, 120, { peaks: 5 }),
      soil('earthing 3', ground),
      rod(1120, ground + 16, 250),
      [820, 960].map((x) => rod(x, ground - 40, 120)),
      // The tester on its case with its three leads.
      rect(470, ground - 96, 150, 96, { width: weight.detail, radius: 8 }),
      rect(486, ground - 84, 118, 42, { fill: colour.tint }),
      arc(545, ground - 46, 30, 200, 340, { width: weight.hatch }),
      line(545, ground - 46, 562, ground - 70, { width: weight.detail }),
      [500, 530, 560, 590].map((x) => circle(x, ground - 22, 7, { fill: colour.dark })),
      curve(
        [
          [530, ground - 22],
          [640, ground - 12],
          [740, ground - 22],
          [820, ground - 40],
        ],
        { stroke: colour.ink, width: weight.detail },
      ),
      curve(
        [
          [560, ground - 22],
          [680, ground - 70],
          [860, ground - 64],
          [960, ground - 40],
        ],
        { stroke: colour.ink, width: weight.detail },
      ),
      curve(
        [
          [590, ground - 22],
          [720, ground - 118],
          [980, ground - 118],
          [1120, ground + 10],
        ],
        { stroke: colour.copper, width: weight.detail },
      ),
      s(400),
      s(760),
      // Lines of equal potential around the rod under test.
      [90, 150, 220].map((r) =>
        path(`M${1120 - r} ${ground}A${r} ${r * 1.15} 0 0 0 ${1120 + r} ${ground}`, {
          width: weight.hatch,
          dash: '10 8',
          stroke: colour.dark,
        }),
      ),
    )
  }
  const house = variant === 4
  return sheet(
    frame.width,
    frame.height,
    daySky(`earthing ${variant}`, ground),
    house ? range('earthing 4', ground, 110, { peaks: 6 }) : distantTown('earthing 1', ground, 80),
    soil(`earthing ${variant}`, ground),
    house
      ? [
          // Lightning protection: air terminals, down conductors, ring in the ground.
          rect(420, 190, 560, 250, { width: weight.detail }),
          hatch(rectPoints(980, 210, 60, 230), { angle: 90, spacing: 6 }),
          rect(980, 210, 60, 230, { fill: colour.none, width: weight.detail }),
          rect(540, 120, 200, 70, { width: weight.detail }),
          [0, 1, 2, 3, 4].map((index) => [
            rect(452 + index * 108, 224, 62, 68, { fill: colour.shade }),
            index !== 2 && rect(452 + index * 108, 338, 62, 68, { fill: colour.shade }),
          ]),
          rect(672, 334, 56, 106, { fill: colour.tint }),
          line(410, 186, 990, 186, { stroke: colour.copper, width: weight.outline }),
          [430, 640, 970].map((x, index) =>
            line(x, index === 1 ? 118 : 186, x, index === 1 ? 40 : 106, {
              stroke: colour.copper,
              width: weight.outline,
            }),
          ),
          [410, 990].map((x) => [
            line(x, 186, x, 520, { stroke: colour.copper, width: weight.outline }),
            rect(x - 10, 380, 20, 26, {}),
            rod(x, 530, 200),
          ]),
          line(410, 520, 990, 520, { stroke: colour.copper, width: weight.outline }),
          path('M1180 60L1150 150H1184L1146 250L1250 130H1208L1240 60Z', {
            width: weight.detail,
            fill: colour.copperLight,
          }),
          grove(createView({ eye: [0, -10, 0], focal: 400, horizon: ground }), [
            { at: [-13, 0], kind: 'palm', height: 6 },
            { at: [15, 0], kind: 'tree', height: 5 },
          ]),
        ]
      : [
          // Switchgear standing over its earth bar, ring conductor and rods.
          rect(260, ground - 18, 800, 18, { fill: colour.tint }),
          [0, 1, 2, 3, 4].map((index) => [
            rect(310 + index * 130, ground - 318, 130, 300, { width: weight.detail }),
            rect(330 + index * 130, ground - 296, 90, 60, {
              fill: index === 2 ? colour.dark : colour.tint,
            }),
            [0, 1, 2].map((row) => rect(330 + index * 130, ground - 214 + row * 58, 90, 42, {})),
            line(424 + index * 130, ground - 160, 424 + index * 130, ground - 120, {
              width: weight.outline,
            }),
          ]),
          hatch(rectPoints(960, ground - 318, 34, 300), { angle: 90, spacing: 6 }),
          rect(960, ground - 318, 34, 300, { fill: colour.none }),
          rect(310, ground - 34, 650, 10, { fill: colour.copper, stroke: colour.none }),
          [375, 635, 895].map((x) =>
            line(x, ground - 30, x, 560, { stroke: colour.copper, width: weight.outline }),
          ),
          line(180, 560, 1260, 560, { stroke: colour.copper, width: 6 }),
          [180, 450, 720, 990, 1260].map((x) => rod(x, 560, 170)),
          person({ x: 1140, y: ground, scale: 150 }, { pose: 'point', flip: true }),
          person({ x: 170, y: ground, scale: 150 }, { pose: 'tablet' }),
        ],
  )
}
