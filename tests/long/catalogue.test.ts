import { expect, test } from 'vitest'
import { startContentService } from '@site/content-folder/service'
import { startSiteProcess } from '../support/site-process.ts'
import { makeFolder } from '../support/small-sample.ts'

test('a type with hundreds of products has pages of 24 that link to each other', async () => {
  const large = await startContentService({ dataDir: makeFolder(), products: 10_000 })
  const site = await startSiteProcess({ CONTENT_API_URL: large.url })
  async function visit(search: string) {
    const response = await fetch(`${site.url}/products/mcb${search}`, {
      headers: { cookie: 'lang=En' },
    })
    expect(response.status).toBe(200)
    const html = await response.text()
    const cards = [...html.matchAll(/<a [^>]*href="(\/product-details\/[^"#?]+)"/g)].map(
      ([, to]) => to,
    )
    return { html, cards }
  }
  try {
    const first = await visit('')
    expect(first.cards).toHaveLength(24)
    expect(first.html).toMatch(/<a [^>]*href="\/products\/mcb\?page=2"/)
    expect(first.html).not.toContain('rel="prev"')

    const second = await visit('?page=2')
    expect(second.cards).toHaveLength(24)
    expect(second.cards).not.toContain(first.cards[0])
    expect(second.html).toContain('rel="prev"')
    expect(second.html).toMatch(
      /<link rel="canonical" href="[^"]+\/products\/mcb\?page=2&amp;lang=En"/,
    )

    expect(second.html).toMatch(/<a [^>]*href="\?page=2&amp;lang=Ar"/)

    const pages = [...first.html.matchAll(/[?;&]page=(\d+)/g)].map(([, page]) => Number(page))
    const last = await visit(`?page=${Math.max(...pages)}`)
    expect(last.html).not.toContain('rel="next"')
    expect(last.cards.length).toBeGreaterThan(0)

    for (const search of ['?page=99999', '?page=99999&lang=En']) {
      const beyond = await fetch(`${site.url}/products/mcb${search}`, { redirect: 'manual' })
      const list = search.includes('lang') ? '/products/mcb?lang=En' : '/products/mcb'
      expect([beyond.status, beyond.headers.get('location')]).toEqual([308, list])
      expect(beyond.headers.get('cache-control')).toBe('no-store')
    }
  } finally {
    await site.stop()
    await large.close()
  }
}, 60_000)
