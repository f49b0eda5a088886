import { readdirSync } from 'node:fs'
import { expect, inject, test } from 'vitest'

const files = readdirSync('content/images')

const siteUrl = inject('siteUrl')

test('a page does not wait for twenty new pictures', async () => {
  let received = 0
  const pictures = files.slice(0, 20).map(async (file) => {
    const response = await fetch(`${siteUrl}/images/post/${file}?w=800`)
    await response.arrayBuffer()
    received += 1
    return response.status
  })
  // This page is never cached: its title is made up.
  const page = await fetch(`${siteUrl}/all-solution-products/solution-data-centres/x`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('</html>')
  expect(received).toBeLessThan(pictures.length)
  expect(new Set(await Promise.all(pictures))).toEqual(new Set([200]))
})
