import { expect, onTestFinished, test, vi } from 'vitest'
import { startContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { startSiteProcess } from '../support/site-process.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Enough products for a crawl of some seconds, at one detail a second. */
const products = Array.from({ length: 3 }, (_, at) => ({
  postID: `p${at}`,
  postTitle: `Marlin ${at}`,
  parentID: 't',
  postFiles: [{ fileName: `marlin-${at}-datasheet-en.pdf`, fileTitle: `Datasheet ${at}` }],
}))

const posts: Record<string, { postID: string; postTitle: string; parentID?: string }[]> = {
  ProductsCategory: [{ postID: 'c', postTitle: 'Category' }],
  ProductsTypes: [{ postID: 't', postTitle: 'Type', parentID: 'c' }],
  Products: products,
}

async function openSite() {
  const api = await startContentApi(({ type, postId, parentId }) =>
    (posts[type] ?? []).filter((post) =>
      postId === '' ? parentId === 'NTROOT0' || post.parentID === parentId : post.postID === postId,
    ),
  )
  onTestFinished(api.close)
  const site = await startSiteProcess({
    CONTENT_API_URL: api.url,
    SEARCH_CRAWL_PER_S: '1',
    LOG_LEVEL: 'info',
  })
  onTestFinished(() => site.stop())
  async function get(path: string) {
    const response = await fetch(site.url + path)
    return { text: await response.text(), status: response.status, headers: response.headers }
  }
  return { site, get }
}

test('while the catalogue is read for the first time pages say so, and are right at once when it has been read', async () => {
  const { site, get } = await openSite()
  const icon = await get('/favicon.ico')
  expect([icon.status, icon.text]).toEqual([204, ''])

  const early = await get('/documents?lang=En')
  expect(early.text).toContain('We are updating')
  expect(early.text).not.toContain('There are no such documents')
  expect(early.headers.get('cache-control')).toBe('no-store')
  const question = await get('/search?q=datasheet+2&lang=Ar')
  expect(question.text).toContain('نُحدّث')
  expect(question.headers.get('cache-control')).toBe('no-store')
  // Its lists have been read by then, and are all that its addresses need.
  expect((await get('/product-details/p0')).headers.get('cache-control')).toMatch(/s-maxage/)

  await eventually(() => expect(site.output()).toContain('search index filled'))
  await eventually(async () => {
    const { text, headers } = await get('/documents?lang=En')
    expect(text).not.toContain('We are updating')
    expect(text.match(/marlin-\d-datasheet/g)?.length).toBeGreaterThanOrEqual(3)
    expect(headers.get('cache-control')).toMatch(/^public, .*s-maxage=60, .*, no-transform$/)
    expect(headers.get('cache-status')).toBe('page; hit')
  })
})
