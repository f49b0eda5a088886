import { type MapLabel, mapWidth, type MapDrawing } from './branch-map'
import {
  boundsOf,
  coverage,
  countries,
  findCountry,
  isWithin,
  type Bounds,
  type Place,
} from './countries.server'

type LabelPoint = readonly [x: number, y: number]
type Position = Omit<MapLabel, 'text' | 'isWideOnly'>

interface Box {
  west: number
  east: number
  north: number
  south: number
}

/** Candidate positions of a label, the best first. */
const positions: Position[] = [
  { x: 0.7, y: 0, anchor: 'west' },
  { x: -0.7, y: 0, anchor: 'east' },
  { x: 0.45, y: -0.95, anchor: 'west' },
  { x: 0.45, y: 0.95, anchor: 'west' },
  { x: -0.45, y: -0.95, anchor: 'east' },
  { x: -0.45, y: 0.95, anchor: 'east' },
  { x: 0, y: -1.1, anchor: 'middle' },
  { x: 0, y: 1.1, anchor: 'middle' },
]

/** Font sizes in map units, on phones and on wider screens; see branches.css. */
const fontSizes = { phone: 40, wide: 21 }

/** Space kept free around the centre of a node, ems, and inside the map's edge, map units. */
const [nodeRadius, edge] = [0.4, 8]

/** A branch with a longer name gets no label. */
const maxNameLength = 80

/** Line height including ascenders and descenders, ems. */
const lineHeight = 1.2

/**
 * Positions the labels so that none overlaps another label, a node or the edge, and as few as
 * possible overlap a feeder.
 * @param points the nodes' positions, the head office first
 * @param map its size in map units
 * @returns a label per point, or null where it does not fit even on a wide screen
 */
function placeLabels(
  points: LabelPoint[],
  names: string[],
  map: { width: number; height: number },
): (MapLabel | null)[] {
  const [head = [0, 0], ...others] = points
  const feeders = others.map((end) => [head, end] as const)
  const labels: (MapLabel | null)[] = points.map(() => null)
  const labelled = points.flatMap((point, at) => {
    const text = names[at] ?? ''
    if (text === '' || text.length > maxNameLength) return []
    return [{ at, point, text, width: textWidth(text) }]
  })

  function otherBoxes(at: number, size: number) {
    return labelled.flatMap(({ at: other, point, width }) => {
      const label = labels[other]
      return label && other !== at ? [boxOf(point, label, width, size)] : []
    })
  }

  function place(
    { at, point, text, width }: (typeof labelled)[number],
    size: number,
    isWideOnly: boolean,
  ) {
    const occupied = otherBoxes(at, size)
    const clearance = size * nodeRadius
    const free = positions
      .map((position, rank) => ({ position, rank, box: boxOf(point, position, width, size) }))
      .filter(({ box }) => isOnMap(box, map))
      .filter(({ box }) => points.every((node) => distanceTo(box, node) > clearance))
      .filter(({ box }) => occupied.every((other) => !overlap(box, other)))
      .map(({ position, rank, box }) => {
        const crossed = feeders.filter(([start, end]) => crosses(box, start, end)).length
        return { position, box, cost: crossed * positions.length + rank }
      })
      .sort((a, b) => a.cost - b.cost)
    const [best] = free
    labels[at] = best ? { text, ...best.position, isWideOnly } : null
  }

  // The second pass lets the first labels avoid those placed after them.
  for (const _ of [1, 2]) labelled.forEach((name) => place(name, fontSizes.phone, false))
  const unplaced = labelled.filter(({ at }) => !labels[at])
  unplaced.forEach((name) => place(name, fontSizes.wide, true))
  return labels
}

/**
 * Names without the words that all of them start or end with: "Riyadh branch" and "Jeddah branch"
 * become "Riyadh" and "Jeddah".
 */
export function shortNames(names: string[]): string[] {
  const words = names.map((name) => name.trim().split(/\s+/))
  const [first = []] = words
  const shortest = Math.min(...words.map((name) => name.length))
  if (names.length < 2 || shortest < 2) return names.map((name) => name.trim())
  const same = (index: number) => words.every((name) => name.at(index) === first.at(index))
  const countWhile = (indexOf: (count: number) => number) => {
    let count = 0
    while (count < shortest - 1 && same(indexOf(count))) count += 1
    return count
  }
  const before = countWhile((count) => count)
  const after = Math.min(
    countWhile((count) => -1 - count),
    shortest - 1 - before,
  )
  return words.map((name) => name.slice(before, name.length - after).join(' '))
}

