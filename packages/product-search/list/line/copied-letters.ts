import { readingOrder, withPlainAlefs, withPlainLetters } from '@site/arabic-text/visual-order'
import { foldWord } from '../../language/fold-word.ts'
import { onDemand, tradeWords } from '../../language/synonym-phrases.ts'
import { listWords, stem, withoutArticle } from '../../language/words.ts'
import { columnWords, foldLine, noteStarts, quantityLabels, quantityUnits } from './line-words.ts'

/*
 * Programs that show PDFs copy Arabic as it is drawn: letter by letter from left to right, in the drawn forms, or with
 * the two letters of a ligature exchanged. What was meant is known by the words of the trade and of lists.
 */

const words = /[\u0620-\u064a]{3,}/gu

/** Words that are right, and with alef and lam exchanged others. */
const ownWords = ['ثالث', 'عمال']

const known = onDemand(() => {
  const words: ReadonlySet<string> = new Set([
    ...tradeWords(),
    ...ownWords,
    ...listWords(
      [...Object.values(columnWords), ...Object.values(quantityUnits), noteStarts, quantityLabels]
        .join(' ')
        .replaceAll('|', ' '),
    ).map(({ folded }) => folded),
  ])
  return { words, terms: new Set([...words].map(stem)) }
})

function isKnown(word: string) {
  const folded = withoutArticle(foldWord(word))
  return known().words.has(folded) || known().terms.has(stem(folded))
}

/** Characters by which a list is told to be reversed; and those of a line, which is prose if it is longer. */
const sampleLength = 4_000
const maxTurned = 600

/** The share of known words from which a list is as it was written. */
const minKnown = 0.25

/** Ways to divide a reversed line into parts that are in order: single letters, or those that are not in a drawn form. */
const divisions = [/./gsu, /[\u0620-\u064a]+(?: +[\u0620-\u064a]+)*|./gsu]

/**
 * Returns a copied text as it was meant.
 * @returns the text, and whether it is still damaged: its letters or cells are not in an order that is known
 */
export function mendLetters(copied: string): { text: string; isDamaged: boolean } {
  if (!/\p{Script=Arabic}/u.test(copied)) return { text: copied, isDamaged: false }
  const given = withLigatures(withPlainLetters(copied.replace(joinedMark, ' ')))
  const known = knownIn(given.slice(0, sampleLength))
  const division =
    known.share < minKnown
      ? divisions.find(
          (parts) =>
            knownIn(turnedLines(copied.slice(0, sampleLength), parts)).count > 1 + 2 * known.count,
        )
      : undefined
  const text = division ? withLigatures(turnedLines(copied, division)) : given
  return { text, isDamaged: isMisspelt(text) || isJoined(text) }
}

/** Words by which a text is told to be noise, their least number, and the share of known ones from which it is none. */
const plainWords = /(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/gu
const minWords = 6
const leastKnown = 0.05

/** The share of letters from which a text may be a list: one of codes has a third. */
const leastLetters = 0.15

/**
 * Whether a text seems to be noise, as that of a file which does not say the letters of its glyphs: there are no words of
 * the trade, or hardly a letter at all. A list in another language may seem so, too.
 */
export function seemsNoise(text: string): boolean {
  const sample = text.slice(0, sampleLength)
  const signs = sample.match(/\S/gu)?.length ?? 0
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const all = sample.match(plainWords) ?? []
  if (all.length < minWords) return signs > 10 * minWords && letters < leastLetters * signs
  return all.filter(isKnown).length < leastKnown * all.length
}

/** The end of a run in one direction, where a word and a number meet. */
const joinedMark = /(?<=[\u0620-\u064a])\u202c(?=\d)|(?<=\d)\u202c(?=[\u0620-\u064a])/g

/** Counts the known words of a text. */
function knownIn(text: string) {
  const all = text.match(words) ?? []
  const count = all.filter(isKnown).length
  return { count, share: count / all.length }
}

function turnedLines(text: string, parts: RegExp) {
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (line.length > maxTurned || !/\p{Script=Arabic}/u.test(line)) return line
    const latin = line.match(/\p{Script=Latin}/gu)?.length ?? 0
    const isArabic = (line.match(/\p{Script=Arabic}/gu)?.length ?? 0) >= latin
    return readingOrder(line.match(parts) ?? [], isArabic ? 'rtl' : 'ltr')
  })
  return lines.join('\n')
}

/** Letters that only end words, at their beginning; and what a font without a map has beside letters. */
const misspelt =
  /(?<![\u0620-\u064a])[ةى](?=[\u0620-\u064a])|(?<=[\u0620-\u064a])[\u00fe-\u0100\ufffd]|[\u00fe-\u0100\ufffd](?=[\u0620-\u064a])/g

function isMisspelt(text: string) {
  const wrong = text.match(misspelt)?.length ?? 0
  return wrong > 1 && wrong * 20 > (text.match(words)?.length ?? 0)
}

const joined =
  /\d(?:عدد|متر|قطعه|لفه|حبه|طقم)[\u0620-\u064a]{3}|[\p{L}\d](?:عدد|متر|قطعه|لفه|حبه|طقم|no\.|pcs)\d/u

/** Whether the cells of rows are one word: "1TM63-C16قاطع 16 أمبيرعدد240". */
function isJoined(text: string) {
  const lines = foldLine(text).split('\n')
  const found = lines.filter((line) => joined.test(line)).length
  return found > 1 && found * 4 > lines.length
}

const maybeExchanged = /(?<![\u0620-\u064a])[\u0620-\u064a]{1,20}[اأإآ]ل[\u0620-\u064a]{0,20}/gu

/** Reads words with an exchanged ligature, such as «ثالثي» for «ثلاثي», if only what they were is known. */
function withLigatures(text: string) {
  return withPlainAlefs(text).replace(maybeExchanged, (word) =>
    isKnown(word) ? word : (listUnexchanged(word).find(isKnown) ?? word),
  )
}

/** Lists what a word may have been before alef and lam were exchanged in its ligatures. */
function listUnexchanged(word: string) {
  const places = [...word.matchAll(/(?<=.)[اأإآ]ل/gu)].map(({ index }) => index)
  const exchanged = (from: string, at: number) =>
    `${from.slice(0, at)}${from[at + 1]}${from[at]}${from.slice(at + 2)}`
  const each = places.map((at) => exchanged(word, at))
  return places.length > 1 ? [...each, places.reduce(exchanged, word)] : each
}
