import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What a visitor got, and how long he waited for it. */
export interface Visit {
  status: number
  headers: Record<string, string | undefined>
  html: string
  /** From the request to the head of the answer, ms. */
  firstByteMs: number
  /** To its end, ms. */
  tookMs: number
}

export type VisitorLanguage = 'Ar' | 'En'

export const visitorLanguages: VisitorLanguage[] = ['Ar', 'En']

/** Asks for a page over a connection of its own, follows nothing. */
export function visit(url: string, lang: VisitorLanguage): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const asking = request(url, { headers: { cookie: `lang=${lang}` }, agent: false }, (answer) => {
      const firstByteMs = performance.now() - start
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          html: Buffer.concat(chunks).toString('utf8'),
          firstByteMs,
          tookMs: performance.now() - start,
        })
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}

/**
 * Visits again and again until the answer is as wanted.
 * @returns all visits, the wanted one last
 */
export async function visitUntil(
  url: string,
  lang: VisitorLanguage,
  isWanted: (visit: Visit) => boolean,
): Promise<Visit[]> {
  const visits: Visit[] = []
  for (;;) {
    const latest = await visit(url, lang)
    visits.push(latest)
    if (isWanted(latest)) return visits
    await pause(50)
  }
}
