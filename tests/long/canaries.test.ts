import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { startContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { sized } from '../support/test-size.ts'

/** Canaries in what a visitor writes, in the name of a file, in searches, and in the content API's own fields. */
const [written, fileName, searched, own] = [
  'Zanzibarquux',
  'Xylophonecable',
  'Wombatfrobnitz',
  'Quincepricelist',
]

/** Adds fields that no page is to show to every object of a response. */
function withOwnFields(json: string) {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value) || name === 'supplier'
      ? value
      : { ...value, cost: `${own} 12.50`, internalNote: own, supplier: { name: own } },
  )
}

test('V38: nobody sees what others write, or private fields', { timeout: 900_000 }, async () => {
  const calls: string[] = []
  const api = await startContentApi(inject('contentUrl'), {
    edit: withOwnFields,
    isCached: true,
    onReceived: ({ headers }, body) => calls.push(JSON.stringify(headers) + String(body)),
  })
  onTestFinished(api.close)
  const sink = await startRecordingApi((response) => response.writeHead(202).end())
  const { mails, url: mailUrl } = await startMailServer()
  const dataDir = mkdtempSync(path.join(process.env['DATA_DIR'] ?? '', 'canaries-'))
  const site = await startSiteProcess({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'trace', CONTENT_API_URL: api.url },
    ...{ CONTENT_IMAGES_URL: `${inject('contentUrl')}/images/post` },
    ...{ ANALYTICS: 'plausible', ANALYTICS_URL: sink.url, ANALYTICS_SITE: 'tayyar.example' },
    ...{ ENQUIRY_DELIVERY: 'smtp', SMTP_URL: mailUrl, ENQUIRY_TO: 'sales@tayyar.example' },
    ...{ ENQUIRY_FROM: 'site@tayyar.example', SEARCH_CRAWL_PER_S: '1000' },
  })
  onTestFinished(() => site.stop())
  const found: string[] = []
  function look(place: string, text: string, ...words: string[]) {
    for (const word of words) {
      const at = text.toLowerCase().indexOf(word.toLowerCase())
      if (at >= 0) found.push(`${place}: ${text.slice(Math.max(0, at - 80), at + 40)}`)
    }
  }
  async function send(to: string, form?: Record<string, string>) {
    const body = form && new FormData()
    for (const [name, value] of Object.entries(form ?? {})) body?.append(name, value)
    if (form?.['name']) body?.append('files', new File([`${written} plan`], `${fileName}.txt`))
    const headers = { referer: `https://x.example/${written}`, 'user-agent': written }
    const init = {
      headers: { ...headers, cookie: 'lang=En' },
      ...(body && { method: 'POST', body }),
    }
    const response = await fetch(site.url + to, { ...init, redirect: 'manual' })
    return { response, text: await response.text() }
  }
  const isIndexed = async () => (await send('/documents')).response.headers.has('etag')
  await eventually(async () => expect(await isIndexed()).toBe(true), 200_000)

  const form = issueFormToken('only-for-the-tests', Date.now() - 10_000)
  const person = { name: written, company: written, city: written, message: written, form }
  const items = `tm63-1p-c:3,${written}:2`
  const list = { items, 'note-tm63-1p-c': written, project: written, contractor: written }
  const answers = [
    [422, await send('/enquiry', { ...person, ...list, email: 'x' })],
    [303, await send('/enquiry', { ...person, ...list, email: `${written}@unlisted.example` })],
    [200, await send('/quote-list.pdf', { ...list, sheet: 'submittal' })],
    [200, await send('/quick-list', { lines: `TM63-3P-C16 ${written} 3 pcs` })],
    [200, await send(`/search?q=${searched}`)],
  ] as const
  expect(answers.map(([, { response }]) => response.status)).toEqual(answers.map(([is]) => is))
  const setCookie = (await send('/page-view')).response.headers.get('set-cookie') ?? ''
  const [cookie = '', token = ''] = /XSRF-TOKEN=([^;]+)/.exec(setCookie) ?? []
  for (const address of [`/quote-list?items=${items}`, `/search?q=${searched}&page=2`]) {
    const body = JSON.stringify({ path: address, title: 'A page', lang: 'En' })
    const headers = { 'x-xsrf-token': token, cookie, 'content-type': 'application/json' }
    await fetch(`${site.url}/page-view`, { method: 'POST', body, headers })
  }
  look('sink', (await sink.arrived(2)).map(({ body }) => String(body)).join(), written, searched)
  await eventually(() => expect(mails).toHaveLength(2))
  for (const { recipients, subject, text = '', html = '' } of mails) {
    if (recipients[0] === 'sales@tayyar.example') expect(text).toContain(written)
    else look('confirmation', [subject, text, html].join(), written)
  }

  const queue = ['/', '/sitemap.xml', '/llms.txt', '/catalogue.json', '/quote-list', '/enquiry']
  const seen = new Set(queue)
  const links = /(?:href="|<loc>|"url":\s*"|\]\()(?:http:\/\/localhost:\d+)?(\/[^"<)#\\]*)/g
  for (let pages = 0; queue.length > 0 && pages < sized(2_000, 60); pages += 1) {
    const to = queue.shift() ?? ''
    const { response, text } = await send(to)
    look(to, text + JSON.stringify([...response.headers]), written, fileName, searched, own)
    for (const [, link = ''] of text.matchAll(links)) {
      const next = link.replaceAll('&amp;', '&')
      if (!seen.has(next) && !/^\/(?:assets|images)\//.test(next)) queue.push(next)
      seen.add(next)
    }
  }
  // An id that a visitor asks for goes to the API, and words that find nothing into the log.
  look('API', calls.join().replace(/name="PostId"\r\n\r\n.*\r\n/g, ''), written, fileName, searched)
  const logged = site.output().replace(/.*"msg":"search without results".*/g, '')
  look('log', logged, written, fileName, searched, own)
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const place = path.join(file.parentPath, file.name)
    const words = place.includes('/enquiries/') ? [searched] : [written, fileName, searched]
    if (file.isFile()) look(place, readFileSync(place, 'latin1'), ...words)
  }
  expect(found).toEqual([])
})
