/**
 * Subsets the site's fonts: `npm run fonts`. It writes
 * - app/fonts/*.woff2, a file for each script and weight, with the characters that our texts use;
 * - app/styles/fonts.css, which declares them and fallbacks with the same metrics;
 * - server/share-cards/fonts/*.ttf, the headings' weight for the share cards.
 *
 * `npm run fonts -- --measure <font.ttf>` prints the metrics of a font for font-fallbacks.ts.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import subsetFont from 'subset-font'
import { languages } from '../app/language/languages.ts'
import { fallbackFaces, lineOverrides, type Weight } from './font-fallbacks.ts'
import { charactersOf, measureFont, type LineMetrics, type Script } from './font-measure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const webFolder = path.join(root, 'app/fonts')
const cardFolder = path.join(root, 'server/share-cards/fonts')
const stylesheet = path.join(root, 'app/styles/fonts.css')

const weights = { 400: '400Regular', 600: '600SemiBold' } as const satisfies Record<Weight, string>

const scripts: Record<Script, { family: string; source: string; characters: string[] }> = {
  latin: {
    family: 'Plex Latin',
    source: 'ibm-plex-sans/{weight}/IBMPlexSans_{weight}.ttf',
    characters: [
      between(0x20, 0x7e), // ASCII
      between(0xa0, 0xff), // the letters and signs of Western Europe
      '\u2009\u200b\u200c\u200d\u200e\u200f\u202f', // thin spaces, joiners, marks of direction
      '‐‑‒–—‘’‚“”„•…′″',
      '₀₁₂₃₄₅₆₇₈₉Ω−≈≠≤≥€™←↑→↓',
    ],
  },
  arabic: {
    family: 'Plex Arabic',
    source: 'ibm-plex-sans-arabic/{weight}/IBMPlexSansArabic_{weight}.ttf',
    characters: [
      // So that an Arabic sentence with numbers needs only one file. Both families draw these alike.
      ' \u00a0.:()«»–…0123456789',
      '،؛؟٪٫٬٭',
      between(0x621, 0x63a), // letters
      between(0x640, 0x655), // tatweel, letters, vowel marks
      between(0x660, 0x669), // Arabic-Indic digits
      '\u0670\u0671', // dagger alef, alef wasla
      'پچژڤڥڨگڭݣکیېۀەہۆێڕڵٹڈڑںے', // foreign sounds and names in neighbouring languages
      between(0x6f0, 0x6f9), // the digits of neighbouring languages
      'ﷲﷺ﷼',
      '\u200c\u200d\u200e\u200f', // joiners, marks of direction
    ],
  },
}

/**
 * The OpenType features that shape, join and kern letters and position marks. Omitted are alternates
 * that only a stylesheet can enable: ours does not. Figures are tabular by default.
 */
const features = 'ccmp locl init medi fina isol rlig calt liga clig kern mark mkmk curs'.split(' ')

/** A separate face for the one Arabic word of an English page: the name of the other language. */
const nameFamily = 'Plex Arabic Name'
const nameFile = 'arabic-name.woff2'

async function makeFonts() {
  mkdirSync(webFolder, { recursive: true })
  mkdirSync(cardFolder, { recursive: true })
  const faces: string[] = []
  const fallbacks: string[] = []
  // Every face gets the line metrics of the Latin one: the scripts share lines, and a line must have
  // the same height and baseline whichever script comes first.
  const line = measureFont(readSource('latin', 400))

  for (const script of ['latin', 'arabic'] as const) {
    const { family, characters } = scripts[script]
    const sources = { 400: readSource(script, 400), 600: readSource(script, 600) }
    const text = supported(sources, characters.join(''))
    const range = unicodeRange(text)
    for (const weight of [400, 600] as const) {
      const file = `${script}-${weight}.woff2`
      writeFileSync(path.join(webFolder, file), await cut(sources[weight], text))
      faces.push(faceRule(family, weight, file, range, script === 'arabic' ? line : undefined))
    }
    // No hinting: the server's images have no pixel grid to fit.
    const bold = { targetFormat: 'truetype', keepFeatures: features, noHinting: true } as const
    const cardFile = path.join(cardFolder, `${script}-600.ttf`)
    writeFileSync(cardFile, await subsetFont(sources[600], text, bold))

    const advances = {
      400: measureFont(sources[400]).advance[script],
      600: measureFont(sources[600]).advance[script],
    }
    // The space is part of the Arabic range, since it was measured with the Arabic words.
    const ownRange = script === 'arabic' ? 'U+20, U+600-7FF, U+200C-200F, U+FB50-FDFF' : undefined
    fallbacks.push(...fallbackFaces(script, advances, line, ownRange))
  }

  const name = languages.Ar.name
  writeFileSync(path.join(webFolder, nameFile), await cut(readSource('arabic', 400), name, true))
  faces.push(faceRule(nameFamily, 400, nameFile, unicodeRange(name), line))

  for (const folder of [webFolder, cardFolder]) {
    copyFileSync(sourcePath('ibm-plex-sans/LICENSE_FONT'), path.join(folder, 'LICENSE.txt'))
  }
  await writeStylesheet([
    '/* Generated by npm run fonts: change scripts/fonts.ts, not this file. */',
    '/* A page loads a file only when it shows one of its characters. */',
    ...faces,
    '/* System fonts, adjusted to the metrics of ours. */',
    ...fallbacks,
    `/* The other language's name, so that an English page needs no Arabic font for it. */
    .language-button { font-family: '${nameFamily}', var(--font); }`,
  ])
}

function readSource(script: Script, weight: Weight) {
  return readFileSync(sourcePath(scripts[script].source.replaceAll('{weight}', weights[weight])))
}

function sourcePath(file: string) {
  return path.join(root, 'node_modules/@expo-google-fonts', file)
}

function cut(source: Buffer, text: string, noHinting = false) {
  return subsetFont(source, text, { targetFormat: 'woff2', keepFeatures: features, noHinting })
}

/** The characters that both weights contain, and invisible ones, which no font needs to contain. */
function supported(sources: Record<Weight, Buffer>, characters: string) {
  const [regular, bold] = [charactersOf(sources[400]), charactersOf(sources[600])]
  return Array.from(characters)
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0
      return (
        (regular.has(code) && bold.has(code)) || /\p{Default_Ignorable_Code_Point}/u.test(character)
      )
    })
    .join('')
}

function faceRule(family: string, weight: Weight, file: string, range: string, line?: LineMetrics) {
  return `@font-face {
    font-family: '${family}';
    font-weight: ${weight};
    font-display: fallback;
    src: url('../fonts/${file}') format('woff2');
    ${line ? lineOverrides(line) : ''}
    unicode-range: ${range};
  }`
}

/** For example U+20-7E, U+A0: consecutive characters form a range. */
function unicodeRange(text: string) {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const sorted = [...new Set(codes)].sort((a, b) => a - b)
  const runs: [first: number, last: number][] = []
  for (const code of sorted) {
    const run = runs.at(-1)
    if (run && run[1] === code - 1) run[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return runs
    .map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`)
    .join(', ')
}

async function writeStylesheet(rules: string[]) {
  const style = await resolveConfig(stylesheet)
  const css = rules.map((rule) => rule.replace(/\n\s*\n/g, '\n')).join('\n\n')
  writeFileSync(stylesheet, await format(css, { ...style, filepath: stylesheet }))
}

function between(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
    '',
  )
}

const { measure } = parseArgs({ options: { measure: { type: 'string' } } }).values
if (measure === undefined) await makeFonts()
else process.stdout.write(`${JSON.stringify(measureFont(readFileSync(measure)), null, 2)}\n`)
