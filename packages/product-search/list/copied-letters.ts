import { readingOrder, withPlainLetters } from '@site/arabic-text/visual-order'
import { foldWord } from '../language/fold-word.ts'
import { tradeWords } from '../language/synonym-phrases.ts'
import { listWords, stem, withoutArticle } from '../language/words.ts'
import { columnWords, noteStarts, quantityLabels, quantityUnits } from './line-words.ts'

/*
 * Programs that show PDFs copy Arabic as it is drawn: letter by letter from left to right, in the drawn forms, or with
 * the two letters of a ligature exchanged. What was meant is known by the words of the trade and of lists.
 */

const words = /[\u0620-\u064a]{3,}/gu

const knownWords: ReadonlySet<string> = new Set([
  ...tradeWords,
  ...listWords(
    [...Object.values(columnWords), ...Object.values(quantityUnits), noteStarts, quantityLabels]
      .join(' ')
      .replaceAll('|', ' '),
  ).map(({ folded }) => folded),
])
const knownTerms = new Set([...knownWords].map(stem))

function isKnown(word: string) {
  const folded = withoutArticle(foldWord(word))
  return knownWords.has(folded) || knownTerms.has(stem(folded))
}

/** Characters by which a list is told to be reversed. */
const sampleLength = 8_000

/** Ways to divide a reversed line into parts that are in order: single letters, or those that are not in a drawn form. */
const divisions = [/./gsu, /[\u0620-\u064a]+(?: +[\u0620-\u064a]+)*|./gsu]

/**
 * Returns a copied text as it was meant.
 * @returns the text, and whether it is still damaged: its letters are scattered, or their order is not known
 */
export function mendLetters(copied: string): { text: string; isDamaged: boolean } {
  if (!/\p{Script=Arabic}/u.test(copied)) return { text: copied, isDamaged: false }
  const given = withLigatures(withPlainLetters(copied))
  const sample = copied.slice(0, sampleLength)
  const known = countKnown(given.slice(0, sampleLength))
  const turned = divisions
    .map((parts) => ({ parts, known: countKnown(turnedLines(sample, parts)) }))
    .reduce((a, b) => (b.known > a.known ? b : a))
  const isTurned = turned.known > 1 + 2 * known
  const text = isTurned ? withLigatures(turnedLines(copied, turned.parts)) : given
  return { text, isDamaged: isScattered(text) || isMisspelt(text) }
}

function countKnown(text: string) {
  return (text.match(words) ?? []).filter(isKnown).length
}

function turnedLines(text: string, parts: RegExp) {
  const lines = text.split('\n').map((line) => {
    if (!/\p{Script=Arabic}/u.test(line)) return line
    const latin = line.match(/\p{Script=Latin}/gu)?.length ?? 0
    const isArabic = (line.match(/\p{Script=Arabic}/gu)?.length ?? 0) >= latin
    return readingOrder(line.match(parts) ?? [], isArabic ? 'rtl' : 'ltr')
  })
  return lines.join('\n')
}

/** Whether letters stand on lines of their own. */
function isScattered(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const single = lines.filter((line) => /^\s*\p{Script=Arabic}{1,2}\s*$/u.test(line))
  return single.length * 4 > lines.length && new Set(single).size > 6
}

/** Whether words begin with letters that only end words. */
function isMisspelt(text: string) {
  const all = text.match(words) ?? []
  const wrong = all.filter((word) => /^[ةى]/u.test(word)).length
  return wrong > 1 && wrong * 20 > all.length
}

/** Alef as Ghostscript writes it in a ligature: the second byte of its code, after the first one of lam's. */
const shiftedAlef = /[\u4422\u4423\u4425\u4427](?=ل)/gu

const maybeExchanged = /[\u0620-\u064a]+[اأإآ]ل[\u0620-\u064a]*/gu

/** Reads words with an exchanged ligature, such as «ثالثي» for «ثلاثي», if only what they were is known. */
function withLigatures(text: string) {
  return text
    .replace(shiftedAlef, (alef) => String.fromCharCode(0x600 + (alef.charCodeAt(0) & 0xff)))
    .replace(maybeExchanged, (word) =>
      isKnown(word) ? word : (listUnexchanged(word).find(isKnown) ?? word),
    )
}

/** Lists what a word may have been before alef and lam were exchanged in its ligatures. */
export function listUnexchanged(word: string) {
  const places = [...word.matchAll(/(?<=.)[اأإآ]ل/gu)].map(({ index }) => index)
  const exchanged = (from: string, at: number) =>
    `${from.slice(0, at)}${from[at + 1]}${from[at]}${from.slice(at + 2)}`
  const each = places.map((at) => exchanged(word, at))
  return places.length > 1 ? [...each, places.reduce(exchanged, word)] : each
}
