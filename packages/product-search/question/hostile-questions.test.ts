import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, indexOf, search } from '../../../tests/support/search-entry.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

const index = indexOf(
  { id: 'one', title: 'TM63-3D32 breaker "near" AND * OR', text: 'A text. NOT near(1).' },
  { id: 'one', language: 'Ar', title: 'قاطع مصغّر TM63' },
)

/** Characters and words with a meaning in full-text queries, SQL, JSON, HTML or bidirectional text. */
const troubles = fc.constantFrom(
  ...[
    '"',
    '""',
    "'",
    '*',
    '(',
    ')',
    '^',
    ':',
    '+',
    '-',
    '{',
    '}',
    ',',
    '.',
    '\\',
    '/',
    '|',
    '%',
    '_',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'NEAR/2',
    'title :',
    'code:',
    '{title}',
    '--',
    ';',
    'rank',
    'rowid',
  ],
  ...[
    '\0',
    '\n',
    '\t',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200f',
    '\ufeff',
    '\u0300',
    'ـ',
    'ﷺ',
    '½',
    '²',
    '٫',
  ],
  ...[
    'TM63',
    'tm',
    'قاطع',
    '32A',
    '٣٢',
    '6–63',
    '0.0',
    '1e999',
    '9'.repeat(400),
    'ß',
    'İ',
    '𝒳',
    '👩‍🔧',
    '漢字',
  ],
)
const questions = fc.oneof(
  fc.array(troubles, { maxLength: 20 }).map((parts) => parts.join('')),
  fc.array(troubles, { maxLength: 20 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

test('no question is an error, and marks are within their texts', () => {
  fc.assert(
    fc.property(questions, (text) => {
      const hits = [...search(index, text).hits, ...index.suggest(text, 'Ar', 5)]
      for (const { title, titleMarks } of hits) {
        for (const [from, to] of titleMarks) {
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(title.length)
        }
      }
      index.documents({ text, language: 'En', offset: 0, limit: 5 })
    }),
    { numRuns: 400 },
  )
})

test('texts with such characters can be indexed and found', () => {
  fc.assert(
    fc.property(questions, (text) => {
      const changed = indexOf({ id: 'own', title: `Marlin ${text}`, text, subTitle: text })
      changed.put([
        entryOf({ id: 'own', title: `Marlin ${text}`, language: 'Ar', parentTitle: text }),
      ])
      expect(search(changed, 'marlin').hits.map(({ id }) => id)).toEqual(['own'])
      changed.close()
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['a long question', 'قاطع breaker '.repeat(1_000)],
  ['a long word', 'x'.repeat(10_000)],
  ['many words of one letter', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(300)],
  ['many digits', '1'.repeat(10_000)],
])('%s is answered at once', (_, text) => {
  const tookMs = startCpuTimer()
  search(index, text)
  index.suggest(text, 'En', 5)
  expect(tookMs()).toBeLessThan(2_000)
})
