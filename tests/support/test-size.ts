/**
 * How much of generated input a run takes: the whole with `npm run test:long`, an eighth with `npm test`.
 * @param whole a number of cases
 * @param least how many prove anything
 */
export function sized(whole: number, least = 1) {
  return process.env['TEST_SIZE'] === 'whole' ? whole : Math.max(least, Math.ceil(whole / 8))
}
