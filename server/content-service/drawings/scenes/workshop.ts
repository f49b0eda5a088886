/** Works interiors: factory, panel workshop, control room, test bench, switch room and others. */
import {
  circle,
  colour,
  curve,
  join,
  line,
  path,
  polygon,
  random,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import {
  cabinetRow,
  cone,
  drum,
  lampPost,
  pylon,
  pylonTips,
  transformer,
  wires,
  type CabinetKind,
} from './equipment.ts'
import { windowGrid } from './facades.ts'
import { person, seated } from './figures.ts'
import {
  block,
  createPlane,
  cylinder,
  extrude,
  floorPlane,
  hang,
  roundBar,
  shadowOf,
  type Plane,
  type Vec,
  type View,
  pairs,
  triples,
} from './perspective.ts'
import { distantTown, grove, indoors, outdoors, pieces, roadAcross } from './setting.ts'
import { createStencil, pick, type SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** A table: top, four legs; its corner nearest left is x, y. */
export function table(
  view: View,
  x: number,
  y: number,
  w: number,
  d: number,
  h = 0.86,
  top?: (plane: Plane) => Mark,
): Mark {
  const legs: Point[] = [
    [0.06, 0.06],
    [w - 0.06, 0.06],
    [0.06, d - 0.06],
    [w - 0.06, d - 0.06],
  ]
  return [
    legs.map(([dx, dy]) =>
      view.line([x + dx, y + dy, 0], [x + dx, y + dy, h], { width: weight.detail }),
    ),
    block(view, [x, y, h - 0.06], [w, d, 0.06], { roof: (plane) => top?.(plane) }),
  ]
}

/** A flat screen standing on a table, its face to the viewer. */
export function screen(
  view: View,
  x: number,
  y: number,
  z: number,
  w: number,
  look: 'trend' | 'mimic' | 'blank' = 'trend',
  seed = 'screen',
): Mark {
  const h = w * 0.58
  const plane = createPlane(view, [x, y, z + 0.12], [1, 0, 0], [0, 0, 1])
  const next = random(`${seed} ${x}`)
  return [
    plane.rect(w * 0.44, -0.12, w * 0.12, 0.14, { fill: colour.dark, stroke: colour.none }),
    plane.rect(0, 0, w, h, { fill: colour.ink, width: weight.hatch }),
    plane.rect(w * 0.04, h * 0.06, w * 0.92, h * 0.88, { fill: colour.tint, stroke: colour.none }),
    look === 'trend' &&
      plane.trace(
        [0.08, 0.22, 0.36, 0.5, 0.64, 0.78, 0.92].map((share): Point => [
          w * share,
          h * (0.25 + next() * 0.5),
        ]),
        { stroke: colour.copper, width: weight.hatch },
      ),
    look === 'mimic' && mimic(plane, w * 0.08, h * 0.12, w * 0.84, h * 0.76),
  ]
}

/** A small single-line picture on a plane: busbar, feeders, circles for transformers. */
export function mimic(plane: Plane, u: number, v: number, w: number, h: number, feeders = 4): Mark {
  return [
    plane.line(u, v + h * 0.66, u + w, v + h * 0.66, {
      stroke: colour.copper,
      width: weight.detail,
    }),
    Array.from({ length: feeders }, (_, index) => {
      const at = u + (w * (index + 0.5)) / feeders
      const side = Math.min(w / feeders / 4, h * 0.07)
      return [
        plane.line(at, v + h * 0.66, at, v + h * 0.1, {
          stroke: colour.copper,
          width: weight.hatch,
        }),
        plane.rect(at - side, v + h * 0.42, side * 2, side * 2, {
          width: weight.hatch,
          fill: index % 3 === 1 ? colour.ink : colour.paper,
        }),
        index % 2 === 0 && [
          plane.disc(at, v + h * 0.22, side * 1.1, { fill: colour.none, width: weight.hatch }),
          plane.disc(at, v + h * 0.12, side * 1.1, { fill: colour.none, width: weight.hatch }),
        ],
      ]
    }),
    [0.3, 0.7].map((share) =>
      plane.line(u + w * share, v + h * 0.66, u + w * share, v + h * 0.95, {
        stroke: colour.copper,
        width: weight.hatch,
      }),
    ),
  ]
}

/** A travelling crane across a hall at depth y, with its hook. */
export function bridgeCrane(
  view: View,
  left: number,
  right: number,
  y: number,
  z: number,
  hook: number,
  drop: number,
): Mark {
  return [
    block(view, [left, y, z], [right - left, 0.7, 0.9], { soffit: true }),
    block(view, [hook - 0.8, y - 0.2, z + 0.9], [1.6, 1.1, 0.5], { width: weight.hatch }),
    [-0.15, 0.15].map((dx) =>
      view.line([hook + dx, y, z], [hook + dx, y, drop + 0.5], { width: weight.hatch }),
    ),
    ((): Mark => {
      const s = createStencil(view.spot(hook, y, drop))
      return [
        s.rect(-0.25, 0.3, 0.5, 0.35, { fill: colour.dark }),
        s.curve(pairs([0, 0.3, 0.16, 0.1, 0, -0.06, -0.14, 0.06]), { width: weight.detail }),
      ]
    })(),
    view.line([left, y, z + 0.2], [right, y, z + 0.2], live),
  ]
}

/** A machine tool: a cabinet with a window, a control arm and a bed. */
export function machine(view: View, x: number, y: number, w: number): Mark {
  return [
    block(view, [x, y, 0], [w, 1.8, 2], {
      wall: (plane, wide, h, side) =>
        side === 'south' && [
          plane.rect(wide * 0.1, h * 0.38, wide * 0.5, h * 0.44, {
            fill: colour.shade,
            width: weight.hatch,
          }),
          plane.hatch(wide * 0.1, h * 0.38, wide * 0.5, h * 0.44, {
            angle: 55,
            spacing: 13,
            tone: colour.paper,
            width: 3,
          }),
          plane.rect(wide * 0.04, h * 0.18, wide * 0.62, h * 0.74, {
            fill: colour.none,
            width: weight.hatch,
          }),
          [0.31, 0.39].map((share) =>
            plane.line(wide * share, h * 0.52, wide * share, h * 0.68, { width: weight.detail }),
          ),
          plane.rect(wide * 0.69, h * 0.18, wide * 0.27, h * 0.74, {
            fill: colour.none,
            width: weight.hatch,
          }),
          [0.22, 0.25, 0.28, 0.31].map((share) =>
            plane.line(wide * 0.73, h * share, wide * 0.92, h * share),
          ),
          [0.76, 0.82, 0.88].map((share, index) =>
            plane.disc(wide * share, h * 0.42, 0.05, {
              fill: index ? colour.paper : colour.copper,
              width: 1,
            }),
          ),
          plane.rect(wide * 0.04, 0, wide * 0.92, h * 0.1, { fill: colour.dark, width: 1 }),
          plane.line(wide * 0.35, h * 0.38, wide * 0.35, h * 0.82),
          plane.rect(wide * 0.72, h * 0.5, wide * 0.2, h * 0.3, {
            fill: colour.dark,
            width: weight.hatch,
          }),
          plane.line(0, h * 0.14, wide, h * 0.14),
        ],
    }),
    block(view, [x + w * 0.2, y + 0.3, 2], [w * 0.5, 1, 0.4], { width: weight.hatch }),
  ]
}

/** Roof trusses across a hall at the given depths. */
export function trusses(
  view: View,
  left: number,
  right: number,
  z: number,
  depths: readonly number[],
  rise = 1.6,
): Mark {
  return depths.map((y) => {
    const count = 8
    const at = (index: number, up: number): Vec => [
      left + ((right - left) * index) / count,
      y,
      z + up,
    ]
    return [
      view.line(at(0, 0), at(count, 0), { width: weight.detail }),
      view.line(at(0, rise), at(count, rise), { width: weight.hatch }),
      Array.from({ length: count }, (_, index) =>
        view.line(at(index, index % 2 ? rise : 0), at(index + 1, index % 2 ? 0 : rise), {
          width: 1,
        }),
      ),
    ]
  })
}

/** The factory from outside, and its hall with crane and machines. */
export function drawFactory({ variant }: SceneParameters): string {
  if (variant === 1) {
    return outdoors(
      'factory 1',
      { eye: [-21, -40, 6.6], yaw: 27, focal: 1180, horizon: 410, centre: 520 },
      (view) => {
        const bays = 6
        const span = 9
        return [
          distantTown('factory', 411, 46),
          [
            [96, 150],
            [62, 118],
            [28, 86],
          ].map(([x = 0, y = 0]) => pylon(view, x, y, 34, colour.dark)),
          wires(view, [pylonTips(96, 150, 34), pylonTips(62, 118, 34), pylonTips(28, 86, 34)], 4),
          [-6, -1.5].map((x) => [
            cylinder(view, [x, 34, 0], 2, 13),
            cylinder(view, [x, 34, 13], 2.1, 1.2, { topRadius: 0.3 }),
          ]),
          shadowOf(view, [0, 0, 0], [54, 30, 6]),
          building(view),
          Array.from({ length: bays }, (_, index) => {
            const x = (bays - 1 - index) * span
            return extrude(
              view,
              [x, 0, 8],
              [
                [0, 0],
                [span, 0],
                [span, 0.2],
                [0, 4],
              ],
              30,
              'x',
              { spacing: 7 },
            )
          }),
          block(view, [0, 0, 0], [bays * span, 30, 8], {
            wall: (plane, w, h, side) => [
              windowGrid(plane, [w * 0.02, h * 0.5, w * 0.96, h * 0.34], {
                columns: Math.round(w / 4.4),
                rows: 1,
                glass: [0.7, 0.8],
              }),
              side === 'south' &&
                [8, 26].map((u) => [
                  plane.rect(u, 0, 5.4, 4.4, { fill: colour.tint }),
                  [1, 2, 3].map((v) => plane.line(u, v * 1.1, u + 5.4, v * 1.1)),
                ]),
              side === 'west' && plane.rect(w * 0.4, 0, 3, 3, { fill: colour.tint }),
            ],
          }),
          transformer(view, [40, -10, 0], 0.8),
          view.trace(
            [
              [42, -8, 2.4],
              [46, -0.2, 4],
            ],
            live,
          ),
          roadAcross(view, [-30, -22], [-90, 150]),
          lorry(view, 21, -9, 'flat', () => [
            cabinetRow(view, [22, -8.4, 1.2], ['incomer', 'feeder', 'feeder', 'control'], {
              w: 1.2,
              d: 1,
              h: 2.2,
            }),
          ]),
          vehicle(view, [6, -10], 'van'),
          vehicle(view, [33, -19], 'saloon'),
          pieces(
            view,
            pairs([-5, -7, -8.4, -6, -2.6, -9.4, -6.6, -11]).map(
              ([x = 0, y = 0]) => [x, y, () => drum(view, [x, y, 0], 1.25, 1, 'y')] as const,
            ),
          ),
          person(view.spot(0.6, -10.4), { pose: 'tablet', flip: true }),
          person(view.spot(19.6, -9.6), { pose: 'raise' }),
          person(view.spot(14.4, -11), { dress: 'thobe' }),
          person(view.spot(15.3, -11.4), { pose: 'point' }),
          lampPost(view, [-1, -16], { height: 9, arms: [1] }),
          lampPost(view, [30, -16], { height: 9, arms: [1] }),
          grove(view, [
            { at: [-13, 4], kind: 'palm', height: 8 },
            { at: [-13.4, -15], kind: 'palm', height: 8 },
            { at: [-17, 10], kind: 'tree', height: 6 },
            { at: [56, -12], kind: 'palm', height: 8 },
          ]),
        ]
      },
      { strokes: 16 },
    )
  }
  if (variant === 3) {
    return outdoors(
      'factory 3',
      { eye: [40, -44, 3], yaw: -36, focal: 1200, horizon: 600, centre: 760, night: true },
      (view) => [
        distantTown('factory 3', 591, 60, { night: true }),
        Array.from({ length: 5 }, (_, index) =>
          extrude(view, [index * 10 - 40, 0, 8], pairs([0, 0, 10, 0, 10, 4, 9.6, 4]), 26, 'x', {
            fill: colour.grey,
          }),
        ),
        Array.from({ length: 5 }, (_, index) =>
          view.face(
            [
              [index * 10 - 30, 0.5, 8.6],
              [index * 10 - 30, 26, 8.6],
              [index * 10 - 30, 26, 11.6],
              [index * 10 - 30, 0.5, 11.6],
            ],
            { fill: colour.copper, stroke: colour.none },
          ),
        ),
        block(view, [-40, 0, 0], [50, 26, 8], {
          wall: (plane, w, h, side) => [
            side === 'south' && [
              plane.rect(8, 0, 6, 5, { fill: colour.copperLight, width: weight.hatch }),
              windowGrid(plane, [w * 0.36, h * 0.5, w * 0.6, h * 0.3], {
                columns: 8,
                rows: 1,
                lit: 0.6,
              }),
            ],
            side === 'east' &&
              windowGrid(plane, [1, h * 0.5, w - 2, h * 0.3], { columns: 5, rows: 1, lit: 0.4 }),
          ],
        }),
        [-20, -14].map((x) => [
          view.line([x, 10, 8], [x, 10, 18], { width: 6, stroke: colour.grey }),
        ]),
        vehicle(view, [-28, -9], 'van'),
        lampPost(view, [2, -8], { height: 8, arms: [-1] }),
        lampPost(view, [-22, -8], { height: 8, arms: [1] }),
        roadAcross(view, [-20, -14], [-120, 120]),
        person(view.spot(-24, -6), { pose: 'carry' }),
        drum(view, [8, -10, 0], 1.3, 1.1, 'y'),
        drum(view, [12, -11, 0], 1.3, 1.1, 'y'),
      ],
    )
  }
  const low = variant === 4
  const size = [-11, 11, low ? 44 : 52, 11] as const
  return indoors(
    {
      view: low
        ? { eye: [5, -1, 6.4], focal: 760, horizon: 300, centre: 900 }
        : { eye: [-2, -1, 2], focal: 780, horizon: 480, centre: 640 },
      size,
      tile: 3,
      lamps: [],
      back: (plane, w, h) => [
        windowGrid(plane, [1, h * 0.6, w - 2, h * 0.24], {
          columns: 8,
          rows: 1,
          glass: [0.8, 0.8],
        }),
        plane.rect(w / 2 - 3, 0, 6, 5.4, { fill: colour.tint, width: weight.detail }),
        [1, 2, 3, 4].map((v) => plane.line(w / 2 - 3, v * 1.1, w / 2 + 3, v * 1.1)),
      ],
      left: (plane, length, h) =>
        [0, 1, 2, 3, 4].map((index) =>
          plane.rect(3 + index * (length / 5), h * 0.5, length / 7, h * 0.26, {
            fill: colour.tint,
            width: weight.hatch,
          }),
        ),
      floor: (plane) => [
        plane.rect(8.6, 0, 4.8, 60, { fill: colour.tint, stroke: colour.none }),
        [8.6, 13.4].map((u) => plane.line(u, 0, u, 60, { width: weight.hatch })),
      ],
    },
    (view) => [
      trusses(
        view,
        size[0],
        size[1],
        9.4,
        [50, 40, 31, 23, 16, 10].filter((y) => y < size[2]),
      ),
      [-1, 1].map((side) => [
        view.line([side * 10.6, 0, 7.4], [side * 10.6, size[2], 7.4], { width: weight.outline }),
        [8, 18, 28, 38].map((y) =>
          block(view, [side * 10.6 - 0.25, y, 0], [0.5, 0.5, 7.4], { width: weight.hatch }),
        ),
      ]),
      [-4, 4].map((x) =>
        [36, 24, 15, 8].map((y) => {
          const s = createStencil(view.spot(x, y, 8.2))
          return [
            s.line(0, 0.6, 0, 1.2),
            s.polygon(pairs([-0.5, 0, 0.5, 0, 0.22, 0.6, -0.22, 0.6]), {
              fill: colour.copperLight,
              stroke: colour.copper,
            }),
          ]
        }),
      ),
      bridgeCrane(view, -10.6, 10.6, low ? 18 : 22, 7.4, low ? 3 : 2, low ? 3.4 : 3.6),
      low &&
        block(view, [1.4, 17, 1.2], [3.2, 2, 2.2], {
          width: weight.detail,
          wall: (plane, w, h, side) =>
            side === 'south' &&
            [0.2, 0.5, 0.8].map((share) => plane.line(w * share, 0, w * share, h)),
        }),
      low &&
        [-1, 1].map((side) =>
          view.line([3, 18, 4.4], [3 + side * 1.5, 18, 3.4], { width: weight.hatch }),
        ),
      pieces(view, [
        ...[34, 25, 16, 8].map(
          (y, index) => [-7, y, () => machine(view, -9.4, y, index % 2 ? 4.4 : 3.4)] as const,
        ),
        ...[32, 22, 12].map(
          (y) =>
            [
              7,
              y,
              () => cabinetRow(view, [5, y, 0], ['plain', 'feeder', 'control', 'plain'], { w: 1 }),
            ] as const,
        ),
        [-4.4, 9, () => person(view.spot(-4.4, 9), { pose: 'work', flip: true })],
        [3.6, 11, () => person(view.spot(3.6, 11), { pose: 'work' })],
        [0.4, 16, () => person(view.spot(0.4, 16), { pose: 'walk' })],
        [-1, 26, () => person(view.spot(-1, 26), { pose: 'tablet' })],
      ]),
    ],
  )
}

/** The low annex at the back of the works. */
function building(view: View): Mark {
  return block(view, [-12, 20, 0], [12, 10, 6], {
    wall: (plane, w, h) =>
      windowGrid(plane, [0.5, h * 0.3, w - 1, h * 0.4], { columns: Math.round(w / 3), rows: 1 }),
  })
}

/** A cabinet with its door open: mounting plate, rows of devices, wiring ducts. */
export function openCabinet(
  view: View,
  x: number,
  y: number,
  w: number,
  h = 2.1,
  rows = 4,
  door: 'left' | 'right' | 'none' = 'left',
): Mark {
  const plane = createPlane(view, [x, y, 0.1], [1, 0, 0], [0, 0, 1])
  const next = random(`open ${x} ${y}`)
  const step = (h - 0.3) / rows
  const hinge = door === 'left' ? x : x + w
  const reach = door === 'left' ? -w * 0.62 : w * 0.62
  return [
    block(view, [x, y, 0], [w, 0.6, h + 0.1], {}),
    plane.rect(w * 0.05, 0.06, w * 0.9, h - 0.14, { fill: colour.tint, width: weight.hatch }),
    Array.from({ length: rows }, (_, row) => {
      const v = 0.16 + row * step
      let u = w * 0.12
      const parts: Mark[] = []
      const near = view.spot(x, y).scale > 85
      while (u < w * 0.82) {
        const wide = Math.min(w * (0.06 + 0.05 * Math.floor(next() * 3)), w * 0.88 - u)
        const dark = next() < 0.22
        parts.push(
          plane.rect(u, v + step * 0.2, wide, step * 0.5, {
            width: weight.hatch,
            fill: dark ? colour.dark : colour.paper,
          }),
          near && [
            plane.rect(u + wide * 0.3, v + step * 0.36, wide * 0.4, step * 0.2, {
              fill: dark ? colour.grey : colour.tint,
              width: 1,
            }),
            plane.rect(u + wide * 0.4, v + step * 0.46, wide * 0.2, step * 0.1, {
              fill: dark ? colour.copper : colour.dark,
              stroke: colour.none,
            }),
            [0.25, 0.75].map((share) =>
              [0.25, 0.64].map((level) =>
                plane.disc(u + wide * share, v + step * level, step * 0.022, { width: 1 }),
              ),
            ),
          ],
        )
        u += wide
      }
      return [
        // The rail the devices are clipped to, then the duct their wires run in.
        plane.rect(w * 0.08, v + step * 0.42, w * 0.84, step * 0.06, {
          fill: colour.grey,
          stroke: colour.none,
        }),
        plane.rect(w * 0.08, v + step * 0.8, w * 0.84, step * 0.14, {
          fill: colour.shade,
          width: 1,
        }),
        near &&
          plane.hatch(w * 0.08, v + step * 0.8, w * 0.84, step * 0.14, {
            angle: 90,
            spacing: 4,
            tone: colour.dark,
          }),
        parts,
        row === rows - 1 &&
          [0.1, 0.22, 0.34].map((share) =>
            plane.rect(w * 0.08, v + step * (0.22 + share), w * 0.84, step * 0.055, {
              fill: colour.copper,
              width: 1,
            }),
          ),
        [0.24, 0.42, 0.6].map((share) =>
          plane.line(w * share, v + step * 0.7, w * share, v + step * 0.82, {
            stroke: colour.copper,
            width: weight.hatch,
          }),
        ),
      ]
    }),
    door !== 'none' && [
      view.face(
        [
          [hinge, y, 0.1],
          [hinge + reach, y - w * 0.7, 0.1],
          [hinge + reach, y - w * 0.7, h + 0.06],
          [hinge, y, h + 0.06],
        ],
        { width: weight.detail },
      ),
      view.face(
        [
          [hinge + reach * 0.16, y - w * 0.11, 0.3],
          [hinge + reach * 0.84, y - w * 0.59, 0.3],
          [hinge + reach * 0.84, y - w * 0.59, h - 0.14],
          [hinge + reach * 0.16, y - w * 0.11, h - 0.14],
        ],
        { width: weight.hatch },
      ),
    ],
  ]
}

/** The panel workshop: assembly, wiring, busbars. */
export function drawWorkshop({ variant }: SceneParameters): string {
  const options = pick(variant, [
    { eye: [-2.4, -6, 1.8] as Vec, yaw: 0, focal: 1050, horizon: 420, centre: 660 },
    { eye: [3, -7, 3.2] as Vec, yaw: 0, focal: 1000, horizon: 290, centre: 860 },
    { eye: [0, -4.4, 1.6] as Vec, yaw: 0, focal: 900, horizon: 400, centre: 720 },
    { eye: [0, -7, 2.2] as Vec, yaw: 0, focal: 1150, horizon: 380, centre: 740 },
  ])
  return indoors(
    {
      view: options,
      size: [-9, 9, variant === 3 ? 8 : 16, 5],
      tile: 1.6,
      lamps: variant === 3 ? [0.5] : [0.2, 0.5, 0.8],
      back: (plane, w) =>
        [0.06, 0.3, 0.54, 0.78].map((share) =>
          plane.rect(w * share, 2.9, w * 0.16, 1.3, { fill: colour.tint, width: weight.hatch }),
        ),
      left: (plane, length) =>
        variant !== 3 &&
        [0.3, 0.6].map((share) =>
          plane.rect(length * share, 0.8, 3.6, 2, { fill: colour.tint, width: weight.hatch }),
        ),
    },
    (view) => {
      if (variant === 1) {
        return pieces(view, [
          [
            4,
            13,
            () =>
              cabinetRow(
                view,
                [-1, 13, 0],
                ['incomer', 'feeder', 'feeder', 'control', 'feeder', 'plain', 'control'],
                { w: 1.1, h: 2.2 },
              ),
          ],
          [
            -6,
            12,
            () =>
              cabinetRow(view, [-8.4, 12.4, 0], ['plain', 'plain', 'plain', 'plain'], {
                w: 1.1,
                h: 2.2,
              }),
          ],
          [
            -5,
            6,
            () => [
              openCabinet(view, -5.4, 6, 1.2),
              openCabinet(view, -4.2, 6, 1.2, 2.1, 4, 'none'),
              openCabinet(view, -3, 6, 1.2, 2.1, 5, 'right'),
            ],
          ],
          [
            3.6,
            5,
            () =>
              table(view, 2.2, 4.4, 3.4, 1, 0.9, (plane) => [
                plane.rect(0.3, 0.2, 0.8, 0.5, { fill: colour.tint, width: weight.hatch }),
                plane.rect(1.4, 0.3, 0.4, 0.4, { fill: colour.dark, width: weight.hatch }),
                plane.line(2, 0.3, 3, 0.6, live),
              ]),
          ],
          [-3.2, 5, () => person(view.spot(-3.1, 4.9), { pose: 'work', flip: true })],
          [-1.2, 4.4, () => person(view.spot(-1, 4.2), { pose: 'work', flip: true })],
          [4, 5.8, () => person(view.spot(4.6, 5.8), { pose: 'work', flip: true })],
          [1, 10, () => person(view.spot(1, 11), { pose: 'tablet' })],
        ])
      }
      if (variant === 2) {
        return [
          [11, 6, 1].map((y) => [
            cabinetRow(view, [-7.6, y + 1.2, 0], ['feeder', 'incomer', 'feeder', 'control'], {
              w: 1.1,
            }),
            table(view, 0.8, y, 4.4, 1.1, 0.9, (plane) => [
              plane.rect(0.3, 0.2, 1, 0.7, { fill: colour.shade, width: weight.hatch }),
              [0.3, 0.5, 0.7].map((v) => plane.line(1.7, v, 2.9, v, live)),
              plane.rect(3.2, 0.3, 0.6, 0.5, { fill: colour.dark, width: weight.hatch }),
            ]),
            person(view.spot(2.4, y + 1.6), { pose: 'work', flip: true }),
            person(view.spot(-2.6, y + 0.6), { pose: 'work', flip: true }),
          ]),
          block(view, [6.6, -1, 0], [1.2, 14, 2.4], {
            wall: (plane, w, h, side) =>
              side === 'west' &&
              [0.33, 0.66].map((share) => [
                plane.line(0, h * share, w, h * share),
                [1, 3.4, 5, 8, 10, 12].map((u) =>
                  plane.rect(u, h * share, 1, 0.4, { fill: colour.tint, width: weight.hatch }),
                ),
              ]),
          }),
        ]
      }
      if (variant === 3) {
        // Close up: one assembler at the busbars of an open panel.
        const plane = createPlane(view, [-2.6, 1.4, 0.1], [1, 0, 0], [0, 0, 1])
        return [
          cabinetRow(view, [-6.6, 2, 0], ['feeder', 'control', 'incomer'], { w: 1.2, h: 2.3 }),
          block(view, [-2.6, 1.4, 0], [3.2, 0.8, 2.4], { width: weight.outline }),
          plane.rect(0.1, 0.06, 3, 2.16, { fill: colour.tint, width: weight.hatch }),
          [1.7, 1.85, 2].map((v) =>
            plane.rect(0.14, v, 2.92, 0.07, { fill: colour.copper, width: 1 }),
          ),
          [0.6, 1.3, 2].map((u) =>
            [0, 1, 2].map((phase) =>
              plane.rect(u + phase * 0.16, 1.2, 0.06, 0.55 + phase * 0.15, {
                fill: colour.copperLight,
                width: 1,
              }),
            ),
          ),
          [0.5, 1.2, 1.9].map((u) => [
            plane.rect(u, 0.75, 0.56, 0.5, { width: weight.detail }),
            plane.rect(u + 0.2, 0.9, 0.16, 0.18, { fill: colour.dark, width: 1 }),
          ]),
          plane.rect(0.2, 0.36, 2.8, 0.1, { fill: colour.shade, width: 1 }),
          [0.6, 1.3, 2].map((u) =>
            [0, 1, 2].map((phase) =>
              plane.line(u + phase * 0.16, 0.75, u + phase * 0.16, 0.46, {
                stroke: colour.copper,
                width: weight.hatch,
              }),
            ),
          ),
          person(view.spot(1.25, 0.4), { pose: 'work', flip: true }),
          table(view, 2, 1.2, 2.2, 0.8, 0.86, (top) => [
            top.rect(0.2, 0.2, 0.6, 0.4, { fill: colour.dark, width: weight.hatch }),
            top.line(1, 0.3, 1.9, 0.5, live),
            top.line(1, 0.5, 1.9, 0.65, live),
          ]),
          person(view.spot(3, 2.3), { pose: 'tablet', flip: true }),
        ]
      }
      // The busbar shop: a bending press, bars on a rack, a half-built line of frames.
      return [
        [0, 1, 2, 3, 4].map((index) => {
          const x = -7.4 + index * 1.3
          const frameOf = (y: number): Vec[] => [
            [x, y, 0.1],
            [x + 1.2, y, 0.1],
            [x + 1.2, y, 2.2],
            [x, y, 2.2],
            [x, y, 0.1],
          ]
          return [
            view.trace(frameOf(11), { width: weight.detail }),
            view.trace(frameOf(10), { width: weight.outline }),
            pairs([0, 0.1, 1.2, 0.1, 1.2, 2.2, 0, 2.2]).map(([dx = 0, z = 0]) =>
              view.line([x + dx, 10, z], [x + dx, 11, z], { width: weight.hatch }),
            ),
          ]
        }),
        [1.7, 1.85, 2].map((z) =>
          view.line([-7.3, 10.4, z], [-1, 10.4, z], {
            stroke: colour.copper,
            width: weight.outline,
          }),
        ),
        person(view.spot(-4.6, 9), { pose: 'raise' }),
        person(view.spot(-2, 9.2), { pose: 'raise', flip: true }),
        block(view, [2.2, 6, 0], [2.6, 1.4, 1], {}),
        block(view, [3, 6.4, 1], [1, 0.8, 1.1], {
          wall: (plane, w, h, side) =>
            side === 'south' &&
            plane.rect(w * 0.2, h * 0.3, w * 0.6, h * 0.4, {
              fill: colour.dark,
              width: weight.hatch,
            }),
        }),
        view.line([1, 6.4, 1.27], [5.6, 6.4, 1.27], { stroke: colour.copper, width: 6 }),
        person(view.spot(1.6, 5.4), { pose: 'work' }),
        [0, 1, 2, 3].map((row) => [
          view.line([6.4, 4, 0.5 + row * 0.5], [6.4, 12, 0.5 + row * 0.5], {
            stroke: colour.copper,
            width: weight.outline,
          }),
          view.line([6.9, 4, 0.5 + row * 0.5], [6.9, 12, 0.5 + row * 0.5], {
            stroke: colour.copper,
            width: weight.outline,
          }),
        ]),
        [4.4, 8, 11.6].map((y) =>
          view.line([6.65, y, 0], [6.65, y, 2.3], { width: weight.outline }),
        ),
        table(view, -4.4, 3, 3.2, 1, 0.9, (plane) => [
          [0.25, 0.5, 0.75].map((v) => plane.line(0.2, v, 2.9, v, live)),
        ]),
      ]
    },
  )
}

/** A control room with desks and mimic wall. */
export function drawControlRoom({ variant }: SceneParameters): string {
  const wide = variant === 2
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -7, 2.2] as Vec, focal: 1100, horizon: 410 },
        { eye: [2, -8, 3] as Vec, focal: 1050, horizon: 330, centre: 800 },
        { eye: [-2.4, -4.4, 1.6] as Vec, focal: 860, horizon: 420, centre: 560 },
        { eye: [0, -6, 1.8] as Vec, focal: 940, horizon: 430, centre: 720 },
      ]),
      size: [-7, 7, variant === 3 ? 4.6 : 6, 4.2],
      tile: 1.2,
      lamps: [0.2, 0.5, 0.8],
      back: (plane, w) => {
        if (variant === 4) {
          // A tiled mosaic wall with meters.
          return [
            plane.rect(0.6, 0.9, w - 1.2, 2.7, { width: weight.detail, fill: colour.tint }),
            Array.from({ length: 13 }, (_, index) =>
              plane.line(0.6 + index * 1, 0.9, 0.6 + index * 1, 3.6, {
                width: 1,
                stroke: colour.shade,
              }),
            ),
            Array.from({ length: 4 }, (_, index) =>
              plane.line(0.6, 1.4 + index * 0.54, w - 0.6, 1.4 + index * 0.54, {
                width: 1,
                stroke: colour.shade,
              }),
            ),
            mimic(plane, 1, 1.1, w - 2, 1.9, 9),
            Array.from({ length: 9 }, (_, index) => [
              plane.disc(1.66 + index * 1.34, 3.25, 0.2, { width: weight.hatch }),
              plane.line(1.66 + index * 1.34, 3.25, 1.76 + index * 1.34, 3.38),
            ]),
          ]
        }
        const panels = wide ? 6 : 4
        return Array.from({ length: panels }, (_, index) => {
          const u = 0.6 + ((w - 1.2) * index) / panels
          const width = (w - 1.2) / panels - 0.06
          return [
            plane.rect(u, 1.2, width, 2.4, { fill: colour.dark, width: weight.detail }),
            plane.rect(u + 0.08, 1.28, width - 0.16, 2.24, {
              fill: colour.tint,
              stroke: colour.none,
            }),
            index % 2 === 0 || !wide
              ? mimic(plane, u + 0.2, 1.4, width - 0.4, 2, 3)
              : plane.trace(
                  [0.1, 0.24, 0.38, 0.52, 0.66, 0.8, 0.92].map((share, at): Point => [
                    u + width * share,
                    1.9 + ((at * 7 + index * 3) % 5) * 0.26,
                  ]),
                  { stroke: colour.copper, width: weight.detail },
                ),
          ]
        })
      },
    },
    (view) => {
      const desk = (x: number, y: number, w: number, screens: number): Mark => [
        block(view, [x, y, 0], [w, 0.9, 0.74], { roof: () => '' }),
        Array.from({ length: screens }, (_, index) =>
          screen(
            view,
            x + 0.14 + ((w - 0.2) * index) / screens,
            y + 0.5,
            0.74,
            (w - 0.4) / screens - 0.06,
            index % 2 ? 'mimic' : 'trend',
            `desk ${y}`,
          ),
        ),
      ]
      if (variant === 3) {
        return [
          desk(-2.4, 0.8, 4.6, 4),
          seated(view.spot(-0.9, -0.2), { from: 'behind', dress: 'thobe' }),
          seated(view.spot(1.2, -0.1), { from: 'behind', dress: 'shirt' }),
          person(view.spot(3, 0.8), { dress: 'engineer', pose: 'point', flip: true }),
          cabinetRow(view, [-6.6, 3.6, 0], ['rack', 'rack', 'rack'], { w: 0.8, h: 2.2 }),
        ]
      }
      return [
        desk(-5.4, 2.4, 4.6, 4),
        desk(0.8, 2.4, 4.6, 4),
        (variant === 2 ? [-4.4, -2.2, 2, 4.2] : [-3.4, 2.6]).map((x, index) =>
          seated(view.spot(x, 1.4), {
            from: 'behind',
            dress: (['thobe', 'shirt', 'abaya', 'thobe'] as const)[index % 4],
          }),
        ),
        variant !== 1 && [
          desk(-3, -0.8, 6, 5),
          seated(view.spot(-1, -2), { from: 'behind', dress: 'shirt' }),
          variant === 2 && seated(view.spot(1.4, -2), { from: 'behind', dress: 'thobe' }),
        ],
        variant === 1 && [
          person(view.spot(-0.2, 0.6), { dress: 'engineer', pose: 'point' }),
          person(view.spot(-1, 0.4), { dress: 'thobe', back: true }),
        ],
        variant === 4 && person(view.spot(4.2, 3.6), { dress: 'engineer', pose: 'point' }),
      ]
    },
  )
}

