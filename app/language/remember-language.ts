import { languageKey, languageMaxAge } from './languages'

/**
 * Runs in the head before anything is painted, so that nobody sees the other language first.
 * A stored choice that differs from the page's wins: the cookie is set and the page asked for
 * again, once. Where cookies are off, ?lang= carries the choice. A page that was asked for in its
 * language by ?lang=, or finds no usable choice, stores its own. A page that the browser brings back
 * as it was left, perhaps half turned round by the language button, is asked for again. What the
 * language button says is stored here too: it may be pressed before the page has come alive. Plain
 * text and not a compiled function, because its hash stands in the content security policy.
 */
export const rememberLanguageScript = `(function () {
  var root = document.documentElement, key = '${languageKey}', moved = key + '-moved'
  function read(store, name) { try { return store().getItem(name) } catch (_) { return null } }
  function write(store, name, value) { try { store().setItem(name, value) } catch (_) {} }
  function local() { return localStorage }
  function session() { return sessionStorage }
  function chosen(page) { var stored = read(local, key); return stored === 'Ar' || stored === 'En' ? stored : page }
  function ask(language, url) {
    root.hidden = true
    var secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = key + '=' + language + '; path=/; max-age=${languageMaxAge}; samesite=lax' + secure
    var isRemembered = document.cookie.split('; ').indexOf(key + '=' + language) >= 0
    if (isRemembered && !url.searchParams.has(key)) { location.reload(); return }
    if (isRemembered) url.searchParams.delete(key)
    else url.searchParams.set(key, language)
    location.replace(url)
  }
  function check() {
    var page = root.getAttribute('data-language'), url = new URL(location.href), language = chosen(page)
    if (language === page || url.searchParams.get(key) === page || read(session, moved) === url.pathname + language) {
      write(local, key, page)
      write(session, moved, '')
      return
    }
    write(session, moved, url.pathname + language)
    ask(language, url)
  }
  check()
  addEventListener('submit', function (event) {
    var button = event.submitter
    if (button && button.name === key) write(local, key, button.value)
  })
  addEventListener('pageshow', function (event) {
    var page = root.getAttribute('data-language'), language = chosen(page)
    var isTurned = root.getAttribute('lang') !== page.toLowerCase()
    if (event.persisted && (language !== page || isTurned)) ask(language, new URL(location.href))
  })
})()`
