import { redirect } from '@remix-run/node'
import { inLanguage } from '../language/in-language'
import { isLanguage, languageKey } from '../language/languages'

/**
 * Redirects (308) to the canonical address of what a request selects, in the language of its query.
 * @param address path and query, without a language
 */
export function redirectToSelection({ url }: Request, address: string) {
  const language = new URL(url).searchParams.get(languageKey)
  const target = isLanguage(language) ? inLanguage(address, language) : address
  return redirect(target, { status: 308, headers: { 'Cache-Control': 'no-store' } })
}

/** Whether a request has the same values as an address for each of some parameters. */
export function isSameSelection({ url }: Request, address: string, names: readonly string[]) {
  const requested = new URL(url).searchParams
  const canonical = new URL(address, url).searchParams
  const valuesIn = (parameters: URLSearchParams) =>
    JSON.stringify(names.map((name) => parameters.getAll(name)))
  return valuesIn(requested) === valuesIn(canonical)
}
