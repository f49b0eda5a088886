import { createServer, request, type Server } from 'node:http'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startSite, type Site } from '../support/site-host.ts'

/** All requests that arrive at the site, in order; those served from the browser's cache do not. */
let asked: string[] = []
let wire: Server
let site: Site
let url = ''
let hangUp: () => Promise<void>

test.beforeAll(async () => {
  // A site of its own: responses that a server has cached for long are no longer fresh in a browser.
  site = await startSite()
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
  // The translations have been loaded once.
  expect(asked.filter((address) => address.includes('i18n')).length).toBeLessThan(2)
})

test(
  'touching a link prefetches its screen, but nothing is prefetched in data-saving mode',
  { tag: '@long' },
  async ({ page }) => {
    const saveData = (value: boolean) =>
      page.evaluate((saves) => {
        const connection = { value: { saveData: saves }, configurable: true }
        Object.defineProperty(navigator, 'connection', connection)
      }, value)
    await saveData(true)
    const links = page.getByRole('contentinfo').getByRole('link')
    await links.filter({ hasText: 'About' }).dispatchEvent('pointerdown')
    await links.filter({ hasText: 'Solutions' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solutions')
    expect(ofAbout()).toEqual([])

    await saveData(false)
    await links.filter({ hasText: 'About' }).dispatchEvent('pointerdown')
    await expect.poll(ofAbout).toContain(data)
  },
)

test('offline, hovering a link keeps the page', async ({ page, context }) => {
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/assets/about-'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).hover()
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
  await context.setOffline(false)
})
