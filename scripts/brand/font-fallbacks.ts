import type { LineMetrics, Script } from './font-measure.ts'

export type Weight = 400 | 600

/** A font of the visitor's system, shown while ours is loading. */
interface SystemFont {
  /** The local names of its regular and its bold face. */
  names: Record<Weight, string[]>
  /**
   * Its mean advance in em, as printed by `npm run brand -- --measure <file>` for the font's files
   * (regular and bold). null: the file cannot be redistributed, so its width stays unadjusted and
   * only its height is set.
   */
  advance: Record<Weight, number> | null
}

/**
 * The fallbacks by system. Latin: Arial on Windows and Apple's systems, Liberation Sans (which has
 * Arial's widths, and is measured instead) and DejaVu Sans on Linux, Roboto on Android. Arabic: two
 * Noto fonts on Android and on some Linux systems, DejaVu Sans on others; Segoe UI, Geeza Pro and
 * Arial's own Arabic.
 * Measured: Liberation 2.1, DejaVu 2.37, Roboto 3, Noto Sans Arabic and Noto Naskh Arabic 2.
 */
const systemFonts: Record<Script, Record<string, SystemFont>> = {
  latin: {
    'Latin as Arial': {
      names: {
        400: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans', 'Helvetica'],
        600: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
      },
      advance: { 400: 0.4176, 600: 0.4523 },
    },
    'Latin as Roboto': {
      names: { 400: ['Roboto', 'Roboto-Regular'], 600: ['Roboto Bold', 'Roboto-Bold'] },
      advance: { 400: 0.4178, 600: 0.4254 },
    },
    'Latin as DejaVu': {
      names: { 400: ['DejaVu Sans', 'DejaVuSans'], 600: ['DejaVu Sans Bold', 'DejaVuSans-Bold'] },
      advance: { 400: 0.4817, 600: 0.5471 },
    },
  },
  arabic: {
    'Arabic as system': {
      names: {
        400: ['Segoe UI', 'SegoeUI', 'Geeza Pro', 'GeezaPro', 'Arial', 'ArialMT'],
        600: ['Segoe UI Bold', 'SegoeUI-Bold', 'Geeza Pro Bold', 'GeezaPro-Bold', 'Arial Bold'],
      },
      advance: null,
    },
    'Arabic as Noto Sans': {
      names: {
        400: ['Noto Sans Arabic', 'NotoSansArabic-Regular', 'Noto Sans Arabic UI'],
        600: ['Noto Sans Arabic Bold', 'NotoSansArabic-Bold', 'Noto Sans Arabic UI Bold'],
      },
      advance: { 400: 0.4224, 600: 0.4612 },
    },
    'Arabic as Noto Naskh': {
      names: {
        400: ['Noto Naskh Arabic UI', 'NotoNaskhArabicUI', 'Noto Naskh Arabic'],
        600: ['Noto Naskh Arabic UI Bold', 'NotoNaskhArabicUI-Bold', 'Noto Naskh Arabic Bold'],
      },
      advance: { 400: 0.3767, 600: 0.391 },
    },
    'Arabic as DejaVu': {
      names: { 400: ['DejaVu Sans', 'DejaVuSans'], 600: ['DejaVu Sans Bold', 'DejaVuSans-Bold'] },
      advance: { 400: 0.4443, 600: 0.5328 },
    },
  },
}

/**
 * The @font-face rules of a script's fallbacks. size-adjust, the quotient of the mean advances, makes
 * a line as long as in our font.
 * @param ours the mean advances of our font, em
 * @param line the line metrics to apply
 * @param range the unicode-range; undefined for all characters
 */
export function fallbackFaces(
  script: Script,
  ours: Record<Weight, number>,
  line: LineMetrics,
  range: string | undefined,
) {
  return Object.entries(systemFonts[script]).flatMap(([family, { names, advance }]) =>
    ([400, 600] as const).map((weight) => {
      const scale = advance ? ours[weight] / advance[weight] : 1
      return `@font-face {
        font-family: '${family}';
        font-weight: ${weight};
        src: ${names[weight].map((name) => `local('${name}')`).join(', ')};
        size-adjust: ${percent(scale)};
        ${lineOverrides(line, scale)}
        ${range ? `unicode-range: ${range};` : ''}
      }`
    }),
  )
}

/** @param scale the face's size-adjust, which also scales its ascent and descent */
export function lineOverrides({ ascent, descent }: LineMetrics, scale = 1) {
  return `ascent-override: ${percent(ascent / scale)};
    descent-override: ${percent(descent / scale)};
    line-gap-override: 0%;`
}

function percent(share: number) {
  return `${Number((share * 100).toFixed(1))}%`
}