/** An upper estimate in ems, since the server has no font metrics. */
function textWidth(text: string) {
  const widths = [...text].map((letter): number => {
    if (/[\p{Mn}\p{Cf}]/u.test(letter)) return 0
    if (/[\s.,:;'’|!il()-]/.test(letter)) return 0.32
    return /[\p{Lu}mwصضسشطظ]/u.test(letter) ? 0.82 : 0.6
  })
  return widths.reduce((sum, width) => sum + width, 0)
}

function boxOf([x, y]: LabelPoint, position: Position, width: number, size: number): Box {
  const start = { west: 0, middle: -width / 2, east: -width }[position.anchor]
  return {
    west: x + (position.x + start) * size,
    east: x + (position.x + start + width) * size,
    north: y + (position.y - lineHeight / 2) * size,
    south: y + (position.y + lineHeight / 2) * size,
  }
}

function isOnMap({ west, east, north, south }: Box, map: { width: number; height: number }) {
  return west >= edge && east <= map.width - edge && north >= edge && south <= map.height - edge
}

function distanceTo({ west, east, north, south }: Box, [x, y]: LabelPoint) {
  return Math.hypot(Math.max(west - x, 0, x - east), Math.max(north - y, 0, y - south))
}

function overlap(a: Box, b: Box) {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south
}

/** Whether the line segment between two points crosses a box. */
function crosses({ west, east, north, south }: Box, [ax, ay]: LabelPoint, [bx, by]: LabelPoint) {
  const limits = [
    [bx - ax, west - ax, east - ax],
    [by - ay, north - ay, south - ay],
  ] as const
  let [enters, leaves] = [0, 1]
  for (const [step, min, max] of limits) {
    if (step === 0) {
      if (min > 0 || max < 0) return false
      continue
    }
    const [one, other] = [min / step, max / step]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  return enters < leaves
}

/** Limits of height / width, so that the map is neither too flat nor too tall on any screen. */
const [minRatio, maxRatio] = [0.66, 1]

/** The map's minimum extent, degrees, so that two branches in one city still show some country. */
const minSpan = 4

/** Space around the outermost branch or border, as a fraction of the longer side. */
const padding = { branches: 0.2, countries: 0.04 }

/** Whole countries are shown if they take at most this many times the area of the branches. */
const maxCountryRatio = 6

/**
 * Limits of a node's hit radius, map units. The minimum gives a diameter of 24 px on a phone 360 px
 * wide. Above it, a hit area extends at most halfway to the nearest neighbour.
 */
const [minHitRadius, maxHitRadius] = [40, 70]

/** The minimum distance of nodes, map units, so that no node is inside another's hit area. */
const minGap = minHitRadius + 12

type Point = [x: number, y: number]

/**
 * Candidate offsets of a node, starting with no offset. One unit is added to the gap because
 * positions are rounded.
 */
const offsets = [0, 0.5, 1, 1.5, 2, 3].flatMap((gaps) =>
  Array.from({ length: gaps === 0 ? 1 : 12 }, (_, at): Point => {
    const angle = (at / 12) * 2 * Math.PI
    const length = gaps * (minGap + 1)
    return [Math.round(Math.cos(angle) * length), Math.round(Math.sin(angle) * length)]
  }),
)

interface Coordinates {
  latitude: number | null
  longitude: number | null
}

interface BranchOnMap extends Coordinates {
  /** The branch's anchor, and the address of its card. */
  id: string
  href: string
  title: string
}

/**
 * Picks the branches for a page's map: the head office, which is the first branch within the map's
 * coverage, then those of the page.
 */
export function pickForMap<T extends { branch: Coordinates }>(all: T[], onPage: T[]) {
  const head = all.find(({ branch }) => placeOf(branch))
  return head && !onPage.includes(head) ? [head, ...onPage] : onPage
}

/** @returns null without coordinates, or outside the coverage of the outlines */
function placeOf({ latitude, longitude }: Coordinates): Place | null {
  if (latitude === null || longitude === null) return null
  const place: Place = [longitude, latitude]
  return isWithin(place, coverage) ? place : null
}

/**
 * Draws the map of the branches in the Mercator projection: north is up everywhere, and countries
 * keep their shapes. Outlines are clipped to the visible part.
 * @param branches at most one page of them; the first is the head office, which feeds the others
 * @returns null with fewer than two branches within the coverage, and if no border or coast would
 * be visible
 */
export function drawBranchMap(branches: BranchOnMap[]): MapDrawing | null {
  const placed = branches.flatMap((branch) => {
    const place = placeOf(branch)
    return place ? [{ ...branch, place }] : []
  })
  if (placed.length < 2) return null

  const places = placed.map(({ place }) => place)
  const homes = new Set(places.flatMap((place) => findCountry(place) ?? []))
  const view = viewOf(
    places,
    [...homes].map(({ bounds }) => bounds),
  )
  const ringsOf = (isHome: boolean) =>
    countries
      .filter((country) => homes.has(country) === isHome && view.overlaps(country.bounds))
      .flatMap(({ rings }) => rings.map((ring) => ring.map(view.project)))
  const home = ringsOf(true)
  if (!home.flat().some(view.contains)) return null
  const draw = (ring: Point[]) => pathOf(clip(ring, view.height))

  const points = separate(places.map(view.project), view.height)
  const names = shortNames(placed.map(({ title }) => title))
  const labels = placeLabels(points, names, { width: mapWidth, height: view.height })
  return {
    height: view.height,
    around: ringsOf(false).map(draw).join(''),
    home: home.map(draw).join(''),
    nodes: placed.map(({ id, href, title }, at) => {
      const [x, y] = points[at] ?? [0, 0]
      const gaps = points.filter((_, other) => other !== at).map((to) => distance([x, y], to))
      const halfway = Math.round(Math.min(...gaps) / 2)
      const hitRadius = Math.min(maxHitRadius, Math.max(minHitRadius, halfway))
      return { id, href, name: title, x, y, hitRadius, label: labels[at] ?? null }
    }),
  }
}

/**
 * Moves overlapping nodes, such as two branches in one street, to the nearest free position. If
 * none is free, they stay.
 */
function separate(points: Point[], height: number): Point[] {
  const edge = 20
  return points.reduce<Point[]>((placed, [x, y]) => {
    const fits = ([toX, toY]: Point) =>
      toX > edge &&
      toX < mapWidth - edge &&
      toY > edge &&
      toY < height - edge &&
      placed.every((other) => distance([toX, toY], other) >= minGap)
    const candidates = offsets.map(([dx, dy]): Point => [x + dx, y + dy])
    return [...placed, candidates.find(fits) ?? [x, y]]
  }, [])
}

/** The visible part of the world, and its projection onto the map. */
function viewOf(places: Place[], homes: Bounds[]) {
  const own = widen(boundsOf(places.map(mercator)), padding.branches)
  const corners = homes.flatMap(([west, south, east, north]): Place[] => [
    [west, south],
    [east, north],
  ])
  const all = widen(boundsOf([...places, ...corners].map(mercator)), padding.countries)
  const [west, south, east, north] = fit(areaOf(all) <= maxCountryRatio * areaOf(own) ? all : own)
  const scale = mapWidth / (east - west)
  const height = Math.round((north - south) * scale)
  return {
    height,
    contains: ([x, y]: Point) => x >= 0 && x <= mapWidth && y >= 0 && y <= height,
    overlaps: (bounds: Bounds) => {
      const [left, bottom] = mercator([bounds[0], bounds[1]])
      const [right, top] = mercator([bounds[2], bounds[3]])
      return left < east && right > west && bottom < north && top > south
    },
    project: (place: Place): Point => {
      const [x, y] = mercator(place)
      return [Math.round((x - west) * scale), Math.round((north - y) * scale)]
    },
  }
}

/** Both coordinates in degrees of longitude at the equator. */
function mercator([longitude, latitude]: Place): Place {
  const radians = (latitude * Math.PI) / 180
  return [longitude, (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI]
}

function widen([west, south, east, north]: Bounds, part: number): Bounds {
  const margin = Math.max(east - west, north - south) * part
  return [west - margin, south - margin, east + margin, north + margin]
}

function areaOf([west, south, east, north]: Bounds) {
  return Math.max(east - west, minSpan) * Math.max(north - south, minSpan)
}

/** Extends bounds to the aspect ratio limits, and moves them inside the coverage. */
function fit([west, south, east, north]: Bounds): Bounds {
  const width = Math.max(east - west, (north - south) / maxRatio, minSpan)
  const height = Math.max(north - south, width * minRatio)
  const [min, max] = [mercator([coverage[0], coverage[1]]), mercator([coverage[2], coverage[3]])]
  const [x, y] = [
    clamp((west + east - width) / 2, min[0], max[0] - width),
    clamp((south + north - height) / 2, min[1], max[1] - height),
  ]
  return [x, y, x + width, y + height]
}

/** Returns the middle if the range is empty, that is, `max` is below `min`. */
function clamp(value: number, min: number, max: number) {
  return max < min ? (min + max) / 2 : Math.min(max, Math.max(min, value))
}

/** Clips a ring slightly outside the map's edge, so that the cut is invisible. */
function clip(ring: Point[], height: number): Point[] {
  const margin = 20
  const edges = [
    { axis: 0, limit: -margin, sign: 1 },
    { axis: 0, limit: mapWidth + margin, sign: -1 },
    { axis: 1, limit: -margin, sign: 1 },
    { axis: 1, limit: height + margin, sign: -1 },
  ] as const
  return edges.reduce((points, { axis, limit, sign }) => {
    const isIn = (point: Point) => (point[axis] - limit) * sign >= 0
    return points.flatMap((end, at) => {
      const start = points.at(at - 1) ?? end
      const part = (limit - start[axis]) / (end[axis] - start[axis])
      const cut: Point = [
        Math.round(start[0] + part * (end[0] - start[0])),
        Math.round(start[1] + part * (end[1] - start[1])),
      ]
      return [...(isIn(start) === isIn(end) ? [] : [cut]), ...(isIn(end) ? [end] : [])]
    })
  }, ring)
}

/** Path data in relative steps, without those too small to see. */
function pathOf(points: Point[]) {
  const minStep = 2
  const [first, ...others] = points
  if (!first) return ''
  let last = first
  const steps = others.flatMap((point) => {
    if (distance(last, point) < minStep) return []
    const step = `${point[0] - last[0]} ${point[1] - last[1]}`
    last = point
    return [step]
  })
  return steps.length < 2 ? '' : `M${first[0]} ${first[1]}l${steps.join(' ')}z`
}

function distance([ax, ay]: Point, [bx, by]: Point) {
  return Math.hypot(bx - ax, by - ay)
}
