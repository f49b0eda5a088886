import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  injectFault,
  redirectTo,
  refuseUntil,
  secret,
  sendBody,
  type ApiFault,
} from '../support/api-faults.ts'
import { median } from '../../scripts/bench/statistics.ts'
import { onThisMachine } from '../support/busy-machine.ts'
import { useContentService } from '../support/content-service.ts'
import { authorityFile, startContentApi, type ContentApi } from '../support/content-api.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import {
  allPlaces,
  expectStaleAndFallback,
  isStale,
  places,
  see,
  shortLived,
  startOf,
  visitUnseen,
  type Place,
} from '../support/outcomes.ts'
import { withSite, withSiteOn } from '../support/own-site.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { visit, visitUntil, visitorLanguages, type Visit } from '../support/visit.ts'

const good = useContentService()

interface Row {
  id: string
  /** What the API does. */
  what: string
  fault: ApiFault
  /** Max. response time of a page that was not seen before, ms. */
  withinMs?: number
  /** Whether the page that was not seen before is available. */
  isFresh?: boolean
  /** Checks after recovery that nothing bad was cached. */
  heals?: boolean
}

let elsewhere = ''
let callsElsewhere = 0
const otherHost = createServer((_, response) => {
  callsElsewhere += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
})
beforeAll(async () => {
  const { url, close } = await listenOnLoopback(otherHost)
  elsewhere = `${url}/`
  return close
})

function named(fault: Extract<ApiFault, string>): Pick<Row, 'what' | 'fault'> {
  return { what: fault, fault }
}

function status(code: number): Pick<Row, 'what' | 'fault'> {
  return { what: `status ${code}`, fault: sendBody(code, `{"error":"${secret}"}`) }
}

function refused(code: number, retryAfter: string): Row {
  const what = `status ${code}, Retry-After: ${retryAfter}`
  return { id: 'F13', what, fault: refuseUntil(code, retryAfter), withinMs: 2_000 }
}

function body(text: string): Row {
  return { id: 'F21', what: `answers ${text}`, fault: sendBody(200, text) }
}

/** Rows of one line share a site, each on a content type of its own. */
const rows: Row[][] = [
  [
    { id: 'F05', ...named('hangs') },
    { id: 'F06', ...named('headers, then nothing') },
    { id: 'F07', ...named('drips') },
    { id: 'F10', ...named('half a body'), heals: true },
    { id: 'F10', ...named('a whole list of half a body'), heals: true },
    { id: 'F10', ...named('chunks without the last'), heals: true },
    { id: 'F10', ...named('resets in mid-body'), heals: true },
  ],
  [
    { id: 'F12', ...status(500) },
    { id: 'F12', ...status(502) },
    { id: 'F12', ...status(503) },
    { id: 'F12', ...status(504) },
    { id: 'F14', ...status(401) },
    { id: 'F14', ...status(403) },
    { id: 'F16', ...named('html 404') },
  ],
  [
    refused(429, '5'),
    refused(503, 'Fri, 31 Dec 2100 23:59:59 GMT'),
    refused(429, '99999'),
    refused(503, '-1'),
    refused(429, 'when it suits'),
    { id: 'F17', ...named('html') },
    { id: 'F19', ...named('broken json') },
  ],
  [
    { id: 'F29', ...named('nested 200,000 deep') },
    { id: 'F20', ...named('204') },
    { id: 'F20', what: 'an empty body', fault: sendBody(200, '') },
    body('null'),
    body('{}'),
    body('"x"'),
    body('0'),
  ],
  [
    { id: 'F33', ...named('redirects in a loop') },
    {
      id: 'F33',
      what: 'redirects elsewhere',
      fault: (call) => injectFault(redirectTo(elsewhere), call),
    },
    { id: 'F34', ...named('windows-1256') },
    { id: 'F34', ...named('windows-1256, as it says') },
    { id: 'F34', ...named('UTF-16') },
    { id: 'F34', ...named('UTF-16, as it says') },
  ],
  [
    { id: 'F35', ...named('a head of 40 KB') },
    { id: 'F35', ...named('two lengths') },
    { id: 'F35', ...named('a bad chunk') },
  ],
  // On other types than the failing ones, whose parts would stay stale.
  [
    { id: 'F34', ...named('a BOM'), isFresh: true },
    { id: 'F36', ...named('sets cookies'), isFresh: true },
  ],
]

