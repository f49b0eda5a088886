import { expect, test, type BrowserContext, type Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { findOverflow, resize } from '../support/page-measures.ts'
import { startSiteProcess } from '../support/site-process.ts'

/** Waits until the page can do without the network: its later scripts are loaded. */
const ready = (page: Page) =>
  page.waitForFunction(() => 'keepPage' in window && document.querySelector('.add-status') !== null)

/** Waits until the service worker has stored these addresses. */
async function stored(page: Page, ...addresses: string[]) {
  await expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const found = await Promise.all(wanted.map((address) => caches.match(address)))
        return found.every((response) => response !== undefined)
      }, addresses),
    )
    .toBe(true)
}

const notice = (page: Page) => page.getByRole('alert')

/** The ways in which a network is gone: the browser knows it, or it does not. */
const losses: [name: string, lose: (context: BrowserContext) => Promise<() => Promise<void>>][] = [
  [
    'in flight mode',
    async (context) => {
      await context.setOffline(true)
      return () => context.setOffline(false)
    },
  ],
  [
    'on a connection over which nothing comes',
    async (context) => {
      await context.route('**', (route) => route.abort('connectionreset'))
      return () => context.unroute('**')
    },
  ],
]

for (const [name, lose] of losses) {
  test.describe(name, { tag: name === losses[0]?.[0] ? [] : '@long' }, () => {
    test('a link keeps the page and what was typed, says so, and leads on once tried again', async ({
      page,
      context,
    }) => {
      await page.goto('/services?lang=En')
      await page.goto('/enquiry?lang=En')
      await ready(page)
      await page.getByLabel('Name').fill('Huda')
      const restore = await lose(context)
      await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
      await expect(notice(page)).toContainText(
        'There is no connection, so the page was not opened.',
      )
      await expect(page).toHaveURL('/enquiry?lang=En')
      await expect(page.getByLabel('Name')).toHaveValue('Huda')
      await expect(page.locator('.loading-overlay')).toBeHidden()

      await restore()
      await notice(page).getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
      await expect(notice(page)).toHaveCount(0)
      await page.goBack()
      await expect(page.getByLabel('Name')).toHaveValue('Huda')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    })

    test(
      'in Arabic, "add" keeps the page, and adds once tried again',
      { tag: '@long' },
      async ({ page, context }) => {
        await page.goto('/product-details/tg-110')
        await ready(page)
        const restore = await lose(context)
        const add = page.locator('.quotation-links form button').last()
        await add.click()
        await expect(notice(page)).toContainText('لا يوجد اتصال بالإنترنت، فلم تتغيّر القائمة.')
        await expect(page).toHaveURL('/product-details/tg-110')
        await restore()
        await notice(page).getByRole('button', { name: 'إعادة المحاولة' }).click()
        await expect(page.locator('.quote-count')).toHaveText('1')
      },
    )

    test('"send" keeps the form and its text, and sends it once tried again', async ({
      page,
      context,
    }) => {
      await page.goto('/enquiry?lang=En')
      await ready(page)
      await page.getByLabel('Name').fill('Huda')
      await page.getByLabel('Email').fill('huda@example.com')
      await page.getByLabel('Message').fill('Two transformers, please.')
      const restore = await lose(context)
      const send = page.getByRole('main').getByRole('button', { name: 'Send' })
      await send.click()
      await expect(notice(page)).toContainText('What you wrote stays on this page.')
      await expect(page.getByLabel('Message')).toHaveValue('Two transformers, please.')
      await resize(page, 320, 640)
      expect(await findOverflow(page)).toBe(0)
      expect(await findViolations(page, 'light')).toEqual([])
      await restore()
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await notice(page).getByRole('button', { name: 'Try again' }).click()
      expect((await sent).postData()).toContain('Two transformers, please.')
    })
  })
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('V45: what works without a network starts, however late React renders', async ({ page }) => {
    await page.addInitScript(() => {
      // React does its work in such messages.
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (...args: unknown[]) {
        setTimeout(() => Reflect.apply(postMessage, this, args), 300)
      }
    })
    await page.goto('/branches?lang=En')
    await stored(page, '/branches?lang=En', '/quote-list?lang=En')
    expect(await page.evaluate(() => 'keepPage' in window)).toBe(true)
  })

  test('without a network, pages that were seen and the list open, and others say so in the same language', async ({
    page,
    context,
  }) => {
    await page.goto('/branches?lang=En')
    await stored(page, '/branches?lang=En', '/quote-list?lang=En')
    // The script reaches this page without a page load.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
    await stored(page, '/about?lang=En')
    await page.goto('/product-details/tg-110')
    await ready(page)
    await page.locator('.quotation-links form button').last().click()
    await expect(page.locator('.quote-count')).toHaveText('1')
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.match('/quote-list?lang=En'))?.text() ?? ''),
      )
      .toContain('TG-110')

    await context.setOffline(true)
    for (const [address, heading] of [
      ['/branches', 'Branches'],
      ['/about', 'About us'],
      ['/quote-list', 'Quotation list'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
    await expect(page.getByRole('main')).toContainText('TG-110')
    await ready(page)
    // A link of the page's script leads to a page that is stored, too.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')

    const response = await page.goto('/sustainability')
    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    // It lists what was seen.
    await expect(page.getByRole('main').getByRole('link', { name: 'Branches' })).toBeVisible()
    expect(await findViolations(page, 'dark')).toEqual([])
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
    await page.goForward()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    // With a network the page loads itself again, before or while somebody clicks.
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sustainability')
  })

  test(
    'with a network, a page that has changed is shown as it is now',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/search?q=TM63&lang=En')
      await stored(page, '/search?q=TM63&lang=En')
      await page.evaluate(async () => {
        const cache = await caches.open('site-pages')
        await cache.put('/search?q=TM63&lang=En', new Response('of yesterday'))
      })
      await page.reload()
      await expect(page.getByRole('main')).toContainText('TM63')
    },
  )
})

test.describe('with OFFLINE=off', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'a browser that has the service worker loses it, with all that was stored',
    { tag: '@long' },
    async ({ page }) => {
      const on = await startSiteProcess({ LOG_LEVEL: 'error' })
      await page.goto(`${on.url}/services?lang=En`)
      await stored(page, '/services?lang=En')
      await on.stop()
      const off = await startSiteProcess({
        LOG_LEVEL: 'error',
        OFFLINE: 'off',
        PORT: new URL(on.url).port,
      })
      await page.goto(`${off.url}/services?lang=En`)
      await expect
        .poll(() =>
          page.evaluate(async () => [
            ...(await caches.keys()),
            ...(await navigator.serviceWorker.getRegistrations()),
          ]),
        )
        .toEqual([])
      await off.stop()
    },
  )
})
