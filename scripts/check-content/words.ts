import type { Language } from '../../server/content-service/wire.ts'
import type { Problem, Text } from './texts.ts'

/** What docs/glossary.md says to machines. */
export interface Glossary {
  /** The terms that have another in their place. */
  replaced: { term: string; by: string; isOfInterface: boolean }[]
  /** Pairs of words that differ in a shadda, and rightly. */
  homographs: string[][]
}

/** Reads the tables of the glossary: those with a column "Not", and the one of "Two words". */
export function readGlossary(page: string): Glossary {
  const glossary: Glossary = { replaced: [], homographs: [] }
  let heading = ''
  let columns: string[] = []
  for (const line of page.split('\n')) {
    if (line.startsWith('#')) heading = line
    if (!line.startsWith('|')) {
      columns = []
      continue
    }
    const cells = line.split('|').map((cell) => cell.trim())
    if (columns.length === 0) columns = cells
    const cellOf = (column: string) => cells[columns.indexOf(column)] ?? ''
    if (cells === columns || /^-+$/.test(cells[1] ?? '')) continue
    if (columns.includes('Two words')) glossary.homographs.push(cellOf('Two words').split('، '))
    for (const term of cellOf('Not')
      .split(/[،,؛;]\s*/)
      .filter(Boolean)) {
      const by = cellOf(isArabic(term) ? 'Arabic' : 'English')
      glossary.replaced.push({ term, by, isOfInterface: heading.includes('interface') })
    }
  }
  return glossary
}

/** Where a replaced term is right. */
const rightTerms = [
  { term: 'قاطع التسرّب', post: 'rccb', reason: 'The page says once what people call the device.' },
  { term: 'مصهر', post: 'sustainability-materials', reason: 'It is the smelter for scrap copper.' },
]

/** Finds the terms that the glossary replaces. */
export function findReplacedTerms(texts: Text[], { replaced }: Glossary): Problem[] {
  const terms = replaced.map((entry) => ({ ...entry, pattern: patternOf(entry.term) }))
  return texts.flatMap((text) => {
    const plain = withoutMarks(text.text)
    return terms
      .filter(({ isOfInterface }) => !isOfInterface || text.file.endsWith('.json'))
      .filter(({ term }) => isArabic(term) === (text.language === 'Ar'))
      .filter(({ pattern }) => pattern.test(plain))
      .filter(({ term }) => !rightTerms.some((e) => e.term === term && e.post === text.post))
      .map(({ term, by }) => ({ ...text, message: `the glossary has "${by}" for "${term}"` }))
  })
}

/** Matches a term in its forms: with an article, a preposition, a plural or a pronoun. */
function patternOf(term: string) {
  const words = withoutMarks(term).split(' ')
  if (!isArabic(term)) return new RegExp(`(?<![\\w-])${words.join('[ -]')}(?:s|es)?(?![\\w-])`, 'i')
  const forms = words.map((word) => {
    const [stem, ending] = word.endsWith('ة')
      ? [word.slice(0, -1), '(?:ة|ات|ت\\p{L}+)']
      : [word, '']
    return `(?:ال)?${stem}${ending || '(?:ات|ين|ان|ا|ه|ها)?'}`
  })
  return new RegExp(`(?<!\\p{L})[وف]?[بلك]?(?:لل)?${forms.join('\\s+')}(?!\\p{L})`, 'u')
}

const marks = /[\u064B-\u0652\u0670\u0640]/g

function withoutMarks(text: string) {
  return text.replace(marks, '')
}

function isArabic(text: string) {
  return /[\u0621-\u064A]/.test(text)
}

/**
 * Finds Arabic words that are written with a shadda in one place and without it in another. What
 * is written more rarely is reported. Other marks, as of a passive, make another word.
 */
