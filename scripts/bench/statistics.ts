/**
 * The middle one, or the mean of the two in the middle.
 * @throws Error for no numbers: there is nothing to report then
 */
export function median(numbers: readonly number[]) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/**
 * The number that `share` of all are not above.
 * @param sorted from the least to the most
 * @param share from 0 to 1
 */
export function percentile(sorted: ArrayLike<number>, share: number) {
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))
  return sorted[at] ?? Number.NaN
}

/** What came of one figure and of its peer's, measured one right after the other. */
export interface Pair {
  own: number
  peer: number
}

/** The median of each pair's own ratio: what slows a machine for a while slows both of a pair. */
export function medianRatio(pairs: readonly Pair[]) {
  return median(pairs.map(({ own, peer }) => own / peer))
}
