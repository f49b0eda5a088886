import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

test.use({ pictures: 'real' })

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }

// Each shows another image.
const led = ['/', '/product-details/tm63-1p-c', '/newsDetails/news-tp40-type-test', '/about']

for (const [name, viewport] of Object.entries({ phone, desk })) {
  test.describe(`on a ${name}`, { tag: name === 'desk' ? '@long' : [] }, () => {
    test.use({ viewport })

    test('the LCP image is preloaded in the head, and requested once; images have the sizes at which they are shown', async ({
      page,
    }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (const address of led) {
        asked.length = 0
        await page.goto(address)
        await hydrated(page)
        const preload = page.locator('head link[rel="preload"][as="image"]')
        const picture = page.locator('img[fetchpriority="high"]')
        await expect(preload, address).toHaveCount(1)
        await expect(picture, address).toHaveCount(1)
        await expect(picture).toBeInViewport()
        for (const [ofLink, ofPicture] of [
          ['imagesrcset', 'srcset'],
          ['imagesizes', 'sizes'],
        ] as const) {
          const said = (await picture.getAttribute(ofPicture)) ?? ''
          await expect(preload).toHaveAttribute(ofLink, said)
        }
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete))
          .toBe(true)
        const shown = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
        const isOfIt = (url: string) => new URL(url).pathname === new URL(shown).pathname
        // A gallery has the same image as a thumbnail, too.
        const asLarge = asked.filter(
          (url) => isOfIt(url) && (url === shown || !url.endsWith('=160')),
        )
        expect(asLarge, address).toEqual([shown])
        for (const { place, ratio } of await widthsOf(page)) {
          expect(ratio, `${address} ${place}`).toBeGreaterThan(0.95)
          expect(ratio, `${address} ${place}`).toBeLessThan(1.2)
        }
      }
    })
  })
}

test('a banner leaves the title and what follows in view', { tag: '@long' }, async ({ page }) => {
  for (const [address, next] of [
    ['/about', 'main .rich-text p'],
    ['/all-solution-products/solution-industry/x', '.card-title'],
  ] as const) {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const picture = page.locator('.banner-picture .picture')
    await expect(picture).toHaveCSS('object-fit', 'cover')
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await resize(page, width, height)
      const box = await picture.boundingBox()
      if (width === 360) expect(box?.width).toBe(width)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      if (width > 360) await expect(page.locator(next).first()).toBeInViewport({ ratio: 1 })
    }
  }
})

test('the home page has no layout shift while its images load', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await hydrated(page)
  // What late fonts shift is measured in fonts.spec.ts.
  const start = await page.evaluate(async () => {
    await document.fonts.ready
    const now = performance.now()
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    return now
  })
  const moved = await page.evaluate(
    (start) =>
      new Promise<number>((resolve) => {
        const shifts = new PerformanceObserver((list) => {
          const values = list
            .getEntries()
            .map((entry) => ('value' in entry && entry.startTime > start ? entry.value : 0))
          resolve(values.map(Number).reduce((sum, value) => sum + value, 0))
        })
        shifts.observe({ type: 'layout-shift', buffered: true })
        // The observer reports nothing without a layout shift.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
    start,
  )
  expect(moved).toBe(0)
})

/** For each image, the width in its sizes attribute and the width at which it would be shown uncropped. */
function widthsOf(page: Page) {
  return page.evaluate(() => {
    function pixelsOf(length: string) {
      const probe = document.createElement('div')
      probe.style.cssText = `position: absolute; inline-size: ${length}`
      document.body.append(probe)
      const { width } = probe.getBoundingClientRect()
      probe.remove()
      return width
    }
    return [...document.querySelectorAll<HTMLImageElement>('main img.picture')].flatMap((image) => {
      const { width, height } = image.getBoundingClientRect()
      if (width === 0) return []
      const shape = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
      const parts = image.sizes
        .split(/,(?![^(]*\))/)
        .map((part) => /^(\(.*?\)\s+)?(.+)$/.exec(part.trim()))
      const part = parts.find((found) => !found?.[1] || matchMedia(found[1]).matches)
      const ratio = pixelsOf(part?.[2] ?? '') / Math.max(width, height * shape)
      return [{ place: image.currentSrc || image.src, ratio }]
    })
  })
}