/** Testing: injection, high voltage, panel routine tests. */
export function drawTestBench({ variant }: SceneParameters): string {
  return indoors(
    {
      view: pick(variant, [
        { eye: [-0.4, -5, 1.8] as Vec, focal: 1080, horizon: 420 },
        { eye: [0.6, -7, 2] as Vec, focal: 1080, horizon: 430, centre: 760 },
        { eye: [-2, -4.6, 1.6] as Vec, focal: 900, horizon: 410, centre: 600 },
        { eye: [0, -7, 3] as Vec, focal: 1080, horizon: 300, centre: 780 },
      ]),
      size: [-6, 6, variant === 4 ? 12 : 6.6, 4.4],
      tile: 1,
      lamps: [0.3, 0.7],
      back: (plane, w, h) => [
        variant === 2
          ? [
              plane.rect(1, 0.1, w - 2, 3.2, { fill: colour.tint, width: weight.hatch }),
              Array.from({ length: 22 }, (_, index) =>
                plane.line(1 + index * 0.48, 0.1, 1 + index * 0.48, 3.3, {
                  width: 1,
                  stroke: colour.grey,
                }),
              ),
              [1, 2].map((v) => plane.line(1, v * 1.1, w - 1, v * 1.1)),
            ]
          : plane.line(0, 1.1, w, 1.1, { stroke: colour.grey }),
        plane.line(0, h - 0.5, w, h - 0.5, live),
      ],
    },
    (view) => {
      const probe = (from: Vec, to: Vec, sag = 0.3): Mark =>
        view.trace(hang(from, to, sag), { stroke: colour.copper, width: weight.detail })
      if (variant === 1) {
        return [
          cabinetRow(view, [-5.4, 4.6, 0], ['control', 'incomer'], { w: 1.1, h: 2.2 }),
          openCabinet(view, 1.6, 4, 1.5, 2.2, 4, 'right'),
          table(view, -3, 1.2, 4.2, 1.1, 0.9),
          block(view, [-2.7, 1.5, 0.9], [1.1, 0.6, 0.6], {
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.rect(w * 0.08, h * 0.3, w * 0.5, h * 0.56, {
                  fill: colour.tint,
                  width: weight.hatch,
                }),
                plane.trace(
                  [
                    [w * 0.12, h * 0.5],
                    [w * 0.2, h * 0.74],
                    [w * 0.32, h * 0.42],
                    [w * 0.44, h * 0.7],
                    [w * 0.55, h * 0.5],
                  ],
                  { stroke: colour.copper, width: weight.hatch },
                ),
                [0.68, 0.8, 0.92].map((share) =>
                  plane.disc(w * share, h * 0.6, 0.05, { width: 1 }),
                ),
              ],
          }),
          block(view, [-1.3, 1.5, 0.9], [0.8, 0.6, 0.4], {
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.rect(w * 0.1, h * 0.3, w * 0.4, h * 0.5, { fill: colour.dark, width: 1 }),
                [0.64, 0.78, 0.92].map((share) =>
                  plane.disc(w * share, h * 0.4, 0.04, {
                    fill: colour.copper,
                    stroke: colour.none,
                  }),
                ),
              ],
          }),
          [0, 1, 2].map((index) =>
            block(view, [0 + index * 0.32, 1.6, 0.9], [0.26, 0.5, 0.44], {
              wall: (plane, w, h, side) =>
                side === 'south' &&
                plane.rect(w * 0.3, h * 0.4, w * 0.4, h * 0.3, { fill: colour.dark, width: 1 }),
            }),
          ),
          [0, 1, 2].map((index) =>
            probe([-0.7 + index * 0.08, 1.5, 1.06], [0.13 + index * 0.32, 1.6, 1.3], 0.1),
          ),
          probe([-0.6, 2, 1.1], [2.2, 4, 1.4], 0.5),
          person(view.spot(0.2, 2.6), { pose: 'work', flip: true }),
          person(view.spot(1.3, 3.1), { pose: 'tablet', flip: true }),
        ]
      }
      if (variant === 2) {
        // High-voltage test: a divider, a transformer and a barrier.
        const s = createStencil(view.spot(-1.4, 4))
        return [
          s.rect(-0.7, 0, 1.4, 0.3, { width: weight.detail }),
          s.rect(-0.28, 0.3, 0.56, 2.1, { width: weight.detail }),
          s.hatch(pairs([0.06, 0.3, 0.28, 0.3, 0.28, 2.4, 0.06, 2.4]), { angle: 90, spacing: 6 }),
          [0.6, 0.9, 1.2, 1.5, 1.8, 2.1].map((v) => s.line(-0.28, v, 0.28, v)),
          s.circle(0, 2.66, 0.42, { width: weight.detail }),
          s.hatch(pairs([0.1, 2.28, 0.3, 2.4, 0.4, 2.6, 0.38, 2.84, 0.22, 3, 0.16, 2.7]), {
            angle: 90,
            spacing: 5,
          }),
          view.line([-1, 4, 2.7], [1.7, 4.4, 2.05], live),
          roundBar(view, [-4.6, 4.4, 1], 0.8, 1.8, 'x'),
          block(view, [-4.8, 3.8, 0], [2.2, 1.2, 0.3]),
          view.line([-3.6, 4.4, 1.8], [-1.8, 4, 2.7], live),
          cabinetRow(view, [1.2, 4.2, 0], ['incomer', 'feeder'], { w: 1, h: 2.1 }),
          [-5, -2.5, 0, 2.5, 5].map((x) =>
            view.line([x, 2, 0], [x, 2, 1.1], { width: weight.detail }),
          ),
          [0.6, 1.1].map((z) =>
            view.line([-5.4, 2, z], [5.4, 2, z], { width: weight.detail, stroke: colour.ink }),
          ),
          table(view, 2.4, -0.8, 2.2, 0.8),
          screen(view, 2.8, -0.4, 0.86, 0.9),
          person(view.spot(1.9, -0.9), { pose: 'work' }),
          person(view.spot(0.8, 0.4), { pose: 'stand', back: true }),
        ]
      }
      if (variant === 3) {
        return [
          openCabinet(view, -2.8, 1.8, 1.6, 2.2, 5, 'left'),
          table(view, 0.8, 0.4, 2.6, 0.9, 0.86),
          block(view, [1, 0.6, 0.86], [0.9, 0.5, 0.5], {
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.rect(w * 0.1, h * 0.34, w * 0.48, h * 0.5, {
                  fill: colour.tint,
                  width: weight.hatch,
                }),
                [0.7, 0.86].map((share) => plane.disc(w * share, h * 0.62, 0.05, { width: 1 })),
                [0.2, 0.4, 0.6, 0.8].map((share) =>
                  plane.disc(w * share, h * 0.16, 0.03, {
                    fill: colour.copper,
                    stroke: colour.none,
                  }),
                ),
              ],
          }),
          screen(view, 2.2, 0.7, 0.86, 0.8, 'trend', 'bench 3'),
          probe([1.2, 0.6, 0.94], [-1.7, 1.8, 1.2], 0.4),
          probe([1.4, 0.6, 0.94], [-1.9, 1.8, 0.9], 0.5),
          person(view.spot(-0.7, 0.9), { pose: 'work', flip: true }),
          seated(view.spot(3.1, -0.1), { flip: true, dress: 'shirt' }),
          cabinetRow(view, [2, 5, 0], ['control', 'incomer', 'control'], { w: 1, h: 2.2 }),
        ]
      }
      return [
        [8.6, 4.6, 0.6].map((y, index) => [
          cabinetRow(
            view,
            [-5, y + 1.4, 0],
            (['incomer', 'feeder', 'control'] as const).map((kind): CabinetKind => kind),
            { w: 1.1, h: 2.1, seed: `row ${index}` },
          ),
          table(view, 0.4, y, 3.6, 1),
          block(view, [0.7, y + 0.3, 0.86], [0.9, 0.5, 0.45], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              plane.rect(w * 0.1, h * 0.2, w * 0.5, h * 0.6, {
                fill: colour.tint,
                width: weight.hatch,
              }),
          }),
          screen(view, 2.4, y + 0.4, 0.86, 0.9, 'trend', `bench ${y}`),
          probe([1, y + 0.3, 1], [-1.8, y + 1.4, 1.2], 0.5),
          person(view.spot(-0.6, y + 0.7), {
            pose: index === 1 ? 'tablet' : 'work',
            flip: index !== 1,
          }),
        ]),
      ]
    },
  )
}

