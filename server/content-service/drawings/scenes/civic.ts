/** Large public places: mall, airport, stadium, mosque, towers and skylines. */
import {
  circle,
  colour,
  curve,
  line,
  path,
  polygon,
  random,
  rect,
  sheet,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { cone, lampPost, spark } from './equipment.ts'
import { arcade, archPoints, curtainWall, entrance, windowGrid } from './facades.ts'
import { person, type Dress } from './figures.ts'
import { palm, tree } from './nature.ts'
import {
  block,
  createPlane,
  createView,
  cylinder,
  floorPlane,
  frame,
  frontPlane,
  ringPoints,
  type Vec,
  type View,
  pairs,
  triples,
} from './perspective.ts'
import { building, canopy, distantTown, grove, outdoors, pieces, roadAcross } from './setting.ts'
import { createStencil, moon, nightSky, pick, water, type SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'
import { lorry } from './workshop.ts'

const dresses: readonly Dress[] = ['thobe', 'abaya', 'shirt', 'abaya', 'thobe', 'shirt']

function strollers(
  view: View,
  list: readonly (readonly [x: number, y: number, z?: number])[],
): Mark {
  return pieces(
    view,
    list.map(([x, y, z = 0], index) => [
      x,
      y,
      () =>
        person(view.spot(x, y, z), {
          dress: dresses[index % dresses.length],
          pose: index % 3 === 2 ? 'stand' : 'walk',
          flip: index % 2 === 1,
        }),
    ]),
  )
}

/** A mall hall in one-point perspective, galleries on both sides. */
function drawAtrium(
  options: { eye: Vec; horizon: number; centre?: number; focal?: number },
  levels: number,
  middle: (view: View) => Mark,
  people: readonly (readonly [number, number, number?])[],
): string {
  const view = createView({ focal: 820, ...options })
  const storey = 5
  const [inner, outer, back] = [7, 13, 62]
  const top = levels * storey + 2
  const floor = floorPlane(view)
  const near = options.eye[1] + 0.4
  const end = frontPlane(view, back)
  return sheet(
    frame.width,
    frame.height,
    end.rect(-outer, 0, outer * 2, top, { fill: colour.tint, width: weight.detail }),
    end.polygon(archPoints(-inner, 0, inner * 2, top - 1), { width: weight.hatch }),
    [-4, -2, 0, 2, 4].map((x) => end.line(x, 0, x, top - 4)),
    Array.from({ length: levels }, (_, index) =>
      end.line(-inner, (index + 1) * storey, inner, (index + 1) * storey),
    ),
    // Roof light: ridge beams across, glass bars along.
    [0, 1, 2, 3, 4, 5].map((index) => {
      const y = near + 4 + (back - near - 4) * (index / 5) ** 1.5
      const rib = ringPoints(0, 0, 1, 0, 180).map(([a, b]): Vec => [
        a * inner,
        y,
        top - 1 + b * 3.4,
      ])
      return view.trace(rib, { width: index < 3 ? weight.detail : weight.hatch })
    }),
    [-1, 1].map((side) => [
      // Shop fronts along the outer wall.
      Array.from({ length: levels }, (_, level) => {
        const wall =
          side < 0
            ? createPlane(view, [-outer, near, level * storey], [0, 1, 0], [0, 0, 1])
            : createPlane(view, [outer, near, level * storey], [0, 1, 0], [0, 0, 1])
        return [
          wall.rect(0, 0, back - near, storey, { width: weight.hatch }),
          side > 0 &&
            wall.hatch(0, 0, back - near, storey, { angle: 90, spacing: 8, tone: colour.shade }),
          [0, 1, 2, 3].map((shop) => [
            wall.rect(2 + shop * 15, 0.1, 11, 3, {
              fill: (shop + level) % 3 === 0 ? colour.copperLight : colour.tint,
              width: weight.hatch,
            }),
            wall.rect(2 + shop * 15, 3.3, 11, 0.6, {
              fill: (shop + level) % 3 === 0 ? colour.copper : colour.shade,
              stroke: colour.none,
            }),
          ]),
        ]
      }),
      // Gallery slabs with their railings.
      Array.from({ length: levels - 1 }, (_, index) => {
        const z = (index + 1) * storey
        const edge = createPlane(view, [side * inner, near, z], [0, 1, 0], [0, 0, 1])
        const slab: Vec[] = [
          [side * inner, near, z - 0.6],
          [side * outer, near, z - 0.6],
          [side * outer, back, z - 0.6],
          [side * inner, back, z - 0.6],
        ]
        return [
          view.eye[2] < z && view.face(slab, { fill: colour.tint, width: weight.hatch }),
          view.eye[2] > z &&
            view.face(
              slab.map(([x, y]): Vec => [x, y, z]),
              { width: weight.hatch },
            ),
          edge.rect(0, -0.6, back - near, 0.6, { width: weight.hatch }),
          edge.line(0, 1.05, back - near, 1.05, { width: weight.detail }),
          Array.from({ length: 6 }, (_, post) => edge.line(post * 10, 0, post * 10, 1.05)),
          index === 0 &&
            edge.line(0, -0.3, back - near, -0.3, { width: weight.detail, stroke: colour.copper }),
        ]
      }),
      [8, 20, 34, 50].map((y) => {
        const foot = view.spot(side * (inner + 0.4), y)
        const high = view.point([side * (inner + 0.4), y, top - 1])
        return rect(foot.x - foot.scale * 0.3, high[1], foot.scale * 0.6, foot.y - high[1], {
          width: weight.hatch,
        })
      }),
    ]),
    [8, 20, 32, 44].map((y) =>
      floor.polygon(
        [
          [0, y - 2.4],
          [2.4, y],
          [0, y + 2.4],
          [-2.4, y],
        ],
        { fill: colour.tint, width: weight.hatch },
      ),
    ),
    [-5.5, 5.5].map((x) => floor.line(x, near, x, back)),
    [-4, -2, 0, 2, 4].map((x) => floor.line(x, near, x, back, { width: 1, stroke: colour.shade })),
    Array.from({ length: 22 }, (_, index) =>
      floor.line(-inner, near + 2 + index * 2.6, inner, near + 2 + index * 2.6, {
        width: 1,
        stroke: colour.shade,
      }),
    ),
    // Bars of the roof light, planters along the way.
    [-0.75, -0.4, 0, 0.4, 0.75].map((share) =>
      view.line(
        [share * inner, near + 3, top - 1 + Math.sqrt(1 - share * share) * 3.4],
        [share * inner, back, top - 1 + Math.sqrt(1 - share * share) * 3.4],
        { width: weight.hatch, stroke: colour.grey },
      ),
    ),
    [40, 18].map((y) =>
      [-4.6, 4.6].map((x) => [
        block(view, [x - 0.7, y - 0.7, 0], [1.4, 1.4, 0.8], { width: weight.hatch }),
        tree(view.spot(x, y, 0.7), 3, `atrium ${x} ${y}`),
      ]),
    ),
    middle(view),
    strollers(view, people),
  )
}

function escalator(view: View, x: number, y: number, rise: number, towards: 1 | -1 = 1): Mark {
  const run = rise * 1.9
  const at = (share: number, side: number, lift = 0): Vec => [
    x + side,
    y + towards * run * share,
    rise * share + lift,
  ]
  return [
    view.face([at(0, 0, -0.3), at(0, 1.4, -0.3), at(1, 1.4, -0.6), at(1, 0, -0.6)], {
      fill: colour.shade,
      width: weight.hatch,
    }),
    Array.from({ length: 9 }, (_, index) =>
      view.line(at(index / 9, 0.1), at(index / 9, 1.3), { width: weight.hatch }),
    ),
    [0, 1.4].map((side) =>
      view.face([at(0, side, -0.2), at(1, side, -0.5), at(1, side, 1), at(0, side, 1)], {
        fill: side === 0 && view.eye[0] > x ? colour.none : colour.tint,
        width: weight.detail,
      }),
    ),
  ]
}

/** A shopping mall: the hall inside, or its front at night. */
export function drawMall({ variant }: SceneParameters): string {
  if (variant === 1) {
    return drawAtrium(
      { eye: [-1, -4, 1.8], horizon: 560, centre: 700 },
      3,
      (view) => [escalator(view, 2, 16, 5)],
      [
        [-3, 7],
        [-2.2, 7.3],
        [-4.5, 20],
        [5.2, 12],
        [0.4, 26],
        [-1.4, 38],
        [1, 40],
        [-9, 16, 5],
        [9, 22, 5],
        [8.2, 12, 5],
      ],
    )
  }
  if (variant === 3) {
    return drawAtrium(
      { eye: [1.5, -6, 12.2], horizon: 330, centre: 780, focal: 760 },
      3,
      (view) => [escalator(view, -4.6, 14, 5), escalator(view, 3, 30, 5)],
      [
        [-2, 12],
        [0.5, 16],
        [1.4, 16.4],
        [-1, 27],
        [3, 22],
        [-3.6, 36],
        [8.4, 14, 10],
        [-8.2, 18, 10],
        [9, 26, 5],
        [-9, 32, 5],
      ],
    )
  }
  if (variant === 4) {
    return drawAtrium(
      { eye: [2.6, -3, 1.7], horizon: 520, centre: 880, focal: 900 },
      2,
      (view) => [
        cylinder(view, [-1, 20, 0], 3.4, 0.7, {
          lid: (plane) => plane.disc(0, 0, 3, { fill: colour.tint, width: weight.hatch }),
        }),
        [0, 1, 2].map((index) =>
          palm(
            view.spot(-2 + index * 1.1, 20 + (index % 2), 0.7),
            5 + (index % 2) * 1.4,
            `atrium ${index}`,
          ),
        ),
        cylinder(view, [3, 38, 0], 2.6, 0.7),
        palm(view.spot(3, 38, 0.7), 5.6, 'atrium far'),
      ],
      [
        [4.6, 8],
        [5.5, 8.2],
        [-5, 10],
        [-5.4, 13],
        [1.8, 16],
        [3.6, 26],
        [0.4, 33],
        [9, 20, 5],
        [-9, 18, 5],
      ],
    )
  }
  return outdoors(
    'mall 2',
    { eye: [-6, -46, 2], yaw: 8, focal: 900, horizon: 600, centre: 640, night: true },
    (view) => {
      const vault = (y: number): Vec[] =>
        ringPoints(0, 0, 1, 0, 180).map(([a, b]): Vec => [6 + a * 11, y, 11 + b * 7])
      const front = frontPlane(view, -4)
      return [
        building(view, [-44, 0, 0], [100, 40, 13], { storeys: 2, kind: 'blank' }),
        [-38, -28, -18, 22, 32, 42].map((x) =>
          frontPlane(view, -0.05, x).rect(0, 3, 7, 6, { fill: colour.copper, stroke: colour.none }),
        ),
        view.face([...vault(-4), [-5, -4, 0], [17, -4, 0]], {
          fill: colour.copperLight,
          width: weight.outline,
        }),
        [-3, 0, 3, 6, 9, 12, 15].map((x) =>
          front.line(x, 0, x, 11 + 7 * Math.sqrt(Math.max(0, 1 - ((x - 6) / 11) ** 2)), {
            width: weight.detail,
          }),
        ),
        [4, 8, 11, 14].map((z) => front.line(-5 + (z > 11 ? 1 : 0), z, 17 - (z > 11 ? 1 : 0), z)),
        entrance(createPlane(view, [2, -4.05, 0], [1, 0, 0], [0, 0, 1]), [0, 0, 8, 3.4], true),
        block(view, [-2, -7, 4], [16, 3, 0.6], { soffit: true }),
        grove(
          view,
          [-34, -24, -14, 24, 34].map((x) => ({
            at: [x, -8] as const,
            kind: 'palm' as const,
            height: 8,
          })),
        ),
        lampPost(view, [-9, -18], { height: 8, arms: [1] }),
        lampPost(view, [22, -18], { height: 8, arms: [-1] }),
        vehicle(view, [14, -24], 'suv'),
        vehicle(view, [-20, -20], 'saloon', { reverse: true }),
        strollers(view, pairs([0, -16, 1.2, -16.3, 6, -12, 8, -12.4, -4, -22, 11, -14])),
      ]
    },
  )
}

/** An airliner seen from the side, nose to the right; about 38 m long. */
function airliner(
  x: number,
  y: number,
  scale: number,
  flip = false,
  wheels = true,
  night = false,
): Mark {
  const s = createStencil({ x, y, scale }, flip)
  const fill = night ? colour.grey : colour.paper
  const main = { width: weight.detail, fill }
  return [
    wheels && [
      s.line(-1, 3, -1, 0.8, { width: weight.detail }),
      s.line(14, 3, 14, 0.7, { width: weight.detail }),
      [-1.7, -0.3, 13.6, 14.4].map((at) =>
        s.circle(at, 0.65, 0.65, { fill: colour.ink, stroke: colour.none }),
      ),
    ],
    s.polygon(pairs([-15, 5.6, -19.4, 12.8, -16.6, 12.8, -10.6, 6.4]), main),
    s.polygon(pairs([-13.5, 5.6, -18.6, 7.2, -17, 7.4, -11.4, 6.2]), main),
    s.shape(
      pairs([
        18.8, 4.1, 17, 5.5, 14, 6.15, 0, 6.2, -13, 6.2, -18.6, 5.9, -19, 5.5, -12, 3.4, -5, 2.4, 8,
        2.2, 15, 2.5, 18, 3.3,
      ]),
      main,
    ),
    s.hatch(pairs([17.8, 3.4, 15, 2.6, 8, 2.3, -5, 2.5, -12, 3.5, -15, 4.4, 17, 3.9]), {
      angle: 0,
      spacing: 4,
      tone: night ? colour.ink : colour.grey,
    }),
    Array.from({ length: 24 }, (_, index) =>
      s.rect(-11 + index, 4.6, 0.42, 0.55, {
        fill: night ? colour.copper : colour.dark,
        stroke: colour.none,
      }),
    ),
    [-13, -3.4, 13.6].map((at) =>
      s.rect(at, 3.9, 0.9, 1.5, { fill: colour.none, width: weight.hatch }),
    ),
    s.line(-17.6, 4.3, 18.2, 4.3, { stroke: colour.copper, width: weight.detail }),
    s.hatch(pairs([-15.6, 7, -18.6, 12.4, -17.4, 12.4, -12.6, 7]), {
      angle: 60,
      spacing: 5,
      tone: colour.copper,
    }),
    !night &&
      wheels &&
      s.hatch(pairs([-16, 0.3, 16, 0.3, 21, -0.4, -12, -0.5]), {
        angle: 0,
        spacing: 3.6,
        width: 1.4,
      }),
    s.polygon(pairs([16, 5.1, 17.2, 5, 16.6, 5.5, 15.6, 5.6]), {
      fill: colour.dark,
      stroke: colour.none,
    }),
    s.polygon(pairs([5, 3.2, -8.5, 0.9, -10.4, 1.1, -3, 3.5]), main),
    s.shape(pairs([2.4, 2.2, 1.4, 2.6, -1.6, 2.4, -1.8, 1.2, 1.4, 0.9, 2.3, 1.4]), main),
  ]
}

function controlTower(view: View, x: number, y: number, height: number): Mark {
  return [
    cylinder(view, [x, y, 0], 3.4, height, { topRadius: 2.4 }),
    cylinder(view, [x, y, height], 2.6, 2.4, { topRadius: 5.4 }),
    cylinder(view, [x, y, height + 2.4], 4.6, 3.4, {
      topRadius: 5.6,
      fill: view.night ? colour.copper : colour.shade,
    }),
    cylinder(view, [x, y, height + 5.8], 6, 0.9),
    view.line([x, y, height + 6.7], [x, y, height + 12], { width: weight.detail }),
  ]
}

/** An airport: apron, runway lights, control tower, taxiing airliner. */
export function drawAirport({ variant }: SceneParameters): string {
  if (variant === 2) {
    const view = createView({ eye: [0, 0, 9], focal: 900, horizon: 420, night: true })
    const floor = floorPlane(view)
    return sheet(
      frame.width,
      frame.height,
      nightSky(420),
      distantTown('airport night', 421, 60, { night: true }),
      rect(0, 420, frame.width, 390, { fill: colour.dark, stroke: colour.none }),
      floor.polygon(pairs([-30, 8, 30, 8, 30, 2400, -30, 2400]), {
        fill: colour.ink,
        stroke: colour.grey,
        width: weight.hatch,
      }),
      Array.from({ length: 24 }, (_, index) =>
        floor.rect(-0.6, 22 + index * 50, 1.2, 28, { fill: colour.grey, stroke: colour.none }),
      ),
      [-18, -14, -10, -6, 4.6, 8.6, 12.6, 16.6].map((x) =>
        floor.rect(x, 30, 1.6, 24, { fill: colour.grey, stroke: colour.none }),
      ),
      [-30, 30, -33, 33].map((x, row) =>
        Array.from({ length: 22 }, (_, index) => {
          const y = 24 * 1.23 ** index
          const { x: sx, y: sy, scale } = view.spot(x, y)
          return row < 2 || index < 9
            ? spark([sx, sy - scale * 0.4], Math.max(1.5, Math.min(7, scale * 0.32)))
            : ''
        }),
      ),
      Array.from({ length: 26 }, (_, index) => {
        const { x, y, scale } = view.spot(0, 26 * 1.2 ** index)
        return circle(x, y, Math.max(1, Math.min(4, scale * 0.16)), {
          fill: colour.copperLight,
          stroke: colour.none,
        })
      }),
      [-52, -49, -46, -43].map((x, index) => {
        const { x: sx, y: sy } = view.spot(x, 170)
        return circle(sx, sy, 4, {
          fill: index < 2 ? colour.copper : colour.paper,
          stroke: colour.none,
        })
      }),
      // An airliner on approach, seen head on.
      ((): Mark => {
        const s = createStencil({ x: 720, y: 262, scale: 7 })
        return [
          s.polygon(pairs([-0.7, 1, -17, 3, -17, 3.4, -1.5, 2.4]), {
            fill: colour.grey,
            width: weight.hatch,
          }),
          s.polygon(pairs([0.7, 1, 17, 3, 17, 3.4, 1.5, 2.4]), {
            fill: colour.grey,
            width: weight.hatch,
          }),
          s.polygon(pairs([-0.3, 3, 0.3, 3, 0.2, 9, -0.2, 9]), {
            fill: colour.grey,
            width: weight.hatch,
          }),
          s.polygon(pairs([-6, 4.4, 6, 4.4, 0, 3.8]), { fill: colour.grey, width: weight.hatch }),
          s.circle(0, 2, 2, { fill: colour.shade, width: weight.detail }),
          [-6, 6].map((at) => s.circle(at, 0.7, 1.1, { fill: colour.dark, width: weight.hatch })),
          [-2.4, 2.4].map((at) =>
            s.circle(at, 1.2, 0.7, { fill: colour.copperLight, stroke: colour.none }),
          ),
          [0, -3.4, 3.4].map((at) => s.line(at, 0.4, at, -1.8, { width: weight.detail })),
        ]
      })(),
      moon(1190, 110, 30),
      controlTower(view, 150, 420, 44),
    )
  }
  if (variant === 1) {
    return outdoors(
      'airport 1',
      { eye: [4, -46, 7], focal: 1000, horizon: 430, centre: 720 },
      (view) => {
        const floor = floorPlane(view)
        return [
          distantTown('airport', 431, 36),
          controlTower(view, -66, 90, 46),
          building(view, [-60, 60, 0], [190, 30, 13], { storeys: 2, kind: 'curtain', bay: 8 }),
          view.face(triples([-66, 56, 13, 140, 56, 13, 140, 56, 15, 60, 56, 19, -66, 56, 15]), {
            width: weight.detail,
          }),
          floor.polygon(pairs([-200, -60, 200, -60, 200, 40, -200, 40]), {
            fill: colour.tint,
            width: weight.hatch,
          }),
          [-10, 8, 26].map((y) =>
            floor.line(-200, y, 200, y, { width: weight.hatch, stroke: colour.grey }),
          ),
          floor.trace(pairs([-200, -22, -40, -22, -10, 2, -10, 40]), {
            width: weight.detail,
            stroke: colour.dark,
          }),
          block(view, [16, 24, 4.4], [4, 34, 3], { soffit: true }),
          view.line([18, 26, 0], [18, 26, 4.4], { width: weight.detail }),
          airliner(view.spot(2, 16).x, view.spot(2, 16).y, view.spot(2, 16).scale),
          airliner(view.spot(62, 44).x, view.spot(62, 44).y, view.spot(62, 44).scale, true),
          // Joints of the apron, the lead-in lines of the stands.
          Array.from({ length: 12 }, (_, index) =>
            floor.line(-140, -40 + index * 6, 240, -40 + index * 6, {
              width: 1,
              stroke: colour.shade,
            }),
          ),
          Array.from({ length: 30 }, (_, index) =>
            floor.line(-140 + index * 12, -40, -140 + index * 12, 26, {
              width: 1,
              stroke: colour.shade,
            }),
          ),
          floor.trace(pairs([-60, -30, 0, -26, 12, -14, 16, 14]), {
            width: 5,
            stroke: colour.grey,
          }),
          floor.trace(pairs([0, -26, 60, -22, 74, 10]), {
            width: weight.outline,
            stroke: colour.grey,
          }),
          [-90, -66, -42, -18, 6, 30, 54].map((x) => spark(view.point([x, -24, 0.4]), 5)),
          vehicle(view, [-22, -2], 'van'),
          // A train of baggage carts, a tug at the nose, a tanker by the wing.
          [-30, -35.6, -41.2].map((x) => [
            block(view, [x, -1, 0.5], [4.6, 2, 0.3], { fill: colour.dark, width: weight.hatch }),
            [0.3, 1.6, 3].map((dx, index) =>
              block(view, [x + dx, -0.8, 0.8], [1.1, 1.5, 0.7 + (index % 2) * 0.3], {
                width: weight.hatch,
                fill: index % 2 ? colour.shade : colour.paper,
              }),
            ),
          ]),
          vehicle(view, [24.6, -3], 'pickup', { reverse: true }),
          lorry(view, 34, 2, 'box'),
          pairs([-24, 6, -6, 6, 12, 6, 30, 6]).map(([x, y]) => cone(view.spot(x, y), 0.9)),
          person(view.spot(17, -3), { pose: 'work' }),
          person(view.spot(-20, -9), { pose: 'walk' }),
          lampPost(view, [44, 18], { height: 20, arms: [-1, 1], reach: 2 }),
          person(view.spot(27, -4), { pose: 'raise', flip: true }),
          person(view.spot(-12, -18), { pose: 'tablet' }),
        ]
      },
      { strokes: 4 },
    )
  }
  if (variant === 3) {
    return outdoors(
      'airport 3',
      { eye: [-40, -50, 22], yaw: 28, focal: 980, horizon: 330, centre: 620 },
      (view) => {
        const floor = floorPlane(view)
        return [
          distantTown('airport 3', 331, 34),
          floor.polygon(pairs([-80, -40, 240, -40, 240, 40, -80, 40]), {
            fill: colour.tint,
            width: weight.hatch,
          }),
          building(view, [6, 56, 0], [180, 26, 12], { storeys: 2, kind: 'curtain', bay: 10 }),
          [40, 90, 140].map((x) => block(view, [x, 34, 4], [3.4, 24, 3], { soffit: true })),
          [148, 98, 48].map((x, index) => {
            const spot = view.spot(x - 4, 20 + index * 2)
            return airliner(spot.x, spot.y, spot.scale, index % 2 === 0)
          }),
          controlTower(view, -2, 12, 27),
          building(view, [-12, -2, 0], [22, 14, 6], { storeys: 2, kind: 'ribbons' }),
          [0, 14, 28, 42, 56, 70].map((x) => spark(view.point([x, -12, 0.3]), 5)),
        ]
      },
      { strokes: 10 },
    )
  }
  return outdoors(
    'airport 4',
    { eye: [0, -40, 3], focal: 1000, horizon: 560, night: true },
    (view) => {
      const floor = floorPlane(view)
      return [
        distantTown('airport 4', 561, 40, { night: true }),
        building(view, [-100, 90, 0], [80, 20, 12], { storeys: 2, kind: 'ribbons', lit: 0.7 }),
        controlTower(view, 58, 96, 34),
        floor.polygon(pairs([-300, -40, 300, -40, 300, 60, -300, 60]), {
          fill: colour.ink,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        airliner(730, 640, 27, false, true, true),
        [-1, 1].map((side) =>
          [0, 1, 2, 3, 4, 5, 6, 7].map((index) => {
            const spot = view.spot(side * 4.6, -31 + index * index * 1.4)
            return [
              line(spot.x, spot.y, spot.x, spot.y - 16, {
                width: weight.detail,
                stroke: colour.grey,
              }),
              spark([spot.x, spot.y - 20], 7),
            ]
          }),
        ),
        [-60, -45, -30, -15, 0, 15, 30, 45, 60].map((x) => spark(view.point([x, 50, 0.4]), 3)),
        person(view.spot(11, -30), { pose: 'raise', flip: true }),
      ]
    },
  )
}

/** A floodlight mast with a frame of lamps. */
function mast(view: View, x: number, y: number, height: number, lit: boolean): Mark {
  const foot = view.point([x, y, 0])
  const head = view.spot(x, y, height)
  const { scale } = head
  const [w, h] = [7 * scale, 5 * scale]
  const tone = view.night ? colour.grey : colour.ink
  return [
    polygon(
      [
        [foot[0] - scale, foot[1]],
        [head.x - scale * 0.3, head.y],
        [head.x + scale * 0.3, head.y],
        [foot[0] + scale, foot[1]],
      ],
      { width: weight.hatch, fill: view.night ? colour.dark : colour.paper, stroke: tone },
    ),
    lit &&
      Array.from({ length: 4 }, (_, index) => {
        const way = x < view.eye[0] ? 1 : -1
        return line(head.x, head.y, head.x + way * (90 + index * 110), head.y + 330 - index * 40, {
          width: 1,
          stroke: colour.copperLight,
        })
      }),
    polygon(
      [
        [head.x - w / 2, head.y - h],
        [head.x + w / 2, head.y - h],
        [head.x + w / 2, head.y],
        [head.x - w / 2, head.y],
      ],
      { width: weight.hatch, fill: colour.dark },
    ),
    Array.from({ length: 15 }, (_, index) =>
      circle(
        head.x - w * 0.4 + w * 0.2 * (index % 5),
        head.y - h * 0.82 + h * 0.32 * Math.floor(index / 5),
        Math.max(1.4, scale * 0.5),
        {
          fill: lit ? colour.copper : colour.paper,
          stroke: colour.none,
        },
      ),
    ),
  ]
}

function bowl(view: View, [rx, ry]: Point, height: number, style: { tiers?: number } = {}): Mark {
  const { tiers = 4 } = style
  const ring = (share: number, z: number): Vec[] =>
    ringPoints(0, 0, 1).map(([a, b]): Vec => [a * rx * share, b * ry * share, z])
  const above = view.eye[2] > height
  const outer = [...ring(1, height)]
  return [
    above && [
      view.face(outer, { fill: view.night ? colour.grey : colour.paper, width: weight.detail }),
      view.face(ring(0.93, height - 0.5), {
        fill: view.night ? colour.dark : colour.shade,
        width: weight.hatch,
      }),
      Array.from({ length: tiers }, (_, index) => {
        const share = 0.86 - (0.3 * index) / tiers
        return view.face(ring(share, height * (0.8 - (0.8 * index) / tiers)), {
          fill: view.night ? colour.dark : colour.paper,
          width: weight.hatch,
        })
      }),
      view.face(ring(0.52, 0), {
        fill: view.night ? colour.copperLight : colour.tint,
        width: weight.detail,
      }),
      ((): Mark => {
        const pitch = floorPlane(view)
        const [w, d] = [rx * 0.33, ry * 0.33]
        return [
          pitch.rect(-w, -d, w * 2, d * 2, { fill: colour.none, width: weight.detail }),
          pitch.line(0, -d, 0, d),
          pitch.disc(0, 0, d * 0.3, { fill: colour.none, width: weight.hatch }),
          [-1, 1].map((side) =>
            pitch.rect(side < 0 ? -w : w * 0.7, -d * 0.5, w * 0.3, d, {
              fill: colour.none,
              width: weight.hatch,
            }),
          ),
        ]
      })(),
    ],
    // The outside: a leaning wall in panels, those that face the viewer.
    Array.from({ length: 40 }, (_, index) => {
      const rim = (step: number): Point => {
        const angle = (step / 40) * Math.PI * 2
        return [Math.cos(angle) * rx, Math.sin(angle) * ry]
      }
      const [from, to] = [rim(index), rim(index + 1)]
      const outward =
        ((view.eye[0] - from[0]) * from[0]) / rx ** 2 +
        ((view.eye[1] - from[1]) * from[1]) / ry ** 2
      if (outward <= 0) return ''
      const at = ([x, y]: Point, share: number): Vec => [
        x * (0.92 + 0.08 * share),
        y * (0.92 + 0.08 * share),
        height * share,
      ]
      const panel = (low: number, high: number): Vec[] => [
        at(from, low),
        at(to, low),
        at(to, high),
        at(from, high),
      ]
      const isLit = view.isLit(from[0] / rx, from[1] / ry)
      return [
        view.face(panel(0, 1), {
          fill: view.night ? colour.grey : colour.paper,
          width: weight.hatch,
        }),
        !isLit &&
          view.shade(panel(0, 1), {
            angle: 90,
            spacing: 8,
            tone: view.night ? colour.ink : colour.grey,
          }),
        view.face(panel(0.14, 0.62), {
          fill: view.night ? (index % 3 === 0 ? colour.ink : colour.copper) : colour.shade,
          width: weight.hatch,
        }),
        view.line(at(from, 0.8), at(to, 0.8), { width: weight.hatch }),
        view.line(at(from, 1), at(to, 1), { width: weight.outline }),
      ]
    }),
  ]
}

/** A stadium from above, from outside and from the stand, with its masts. */
export function drawStadium({ variant }: SceneParameters): string {
  if (variant === 3) {
    const view = createView({ eye: [0, -62, 21], focal: 820, horizon: 300, night: true })
    const floor = floorPlane(view)
    const crowd = random('stand')
    const stand = (y: number): Mark =>
      Array.from({ length: 9 }, (_, row) => [
        view.face(
          [
            [-100, y + row * 3, row * 1.7],
            [100, y + row * 3, row * 1.7],
            [100, y + row * 3, row * 1.7 + 1.7],
            [-100, y + row * 3, row * 1.7 + 1.7],
          ],
          { fill: row % 2 ? colour.grey : colour.shade, width: 1 },
        ),
        // The crowd: a head for every second seat.
        Array.from({ length: 70 }, () => {
          const [x, z] = view.point([-98 + crowd() * 196, y + row * 3, row * 1.7 + 1.2])
          const tone = [colour.ink, colour.paper, colour.dark][Math.floor(crowd() * 3)]
          return circle(x, z, 2.6, { fill: tone, stroke: colour.none })
        }),
      ])
    const next = random('crowd')
    return sheet(
      frame.width,
      frame.height,
      nightSky(330),
      stand(52),
      view.face(triples([-110, 66, 24, 110, 66, 24, 110, 84, 21, -110, 84, 21]), {
        fill: colour.dark,
        width: weight.detail,
      }),
      view.face(triples([-110, 66, 24, 110, 66, 24, 110, 66, 25.4, -110, 66, 25.4]), {
        fill: colour.grey,
        width: weight.detail,
      }),
      [-66, -33, 0, 33, 66].map((x) =>
        view.line([x, 78, 0], [x, 78, 22], { width: weight.detail }),
      ),
      floor.rect(-120, -60, 240, 112, { fill: colour.tint, stroke: colour.none }),
      [-4, -2, 0, 2].map((band) =>
        floor.rect(band * 13, -34, 13, 68, { fill: colour.shade, stroke: colour.none }),
      ),
      floor.rect(-52, -34, 104, 68, { fill: colour.none, width: weight.detail }),
      floor.line(0, -34, 0, 34, { width: weight.detail }),
      floor.disc(0, 0, 9, { fill: colour.none, width: weight.detail }),
      [-52, 36].map((x) => floor.rect(x, -20, 16, 40, { fill: colour.none, width: weight.detail })),
      [-96, 96].map((x) => mast(view, x, 58, 52, true)),
      [-70, 70].map((x) => mast(view, x, 100, 50, true)),
      // The match, and the spectators it is lit for.
      pairs([
        -38, 6, -30, -12, -27, 16, -20, 0, -12, -18, -9, 10, -3, -2, 3, 3, 8, -14, 14, 12, 22, -4,
        30, 14, 36, -10, 44, 2,
      ]).map(([x, y], index) =>
        person(view.spot(x, y), {
          dress: 'shirt',
          pose: index % 3 ? 'walk' : 'stand',
          flip: index % 2 === 0,
        }),
      ),
      circle(...view.point([1.4, -1, 0.2]), 3.4, { width: 1 }),
      Array.from({ length: 12 }, (_, index) => {
        const dress = (['thobe', 'shirt', 'thobe', 'abaya', 'shirt', 'thobe'] as const)[index % 6]
        return person(
          {
            x: 36 + index * 124 + next() * 40,
            y: 1000 + (index % 2) * 26,
            scale: 168,
            night: true,
          },
          {
            dress,
            back: true,
            flip: index % 3 === 0,
            pose: index === 4 || index === 9 ? 'raise' : 'stand',
          },
        )
      }),
    )
  }
  if (variant === 1) {
    return outdoors(
      'stadium 1',
      { eye: [-30, -190, 92], yaw: 9, focal: 930, horizon: 60, centre: 700 },
      (view) => [
        distantTown('stadium', 91, 40),
        [
          [-92, 60],
          [92, 60],
        ].map(([x = 0, y = 0]) => mast(view, x, y, 46, false)),
        bowl(view, [96, 76], 24),
        [
          [-98, -62],
          [98, -62],
        ].map(([x = 0, y = 0]) => mast(view, x, y, 46, false)),
        grove(
          view,
          [-110, -76, -42, -8, 26, 60, 94].map((x) => ({
            at: [x, -96 - Math.abs(x) * 0.05] as const,
            kind: 'tree' as const,
            height: 8,
          })),
        ),
      ],
      { strokes: 10 },
    )
  }
  if (variant === 2) {
    return outdoors(
      'stadium 2',
      { eye: [10, -150, 3], yaw: -3, focal: 900, horizon: 600, night: true },
      (view) => [
        distantTown('stadium night', 601, 50, { night: true }),
        [-80, 86].map((x) => mast(view, x, 66, 62, true)),
        bowl(view, [92, 70], 30),
        [-104, 112].map((x) => mast(view, x, -40, 58, true)),
        grove(
          view,
          [-90, -70, -50, 44, 66, 92].map((x) => ({
            at: [x, -92] as const,
            kind: 'palm' as const,
            height: 9,
          })),
        ),
        strollers(
          view,
          pairs([
            -8, -118, -6, -118.4, 4, -112, 14, -122, 15.4, -122, 24, -110, -20, -108, 2, -132,
          ]),
        ),
      ],
    )
  }
  return outdoors(
    'stadium 4',
    { eye: [-110, -96, 4], yaw: 46, focal: 950, horizon: 640, centre: 860 },
    (view) => [
      distantTown('stadium 4', 621, 60),
      bowl(view, [84, 66], 28),
      mast(view, 50, -82, 50, false),
      ((): Mark => {
        const s = createStencil({ x: 250, y: 800, scale: 15 })
        const rungs = Array.from({ length: 13 }, (_, index) => index * 2.8)
        return [
          s.polygon(pairs([-1.9, 0, -0.7, 39, 0.7, 39, 1.9, 0]), { width: weight.outline }),
          rungs.map((z, index) => {
            const half = (level: number) => 1.9 - 1.2 * (level / 39)
            return s.line(
              (index % 2 ? -1 : 1) * half(z),
              z,
              (index % 2 ? 1 : -1) * half(z + 2.8),
              z + 2.8,
              { width: weight.hatch },
            )
          }),
          s.rect(-6, 39, 12, 11, { width: weight.outline, fill: colour.dark }),
          Array.from({ length: 20 }, (_, index) =>
            s.circle(-4.6 + (index % 5) * 2.3, 40.7 + Math.floor(index / 5) * 2.5, 0.82, {
              fill: index % 5 < 5 ? colour.paper : colour.copper,
              width: weight.hatch,
            }),
          ),
          s.trace(pairs([2.4, 0, 1.5, 20, 0.9, 39]), {
            stroke: colour.copper,
            width: weight.detail,
          }),
          s.rect(2.6, 0, 1.8, 2.4, { width: weight.detail }),
          person({ x: 380, y: 796, scale: 66 }, { pose: 'work', flip: true }),
        ]
      })(),
    ],
  )
}

/** A dome on a drum with a crescent finial, drawn flat at a spot. */
function dome(view: View, [x, y, z]: Vec, radius: number, ribs = 0): Mark {
  const s = createStencil(view.spot(x, y, z))
  const profile: Point[] = pairs([
    -1, 0, -1.04, 0.3, -0.9, 0.72, -0.5, 1.1, 0, 1.42, 0.5, 1.1, 0.9, 0.72, 1.04, 0.3, 1, 0,
  ])
  const lifted = profile.map(([a, b]): Point => [a * radius, b * radius])
  const fill = view.night ? colour.grey : colour.paper
  return [
    path(`M${lifted.map(([a, b]) => s.at(a, b).join(' ')).join('L')}Z`, {
      fill,
      stroke: colour.none,
    }),
    [
      [0.28, 8],
      [0.66, 4],
    ].map(([from = 0, spacing = 8]) =>
      s.hatch(
        [
          [radius * from, 0],
          [radius * from, radius * 1.24 * (1 - from * 0.4)],
          ...lifted.filter(([a]) => a > radius * from),
        ],
        { angle: 90, spacing, tone: view.night ? colour.ink : colour.grey },
      ),
    ),
    s.trace(lifted, { width: weight.detail }),
    ribs > 0 &&
      [-0.5, 0, 0.5].map((share) =>
        s.curve(
          profile
            .slice(0, 5)
            .map(([, b], index): Point => [
              share * radius * Math.abs(profile[index]?.[0] ?? 0) * (share < 0 ? 1 : 1),
              b * radius,
            ]),
          { width: weight.hatch },
        ),
      ),
    s.line(0, radius * 1.4, 0, radius * 1.4 + radius * 0.34, { width: weight.detail }),
    s.circle(0, radius * 1.55, radius * 0.05, { fill: colour.ink, width: 1 }),
    ((): Mark => {
      const [cx, cy] = s.at(0, radius * 1.88)
      const r = Math.max(4, radius * 0.13 * s.scale)
      return path(
        `M${cx - r * 0.7} ${cy - r * 0.8}A${r} ${r} 0 1 0 ${cx + r * 0.7} ${cy - r * 0.8}A${r * 0.85} ${r * 0.85} 0 1 1 ${cx - r * 0.7} ${cy - r * 0.8}Z`,
        { fill: view.night ? colour.copper : colour.ink, stroke: colour.none },
      )
    })(),
  ]
}

function minaret(view: View, x: number, y: number, height: number): Mark {
  const base = height * 0.3
  const shaft = height * 0.44
  const glow = view.night ? colour.copper : colour.shade
  return [
    block(view, [x - 2.2, y - 2.2, 0], [4.4, 4.4, base], {
      wall: (plane, w, h) => [
        plane.polygon(archPoints(w * 0.35, h * 0.55, w * 0.3, h * 0.26, true), {
          fill: glow,
          width: weight.hatch,
        }),
      ],
    }),
    block(view, [x - 2.7, y - 2.7, base], [5.4, 5.4, 0.9], { soffit: true }),
    cylinder(view, [x, y, base + 0.9], 1.7, shaft),
    [0.35, 0.7].map((share) =>
      cylinder(view, [x, y, base + shaft * share], 1.74, 0.5, { width: weight.hatch }),
    ),
    cylinder(view, [x, y, base + 0.9 + shaft], 1.8, 1, { topRadius: 2.9 }),
    cylinder(view, [x, y, base + 1.9 + shaft], 2.9, 0.9, { width: weight.hatch }),
    cylinder(view, [x, y, base + 2.8 + shaft], 1.2, height * 0.12, { fill: glow }),
    dome(view, [x, y, base + 2.8 + shaft + height * 0.12], 1.5),
  ]
}

/** A mosque with dome, minarets and arcades. */
export function drawMosque({ variant }: SceneParameters): string {
  const glow = (view: View): string => (view.night ? colour.copper : colour.shade)
  const hall = (
    view: View,
    [x, y]: Point,
    [w, d, h]: readonly [number, number, number],
    bays: number,
  ): Mark =>
    block(view, [x, y, 0], [w, d, h], {
      wall: (plane, length, height, side) => {
        const count = side === 'south' ? bays : Math.max(2, Math.round((bays * length) / w))
        return [
          arcade(plane, [length * 0.02, 0, length * 0.96, height * 0.62], count, {
            pointed: true,
            fill: glow(view),
          }),
          plane.line(0, height * 0.72, length, height * 0.72),
          plane.line(0, height - 0.8, length, height - 0.8),
          windowGrid(plane, [length * 0.02, height * 0.74, length * 0.96, height * 0.16], {
            columns: count,
            rows: 1,
            glass: [0.3, 0.7],
            lit: view.night ? 0.8 : 0,
          }),
        ]
      },
    })
  const drumOf = (view: View, x: number, y: number, z: number, r: number): Mark => [
    cylinder(view, [x, y, z], r * 1.06, r * 0.5, {}),
    Array.from({ length: 9 }, (_, index) => {
      const share = -0.8 + index * 0.2
      const s = createStencil(view.spot(x, y, z))
      return s.rect(share * r - r * 0.045, r * 0.12, r * 0.09, r * 0.26, {
        fill: glow(view),
        stroke: colour.none,
      })
    }),
    dome(view, [x, y, z + r * 0.5], r, 3),
  ]
  if (variant === 1) {
    return outdoors(
      'mosque 1',
      { eye: [0, -74, 2], focal: 940, horizon: 636, night: true },
      (view) => {
        const floor = floorPlane(view)
        return [
          [-26, 26].map((x) => minaret(view, x, 26, 46)),
          drumOf(view, 0, 18, 15, 11),
          [-17, 17].map((x) => drumOf(view, x, 10, 13, 4)),
          hall(view, [-24, 6], [48, 30, 14], 9),
          block(view, [-6, 2, 0], [12, 4, 17], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              plane.polygon(archPoints(w * 0.18, 0, w * 0.64, h * 0.84, true), {
                fill: colour.copperLight,
                width: weight.detail,
              }),
          }),
          [-40, 40].map((x) => minaret(view, x, 4, 52)),
          floor.polygon(pairs([-8, -74, 8, -74, 6, 2, -6, 2]), {
            fill: colour.grey,
            stroke: colour.ink,
            width: weight.hatch,
          }),
          [-60, -48, -38, -30, -23, -16, -11, -6].map((y) => floor.line(-8, y, 8, y)),
          [-5, -2.5, 0, 2.5, 5].map((x) => floor.line(x, -74, x * 0.75, 2, { width: 1 })),
          // The light of the portal and the arcade lies on the paving.
          floor.hatchPolygon(pairs([-4, 2, 4, 2, 6.4, -34, -6.4, -34]), {
            angle: 0,
            spacing: 5,
            tone: colour.copperLight,
          }),
          [-1, 1].map((side) =>
            [-62, -44, -31, -20].map((y) =>
              lampPost(view, [side * 9.6, y], { height: 5, reach: 0.5, arms: [side < 0 ? 1 : -1] }),
            ),
          ),
          grove(
            view,
            [-32, -20, -12, 12, 20, 32].map((x) => ({
              at: [x, -18] as const,
              kind: 'palm' as const,
              height: 8,
            })),
          ),
          strollers(view, pairs([-2, -40, -0.8, -40.2, 2.4, -30, 1, -22, 3, -50])),
        ]
      },
      { moon: [470, 130] },
    )
  }
  if (variant === 2) {
    return outdoors(
      'mosque 2',
      { eye: [-38, -60, 3], yaw: 30, focal: 1000, horizon: 610, centre: 650 },
      (view) => [
        distantTown('mosque', 611, 50),
        minaret(view, 40, 34, 46),
        drumOf(view, 22, 22, 12, 9),
        [
          [8, 10],
          [36, 10],
        ].map(([x = 0, y = 0]) => drumOf(view, x, y, 11, 3)),
        hall(view, [2, 4], [42, 34, 12], 8),
        minaret(view, -6, 4, 48),
        block(view, [-10, -12, 0], [60, 0.8, 2.4], {}),
        grove(view, [
          { at: [-16, -18], kind: 'palm', height: 9 },
          { at: [12, -16], kind: 'palm', height: 8 },
          { at: [26, -16], kind: 'palm', height: 9 },
          { at: [44, -16], kind: 'palm', height: 8 },
        ]),
        strollers(view, pairs([0, -24, 1.2, -24.2, 8, -20, 16, -28])),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'mosque 3',
      { eye: [12, -120, 30], yaw: -6, focal: 1150, horizon: 250, centre: 740 },
      (view) => {
        const floor = floorPlane(view)
        return [
          distantTown('mosque 3', 251, 60),
          floor.rect(-60, -60, 120, 120, { fill: colour.tint, width: weight.hatch }),
          [-44, 44].map((x) => minaret(view, x, 50, 50)),
          hall(view, [-36, 24], [72, 30, 14], 7),
          drumOf(view, 0, 38, 14, 12),
          [-22, 22].map((x) => drumOf(view, x, 34, 14, 5)),
          [-1, 1].map((side) => hall(view, [side < 0 ? -42 : 36, -34], [6, 58, 7], 2)),
          floor.polygon(ringPoints(0, -8, 7), { width: weight.detail }),
          floor.polygon(ringPoints(0, -8, 5.4), { fill: colour.shade, width: weight.hatch }),
          hall(view, [-42, -42], [84, 6, 7], 9),
          block(view, [-5, -43, 0], [10, 8, 11], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              plane.polygon(archPoints(w * 0.2, 0, w * 0.6, h * 0.8, true), {
                fill: colour.shade,
                width: weight.detail,
              }),
          }),
          [-44, 44].map((x) => minaret(view, x, -40, 44)),
          grove(
            view,
            [-52, -30, -18, 18, 30, 52].map((x) => ({
              at: [x, -56] as const,
              kind: 'palm' as const,
              height: 7,
            })),
          ),
        ]
      },
      { strokes: 10 },
    )
  }
  // Through an arch into the lit courtyard.
  return outdoors(
    'mosque 4',
    { eye: [0, -40, 1.8], focal: 880, horizon: 590, night: true },
    (view) => {
      const floor = floorPlane(view)
      const frameArch = archPoints(330, 60, 780, 900, true).map(([x, y]): Point => [x, 870 - y])
      return [
        minaret(view, 19, 34, 40),
        drumOf(view, 0, 30, 14, 10),
        hall(view, [-34, 18], [68, 20, 14], 9),
        floor.rect(-30, -36, 60, 54, { fill: colour.grey, stroke: colour.none }),
        [-24, -12, -4, 6, 14].map((y) => floor.line(-30, y, 30, y)),
        [-18, -6, 6, 18].map((x) => floor.line(x, -36, x, 18)),
        cylinder(view, [0, 2, 0], 3.4, 0.8),
        cylinder(view, [0, 2, 0.8], 0.6, 1.6),
        strollers(view, pairs([-5, -6, -3.8, -6.2, 5, -12, 8, 6, -9, 8])),
        path(`M-10 -10H1450V820H-10ZM${frameArch.map((point) => point.join(' ')).join('L')}Z`, {
          fill: colour.ink,
          stroke: colour.none,
        }).replace('<path', '<path fill-rule="evenodd"'),
        path(`M${frameArch.map((point) => point.join(' ')).join('L')}Z`, {
          fill: colour.none,
          stroke: colour.copper,
          width: weight.outline,
        }),
        path(
          `M${archPoints(300, 30, 840, 966, true)
            .map(([x, y]) => `${x} ${870 - y}`)
            .join('L')}Z`,
          { fill: colour.none, stroke: colour.dark, width: weight.detail },
        ),
        [150, 1290].map((x) => [
          line(x, 0, x, 200, { stroke: colour.grey, width: weight.detail }),
          path(`M${x - 24} 200H${x + 24}L${x + 36} 260L${x} 320L${x - 36} 260Z`, {
            fill: colour.copper,
            stroke: colour.copperLight,
            width: weight.detail,
          }),
        ]),
      ]
    },
  )
}

interface TowerStyle {
  x: number
  y: number
  w: number
  d: number
  h: number
  top?: 'flat' | 'spire' | 'crown' | 'slant'
  rows?: number
  columns?: number
  lit?: number
  /** A skin of glass from floor to floor instead of windows in a wall. */
  glazed?: boolean
}

function tower(
  view: View,
  { x, y, w, d, h, top = 'flat', rows = 18, columns = 6, lit = 0.3, glazed = false }: TowerStyle,
): Mark {
  const seed = `tower ${x} ${y}`
  const skin = (at: number) => ({
    wall: (plane: Parameters<typeof curtainWall>[0], length: number, height: number) => [
      view.night && glazed
        ? [
            curtainWall(plane, [length * 0.03, 1, length * 0.94, height - 3], {
              columns,
              rows: Math.max(2, Math.round((rows * height) / h)),
              lit,
              seed: `${seed} ${at}`,
            }),
            // Plant floors part the tower.
            [0.34, 0.67].map((share) =>
              plane.rect(0, height * share, length, height * 0.022, {
                fill: colour.grey,
                width: weight.hatch,
              }),
            ),
          ]
        : view.night
          ? windowGrid(plane, [length * 0.05, 2, length * 0.9, height - 4], {
              columns,
              rows: Math.max(2, Math.round((rows * height) / h)),
              glass: [0.62, 0.5],
              lit,
              seed: `${seed} ${at}`,
            })
          : [
              Array.from({ length: columns }, (_, index) =>
                plane.line(
                  (length * (index + 0.5)) / columns,
                  1,
                  (length * (index + 0.5)) / columns,
                  height - 1,
                ),
              ),
              [0.25, 0.5, 0.75].map((share) =>
                plane.line(0, height * share, length, height * share),
              ),
            ],
    ],
  })
  if (top === 'crown') {
    return [
      block(view, [x, y, 0], [w, d, h * 0.62], skin(0)),
      block(view, [x + w * 0.12, y + d * 0.12, h * 0.62], [w * 0.76, d * 0.76, h * 0.26], skin(1)),
      block(view, [x + w * 0.28, y + d * 0.28, h * 0.88], [w * 0.44, d * 0.44, h * 0.12], skin(2)),
      view.line([x + w / 2, y + d / 2, h], [x + w / 2, y + d / 2, h * 1.16], {
        width: weight.detail,
        stroke: view.night ? colour.grey : colour.ink,
      }),
    ]
  }
  return [
    block(view, [x, y, 0], [w, d, h], skin(0)),
    top === 'spire' && [
      view.face(
        [
          [x, y, h],
          [x + w, y, h],
          [x + w / 2, y + d / 2, h * 1.18],
        ],
        { fill: view.night ? colour.grey : colour.paper, width: weight.detail },
      ),
      view.line([x + w / 2, y + d / 2, h * 1.18], [x + w / 2, y + d / 2, h * 1.32], {
        width: weight.detail,
        stroke: view.night ? colour.grey : colour.ink,
      }),
    ],
    top === 'slant' &&
      view.face(
        [
          [x, y, h],
          [x + w, y, h],
          [x + w, y, h + w * 0.7],
        ],
        { fill: view.night ? colour.grey : colour.paper, width: weight.detail },
      ),
  ]
}

function lightTrails(view: View, lanes: readonly number[], from: number, to: number): Mark {
  const floor = floorPlane(view)
  return lanes.map((x, index) =>
    floor.line(x, from, x, to, {
      width: index % 2 ? 1.4 : 2.4,
      stroke: index % 2 ? colour.copperLight : colour.copper,
    }),
  )
}

/** Towers at night with light in their windows. */
export function drawTowerNight({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'tower 1',
      { eye: [-34, -112, 3], yaw: 12, focal: 830, horizon: 676, centre: 620, night: true },
      (view) => [
        distantTown('tower 1 far', 677, 250, { night: true, fill: colour.dark }),
        distantTown('tower 1', 677, 130, { night: true }),
        tower(view, { x: 46, y: 60, w: 26, d: 24, h: 78, rows: 18, columns: 5 }),
        tower(view, { x: -62, y: 40, w: 22, d: 20, h: 56, rows: 13, columns: 5 }),
        tower(view, {
          x: -6,
          y: 0,
          w: 26,
          d: 26,
          h: 88,
          top: 'spire',
          rows: 36,
          columns: 9,
          lit: 0.3,
          glazed: true,
        }),
        tower(view, { x: 26, y: 14, w: 20, d: 20, h: 46, rows: 14, columns: 6, lit: 0.4 }),
        building(view, [-20, -8, 0], [56, 20, 9], { storeys: 2, kind: 'curtain', lit: 0.4 }),
        roadAcross(view, [-64, -40], [-260, 260]),
        grove(
          view,
          [-30, -12, 6, 24, 42].map((x) => ({
            at: [x, -26] as const,
            kind: 'palm' as const,
            height: 9,
          })),
        ),
        [-80, -52, -24, 4, 32, 60].map((x) => lampPost(view, [x, -38], { height: 10, arms: [-1] })),
        [-56, -48].map((y, index) =>
          view.line([-260, y, 0.6], [260, y, 0.6], {
            width: 2.4,
            stroke: index ? colour.copperLight : colour.copper,
          }),
        ),
        vehicle(view, [-44, -51], 'saloon'),
        vehicle(view, [-22, -58], 'suv', { reverse: true }),
        vehicle(view, [14, -51], 'saloon'),
        vehicle(view, [-64, -58], 'bus', { reverse: true }),
        strollers(view, pairs([-18, -31, -14, -30, -4, -32, -2.6, -32, 10, -30, 26, -31])),
        // The promenade on this side of the road.
        floorPlane(view).rect(-120, -76, 260, 8, { fill: colour.grey, width: weight.hatch }),
        grove(
          view,
          [-72, -58, -44, -31, -18, -5, 8].map((x, index) => ({
            at: [x, -72 - (index % 2) * 3] as const,
            kind: index % 3 === 1 ? ('tree' as const) : ('palm' as const),
            height: index % 3 === 1 ? 5 : 7.5,
          })),
        ),
        strollers(view, pairs([-52, -74, -50.6, -74.2, -37, -73, -24, -75, -22.8, -75])),
      ],
    )
  }
  if (variant === 2) {
    return outdoors(
      'tower 2',
      { eye: [0, -120, 14], focal: 900, horizon: 600, night: true },
      (view) => [
        distantTown('tower 2 far', 601, 210, { night: true, fill: colour.dark }),
        distantTown('tower 2', 601, 90, { night: true }),
        floorPlane(view).rect(-16, -120, 32, 700, {
          fill: colour.ink,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        lightTrails(view, [-13, -10.5, -8, -5.5, 5.5, 8, 10.5, 13], -116, 240),

        [-74, -48, 40, 66].map((x, index) =>
          tower(view, {
            x,
            y: 60,
            w: 22,
            d: 16,
            h: 36 + ((index * 17) % 40),
            rows: 11,
            columns: 4,
          }),
        ),
        tower(view, {
          x: -30,
          y: 6,
          w: 20,
          d: 20,
          h: 70,
          top: 'slant',
          rows: 20,
          columns: 6,
          lit: 0.4,
        }),
        tower(view, {
          x: 12,
          y: 6,
          w: 20,
          d: 20,
          h: 78,
          rows: 38,
          columns: 8,
          lit: 0.3,
          glazed: true,
        }),
        block(view, [-10, 12, 44], [22, 7, 7], {
          soffit: true,
          wall: (plane, w, _h, side) =>
            side === 'south' &&
            plane.rect(1, 2, w - 2, 3.2, { fill: colour.copper, stroke: colour.none }),
        }),
        [-1, 1].map((side) =>
          floorPlane(view).rect(side < 0 ? -30 : 17, -120, 13, 124, {
            fill: colour.dark,
            stroke: colour.grey,
            width: weight.hatch,
          }),
        ),
        grove(
          view,
          [-62, -44, -28, -14].flatMap((y) => [
            { at: [-25, y] as const, kind: 'palm' as const, height: 9 },
            { at: [25, y] as const, kind: 'palm' as const, height: 9 },
          ]),
        ),
        strollers(view, pairs([-22, -70, -21, -70, 22, -60, 23.2, -60, -23, -36, 21, -84])),
        [-100, -86, -66, -40, -10].flatMap((y) => [
          lampPost(view, [-18, y], { height: 9, arms: [1] }),
          lampPost(view, [18, y], { height: 9, arms: [-1] }),
        ]),
      ],
    )
  }
  if (variant === 3) {
    return outdoors(
      'tower 3',
      { eye: [20, -90, 2], yaw: -10, focal: 860, horizon: 720, centre: 800, night: true },
      (view) => {
        const round = (z: number, h: number, r: number): Mark => [
          cylinder(view, [0, 20, z], r, h),
          Array.from({ length: Math.round(h / 4.4) }, (_, row) => {
            const s = createStencil(view.spot(0, 20 - r, z))
            const next = random(`round ${z} ${row}`)
            return [-0.84, -0.6, -0.36, -0.12, 0.12, 0.36, 0.6, 0.8].map((share) =>
              s.rect(share * r * 0.98, row * 4.1 + 1, r * 0.17, 1.9, {
                fill: next() < 0.4 ? colour.copper : colour.ink,
                stroke: colour.none,
              }),
            )
          }),
        ]
        return [
          distantTown('tower 3', 721, 170, { night: true }),
          tower(view, { x: 34, y: 44, w: 22, d: 22, h: 46, rows: 12, columns: 5 }),
          tower(view, { x: -66, y: 50, w: 24, d: 22, h: 62, rows: 14, columns: 5 }),
          view.line([0, 20, 68], [0, 20, 92], { width: weight.detail, stroke: colour.grey }),
          cylinder(view, [0, 20, 62], 9, 8, { topRadius: 6 }),
          round(0, 62, 15),
          building(view, [-26, -4, 0], [54, 18, 7], { storeys: 1, kind: 'curtain', lit: 0.5 }),
          canopy(view, [-8, -14], [18, 10, 5], 3),
          vehicle(view, [-2, -18], 'saloon'),
          vehicle(view, [14, -24], 'suv', { reverse: true }),
          grove(
            view,
            [-34, -24, 20, 30, 40].map((x) => ({
              at: [x, -16] as const,
              kind: 'palm' as const,
              height: 9,
            })),
          ),
          strollers(view, pairs([4, -40, 5.4, -40.2, 10, -34])),
        ]
      },
    )
  }
  return outdoors(
    'tower 4',
    { eye: [30, -150, 60], yaw: -8, focal: 980, horizon: 380, centre: 740, night: true },
    (view) => [
      distantTown('tower 4', 381, 46, { night: true }),
      floorPlane(view).rect(-16, -150, 10, 400, {
        fill: colour.ink,
        stroke: colour.grey,
        width: weight.hatch,
      }),
      lightTrails(view, [-14.6, -12.6, -9.6, -7.6], -140, 240),
      pieces(
        view,
        pairs([
          -90, 120, -40, 140, 20, 150, 76, 130, -70, 50, 60, 60, -40, 0, 74, 0, -86, -40, 44, -60,
        ]).map(
          ([x = 0, y = 0], index) =>
            [
              x,
              y,
              () =>
                tower(view, {
                  x,
                  y,
                  w: 24,
                  d: 22,
                  h: 22 + ((index * 29) % 38),
                  rows: 8,
                  columns: 4,
                  lit: 0.3,
                }),
            ] as const,
        ),
      ),
      tower(view, {
        x: 2,
        y: 20,
        w: 28,
        d: 28,
        h: 96,
        top: 'crown',
        rows: 24,
        columns: 6,
        lit: 0.45,
      }),
    ],
  )
}

/** A city skyline by day and over the water at night. */
export function drawSkyline({ variant }: SceneParameters): string {
  const night = variant === 2
  const options = pick(variant, [
    { eye: [0, -260, 10] as Vec, focal: 1450, horizon: 640 },
    { eye: [30, -280, 8] as Vec, focal: 1560, horizon: 590, centre: 860, night },
    { eye: [-60, -170, 16] as Vec, yaw: 16, focal: 880, horizon: 590, centre: 640 },
    { eye: [60, -300, 46] as Vec, yaw: -10, focal: 1050, horizon: 420, centre: 720 },
  ])
  const next = random(`skyline ${variant}`)
  const tops = ['flat', 'spire', 'flat', 'crown', 'flat', 'slant'] as const
  return outdoors(
    `skyline ${variant}`,
    options,
    (view) => {
      const spread = 26
      const towers = Array.from({ length: 9 }, (_, index) => {
        const x = (index - 4.5) * spread + next() * 10 + (variant === 3 ? 40 : 0)
        const centre = 1 - Math.abs(index - 4 + (variant === 4 ? 1.5 : 0)) / 6
        const h = 26 + centre * 62 * (0.55 + next() * 0.55)
        return [
          x,
          20 + ((index * 37) % 60),
          () =>
            tower(view, {
              x,
              y: 20 + ((index * 37) % 60),
              w: 20 + next() * 8,
              d: 18,
              h,
              top: tops[(index + variant) % 6],
              rows: 14,
              columns: 5,
              lit: 0.32,
            }),
        ] as const
      })
      return [
        distantTown(`skyline ${variant}`, view.horizon + 1, pick(variant, [120, 90, 100, 60]), {
          night,
        }),
        pieces(view, towers),
        variant === 2 && [
          water('skyline', view.horizon + 34, 810, true),
          Array.from({ length: 46 }, () => {
            const [x, y] = [120 + next() * 1200, view.horizon + 44 + next() ** 1.6 * 190]
            return line(x, y, x + 14 + next() * 34, y, {
              width: 2,
              stroke: next() < 0.7 ? colour.copper : colour.copperLight,
            })
          }),
        ],
        variant === 1 && [
          grove(
            view,
            Array.from({ length: 14 }, (_, index) => ({
              at: [-42 + index * 6 + next() * 3, -190 + next() * 22] as const,
              kind: 'palm' as const,
              height: 9 + next() * 3,
            })),
          ),
        ],
        variant === 3 && [
          block(view, [-180, -84, 8], [400, 14, 1.6], { soffit: true }),
          [-130, -90, -50, -10, 30, 70, 110].map((x) => block(view, [x, -80, 0], [3, 6, 8], {})),
          [-120, -84, -40, -8, 36].map((x, index) => {
            const lift = createPlane(view, [x, -84, 9.6], [1, 0, 0], [0, 0, 1])
            return [
              lift.polygon(
                pairs([0, 0.4, 4.6, 0.4, 4.6, 1.1, 3.6, 1.2, 3, 1.8, 1.6, 1.8, 1, 1.2, 0, 1]),
                { fill: index % 2 ? colour.dark : colour.paper, width: weight.hatch },
              ),
            ]
          }),
          [-120, -96, -72, -48, -24, 0, 24, 48].map((x) =>
            lampPost(view, [x, -72], { height: 10, arms: [1, -1], z: 9.6 }),
          ),
          grove(
            view,
            [-110, -96, -70, -46, -20, 8, 20].map((x) => ({
              at: [x, -110] as const,
              kind: 'tree' as const,
              height: 9,
            })),
          ),
        ],
        variant === 4 && [
          pieces(
            view,
            Array.from({ length: 26 }, (_, index) => {
              const [x, y] = [
                -170 + (index % 9) * 42 + next() * 12,
                -150 + Math.floor(index / 9) * 46,
              ]
              return [
                x,
                y,
                () =>
                  building(view, [x, y, 0], [20 + next() * 10, 16, 7 + next() * 9], {
                    storeys: 2,
                    kind: 'ribbons',
                    bay: 9,
                    raised: true,
                  }),
              ] as const
            }),
          ),
          curve(pairs([-20, 800, 300, 760, 640, 790, 1000, 742, 1460, 770]), {
            stroke: colour.copper,
            width: weight.detail,
          }),
        ],
      ]
    },
    { strokes: 12 },
  )
}
