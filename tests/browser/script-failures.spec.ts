import type { Page } from 'playwright/test'
import { expect, hydrated, loudTest, test } from '../support/browser-test.ts'
import { sampled } from '../support/test-size.ts'

const isScript = /\/assets\/[\w.-]+\.js$/

/** Delays the page's scripts until they are released. */
async function holdScripts(page: Page) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(isScript, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** What search engines, link previews and screen readers have of the document. */
function headOf(page: Page) {
  return page.evaluate(() => ({
    title: document.title,
    lang: document.documentElement.lang,
    metas: [...document.querySelectorAll('meta')].map((meta) => meta.outerHTML),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    data: document.querySelectorAll('script[type="application/ld+json"]').length,
  }))
}

/** Changes of the document that browsers, extensions, proxies and translators make before scripts run. */
const changes: [what: string, change: () => void][] = [
  [
    'elements in the head',
    () => {
      document.head.prepend(document.createElement('meta'))
      document.head.append(document.createElement('link'))
      document.querySelector('title')?.before(document.createComment('proxy'))
    },
  ],
  [
    'elements and text in the body',
    () => {
      document.body.prepend(document.createElement('extension-bar'), 'text')
      document.body.append(document.createElement('aside'))
    },
  ],
  [
    'attributes everywhere',
    () => {
      for (const element of document.querySelectorAll('*'))
        element.setAttribute('data-foreign', '1')
      document.documentElement.className = 'extension'
    },
  ],
  [
    'a link around a number of the footer',
    () => {
      const texts = document.createTreeWalker(document.querySelector('footer') ?? document, 4)
      while (texts.nextNode()) {
        const text = texts.currentNode
        if (!/\d{4}/.test(text.textContent ?? '')) continue
        const link = Object.assign(document.createElement('a'), { href: 'tel:1' })
        text.parentNode?.replaceChild(link, text)
        link.append(text)
        return
      }
    },
  ],
  [
    'an icon in each field',
    () => {
      for (const field of document.querySelectorAll('input, textarea'))
        field.after(document.createElement('extension-icon'))
    },
  ],
  [
    'every text in another element',
    () => {
      const found = document.createTreeWalker(document.getElementById('page') ?? document, 4)
      const texts: Node[] = []
      while (found.nextNode()) texts.push(found.currentNode)
      for (const text of texts) {
        const font = document.createElement('font')
        text.parentNode?.replaceChild(font, text)
        font.append(text)
      }
    },
  ],
  ['another text', () => document.querySelector('h1')?.replaceChildren('Translated')],
]

/** Those that leave the texts as they are come together, as from several extensions, and those that do not. */
const together = [changes.slice(0, 5), changes.slice(5)]

for (const these of together) {
  test(`V39: ${these.map(([what]) => what).join(', ')}, put there before scripts run, cost neither text nor head nor focus`, async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await page.goto('/enquiry?lang=En')
    const head = await headOf(page)
    await page.getByLabel('Name', { exact: true }).fill('Salma')
    await page.getByLabel('Message').fill('Two lines\nof text')
    await page.getByLabel('City').focus()
    for (const [, change] of these) await page.evaluate(change)
    const changed = await headOf(page)
    release()
    await hydrated(page)

    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Salma')
    await expect(page.getByLabel('Message')).toHaveValue('Two lines\nof text')
    await expect(page.getByLabel('City')).toBeFocused()
    expect(await headOf(page)).toEqual(changed)
    expect(changed).toMatchObject({ title: head.title, canonical: head.canonical, data: head.data })
    // The page works on, with script or without.
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(page).toHaveURL(/\/projects$/)
  })
}