/** A switch room with its rows of switchgear. */
export function drawSwitchRoom({ variant }: SceneParameters): string {
  const view0 = pick(variant, [
    { eye: [-0.6, -1, 1.7] as Vec, focal: 780, horizon: 420, centre: 660 },
    { eye: [-2, -6, 1.8] as Vec, focal: 1050, horizon: 420, centre: 600 },
    { eye: [0, -1, 1.7] as Vec, focal: 820, horizon: 430, centre: 720 },
    { eye: [3, -6, 2.4] as Vec, focal: 900, horizon: 340, centre: 860 },
  ])
  const across = variant === 2 || variant === 4
  return indoors(
    {
      view: view0,
      size: across ? [-7, 7, 5, 3.8] : [-3, 3, variant === 3 ? 20 : 16, 3.6],
      tile: 0.8,
      lamps: across ? [0.3, 0.7] : [0.5],
      back: (plane, w, h) =>
        !across && [
          plane.rect(w / 2 - 0.9, 0, 1.8, 2.3, { fill: colour.tint, width: weight.detail }),
          plane.line(w / 2, 0, w / 2, 2.3),
          plane.rect(w / 2 - 0.4, 2.6, 0.8, 0.3, { fill: colour.copperLight, width: weight.hatch }),
          plane.line(0, h - 0.3, w, h - 0.3),
        ],
      floor: (plane) =>
        !across && plane.rect(2.2, 0, 1.6, 24, { fill: colour.shade, stroke: colour.none }),
    },
    (view) => {
      if (variant === 1 || variant === 3) {
        const kinds: CabinetKind[] = [
          'control',
          'feeder',
          'incomer',
          'feeder',
          'control',
          'feeder',
          'incomer',
          'feeder',
          'control',
          'plain',
        ]
        return [
          cabinetRow(view, [1.6, 0.4, 0], kinds, { face: 'west', w: 1.5, d: 1.2, h: 2.3 }),
          variant === 3 &&
            cabinetRow(view, [-2.8, 0.4, 0], [...kinds].reverse(), {
              face: 'east',
              w: 1.5,
              d: 1.2,
              h: 2.3,
              seed: 'left',
            }),
          block(view, [variant === 3 ? -0.5 : 0.6, 0.2, 3], [0.5, variant === 3 ? 19 : 15, 0.16], {
            soffit: true,
          }),
          [-1, 1].map((side) => view.line([side * 2, 0, 2.6], [side * 2, 20, 2.6], live)),
          person(view.spot(0.3, variant === 3 ? 9 : 5), { pose: 'work' }),
          variant === 1 && [
            person(view.spot(-1.1, 5.4), { pose: 'tablet' }),
            block(view, [-2.9, 7, 0], [0.4, 3, 1.9], {
              wall: (plane, w, h, side) =>
                side === 'east' &&
                [0.33, 0.66].map((share) =>
                  plane.rect(w * share - 0.4, h * 0.2, 0.8, h * 0.6, {
                    fill: colour.tint,
                    width: weight.hatch,
                  }),
                ),
            }),
          ],
        ]
      }
      if (variant === 2) {
        return [
          cabinetRow(
            view,
            [-5.6, 2.6, 0],
            [
              'incomer',
              'feeder',
              'feeder',
              'control',
              'incomer',
              'control',
              'feeder',
              'feeder',
              'incomer',
            ],
            { w: 1.2, d: 1.2, h: 2.3 },
          ),
          block(view, [-5.6, 2.9, 2.3], [10.8, 0.6, 0.5], {
            wall: (plane, w, h, side) => side === 'south' && plane.line(0, h / 2, w, h / 2, live),
          }),
          // A withdrawn breaker on its truck.
          block(view, [-1.2, -0.4, 0.3], [0.9, 0.7, 0.9], {
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.rect(w * 0.2, h * 0.5, w * 0.6, h * 0.34, {
                  fill: colour.dark,
                  width: weight.hatch,
                }),
                plane.rect(w * 0.3, h * 0.2, w * 0.16, h * 0.14, {
                  fill: colour.copper,
                  stroke: colour.none,
                }),
              ],
          }),
          view.line([-1.2, -0.4, 0.3], [-1.2, -0.4, 0], { width: weight.detail }),
          view.line([-0.3, -0.4, 0.3], [-0.3, -0.4, 0], { width: weight.detail }),
          person(view.spot(-0.1, 0), { pose: 'carry', flip: true }),
          person(view.spot(2.6, 1.4), { pose: 'work' }),
        ]
      }
      return [
        cabinetRow(view, [-6, 3, 0], ['plain', 'control', 'plain', 'control', 'plain'], {
          w: 1.3,
          d: 1.6,
          h: 2.5,
        }),
        cabinetRow(view, [1.6, 3, 0], ['feeder', 'incomer', 'feeder'], { w: 1.3, d: 1.6, h: 2.5 }),
        block(view, [0.6, 3.6, 2.5], [1, 0.4, 0.4], { soffit: true }),
        // The renewed breaker on its truck, in front of the cubicle it goes into.
        ((): Mark => {
          const [x, y] = [3.0, 0.7]
          return [
            view.shade(triples([x, y, 0, x + 1.1, y, 0, x + 1.5, y + 0.6, 0, x + 0.4, y + 0.6, 0]), { angle: 0, spacing: 4 }),
            block(view, [x, y, 0.16], [0.95, 0.8, 0.16], { fill: colour.dark }),
            [x + 0.12, x + 0.83].map((wx) => {
              const s = view.spot(wx, y, 0.09)
              return circle(s.x, s.y, 0.09 * s.scale, { fill: colour.ink, stroke: colour.none })
            }),
            block(view, [x + 0.04, y + 0.04, 0.32], [0.87, 0.7, 0.8], {
              wall: (plane, w, h, side) =>
                side === 'south' && [
                  plane.rect(w * 0.12, h * 0.52, w * 0.76, h * 0.36, { fill: colour.tint, width: weight.hatch }),
                  plane.rect(w * 0.2, h * 0.62, w * 0.2, h * 0.16, { fill: colour.dark, width: 1 }),
                  plane.disc(w * 0.6, h * 0.7, 0.055, { fill: colour.copper, width: 1 }),
                  plane.disc(w * 0.76, h * 0.7, 0.055, { width: 1 }),
                  plane.rect(w * 0.2, h * 0.16, w * 0.6, h * 0.2, { width: weight.hatch }),
                  [0.24, 0.28, 0.32].map((v) => plane.line(w * 0.26, h * v - 0.03, w * 0.74, h * v - 0.03, { width: 1, stroke: colour.grey })),
                ],
            }),
            // The three poles with their contacts.
            [0.2, 0.46, 0.72].map((dx) => [
              block(view, [x + dx, y + 0.3, 1.12], [0.14, 0.2, 0.4], { fill: colour.shade, width: weight.hatch }),
              block(view, [x + dx + 0.03, y + 0.36, 1.52], [0.08, 0.08, 0.14], { fill: colour.copper, width: 1 }),
            ]),
          ]
        })(),
        person(view.spot(2.45, 0.7), { pose: 'carry' }),
        person(view.spot(0.1, 0.6), { pose: 'tablet' }),
      ]
    },
  )
}

