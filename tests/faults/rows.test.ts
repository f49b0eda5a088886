import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
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
import {
  authorityFile,
  startContentApi,
  type ContentApi,
  type ContentApiOptions,
} from '../support/content-api.ts'
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
import { withSiteOn } from '../support/own-site.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { isWholeRun } from '../support/test-size.ts'
import { visit, visitUntil, visitorLanguages, type Visit } from '../support/visit.ts'

const good = { url: inject('contentUrl') }

interface Row {
  id: string
  /** What the API does. */
  what: string
  fault: ApiFault
  /** Max. response time of a page that was not seen before, ms. */
  withinMs?: number
  /** Checks after recovery that nothing bad was cached. */
  heals?: boolean
  /** Visitors get what they get of another row: with npm run test:long alone. */
  isLikeOther?: boolean
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

/** One row for each way in which a call ends: tests/unit/content has the other rows of these ways. */
const rows: Row[] = [
  { id: 'F05', ...named('hangs') },
  { id: 'F10', ...named('a whole list of half a body'), heals: true },
  {
    id: 'F12',
    what: 'status 502',
    fault: sendBody(502, `{"error":"${secret}"}`),
    isLikeOther: true,
  },
  {
    id: 'F13',
    what: 'status 503, Retry-After: 99999',
    fault: refuseUntil(503, '99999'),
    withinMs: 2_000,
  },
  { id: 'F16', ...named('html 404'), isLikeOther: true },
  {
    id: 'F33',
    what: 'redirects elsewhere',
    fault: (call) => injectFault(redirectTo(elsewhere), call),
  },
  { id: 'F34', ...named('windows-1256'), isLikeOther: true },
]

/** A site and its API, with the faults of calls by their Type field. */
function useSite() {
  const faults = new Map<string, ApiFault>()
  const edited: { edit: NonNullable<ContentApiOptions['edit']> } = { edit: (json) => json }
  let api: ContentApi | undefined
  let site: Site | undefined
  beforeAll(async () => {
    api = await startContentApi(good.url, {
      faultFor: (type) => faults.get(type) ?? null,
      edit: (json, call) => edited.edit(json, call),
    })
    site = await startSite({ ...shortLived, CONTENT_API_URL: api.url })
  })
  afterAll(async () => {
    await site?.stop()
    await api?.close()
  })
  return () => {
    if (!api || !site) throw new Error('They start before the tests.')
    return { api, site, faults, edited }
  }
}

describe('each type fails in a way of its own', () => {
  const started = useSite()

  rows.forEach((row, at) => {
    const place = allPlaces[at] ?? places.news

    test.runIf(isWholeRun || !row.isLikeOther).concurrent(
      `${row.id} the content API: ${row.what}`,
      async () => {
        const { site, faults } = started()
        const callsBefore = callsElsewhere
        const breakApi = () => void faults.set(place.type, row.fault)
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
})

/** FRESH, whether seen before or not, and no fault of the API shows to a visitor. */
async function expectFresh(site: Site, place: Place, breakApi: () => void) {
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
  test('F01 F02 F03 it refuses connections, drops packets, or its name is unknown or never resolves', async () => {
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
    async function say(said: string) {
      writeFileSync(file, said)
      // An open connection needs no name lookup.
      await api.refuse()
      await api.listen()
    }
    try {
      await withSiteOn(api, settings, async (site) => {
        for (const [place, breakApi] of [
          [places.news, api.refuse],
          [places.blog, api.swallow],
          [places.services, () => say('unknown')],
          [places.projects, () => say('hangs')],
        ] as const) {
          await say('127.0.0.1')
          await visitUntil(site.url + place.seen, 'Ar', ({ status }) => status === 200)
          await expectStaleAndFallback(site, place, breakApi)
        }
      })
    } finally {
      await api.close()
      rmSync(folder, { recursive: true })
    }
  }, 90_000)

  test.runIf(isWholeRun)(
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

/** On other types than failing ones, whose parts would stay stale. */
describe('the content API has right answers', () => {
  const started = useSite()

  test.concurrent.each([
    ['F34', 'a BOM', places.solutions],
    ['F36', 'sets cookies', places.products],
  ] as const)(
    '%s with a fault that no page shows: %s',
    async (_, fault, place) => {
      const { site, faults } = started()
      await expectFresh(site, place, () => void faults.set(place.type, fault))
    },
    60_000,
  )

  test.concurrent(
    'F08 slowly: pages seen before are served stale and refreshed in the background, others are fresh',
    async () => {
      const { site, faults, edited } = started()
      const before = await see(site, places.news)
      faults.set('News', 'slow but right')
      edited.edit = (json, { type }) =>
        type === 'News'
          ? json.replaceAll(/"postTitle":"[^"]*"/g, '"postTitle":"Come slowly"')
          : json
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
    },
    60_000,
  )

  test.concurrent(
    'F09 after resets before headers: one retry, then the 503 fallback',
    async () => {
      const { api, site, faults } = started()
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
    },
    60_000,
  )
})
