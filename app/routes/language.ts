import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses } from '../addresses'
import { loadContextOf } from '../content/content.server'
import { readPostedForm } from '../content/loaders.server'
import { formPost } from '../content/form-post'
import { languageCookie } from '../language/i18n.server'
import { isLanguage, languageKey } from '../language/languages'

export const handle = { kind: 'form', post: formPost } satisfies RouteHandle

/** GET changes nothing: only POST and the page's script set the language cookie. */
export function loader() {
  return redirect(addresses.home(), 303)
}

export async function action({ request, context: ofHost }: ActionFunctionArgs) {
  const context = await loadContextOf(ofHost)
  const form = await readPostedForm({ request, context })
  const chosen = form.get(languageKey)
  const headers: HeadersInit = isLanguage(chosen)
    ? { 'Set-Cookie': languageCookie(chosen, context.site.isHttps) }
    : {}
  return redirect(addresses.home(), { status: 303, headers })
}
