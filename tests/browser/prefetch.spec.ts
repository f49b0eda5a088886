import { createServer, request, type Server } from 'node:http'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** Everything that reaches the site, as it comes: what a browser takes from its own cache does not. */
let asked: string[] = []
let wire: Server
let site: SiteProcess
let url = ''
let hangUp: () => Promise<void>

test.beforeAll(async () => {
  // A site of its own: what has been kept on a server for long is no longer fresh in a browser.
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

test('a link pointed at has its screen ready, and the click asks for nothing again', async ({
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

test('the words of a page come once', async ({ page }) => {
  await page.goto(`${url}/contact`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  expect(asked.filter((address) => /i18n/.test(address))).toEqual(['/assets/i18n/En.json'])
})

test('a finger that goes down is enough', async ({ page }) => {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'About' })
    .dispatchEvent('pointerdown')
  await expect.poll(ofAbout).toContain(data)
})

test('nothing is fetched ahead where data is dear', async ({ page }) => {
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const links = page.getByRole('contentinfo').getByRole('link')
  await links.filter({ hasText: 'About' }).dispatchEvent('pointerdown')
  await links.filter({ hasText: 'Solutions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solutions')
  expect(ofAbout()).toEqual([])
})

test('without a network nobody loses the page for pointing at a link', async ({
  page,
  context,
}) => {
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/assets/about-'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).hover()
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
  await context.setOffline(false)
})
