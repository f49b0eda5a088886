import { isLanguage } from './languages'
import { createTranslation, type Translation } from './translation'

let translation: Promise<Translation | null> | undefined

/**
 * Loads the texts of the page in the browser, once: a page has one language, which never changes.
 * @returns null when they cannot be had; then nothing is hydrated
 */
export function loadTranslation() {
  translation ??= fetchTranslation().catch(() => null)
  return translation
}

/** Uses the page's early request for the translation file, or its own. */
async function fetchTranslation() {
  const { language } = document.documentElement.dataset
  if (!isLanguage(language)) return null
  const early = await window.earlyTranslations
  const response = early ?? (await fetch(`/assets/i18n/${language}.json`))
  const texts: unknown = response.ok ? await response.json() : null
  return typeof texts === 'object' && texts !== null ? createTranslation(language, texts) : null
}
