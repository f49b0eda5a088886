import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { addresses } from '../addresses'
import { isOwnVisitor } from '../content/anti-forgery.server'
import { languageCookie } from '../language/i18n.server'
import { isLanguage, languageKey } from '../language/languages'

/** The choice lives in a cookie that only this answer and the page's own script set. */
export function loader() {
  return redirect(addresses.home(), 303)
}

export async function action({ request }: ActionFunctionArgs) {
  if (!isOwnVisitor(request)) return new Response(null, { status: 403 })
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    return new Response(null, { status: 415 })
  }
  const form = await request.formData().catch(() => null)
  if (!form) return new Response(null, { status: 400 })
  const chosen = form.get(languageKey)
  const headers: HeadersInit = isLanguage(chosen) ? { 'Set-Cookie': languageCookie(chosen) } : {}
  return redirect(addresses.home(), { status: 303, headers })
}
