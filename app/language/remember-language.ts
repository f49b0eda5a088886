import { languageKey, languageMaxAge } from './languages'

/**
 * Runs in the head before anything is painted, so that nobody sees the other language first.
 * A stored choice that differs from the page's wins: the cookie is set and the page asked for
 * again, once. Where cookies are off, ?lang= carries the choice. A page that was asked for in its
 * language by ?lang=, or finds no usable choice, stores its own. Plain text and not a compiled
 * function, because its hash stands in the content security policy.
 */
export const rememberLanguageScript = `(function () {
  var root = document.documentElement, key = '${languageKey}', moved = key + '-moved'
  function read(store, name) { try { return store().getItem(name) } catch (_) { return null } }
  function write(store, name, value) { try { store().setItem(name, value) } catch (_) {} }
  function local() { return localStorage }
  function session() { return sessionStorage }
  function check() {
    var page = root.getAttribute('data-language'), url = new URL(location.href), stored = read(local, key)
    var chosen = stored === 'Ar' || stored === 'En' ? stored : page
    if (chosen === page || url.searchParams.get(key) === page || read(session, moved) === url.pathname + chosen) {
      write(local, key, page)
      write(session, moved, '')
      return
    }
    write(session, moved, url.pathname + chosen)
    root.hidden = true
    document.cookie = key + '=' + chosen + '; path=/; max-age=${languageMaxAge}; samesite=lax'
    if (document.cookie.split('; ').indexOf(key + '=' + chosen) >= 0 && !url.searchParams.has(key)) location.reload()
    else { url.searchParams.set(key, chosen); location.replace(url) }
  }
  check()
  addEventListener('pageshow', function (event) { if (event.persisted) check() })
})()`
