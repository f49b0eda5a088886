import { readFileSync } from 'node:fs'

const { browserslist } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/**
 * The oldest browsers in which everything works, by their names at Browserslist: { chrome: '100', … }. Older
 * ones get the server's HTML.
 * @type {Record<string, string>}
 */
export const browserFloor = Object.fromEntries(browserslist.map((query) => query.split(' >= ')))

/** The same for esbuild, which has no Samsung Internet: that is a Chrome. */
export const buildTargets = Object.entries(browserFloor)
  .filter(([browser]) => browser !== 'samsung')
  .map(([browser, version]) => browser.replace('ios_saf', 'ios') + version)
