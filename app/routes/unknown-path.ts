import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { addresses } from '../addresses'
import { isLanguage, languageKey } from '../language/languages'

/** Redirects all other paths to the 404. The site's host has already redirected other spellings of a screen's path. */
export function loader({ request }: LoaderFunctionArgs) {
  const language = new URL(request.url).searchParams.get(languageKey)
  const query = isLanguage(language) ? `?${languageKey}=${language}` : ''
  return redirect(addresses.error() + query, 302)
}

export function action() {
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
