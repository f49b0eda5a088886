import { readCookie } from '../../server/http/headers'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInstance, type InitOptions, type TFunction } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { z } from 'zod'
import { runtimeFolders } from '../../server/folders'
import {
  defaultLanguage,
  isLanguage,
  languageKey,
  languageMaxAge,
  siteLanguages,
  type Language,
} from './languages'
import { formatCounted, type Translation } from './translation'

/** i18next's options; language codes are those of the content API, "Ar" and "En". */
const i18nOptions = {
  supportedLngs: siteLanguages,
  fallbackLng: defaultLanguage,
  load: 'currentOnly',
  defaultNS: 'translation',
  interpolation: { escapeValue: false, format: formatCounted },
} as const satisfies InitOptions

/**
 * The language of a response: ?lang=, else the cookie, else Arabic. Unknown values count as
 * missing. Accept-Language is ignored.
 */
export function languageOf(request: Request): Language {
  const requested = new URL(request.url).searchParams.get(languageKey)
  if (isLanguage(requested)) return requested
  const fromCookie = cookieIn(request, languageKey)
  return isLanguage(fromCookie) ? fromCookie : defaultLanguage
}

/** The request headers that decide the language of a response, and its content encoding. */
export function varyOf(request: Request) {
  const requested = new URL(request.url).searchParams.get(languageKey)
  return isLanguage(requested) ? 'Accept-Encoding' : 'Accept-Encoding, Cookie'
}

/** @returns the Set-Cookie header for the chosen language */
export function languageCookie(language: Language, isHttps: boolean) {
  return visitorCookie(languageKey, language, languageMaxAge, isHttps)
}

export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: siteLanguages,
    fallbackLanguage: defaultLanguage,
    findLocale: async (request) => languageOf(request),
  },
  i18next: i18nOptions,
})

/** Reads the file that browsers fetch from /assets/i18n/{lang}.json. */
function readTranslations(language: string) {
  const file = path.join(runtimeFolders.translations, `${language}.json`)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

function readTranslation(language: Language): Translation {
  const instance = createInstance()
  void instance.init({
    ...i18nOptions,
    lng: language,
    resources: { [language]: { translation: readTranslations(language) } },
    initImmediate: false,
  })
  return { language, t: withTextCache(instance.t) }
}

/** Caches texts without values: a page looks up about a hundred of them. */
function withTextCache(t: TFunction): TFunction {
  const texts = new Map<unknown, string>()
  return new Proxy(t, {
    apply(translate, self, args: Parameters<TFunction>) {
      const [key, ...values] = args
      if (values.length > 0) return String(Reflect.apply(translate, self, args))
      const text = texts.get(key) ?? String(Reflect.apply(translate, self, args))
      texts.set(key, text)
      return text
    },
  })
}

const translations = new Map<Language, Translation>()

/** Returns the texts of a language, as i18next makes them of its file. */
export function translationFor(language: Language): Translation {
  const translation = translations.get(language) ?? readTranslation(language)
  // In development, translations are read again for every request.
  if (import.meta.env.PROD) translations.set(language, translation)
  return translation
}

/** @returns the value of a cookie, not decoded, or null */
export function cookieIn({ headers }: Request, name: string) {
  return readCookie(headers.get('cookie'), name)
}

/**
 * @param maxAgeS lifetime in seconds; 0 removes the cookie
 * @returns the Set-Cookie header of a visitor's own choice; not HttpOnly, since page script changes it
 */
export function visitorCookie(name: string, value: string, maxAgeS: number, isHttps: boolean) {
  const secure = isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax${secure}`
}
