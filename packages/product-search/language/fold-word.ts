import { withLatinDigits } from '@site/arabic-text/characters'

/** Letters that people exchange, after the decomposition has split off hamza and madda: from, to. */
const exchangedLetters: [letters: string, letter: string][] = [
  ['ىیې', 'ي'],
  ['ٱ', 'ا'],
  ['کڪگڭ', 'ك'],
  ['ةہھەۃ', 'ه'],
  ['پ', 'ب'],
  ['چ', 'ج'],
  ['ڤ', 'ف'],
  ['ژ', 'ز'],
  ['ß', 'ss'],
]

const letterOf = new Map(
  exchangedLetters.flatMap(([letters, letter]) => [...letters].map((from) => [from, letter])),
)

const exchanged = new RegExp(`[${[...letterOf.keys()].join('')}]`, 'gu')

/**
 * Folds a word, so that its spellings are equal in index and question: letter case, Arabic letter
 * variants, presentation forms, digit shapes, marks, tatweel and invisible characters make no
 * difference. Only letters and digits are left.
 */
export function foldWord(word: string) {
  if (/^[\x00-\x7f]*$/.test(word)) return word.toLowerCase().replace(/[^a-z0-9]/g, '')
  return (
    withLatinDigits(word)
      .normalize('NFKD')
      .toLowerCase()
      // A hamza on the line is often left out: كهرباء, كهربا.
      .replace(/[^\p{L}\p{N}]|[\u0640\u0621]/gu, '')
      .replace(exchanged, (letter) => letterOf.get(letter) ?? letter)
  )
}

/**
 * The length of the part of a word whose folded form has a given length, in UTF-16 units, with the
 * marks that stand on its last letter.
 */
export function lengthOfFolded(word: string, foldedLength: number) {
  let folded = 0
  let length = 0
  for (const character of word) {
    if (folded >= foldedLength && !/\p{M}/u.test(character)) break
    folded += foldWord(character).length
    length += character.length
  }
  return length
}
