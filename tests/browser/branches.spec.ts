import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

/** Sunday 22 November 2026, 10:00 in Riyadh. */
const sundayMorning = new Date('2026-11-22T07:00:00Z')

function card(page: Page, name: string) {
  return page.locator('.branch').filter({ has: page.getByRole('heading', { name }) })
}

for (const language of ['Ar', 'En'] as const) {
  test.describe(`the map in ${language}`, { tag: language === 'En' ? '@long' : [] }, () => {
    test.use({ javaScriptEnabled: false })

    test('names every branch, leads to it, and no name touches another, a node or the edge, at any width', async ({
      page,
    }) => {
      await page.goto(`/branches?lang=${language}`)
      for (const width of [320, 360, 480, 768, 1440]) {
        await resize(page, width, 900)
        const map = await page.locator('.branch-map svg').evaluate((svg) => {
          const boxOf = (element: Element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return { left, right, top, bottom }
          }
          return {
            edge: boxOf(svg),
            names: [...svg.querySelectorAll('text')].map(boxOf),
            nodes: [...svg.querySelectorAll('circle:last-of-type')].map(boxOf),
            letters: parseFloat(getComputedStyle(svg).fontSize) * (svg.clientWidth / 1000),
          }
        })
        const at = `at ${width} px`
        expect(map.nodes, at).toHaveLength(7)
        expect(map.names, at).toHaveLength(7)
        expect(map.letters, at).toBeGreaterThan(10.5)
        for (const [index, name] of map.names.entries()) {
          expect(name.left, at).toBeGreaterThan(map.edge.left)
          expect(name.right, at).toBeLessThan(map.edge.right)
          expect(name.top, at).toBeGreaterThan(map.edge.top)
          expect(name.bottom, at).toBeLessThan(map.edge.bottom)
          // A text's box has room above and below its letters; half of it may be shared.
          const room = map.letters * 0.25
          for (const other of [...map.names.slice(index + 1), ...map.nodes]) {
            const isBeside = name.left >= other.right || other.left >= name.right
            const isAbove = name.top + room >= other.bottom || other.top + room >= name.bottom
            expect(isBeside || isAbove, `name ${index} ${at}`).toBe(true)
          }
        }
      }
      await resize(page, 1280, 720)
      await expectLinks(page)
    })
  })
}

/** With script off a node of the map links to its branch, which is highlighted. */
async function expectLinks(page: Page) {
  await page.goto('/branches?lang=En')
  const plain = await card(page, 'Abha branch').evaluate(colourOfTop)
  await page.locator('.branch-map').getByRole('link', { name: 'Abha branch' }).click()
  await expect(page).toHaveURL(/#branch-abha$/)
  await expect(card(page, 'Abha branch')).toBeInViewport()
  expect(await card(page, 'Abha branch').evaluate(colourOfTop)).not.toBe(plain)
  expect(await card(page, 'Riyadh branch').evaluate(colourOfTop)).toBe(plain)
  await expect(card(page, 'Abha branch').getByText(/open now|closed now/i)).toHaveCount(0)
}

test(
  'a branch is saved as a contact, and marked on the map while the pointer or the focus is on it',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/branches?lang=En')
    await hydrated(page)
    const link = card(page, 'Riyadh branch').getByRole('link', { name: /Add to contacts/ })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('branch-riyadh.vcf')

    // The whole page is visible: scrolling would move another branch under the pointer.
    await resize(page, 1280, 2800)
    const node = page.locator('.branch-map').getByRole('link', { name: 'Jeddah branch' })
    await card(page, 'Jeddah branch').hover()
    await expect(node).toHaveAttribute('data-marked')
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(node).not.toHaveAttribute('data-marked')
    await node.focus()
    await expect(card(page, 'Jeddah branch')).toHaveAttribute('data-marked')
    await page.keyboard.press('Tab')
    await expect(card(page, 'Jeddah branch')).not.toHaveAttribute('data-marked')
    await expect(card(page, 'Dammam branch')).toHaveAttribute('data-marked')
  },
)

function colourOfTop(element: Element) {
  return getComputedStyle(element).borderBlockStartColor
}

/** Positions of the cards and the lines of the index, after all fonts have loaded. */
async function boxesOf(page: Page) {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const places = await page.locator('.branch, .branch-index li').all()
  return Promise.all(places.map((place) => place.boundingBox()))
}

test.describe('a visitor in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test(
    'sees whether a branch is open in its own time zone, without a layout shift',
    { tag: '@long' },
    async ({ page }) => {
      await page.clock.setFixedTime(sundayMorning)
      let letScriptCome = () => {}
      const scriptMayCome = new Promise<void>((resolve) => (letScriptCome = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await scriptMayCome
        await route.continue()
      })
      await page.goto('/branches?lang=En', { waitUntil: 'commit' })
      await expect(page.locator('.branch')).toHaveCount(7)
      await expect(page.getByText('Open now')).toHaveCount(0)
      const before = await boxesOf(page)
      letScriptCome()
      await expect(card(page, 'Riyadh branch').getByText('Open now')).toBeVisible()
      await expect(card(page, 'Riyadh branch').getByText('until 18:00')).toBeVisible()
      await expect(card(page, 'Buraydah branch').getByText('until 12:00')).toBeVisible()
      expect(await boxesOf(page)).toEqual(before)
    },
  )
})

test('on Friday a branch is shown in Arabic as closed until Saturday', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-20T10:00:00Z'))
  await page.goto('/branches?lang=Ar')
  await expect(card(page, 'فرع الرياض').getByText('مغلق الآن')).toBeVisible()
  await expect(card(page, 'فرع الرياض').getByText('يفتح السبت الساعة 9:00')).toBeVisible()
})