/** Engineers commissioning a panel. */
export function drawCommissioning({ variant }: SceneParameters): string {
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -4.2, 1.6] as Vec, focal: 940, horizon: 410 },
        { eye: [-1.4, -5, 1.7] as Vec, focal: 920, horizon: 410, centre: 620 },
        { eye: [1, -4, 1.5] as Vec, focal: 900, horizon: 430, centre: 780 },
        { eye: [-0.6, -6.4, 2] as Vec, focal: 1130, horizon: 390 },
      ]),
      size: [-6, 6, 3.6, 3.6],
      tile: 0.8,
      lamps: [0.3, 0.7],
      back: (plane, w, h) => plane.line(0, h - 0.4, w, h - 0.4, live),
    },
    (view) => {
      if (variant === 1) {
        return [
          cabinetRow(view, [-4.6, 1.6, 0], ['incomer', 'feeder', 'control'], { w: 1.1, h: 2.2 }),
          openCabinet(view, -1.3, 1.6, 1.5, 2.1, 5, 'left'),
          cabinetRow(view, [0.3, 1.6, 0], ['control', 'feeder', 'incomer', 'feeder'], {
            w: 1.1,
            h: 2.2,
          }),
          person(view.spot(0.35, 0.5), { pose: 'work', flip: true }),
          person(view.spot(1.5, 0.3), { pose: 'tablet', flip: true }),
        ]
      }
      if (variant === 2) {
        return [
          openCabinet(view, 0.4, 1.4, 1.7, 2.2, 4, 'right'),
          openCabinet(view, -1.2, 1.4, 1.6, 2.2, 5, 'none'),
          cabinetRow(view, [-5.6, 1.4, 0], ['feeder', 'incomer', 'control', 'feeder'], {
            w: 1.1,
            h: 2.3,
          }),
          person(view.spot(-1.42, 0.8), { pose: 'work' }),
          person(view.spot(-2.9, 0.4), { pose: 'tablet' }),
          person(view.spot(1.9, 0.9), { pose: 'point', flip: true }),
          // A chain keeps everyone else out of the working zone.
          [-4.05, -2.15, -0.25, 1.65, 3.55].map((x, index) => {
            const y = -0.55
            return [
              index > 0 && view.trace(hang([x - 1.9, y, 0.88], [x, y, 0.88], 0.12), { stroke: colour.copper, width: 4, dash: '9 5' }),
              view.line([x, y, 0.02], [x, y, 0.95], { width: 7 }),
              view.line([x, y, 0.5], [x, y, 0.7], { width: 7, stroke: colour.copper, cap: 'butt' }),
              view.line([x - 0.16, y, 0.02], [x + 0.16, y, 0.02], { width: 8 }),
            ]
          }),
        ]
      }
      if (variant === 3) {
        // A thermal camera at the cable terminals of one panel.
        return [
          openCabinet(view, -2.2, 0.9, 2, 2.3, 4, 'left'),
          cabinetRow(view, [0, 1.2, 0], ['incomer', 'control', 'feeder', 'feeder'], {
            w: 1.2,
            h: 2.4,
          }),
          person(view.spot(0.7, -0.6), { pose: 'work', flip: true }),
          ((): Mark => {
            const s = createStencil(view.spot(0.7, -0.6), true)
            return [
              s.rect(0.5, 1.26, 0.2, 0.16, { fill: colour.dark, width: weight.detail }),
              [-0.12, 0, 0.12].map((dy) =>
                s.line(0.72, 1.34, 1.5, 1.36 + dy * 2.4, {
                  stroke: colour.copper,
                  width: weight.hatch,
                  dash: '7 7',
                }),
              ),
            ]
          })(),
          person(view.spot(2.4, -0.2), { pose: 'tablet', flip: true }),
        ]
      }
      return [
        cabinetRow(
          view,
          [-5.4, 2, 0],
          [
            'incomer',
            'control',
            'feeder',
            'feeder',
            'control',
            'incomer',
            'feeder',
            'feeder',
            'control',
          ],
          { w: 1.2, h: 2.3 },
        ),
        openCabinet(view, -0.7, 1.2, 1.2, 2.2, 5, 'right'),
        person(view.spot(-1.3, 0.2), { pose: 'work' }),
        person(view.spot(1.5, 0), { pose: 'point', flip: true }),
        person(view.spot(2.5, 0.2), { dress: 'thobe', pose: 'stand' }),
        person(view.spot(-3, -0.4), { pose: 'tablet' }),
        view.trace(
          triples([-4, -1.6, 0.02, -2, -1.2, 0.02, -0.5, 0.8, 0.02, -0.2, 1.2, 0.5]),
          live,
        ),
        block(view, [-4.8, -1.8, 0], [1, 0.7, 0.7], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              plane.rect(w * 0.1, h * 0.4, w * 0.5, h * 0.4, {
                fill: colour.dark,
                width: weight.hatch,
              }),
              [0.7, 0.84].map((share) => plane.disc(w * share, h * 0.6, 0.06)),
            ],
        }),
      ]
    },
  )
}

