import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInstance, type i18n, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { z } from 'zod'
import { projectRoot } from '../../server/project-root.ts'
import { getSite } from '../../server/site.ts'
import { readCookie } from '../../server/http/cookies.ts'
import { i18nOptions } from '../language/i18n-options'
import {
  defaultLanguage,
  isLanguage,
  languageKey,
  languageMaxAge,
  languages,
  type Language,
} from '../language/languages'

/** ?lang=, else the cookie, else Arabic. An unknown value counts as missing. Never the browser's wish. */
export function languageOf(request: Request): Language {
  const asked = new URL(request.url).searchParams.get(languageKey)
  if (isLanguage(asked)) return asked
  const remembered = readCookie(request.headers.get('cookie'), languageKey)
  return isLanguage(remembered) ? remembered : defaultLanguage
}

/** @returns the Set-Cookie that remembers a choice; the browser's own script may change it */
export function languageCookie(language: Language) {
  const secure = getSite().isHttps ? '; Secure' : ''
  return `${languageKey}=${language}; Path=/; Max-Age=${languageMaxAge}; SameSite=Lax${secure}`
}

export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: Object.keys(languages),
    fallbackLanguage: defaultLanguage,
    findLocale: async (request) => languageOf(request),
  },
  i18next: i18nOptions,
})

/** The same files that the browser fetches from /assets/i18n/{lang}.json. */
function readTranslations(language: string) {
  const file = path.join(projectRoot, 'public/assets/i18n', `${language}.json`)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

function createTranslator(language: Language): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    ...i18nOptions,
    lng: language,
    resources: { [language]: { translation: readTranslations(language) } },
    initImmediate: false,
  })
  const t = keepingTexts(instance.t)
  return Object.assign(instance, { t, getFixedT: () => t })
}

/** A text that takes no values is looked up once: a page has about a hundred of them. */
function keepingTexts(t: TFunction): TFunction {
  const kept = new Map<unknown, string>()
  return new Proxy(t, {
    apply(look, self, given: Parameters<TFunction>) {
      const [key, ...values] = given
      if (values.length > 0) return String(Reflect.apply(look, self, given))
      const text = kept.get(key) ?? String(Reflect.apply(look, self, given))
      kept.set(key, text)
      return text
    },
  })
}

const translators = new Map<Language, i18n>()

/** The i18next instance of a language, its translations loaded. Shared: it never changes language. */
export function translatorFor(language: Language): i18n {
  const ready = translators.get(language) ?? createTranslator(language)
  // While developing, a changed translation shows at the next request.
  if (getSite().config.production) translators.set(language, ready)
  return ready
}
