import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** The response to a visitor, and its timing. */
export interface Visit {
  status: number
  headers: Record<string, string | undefined>
  html: string
  /** From the request to the head of the response, ms. */
  firstByteMs: number
  /** From the request to the end of the response, ms. */
  tookMs: number
}

export type VisitorLanguage = 'Ar' | 'En'

export const visitorLanguages: VisitorLanguage[] = ['Ar', 'En']

/** Requests a page on a new connection, without following redirects. */
export function visit(url: string, lang: VisitorLanguage): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const options = { headers: { cookie: `lang=${lang}` }, agent: false }
    const pending = request(url, options, (response) => {
      const firstByteMs = performance.now() - start
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [
          name,
          String(value),
        ])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          html: Buffer.concat(chunks).toString('utf8'),
          firstByteMs,
          tookMs: performance.now() - start,
        })
      })
    })
    pending.on('error', reject)
    pending.end()
  })
}

/**
 * Visits a page until the response matches.
 * @returns all visits; the last one matches
 */
export async function visitUntil(
  url: string,
  lang: VisitorLanguage,
  matches: (visit: Visit) => boolean,
): Promise<Visit[]> {
  const visits: Visit[] = []
  for (;;) {
    const latest = await visit(url, lang)
    visits.push(latest)
    if (matches(latest)) return visits
    await pause(50)
  }
}
