import type { BackendModule, ResourceKey } from 'i18next'

/** Where a language's words are, as a file that the build leaves as it is. */
export function translationsAddress(language: string) {
  return `/assets/i18n/${language}.json`
}

/**
 * i18next's way to the words in a browser. The request is the plain one that the page has announced
 * by its preload, so the file comes once, and beside the scripts rather than behind them.
 */
export const translationsBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, done) {
    fetchTranslations(language).then(
      (words) => done(null, words),
      (error: Error) => done(error, false),
    )
  },
}

async function fetchTranslations(language: string): Promise<ResourceKey> {
  const answer = await fetch(translationsAddress(language))
  const words: unknown = answer.ok ? await answer.json() : undefined
  if (typeof words === 'object' && words !== null) return words
  throw new Error(`The words of ${language} cannot be had: ${answer.status}`)
}