/** A row of racks from above: fronts, and tops with their cable brushes. */
function rackRow(view: View, x: number, face: 'east' | 'west', count: number): Mark {
  return [
    cabinetRow(
      view,
      [x, 1.6, 0],
      Array.from({ length: count }, () => 'rack' as const),
      {
        face,
        w: 0.75,
        d: 1.2,
        h: 2.2,
        seed: `row ${x}`,
      },
    ),
    Array.from({ length: count }, (_, index) => {
      const plane = createPlane(view, [x, 1.6 + index * 0.75, 2.2], [1, 0, 0], [0, 1, 0])
      return [
        plane.rect(0, 0, 1.2, 0.75, { width: 1, fill: colour.tint }),
        plane.rect(0.3, 0.16, 0.6, 0.2, { width: 1, fill: colour.grey }),
      ]
    }),
  ]
}

/** Two contained pods of racks, busways above them, cooling units along the walls. */
function whiteSpace(view: View): Mark {
  const count = 30
  const end = 1.6 + count * 0.75
  const pod = (left: number): Mark => {
    const glass = createPlane(view, [left + 1.2, 1.6, 2.75], [1, 0, 0], [0, 1, 0])
    return [
      rackRow(view, left, 'west', count),
      rackRow(view, left + 2.6, 'east', count),
      // The hot aisle: sliding door at the end, glass over it.
      view.face(
        triples([
          left + 1.2,
          1.6,
          0,
          left + 2.6,
          1.6,
          0,
          left + 2.6,
          1.6,
          2.75,
          left + 1.2,
          1.6,
          2.75,
        ]),
        {
          fill: colour.shade,
          width: weight.detail,
        },
      ),
      view.line([left + 1.9, 1.6, 0], [left + 1.9, 1.6, 2.4], { width: weight.detail }),
      [1.78, 2.02].map((dx) =>
        view.line([left + dx, 1.6, 0.9], [left + dx, 1.6, 1.3], { width: weight.outline }),
      ),
      view.face(
        triples([
          left + 1.2,
          1.6,
          2.4,
          left + 2.6,
          1.6,
          2.4,
          left + 2.6,
          1.6,
          2.75,
          left + 1.2,
          1.6,
          2.75,
        ]),
        {
          fill: colour.dark,
          width: weight.hatch,
        },
      ),
      [0, 1.4].map((dx) =>
        view.face(
          triples([
            left + 1.2 + dx,
            1.6,
            2.2,
            left + 1.2 + dx,
            end,
            2.2,
            left + 1.2 + dx,
            end,
            2.75,
            left + 1.2 + dx,
            1.6,
            2.75,
          ]),
          { fill: colour.paper, width: weight.hatch },
        ),
      ),
      glass.rect(0, 0, 1.4, end - 1.6, { fill: colour.paper, width: weight.detail }),
      Array.from({ length: 15 }, (_, index) => [
        glass.line(0, index * 1.5, 1.4, index * 1.5),
        glass.line(0.3, index * 1.5 + 0.2, 1, index * 1.5 + 1.2, { width: 1, stroke: colour.grey }),
      ]),
      // A busway over each row, with its tap-off boxes.
      [0.6, 3.2].map((dx) => [
        Array.from({ length: 12 }, (_, index) => {
          const y = end - 1 - index * 1.9
          return [
            view.line([left + dx, y, 3.3], [left + dx, y, 2.3], {
              width: weight.hatch,
              stroke: colour.copper,
            }),
            block(view, [left + dx - 0.16, y - 0.2, 2.86], [0.32, 0.4, 0.3], {
              width: 1,
              fill: colour.shade,
            }),
          ]
        }),
        block(view, [left + dx - 0.12, 0.4, 3.16], [0.24, end, 0.2], {
          fill: colour.copper,
          width: weight.hatch,
        }),
      ]),
    ]
  }
  const cooler = (x: number, y: number): Mark =>
    block(view, [x, y, 0], [0.9, 2.4, 2.1], {
      wall: (plane, w, h, side) =>
        (side === 'east' || side === 'west') && [
          [0.25, 0.75].map((share) => [
            plane.disc(w * share, h * 0.68, 0.42, { fill: colour.shade, width: weight.hatch }),
            plane.disc(w * share, h * 0.68, 0.12, { fill: colour.dark, width: 1 }),
            plane.line(w * share - 0.4, h * 0.68, w * share + 0.4, h * 0.68, { width: 1 }),
          ]),
          [0.1, 0.18, 0.26, 0.34].map((share) =>
            plane.line(w * 0.08, h * share, w * 0.92, h * share),
          ),
        ],
    })
  const floor = floorPlane(view)
  return [
    [-1.4, -0.8, 0.2, 0.8].map((u) =>
      Array.from({ length: 18 }, (_, index) => [
        floor.rect(u, 1.4 + index * 1.2, 0.56, 0.56, { fill: colour.shade, width: 1 }),
        floor.hatchPolygon(
          pairs([
            u,
            1.4 + index * 1.2,
            u + 0.56,
            1.4 + index * 1.2,
            u + 0.56,
            1.96 + index * 1.2,
            u,
            1.96 + index * 1.2,
          ]),
          { angle: 0, spacing: 3, tone: colour.grey },
        ),
      ]),
    ),
    [24, 20, 16, 12, 8, 4].map((y) => [cooler(-9.3, y), cooler(8.4, y)]),
    pieces(view, [
      [-4.2, 3, () => pod(-6)],
      [4.2, 3, () => pod(2.2)],
      [0.2, 17, () => person(view.spot(0.4, 17), { pose: 'walk' })],
      [-0.6, 7, () => person(view.spot(-0.9, 6.4), { dress: 'shirt', pose: 'work', flip: true })],
      [0.6, 4, () => person(view.spot(0.8, 4.4), { pose: 'tablet', flip: true })],
    ]),
    // The cable ladder down the middle with its bundles.
    [-0.45, 0.45].map((x) => view.line([x, -3, 5], [x, 29, 5], { width: weight.detail })),
    Array.from({ length: 26 }, (_, index) =>
      view.line([-0.45, index * 1.1, 5], [0.45, index * 1.1, 5], { width: 1 }),
    ),
    [-0.2, 0, 0.2].map((x) =>
      view.line([x, -3, 5.04], [x, 29, 5.04], {
        width: weight.detail,
        stroke: x ? colour.dark : colour.copper,
      }),
    ),
  ]
}

