import { wordForms } from './synonyms.ts'
import { foldWord } from './fold-text.ts'

const article = /^(?:[وفبك]?ال|لل)(?=.{3})/u
const arabic = /^[\u0620-\u06ff]+$/u

/** Irregular forms (broken plurals, American spellings) to the first form of their line. */
const firstForms = readForms()

/** A folded Arabic word without its article and the prepositions joined to it; at least three letters stay. */
export function withoutArticle(folded: string) {
  return folded.replace(article, '')
}

/**
 * The stem of a folded word: number, gender and common endings make no difference. Light on purpose:
 * words of different meaning must stay different.
 */
export function stem(folded: string) {
  const bare = withoutArticle(folded)
  const known = firstForms.get(bare)
  if (known) return known
  const stemmed = arabic.test(bare) ? stemArabic(bare) : stemEnglish(bare)
  return firstForms.get(stemmed) ?? stemmed
}

function stemArabic(word: string) {
  // "Your branches", "our products"; the taa marbuta of "your company" is written open.
  const owned = word.replace(/(?<=.{3})(?:(?<!ا)ت)?(?:كم|نا)$/u, '')
  const singular = owned.replace(/(?<=.{3})(?:ات|ين|ون|ان)$/u, '')
  return singular.replace(/(?<=.{3})ه$/u, '')
}

function stemEnglish(word: string) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const spelled = word
    .replace(/(?<=.{3})is(?=(?:e[drs]?|ing|ation)$)/, 'iz')
    .replace(/(?<=.{3})our(?=s?$|ed$|ing$)/, 'or')
  const singular = spelled
    .replace(/ies$/, 'y')
    .replace(/(?<=sh|ch|ss|x|z)es$/, '')
    .replace(/(?<=[^siu])s$/, '')
  const ended = singular.replace(/(?<=[aeiouy].*.{2})(?:ing|ed)$/, '')
  const single = ended === singular ? ended : ended.replace(/([bdgmnprt])\1$/, '$1')
  return single.length > 3 ? single.replace(/(?<=.{3})e$/, '') : single
}

function readForms() {
  const forms = new Map<string, string>()
  for (const line of wordForms.trim().split('\n')) {
    const words = line.trim().split(/\s+/).map(foldWord)
    const first = words[0] ?? ''
    const stemmed = arabic.test(first) ? stemArabic(first) : stemEnglish(first)
    for (const word of words) forms.set(word, stemmed)
    for (const word of words) {
      forms.set(arabic.test(word) ? stemArabic(word) : stemEnglish(word), stemmed)
    }
  }
  return forms
}
