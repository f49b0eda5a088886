import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { addresses } from '../addresses'
import { isFromThisSite } from '../content/anti-forgery.server'
import { languageCookie } from '../content/i18n.server'
import { isLanguage, languageKey } from '../language/languages'

export const handle = {
  kind: 'form',
  post: {
    types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    maxBytes: 64 * 1024,
  },
} satisfies RouteHandle

/** GET changes nothing: only a POST and the page's script set the language cookie. */
export function loader() {
  return redirect(addresses.home(), 303)
}

export async function action({ request }: ActionFunctionArgs) {
  if (!isFromThisSite(request)) return new Response(null, { status: 403 })
  const type = request.headers.get('content-type') ?? ''
  const [mediaType = ''] = type.toLowerCase().split(';')
  if (!handle.post.types.includes(mediaType.trim())) {
    return new Response(null, { status: 415 })
  }
  const form = await request.formData().catch(() => null)
  if (!form) return new Response(null, { status: 400 })
  const chosen = form.get(languageKey)
  const headers: HeadersInit = isLanguage(chosen) ? { 'Set-Cookie': languageCookie(chosen) } : {}
  return redirect(addresses.home(), { status: 303, headers })
}
