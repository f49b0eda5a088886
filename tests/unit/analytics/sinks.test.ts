import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../server/config.ts'
import { log } from '@site/runtime/log'
import {
  pageViewSchema,
  type PageView,
  createPageViewRecorder,
  createReporter,
} from '../../../server/site/analytics.ts'
import { eventually } from '../../support/eventually.ts'
import { collectLog } from '../../support/logged.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import { hang, reset, sendBytes, sendJson, startRecordingApi } from '../../support/recording-api.ts'

const siteUrl = 'https://tayyar.example'
const view: PageView = {
  path: '/products-types/%D9%82?page=2&lang=Ar',
  title: 'قواطع الدائرة & "more" | تيار',
  lang: 'Ar',
}
const visitor = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Tester/1', optedOut: false }
const accepted = sendBytes('ok', { status: 202, type: 'text/plain' })

beforeAll(() => {
  // Sinks fail on purpose here; their log lines are not tested.
  log.level = 'silent'
})

function analyticsTo(
  sink: Config['analytics']['sink'],
  url: string | undefined,
): Config['analytics'] {
  return { sink, url, site: 'site/1', secret: 'key&1' }
}

function openRecorder(sink: Config['analytics']['sink'], url: string) {
  const recorder = createPageViewRecorder(analyticsTo(sink, url), siteUrl, {})
  onTestFinished(() => recorder.close())
  return recorder
}

/** The request that one page view sends to a sink. */
async function requestOf(sink: 'plausible' | 'matomo' | 'ga4', who = visitor) {
  const receiver = await startRecordingApi(accepted)
  openRecorder(sink, receiver.url).record(view, who)
  const [request] = await receiver.arrived(1)
  if (!request) throw new Error('no request came')
  return request
}

describe('the request that arrives', () => {
  test('at Plausible', async () => {
    const { method, path, headers, body } = await requestOf('plausible')
    expect({ method, path }).toEqual({ method: 'POST', path: '/api/event' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': visitor.userAgent,
    })
    expect(JSON.parse(body.toString('utf8'))).toEqual({
      name: 'pageview',
      domain: 'site/1',
      url: siteUrl + view.path,
      props: { title: view.title, lang: 'Ar' },
    })
  })

  test('at Matomo', async () => {
    const { method, path, headers, body } = await requestOf('matomo')
    expect({ method, path }).toEqual({ method: 'POST', path: '/matomo.php' })
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body.toString('utf8')))).toEqual({
      idsite: 'site/1',
      rec: '1',
      apiv: '1',
      send_image: '0',
      url: siteUrl + view.path,
      action_name: view.title,
      lang: 'ar',
      ua: visitor.userAgent,
      _id: expect.stringMatching(/^[0-9a-f]{16}$/),
      rand: expect.stringMatching(/^[0-9a-f]+$/),
      token_auth: 'key&1',
    })
  })

  test('at Google Analytics 4', async () => {
    const { method, path, headers, body } = await requestOf('ga4')
    expect(method).toBe('POST')
    expect(path).toBe('/mp/collect?measurement_id=site%2F1&api_secret=key%261')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': visitor.userAgent,
    })
    expect(JSON.parse(body.toString('utf8'))).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      non_personalized_ads: true,
      events: [
        {
          name: 'page_view',
          params: {
            page_location: siteUrl + view.path,
            page_title: view.title,
            language: 'ar',
            engagement_time_msec: 1,
          },
        },
      ],
    })
  })
})

describe('the address and content of a report', () => {
  test('without ANALYTICS_URL goes to the service’s own address', () => {
    const urlOf = (sink: 'plausible' | 'ga4') =>
      createReporter(analyticsTo(sink, undefined), siteUrl)?.(view, visitor).url
    expect(urlOf('plausible')).toBe('https://plausible.io/api/event')
    expect(urlOf('ga4')).toMatch(/^https:\/\/www\.google-analytics\.com\/mp\/collect\?/)
  })

  test('Matomo without a key sends none', () => {
    const analytics = { sink: 'matomo', url: 'https://m.example', site: '1', secret: undefined }
    const report = createReporter({ ...analytics, sink: 'matomo' }, siteUrl)?.(view, visitor)
    expect(new URLSearchParams(report?.body).has('token_auth')).toBe(false)
  })

  test('views of one visitor share an ID, those of two visitors do not', () => {
    const idOf = (userAgent: string) => {
      const report = createReporter(analyticsTo('matomo', 'https://m.example'), siteUrl)
      const { body } = report?.(view, { userAgent, optedOut: false }) ?? {}
      return new URLSearchParams(body).get('_id')
    }
    expect(idOf('one')).toBe(idOf('one'))
    expect(idOf('one')).not.toBe(idOf('two'))
  })

  test.each(['log', 'none'] as const)('ANALYTICS=%s sends no reports', (sink) => {
    expect(createReporter(analyticsTo(sink, 'https://a.example'), siteUrl)).toBeNull()
  })
})

