/** Road vehicles as extruded side profiles; their length runs along x or y. */
import { colour, weight, type Mark, type Point } from '../pen.ts'
import { extrude, pairs, shadowOf, type Plane, type Vec, type View } from './perspective.ts'

type VehicleKind = 'saloon' | 'suv' | 'pickup' | 'van' | 'ambulance' | 'bus'

interface Body {
  length: number
  width: number
  wheel: number
  axles: readonly number[]
  profile: readonly Point[]
  windows: readonly (readonly Point[])[]
}

/** Profiles start at the nose (0) and run to the tail. */
const bodies: Record<VehicleKind, Body> = {
  saloon: {
    length: 4.7,
    width: 1.8,
    wheel: 0.33,
    axles: [0.9, 3.7],
    profile: pairs([
      0.05, 0.32, 4.65, 0.32, 4.7, 0.6, 4.66, 0.92, 4.1, 1, 3.5, 1.38, 3.3, 1.43, 2.1, 1.44, 1.94,
      1.4, 1.28, 1, 0.2, 0.84, 0.04, 0.68,
    ]),
    windows: [
      pairs([1.5, 0.99, 2.5, 0.99, 2.5, 1.35, 2.08, 1.35]),
      pairs([2.6, 0.99, 3.7, 1, 3.36, 1.35, 2.6, 1.35]),
    ],
  },
  suv: {
    length: 4.9,
    width: 1.95,
    wheel: 0.39,
    axles: [0.95, 3.8],
    profile: pairs([
      0.05, 0.4, 4.85, 0.4, 4.9, 0.8, 4.86, 1.2, 4.66, 1.72, 4.5, 1.79, 2.2, 1.82, 2.02, 1.76, 1.34,
      1.18, 0.22, 1.07, 0.04, 0.86,
    ]),
    windows: [
      pairs([1.6, 1.17, 2.6, 1.17, 2.6, 1.7, 2.2, 1.7]),
      pairs([2.7, 1.17, 3.6, 1.17, 3.6, 1.7, 2.7, 1.7]),
      pairs([3.7, 1.17, 4.65, 1.17, 4.48, 1.66, 3.7, 1.68]),
    ],
  },
  pickup: {
    length: 5.3,
    width: 1.9,
    wheel: 0.39,
    axles: [0.95, 4.2],
    profile: pairs([
      0.05, 0.42, 5.25, 0.42, 5.28, 1.12, 3.45, 1.12, 3.3, 1.78, 2, 1.8, 1.35, 1.14, 0.1, 1.05,
    ]),
    windows: [
      pairs([1.62, 1.16, 2.4, 1.16, 2.4, 1.68, 2.1, 1.68]),
      pairs([2.5, 1.16, 3.28, 1.16, 3.2, 1.68, 2.5, 1.68]),
    ],
  },
  van: {
    length: 5.4,
    width: 2,
    wheel: 0.36,
    axles: [0.95, 4.2],
    profile: pairs([
      0.05, 0.35, 5.35, 0.35, 5.4, 1.2, 5.32, 2.34, 5.2, 2.42, 1.95, 2.44, 1.7, 2.34, 0.88, 1.34,
      0.2, 1.12, 0.04, 0.9,
    ]),
    windows: [pairs([1.15, 1.35, 2, 1.35, 2, 2.05, 1.72, 2.05])],
  },
  ambulance: {
    length: 5.8,
    width: 2.1,
    wheel: 0.38,
    axles: [1, 4.5],
    profile: pairs([0.05, 0.35, 5.75, 0.35, 5.78, 2.6, 2.1, 2.65, 1.75, 2.3, 0.95, 1.3, 0.08, 1.1]),
    windows: [
      pairs([1.25, 1.35, 2, 1.35, 2, 2.05, 1.78, 2.05]),
      pairs([2.6, 1.65, 3.6, 1.65, 3.6, 2.25, 2.6, 2.25]),
    ],
  },
  bus: {
    length: 11.5,
    width: 2.5,
    wheel: 0.48,
    axles: [2.4, 8.6],
    profile: pairs([0.05, 0.4, 11.45, 0.4, 11.5, 3.1, 0.25, 3.15, 0, 1.3]),
    windows: [0, 1, 2, 3, 4, 5].map((bay): Point[] => [
      [0.6 + bay * 1.78, 1.4],
      [2.25 + bay * 1.78, 1.4],
      [2.25 + bay * 1.78, 2.6],
      [0.6 + bay * 1.78, 2.6],
    ]),
  },
}

