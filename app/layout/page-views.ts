import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'

/** Reports every navigation, the first included, to the site's own server. Never in a visitor's way. */
export function usePageViews(language: Language) {
  const { key, pathname, search } = useLocation()
  const reported = useRef('')

  useEffect(() => {
    const view = key + pathname + search
    if (reported.current === view) return
    reported.current = view
    report({ path: pathname + search, title: document.title, lang: language }).catch(() => {
      // A page view that cannot be reported is not worth a word to the visitor.
    })
  }, [key, pathname, search, language])
}

interface PageView {
  path: string
  title: string
  lang: Language
}

/** A token that has run out is refused with 403; one more try with a new one. */
async function report(view: PageView) {
  const answer = await send(view, readToken() ?? (await fetchToken()))
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
  return readToken() ?? ''
}

function readToken() {
  return /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
}
