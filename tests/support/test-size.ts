/** Whether everything is taken: with `npm run test:long`. */
export const isWholeRun = process.env['TEST_SIZE'] === 'whole'

/**
 * How much of generated input a run takes: the whole with `npm run test:long`, a twenty-fourth with `npm test`.
 * @param whole a number of cases
 * @param least how many prove anything
 */
export function sized(whole: number, least = 1) {
  return isWholeRun ? whole : Math.max(least, Math.ceil(whole / 24))
}

/**
 * The cases that a run takes of a list: all with `npm run test:long`, a few with `npm test`.
 * @param least how many prove anything
 */
export function sampled<T>(cases: readonly T[], least = 1): T[] {
  const step = cases.length / sized(cases.length, least)
  return cases.filter((_, at) => at % Math.round(step) === 0)
}
