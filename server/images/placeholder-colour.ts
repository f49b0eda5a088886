/**
 * A colour as three letters that CSS can match with attribute selectors, since our content security
 * policy forbids style attributes: lightness, green to red, and blue to yellow, each rounded to the
 * nearest step that the stylesheet has (app/styles/placeholder-colours.css). Steps are small where
 * the eye is sensitive: near white and near grey. The middle letter has an alphabet of its own, so
 * that a selector matches each one in its position.
 */
export const colourSteps = {
  lightness: stepsOf(
    '0123456789abcdefghij',
    [
      0.1, 0.18, 0.24, 0.3, 0.36, 0.42, 0.48, 0.54, 0.6, 0.66, 0.72, 0.77, 0.82, 0.86, 0.89, 0.92,
      0.945, 0.965, 0.985, 1,
    ],
  ),
  redness: stepsOf(
    'ABCDEFGHIJKLMNO',
    [
      -0.2, -0.14, -0.1, -0.065, -0.035, -0.018, -0.008, 0, 0.008, 0.018, 0.035, 0.065, 0.1, 0.14,
      0.2,
    ],
  ),
  yellowness: stepsOf(
    '0123456789abcde',
    [
      -0.2, -0.14, -0.1, -0.065, -0.035, -0.018, -0.008, 0, 0.008, 0.018, 0.035, 0.065, 0.1, 0.14,
      0.2,
    ],
  ),
}

/** @param colour six hexadecimal digits, or '' for none */
export function placeholderColourOf(colour: string): string {
  const [red, green, blue] = Buffer.from(colour, 'hex')
  if (red === undefined || green === undefined || blue === undefined) return ''
  const [lightness, redness, yellowness] = oklabOf(red, green, blue)
  return (
    nearest(colourSteps.lightness, lightness) +
    nearest(colourSteps.redness, redness) +
    nearest(colourSteps.yellowness, yellowness)
  )
}

function stepsOf(letters: string, values: number[]) {
  return values.map((value, at) => ({ letter: letters[at] ?? '', value }))
}

function nearest(steps: { letter: string; value: number }[], target: number) {
  const distance = (value: number) => Math.abs(value - target)
  return steps.reduce((best, step) => (distance(step.value) < distance(best.value) ? step : best))
    .letter
}

/** Converts sRGB, 0 to 255, to Oklab, with the constants of CSS Color 4. */
function oklabOf(...channels: [red: number, green: number, blue: number]) {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ] as const
}
