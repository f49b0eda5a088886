import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'

test.use({ pictures: 'real' })

const isScript = /\/assets\/[\w.-]+\.js$/
const isLcpImage = /\/images\/post\/home-slide-one/

/** The URLs that a page requests, in order. */
function listenTo(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return asked
}

/** Delays requests for such URLs until they are released. */
async function hold(page: Page, address: RegExp) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('scripts load after what is visible first', async ({ page }) => {
  const asked = listenTo(page)
  const release = await hold(page, isLcpImage)
  const fonts = page.waitForResponse(/\/assets\/arabic-400-/)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await fonts
  expect(asked).toContainEqual(expect.stringMatching(isLcpImage))
  expect(asked.filter((address) => isScript.test(address))).toEqual([])

  release()
  await hydrated(page)
  expect(asked).toContainEqual(expect.stringMatching(isScript))
})

test('a visitor who interacts early gets the scripts at once', async ({ page }) => {
  const release = await hold(page, isLcpImage)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.keyboard.press('Tab')
  await hydrated(page)
  release()
  await page.waitForLoadState()
})

test(
  'on a slow network the image of a slide loads only when the slide is near',
  { tag: '@long' },
  async ({ playwright, launchOptions, baseURL }) => {
    // On a slow network browsers load lazy images from twice the distance.
    const slow = [...(launchOptions.args ?? []), '--force-effective-connection-type=3G']
    const browser = await playwright.chromium.launch({ ...launchOptions, args: slow })
    try {
      const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 800 } })
      const asked = listenTo(page)
      await page.goto('/?lang=En')
      await hydrated(page)
      const last = page.locator('.slide').last()
      const source = (await last.locator('img').getAttribute('src')) ?? ''
      const [address = 'no address'] = /\/images\/post\/[\w.-]+/.exec(source) ?? []
      const ofLast = () => asked.filter((each) => each.includes(address))
      expect(ofLast()).toEqual([])

      await last.evaluate((slide) => slide.scrollIntoView({ block: 'nearest' }))
      await expect.poll(ofLast).toHaveLength(1)
    } finally {
      await browser.close()
    }
  },
)
