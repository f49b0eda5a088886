import createBidi from 'bidi-js'
import { Blob, Buffer as TextBuffer, Direction, Face, Font, shape } from 'harfbuzzjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.ts'

/*
 * HarfBuzz shapes the letters and the outlines go into the drawing, so that a card is the same on
 * every machine. sharp's own text would ask fontconfig, and on some systems shows another font than
 * the file that it is given.
 */

interface FontFace {
  font: Font
  characters: Set<number>
}

/** Some letters of one font and one direction, as they stand in the text. */
interface Run {
  text: string
  level: number
  face: FontFace
}

/** A line of text, set: outlines for an SVG whose y grows downwards, with the baseline at 0. */
interface SetLine {
  /** px */
  width: number
  /** Path elements, from x = 0 to x = width. */
  outlines: string
}

const controls = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const bidi = createBidi()
const buffer = new TextBuffer()
const opened = new Map<string, FontFace>()

/** @returns how wide a text stands on one line, in em */
export function widthOfText(text: string, dir: 'ltr' | 'rtl') {
  return runsOf(text, dir)
    .flatMap((run) => shapeRun(run).map(({ xAdvance = 0 }) => xAdvance / run.face.font.face.upem))
    .reduce((sum, advance) => sum + advance, 0)
}

/**
 * Sets one line.
 * @param dir the direction of the language; what reads the other way inside keeps its own
 * @param size px
 */
export function setLine(text: string, dir: 'ltr' | 'rtl', size: number): SetLine {
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
    // What both fonts have, such as a space, stays with the letters before it.
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

/** Rule L2 of Unicode's bidirectional algorithm: from the deepest level on, what belongs together turns round. */
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
  const ready = opened.get(name)
  if (ready) return ready
  const file = path.join(projectRoot, 'server/share-cards/fonts', `${name}.ttf`)
  const face = new Face(new Blob(readFileSync(file)))
  const fontFace = { font: new Font(face), characters: new Set(face.collectUnicodes()) }
  opened.set(name, fontFace)
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
