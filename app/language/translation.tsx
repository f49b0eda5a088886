import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import { formatNumber } from './format'
import { defaultLanguage, isLanguage, languages, type Language } from './languages'

/** The texts of a page: those of one language. */
export interface Translation {
  language: Language
  /** Returns the text of a key, with values in place of its names in braces, in the form for `count`. */
  t: TFunction
}

/** Without a provider around it, a component shows the keys of its texts. */
export const TranslationContext = createContext<Translation>({
  language: defaultLanguage,
  t: ((key: string) => key) as TFunction,
})

export function useTranslation(): Translation {
  return useContext(TranslationContext)
}

/** Formats "{{count, number}}" in a text. */
export function formatCounted(value: unknown, _format?: string, language?: string) {
  return typeof value === 'number' && isLanguage(language)
    ? formatNumber(value, language)
    : String(value)
}

type Values = Record<string, string | number | undefined>

/**
 * Translates in the browser, where i18next would be a sixth of all script: what a page needs of it is the form of a count, and
 * values in place of names. A test compares every text with what i18next makes of it.
 * @param texts the translation file of the language
 */
export function createTranslation(language: Language, texts: object): Translation {
  const { intl } = languages[language]
  const plurals = new Intl.PluralRules(intl)

  function find(key: string): unknown {
    return key
      .split('.')
      .reduce<unknown>((found, name) => (found as Values | undefined)?.[name], texts)
  }

  function translate(key: string, values: Values = {}) {
    const { count } = values
    const counted = typeof count === 'number' ? find(`${key}_${plurals.select(count)}`) : undefined
    const text = counted ?? find(key)
    if (typeof text !== 'string') return key
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
      const value = values[name] ?? ''
      return isNumber ? formatCounted(value, isNumber, language) : String(value)
    })
  }
  return { language, t: translate as TFunction }
}

let pageTranslation: Promise<Translation | null> | undefined

/**
 * Loads the texts of the page in the browser, once: a page has one language, which never changes.
 * @returns null when they cannot be had; then nothing is hydrated
 */
export function loadTranslation() {
  pageTranslation ??= fetchTranslation().catch(() => null)
  return pageTranslation
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
