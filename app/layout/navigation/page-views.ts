import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addresses } from '../../addresses'
import type { Language } from '../../language/languages'

/**
 * Reports every page view, including the first, to the site's own server. Never delays the visitor.
 * Following an anchor within a page is not a page view.
 */
export function usePageViews(language: Language) {
  const { key, pathname, search, hash } = useLocation()
  const reported = useRef({ key: '', path: '', hash: '' })

  useEffect(() => {
    const path = pathname + search
    const previous = reported.current
    reported.current = { key, path, hash }
    if (previous.path === path && (previous.key === key || previous.hash !== hash)) return
    reportPageView(language)
  }, [key, pathname, search, hash, language])
}

/** Reports a view of the page at the current address. */
export function reportPageView(language: Language) {
  const path = location.pathname + location.search
  report({ path, title: withoutIsolates(document.title), lang: language }).catch(() => {
    // Failed reports are ignored: they must not disturb the visitor.
  })
}

/** Removes what the title of a tab has for display only. */
function withoutIsolates(title: string) {
  return title.replace(/[\u2066\u2069]/g, '')
}

interface PageView {
  path: string
  title: string
  lang: Language
}

/** An expired token is rejected with 403; retries once with a new one. */
async function report(view: PageView) {
  const response = await send(view, readToken(document.cookie) ?? (await fetchToken()))
  if (response.status === 403) await send(view, await fetchToken())
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

/** @param cookies document.cookie; over https the token's cookie has the `__Host-` prefix */
export function readToken(cookies: string) {
  const valueOf = (name: string) => new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookies)?.[1]
  return valueOf('__Host-XSRF-TOKEN') ?? valueOf('XSRF-TOKEN')
}
