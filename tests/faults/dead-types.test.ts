import { expect, test } from 'vitest'
import { contentTypeNames, type ContentType } from '../../server/config.ts'
import { useEditedSite } from '../support/edited-site.ts'
import { screens } from '../support/screens.ts'
import { sampled } from '../support/test-size.ts'

const site = useEditedSite()

/** The types that every page loads besides its own content. */
const frame: ContentType[] = ['ContactData', 'Footer.Data', 'ProductsCategory', 'ProductsTypes']

async function visit(address: string) {
  const response = await fetch(site.url + address, { redirect: 'manual' })
  const html = await response.text()
  return { status: response.status, html, policy: response.headers.get('cache-control') }
}

// The root is the same page as /home.
test.each(
  sampled(
    screens.filter(([address]) => address !== '/home'),
    12,
  ),
)('F39 %s is unavailable only when its main content is', async (address, subject, ...parts) => {
  site.edit((json) => json)
  const whole = await visit(address)
  expect(whole.status).toBe(200)
  const heading = /<h1[^>]*>[^]*?<\/h1>/.exec(whole.html)?.[0] ?? 'no heading'

  const needed = [subject, ...frame, ...parts].filter((type) => type !== null)
  for (const dead of new Set(needed)) {
    site.edit((json, { type }) => (type === dead ? null : json))
    const { status, html, policy } = await visit(address)
    const what = `${address} without ${dead}`
    if (dead === subject) {
      expect(status, what).toBe(503)
      expect(policy, what).toBe('no-store')
      expect(html, what).toMatch(/<a class="button" href="">/)
    } else {
      expect(status, what).toBe(200)
      expect(html.length, what).toBeLessThan(whole.html.length)
      // Only a category's or type's name comes from the calls for header and footer.
      if (!/^\/products(-types)?\/[^h]/.test(address)) expect(html, what).toContain(heading)
      expect(html, what).not.toMatch(/<h[1-6][^>]*>\s*<\/h[1-6]>|<ul[^>]*><\/ul>|<ol[^>]*><\/ol>/)
    }
  }

  site.edit((json, { type }) => (needed.some((name) => name === type) ? json : null))
  const { status, html } = await visit(address)
  const what = `${address} without any other type`
  expect(status, what).toBe(200)
  expect(html.length, what).toBe(whole.html.length)
})

test.each([
  ['one thing of it', ['HomeSlider'], 200],
  ['all but one', contentTypeNames.filter((type) => type !== 'HomeSlider'), 200],
  ['all', contentTypeNames, 503],
] as const)('F39 home without %s', async (_, dead: readonly string[], status) => {
  site.edit((json, { type }) => (dead.includes(type) ? null : json))
  expect((await visit('/')).status).toBe(status)
})

test.each([
  ['/products/made-up', 'ProductsTypes'],
  ['/products-types/made-up', 'ProductsCategory'],
])('F16 %s is not an empty page when its existence is unknown', async (address, dead) => {
  site.edit((json, { type }) => (type === dead ? null : json))
  expect((await visit(address)).status).toBe(503)
  site.edit((json) => json)
  expect((await visit(address)).status).toBe(404)
})
