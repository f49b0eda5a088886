import { expect, test } from 'vitest'
import type { ReadContent } from '../../../server/content/content-calls.ts'
import type { RequestScope } from '../../../server/content/request-scope.ts'
import { createFallbackPages } from '../../../server/http/fallback-pages.ts'
import { readPosts } from '../../support/read-posts.ts'

/** Pages that say which phone is known, and a frame that the test changes. */
async function makePages() {
  const known = { phones: [] as { phone1: string }[], time: 0, renders: 0, isBroken: false }
  const kept: ReadContent = async (query, shape) =>
    readPosts(shape, query.type === 'ContactData' ? known.phones : [])
  async function render(query: string, cookie: string, content: RequestScope) {
    known.renders += 1
    if (known.isBroken) throw new Error('A fault of the page')
    const contact = await content.calls('En').findContact()
    return new Response(`${query} ${cookie} ${contact?.phone1 ?? 'no phone'}`, { status: 503 })
  }
  const pages = await createFallbackPages(
    render,
    () => kept,
    () => known.time,
  )
  const text = (asked = false) => pages.of('En', asked).bodies.get('identity')?.toString() ?? ''
  return { known, pages, text }
}

test('F41 there is a page from the start, whatever is known', async () => {
  const { text } = await makePages()
  expect(text()).toBe(' lang=En no phone')
  expect(text(true)).toBe('?lang=En lang=En no phone')
})

test('F01 a phone that becomes known comes onto the page at once, a new one before long', async () => {
  const { known, pages, text } = await makePages()
  known.phones = [{ phone1: '111' }]
  pages.refresh('En')
  await expect.poll(text).toContain('111')

  known.phones = [{ phone1: '222' }]
  known.time = 10_000
  await expect.poll(() => (pages.refresh('En'), text())).toContain('222')
})

test('F01 a page that cannot be made anew stays as it was', async () => {
  const { known, pages, text } = await makePages()
  known.phones = [{ phone1: '111' }]
  known.isBroken = true
  const before = known.renders
  pages.refresh('En')
  await expect.poll(() => known.renders).toBeGreaterThan(before)
  expect(text()).toContain('no phone')
})

test('F05 an address gets the page in its language, and one of data what the script can read', async () => {
  const { pages } = await makePages()
  const at = (target: string) => pages.for({ key: '', target, language: 'Ar' })
  expect(at('/News?page=2')).toBe(pages.of('Ar'))
  expect(at('/News?lang=En')).toBe(pages.of('En', true))
  const data = at('/News?lang=En&_data=routes%2Fnews')
  expect([data.status, data.bodies.get('identity')?.length]).toEqual([503, 0])
  expect(data.headers.join()).toContain('x-remix-catch')
})
