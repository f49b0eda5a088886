import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueFormToken, linkOf } from '../../server/enquiries/enquiry.ts'
import { getFreePort } from '../support/loopback.ts'
import { sampleFiles } from '../support/sample-files.ts'
import { startSite } from '../support/site-host.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const secret = 'only-for-the-tests'
const panel = 'مخطط اللوحة.pdf'
const visitor = {
  name: 'أمل <b>الحربي</b>',
  phone: '966501234567+',
  message: 'نحتاج TM63\n"><script>alert(1)</script>',
  items: 'tm63-1p-c~TM63-C16:3,tg-110:2',
  'note.tg-110': 'Grey & quiet',
}

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({
    ...{ LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1,::1', OPS_PORT: String(await getFreePort()) },
    ...{ ENQUIRY_DELIVERY: 'log', ANALYTICS: 'log' },
  })
})
afterAll(() => site.stop())

/** Posts a form as a browser without script does. */
function post(to: string, fields: Record<string, string>, files: string[] = []) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const name of files)
    body.append('files', new File([new Uint8Array(sampleFiles[panel])], name))
  return fetch(site.url + to, { method: 'POST', body, redirect: 'manual' })
}

/** @returns where a sent enquiry leads to */
async function send(fields: Record<string, string> = {}, files: string[] = []) {
  const form = issueFormToken(secret, Date.now() - 10_000)
  return (
    (await post('/enquiry', { ...visitor, form, ...fields }, files)).headers.get('location') ?? ''
  )
}

const open = (link: string, headers = {}, url = site.url) =>
  fetch(url + link, { headers: { cookie: 'lang=En', ...headers }, redirect: 'manual' })
const read = async (link: string) => (await open(link)).text()
const statusOf = async (link: string) => (await open(link)).status
const partsOf = (link: string) => {
  const [, , reference = '', query = ''] = link.split(/[/?]/)
  const key = query.slice('key='.length)
  return { reference, key, revision: `/enquiry?revises=${reference}.${key}` }
}

/** The values of the hidden fields of a page's form. */
function fieldsIn(html: string, action: string) {
  const form = html.slice(html.indexOf(`action="${action}"`)).split('</form>', 1)[0] ?? ''
  const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
}

