/**
 * How much of generated input a run takes: the whole with `npm run test:long`, a quarter with `npm test`.
 * @param whole a number of cases
 */
export function sized(whole: number) {
  return process.env['TEST_SIZE'] === 'whole' ? whole : Math.ceil(whole / 4)
}
