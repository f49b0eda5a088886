/**
 * How much of generated input a run takes: the whole with `npm run test:long`, a quarter with `npm test`.
 * @param whole a number of cases
 */
export function sized(whole: number) {
  return process.env['TEST_SIZE'] === 'whole' ? whole : Math.ceil(whole / 4)
}

/** The cases that a run takes of a list: all with `npm run test:long`, every fourth with `npm test`. */
export function sampled<T>(cases: readonly T[]): T[] {
  const step = cases.length / sized(cases.length)
  return cases.filter((_, at) => at % Math.round(step) === 0)
}
