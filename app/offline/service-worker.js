/* The site's service worker: without a network, the pages that were seen last and the quotation list still open.
   With a network, every page comes from it. `site` is put in front by service-worker.server.ts. */

/** Pages that were seen, by address and language; the one seen last is at the end. */
const pages = 'site-pages'
const maxPages = 50

/** Scripts, styles and fonts of those pages. */
const files = 'site-files'
const maxFiles = 300

/** The page for all others in each language, and the quotation list. */
const fixed = `site-fixed-${site.release}`

addEventListener('install', (event) => {
  skipWaiting()
  if (site.isOn) event.waitUntil(storeOfflinePages())
})

addEventListener('activate', (event) => event.waitUntil(site.isOn ? takeOver() : remove()))

/** Deletes this worker's caches but for these; others on the same origin have their own. */
async function deleteCachesBut(...kept) {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('site-') && !kept.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function takeOver() {
  await deleteCachesBut(pages, files, fixed)
  // An earlier worker enabled it. When a preload fails, Firefox shows its own error page, whatever this worker answers.
  await registration.navigationPreload?.disable()
  await clients.claim()
}

async function remove() {
  await deleteCachesBut()
  await registration.unregister()
}

if (site.isOn) {
  addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (origin !== location.origin) return
    if (request.mode === 'navigate') event.respondWith(openPage(event))
    else if (request.method === 'GET' && isFile(pathname)) event.respondWith(openFile(request))
  })
  // The page that is shown says where it is, what its list is, and in which language. It may have been reached without
  // a page load, or loaded before this worker was there.
  addEventListener('message', (event) => event.waitUntil(keepShown(event.data)))
}

async function openPage(event) {
  const { request } = event
  try {
    const response = await fetch(request)
    if (request.method === 'GET' && response.ok && isOwnList(request.url)) {
      event.waitUntil(storePage(fixed, request.url, response.clone()))
    } else if (request.method === 'GET' && isStorable(response)) {
      event.waitUntil(storePage(pages, request.url, response.clone()))
    }
    return response
  } catch {
    // A cached page is no response to a form that was to be sent.
    const page = request.method === 'GET' ? await findPage(request.url) : undefined
    return page ?? (await openOfflinePage()) ?? Response.error()
  }
}

/** Whether a page is the visitor's own list: a shared one is in its address. */
function isOwnList(url) {
  return keyOf(url, '') === keyOf(site.list, '')
}

function isStorable({ status, headers, type }) {
  const policy = headers.get('cache-control') ?? ''
  const isHtml = headers.get('content-type')?.startsWith('text/html')
  return status === 200 && type === 'basic' && isHtml && !policy.includes('no-store')
}

/** Stores a page with its scripts, styles and fonts. */
async function storePage(cacheName, url, response, more = {}) {
  const html = await response.text()
  const headers = new Headers({ ...Object.fromEntries(response.headers), ...more })
  // The browser has decoded it.
  headers.delete('content-encoding')
  const language = site.languages.find(
    (name) => name.toLowerCase() === headers.get('content-language'),
  )
  if (language === undefined) return
  const cache = await caches.open(cacheName)
  const key = keyOf(url, language)
  // The order of a cache's entries is that in which they were put.
  await cache.delete(key)
  // A response that was redirected may not answer a navigation.
  await cache.put(key, new Response(html, { headers }))
  if (cacheName === pages) await trim(cache, maxPages)
  await storeFiles(html)
}

async function storeFiles(html) {
  const cache = await caches.open(files)
  const named = html.matchAll(/"(\/(?:assets|brand)\/[\w./-]+\.(?:css|js|woff2|svg))"/g)
  for (const file of new Set([...named].map(([, file]) => file))) {
    // Most are in the browser's own cache, so that nothing is requested.
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined)
  }
  await trim(cache, maxFiles)
}

async function trim(cache, max) {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(key)
}

/** The language of a page is in its address, since its own address may be the same in both. */
function keyOf(url, language) {
  const key = new URL(url, location.origin)
  key.searchParams.set('lang', language)
  key.hash = ''
  return key.href
}

/** @returns the page as it was last seen, in the language of the address or the one seen last */
async function findPage(url) {
  const key = keyOf(url, await languageOf(url))
  return (await open(pages, key)) ?? (await open(fixed, key))
}

async function languageOf(url) {
  const asked = new URL(url, location.origin).searchParams.get('lang')
  if (site.languages.includes(asked)) return asked
  const last = (await (await caches.open(pages)).keys()).at(-1)
  return last ? new URL(last.url).searchParams.get('lang') : site.languages[0]
}

async function open(cacheName, key) {
  return (await caches.open(cacheName)).match(key)
}

async function openOfflinePage() {
  const language = await languageOf(location.href)
  const page = await open(fixed, keyOf(site.offlinePage, language))
  return page && new Response(page.body, { status: 503, headers: page.headers })
}

async function storeOfflinePages() {
  for (const language of site.languages) {
    // Without cookies, the response does not change the visitor's language.
    const address = keyOf(site.offlinePage, language)
    const response = await fetch(address, { credentials: 'omit', cache: 'no-cache' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    await storePage(fixed, address, response)
  }
}

function isFile(pathname) {
  return /^\/(assets|brand)\/.*\.(css|js|json|woff2|svg)$/.test(pathname)
}

/** Files with a hash in their name never change; the others come from the network while there is one. */
async function openFile(request) {
  const cache = await caches.open(files)
  const isFixed = !request.url.includes('/i18n/')
  const stored = await cache.match(request.url)
  if (stored && isFixed) return stored
  try {
    const response = await fetch(request)
    if (response.ok && response.type === 'basic') await cache.put(request.url, response.clone())
    return response
  } catch (error) {
    if (stored) return stored
    throw error
  }
}

/** Stores the page that is shown, unless its page load has just done so, and a list that has changed. */
async function keepShown({ address, list, isLoaded }) {
  const cache = await caches.open(pages)
  const isStored = isLoaded && (await cache.match(keyOf(address, await languageOf(address))))
  if (!isStored) await keep(pages, address, {})
  const shown = await open(fixed, keyOf(site.list, await languageOf(location.href)))
  if (shown?.headers.get('x-list') !== list) await keep(fixed, site.list, { 'x-list': list })
}

async function keep(cacheName, address, more) {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' } })
    const isList = response.ok && isOwnList(response.url)
    if (cacheName === fixed ? isList : isStorable(response)) {
      await storePage(cacheName, response.url, response, more)
    }
  } catch {
    // Without a network, what is stored stays.
  }
}
