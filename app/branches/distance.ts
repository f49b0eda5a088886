/** A place on the globe, degrees. */
export interface Position {
  latitude: number
  longitude: number
}

const earthRadiusKm = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance of two places as the crow flies, km (haversine formula). */
function distanceKm(from: Position, to: Position) {
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const north = Math.sin((b - a) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(north + Math.cos(a) * Math.cos(b) * east))
}

/**
 * Sorts branches by their distance from a place; those without coordinates come last.
 * @param branches with their latitude and longitude, such as "24.6668,46.8291"
 * @returns each with its distance, km, rounded and at least 1
 */
export function byDistance<B extends { place: string }>(branches: B[], from: Position) {
  return branches
    .map((branch) => {
      const [latitude = NaN, longitude = NaN] = branch.place.split(',').map(Number)
      const km = branch.place ? distanceKm(from, { latitude, longitude }) : Infinity
      return { branch, km }
    })
    .sort((a, b) => (a.km === b.km ? 0 : a.km - b.km))
    .map(({ branch, km }) => ({
      ...branch,
      ...(km < Infinity && { km: Math.max(1, Math.round(km)) }),
    }))
}
