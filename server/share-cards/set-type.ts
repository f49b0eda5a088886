import createBidi from 'bidi-js'
import { Blob, Buffer as TextBuffer, Direction, Face, Font, shape } from 'harfbuzzjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runtimeFolders } from '../process/runtime-folders.ts'

/*
 * HarfBuzz shapes the text and its outlines are drawn as paths, so that a card is the same on every
 * machine. sharp's own text rendering goes through fontconfig, which on some systems picks another
 * font than the given file.
 */

interface FontFace {
  font: Font
  characters: Set<number>
}

/** Characters of one font and direction, in text order. */
interface Run {
  text: string
  level: number
  face: FontFace
}

/** A typeset line: outlines for an SVG with y pointing down and the baseline at 0. */
interface TypesetLine {
  /** px */
  width: number
  /** Path elements, from x = 0 to x = width. */
  outlines: string
}

const controls = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const bidi = createBidi()
const buffer = new TextBuffer()
const fontFaces = new Map<string, FontFace>()

/** @returns the width of a text on one line, in em */
export function widthOfText(text: string, dir: 'ltr' | 'rtl') {
  return runsOf(text, dir)
    .flatMap((run) => shapeRun(run).map(({ xAdvance = 0 }) => xAdvance / run.face.font.face.upem))
    .reduce((sum, advance) => sum + advance, 0)
}

/**
 * Typesets one line.
 * @param dir base direction; opposite-direction runs keep their own
 * @param size px
 */
export function typesetLine(text: string, dir: 'ltr' | 'rtl', size: number): TypesetLine {
  let pen = 0
  const outlines: string[] = []
  for (const run of inReadingOrder(runsOf(text, dir))) {
    const { font } = run.face
    const scale = size / font.face.upem
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of shapeRun(run)) {
      const outline = font.glyphToPath(codepoint)
      const [x, y] = [round(pen + xOffset * scale), round(-yOffset * scale)]
      const move = `translate(${x} ${y}) scale(${scale} ${-scale})`
      if (outline !== '') outlines.push(`<path transform="${move}" d="${outline}"/>`)
      pen += xAdvance * scale
    }
  }
  return { width: pen, outlines: outlines.join('') }
}

function shapeRun({ text, level, face }: Run) {
  buffer.reset()
  buffer.addText(text)
  buffer.setDirection(isRtl(level) ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(face.font, buffer)
  return buffer.getGlyphInfosAndPositions()
}

function runsOf(text: string, dir: 'ltr' | 'rtl') {
  const faces = { latin: faceOf('latin-600'), arabic: faceOf('arabic-600') }
  const { levels } = bidi.getEmbeddingLevels(text, dir)
  const runs: Run[] = []
  let at = 0
  for (const character of text) {
    const level = levels[at] ?? 0
    at += character.length
    if (controls.test(character)) continue
    const run = runs.at(-1)
    const isSame = run?.level === level
    // A character in both fonts, such as a space, stays in the current run.
    if (run && isSame && hasCharacter(run.face, character)) run.text += character
    else {
      const [first, other] = isRtl(level)
        ? [faces.arabic, faces.latin]
        : [faces.latin, faces.arabic]
      const face = !hasCharacter(first, character) && hasCharacter(other, character) ? other : first
      if (run && isSame && run.face === face) run.text += character
      else runs.push({ text: character, level, face })
    }
  }
  return runs
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs, from the deepest level up. */
function inReadingOrder(runs: Run[]) {
  const ordered = [...runs]
  const deepest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = deepest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

function faceOf(name: string): FontFace {
  const cached = fontFaces.get(name)
  if (cached) return cached
  const file = path.join(runtimeFolders.brand, 'fonts', `${name}.ttf`)
  const face = new Face(new Blob(readFileSync(file)))
  const fontFace = { font: new Font(face), characters: new Set(face.collectUnicodes()) }
  fontFaces.set(name, fontFace)
  return fontFace
}

function hasCharacter({ characters }: FontFace, character: string) {
  return characters.has(character.codePointAt(0) ?? 0)
}

function isRtl(level: number) {
  return level % 2 === 1
}

function round(value: number) {
  return Number(value.toFixed(2))
}