function wheel(plane: Plane, u: number, radius: number): Mark {
  return [
    plane.disc(u, radius * 1.02, radius * 1.2, { fill: colour.ink, stroke: colour.none }),
    plane.disc(u, radius, radius * 0.98, { fill: colour.dark, width: weight.hatch }),
    plane.disc(u, radius, radius * 0.6, { fill: colour.shade, width: 1 }),
    [0, 72, 144, 216, 288].map((angle) => {
      const turn = (angle * Math.PI) / 180
      return plane.line(
        u + Math.cos(turn) * radius * 0.16,
        radius + Math.sin(turn) * radius * 0.16,
        u + Math.cos(turn) * radius * 0.54,
        radius + Math.sin(turn) * radius * 0.54,
        { width: weight.hatch, stroke: colour.dark },
      )
    }),
  ]
}

/** Doors, handles, lamps and the sill along one side of a body. */
function trim(plane: Plane, kind: VehicleKind, turnU: (u: number) => number): Mark {
  const { length, profile, windows } = bodies[kind]
  const sill = (profile[0]?.[1] ?? 0.35) + 0.12
  const belt = windows[0]?.[0]?.[1] ?? 1
  const fine = { width: weight.hatch, stroke: plane.view.night ? colour.dark : colour.grey }
  const seam = (u: number): Mark => plane.line(turnU(u), sill + 0.04, turnU(u), belt + 0.1, fine)
  const [first, last] = [windows[0], windows[windows.length - 1]]
  const doors = kind === 'bus' ? [] : [first?.[0]?.[0] ?? 1.4, first?.[1]?.[0] ?? 2.5]
  return [
    plane.line(turnU(0.2), sill, turnU(length - 0.2), sill, fine),
    plane.line(turnU(0.3), belt - 0.14, turnU(length - 0.3), belt - 0.14, fine),
    doors.map((u) => seam(u + 0.04)),
    kind === 'saloon' || kind === 'suv' ? seam((last?.[1]?.[0] ?? 3.6) - 0.3) : '',
    doors.slice(1).map((u) =>
      plane.line(turnU(u - 0.34), belt - 0.22, turnU(u - 0.14), belt - 0.22, {
        width: weight.detail,
      }),
    ),
    plane.polygon(
      pairs([0.08, belt - 0.36, 0.44, belt - 0.3, 0.44, belt - 0.16, 0.12, belt - 0.2]).map(
        ([u, v]): Point => [turnU(u), v],
      ),
      { fill: colour.paper, width: 1 },
    ),
    plane.rect(Math.min(turnU(length - 0.02), turnU(length - 0.22)), belt - 0.34, 0.2, 0.22, {
      fill: colour.copper,
      width: 1,
    }),
    windows.map(([low, next, , high]) => {
      if (!low || !next || !high) return ''
      const [from, to] = [low[0] * 0.35 + next[0] * 0.65, next[0] - 0.04]
      return plane.polygon(
        [
          [turnU(from), low[1] + 0.02],
          [turnU(from + 0.12), low[1] + 0.02],
          [turnU(to), high[1] - 0.06],
          [turnU(to - 0.16), high[1] - 0.06],
        ],
        { fill: colour.grey, stroke: colour.none },
      )
    }),
    kind === 'van' &&
      plane.rect(Math.min(turnU(2.5), turnU(4.6)), 0.62, 2.1, 1.4, { fill: colour.none, ...fine }),
  ]
}

/** Foot and head of the glass at both ends, as places on the profile. */
const screens: Record<
  VehicleKind,
  { front: readonly [Point, Point]; rear?: readonly [Point, Point] }
> = {
  saloon: {
    front: [
      [1.33, 1.03],
      [1.9, 1.38],
    ],
    rear: [
      [4.04, 1.03],
      [3.55, 1.35],
    ],
  },
  suv: {
    front: [
      [1.4, 1.23],
      [1.98, 1.73],
    ],
    rear: [
      [4.84, 1.24],
      [4.69, 1.66],
    ],
  },
  pickup: {
    front: [
      [1.4, 1.19],
      [1.94, 1.73],
    ],
    rear: [
      [3.44, 1.17],
      [3.32, 1.7],
    ],
  },
  van: {
    front: [
      [0.94, 1.42],
      [1.64, 2.26],
    ],
    rear: [
      [5.39, 1.4],
      [5.34, 2.2],
    ],
  },
  ambulance: {
    front: [
      [1, 1.37],
      [1.7, 2.24],
    ],
  },
  bus: {
    front: [
      [0.04, 1.45],
      [0.22, 2.9],
    ],
    rear: [
      [11.47, 1.6],
      [11.49, 2.7],
    ],
  },
}