test('a visitor with Do Not Track or Global Privacy Control is not reported', async () => {
  const receiver = await startRecordingApi(accepted)
  const recorder = openRecorder('plausible', receiver.url)
  recorder.record({ ...view, path: '/private' }, { ...visitor, optedOut: true })
  recorder.record({ ...view, path: '/public' }, visitor)
  const requests = await receiver.arrived(1)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.body.toString()).toContain('/public')
  expect(recorder.dropped()).toBe(0)
})

describe('a failing sink', () => {
  test('that hangs delays nobody, and its queue is bounded', async () => {
    const receiver = await startRecordingApi(hang)
    const recorder = openRecorder('plausible', receiver.url)
    for (let count = 0; count < 10_000; count += 1) recorder.record(view, visitor)
    // All are recorded before the first one is sent.
    expect(receiver.requests).toHaveLength(0)
    expect(recorder.dropped()).toBeGreaterThan(8_500)
    expect(recorder.dropped()).toBeLessThan(10_000)
    await receiver.arrived(1)
    expect(receiver.connections()).toBeLessThanOrEqual(4)
  })

  test('that is down loses its views and nothing else', async () => {
    const recorder = openRecorder('plausible', await findDeadAddress())
    for (let count = 0; count < 20; count += 1) recorder.record(view, visitor)
    expect(recorder.dropped()).toBe(0)
    await eventually(() => expect(recorder.dropped()).toBe(20))
  })

  test.each([
    ['answers 500', sendJson({}, { status: 500 })],
    ['answers 404', sendJson({}, { status: 404 })],
    ['throws the connection away', reset],
  ])('that %s loses that view and gets the next', async (_, failure) => {
    const receiver = await startRecordingApi(failure, accepted)
    const recorder = openRecorder('plausible', receiver.url)
    recorder.record(view, visitor)
    await eventually(() => expect(recorder.dropped()).toBe(1))
    recorder.record({ ...view, path: '/next' }, visitor)
    const [, next] = await receiver.arrived(2)
    expect(next?.body.toString('utf8')).toContain('https://tayyar.example/next')
    expect(recorder.dropped()).toBe(1)
  })

  test('that is slow gets every queued view in the end', async () => {
    const receiver = await startRecordingApi(accepted)
    const recorder = openRecorder('matomo', receiver.url)
    const paths = Array.from({ length: 50 }, (_, at) => `/products/${at}`)
    for (const path of paths) recorder.record({ ...view, path }, visitor)
    const requests = await receiver.arrived(50)
    const urls = requests.map(({ body }) => new URLSearchParams(body.toString('utf8')).get('url'))
    expect(urls.sort()).toEqual(paths.map((path) => siteUrl + path).sort())
    expect(receiver.connections()).toBeLessThanOrEqual(4)
  })
})

test('ANALYTICS=log writes each view, without visitor data', () => {
  const { factsOf } = collectLog()
  const recorder = openRecorder('log', '')
  recorder.record(view, visitor)
  expect(factsOf('page view')).toEqual([{ pageView: view }])
})

describe('a page view as a browser reports it', () => {
  test('has path, title and language; other fields are dropped', () => {
    expect(pageViewSchema.parse({ ...view, userAgent: 'x', ip: '127.0.0.1' })).toEqual(view)
    expect(pageViewSchema.safeParse({ ...view, title: '' }).success).toBe(true)
  })

  test.each([
    ...[{ path: 'about' }, { path: '' }, { path: 'https://evil.example/' }, { path: null }],
    ...[{ path: `/${'x'.repeat(2_048)}` }, { title: 'x'.repeat(513) }, { title: 1 }],
    ...[{ title: undefined }, { lang: 'Fr' }, { lang: 'ar' }, { lang: undefined }],
  ])('%.60j is invalid', (change) => {
    expect(pageViewSchema.safeParse({ ...view, ...change }).success).toBe(false)
  })

  test.each([null, undefined, 'view', 1, [], [view]])('%j is invalid', (value) => {
    expect(pageViewSchema.safeParse(value).success).toBe(false)
  })
})
