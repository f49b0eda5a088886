import { hydrated, expect, test } from '../support/browser-test.ts'

test.describe('a picture whose file does not come', () => {
  test.use({ expectedResponses: [/^404 \/images\/post\//] })

  for (const script of ['on', 'off'] as const) {
    test.describe(`with script ${script}`, () => {
      test.use({ javaScriptEnabled: script === 'on' })

      test('leaves its place as quiet as one without a file', async ({ page }) => {
        await page.route('**/images/post/**', (route) => route.fulfill({ status: 404 }))
        await page.goto('/services?lang=En')
        if (script === 'on') await hydrated(page)
        const place = page.locator('main .picture').first()
        if (script === 'on') await expect(place).toHaveClass(/picture-missing/)
        const box = await place.boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
        // Drawn over what the browser would put there, its sign and the words in place of a picture.
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

  test('keeps its name for those who listen', async ({ page }) => {
    await page.route('**/images/post/**', (route) => route.fulfill({ status: 404 }))
    await page.goto('/product-details/tm63-1p-c?lang=En')
    await hydrated(page)
    const named = page.locator('main .picture-missing[aria-label]').first()
    await expect(named).toHaveAttribute('role', 'img')
  })
})

test.describe('the error page', () => {
  test.use({ expectedResponses: [/^404 \/error_404$/] })

  test('shows the ways on, and none back to what is not there', async ({ page }) => {
    await page.goto('/error_404?lang=En')
    const main = page.getByRole('main')
    for (const name of ['Back to the home page', 'Browse products', 'Solutions', 'Contact']) {
      await expect(main.getByRole('link', { name })).toBeVisible()
    }
    await expect(main.getByRole('link', { name: 'Try again' })).toHaveCount(0)
  })
})

test('the loading screen says so and stands still for those who want no motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/Loading?lang=En')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading')
  const wave = page.locator('main .loading-wave')
  expect(await wave.evaluate((path) => path.getAnimations().length)).toBe(0)
})

test('the frame of the browser has the header’s colour in both schemes', async ({ page }) => {
  await page.goto('/services')
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

test.describe('a title without a single gap', () => {
  // Nothing of the page runs, so nothing is at odds with what the test writes into it.
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

  test('breaks rather than push the page aside', async ({ page }) => {
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
