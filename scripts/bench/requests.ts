import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

const timeoutMs = 60_000
const agent = new Agent({ keepAlive: true })

export interface GetResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Names and values in turn, as received. */
  rawHeaders: string[]
  body: Buffer
  /** Time to the head of the response, ms. */
  firstByteMs: number
  /** Time to the end of the response, ms. */
  wholeMs: number
}

/**
 * Sends a GET, or the POST of a form, over node:http: fetch would decode the bytes that are measured.
 * @throws Error without a response, or when nothing is received for a minute
 */
export function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<GetResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const to = { host: '127.0.0.1', port, path, agent, timeout: timeoutMs }
    const typed = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
    const pending = form
      ? request({ ...to, method: 'POST', headers: typed })
      : request({ ...to, headers })
    pending.on('response', (response) => {
      const firstByteMs = performance.now() - startedAt
      buffer(response).then((body) => {
        const { statusCode: status = 0, headers: received, rawHeaders } = response
        const wholeMs = performance.now() - startedAt
        resolve({ status, headers: received, rawHeaders, body, firstByteMs, wholeMs })
      }, reject)
    })
    pending.on('timeout', () => pending.destroy(new Error(`${path}: no response within a minute.`)))
    pending.on('error', reject).end(form && new URLSearchParams(form).toString())
  })
}

/** @throws Error unless the status is 200 */
export async function getGood(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
) {
  const response = await get(port, path, headers, form)
  if (response.status !== 200) throw new Error(`${path}: status ${response.status}.`)
  return { ...response, text: response.body.toString('utf8') }
}

/** Whether a response is a hit of the page cache; a miss has `page; fwd=miss`. */
export function isHit({ headers }: GetResponse) {
  return /^page; hit/.test(String(headers['cache-status']))
}

/** The paths of all the site's pages: every file of its sitemap, each page once. */
export async function listPages(port: number) {
  const locationsOf = async (path: string) => {
    const { text } = await getGood(port, path)
    const found = text.matchAll(/<loc>([^<]+)<\/loc>/g)
    return Array.from(found, ([, address = '']) => new URL(address.replaceAll('&amp;', '&')))
  }
  const files = await locationsOf('/sitemap.xml')
  const pages: URL[] = []
  for (const file of files) {
    if (file.pathname.startsWith('/sitemaps/')) pages.push(...(await locationsOf(file.pathname)))
    else pages.push(file)
  }
  return [...new Set(pages.map(({ pathname }) => pathname))]
}

/** Requests the pages of the menu in both languages, which caches them. @returns their paths */
export async function viewMenu(port: number) {
  const { text } = await getGood(port, '/')
  const header = /<header[\s>][\s\S]*?<\/header>/.exec(text)?.[0] ?? ''
  const links = [...header.matchAll(/ href="(\/[^"#?]*)"/g)].map(([, path = '']) => path)
  const paths = [...new Set(links)]
  for (const path of paths) {
    for (const language of ['Ar', 'En']) await get(port, path, { Cookie: `lang=${language}` })
  }
  return paths
}

/** A request of a load. */
export interface Requested {
  path: string
  headers: Record<string, string>
}

/** How many addresses are requested in turn. */
const maxMixed = 200

/** Heads of requests as browsers, apps and machines send them, in any combination. */
export const mixedHeads = Array.from({ length: 50 }, (_, at) => ({
  'User-Agent': `Mozilla/5.0 (${['X11; Linux x86_64', 'Linux; Android 14', 'iPhone'][at % 3]}) Client/${at}`,
  'Accept-Encoding': ['gzip, deflate, br, zstd', 'gzip, deflate', 'br', 'identity'][at % 4] ?? '',
  'Accept-Language': ['ar,en;q=0.8', 'en-GB', 'ar-SA', 'fr', '*'][at % 5] ?? '',
  ...(at % 7 > 0 && { Cookie: `lang=${at % 2 ? 'Ar' : 'En'}; visit=${at}` }),
  ...(at % 6 === 0 && { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }),
}))

/** The pages of the sitemap, each with another head than its neighbours. */
export async function mixedRequests(port: number): Promise<Requested[]> {
  const pages = (await listPages(port)).slice(0, maxMixed)
  return pages.map((path, at) => ({ path, headers: mixedHeads[at % mixedHeads.length] ?? {} }))
}
