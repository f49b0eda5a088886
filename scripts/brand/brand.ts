/**
 * Makes what a brand's own files need, `npm run brand`:
 * - icons/ from icon.svg, for the brand in BRAND_DIR, or for the built-in one in brand/;
 * - without BRAND_DIR, the fonts: brand/fonts/ from the font files that brand/fonts/fonts.json names. They
 *   are part of the build.
 *
 * `npm run brand -- --measure <font.ttf>` prints the metrics of a font for font-fallbacks.ts.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { builtInFolder, readBrand } from '../../server/site/brand.ts'
import { readConfigOrStop } from '../../server/config.ts'
import { measureFont } from './font-measure.ts'
import { makeFonts } from './fonts.ts'
import { makeIcons } from './icons.ts'

const { measure } = parseArgs({ options: { measure: { type: 'string' } } }).values
if (measure !== undefined) {
  process.stdout.write(`${JSON.stringify(measureFont(readFileSync(measure)), null, 2)}\n`)
} else {
  try {
    await makeBrand(readConfigOrStop().brandDir)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

async function makeBrand(ownFolder: string | undefined) {
  const folder = ownFolder ?? builtInFolder
  await makeIcons(folder)
  if (ownFolder === undefined) await makeFonts(path.join(folder, 'fonts'))
  // The same checks as at the start of the site.
  readBrand(folder)
  process.stdout.write(`The brand in ${folder} is complete.\n`)
}
