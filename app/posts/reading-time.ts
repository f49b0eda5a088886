import type { Language } from '../language/languages'

/**
 * Reading speed of adults who read aloud for comprehension, words per minute: Trauzettel-Klosinski
 * and Dietz, Standardized Assessment of Reading Performance, 2012. Arabic is lower because an
 * Arabic word says more: article, conjunction and pronoun are written as part of the word.
 */
const wordsPerMinute: Record<Language, number> = { Ar: 138, En: 228 }

/** Reading time in minutes: 0 for no text, otherwise at least 1. */
export function readingMinutes(wordCount: number, language: Language) {
  if (wordCount === 0) return 0
  return Math.max(1, Math.round(wordCount / wordsPerMinute[language]))
}