/** A data centre: aisles, white space, the building at night. */
export function drawDataCentre({ variant }: SceneParameters): string {
  const kinds = (count: number): CabinetKind[] => Array.from({ length: count }, () => 'rack')
  if (variant === 4) {
    return outdoors(
      'data 4',
      { eye: [-20, -40, 4.6], yaw: 29, focal: 1250, horizon: 520, centre: 520, night: true },
      (view) => [
        distantTown('data 4', 521, 60, { night: true }),
        block(view, [0, 0, 0], [54, 26, 12], {
          wall: (plane, w, h, side) => [
            Array.from({ length: Math.round(w / 2) }, (_, index) =>
              plane.line(index * 2, h * 0.3, index * 2, h - 0.8, { width: 1 }),
            ),
            plane.rect(0, h * 0.24, w, 0.3, { fill: colour.copper, stroke: colour.none }),
            side === 'south' && [
              plane.rect(3, 0, 12, 9, { fill: colour.copperLight, width: weight.detail }),
              [0, 1, 2, 3, 4, 5, 6].map((index) => plane.line(3 + index * 2, 0, 3 + index * 2, 9)),
              [3, 6].map((v) => plane.line(3, v, 15, v, { width: weight.detail })),
              plane.rect(7, 0, 4, 2.7, { fill: colour.copper, width: weight.hatch }),
              plane.line(9, 0, 9, 2.7),
              [20, 27, 34, 41, 48].map((u) =>
                plane.rect(u, h * 0.5, 4.4, 3.2, { fill: colour.dark, width: weight.hatch }),
              ),
              [20, 27, 34, 41, 48].map((u) =>
                plane.hatch(u, h * 0.5, 4.4, 3.2, {
                  angle: 0,
                  spacing: 4,
                  tone: colour.ink,
                  width: 2,
                }),
              ),
            ],
          ],
        }),
        [6, 14, 22, 30, 38].map((x) =>
          block(view, [x, 4, 12], [5, 6, 2.4], { width: weight.hatch }),
        ),
        [14, 23, 32, 41].map((x) => [
          block(view, [x, -9, 0.3], [7, 2.4, 2.8], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              [0.2, 0.4, 0.6, 0.8].map((share) =>
                plane.line(w * share, h * 0.2, w * share, h * 0.8),
              ),
          }),
          block(view, [x + 5.4, -8.2, 3.1], [0.7, 0.7, 1.4], { width: weight.hatch }),
          view.trace(
            [
              [x + 3.5, -6.6, 0.4],
              [x + 3.5, 0, 0.4],
            ],
            live,
          ),
        ]),
        fence(view),
        person(view.spot(10, -11), { pose: 'tablet' }),
        lampPost(view, [-4, -10], { height: 7, arms: [1] }),
      ],
    )
  }
  const above = variant === 2
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -1, 1.6] as Vec, focal: 760, horizon: 420, centre: 720 },
        { eye: [0.5, -4.4, 4.5] as Vec, focal: 800, horizon: 236, centre: 690 },
        { eye: [0.5, -1, 1.5] as Vec, focal: 840, horizon: 440, centre: 860 },
        { eye: [0, -1, 1.6] as Vec, focal: 760, horizon: 420, centre: 720 },
      ]),
      size: above ? [-9.4, 9.4, 30, 6] : [-3.2, 3.2, 18, 3.5],
      tile: 0.6 * (above ? 2 : 1),
      lamps: above ? [0.12, 0.5, 0.88] : [0.5],
      floor: (plane) =>
        !above &&
        Array.from({ length: 9 }, (_, index) => [
          plane.rect(2.6, 1 + index * 2, 0.6, 0.6, { fill: colour.shade, width: 1 }),
          plane.rect(3.2, 2 + index * 2, 0.6, 0.6, { fill: colour.shade, width: 1 }),
        ]),
      back: (plane, w) => [
        plane.rect(w / 2 - 0.6, 0, 1.2, 2.2, { fill: colour.tint, width: weight.detail }),
      ],
    },
    (view) => {
      if (above) return whiteSpace(view)
      return [
        cabinetRow(view, [0.9, -1.6, 0], kinds(19), {
          face: 'west',
          w: 1,
          d: 1.6,
          h: 2.3,
          seed: 'r',
        }),
        cabinetRow(view, [-2.5, -1.6, 0], kinds(19), {
          face: 'east',
          w: 1,
          d: 1.6,
          h: 2.3,
          seed: 'l',
        }),
        [-1, 1].map((side) => [
          view.line([side * 1, 0, 2.7], [side * 1, 18, 2.7], { width: weight.detail }),
          view.line([side * 1.4, 0, 2.7], [side * 1.4, 18, 2.7], { width: weight.detail }),
          view.line([side * 1.2, 0, 2.76], [side * 1.2, 18, 2.76], {
            stroke: colour.copper,
            width: weight.outline,
          }),
        ]),
        variant === 3 &&
          block(view, [-0.9, 8, 0], [1.8, 0.1, 2.6], {
            fill: colour.tint,
            wall: (plane, w, h, side) =>
              side === 'south' && [
                plane.line(w / 2, 0, w / 2, h),
                plane.rect(w * 0.1, h * 0.5, w * 0.32, h * 0.4, {
                  fill: colour.paper,
                  width: weight.hatch,
                }),
                plane.rect(w * 0.58, h * 0.5, w * 0.32, h * 0.4, {
                  fill: colour.paper,
                  width: weight.hatch,
                }),
              ],
          }),
        person(view.spot(variant === 3 ? 0.2 : 0.15, variant === 3 ? 4.4 : 6), {
          dress: 'shirt',
          pose: variant === 3 ? 'work' : 'tablet',
        }),
        variant === 1 && person(view.spot(-0.3, 11), { pose: 'walk' }),
      ]
    },
  )
}

function fence(view: View): Mark {
  return [
    [0.2, 1, 1.9].map((z) => view.line([-40, -14, z], [70, -14, z], { width: weight.hatch })),
    Array.from({ length: 28 }, (_, index) =>
      view.line([-40 + index * 4, -14, 0], [-40 + index * 4, -14, 2], { width: weight.hatch }),
    ),
  ]
}

/** A counterbalance truck with its fork raised, seen from the side. */
export function forklift(
  spot: { x: number; y: number; scale: number },
  flip = false,
  lift = 0.5,
): Mark {
  const s = createStencil(spot, flip)
  return [
    s.polygon(pairs([-1.1, 0.3, -1.1, 1.05, -0.6, 1.15, -0.1, 0.95, 0.55, 0.95, 0.7, 0.3]), {
      width: weight.detail,
    }),
    s.hatch(pairs([-1.1, 0.3, -1.1, 1.05, -0.7, 1.12, -0.6, 0.3]), { spacing: 5 }),
    s.trace(pairs([-0.62, 1.15, -0.5, 2.15, 0.42, 2.15, 0.56, 0.95]), { width: weight.detail }),
    s.line(0.78, 0.1, 0.78, 2.6, { width: weight.outline }),
    s.line(0.9, 0.1, 0.9, 2.6, { width: weight.detail }),
    s.trace(
      [
        [0.9, lift + 0.6],
        [0.96, lift],
        [2, lift],
      ],
      { width: weight.outline },
    ),
    s.circle(0.45, 0.32, 0.32, { fill: colour.ink }),
    s.circle(-0.75, 0.26, 0.26, { fill: colour.ink }),
    s.circle(0.45, 0.32, 0.12, { fill: colour.shade }),
    s.circle(-0.75, 0.26, 0.1, { fill: colour.shade }),
    s.tube(
      [
        [-0.15, 1.0],
        [-0.2, 1.5],
      ],
      0.3,
      { width: weight.hatch },
    ),
    s.circle(-0.16, 1.78, 0.13, {}),
    s.rect(1.02, lift + 0.05, 0.9, 0.7, { width: weight.detail }),
    s.line(1.02, lift + 0.4, 1.92, lift + 0.4),
  ]
}

/** Pallet racking along y, its open face to the aisle at x = 0. */
function racking(
  view: View,
  x: number,
  d: number,
  from: number,
  to: number,
  face: 'east' | 'west',
  levels = 4,
): Mark {
  const step = 1.8
  const height = levels * step + 0.2
  const edge = face === 'east' ? x + d : x
  const bays = Math.round((to - from) / 4.5)
  const next = random(`rack ${x} ${from}`)
  const inner = face === 'east' ? x : x + 0.5
  return Array.from({ length: bays }, (_, index) => {
    const y = from + (bays - 1 - index) * 4.5
    const plain = view.spot(edge, y).scale < 70
    const order = Array.from({ length: levels }, (_, level) => level).sort(
      (a, b) => Math.abs(b * step - view.eye[2]) - Math.abs(a * step - view.eye[2]),
    )
    return [
      order.map((level) => {
        const z = 0.14 + level * step
        const deck: Vec[] = [
          [x, y, z],
          [x + d, y, z],
          [x + d, y + 4.5, z],
          [x, y + 4.5, z],
        ]
        const shelf = view.face(deck, { fill: colour.tint, width: weight.hatch })
        const kind = next()
        const load =
          kind < 0.12
            ? ''
            : kind < 0.3
              ? drum(view, [x + d / 2, y + 1, z], 0.68, 0.9, 'y')
              : plain
                ? block(view, [inner, y + 0.2, z], [d - 0.5, 3.8, 0.7 + next() * 0.6], {
                    width: weight.hatch,
                    spacing: 99,
                  })
                : [2.3, 0.2].map((dy) =>
                    block(view, [inner, y + dy, z], [d - 0.5, 1.8, 0.7 + next() * 0.6], {
                      width: weight.hatch,
                      spacing: 99,
                    }),
                  )
        return z > view.eye[2] ? [load, shelf] : [shelf, load]
      }),
      view.line([edge, y, 0], [edge, y, height], { width: weight.outline }),
      Array.from({ length: levels }, (_, level) =>
        view.line([edge, y, level * step + 0.14], [edge, y + 4.5, level * step + 0.14], {
          width: plain ? weight.hatch : weight.outline,
        }),
      ),
    ]
  })
}

/** The warehouse: racking, drum store, loading docks. */
export function drawWarehouse({ variant }: SceneParameters): string {
  if (variant === 3) {
    return outdoors(
      'warehouse 3',
      { eye: [-15, -27, 4], yaw: 26, focal: 1060, horizon: 450, centre: 480 },
      (view) => [
        distantTown('warehouse', 481, 50),
        block(view, [0, 0, 0], [60, 30, 10], {
          wall: (plane, w, h, side) => [
            Array.from({ length: Math.round(w / 2) }, (_, index) =>
              plane.line(index * 2, h * 0.56, index * 2, h, { width: 1, stroke: colour.grey }),
            ),
            side === 'south' &&
              [4, 13, 22, 31, 40, 49].map((u) => [
                plane.rect(u, 1.1, 4, 3.6, { fill: colour.tint, width: weight.detail }),
                [2, 2.9, 3.8].map((v) => plane.line(u, v, u + 4, v)),
                plane.rect(u - 0.4, 4.7, 4.8, 0.4, { fill: colour.dark, stroke: colour.none }),
              ]),
          ],
        }),
        block(view, [2, -2.4, 0], [54, 2.4, 1.1]),
        [26, 13].map((x) => lorry(view, x, -12, 'box')),
        pairs([-4, -6, -6, -9, -1.6, -9.4, -8.6, -5]).map(([x = 0, y = 0]) =>
          drum(view, [x, y, 0], 1.3, 1.1, 'y'),
        ),
        view.trace(triples([-4, -6.4, 0.05, -2, -12, 0.05, 2, -14, 0.05]), live),
        person(view.spot(4, -9), { pose: 'tablet', flip: true }),
        forklift(view.spot(8.6, -8), false, 0.6),
        person(view.spot(21, -14.4), { pose: 'carry' }),
        person(view.spot(11, -14), { dress: 'thobe', pose: 'point', flip: true }),
        lampPost(view, [-6, -15], { height: 9, arms: [1] }),
        lampPost(view, [36, -15], { height: 9, arms: [1] }),
        grove(view, [
          { at: [-10.6, 6], kind: 'palm', height: 8 },
          { at: [-12.4, -3], kind: 'palm', height: 7 },
          { at: [64, -2], kind: 'palm', height: 8 },
        ]),
        roadAcross(view, [-24, -18], [-80, 140]),
      ],
    )
  }
  const levels = pick(variant, [4, 5, 4, 3])
  return indoors(
    {
      view: pick(variant, [
        { eye: [0.3, -1, 1.8] as Vec, focal: 780, horizon: 560, centre: 720 },
        { eye: [-0.6, -1, 4.6] as Vec, focal: 740, horizon: 400, centre: 660 },
        { eye: [0, -1, 2] as Vec, focal: 760, horizon: 500 },
        { eye: [2, -2, 2.2] as Vec, focal: 820, horizon: 470, centre: 880 },
      ]),
      size: variant === 4 ? [-9, 9, 30, 7] : [-4.4, 4.4, 26, levels * 1.8 + 2],
      tile: 2,
      lamps: [0.5],
      back: (plane, w) => [
        plane.rect(w / 2 - 2, 0, 4, 4.2, { fill: colour.tint, width: weight.detail }),
        [1, 2, 3].map((v) => plane.line(w / 2 - 2, v * 1.05, w / 2 + 2, v * 1.05)),
      ],
      floor: (plane) => [
        plane.line(2.7, 0, 2.7, 40, { width: weight.hatch }),
        plane.line(variant === 4 ? 15 : 6.1, 0, variant === 4 ? 15 : 6.1, 40, {
          width: weight.hatch,
        }),
      ],
    },
    (view) => {
      if (variant === 4) {
        // Drums in rows on the floor, cable being measured off.
        return [
          pieces(
            view,
            [22, 14.5, 8].flatMap((y) =>
              [-7, -4.4, 4.6, 7.2].map(
                (x, index) =>
                  [x, y, () => drum(view, [x, y, 0], 1.15 - (index % 2) * 0.2, 1.1, 'y')] as const,
              ),
            ),
          ),
          drum(view, [-2.6, 3.2, 0.2], 1, 1, 'y'),
          view.trace(triples([-2.4, 3.4, 2.1, -0.4, 3.4, 1, 1.6, 3.4, 1]), {
            stroke: colour.copper,
            width: weight.outline,
          }),
          table(view, -0.6, 3, 1.8, 0.9, 0.95),
          block(view, [-0.2, 3.2, 0.95], [0.7, 0.4, 0.3], {
            wall: (plane, w, h, side) =>
              side === 'south' &&
              plane.rect(w * 0.2, h * 0.3, w * 0.5, h * 0.4, {
                fill: colour.dark,
                stroke: colour.none,
              }),
          }),
          person(view.spot(1.9, 3.2), { pose: 'carry', flip: true }),
          person(view.spot(-0.9, 4.6), { pose: 'tablet' }),
          forklift(view.spot(-1.2, 15), true, 0.3),
        ]
      }
      return [
        racking(view, -4.2, 2.2, 3.6, 21.6, 'east', levels),
        racking(view, 2, 2.2, 3.6, 21.6, 'west', levels),
        variant === 1
          ? forklift(view.spot(-0.4, 11), false, 1.2)
          : forklift(view.spot(0.5, 15), true, 2.2),
        person(view.spot(variant === 1 ? 1.1 : -0.9, variant === 1 ? 6 : 8), {
          pose: 'tablet',
          flip: variant === 1,
        }),
      ]
    },
  )
}

