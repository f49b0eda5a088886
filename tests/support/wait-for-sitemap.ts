import { expect } from 'vitest'
import { eventually } from './eventually.ts'

/**
 * Requests a site's sitemap until it is whole: on a busy machine a list may be late, and without one of them there is no
 * sitemap.
 */
export function waitForSitemap({ url }: { url: string }) {
  return eventually(async () => {
    const response = await fetch(`${url}/sitemap.xml`)
    expect(response.status).toBe(200)
    return response.text()
  }, 40_000)
}