describe('the link of an enquiry', () => {
  test.each([
    ['En', 'Ar', 'What you sent', 'Delivered to our team', 'Quantity'],
    ['Ar', 'En', 'ما أرسلته', 'وصل إلى فريقنا', 'الكمية'],
  ])('shows in any browser what was sent, and how far it is: %s', async (lang, other, ...texts) => {
    const link = await send({}, [panel])
    await expect.poll(() => read(`${link}&lang=${lang}`)).toContain(texts[1])
    const page = await open(`${link}&lang=${lang}`)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      'referrer-policy': 'no-referrer',
    })
    const html = await page.text()
    const plain = html.replace(/<[^>]+>/g, '')
    const written = ['966501234567+', 'TM63-C16', 'Grey &amp; quiet', panel, 'alert(1)']
    for (const text of [...texts, ...written]) expect(plain).toContain(text)
    expect(html).not.toMatch(/<b>الحربي|<script>alert/)
    // The language can be switched. No other address that the page names has the key.
    expect(html).toContain(`href="?${link.split('?')[1]}&amp;lang=${other}"`)
    expect(html).not.toMatch(/https?:[^"]*key=/)
    expect(html.split('</head>')[0]).toContain('<meta name="robots" content="noindex"/>')
  })

  test('tells its sender by which day it is answered', async () => {
    const link = await send()
    const cookie = `lang=En; enquiry=${partsOf(link).reference}`
    const byDay = /You will hear from us by the end of (Sun|Mon|Tues|Wednes|Thurs)day \d+ \w+\./
    expect(await (await open(link, { cookie })).text()).toMatch(byDay)
    expect(await read(link)).not.toMatch(byDay)
  })

  test('V46: any other key is not found, and no key shows nothing', async () => {
    const [link, other] = [await send(), await send()]
    const { reference, key } = partsOf(link)
    expect(await read(`/enquiry/${reference}`)).not.toMatch(/966501234567|TM63-C16|الحربي/)
    const otherKey = partsOf(other).key
    for (const wrong of [otherKey, key.slice(1), `${key}x`, `${key}&key=${key}`, '', '__proto__']) {
      expect(await statusOf(`/enquiry/${reference}?key=${wrong}`), wrong).toBe(404)
      const token = encodeURIComponent(`${reference}.${wrong}`)
      expect(await statusOf(`/enquiry?revises=${token}`), wrong).toBe(404)
    }
    for (const [query, status] of [
      [`key=${'x'.repeat(10_000)}`, 414],
      ['key=%00', 400],
      [`key[]=${key}`, 308],
    ] as const)
      expect(await statusOf(`/enquiry/${reference}?${query}`)).toBe(status)
    expect(await statusOf(linkOf('A3A3-3XYD', secret)), 'never sent').toBe(404)
  })

  test('V46: opens nothing once an operator has withdrawn it, for its sender, too', async () => {
    const link = await send()
    const { reference, revision } = partsOf(link)
    expect([await statusOf(link), await statusOf(revision)]).toEqual([200, 200])
    const withdraw = (typed: string) =>
      fetch(`${site.adminUrl}/enquiries/${typed}/withdraw`, { method: 'POST' })
    expect((await withdraw('A3A3-3XYD')).status).toBe(404)
    const answer = await withdraw(reference.toLowerCase())
    expect(await answer.json()).toEqual({ reference, link: 'withdrawn' })
    expect([await statusOf(link), await statusOf(revision)]).toEqual([404, 404])
    expect((await open(link, { cookie: `enquiry=${reference}` })).status).toBe(404)
  })

  test('V28: who tries many keys has to wait, and others need not', async () => {
    const link = await send()
    const { reference } = partsOf(link)
    const tries = Array.from({ length: 60 }, (_, at) =>
      open(`/enquiry/${reference}?key=${at}`, { 'x-forwarded-for': '203.0.113.9' }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await open(link, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
  })

  test('is in no log and in no statistics', async () => {
    const link = await send()
    expect(await statusOf(link)).toBe(200)
    const [cookie = ''] = (await fetch(`${site.url}/page-view`)).headers.getSetCookie()
    const [, token = ''] = /=([^;]+)/.exec(cookie) ?? []
    const headers = { cookie, 'x-xsrf-token': token, 'content-type': 'application/json' }
    const body = JSON.stringify({ path: link, title: 'Your enquiry', lang: 'En' })
    await fetch(`${site.url}/page-view`, { method: 'POST', headers, body })
    await expect.poll(() => site.output().includes('"title":"Your enquiry"')).toBe(true)
    expect(site.output().includes(partsOf(link).key)).toBe(false)
  })
})

test('without script, what was sent is listed again, and revised: operators see both', async () => {
  const first = await send()
  const { reference, revision } = partsOf(first)
  const html = await read(first)
  const again = await post('/quote-list', fieldsIn(html, '/quote-list'))
  expect(html).toContain(`href="${first}&amp;lang=En"`)
  // Notes are in no cookie, so the page has them at once.
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie()[0]).toMatch(/^quote=tm63-1p-c~TM63-C16:3,tg-110:2;/)

  expect(html).toContain(`href="${revision}"`)
  const filled = await read(revision)
  for (const text of [reference, 'value="966501234567+"', 'value="Grey &amp; quiet"']) {
    expect(filled).toContain(text)
  }
  expect(filled).toMatch(/content="noindex"[^]*<\/head>/)
  expect(filled).not.toMatch(/https?:[^"]*revises=/)
  const { revises = '', items } = fieldsIn(filled, '/enquiry')
  expect(items).toBe(visitor.items)
  const removal = await post('/enquiry', { ...visitor, revises, remove: 'tg-110' })
  expect(removal.status).toBe(200)
  const left = await removal.text()
  expect(fieldsIn(left, '/enquiry')).toMatchObject({ items: 'tm63-1p-c~TM63-C16:3', revises })
  expect(left).toContain('value="966501234567+"')
  const faulty = await post('/enquiry', { ...visitor, name: '', revises, form: 'x' })
  expect(fieldsIn(await faulty.text(), '/enquiry')['revises']).toBe(revises)

  const form = issueFormToken(secret, Date.now() - 10_000)
  const add = async (added: string) => {
    const reply = await post('/enquiry', { ...visitor, form, revises, added })
    return { status: reply.status, html: await reply.text() }
  }
  const more = await add('٤ TM63-C20')
  expect(more.status).toBe(200)
  const { items: longer } = fieldsIn(more.html, '/enquiry')
  expect(longer).toBe(`${visitor.items},tm63-1p-c~TM63-C20:4`)
  const vague = await add('<i>TM63')
  expect(fieldsIn(vague.html, '/enquiry')['items']).toBe(visitor.items)
  expect(vague.html).toContain('value="&lt;i&gt;TM63"')

  const second = await send({ revises, items: 'tg-110:5' })
  const forged = await send({ revises: `${reference}.${'x'.repeat(10_000)}` })
  const { enquiries } = await (await fetch(`${site.adminUrl}/enquiries`)).json()
  const namedBy = (link: string) =>
    enquiries.find((each: { reference: string }) => each.reference === partsOf(link).reference)
      .revises
  expect([first, second, forged].map(namedBy)).toEqual([null, reference, null])
  const older = await read(first)
  const notice = 'class="form-alert" data-calm="true">'
  expect(older).toContain(notice)
  expect(older.indexOf(notice)).toBeLessThan(older.indexOf('class="enquiry-reference"'))
  expect(older).toMatch(
    new RegExp(`replaced by your newer one, [^]{0,40}${partsOf(second).reference}`),
  )
  expect(older).not.toContain(partsOf(second).key)
  const csv = await (await fetch(`${site.adminUrl}/enquiries?format=csv`)).text()
  expect(csv).toMatch(new RegExp(`^${partsOf(second).reference},[^]*?,${reference}\\r$`, 'm'))
  await expect.poll(() => site.output().includes(`"revises":"${reference}"`)).toBe(true)
})

test('a list that was sent takes the place of the present one, which can be had again', async () => {
  const fields = fieldsIn(await read(await send()), '/quote-list')
  const body = new URLSearchParams(fields)
  const headers = { cookie: 'lang=En; quote=tm160:4' }
  const options: RequestInit = { method: 'POST', body, headers, redirect: 'manual' }
  const cookies = (await fetch(`${site.url}/quote-list`, options)).headers.getSetCookie().join()
  expect(cookies).toMatch(/quote=tm63-1p-c~TM63-C16:3,tg-110:2;/)
  expect(cookies).toMatch(/=tm160:4;/)
})

test('a list that is too long for the quotation list is looked up again', async () => {
  const items = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(60)}-${at}:1`).join(',')
  const fields = fieldsIn(await read(await send({ items })), '/quick-list')
  expect(await (await post('/quick-list', fields)).text()).toContain('data-line="50"')
})

test('while the outbox cannot be read, the link is a whole 503 page; its sender sees that it has arrived', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'no-outbox-'))
  writeFileSync(path.join(folder, 'enquiries'), '')
  const own = await startSite({ DATA_DIR: folder })
  onTestFinished(async () => {
    await own.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const link = linkOf('A3A3-3XYD', secret)
  const page = await open(link, {}, own.url)
  expect([page.status, page.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(await page.text()).toMatch(/<html lang="en" dir="ltr"[^]*<header[^]*<footer/)
  const sender = await open(link, { cookie: 'lang=En; enquiry=A3A3-3XYD' }, own.url)
  expect(await sender.text()).toContain('We have received your enquiry')
})
