import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { languageCookie, languageOf, translationFor } from '../../../app/language/i18n.server.ts'
import { isLanguage, type Language, siteLanguages } from '../../../app/language/languages.ts'
import { createTranslation } from '../../../app/language/translation.tsx'
import { projectRoot } from '@site/runtime/project'

function languageFor(search: string, cookie?: string, headers: Record<string, string> = {}) {
  return languageOf(
    new Request(`https://site.example/about${search}`, {
      headers: { ...headers, ...(cookie !== undefined && { cookie }) },
    }),
  )
}

describe('the language of a page', () => {
  test('is Arabic for a first visitor, whatever Accept-Language says', () => {
    expect(languageFor('')).toBe('Ar')
    expect(languageFor('', undefined, { 'accept-language': 'en-GB,en;q=0.9' })).toBe('Ar')
  })

  test('is that of the cookie', () => {
    expect(languageFor('', 'lang=En')).toBe('En')
    expect(languageFor('', 'lang=Ar')).toBe('Ar')
    expect(languageFor('', 'theme=dark; lang=En; XSRF-TOKEN=a=b')).toBe('En')
  })

  test('is that of ?lang=, even if the cookie differs', () => {
    expect(languageFor('?lang=En')).toBe('En')
    expect(languageFor('?lang=Ar', 'lang=En')).toBe('Ar')
    expect(languageFor('?page=2&lang=En', 'lang=Ar')).toBe('En')
  })

  test.each([
    ...['?lang=', '?lang=en', '?lang=EN', '?lang=ar', '?lang=Fr', '?lang=null', '?lang=undefined'],
    ...[
      '?lang=En%20',
      '?lang=%00En',
      '?lang=__proto__',
      '?lang=toString',
      '?lang[]=Ar',
      '?LANG=Ar',
    ],
  ])('%s counts as missing: the cookie decides, else Arabic', (search) => {
    expect(languageFor(search, 'lang=En')).toBe('En')
    expect(languageFor(search)).toBe('Ar')
  })

  test.each([
    ...['lang=', 'lang', '=En', 'lang=en', 'lang="En"', 'lang=Fr', 'lang=null', 'lang=%45n'],
    ...['lang=Ar,En', 'lang=constructor', 'lang=__proto__', 'lang=hasOwnProperty', 'language=En'],
    ...['xlang=En', 'LANG=En', 'lang=En=', ';;;', '; ; lang', `lang=${'E'.repeat(100_000)}`],
    ...['a=lang=En', 'lang =Fr'],
  ])('the cookie "%.40s" counts as missing', (cookie) => {
    expect(languageFor('', cookie)).toBe('Ar')
  })

  test('broken cookies around it are ignored', () => {
    expect(languageFor('', '=; ;;a; %; lang=En; =')).toBe('En')
    expect(languageFor('', 'lang=En;')).toBe('En')
    expect(languageFor('', 'a="x; lang=En')).toBe('En')
  })

  test('the first of several cookies or parameters counts', () => {
    expect(languageFor('', 'lang=En; lang=Ar')).toBe('En')
    expect(languageFor('?lang=En&lang=Ar')).toBe('En')
  })
})

describe('the language cookie', () => {
  test('is valid for the whole site and a year, and readable by script', () => {
    const cookie = 'lang=En; Path=/; Max-Age=31536000; SameSite=Lax'
    expect(languageCookie('En', false)).toBe(cookie)
    expect(languageCookie('En', true)).toBe(`${cookie}; Secure`)
  })
})

describe('the table of languages', () => {
  test.each(['ar', '', 'toString', '__proto__', null, undefined, 1, ['Ar'], {}])(
    '%j is not a language',
    (value) => {
      expect(isLanguage(value)).toBe(false)
    },
  )
})

function readFileOf(language: Language): object {
  const file = path.join(projectRoot, 'public/assets/i18n', `${language}.json`)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Every text of a translation file by its full key, `list.pageOf`. */
function readTexts(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  function walk(value: unknown, key: string) {
    if (typeof value === 'string') return texts.set(key, value)
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(value))
    for (const [name, below] of entries) walk(below, key === '' ? name : `${key}.${name}`)
  }
  walk(readFileOf(language), '')
  return texts
}

const pluralForm = /_(zero|one|two|few|many|other)$/

