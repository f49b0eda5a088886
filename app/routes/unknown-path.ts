import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { addresses, canonicalPath } from '../addresses'
import { isLanguage, languageKey } from '../language/languages'

/** Any path that no screen has; one that is only spelled otherwise goes to its own spelling. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const own = canonicalPath(pathname)
  if (own !== null) return redirect(own + search, 308)
  const asked = new URLSearchParams(search).get(languageKey)
  return redirect(addresses.error() + (isLanguage(asked) ? `?${languageKey}=${asked}` : ''), 302)
}

export function action() {
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
