/** Longer ones are cut: nobody reads on, and visitors choose them. */
const longestPath = 200

/** The parameters that change a page. Others may hold anything, a visitor's secrets too. */
const knownParameters = /[?&](lang=(?:Ar|En)|page=\d{1,6})(?=&|$)/g

/** A request's address as it may stand in the log. */
export function loggedPath(url: string) {
  const [address = ''] = url.split('#')
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  const search = at < 0 ? [] : [...address.slice(at).matchAll(knownParameters)].map(([, it]) => it)
  // A target may be a whole address (RFC 9112), with a name and a password in it.
  const ownPath = path.replace(/^[^/]*:\/\/[^/]*/, '').slice(0, longestPath)
  return search.length === 0 ? ownPath : `${ownPath}?${search.join('&')}`
}