export function findVowelling(texts: Text[], { homographs }: Glossary): Problem[] {
  const words = texts
    .filter(({ language }) => language === 'Ar')
    .flatMap((text) =>
      (text.text.match(/[\u0621-\u0652\u0670]+/g) ?? []).map((word) => ({ text, word })),
    )
  const stems = new Set(words.map(({ word }) => withoutShadda(spellingOf(word))))
  const known = new Set(homographs.flat().map((word) => withoutShadda(spellingOf(word))))
  const spellings = new Map<string, Map<string, { text: Text; word: string }[]>>()
  for (const entry of words) {
    const spelling = withoutPrefix(spellingOf(entry.word), stems)
    const stem = withoutShadda(spelling)
    if (known.has(stem)) continue
    const found = spellings.get(stem) ?? new Map<string, { text: Text; word: string }[]>()
    spellings.set(stem, found.set(spelling, [...(found.get(spelling) ?? []), entry]))
  }
  return [...spellings.values()].flatMap((found) => {
    const [most, ...others] = [...found.values()].sort((a, b) => b.length - a.length)
    const usual = most?.[0]?.word
    return others.flat().map(({ text, word }) => ({
      ...text,
      message: `"${word}" is "${usual}" in other places (${most?.length})`,
    }))
  })
}

/** A word without endings of case and what a shadda implies: letters, shadda, and damma of a passive. */
function spellingOf(word: string) {
  return word
    .normalize('NFC')
    .replace(/[\u064B-\u0650\u0652]+$|[\u064B\u064E\u0650\u0652\u0640]/g, '')
    .replace(/\u064F\u0651/g, '\u0651\u064F')
}

function withoutShadda(spelling: string) {
  return spelling.replaceAll('\u0651', '')
}

/** Words that only begin like one with a prefix: alone, dates, but, act, description. */
const withoutPrefixes = /^(?:وحد|التمر$|ولكن|فعل|وصف$)/

/** Removes the conjunction and the article where the rest is a word of the texts. */
function withoutPrefix(spelling: string, stems: Set<string>): string {
  if (withoutPrefixes.test(spelling)) return spelling
  const rest = spelling.replace(/^(?:[وف]?(?:ال|بال|لل|كال)|[وف])/, '').replace(/^\u0651/, '')
  return rest.length > 1 && stems.has(withoutShadda(rest)) ? rest : spelling
}

const unitWords =
  /\d\s*(?:(?:كيلو|ملّي|ميجا|ميكرو|نانو)?(?:ثاني\p{L}*|ثوان\p{L}*|دقيق\p{L}*|دقائق|ساع(?:ة|ات)|أمبير|فولت|واط|هرتز|جرام\p{L}*|مترا?|أمتار|أوم|لكس|لومن)|مم|درجة مئوية|في المئة|seconds?|minutes?|hours?|amperes?|volts?|(?:kilo|milli)?(?:watt|metre|gram)s?|per ?cent)(?![\p{L}²])/u

/** How a text is written, against what. */
const forms: {
  languages: (Language | null)[]
  inTables?: true
  pattern: RegExp
  message: string
}[] = [
  {
    languages: ['Ar', 'En', null],
    inTables: true,
    pattern: unitWords,
    message: 'a table has the symbol of a unit, not its name',
  },
  {
    languages: ['Ar'],
    pattern: /[\d}]\s+%|%\s?\d/u,
    message: 'Arabic has no space before %, and it follows its number',
  },
  { languages: ['En'], pattern: /[\d}]%/, message: 'English has a space before %' },
  { languages: [null], pattern: /%/, message: 'a value with % is written once for each language' },
  {
    languages: ['Ar'],
    pattern: /[,;?](?=\s|$|[\u0621-\u064A])|[\u0621-\u0652»)][,;?]/u,
    message: 'Arabic has ، and ؛ and ؟',
  },
  {
    languages: ['Ar', 'En', null],
    pattern: /['"]/,
    message: 'quotation marks and apostrophes are “ ” ’, in Arabic « »',
  },
]

/** A title with many signs, for which the tests of mixed text are written. */
const rawTitle = 'tc-service-kit'

/** Finds units, signs and quotation marks that are written in another way than the glossary says. */
export function findForms(texts: Text[]): Problem[] {
  return texts
    .filter(({ post, key }) => post !== rawTitle || key !== 'title')
    .flatMap((text) =>
      forms
        .filter(({ languages }) => languages.includes(text.language))
        .filter(({ inTables, pattern }) => (!inTables || text.isTable) && pattern.test(text.text))
        .map(({ message }) => ({ ...text, message })),
    )
}
