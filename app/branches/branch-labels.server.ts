import type { MapLabel } from './branch-map'

type Point = readonly [x: number, y: number]
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

function boxOf([x, y]: Point, position: Position, width: number, size: number): Box {
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

function distanceTo({ west, east, north, south }: Box, [x, y]: Point) {
  return Math.hypot(Math.max(west - x, 0, x - east), Math.max(north - y, 0, y - south))
}

function overlap(a: Box, b: Box) {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south
}

/** Whether the line segment between two points crosses a box. */
function crosses({ west, east, north, south }: Box, [ax, ay]: Point, [bx, by]: Point) {
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
