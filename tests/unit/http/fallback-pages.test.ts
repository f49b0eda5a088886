import { expect, test } from 'vitest'
import type { ReadContent } from '../../../server/content/content-calls.ts'
import { createRequestScope, type RequestScope } from '../../../server/content/request-scope.ts'
import { createFallbackPages, type FallbackStatus } from '../../../server/http/fallback-pages.ts'
import { readPosts } from '../../support/read-posts.ts'

/** Fallback pages that show the cached phone number; the test changes `state`. */
async function makePages() {
  const state = { phones: [] as { phone1: string }[], time: 0, renders: 0, isBroken: false }
  const readCached: ReadContent = async (query, shape) =>
    readPosts(shape, query.type === 'ContactData' ? state.phones : [])
  async function render(status: number, query: string, cookie: string, content: RequestScope) {
    state.renders += 1
    if (state.isBroken) throw new Error('render failed')
    const contact = await content.calls('En').findContact()
    const phone = contact?.phone1 ?? 'no phone'
    return new Response(`${status} ${query} ${cookie} ${phone}`, { status })
  }
  const pages = await createFallbackPages(
    render,
    () => createRequestScope(() => readCached),
    () => state.time,
  )
  const text = (status: FallbackStatus = 503, hasParameter = false) =>
    pages.of(status, 'En', hasParameter).bodies.get('identity')?.toString() ?? ''
  return { state, pages, text }
}

test('F41 there is a fallback page from the start, even without cached content', async () => {
  const { text } = await makePages()
  expect(text()).toBe('503  lang=En no phone')
  expect(text(503, true)).toBe('503 ?lang=En lang=En no phone')
})

test('V01 V03 an invalid address and one that is too long get the same page, each with its status', async () => {
  const { pages, text } = await makePages()
  expect(text(400)).toBe('400  lang=En no phone')
  for (const hasParameter of [false, true]) {
    expect(text(414, hasParameter)).toBe(text(400, hasParameter))
    expect(pages.of(400, 'En', hasParameter).status).toBe(400)
    expect(pages.of(414, 'En', hasParameter).status).toBe(414)
  }
})

test('F01 a phone that becomes known appears on the page at once, a changed one within 10 s', async () => {
  const { state, pages, text } = await makePages()
  state.phones = [{ phone1: '111' }]
  pages.refresh('En')
  await expect.poll(() => text()).toContain('111')
  expect(text(400)).toContain('111')

  state.phones = [{ phone1: '222' }]
  state.time = 10_000
  await expect.poll(() => (pages.refresh('En'), text())).toContain('222')
})

test('F01 a page whose render fails stays as it was', async () => {
  const { state, pages, text } = await makePages()
  state.phones = [{ phone1: '111' }]
  state.isBroken = true
  const before = state.renders
  pages.refresh('En')
  await expect.poll(() => state.renders).toBeGreaterThan(before)
  expect(text()).toContain('no phone')
})

test('F05 an address gets the fallback page in its language, a data request an error for the script', async () => {
  const { pages } = await makePages()
  const at = (target: string) => pages.for({ target, language: 'Ar' })
  expect(at('/News?page=2')).toBe(pages.of(503, 'Ar'))
  expect(at('/News?lang=En')).toBe(pages.of(503, 'En', true))
  const data = at('/News?lang=En&_data=routes%2Fnews')
  expect([data.status, data.bodies.get('identity')?.length]).toEqual([503, 0])
  expect(data.headers.join()).toContain('x-remix-catch')
})
