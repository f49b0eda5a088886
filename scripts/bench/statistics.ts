/** @throws Error for an empty list */
export function median(numbers: readonly number[]) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/**
 * @param sorted in ascending order
 * @param share from 0 to 1
 */
export function percentile(sorted: ArrayLike<number>, share: number) {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))
  return sorted[index] ?? Number.NaN
}

/** A figure and that of its peer, measured one right after the other. */
export interface Pair {
  own: number
  peer: number
}

/** The median of the pairs' ratios: a machine that is slow for a while is slow for both of a pair. */
export function medianRatio(pairs: readonly Pair[]) {
  return median(pairs.map(({ own, peer }) => own / peer))
}
