import type { MapLabel } from './branch-map'

type Point = readonly [x: number, y: number]
type Spot = Omit<MapLabel, 'text' | 'isWideOnly'>

interface Box {
  west: number
  east: number
  north: number
  south: number
}

/** Where a label may stand, the best first. */
const spots: Spot[] = [
  { x: 0.7, y: 0, hung: 'west' },
  { x: -0.7, y: 0, hung: 'east' },
  { x: 0.45, y: -0.95, hung: 'west' },
  { x: 0.45, y: 0.95, hung: 'west' },
  { x: -0.45, y: -0.95, hung: 'east' },
  { x: -0.45, y: 0.95, hung: 'east' },
  { x: 0, y: -1.1, hung: 'middle' },
  { x: 0, y: 1.1, hung: 'middle' },
]

/** The height of letters in units of the map, on a phone and on wider screens; see branches.css. */
const sizes = { phone: 40, wide: 21 }

/** CacheEntry free round the middle of a node, ems, and inside the map's edge, units. */
const [nodeRadius, edge] = [0.4, 8]

/** A branch whose name has more letters is a node alone. */
const longestName = 80

/** A line of text with what reaches above and below it, ems. */
const lineHeight = 1.2

/**
 * Finds places for the names so that none touches another, a node or the edge, and as few as
 * possible lie on a feeder.
 * @param points of the nodes, the one that feeds the others first
 * @returns for each point its label, or null where even a wide screen has no room for it
 */
export function placeLabels(
  points: Point[],
  names: string[],
  map: { width: number; height: number },
): (MapLabel | null)[] {
  const [head = [0, 0], ...others] = points
  const feeders = others.map((end) => [head, end] as const)
  const labels: (MapLabel | null)[] = points.map(() => null)
  const labelled = points.flatMap((point, at) => {
    const text = names[at] ?? ''
    if (text === '' || text.length > longestName) return []
    return [{ at, point, text, width: textWidth(text) }]
  })

  function boxesBut(at: number, size: number) {
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
    const taken = boxesBut(at, size)
    const clearance = size * nodeRadius
    const free = spots
      .map((spot, rank) => ({ spot, rank, box: boxOf(point, spot, width, size) }))
      .filter(({ box }) => isOnMap(box, map))
      .filter(({ box }) => points.every((node) => distanceTo(box, node) > clearance))
      .filter(({ box }) => taken.every((other) => !overlap(box, other)))
      .map(({ spot, rank, box }) => {
        const crossed = feeders.filter(([start, end]) => crosses(box, start, end)).length
        return { spot, box, cost: crossed * spots.length + rank }
      })
      .sort((a, b) => a.cost - b.cost)
    const [best] = free
    labels[at] = best ? { text, ...best.spot, isWideOnly } : null
  }

  // A second round gives the first ones the chance to mind those that came later.
  for (const _ of [1, 2]) labelled.forEach((name) => place(name, sizes.phone, false))
  const left = labelled.filter(({ at }) => !labels[at])
  left.forEach((name) => place(name, sizes.wide, true))
  return labels
}

/**
 * Names without the words that all of them begin or end with: "Riyadh branch" and "Jeddah branch"
 * are Riyadh and Jeddah among themselves.
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

/** An upper estimate in ems: no font is at hand. */
function textWidth(text: string) {
  const widths = [...text].map((letter): number => {
    if (/[\p{Mn}\p{Cf}]/u.test(letter)) return 0
    if (/[\s.,:;'’|!il()-]/.test(letter)) return 0.32
    return /[\p{Lu}mwصضسشطظ]/u.test(letter) ? 0.82 : 0.6
  })
  return widths.reduce((sum, width) => sum + width, 0)
}

function boxOf([x, y]: Point, spot: Spot, width: number, size: number): Box {
  const start = { west: 0, middle: -width / 2, east: -width }[spot.hung]
  return {
    west: x + (spot.x + start) * size,
    east: x + (spot.x + start + width) * size,
    north: y + (spot.y - lineHeight / 2) * size,
    south: y + (spot.y + lineHeight / 2) * size,
  }
}

function isOnMap({ west, east, north, south }: Box, map: { width: number; height: number }) {
  return west >= edge && east <= map.width - edge && north >= edge && south <= map.height - edge
}

function distanceTo({ west, east, north, south }: Box, [x, y]: Point) {
  return Math.hypot(Math.max(west - x, 0, x - east), Math.max(north - y, 0, y - south))
}

function overlap(a: Box, b: Box) {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south
}

/** Whether a straight line from one point to another goes through a box. */
function crosses({ west, east, north, south }: Box, [ax, ay]: Point, [bx, by]: Point) {
  const limits = [
    [bx - ax, west - ax, east - ax],
    [by - ay, north - ay, south - ay],
  ] as const
  let [enters, leaves] = [0, 1]
  for (const [step, least, most] of limits) {
    if (step === 0) {
      if (least > 0 || most < 0) return false
      continue
    }
    const [one, other] = [least / step, most / step]
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  return enters < leaves
}
