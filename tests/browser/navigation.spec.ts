import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'En', url: baseURL ?? '' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the header makes way on the way down, comes back on the way up, and stays while it is used', async ({
    page,
  }) => {
    await page.goto('/companyGoals')
    await hydrated(page)
    const bar = page.locator('.site-header-bar')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const scroll = (by: number) => page.evaluate((y) => window.scrollBy(0, y), by)
    await scroll(1_000)
    await expect(bar).not.toBeInViewport()
    await scroll(-50)
    await expect(bar).toBeInViewport({ ratio: 1 })

    await menu.press('Shift')
    await scroll(500)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
    await expect(bar).not.toBeInViewport()

    // Back up to an anchor, the header does not cover its target.
    const target = page.locator('#section-goal-skills')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await (
      await framesOf(page)
    )()
    await page.evaluate(() => location.assign('#section-goal-skills'))
    await expect(bar).toBeInViewport({ ratio: 1 })
    const top = async () => (await target.boundingBox())?.y ?? 0
    const bottom = async () => {
      const box = await bar.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThan(0)

    // Held sideways, the phone has no room for it.
    await resize(page, 740, 360)
    await scroll(-20)
    await expect(bar).not.toBeInViewport()
  })
})

test('the breadcrumbs end with the current page, which is shortened before a parent is hidden; the menu’s mark is more than a colour', async ({
  page,
}) => {
  await page.goto('/product-details/tm63-1p-c')
  const marked = page.locator('.main-menu-items [aria-current]').first()
  for (const part of ['::before', '::after']) {
    const width = (element: Element, name: string) =>
      getComputedStyle(element, name).borderBlockEndWidth
    expect(await marked.evaluate(width, part)).toBe('2px')
  }
  const items = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  await expect(items).toHaveCount(5)
  const current = items.last()
  await expect(current).toHaveText('TM63 single-pole MCB')
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(current.locator('a, svg')).toHaveCount(0)
  await hydrated(page) // another text before that is an error of hydration
  await current.evaluate((item) => (item.textContent = 'A circuit breaker '.repeat(10)))
  for (const width of [768, 1440]) {
    await resize(page, width, 800)
    const boxes = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect()))
    expect(new Set(boxes.map(({ y }) => y)).size, `${width} px`).toBe(1)
    expect(boxes.every(({ width: own }) => own > 30)).toBe(true)
  }
})

test(
  'after a navigation the focus is at the start of the content, and going back restores the scroll position',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/News')
    await hydrated(page)
    const last = page.locator('.card a').last()
    await last.scrollIntoViewIfNeeded()
    const before = Number(await page.evaluate('scrollY'))
    expect(before).toBeGreaterThan(200)

    await last.click()
    await page.waitForURL('**/newsDetails/**')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await expect(page.locator('main')).toBeFocused()
    await page.goBack()
    await page.waitForURL('**/News')
    await expect.poll(async () => Number(await page.evaluate('scrollY'))).toBe(before)
  },
)

/** Delays the data of one screen until it is released. */
async function holdBack(page: Page, data: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(data, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/**
 * Waits until deferred work of a render is done, such as the timers of the overlay.
 * Created before the test's clock replaces the browser's, which draws the frames.
 */
async function framesOf(page: Page) {
  const ask = await page.evaluateHandle(() => requestAnimationFrame.bind(window))
  return () => ask.evaluate((frame) => new Promise((done) => frame(() => frame(done))))
}

/** The focus moves when the overlay stops waiting, after the render that shows the screen. */
async function arrived(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await expect(page.locator('#content')).toBeFocused()
}

test(
  'a long wait shows the overlay, which disappears 100 ms after the data has arrived',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/services')
    await hydrated(page)
    const release = await holdBack(page, '**/projects?_data=**')
    const overlay = page.locator('.loading-overlay')
    await expect(overlay).toBeHidden()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked = page.waitForRequest('**/projects?_data=**')
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Projects').click()
    await asked
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return overlay.getAttribute('data-shown')
      })
      .toBe('true')
    await expect(overlay).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    // The page can still be read and used.
    expect((await overlay.boundingBox())?.height).toBeLessThan(10)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click({ trial: true })

    release()
    await arrived(page)
    await expect(overlay).toBeVisible()
    await page.clock.runFor(99)
    await expect(overlay).toBeVisible()
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return overlay.isVisible()
      })
      .toBe(false)
  },
)

test('a short wait shows nothing', async ({ page }) => {
  await page.goto('/services')
  await hydrated(page)
  const release = await holdBack(page, '**/projects?_data=**')
  const twoFrames = await framesOf(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const shown = await page.locator('.loading-overlay').evaluateHandle((overlay) => {
    const seen = { times: 0 }
    new MutationObserver(() => (seen.times += 1)).observe(overlay, { attributes: true })
    return seen
  })
  const asked = page.waitForRequest('**/projects?_data=**')
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Projects').click()
  await asked
  await twoFrames()
  await page.clock.runFor(100)
  release()
  await arrived(page)
  await page.clock.runFor(1_000)
  expect(await shown.evaluate(({ times }) => times)).toBe(0)
})

test(
  'the products of a solution are in one to five columns, and fetched again when the address changes',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/solutionDetails/solution-industry')
    await hydrated(page)
    await page
      .locator('#solution-products')
      .getByRole('link', { name: 'All products in this solution' })
      .click()
    await page.waitForURL('**/all-solution-products/solution-industry/**')
    await expect(page.locator('main .card')).toHaveCount(14)
    await expectColumns(page)
    await page.evaluate(() => {
      history.pushState({}, '', '/all-solution-products/solution-ev-charging/Two')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Electric-vehicle charging Products',
    )
    await expect(page.locator('main .card')).toHaveCount(6)
  },
)

const columns = [
  { width: 360, count: 1 },
  { width: 600, count: 2 },
  { width: 900, count: 3 },
  { width: 1100, count: 4 },
  { width: 1440, count: 5 },
]
/** Product cards are in one to five columns, by the width of the page. */
async function expectColumns(page: Page) {
  for (const { width, count } of columns) {
    await resize(page, width, 800)
    const tops = await page
      .locator('main .card')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    expect(
      tops.filter((top) => top === tops[0]),
      `${width} px`,
    ).toHaveLength(count)
  }
}

test('no screen is shown before its own style is there, or without an end where that cannot be had', async ({
  page,
}) => {
  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  await page.route(/assets\/branches-.*\.css/, async (route) => {
    await held
    await route.continue()
  })
  await page.route(/assets\/enquiries-.*\.css/, (route) => route.abort())
  await page.goto('/about')
  await hydrated(page)
  const asked = page.waitForRequest(/assets\/branches-.*\.css/)
  await page.getByRole('link', { name: 'Branches' }).last().click()
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  send()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Branches')
  await expect(page.locator('.branch-index')).toHaveCSS('display', 'grid')

  await page.getByRole('link', { name: 'Contact' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
})
