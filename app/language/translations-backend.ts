import type { BackendModule, ResourceKey } from 'i18next'

/**
 * i18next's backend in the browser: uses the page's early request for the translations, or its own.
 */
export const translationsBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, callback) {
    fetchTranslations(language).then(
      (translations) => callback(null, translations),
      (error: Error) => callback(error, false),
    )
  },
}

async function fetchTranslations(language: string): Promise<ResourceKey> {
  const early = await window.earlyTranslations
  const response = early ?? (await fetch(`/assets/i18n/${language}.json`))
  const translations: unknown = response.ok ? await response.json() : undefined
  if (typeof translations === 'object' && translations !== null) return translations
  throw new Error(`Failed to load the translations for ${language}: HTTP ${response.status}`)
}
