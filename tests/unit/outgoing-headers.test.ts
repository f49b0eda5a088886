import { expect, onTestFinished, test } from 'vitest'
import { createPageViewRecorder } from '../../server/site/analytics.ts'
import { parseConfig, type Config } from '../../server/config.ts'
import { createSiteContent, type SiteContent } from '../../server/content/content.ts'
import { createWebhookDelivery } from '../../server/enquiries/delivery/webhook.ts'
import { checkFile } from '../../server/site/search.ts'
import { enquiryOf } from '../support/enquiry.ts'
import { sendJson, startRecordingApi } from '../support/recording-api.ts'
import { parser } from '../support/open-content.ts'
import { sampleEmail } from '../support/sample-email.ts'

const key = 'the key of the API'

function configFor(url: string) {
  return parseConfig({
    PUBLIC_URL: 'https://www.tayyar.example',
    CONTENT_API_URL: url,
    CONTENT_API_HEADERS: JSON.stringify({ 'X-Api-Key': key }),
  })
}

const name = expect.stringMatching(/^[\w-]+\/[\d.]+ \(\+https:\/\/www\.tayyar\.example\)$/)
const view = { path: '/', title: '', lang: 'En' } as const
const noSignal = new AbortController().signal

function contentFor({ content }: Config, url: string) {
  const source = createSiteContent(content, async () => url, { parser })
  onTestFinished(() => source.close())
  return source
}

const contentCalls: [string, (source: SiteContent) => Promise<unknown>][] = [
  ['get-post', (source) => source.inspect('Ar', firstNews, 'anything')],
  ['main system', ({ other }) => other.listMainSystem('x', 'Ar')],
  ['main language', ({ other }) => other.getMainLanguage()],
  ['language', ({ other }) => other.getLanguage('1')],
  ['PostEmail', ({ other }) => other.postEmail({ ...sampleEmail, isSend: true }, { key: 'k' })],
  ['company processing', ({ other }) => other.processCompany({ name: 'x' })],
]

const firstNews = {
  check: 'getPost',
  type: 'News',
  PostId: '',
  ParentId: 'NTROOT0',
  Pno: '1',
} as const

test.each(contentCalls)(
  'a %s call has the name of the site, and the headers that the API wants',
  async (_, call) => {
    const api = await startRecordingApi(sendJson([{}]))
    await call(contentFor(configFor(api.url), api.url)).catch(() => undefined)
    expect(api.requests[0]?.headers).toMatchObject({ 'user-agent': name, 'x-api-key': key })
  },
)

test('the size of a file is asked for with the headers of files', async () => {
  const api = await startRecordingApi(sendJson([]))
  await checkFile(api.url, 'a.pdf', configFor(api.url).content.fileHeaders)
  expect(api.requests[0]?.headers).toMatchObject({ 'user-agent': name, 'x-api-key': key })
})

const otherCalls: [string, (config: Config, url: string) => unknown][] = [
  ['webhook', ({ userAgent }, url) => webhookTo(url, userAgent)],
  ['page view for Matomo', ({ userAgent }, url) => recordTo('matomo', url, userAgent)],
  [
    'page view of a visitor without a name',
    ({ userAgent }, url) => recordTo('plausible', url, userAgent),
  ],
]

function webhookTo(url: string, userAgent: Config['userAgent']) {
  const message = { reference: '2345-KM7A', revision: 1, receivedAt: 0, enquiry: enquiryOf() }
  const webhook = createWebhookDelivery({ url, secret: 'secret' }, userAgent, () => [])
  return webhook.deliver(message, noSignal)
}

function recordTo(sink: 'matomo' | 'plausible', url: string, userAgent: Config['userAgent']) {
  const analytics = { sink, url, site: '1', secret: undefined }
  const recorder = createPageViewRecorder(analytics, '', userAgent)
  recorder.record(view, { userAgent: '', optedOut: false })
}

test.each(otherCalls)(
  '%s: the call has the name of the site, and nothing that is for the API',
  async (_, call) => {
    const receiver = await startRecordingApi(sendJson({}))
    void call(configFor('https://api.example'), receiver.url)
    const [request] = await receiver.arrived(1)
    expect(request?.headers).toMatchObject({ 'user-agent': name })
    expect(JSON.stringify(request?.headers)).not.toContain(key)
  },
)