describe.each(rows.map((line) => ({ ids: line.map(({ id }) => id).join(' '), line })))(
  '$ids',
  ({ line }) => {
    const faults = new Map<string, ApiFault>()
    let api: ContentApi
    let site: SiteProcess
    beforeAll(async () => {
      api = await startContentApi(good.url, { faultFor: (type) => faults.get(type) ?? null })
      site = await startSiteProcess({ ...shortLived, CONTENT_API_URL: api.url })
    }, 60_000)
    afterAll(async () => {
      await site.stop()
      await api.close()
    })

    line.forEach((row, at) => {
      const place = allPlaces[at] ?? places.news
      const breakApi = () => void faults.set(place.type, row.fault)

      test.concurrent(
        `${row.id} the content API: ${row.what}`,
        async () => {
          if (row.isFresh) return expectFresh(site, place, breakApi)
          const callsBefore = callsElsewhere
          const { Ar, En } = await expectStaleAndFallback(site, place, breakApi)
          expect(callsElsewhere).toBe(callsBefore)
          for (const { tookMs } of [Ar, En])
            expect(tookMs).toBeLessThan(onThisMachine(row.withinMs ?? 5_000))
          if (row.heals) {
            faults.delete(place.type)
            await visitUntil(site.url + place.unseen, 'En', isGood)
          }
        },
        60_000,
      )
    })
  },
)

/** FRESH, whether seen before or not, and no fault of the API shows to a visitor. */
async function expectFresh(site: SiteProcess, place: Place, breakApi: () => void) {
  const before = await see(site, place)
  breakApi()
  for (const lang of visitorLanguages) {
    const visits = [
      await visit(site.url + place.unseen, lang),
      ...(await visitUntil(site.url + place.seen, lang, isStale)),
      ...(await visitUntil(site.url + place.seen, lang, (answer) => !isStale(answer))),
    ]
    visits.forEach(({ status, headers, html }, at) => {
      expect(status).toBe(200)
      expect(html.startsWith(startOf[lang])).toBe(true)
      expect(headers['set-cookie']).toBeUndefined()
      expect(html).not.toContain('secret')
      expect(html).not.toMatch(/[\uFEFF\uFFFD]/)
      if (at > 0) expect(html === before[lang], 'the same page').toBe(true)
    })
  }
}

function isGood({ status, html }: Visit) {
  expect(html).not.toContain(secret)
  return status === 200
}

