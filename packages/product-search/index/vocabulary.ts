import { z } from 'zod'
import type { KnownWords } from './entry-terms.ts'
import type { SearchDatabase } from './schema.ts'

const storedWord = z.object({
  word: z.string(),
  term: z.string(),
  shown: z.string(),
  count: z.number(),
})

type StoredWord = z.output<typeof storedWord>

const idRow = z.object({ id: z.number() })
const newWords = z.array(idRow.extend({ word: z.string() }))

/** Number of words whose spellings are inserted in one statement. */
const spellingsPerBatch = 2_000

/** Maximum number of candidates compared with a misspelt word. */
const maxCandidates = 400

/**
 * The words of the indexed texts in their original spelling. A word stays after its last text is
 * removed; it then matches nothing. A count is the approximate frequency, not the exact number of
 * texts.
 */
export interface Vocabulary {
  /** Adds words; call it within a transaction. */
  add: (words: KnownWords) => void
  /** Whether a word is known. */
  has: (word: string) => boolean
  /** Lists the most frequent words that start with a prefix. */
  listWithPrefix: (prefix: string, limit: number) => StoredWord[]
  /** Whether a part number without hyphens, or one that starts with it, is known. */
  findCode: (code: string) => 'exact' | 'prefix' | undefined
  /** Lists part numbers that contain a part of at least three characters. */
  listCodesWith: (part: string, limit: number) => StoredWord[]
  /**
   * Lists words within a few edits: fewest errors first, then the most frequent.
   * @param errors maximum number of edits; by default as many as are likely in a word of this length
   */
  listSimilar: (word: string, limit: number, errors?: number) => (StoredWord & { errors: number })[]
}

export function createVocabulary(database: SearchDatabase): Vocabulary {
  const findLastId = database.prepare('SELECT coalesce(max(id), 0) AS id FROM words')
  const addWords = database.prepare(
    `INSERT INTO words (word, term, shown, is_code, count)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
     ON CONFLICT (word) DO UPDATE SET count = count + excluded.count, is_code = max(is_code, excluded.is_code)`,
  )
  const listNew = database.prepare('SELECT id, word FROM words WHERE id > ?')
  const insertSpellings = database.prepare(
    `INSERT OR IGNORE INTO spellings
     SELECT keys.value, words.value ->> 0 FROM json_each(?) AS words, json_each(words.value, '$[1]') AS keys`,
  )
  const insertCodes = database.prepare(
    'INSERT INTO code_parts (rowid, code) SELECT id, word FROM words WHERE id > ? AND is_code',
  )
  const findWord = database.prepare('SELECT id FROM words WHERE word = ?')
  const byPrefix = database.prepare(
    'SELECT word, term, shown, count FROM words WHERE word >= ? AND word < ? ORDER BY count DESC LIMIT ?',
  )
  const findCode = database.prepare(
    'SELECT word, term, shown, count FROM words WHERE word >= ? AND word < ? AND is_code ORDER BY word LIMIT 1',
  )
  const bySpelling = database.prepare(
    `SELECT DISTINCT word, term, shown, count FROM words
     WHERE id IN (SELECT word FROM spellings WHERE key IN (SELECT value FROM json_each(?)))
     LIMIT ${maxCandidates}`,
  )
  const byPart = database.prepare(
    `SELECT word, term, shown, count FROM words
     WHERE id IN (SELECT rowid FROM code_parts WHERE code_parts MATCH ? LIMIT ?)`,
  )
  const readWords = (rows: unknown[]) => rows.map((row) => storedWord.parse(row))

  return {
    add(words) {
      // One statement for all words: a call for each would take three times as long.
      const rows = [...words].map(([word, { term, shown, isCode, count }]) => [
        ...[word, term, shown],
        ...[isCode ? 1 : 0, count],
      ])
      const { id: lastId } = idRow.parse(findLastId.get())
      addWords.run(JSON.stringify(rows))
      insertCodes.run(lastId)
      const spelled = newWords
        .parse(listNew.all(lastId))
        .filter(({ word }) => word.length >= minLetters && !/\d/.test(word))
        .map(({ id, word }) => [id, listDeletionKeys(word)])
      // In batches: each word has up to thirty deletion keys.
      while (spelled.length > 0)
        insertSpellings.run(JSON.stringify(spelled.splice(0, spellingsPerBatch)))
    },

    has: (word) => findWord.get(word) !== undefined,

    listWithPrefix: (prefix, limit) => readWords(byPrefix.all(prefix, endOf(prefix), limit)),

    findCode(code) {
      const row = findCode.get(code, endOf(code))
      if (row === undefined) return undefined
      return storedWord.parse(row).word === code ? 'exact' : 'prefix'
    },

    listCodesWith: (part, limit) => readWords(byPart.all(`"${part}"`, limit)),

    listSimilar(word, limit, errors = maxErrors(word)) {
      if (word.length < minLetters) return []
      const candidates = readWords(bySpelling.all(JSON.stringify(listDeletionKeys(word))))
      return candidates
        .map((found) => ({ ...found, errors: countErrors(word, found.word, errors) }))
        .filter((found) => found.errors <= errors)
        .sort((a, b) => a.errors - b.errors || firstLetter(word, a, b) || b.count - a.count)
        .slice(0, limit)
    },
  }
}

/** Prefers words with the same first letter, which people rarely mistype. */
function firstLetter(word: string, a: StoredWord, b: StoredWord) {
  return Number(b.word[0] === word[0]) - Number(a.word[0] === word[0])
}

/** Returns the exclusive upper bound of the words that start with a prefix. */
function endOf(prefix: string) {
  return `${prefix}\u{10ffff}`
}

/**
 * Letters of a word that deletion keys cover. Misspelt words are found by deletion keys: two words
 * within a few edits become equal when a few letters of each are deleted. Only the first letters
 * count, so that long words do not have hundreds of keys.
 */

const keyLetters = 7

/** Words of this length or longer may have two errors. */
const twoErrorsFrom = 8

/** Shorter words are never corrected. */
const minLetters = 4

/** Returns the number of errors allowed in a word. */
export function maxErrors(word: string) {
  return word.length < twoErrorsFrom ? 1 : 2
}

/**
 * Returns the deletion keys of a folded word. Different words can share a key; compare them with
 * countErrors.
 */
function listDeletionKeys(word: string): number[] {
  const start = word.slice(0, keyLetters)
  const found = new Set([start])
  let last = [start]
  for (let errors = maxErrors(word); errors > 0; errors--) {
    last = last.flatMap((text) => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)))
    for (const text of last) found.add(text)
  }
  return [...found].map(hash)
}

/** Computes the 32-bit FNV-1a hash. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  }
  return value >>> 0
}

/** Computes the Damerau–Levenshtein distance, up to a limit. */
export function countErrors(a: string, b: string, limit: number) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