/** A rigid lorry along x, cab to the right: box body, or a flat bed for drums. */
export function lorry(
  view: View,
  x: number,
  y: number,
  body: 'box' | 'flat',
  load?: () => Mark,
): Mark {
  const cab: Point[] = pairs([7.4, 0.7, 9.6, 0.7, 9.6, 1.7, 9.2, 3.1, 7.4, 3.1])
  const wheels = [1.3, 2.6, 8.5]
  return [
    extrude(view, [x, y, 0], pairs([0, 0.6, 7.4, 0.6, 7.4, 1.05, 0, 1.05]), 2.4, 'x', {
      fill: colour.dark,
      width: weight.hatch,
    }),
    body === 'box'
      ? block(view, [x, y, 1.05], [7, 2.4, 2.9], {
          wall: (plane, w, h, side) =>
            side === 'south' && [
              plane.rect(w * 0.1, h * 0.36, 0.5, 0.5, { fill: colour.copper, stroke: colour.none }),
              plane.line(w * 0.1 + 0.8, h * 0.36 + 0.25, w * 0.7, h * 0.36 + 0.25, {
                width: weight.detail,
              }),
            ],
        })
      : [block(view, [x, y, 1.05], [7.2, 2.4, 0.16]), load?.()],
    extrude(view, [x, y, 0], cab, 2.4, 'x', {
      end: (plane) => [
        plane.polygon(pairs([8.3, 1.9, 9.3, 1.9, 9.02, 2.9, 8.3, 2.9]), {
          fill: colour.dark,
          width: weight.hatch,
        }),
        plane.line(8.1, 0.8, 8.1, 3),
      ],
    }),
    ((): Mark => {
      const plane = createPlane(view, [x, view.eye[1] < y ? y : y + 2.4, 0], [1, 0, 0], [0, 0, 1])
      return wheels.map((u) => [
        plane.disc(u, 0.5, 0.5, { fill: colour.ink, stroke: colour.none }),
        plane.disc(u, 0.5, 0.24, { fill: colour.shade, stroke: colour.none }),
      ])
    })(),
  ]
}

/** The first workshop: brick walls, a wooden bench, a drill press, one bulb. */
export function drawFactory1987({ variant }: SceneParameters): string {
  const bricks = (plane: Plane, w: number, h: number, seed: string): Mark => {
    const next = random(seed)
    return Array.from({ length: 60 }, () => {
      const [u, v] = [Math.floor((next() * w) / 0.5) * 0.5, Math.floor((next() * h) / 0.24) * 0.24]
      return plane.rect(u, v, 0.46, 0.2, { fill: colour.none, stroke: colour.grey, width: 1 })
    })
  }
  if (variant === 2) {
    // The street front: shutter, hand cart, an old pick-up.
    return outdoors(
      '1987 2',
      { eye: [-5, -16, 1.7], yaw: 14, focal: 900, horizon: 560, centre: 640 },
      (view) => [
        distantTown('1987', 561, 60),
        block(view, [13, 1, 0], [10, 8, 7], {
          wall: (plane, w, h) =>
            windowGrid(plane, [0.6, h * 0.4, w - 1.2, h * 0.46], {
              columns: 3,
              rows: 2,
              glass: [0.4, 0.6],
            }),
        }),
        block(view, [-2, 0, 0], [14, 9, 5], {
          wall: (plane, w, h, side) => [
            bricks(plane, w, h - 0.6, `street ${side}`),
            plane.line(0, h - 0.4, w, h - 0.4),
            side === 'south' && [
              plane.rect(1.2, 0, 4.6, 3.4, { fill: colour.dark, width: weight.detail }),
              plane.rect(1.2, 2.6, 4.6, 0.8, { fill: colour.shade, width: weight.hatch }),
              [2.75, 2.9, 3.05, 3.2].map((v) => plane.line(1.2, v, 5.8, v, { width: 1 })),
              plane.rect(7.4, 1.2, 2, 1.6, { fill: colour.tint, width: weight.detail }),
              plane.line(8.4, 1.2, 8.4, 2.8),
              plane.rect(10.4, 0, 1.3, 2.4, { fill: colour.tint, width: weight.detail }),
              plane.rect(1.2, 3.7, 5.6, 0.8, { width: weight.detail }),
              plane.polygon(
                pairs([1.7, 4.34, 1.5, 4.02, 1.7, 4.06, 1.62, 3.82, 1.9, 4.16, 1.7, 4.14]),
                { fill: colour.copper, stroke: colour.none },
              ),
              [3.98, 4.2].map((v) => plane.line(2.3, v, 6.2, v, { width: weight.detail })),
            ],
          ],
        }),
        view.trace(hang([-14, 2, 6], [-2, 1, 4.6], 0.5), live),
        view.line([-14, 2, 0], [-14, 2, 6.6], { width: weight.detail }),
        vehicle(view, [5.4, -5], 'pickup', { reverse: true }),
        drum(view, [-0.6, -2.2, 0], 0.7, 0.6, 'y'),
        drum(view, [1, -2.8, 0], 0.55, 0.6, 'y'),
        person(view.spot(3.4, -2), { dress: 'thobe', pose: 'shake' }),
        person(view.spot(4.4, -2), { dress: 'shirt', pose: 'shake', flip: true }),
        grove(view, [{ at: [-5, 3], kind: 'palm', height: 6.5 }]),
      ],
    )
  }
  return indoors(
    {
      view: pick(variant, [
        { eye: [0, -4.6, 1.6] as Vec, focal: 900, horizon: 410 },
        { eye: [0, -4.6, 1.6] as Vec, focal: 900, horizon: 410 },
        { eye: [-1.6, -4.4, 1.7] as Vec, focal: 900, horizon: 400, centre: 560 },
        { eye: [1, -5, 1.5] as Vec, focal: 920, horizon: 440, centre: 800 },
      ]),
      size: [-4.4, 4.4, 3.4, 3.3],
      tile: 0.9,
      lamps: [],
      ceiling: (plane, w, length) =>
        [0, 1, 2, 3, 4, 5].map((index) =>
          plane.rect(0, (length * index) / 6, w, 0.16, { fill: colour.shade, width: weight.hatch }),
        ),
      back: (plane, w, h) => [
        bricks(plane, w, h, `back ${variant}`),
        plane.rect(w * (variant === 3 ? 0.12 : 0.62), 1.2, 2, 1.4, {
          fill: colour.tint,
          width: weight.detail,
        }),
        plane.line(
          w * (variant === 3 ? 0.12 : 0.62) + 1,
          1.2,
          w * (variant === 3 ? 0.12 : 0.62) + 1,
          2.6,
        ),
        plane.line(
          w * (variant === 3 ? 0.12 : 0.62),
          1.9,
          w * (variant === 3 ? 0.12 : 0.62) + 2,
          1.9,
        ),
        // The tool board.
        plane.rect(w * (variant === 3 ? 0.5 : 0.14), 1.3, 3, 1.2, {
          fill: colour.tint,
          width: weight.hatch,
        }),
        [0.3, 0.7, 1.1, 1.5, 1.9, 2.3, 2.7].map((u, index) => [
          plane.line(
            w * (variant === 3 ? 0.5 : 0.14) + u,
            1.6,
            w * (variant === 3 ? 0.5 : 0.14) + u,
            2.2,
            { width: weight.detail },
          ),
          index % 2
            ? plane.disc(w * (variant === 3 ? 0.5 : 0.14) + u, 2.2, 0.08, { width: weight.hatch })
            : plane.rect(w * (variant === 3 ? 0.5 : 0.14) + u - 0.1, 2.1, 0.2, 0.12, {
                fill: colour.dark,
                width: 1,
              }),
        ]),
      ],
    },
    (view) => {
      const bulb = (x: number, y: number): Mark => {
        const spot = view.spot(x, y, 2.3)
        const m = spot.scale
        return [
          line(spot.x, spot.y - 0.1 * m, spot.x, view.point([x, y, 3.3])[1], {
            width: weight.hatch,
          }),
          path(
            `M${spot.x - 0.32 * m} ${spot.y}Q${spot.x - 0.26 * m} ${spot.y - 0.2 * m} ${spot.x} ${spot.y - 0.22 * m}Q${spot.x + 0.26 * m} ${spot.y - 0.2 * m} ${spot.x + 0.32 * m} ${spot.y}Z`,
            { width: weight.detail, fill: colour.dark },
          ),
          circle(spot.x, spot.y + 0.04 * m, 0.09 * m, { fill: colour.copper, stroke: colour.none }),
          [30, 60, 90, 120, 150].map((angle) => {
            const turn = (angle * Math.PI) / 180
            return line(
              spot.x + Math.cos(turn) * 0.22 * m,
              spot.y + Math.sin(turn) * 0.22 * m,
              spot.x + Math.cos(turn) * 0.42 * m,
              spot.y + Math.sin(turn) * 0.42 * m,
              { stroke: colour.copper, width: weight.hatch },
            )
          }),
        ]
      }
      const drillPress = (x: number, y: number): Mark => {
        const s = createStencil(view.spot(x, y))
        return [
          s.rect(-0.35, 0, 0.7, 0.12, { width: weight.detail, fill: colour.dark }),
          s.rect(-0.06, 0.12, 0.12, 1.6, { width: weight.detail }),
          s.rect(-0.3, 0.9, 0.6, 0.07, { width: weight.detail }),
          s.rect(-0.3, 1.5, 0.62, 0.36, { width: weight.detail, radius: 6 }),
          s.rect(0.06, 1.2, 0.08, 0.3, {}),
          s.line(0.1, 1.2, 0.1, 1, { width: weight.detail }),
          s.trace(
            [
              [0.24, 1.58],
              [0.44, 1.4],
            ],
            { width: weight.detail },
          ),
          s.circle(0.46, 1.38, 0.04, { fill: colour.ink }),
        ]
      }
      const bench = (x: number, y: number, w: number): Mark => [
        table(view, x, y, w, 0.8, 0.86),
        block(view, [x + 0.2, y + 0.2, 0.86], [0.7, 0.4, 0.5], {
          wall: (plane, wide, h, side) =>
            side === 'south' && [
              plane.rect(wide * 0.1, h * 0.14, wide * 0.8, h * 0.7, {
                fill: colour.tint,
                width: 1,
              }),
              [0.3, 0.5, 0.7].map((share) =>
                plane.line(wide * share, h * 0.2, wide * share, h * 0.8, { stroke: colour.copper }),
              ),
            ],
        }),
        ((): Mark => {
          const s = createStencil(view.spot(x + w - 0.5, y + 0.2, 0.86))
          return [
            s.rect(-0.2, 0, 0.4, 0.06, { fill: colour.dark }),
            s.polygon(pairs([-0.16, 0.06, -0.16, 0.24, 0.02, 0.24, 0.02, 0.06]), {
              fill: colour.shade,
            }),
            s.rect(0.08, 0.06, 0.1, 0.18, { fill: colour.shade }),
            s.line(0.02, 0.14, 0.4, 0.14, { width: weight.detail }),
          ]
        })(),
      ]
      if (variant === 1) {
        return [
          drillPress(3.2, 2.2),
          bench(-2.6, 1.2, 3.6),
          bulb(-0.8, 1.2),
          person(view.spot(-1, 2.2), { dress: 'shirt', pose: 'work', flip: true }),
          person(view.spot(1.6, 1.2), { dress: 'thobe', pose: 'work', flip: true }),
          drum(view, [2.8, 0.2, 0], 0.5, 0.4, 'y'),
          block(view, [-4.2, 0.6, 0], [0.9, 0.7, 0.6]),
        ]
      }
      if (variant === 3) {
        return [
          openCabinet(view, 1.2, 2.2, 1, 1.8, 3, 'right'),
          bench(-2.6, 1.4, 2.6),
          bulb(0.4, 0.8),
          person(view.spot(0.8, 1.4), { dress: 'shirt', pose: 'work' }),
          person(view.spot(-0.9, 0.9), { dress: 'thobe', pose: 'tablet', flip: true }),
          drum(view, [-3.2, 0, 0], 0.55, 0.45, 'y'),
        ]
      }
      return [
        // Winding a coil by hand.
        drillPress(-3.2, 2.4),
        table(view, -1.6, 1, 3, 0.8, 0.82),
        ((): Mark => {
          const s = createStencil(view.spot(0, 1.3, 0.82))
          return [
            [-0.6, 0.6].map((x) =>
              s.trace(
                [
                  [x - 0.14, 0],
                  [x, 0.6],
                  [x + 0.14, 0],
                ],
                { width: weight.detail },
              ),
            ),
            s.line(-0.8, 0.56, 0.9, 0.56, { width: weight.detail }),
            s.rect(-0.4, 0.32, 0.8, 0.48, {
              fill: colour.copperLight,
              stroke: colour.copper,
              width: weight.detail,
            }),
            Array.from({ length: 9 }, (_, index) =>
              s.line(-0.32 + index * 0.08, 0.32, -0.32 + index * 0.08, 0.8, {
                stroke: colour.copper,
              }),
            ),
            s.trace(pairs([0.9, 0.56, 0.9, 0.3, 1.06, 0.3]), { width: weight.outline }),
            s.curve(pairs([-0.3, 0.8, -1, 0.9, -1.8, 0.4, -2, -0.1]), {
              stroke: colour.copper,
              width: weight.detail,
            }),
          ]
        })(),
        drum(view, [-2.3, 1, 0], 0.5, 0.4, 'y'),
        bulb(0.6, 0.8),
        person(view.spot(1.8, 1.2), { dress: 'shirt', pose: 'work', flip: true }),
        person(view.spot(3, 1.9), { dress: 'thobe', pose: 'stand' }),
        curve(pairs([60, 700, 140, 670, 220, 708, 160, 740, 70, 730, 120, 690]), {
          stroke: colour.copper,
          width: weight.detail,
        }),
      ]
    },
  )
}