describe('the translations', () => {
  const arabic = readTexts('Ar')
  const english = readTexts('En')
  const messagesOf = (texts: Map<string, string>) =>
    [...new Set([...texts.keys()].map((key) => key.replace(pluralForm, '')))].sort()
  const formsOf = (texts: Map<string, string>, message: string) =>
    [...texts].filter(([key]) => key.replace(pluralForm, '') === message)
  const countedMessages = messagesOf(arabic).filter((message) => !arabic.has(message))

  test('have the same messages in both languages', () => {
    expect(messagesOf(arabic)).toEqual(messagesOf(english))
    expect(messagesOf(arabic).length).toBeGreaterThan(50)
  })

  test('have no empty text and no surrounding white space', () => {
    for (const [key, text] of [...arabic, ...english]) {
      expect(text, key).not.toBe('')
      expect(text, key).toBe(text.trim())
    }
  })

  test('use the same values in both languages', () => {
    const namesIn = (texts: Map<string, string>, message: string) => {
      const all = formsOf(texts, message).map(([, text]) => text)
      return [...new Set(all.flatMap((text) => text.match(/\{\{[^}]*\}\}/g) ?? []))].sort()
    }
    for (const message of messagesOf(arabic)) {
      expect(namesIn(arabic, message), message).toEqual(namesIn(english, message))
    }
  })

  test('every counted message has all six Arabic forms and both English ones', () => {
    expect(countedMessages.length).toBeGreaterThan(0)
    for (const message of countedMessages) {
      const forms = (texts: Map<string, string>) =>
        formsOf(texts, message).map(([key]) => key.slice(message.length + 1))
      expect(forms(arabic).sort(), message).toEqual(['few', 'many', 'one', 'other', 'two', 'zero'])
      expect(forms(english).sort(), message).toEqual(['one', 'other'])
    }
  })

  test('the Arabic ones use only Arabic letters but for formats and an address, the English ones only Latin ones', () => {
    for (const [key, text] of arabic) {
      const words = text.replace(/\{\{[^}]*\}\}|\((?:CSV|PDF|XLSX?|ZIP)\)|name@example\.com/g, '')
      expect(words, key).not.toMatch(/\p{Script=Latin}/u)
      expect(words, key).toMatch(/\p{Script=Arabic}/u)
    }
    for (const [key, text] of english) expect(text, key).not.toMatch(/\p{Script=Arabic}/u)
  })
})

describe('translated texts', () => {
  test('values are inserted unchanged, markup not yet escaped', () => {
    const title = 'لوحات <b> & "كابلات" {{title}} $t(menu.home)'
    expect(translationFor('En').t('products.ofSolution', { title })).toBe(`${title} Products`)
    expect(translationFor('Ar').t('products.ofSolution', { title })).toBe(`منتجات ${title}`)
  })

  test.each([
    [0, 'لا فروع'],
    [1, 'فرع واحد'],
    [2, 'فرعان'],
    [3, '3 فروع'],
    [10, '10 فروع'],
    [11, '11 فرعًا'],
    [99, '99 فرعًا'],
    [100, '100 فرع'],
    [103, '103 فروع'],
  ])('%i branches in Arabic', (count, text) => {
    expect(translationFor('Ar').t('branches.count', { count })).toBe(text)
  })

  test.each([
    [1, 'One branch'],
    [0, '0 branches'],
    [12, '12 branches'],
  ])('%i branches in English', (count, text) => {
    expect(translationFor('En').t('branches.count', { count })).toBe(text)
  })

  test.each(siteLanguages)('every one of %s is the same in browsers and on the server', (lang) => {
    const inBrowser = createTranslation(lang, readFileOf(lang)).t as unknown as Translate
    const onServer = translationFor(lang).t as unknown as Translate
    const texts = readTexts(lang)
    for (const key of ['menu.home', 'unknown', 'unknown.key', 'layout.menu.none']) {
      expect(inBrowser(key), key).toBe(onServer(key))
    }
    const names = [...texts.values()].flatMap((text) => text.match(/(?<=\{\{)\w+/g) ?? [])
    for (const value of [0, 1, 2, 5, 11, 100, 1.5, 12_345, 'قاطع <b> & {{count}} $& $t(x)']) {
      const values = Object.fromEntries(['count', ...names].map((name) => [name, value]))
      for (const message of new Set([...texts.keys()].map((key) => key.replace(pluralForm, '')))) {
        expect(inBrowser(message, values), message).toBe(onServer(message, values))
      }
    }
  })
})

type Translate = (key: string, values?: Record<string, unknown>) => string
