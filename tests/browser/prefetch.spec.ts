import { createServer, request, type Server } from 'node:http'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** All requests that arrive at the site, in order; those served from the browser's cache do not. */
let asked: string[] = []
let wire: Server
let site: SiteProcess
let url = ''
let hangUp: () => Promise<void>

test.beforeAll(async () => {
  // A site of its own: responses that a server has cached for long are no longer fresh in a browser.
  site = await startSiteProcess()
  wire = createServer((incoming, response) => {
    asked.push(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request(`${site.url}${incoming.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  const listening = await listenOnLoopback(wire)
  url = `http://localhost:${listening.port}`
  hangUp = listening.close
})

test.afterAll(async () => {
  await hangUp()
  await site.stop()
})

test.beforeEach(async ({ page, context }) => {
  await context.addCookies([{ name: 'lang', value: 'En', url }])
  await page.goto(`${url}/services`)
  await hydrated(page)
  asked = []
})

const data = '/about?_data=routes%2Fabout'
const ofAbout = () => asked.filter((address) => /^\/(?:assets\/)?about[?-]/.test(address))

test('hovering a link prefetches its screen, and the click requests nothing again', async ({
  page,
}) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About' })
  await link.hover()
  await expect.poll(ofAbout).toHaveLength(2)
  expect(ofAbout()).toContain(data)
  expect(ofAbout()).toContainEqual(expect.stringMatching(/^\/assets\/about-.*\.js$/))

  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  expect(ofAbout()).toHaveLength(2)
})

test('the translations load once', async ({ page }) => {
  await page.goto(`${url}/contact`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  expect(asked.filter((address) => /i18n/.test(address))).toEqual(['/assets/i18n/En.json'])
})

test('touching a link prefetches its screen', async ({ page }) => {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'About' })
    .dispatchEvent('pointerdown')
  await expect.poll(ofAbout).toContain(data)
})

test('nothing is prefetched in data-saving mode', async ({ page }) => {
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const links = page.getByRole('contentinfo').getByRole('link')
  await links.filter({ hasText: 'About' }).dispatchEvent('pointerdown')
  await links.filter({ hasText: 'Solutions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solutions')
  expect(ofAbout()).toEqual([])
})

test('offline, hovering a link keeps the page', async ({ page, context }) => {
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/assets/about-'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).hover()
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
  await context.setOffline(false)
})