/** A transformer with its switchgear on one trailer, its cables laid out to the yard. */
function mobileSubstation(view: View): Mark {
  const deck = 1.25
  return [
    shadowOf(view, [-8, 0.6, 0], [19, 2.6, 2], 0.3),
    extrude(view, [-8, 0.8, 0], pairs([0, 0.85, 16.4, 0.85, 16.4, deck, 0, deck]), 2.5, 'x', {
      fill: colour.dark,
      width: weight.hatch,
    }),
    // Switchgear container, transformer, its neutral resistor.
    block(view, [-7.8, 0.9, deck], [6.4, 2.3, 2.7], {
      wall: (plane, w, h, side) =>
        side === 'south' && [
          [0.04, 0.27, 0.5, 0.73].map((share, index) => [
            plane.rect(w * share, h * 0.08, w * 0.21, h * 0.82, { width: weight.hatch }),
            plane.line(w * (share + 0.18), h * 0.42, w * (share + 0.18), h * 0.56, {
              width: weight.detail,
            }),
            index % 2
              ? plane.hatch(w * (share + 0.03), h * 0.14, w * 0.12, h * 0.26, {
                  angle: 0,
                  spacing: 3.5,
                  tone: colour.dark,
                })
              : plane.rect(w * (share + 0.05), h * 0.6, w * 0.1, h * 0.16, {
                  fill: colour.dark,
                  width: 1,
                }),
          ]),
          plane.polygon(pairs([w * 0.33, h * 0.6, w * 0.42, h * 0.6, w * 0.375, h * 0.76]), {
            fill: colour.copperLight,
            stroke: colour.copper,
          }),
        ],
    }),
    transformer(view, [-0.6, 1.3, deck], 0.72),
    block(view, [4.6, 1.1, deck], [2, 2, 2.2], {
      wall: (plane, w, h, side) =>
        side === 'south' &&
        plane.hatch(w * 0.14, h * 0.14, w * 0.72, h * 0.6, {
          angle: 0,
          spacing: 4,
          tone: colour.dark,
        }),
    }),
    // The tractor unit.
    extrude(
      view,
      [8.6, 0.8, 0],
      pairs([0, 0.6, 4.6, 0.6, 4.6, 1.7, 4.3, 3.3, 1.6, 3.3, 1.6, 1.2, 0, 1.2]),
      2.5,
      'x',
      {
        end: (plane) => [
          plane.polygon(pairs([3, 2, 4.3, 2, 4.1, 3.05, 3, 3.05]), {
            fill: colour.dark,
            width: weight.hatch,
          }),
          plane.line(2.7, 0.8, 2.7, 3.1),
          plane.rect(0.3, 0.7, 0.9, 0.5, { fill: colour.shade, width: 1 }),
        ],
      },
    ),
    ((): Mark => {
      const plane = createPlane(view, [0, 0.8, 0], [1, 0, 0], [0, 0, 1])
      return [-6.6, -5.4, -4.2, 9.6, 12.2].map((u) => [
        plane.disc(u, 0.5, 0.5, { fill: colour.ink, stroke: colour.none }),
        plane.disc(u, 0.5, 0.26, { fill: colour.shade, width: 1 }),
        plane.disc(u, 0.5, 0.08, { fill: colour.dark, stroke: colour.none }),
      ])
    })(),
    [-1.8, 6.6].map((x) => [
      view.line([x, 0.8, deck], [x, 0.8, 0.1], { width: 5 }),
      view.line([x - 0.4, 0.8, 0.06], [x + 0.4, 0.8, 0.06], { width: 5 }),
    ]),
    [0, 0.2, 0.4].map((shift) =>
      view.trace(
        triples([
          -6 + shift,
          0.9,
          1.2,
          -6.4 + shift,
          -0.4,
          0.05,
          -9 + shift,
          -2.4 - shift,
          0.05,
          -15,
          -3.4 - shift,
          0.05,
        ]),
        live,
      ),
    ),
    person(view.spot(0.6, -1.6), { pose: 'tablet', flip: true }),
    person(view.spot(-8.3, -1.6), { pose: 'carry' }),
    person(view.spot(7.6, -1.4), { pose: 'point', flip: true }),
    person(view.spot(8.6, -1.6), { dress: 'thobe', flip: true }),
    cone(view.spot(-5, -3.8)),
    cone(view.spot(1, -4.2)),
  ]
}

/** A drum with nothing on it: bare boards where the cable was. */
function emptyDrum(view: View, at: Vec, radius: number, width: number): Mark {
  return join(drum(view, at, radius, width, 'y'))
    .replaceAll(colour.copperLight, colour.shade)
    .replaceAll(colour.copper, colour.grey)
}

/** A delivery by lorry, with cable drums. */
export function drawDelivery({ variant }: SceneParameters): string {
  if (variant === 3) {
    return outdoors(
      'delivery 3',
      { eye: [8, -24, 2.6], yaw: -6, focal: 1180, horizon: 520, centre: 720 },
      (view) => [
        block(view, [-30, 14, 0], [64, 14, 9.5], {
          wall: (plane, w, h, side) => [
            Array.from({ length: Math.round(w / 1.1) }, (_, index) => plane.line(index * 1.1, 5.6, index * 1.1, h, { width: 1, stroke: colour.shade })),
            side === 'south' && [14, 26, 38, 50].map((u) => [
              plane.rect(u, 0, 6, 5, { fill: colour.tint, width: weight.detail }),
              [1, 2, 3, 4].map((v) => plane.line(u, v, u + 6, v, { width: 1 })),
            ]),
          ],
        }),
        lorry(view, -6, 0, 'flat', () => [
          emptyDrum(view, [-4.4, 0.3, 1.2], 1.3, 1.5),
          emptyDrum(view, [-1.3, 0.3, 1.2], 1.3, 1.5),
        ]),
        emptyDrum(view, [6.6, -2.4, 0], 1.1, 1),
        person(view.spot(8.3, -2.6), { pose: 'work', flip: true }),
        person(view.spot(12.4, -1), { dress: 'engineer', pose: 'tablet', flip: true }),
        emptyDrum(view, [14.4, 0.2, 0], 1.25, 1.1),
        emptyDrum(view, [17.2, 0.2, 0], 1.1, 1),
      ],
      {
        behind: (view) =>
          polygon(
            [
              [-20, view.horizon + 1],
              [200, view.horizon - 110],
              [380, view.horizon - 60],
              [620, view.horizon - 150],
              [860, view.horizon - 40],
              [1010, view.horizon + 1],
            ],
            { width: weight.hatch },
          ),
      },
    )
  }
  const night = variant === 4
  return outdoors(
    `delivery ${variant}`,
    pick(variant, [
      { eye: [-3, -16, 2.2] as Vec, yaw: 8, focal: 960, horizon: 480, centre: 580 },
      { eye: [13, -19, 4.4] as Vec, yaw: -20, focal: 980, horizon: 380, centre: 820 },
      { eye: [0, -20, 2] as Vec, yaw: 0, focal: 960, horizon: 500 },
      { eye: [-4, -18, 1.9] as Vec, yaw: 16, focal: 940, horizon: 540, centre: 540, night },
    ]),
    (view) => [
      distantTown(`delivery ${variant}`, view.horizon + 1, 50, { night }),
      block(view, [-8, 10, 0], [40, 12, 9], {
        wall: (plane, w, h, side) =>
          side === 'south' &&
          [
            variant === 1 &&
              Array.from({ length: 40 }, (_, index) =>
                plane.line(index, 5.6, index, h - 1, { width: 1, stroke: colour.shade }),
              ),
            variant === 1 && plane.rect(0, h - 1, w, 1, { fill: colour.shade, width: weight.hatch }),
          ].concat([6, 16, 26].map((u) => [
            plane.rect(u, 0, 5, 5, {
              fill: night ? colour.copperLight : colour.tint,
              width: weight.detail,
            }),
            [1, 2, 3, 4].map((v) => plane.line(u, v, u + 5, v)),
            plane.line(0, h - 1, w, h - 1),
          ]) as never),
      }),
      variant === 1
        ? mobileSubstation(view)
        : lorry(view, -2, 1, 'flat', () => [
            drum(view, [-0.3, 1.3, 1.2], 1.35, 1.5, 'y'),
            drum(view, [2.6, 1.3, 1.2], 1.2, 1.5, 'y'),
            variant === 2 && cabinetRow(view, [4, 1.6, 1.2], ['plain', 'plain'], { w: 1, h: 2 }),
          ]),
      variant === 2 && [
        forklift(view.spot(12, -6), true, 0.6),
        person(view.spot(3, -3), { pose: 'tablet' }),
        person(view.spot(4.2, -3.2), { dress: 'thobe', flip: true }),
        drum(view, [-3, -4, 0], 1.1, 1, 'y'),
        drum(view, [-5.6, -3, 0], 1.1, 1, 'y'),
      ],
      night && [
        drum(view, [11, -3, 0], 1.2, 1.1, 'y'),
        forklift(view.spot(13.4, -1), true, 0.4),
        person(view.spot(8.6, -4), { pose: 'tablet' }),
        lampPost(view, [-4, 8], { height: 7, arms: [1] }),
        lampPost(view, [22, 6], { height: 7, arms: [-1] }),
      ],
      variant === 2 && grove(view, [{ at: [-9, 6], kind: 'palm', height: 7 }]),
    ],
  )
}
