import type { BackendModule, ResourceKey } from 'i18next'

/** i18next's way to the words in a browser: what the page has asked for already, or a request of its own. */
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
  const early = await window.earlyTranslations
  const answer = early ?? (await fetch(`/assets/i18n/${language}.json`))
  const words: unknown = answer.ok ? await answer.json() : undefined
  if (typeof words === 'object' && words !== null) return words
  throw new Error(`The words of ${language} cannot be had: ${answer.status}`)
}
