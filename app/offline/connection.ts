import type { Router } from '@remix-run/router'
import { addresses } from '../addresses'
import { itemsText } from '../enquiry/quote-items'
import { itemsIn, subscribeToList } from '../enquiry/quote-list-link'
import { languageOfCookie } from '../language/language-script'
import { loadTranslation, type Translation } from '../language/translation'

declare global {
  interface Window {
    /**
     * Called by Remix's modules when a request of a navigation has failed (framework/patched-libraries.ts). Without a
     * network the visitor stays on the page; otherwise the address is loaded as a page.
     * @throws the error, where the page must be left
     */
    keepPage?: (error: unknown) => Promise<never>
    __remixRouter?: Router
  }
}

/** Names what has failed; the translations have a text for each. */
type Failed = 'open' | 'change' | 'send'

/** A connection over which nothing comes back within this time, ms, is none. */
const timeoutMs = 5_000

/** How long an address is shown before it is stored, and a list is unchanged, ms. */
const settleMs = { address: 1_000, list: 100 }

/**
 * Does something that needs the network. Without one, says so on the page and offers to try again: what the visitor
 * has written stays.
 * @param act leaves the page, or changes it
 * @param retry what "Try again" does, where that is not `act`
 */
export async function whenConnected(failed: Failed, act: () => void, retry = act) {
  if (await isConnected()) act()
  else await showNotice(failed, () => void whenConnected(failed, retry))
}

async function isConnected() {
  const timeout = new AbortController()
  setTimeout(() => timeout.abort(), timeoutMs)
  const probe = { method: 'HEAD', cache: 'no-store', signal: timeout.signal } as const
  return fetch(addresses.webManifest(), probe).then(
    () => true,
    () => false,
  )
}

let notice: HTMLElement | undefined

/** The notice is outside React's page, which may be gone by the time. */
async function showNotice(failed: Failed, retry: () => void) {
  const translation = await loadTranslation()
  if (!translation) return
  hideNotice()
  notice = document.createElement('div')
  notice.className = 'connection-notice'
  notice.setAttribute('role', 'alert')
  const text = document.createElement('p')
  text.textContent = translation.t(`connection.${failed}`)
  notice.append(
    text,
    button(translation, 'errors.again', retry),
    button(translation, 'connection.close', () => undefined),
  )
  document.body.append(notice)
}

function button({ t }: Translation, text: 'errors.again' | 'connection.close', act: () => void) {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = text === 'errors.again' ? 'button' : 'text-link'
  element.textContent = t(text)
  element.addEventListener('click', () => {
    hideNotice()
    act()
  })
  return element
}

function hideNotice() {
  notice?.remove()
  notice = undefined
}

let isStarted = false

/**
 * Keeps the page on a connection that is gone, and tells the service worker what is shown. Called once React has rendered
 * Remix's router, and again if it loses the page.
 */
export function startOffline() {
  const router = window.__remixRouter
  if (!router || isStarted) return
  isStarted = true
  window.keepPage = (error) => keepPage(router, error)
  let shown = router.state.location
  router.subscribe(({ location, navigation, errors }) => {
    if (navigation.state !== 'idle' || location === shown || errors) return
    if (location.pathname + location.search !== shown.pathname + shown.search) hideNotice()
    shown = location
    report(false, settleMs.address)
  })
  if (document.documentElement.dataset['offline'] === undefined) return
  // Service workers are missing over HTTP, and in some private windows.
  navigator.serviceWorker?.register(addresses.serviceWorker()).then(
    () => {
      report(true, settleMs.address)
      subscribeToList(() => report(true, settleMs.list))
      addEventListener('pagehide', () => {
        if (timer !== undefined) reportNow()
      })
    },
    () => undefined,
  )
}

async function keepPage(router: Router, error: unknown): Promise<never> {
  const { navigation, location: shown } = router.state
  const target = navigation.location
  const isLeft = location.pathname + location.search !== shown.pathname + shown.search
  const address = target ? target.pathname + target.search + target.hash : ''
  const canLoad = target && ((await isConnected()) || (await isStored(address)))
  // The address is already that of the page before: its error page offers to try again.
  if (isLeft && !canLoad) throw error
  // Meanwhile, the visitor may have gone somewhere else.
  if (router.state.navigation.location !== target) return stay()
  if (!target) void showNotice('open', () => router.revalidate())
  else if (isLeft) location.reload()
  else if (canLoad) location.assign(address)
  else {
    void showNotice('open', () => void router.navigate(address))
    await endNavigation(router)
  }
  return stay()
}

/** Returns what a navigation that has ended may wait for without harm. */
function stay() {
  return new Promise<never>(() => undefined)
}

/** The router can only go somewhere else; for another hash of the same address, it loads nothing. */
async function endNavigation(router: Router) {
  const { href } = location
  const { pathname, search } = router.state.location
  const to = `${pathname}${search}#content`
  await router.navigate(to, { replace: true, preventScrollReset: true })
  history.replaceState(history.state, '', href)
}

/** Whether the service worker has stored a page. */
async function isStored(address: string) {
  if (!navigator.serviceWorker?.controller) return false
  const key = new URL(address, location.origin)
  key.searchParams.set('lang', languageOfCookie())
  key.hash = ''
  return (await caches.match(key.href)) !== undefined
}

let timer: ReturnType<typeof setTimeout> | undefined
let isLoadedPage = true

/** @param isLoaded false: the address was reached without a page load */
function report(isLoaded: boolean, delayMs: number) {
  isLoadedPage &&= isLoaded
  clearTimeout(timer)
  timer = setTimeout(reportNow, delayMs)
}

function reportNow() {
  clearTimeout(timer)
  timer = undefined
  const message = {
    address: location.pathname + location.search,
    list: encodeURIComponent(itemsText(itemsIn(document.cookie))),
    isLoaded: isLoadedPage,
  }
  isLoadedPage = true
  if (navigator.connection?.saveData && !message.isLoaded) return
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message))
}