describe('the content API is unreachable', () => {
  test.concurrent(
    'F01 it refuses connections',
    () =>
      withSite(good.url, {}, async ({ api, site }) => {
        await expectStaleAndFallback(site, places.news, api.refuse)
      }),
    60_000,
  )

  test.concurrent(
    'F02 it drops packets',
    () =>
      withSite(good.url, {}, async ({ api, site }) => {
        await expectStaleAndFallback(site, places.news, api.swallow)
      }),
    60_000,
  )

  test.concurrent.each(['unknown', 'hangs'])(
    'F03 its name: %s',
    async (said) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'names-'))
      const file = path.join(folder, 'said')
      writeFileSync(file, '127.0.0.1')
      const api = await startContentApi(good.url)
      const loader = pathToFileURL(path.resolve('tests/support/faulty-dns.mjs'))
      const settings = {
        CONTENT_API_URL: api.url.replace('127.0.0.1', 'content-api.invalid'),
        NODE_OPTIONS: `--import=${loader.href}`,
        FAULTY_DNS_NAME: 'content-api.invalid',
        FAULTY_DNS_FILE: file,
      }
      try {
        await withSiteOn(api, settings, async (site) => {
          await expectStaleAndFallback(site, places.news, async () => {
            writeFileSync(file, said)
            // An open connection needs no name lookup.
            await api.refuse()
            await api.listen()
          })
        })
      } finally {
        await api.close()
        rmSync(folder, { recursive: true })
      }
    },
    60_000,
  )

  test.concurrent(
    'F04 its certificate is for another host, expired, self-signed or missing: logged as a security event',
    async () => {
      const api = await startContentApi(good.url, { isSecure: true })
      // Even an operator's own hand does not turn the check off.
      const settings = { NODE_EXTRA_CA_CERTS: authorityFile, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
      try {
        await withSiteOn(api, settings, async (site) => {
          for (const [place, certificate] of [
            [places.news, 'of-another-host'],
            [places.blog, 'expired'],
            [places.services, 'self-signed'],
            [places.projects, 'missing'],
          ] as const) {
            api.present('right')
            await visitUntil(site.url + place.seen, 'Ar', ({ status }) => status === 200)
            await expectStaleAndFallback(site, place, () => api.present(certificate))
          }
          expect(site.output()).toMatch(/security/i)
        })
      } finally {
        await api.close()
      }
    },
    90_000,
  )
})

test.concurrent(
  'F08 the content API is slow but correct: pages seen before are served stale and refreshed in the background, others are fresh',
  async () => {
    let isSlow = false
    const api = await startContentApi(good.url, {
      faultFor: (type) => (isSlow && type === 'News' ? 'slow but right' : null),
      edit: (json) =>
        isSlow ? json.replaceAll(/"postTitle":"[^"]*"/g, '"postTitle":"Come slowly"') : json,
    })
    try {
      await withSiteOn(api, {}, async (site) => {
        const before = await see(site, places.news)
        isSlow = true
        // First, since a refreshed list changes these pages too.
        for (const lang of visitorLanguages) {
          const visits = await visitUntil(site.url + places.news.seen, lang, ({ html }) =>
            html.includes('Come slowly'),
          )
          expect(visits[0]?.html === before[lang], 'the last good bytes').toBe(true)
          for (const { status } of visits) expect(status).toBe(200)
          // A page that waited for the API would take two seconds.
          const times = visits.map(({ firstByteMs }) => firstByteMs)
          expect(median(times)).toBeLessThanOrEqual(onThisMachine(300, 0))
        }
        const unseen = await visitUnseen(site, places.news)
        for (const lang of visitorLanguages) {
          expect(unseen[lang].status).toBe(200)
          expect(unseen[lang].tookMs).toBeLessThan(onThisMachine(5_000))
          expect(unseen[lang].html).toContain('Come slowly')
        }
      })
    } finally {
      await api.close()
    }
  },
  60_000,
)

test.concurrent(
  'F09 the content API resets before headers: one retry, then the 503 fallback',
  () =>
    withSite(good.url, {}, async ({ api, site, faults }) => {
      const callsFor = (address: string) =>
        api.calls.filter(({ postId }) => address.endsWith(`/${postId}`)).length
      const { seen, unseen } = places.services
      let resets = 0
      faults.set('Services', async (call) => {
        if (call.postId !== '' && resets === 0) {
          resets += 1
          return injectFault('resets', call)
        }
        return injectFault(sendBody(200, await call.fetchGood()), call)
      })
      const first = await visit(site.url + seen, 'Ar')
      expect(first.status, 'the retry brought it').toBe(200)

      faults.delete('Services')
      await expectStaleAndFallback(
        site,
        places.services,
        () => void faults.set('Services', 'resets'),
      )
      expect(callsFor(unseen), 'two languages, twice each').toBeLessThanOrEqual(4)
      expect(callsFor(unseen), 'one retry at least').toBeGreaterThan(2)
    }),
  60_000,
)
