import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { screens } from '../../app/addresses.ts'
import type { Language } from '../../app/language/languages.ts'

/**
 * What Remix would hand to the loader of an address: the request with its cookie, the parameters
 * that the address table finds in the path, and a load context of its own.
 */
export function argsFor(
  address: string,
  { lang, context = {} }: { lang?: Language; context?: AppLoadContext } = {},
): LoaderFunctionArgs {
  const url = new URL(address, 'http://localhost:3000')
  const headers: HeadersInit = lang ? { cookie: `lang=${lang}` } : {}
  return { request: new Request(url, { headers }), params: parametersOf(url.pathname), context }
}

function parametersOf(pathname: string) {
  const given = pathname.split('/').filter((segment) => segment !== '')
  const pattern = Object.values(screens)
    .map((text) => text.split('/'))
    .find(
      (wanted) =>
        wanted.length === given.length &&
        wanted.every((segment, at) => segment.startsWith(':') || segment === given[at]),
    )
  const pairs = (pattern ?? []).flatMap((segment, at) =>
    segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
  )
  return Object.fromEntries(pairs) as Record<string, string>
}
