import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import subsetFont from 'subset-font'
import { z } from 'zod'
import { languages } from '../../app/language/languages.ts'
import arabic from '../../public/assets/i18n/Ar.json' with { type: 'json' }
import { projectRoot } from '@site/runtime/project'
import { fallbackFaces, lineOverrides, type Weight } from './font-fallbacks.ts'
import { charactersOf, measureFont, type LineMetrics, type Script } from './font-measure.ts'

const modules = path.join(projectRoot, 'node_modules')

/** The font files of a brand, in node_modules or, starting with ./, in the folder itself. */
const source = z.strictObject({ regular: z.string(), bold: z.string() })
const sourcesSchema = z.strictObject({ latin: source, arabic: source, license: z.string() })

const scripts: Record<Script, { family: string; characters: string[] }> = {
  latin: {
    family: 'Brand Latin',
    characters: [
      between(0x20, 0x7e), // ASCII
      between(0xa0, 0xff), // the letters and signs of Western Europe
      '\u2009\u200b\u200c\u200d\u200e\u200f\u202f', // thin spaces, joiners, marks of direction
      '‐‑‒–—‘’‚“”„•…′″',
      '₀₁₂₃₄₅₆₇₈₉Ω−≈≠≤≥€™←↑→↓',
    ],
  },
  arabic: {
    family: 'Brand Arabic',
    characters: [
      // Both families draw these alike. Digits they do not: with the Latin ones alone, all numbers of a line and
      // of a column are alike, whichever script stands before them.
      ' \u00a0.:()«»–…',
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
 * Signs that a browser takes from another font of its machine, as the server cannot: Greek letters, mathematics. And
 * the forms of Arabic letters: without them, their glyphs would not be in the file.
 */
const drawnSigns =
  between(0x391, 0x3c9) +
  '√∞∆∂∑∏∫≡≪≫⌀∅⊥∥∠●■□○▲△▶◀✓✗⇒⇔‰™ℓ№' +
  between(0xfb50, 0xfbff) +
  between(0xfe80, 0xfefc)

/**
 * The OpenType features that shape, join and kern letters and position marks. Omitted are alternates
 * that only a stylesheet can enable: ours does not. Figures are tabular by default.
 */
const features = 'ccmp locl init medi fina isol rlig calt liga clig kern mark mkmk curs'.split(' ')

/** A separate face for the few Arabic words of an English page, in its links to the other language. */
const wordsFamily = 'Brand Arabic Words'
const wordsFile = 'arabic-words.woff2'

/**
 * Subsets the fonts that fonts.json in the folder names. It writes there
 * - a .woff2 file for each script and weight, with the characters that our texts use;
 * - fonts.css, which declares them and fallbacks with the same metrics;
 * - a .ttf file of the same, with more signs, for what the server draws: share cards and PDF sheets.
 */
export async function makeFonts(folder: string) {
  const json: unknown = JSON.parse(readFileSync(path.join(folder, 'fonts.json'), 'utf8'))
  const files = sourcesSchema.parse(json)
  const read = (file: string) =>
    readFileSync(path.resolve(file.startsWith('.') ? folder : modules, file))
  const stylesheet = path.join(folder, 'fonts.css')
  const faces: string[] = []
  const fallbacks: string[] = []
  // Every face gets the line metrics of the Latin one: the scripts share lines, and a line must have
  // the same height and baseline whichever script comes first.
  const line = measureFont(read(files.latin.regular))

  for (const script of ['latin', 'arabic'] as const) {
    const { family, characters } = scripts[script]
    const sources = { 400: read(files[script].regular), 600: read(files[script].bold) }
    const text = supported(sources, characters.join(''))
    const range = unicodeRange(text)
    const drawnText = supported(sources, text + drawnSigns)
    for (const weight of [400, 600] as const) {
      const file = `${script}-${weight}.woff2`
      writeFileSync(path.join(folder, file), await cut(sources[weight], text))
      faces.push(faceRule(family, weight, file, range, script === 'arabic' ? line : undefined))
      // No hinting: cards and sheets have no pixel grid to fit.
      // No ligatures besides those above: programs that copy text from a PDF reverse the letters of one.
      const form = { targetFormat: 'truetype', keepFeatures: features } as const
      const drawn = { ...form, noHinting: true, noLayoutClosure: true } as const
      const drawnFile = path.join(folder, `${script}-${weight}.ttf`)
      writeFileSync(drawnFile, await subsetFont(sources[weight], drawnText, drawn))
    }

    const advances = {
      400: measureFont(sources[400]).advance[script],
      600: measureFont(sources[600]).advance[script],
    }
    // The space is part of the Arabic range, since it was measured with the Arabic words.
    const ownRange = script === 'arabic' ? 'U+20, U+600-7FF, U+200C-200F, U+FB50-FDFF' : undefined
    fallbacks.push(...fallbackFaces(script, advances, line, ownRange))
  }

  // Without spaces, which the Latin font has.
  const words = `${languages.Ar.name}${arabic.layout.thisPage}`.replaceAll(' ', '')
  writeFileSync(path.join(folder, wordsFile), await cut(read(files.arabic.regular), words, true))
  faces.push(faceRule(wordsFamily, 400, wordsFile, unicodeRange(words), line))

  copyFileSync(path.resolve(modules, files.license), path.join(folder, 'LICENSE.txt'))
  await writeStylesheet(stylesheet, [
    '/* Generated by npm run brand from fonts.json: change that, not this file. */',
    '/* A page loads a file only when it shows one of its characters. */',
    ...faces,
    '/* System fonts, adjusted to the metrics of ours. */',
    ...fallbacks,
    `/* The words of the other language, so that an English page needs no Arabic font for them. */
    :is(.language-button, .other-language-link) { font-family: '${wordsFamily}', var(--font); }`,
  ])
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
    src: url('${file}') format('woff2');
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

async function writeStylesheet(stylesheet: string, rules: string[]) {
  const style = await resolveConfig(stylesheet)
  const css = rules.map((rule) => rule.replace(/\n\s*\n/g, '\n')).join('\n\n')
  writeFileSync(stylesheet, await format(css, { ...style, filepath: stylesheet }))
}

function between(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
    '',
  )
}
