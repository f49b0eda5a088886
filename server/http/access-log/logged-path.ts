/** Longer paths are cut: their length is up to the visitor. */
const maxPathLength = 200

/** The parameters that change a page. Others may contain anything, even secrets. */
const knownParameters = /[?&](lang=(?:Ar|En)|page=\d{1,6})(?=&|$)/g

/** The path of a request for the log, with known parameters only. */
export function loggedPath(url: string) {
  const [address = ''] = url.split('#')
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  const search = at < 0 ? [] : [...address.slice(at).matchAll(knownParameters)].map(([, it]) => it)
  // A request target may be a whole URL (RFC 9112), with a user name and password.
  const ownPath = path.replace(/^[^/]*:\/\/[^/]*/, '').slice(0, maxPathLength)
  return search.length === 0 ? ownPath : `${ownPath}?${search.join('&')}`
}
