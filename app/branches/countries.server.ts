import outlines from './country-outlines.json'

/** Longitude and latitude in degrees. */
export type Place = readonly [longitude: number, latitude: number]

/** Degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

interface Country {
  /** Outer rings and holes, for the even-odd rule. Closed: the first point equals the last. */
  rings: Place[][]
  bounds: Bounds
  /** IANA time zone; null if the data has none. */
  zone: string | null
}

/** The area for which there are outlines: all Arab countries and their surroundings. */
export const coverage: Bounds = [-19, -14, 65, 42.5]

/** A place this close to a country's border or coast counts as inside it, degrees. */
const tolerance = 0.5

const arcs = outlines.arcs.map(readArc)

/** Every country of the region. Neighbours share exactly the same border lines. */
export const countries: Country[] = Object.values(outlines.countries).map(({ zone, rings }) => {
  const places = rings.map(readRing)
  return { rings: places, bounds: boundsOf(places.flat()), zone: zone || null }
})

/**
 * The country of a place, or the nearest one if the place is just outside all outlines: these are
 * simplified, so a harbour may appear to be at sea.
 * @returns null at sea and outside the coverage
 */
export function findCountry(place: Place): Country | null {
  const candidates = countries.filter(({ bounds }) => isWithin(place, bounds, tolerance))
  const inside = candidates.find(({ rings }) => contains(rings, place))
  if (inside) return inside
  const [nearest] = candidates
    .map((country) => ({ country, distance: distanceTo(country.rings, place) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.country ?? null
}

/** @param margin extends the bounds, degrees */
export function isWithin([x, y]: Place, [west, south, east, north]: Bounds, margin = 0) {
  return x >= west - margin && x <= east + margin && y >= south - margin && y <= north + margin
}

export function boundsOf(places: Place[]): Bounds {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function readArc(text: string): Place[] {
  let [x, y] = [0, 0]
  return text.split(' ').map((step) => {
    const [dx = 0, dy = 0] = step.split(',').map(Number)
    x += dx
    y += dy
    return [x / 100, y / 100]
  })
}

/** A ring lists its arcs in order; ~n (that is, -n-1) is arc n reversed. */
function readRing(text: string): Place[] {
  return text.split(' ').flatMap((name, at) => {
    const number = Number(name)
    const arc = number < 0 ? arcs[~number]?.toReversed() : arcs[number]
    return (arc ?? []).slice(at === 0 ? 0 : 1)
  })
}

function segmentsOf(ring: Place[]): [Place, Place][] {
  return ring.slice(1).map((end, at) => [ring[at] ?? end, end])
}

function contains(rings: Place[][], [x, y]: Place) {
  const crossings = rings.flatMap(segmentsOf).filter(([[ax, ay], [bx, by]]) => {
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)
  })
  return crossings.length % 2 === 1
}

function distanceTo(rings: Place[][], [x, y]: Place) {
  const distances = rings.flatMap(segmentsOf).map(([[ax, ay], [bx, by]]) => {
    const [dx, dy] = [bx - ax, by - ay]
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)
    const nearest = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - nearest * dx, y - ay - nearest * dy)
  })
  return Math.min(...distances)
}
