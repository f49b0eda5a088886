import type { Language } from '../language/languages'

/**
 * Words a minute of adults who read aloud and attend to what they read: Trauzettel-Klosinski and
 * Dietz, Standardized Assessment of Reading Performance, 2012: Arabic 138, English 228. An Arabic
 * word holds more: its article, its conjunction and its pronoun are written as one with it.
 */
const wordsPerMinute: Record<Language, number> = { Ar: 138, En: 228 }

/** How many minutes a text takes to read: 0 for no text, else 1 or more. */
export function readingMinutes(wordCount: number, language: Language) {
  if (wordCount === 0) return 0
  return Math.max(1, Math.round(wordCount / wordsPerMinute[language]))
}
