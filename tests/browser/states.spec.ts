import { hydrated, expect, test } from '../support/browser-test.ts'

test.describe('an image that fails to load', () => {
  test.use({ expectedResponses: [/^404 \/images\/post\//] })

  for (const script of ['on', 'off'] as const) {
    test.describe(`with script ${script}`, () => {
      test.use({ javaScriptEnabled: script === 'on' })

      test('looks like a missing image', async ({ page }) => {
        await page.route('**/images/post/**', (route) => route.fulfill({ status: 404 }))
        await page.goto('/services?lang=En')
        if (script === 'on') await hydrated(page)
        const place = page.locator('main .picture').first()
        const box = await place.boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
        if (script === 'on') {
          await expect(place).toHaveText('No picture')
          return
        }
        // Covers the browser's own symbol and the alternative text.
        const cover = await place.evaluate((element) => {
          const { content, position, inlineSize, blockSize } = getComputedStyle(element, '::after')
          const { width, height } = element.getBoundingClientRect()
          return {
            content,
            position,
            isWhole: parseFloat(inlineSize) >= width - 1 && parseFloat(blockSize) >= height - 1,
          }
        })
        expect(cover).toEqual({ content: '""', position: 'absolute', isWhole: true })
      })
    })
  }

  test('leaves no empty space at the head of a screen', { tag: '@long' }, async ({ page }) => {
    await page.route('**/images/post/**', (route) => route.fulfill({ status: 404 }))
    for (const [address, place] of [
      ['/product-details/tm63-1p-c', '.gallery'],
      ['/solutionDetails/solution-industry', '.post-head-heading > .picture'],
      ['/about', '.banner-picture'],
    ] as const) {
      await page.goto(`${address}?lang=En`)
      await hydrated(page)
      await expect(page.locator(place).filter({ visible: true }), address).toHaveCount(0)
      const heading = page.getByRole('heading', { level: 1 })
      expect((await heading.boundingBox())?.y, address).toBeLessThan(300)
    }
  })
})

test('the loading screen says so, and has no animation with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/Loading?lang=En')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading')
  const indicator = page.locator('main .loading-indicator')
  await expect(indicator).toHaveText('Loading…')
  const animations = () => document.getAnimations().length
  await expect.poll(() => page.evaluate(animations)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const isMoving = () =>
    indicator.evaluate((element) => element.getAnimations({ subtree: true }).length > 0)
  await expect.poll(isMoving).toBe(true)

  // The browser’s toolbar has the header’s colour in both schemes.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [told, shown] = await page.evaluate(() => {
      const meta = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )
      const probe = document.createElement('i')
      document.body.append(probe)
      probe.style.color = meta?.content ?? ''
      const bar = document.querySelector('.top-bar')
      return [getComputedStyle(probe).color, bar && getComputedStyle(bar).backgroundColor]
    })
    expect(told).toBe(shown)
  }
})

test.describe('a title without spaces', () => {
  // With script off nothing interferes with what the test writes into the page.
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

  test('wraps instead of widening the page', async ({ page }) => {
    for (const address of ['/products/mcb', '/products/home', '/about']) {
      await page.goto(`${address}?lang=En`)
      const overflow = await page.evaluate(() => {
        const places = 'h1, h2, .lead, .card-title a, .breadcrumbs a, .site-footer-title'
        for (const place of document.querySelectorAll(`:is(${places})`)) {
          place.textContent = 'Kraftfahrzeughaftpflichtversicherungsgesellschaft'.repeat(2)
        }
        return document.documentElement.scrollWidth - document.documentElement.clientWidth
      })
      expect(overflow, address).toBeLessThanOrEqual(0)
    }
  })
})