loudTest(
  'V39: a page that was translated after it was hydrated leads on',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/products/mcb?lang=En')
    await hydrated(page)
    const [, translate] = changes.find(([what]) => what.startsWith('every text')) ?? []
    await page.evaluate(translate ?? (() => undefined))
    await page.locator('main a[href*="/product-details/"]').first().click()
    await expect(page).toHaveURL(/\/product-details\//)
    await page.locator('.ordering .add-to-list button').first().click()
    await expect(page.locator('a[href="/quote-list"]').first()).toContainText('1')
    await page.goBack()
    await expect(page.locator('h1')).toContainText('Miniature circuit breakers')
  },
)

/** The scripts of a page, in the order in which they are requested. */
async function scriptsOf(page: Page, address: string) {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (isScript.test(request.url())) scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(address)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  return [...scripts]
}

loudTest(
  'V39: each script of a page may be missing',
  { tag: '@sized' },
  async ({ page, context }) => {
    const scripts = await scriptsOf(page, '/products/mcb?lang=En')
    expect(scripts.length).toBeGreaterThan(5)
    for (const script of sampled(scripts)) {
      const other = await context.newPage()
      const thrown: string[] = []
      other.on('pageerror', (error) => thrown.push(error.message))
      await other.route('**/{images,fonts}/**', (route) => route.abort())
      await other.route(`**${script}`, (route) => route.fulfill({ status: 404 }))
      // It is hydrated without a part that it can do without, or tells the site what it lacks.
      const end = other.waitForRequest(/\/(?:page-view|security-report)$/)
      await other.goto('/products/mcb?lang=En')
      await end
      expect(thrown, script).toEqual([])
      await expect(other.locator('h1'), script).toHaveText('Miniature circuit breakers')
      await expect(other.locator('main a[href*="/product-details/"]').first(), script).toBeVisible()
      await other.close()
    }
  },
)

loudTest(
  'V39: a click whose script a newer build no longer has leads to its page',
  async ({ page }) => {
    await page.goto('/services?lang=En')
    await hydrated(page)
    await page.route(/\/assets\/about-[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('h1')).toHaveText('About us')
  },
)

test(
  'V39: a click whose data comes from a newer build leads to its page',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/services?lang=En')
    await hydrated(page)
    // The modules of this build would fail with these data.
    const headers = { 'x-build': 'newer', 'x-remix-response': 'yes' }
    await page.route(/[?&]_data=/, (route) => route.fulfill({ json: null, headers }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('h1')).toHaveText('About us')
  },
)

/** Makes a function of the browser throw wherever the page's scripts call it. */
function breakFunction(page: Page, owner: 'IntersectionObserver' | 'matchMedia' | 'dialog') {
  return page.addInitScript((name) => {
    const fail = () => {
      throw new Error('broken by an extension')
    }
    if (name === 'dialog') HTMLDialogElement.prototype.showModal = fail
    else Object.defineProperty(window, name, { value: fail })
  }, owner)
}

/** Reports of failures that the page sends to the site. */
function listenForReports(page: Page) {
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/security-report') reports.push(request.postData())
  })
  return reports
}

loudTest(
  'V39: what throws in an effect leaves the page as it is',
  { tag: '@long' },
  async ({ page }) => {
    await breakFunction(page, 'IntersectionObserver')
    const reports = listenForReports(page)
    await page.goto('/?lang=En')
    const head = await headOf(page)
    const text = await page.locator('main').innerText()
    await expect.poll(() => reports).toHaveLength(1)
    expect(await page.locator('main').innerText()).toBe(text)
    expect(await headOf(page)).toEqual(head)
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(page).toHaveURL(/\/projects$/)
  },
)

loudTest(
  'V39: what throws on a click away leads to the page that was meant',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/projects?lang=En')
    await hydrated(page)
    await page.evaluate(() => {
      Object.defineProperty(window, 'IntersectionObserver', {
        value: () => {
          throw new Error('broken by an extension')
        },
      })
    })
    await page.locator('.site-logo').click()
    await expect(page).toHaveURL(/\/(?:\?lang=En)?$/)
    await expect(page.locator('.slide').first()).toBeVisible()
  },
)
