/** @throws Error for an empty list */
export function median(numbers: readonly number[]) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/** @param share from 0 to 1 */
export function percentile(numbers: readonly number[], share: number) {
  const sorted = Float64Array.from(numbers).sort()
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))
  return sorted[index] ?? Number.NaN
}
