import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'

/**
 * Reports every navigation, the first included, to the site's own server. Never in a visitor's way.
 * An anchor within a page is no navigation.
 */
export function usePageViews(language: Language) {
  const { key, pathname, search, hash } = useLocation()
  const reported = useRef({ key: '', path: '', hash: '' })

  useEffect(() => {
    const path = pathname + search
    const previous = reported.current
    reported.current = { key, path, hash }
    if (previous.path === path && (previous.key === key || previous.hash !== hash)) return
    report({ path, title: document.title, lang: language }).catch(() => {
      // A page view that cannot be reported is not worth a word to the visitor.
    })
  }, [key, pathname, search, hash, language])
}

interface PageView {
  path: string
  title: string
  lang: Language
}

/** A token that has run out is refused with 403; one more try with a new one. */
async function report(view: PageView) {
  const answer = await send(view, readToken(document.cookie) ?? (await fetchToken()))
  if (answer.status === 403) await send(view, await fetchToken())
}

function send(view: PageView, token: string) {
  return fetch(addresses.pageView(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token },
    body: JSON.stringify(view),
    keepalive: true,
  })
}

async function fetchToken() {
  await fetch(addresses.pageView(), { cache: 'no-store' })
  return readToken(document.cookie) ?? ''
}

/** @param cookies as document.cookie lists them; over https the token's name has a prefix */
export function readToken(cookies: string) {
  const valueOf = (name: string) => new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookies)?.[1]
  return valueOf('__Host-XSRF-TOKEN') ?? valueOf('XSRF-TOKEN')
}
