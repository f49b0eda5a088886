import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { addresses, canonicalPath } from '../addresses'
import { isLanguage, languageKey } from '../language/languages'

/** All other paths. Redirects another spelling of a screen's path to the canonical one, the rest to the 404. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const path = canonicalPath(pathname)
  if (path !== null) return redirect(path + search, 308)
  const language = new URLSearchParams(search).get(languageKey)
  const query = isLanguage(language) ? `?${languageKey}=${language}` : ''
  return redirect(addresses.error() + query, 302)
}

export function action() {
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
