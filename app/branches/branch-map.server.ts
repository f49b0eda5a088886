import { placeLabels, shortNames } from './branch-labels.server'
import { mapWidth, type MapDrawing } from './branch-map'
import {
  boundsOf,
  coverage,
  countries,
  findCountry,
  isWithin,
  type Bounds,
  type Place,
} from './countries.server'

/** The map's height for its width: neither a tower on a phone nor a ribbon on a desk. */
const [lowest, highest] = [0.66, 1]

/** Degrees that the map shows at least, so that two branches of one city still have a country. */
const leastSpan = 4

/** Room round the outermost branch or border, as a part of the larger side. */
const padding = { branches: 0.2, countries: 0.04 }

/** Up to so many times the room that its branches take, a country is shown whole. */
const wholeCountry = 6

/**
 * How far from a node a pointer still means it, units. The least is 24 px across on a phone 360 px
 * wide; beyond that, farther than half the way to its neighbour a pointer means the neighbour.
 */
const [leastReach, farthestReach] = [40, 70]

/** Nodes stand so far apart that none lies under another's reach, units. */
const leastGap = leastReach + 12

type Point = [x: number, y: number]

/** Where a node may stand, its own place first; the gaps are a unit wider, as places are rounded. */
const detours = [0, 0.5, 1, 1.5, 2, 3].flatMap((gaps) =>
  Array.from({ length: gaps === 0 ? 1 : 12 }, (_, at): Point => {
    const angle = (at / 12) * 2 * Math.PI
    const length = gaps * (leastGap + 1)
    return [Math.round(Math.cos(angle) * length), Math.round(Math.sin(angle) * length)]
  }),
)

interface Coordinates {
  latitude: number | null
  longitude: number | null
}

interface BranchOnMap extends Coordinates {
  /** The anchor of its card, and where that is. */
  id: string
  href: string
  title: string
}

/**
 * The branches on a page's map: those of the page, and before them the head office, which is the
 * first of all that the outlines reach.
 */
export function pickForMap<Card extends { branch: Coordinates }>(all: Card[], onPage: Card[]) {
  const head = all.find(({ branch }) => placeOf(branch))
  return head && !onPage.includes(head) ? [head, ...onPage] : onPage
}

/** @returns null where the branch does not say where it is, or is beyond the outlines */
function placeOf({ latitude, longitude }: Coordinates): Place | null {
  if (latitude === null || longitude === null) return null
  const place: Place = [longitude, latitude]
  return isWithin(place, coverage) ? place : null
}

/**
 * The map of the branches in Mercator's projection: north is up everywhere, and a country keeps its
 * shape. Only what is shown of the outlines goes into it.
 * @param branches no more than a page of them; the first is the head office, from which the others
 * are fed
 * @returns null with fewer than two branches within the outlines, and where these would all stand in
 * the middle of a country with no border or coast in sight
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
      .filter((country) => homes.has(country) === isHome && view.reaches(country.bounds))
      .flatMap(({ rings }) => rings.map((ring) => ring.map(view.project)))
  const home = ringsOf(true)
  if (!home.flat().some(view.shows)) return null
  const draw = (ring: Point[]) => pathOf(clip(ring, view.height))

  const points = spread(places.map(view.project), view.height)
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
      const reach = Math.min(farthestReach, Math.max(leastReach, halfway))
      return { id, href, name: title, x, y, reach, label: labels[at] ?? null }
    }),
  }
}

/**
 * Moves nodes that stand on others, such as two branches in one street, to the nearest free place.
 * Where there is none, they stay.
 */
function spread(points: Point[], height: number): Point[] {
  const edge = 20
  return points.reduce<Point[]>((done, [x, y]) => {
    const fits = ([toX, toY]: Point) =>
      toX > edge &&
      toX < mapWidth - edge &&
      toY > edge &&
      toY < height - edge &&
      done.every((other) => distance([toX, toY], other) >= leastGap)
    const places = detours.map(([dx, dy]): Point => [x + dx, y + dy])
    return [...done, places.find(fits) ?? [x, y]]
  }, [])
}

/** The part of the world that is shown, and how it comes onto the map. */
function viewOf(places: Place[], homes: Bounds[]) {
  const own = widened(boundsOf(places.map(mercator)), padding.branches)
  const corners = homes.flatMap(([west, south, east, north]): Place[] => [
    [west, south],
    [east, north],
  ])
  const all = widened(boundsOf([...places, ...corners].map(mercator)), padding.countries)
  const [west, south, east, north] = fitted(areaOf(all) <= wholeCountry * areaOf(own) ? all : own)
  const scale = mapWidth / (east - west)
  const height = Math.round((north - south) * scale)
  return {
    height,
    shows: ([x, y]: Point) => x >= 0 && x <= mapWidth && y >= 0 && y <= height,
    reaches: (bounds: Bounds) => {
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

/** Both in degrees of longitude at the equator. */
function mercator([longitude, latitude]: Place): Place {
  const radians = (latitude * Math.PI) / 180
  return [longitude, (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI]
}

function widened([west, south, east, north]: Bounds, part: number): Bounds {
  const margin = Math.max(east - west, north - south) * part
  return [west - margin, south - margin, east + margin, north + margin]
}

function areaOf([west, south, east, north]: Bounds) {
  return Math.max(east - west, leastSpan) * Math.max(north - south, leastSpan)
}

/** Bounds of a fair shape round these, moved to where there are outlines. */
function fitted([west, south, east, north]: Bounds): Bounds {
  const width = Math.max(east - west, (north - south) / highest, leastSpan)
  const height = Math.max(north - south, width * lowest)
  const [least, most] = [mercator([coverage[0], coverage[1]]), mercator([coverage[2], coverage[3]])]
  const [x, y] = [
    inside((west + east - width) / 2, least[0], most[0] - width),
    inside((south + north - height) / 2, least[1], most[1] - height),
  ]
  return [x, y, x + width, y + height]
}

function inside(value: number, least: number, most: number) {
  return most < least ? (least + most) / 2 : Math.min(most, Math.max(least, value))
}

/** Cuts a ring at lines beyond the map's edge, where the cut is not seen. */
function clip(ring: Point[], height: number): Point[] {
  const beyond = 20
  const edges = [
    { axis: 0, limit: -beyond, sign: 1 },
    { axis: 0, limit: mapWidth + beyond, sign: -1 },
    { axis: 1, limit: -beyond, sign: 1 },
    { axis: 1, limit: height + beyond, sign: -1 },
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

/** Relative steps, leaving out those too small to be seen. */
function pathOf(points: Point[]) {
  const smallest = 2
  const [first, ...others] = points
  if (!first) return ''
  let last = first
  const steps = others.flatMap((point) => {
    if (distance(last, point) < smallest) return []
    const step = `${point[0] - last[0]} ${point[1] - last[1]}`
    last = point
    return [step]
  })
  return steps.length < 2 ? '' : `M${first[0]} ${first[1]}l${steps.join(' ')}z`
}

function distance([ax, ay]: Point, [bx, by]: Point) {
  return Math.hypot(bx - ax, by - ay)
}