/** What shows at the ends of a body: screens, lamps, bumper, number plate. */
function endsOf(
  view: View,
  [x, y]: readonly [number, number],
  kind: VehicleKind,
  axis: 'x' | 'y',
  turnU: (u: number) => number,
): Mark {
  const { length, width, windows } = bodies[kind]
  const belt = windows[0]?.[0]?.[1] ?? 1
  const at = (u: number, up: number, across: number): Vec =>
    axis === 'x' ? [x + turnU(u), y + across, up] : [x + across, y + turnU(u), up]
  const eye = axis === 'x' ? view.eye[0] - x : view.eye[1] - y
  const nose = turnU(0) === 0 ? -1 : 1
  const patch = (
    [u1, low]: Point,
    [u2, high]: Point,
    from: number,
    to: number,
    style: { fill: string; width: number },
  ): Mark =>
    view.face([at(u1, low, from), at(u1, low, to), at(u2, high, to), at(u2, high, from)], style)
  return (['front', 'rear'] as const).map((end) => {
    const pane = screens[kind][end]
    const u = end === 'front' ? 0.04 : length
    const facing = end === 'front' ? nose : -nose
    if ((eye - turnU(u)) * facing <= 0) return ''
    const lampFill = end === 'front' ? colour.paper : colour.copper
    return [
      pane && patch(pane[0], pane[1], width * 0.09, width * 0.91, { fill: colour.dark, width: 1 }),
      pane &&
        patch(pane[0], pane[1], width * 0.3, width * 0.42, { fill: colour.grey, width: 0.01 }),
      [0.07, 0.77].map((share) =>
        patch([u, belt - 0.42], [u, belt - 0.2], width * share, width * (share + 0.16), {
          fill: lampFill,
          width: 1,
        }),
      ),
      patch([u, 0.5], [u, 0.62], width * 0.37, width * 0.63, { fill: colour.paper, width: 1 }),
      view.line(at(u, 0.46, 0.05), at(u, 0.46, width - 0.05), { width: weight.hatch }),
    ]
  })
}

/** A vehicle whose box starts at x, y; `reverse` puts its nose at the far end. */
export function vehicle(
  view: View,
  [x, y]: readonly [number, number],
  kind: VehicleKind,
  style: { axis?: 'x' | 'y'; reverse?: boolean; fill?: string; width?: number } = {},
): Mark {
  const { axis = 'x', reverse = false, width = weight.detail } = style
  const body = bodies[kind]
  const turnU = (u: number): number => (reverse ? body.length - u : u)
  const turn = (points: readonly Point[]): Point[] =>
    reverse ? points.map(([u, v]): Point => [turnU(u), v]).reverse() : [...points]
  const fill = style.fill ?? (view.night ? colour.grey : colour.paper)
  const under: Point[] = [
    [0.3, 0.2],
    [body.length - 0.3, 0.2],
    [body.length - 0.3, 0.42],
    [0.3, 0.42],
  ]
  const size =
    axis === 'x'
      ? ([body.length, body.width, 1.5] as const)
      : ([body.width, body.length, 1.5] as const)
  return [
    !view.night && shadowOf(view, [x, y, 0], size, 0.3),
    extrude(view, [x, y, 0], under, body.width, axis, { fill: colour.ink, width: 1.2 }),
    extrude(view, [x, y, 0], turn(body.profile), body.width, axis, {
      fill,
      width,
      spacing: 5,
      end: (plane) => [
        body.windows.map((points) =>
          plane.polygon(turn(points), { fill: colour.dark, width: weight.hatch }),
        ),
        trim(plane, kind, turnU),
        body.axles.map((u) => wheel(plane, turnU(u), body.wheel)),
        kind === 'ambulance' && crescent(plane, turnU(4.6), 1.7, 0.42),
      ],
    }),
    endsOf(view, [x, y], kind, axis, turnU),
  ]
}

/** The red-crescent sign, open to the right. */
export function crescent(plane: Plane, u: number, v: number, radius: number): Mark {
  const outer: Point[] = []
  for (let angle = 40; angle <= 320; angle += 10) {
    const turn = (angle * Math.PI) / 180
    outer.push([u + radius * Math.cos(turn), v + radius * Math.sin(turn)])
  }
  const inner: Point[] = []
  const [shift, small] = [radius * 0.32, radius * 0.78]
  for (let angle = 305; angle >= 55; angle -= 10) {
    const turn = (angle * Math.PI) / 180
    inner.push([u + shift + small * Math.cos(turn), v + small * Math.sin(turn)])
  }
  return plane.polygon([...outer, ...inner], { fill: colour.copper, stroke: colour.none })
}
