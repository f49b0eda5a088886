import { describe, expect, test } from 'vitest'
import { languageOf } from '../../../app/language/i18n.server.ts'
import { rememberLanguageScript } from '../../../app/language/language-script.ts'
import { openBrowser, type FakeBrowserOptions } from '../../support/fake-browser.ts'

/** The server's choice of language, from address and cookie. */
function serve(address: URL, cookies: ReadonlyMap<string, string>) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return languageOf(new Request(address, { headers: { cookie } }))
}

function openSite(options?: FakeBrowserOptions) {
  return openBrowser(rememberLanguageScript, serve, options)
}

describe('a first visit', () => {
  test('shows Arabic at once and stores it', () => {
    const browser = openSite()
    expect(browser.visit('/about')).toEqual([{ address: '/about', language: 'Ar' }])
    expect(browser.stored()).toBe('Ar')
  })

  test('with an English cookie shows English at once and stores it', () => {
    const browser = openSite({ cookies: { lang: 'En' } })
    expect(browser.visit('/about')).toEqual([{ address: '/about', language: 'En' }])
    expect(browser.stored()).toBe('En')
  })

  test.each(['', 'null', 'undefined', 'Fr', 'en', 'EN', 'Ar ', '[object Object]', '__proto__'])(
    'a stored "%s" counts as missing and becomes the page’s language',
    (stored) => {
      const browser = openSite({ stored })
      expect(browser.visit('/about')).toEqual([{ address: '/about', language: 'Ar' }])
      expect(browser.stored()).toBe('Ar')
      expect(browser.writtenCookies).toEqual([])
    },
  )
})

describe('a later visit', () => {
  test('in the stored language is shown at once; no cookie is written', () => {
    const browser = openSite({ stored: 'En', cookies: { lang: 'En' } })
    expect(browser.visit('/News?page=2')).toEqual([{ address: '/News?page=2', language: 'En' }])
    expect(browser.writtenCookies).toEqual([])
  })

  test('without the cookie: the stored language wins after one reload', () => {
    const browser = openSite({ stored: 'En' })
    expect(browser.visit('/News?page=2#list')).toEqual([
      { address: '/News?page=2#list', language: 'Ar' },
      { address: '/News?page=2#list', language: 'En' },
    ])
    expect(browser.cookies.get('lang')).toBe('En')
    expect(browser.writtenCookies).toEqual(['lang=En; path=/; max-age=31536000; samesite=lax'])
    expect(browser.stored()).toBe('En')
    expect(browser.visit('/about')).toEqual([{ address: '/about', language: 'En' }])
  })

  test('with another cookie: the stored language wins after one reload', () => {
    const browser = openSite({ stored: 'Ar', cookies: { lang: 'En', theme: 'dark' } })
    expect(browser.visit('/')).toEqual([
      { address: '/', language: 'En' },
      { address: '/', language: 'Ar' },
    ])
    expect(browser.cookies.get('lang')).toBe('Ar')
  })

  test('works repeatedly on the same page if the cookie is lost repeatedly', () => {
    const browser = openSite({ stored: 'En' })
    for (let day = 0; day < 3; day += 1) {
      browser.cookies.clear()
      expect(browser.visit('/about').at(-1)).toEqual({ address: '/about', language: 'En' })
    }
  })
})

describe('with cookies disabled', () => {
  test('the address carries the stored language, once', () => {
    const browser = openSite({ stored: 'En', keepsCookies: false })
    expect(browser.visit('/News?page=2#list')).toEqual([
      { address: '/News?page=2#list', language: 'Ar' },
      { address: '/News?page=2&lang=En#list', language: 'En' },
    ])
    expect(browser.stored()).toBe('En')
    expect(browser.visit('/about').at(-1)).toEqual({ address: '/about?lang=En', language: 'En' })
  })

  test('a server that still responds in the other language causes no loop', () => {
    const browser = openBrowser(rememberLanguageScript, () => 'Ar', {
      stored: 'En',
      keepsCookies: false,
    })
    expect(browser.visit('/about')).toHaveLength(2)
    expect(browser.stored()).toBe('Ar')
  })
})

describe('a server that ignores the cookie', () => {
  test('gets one reload, then its language is accepted: no loop', () => {
    const browser = openBrowser(rememberLanguageScript, () => 'Ar', { stored: 'En' })
    expect(browser.visit('/about')).toHaveLength(2)
    expect(browser.stored()).toBe('Ar')
  })
})

describe('?lang= in the address', () => {
  test('wins over the stored language and is stored', () => {
    const browser = openSite({ stored: 'Ar', cookies: { lang: 'Ar' } })
    expect(browser.visit('/about?lang=En')).toEqual([{ address: '/about?lang=En', language: 'En' }])
    expect(browser.stored()).toBe('En')
  })

  test('applies to the following pages', () => {
    const browser = openSite({ stored: 'Ar', cookies: { lang: 'Ar' } })
    browser.visit('/about?lang=En')
    expect(browser.visit('/News').at(-1)).toEqual({ address: '/News', language: 'En' })
  })

  test('with an unknown language counts as missing: the stored one wins', () => {
    const browser = openSite({ stored: 'En' })
    expect(browser.visit('/about?lang=Fr')).toEqual([
      { address: '/about?lang=Fr', language: 'Ar' },
      { address: '/about', language: 'En' },
    ])
    expect(browser.stored()).toBe('En')
  })
})

describe('storage that throws', () => {
  test('the page stays as the server sent it, without an error or a reload', () => {
    const browser = openSite({ hasStorage: false, cookies: { lang: 'En' } })
    expect(browser.visit('/about')).toEqual([{ address: '/about', language: 'En' }])
    expect(browser.writtenCookies).toEqual([])
  })

  test('with cookies disabled, ?lang= still works without a loop', () => {
    const browser = openSite({ hasStorage: false, keepsCookies: false })
    expect(browser.visit('/about?lang=En')).toHaveLength(1)
  })
})

describe('the back button', () => {
  test('to a page in the other language reloads it', () => {
    const browser = openSite({ stored: 'Ar' })
    browser.visit('/about')
    browser.store('En')
    expect(browser.goBack()).toBe(true)
    expect(browser.cookies.get('lang')).toBe('En')
  })

  test('to a page in the stored language does not reload it', () => {
    const browser = openSite({ stored: 'Ar' })
    browser.visit('/about')
    expect(browser.goBack()).toBe(false)
  })
})

test('the script can be inlined: it does not close its own element', () => {
  expect(rememberLanguageScript).not.toMatch(/<\/script|<!--/i)
})
