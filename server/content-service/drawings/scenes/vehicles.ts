/** Road vehicles as extruded side profiles; their length runs along x or y. */
import { colour, weight, type Mark, type Point } from '../pen.ts'
import { extrude, type Plane, type View, pairs } from './perspective.ts'

export type VehicleKind = 'saloon' | 'suv' | 'pickup' | 'van' | 'ambulance' | 'bus'

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
      0.05, 0.32, 4.65, 0.32, 4.68, 0.9, 4.1, 1, 3.45, 1.42, 2, 1.44, 1.25, 0.98, 0.1, 0.82,
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
    profile: pairs([0.05, 0.4, 4.85, 0.4, 4.88, 1.15, 4.6, 1.78, 2.1, 1.82, 1.3, 1.16, 0.1, 1.05]),
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
    profile: pairs([0.05, 0.35, 5.35, 0.35, 5.38, 2.35, 1.75, 2.42, 0.85, 1.3, 0.08, 1.1]),
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
    plane.disc(u, radius, radius, { fill: colour.ink, stroke: colour.none }),
    plane.disc(u, radius, radius * 0.52, { fill: colour.shade, stroke: colour.none }),
  ]
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
  const turn = (points: readonly Point[]): Point[] =>
    reverse ? points.map(([u, v]): Point => [body.length - u, v]).reverse() : [...points]
  const fill = style.fill ?? (view.night ? colour.grey : colour.paper)
  const under: Point[] = [
    [0.3, 0.2],
    [body.length - 0.3, 0.2],
    [body.length - 0.3, 0.42],
    [0.3, 0.42],
  ]
  return [
    extrude(view, [x, y, 0], under, body.width, axis, { fill: colour.ink, width: 1.2 }),
    extrude(view, [x, y, 0], turn(body.profile), body.width, axis, {
      fill,
      width,
      spacing: 5,
      end: (plane) => [
        body.windows.map((points) =>
          plane.polygon(turn(points), { fill: colour.dark, width: weight.hatch }),
        ),
        body.axles.map((u) => wheel(plane, reverse ? body.length - u : u, body.wheel)),
        kind === 'ambulance' && crescent(plane, reverse ? body.length - 4.6 : 4.6, 1.7, 0.42),
      ],
    }),
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
