import { describe, expect, test } from 'vitest'
import * as blog from '../../app/routes/blog.tsx'
import * as blogDetails from '../../app/routes/blog-details.tsx'
import * as news from '../../app/routes/news.tsx'
import * as newsDetails from '../../app/routes/news-details.tsx'
import * as projects from '../../app/routes/projects.tsx'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const articleTypes = [
  { type: 'News', list: '/News', details: '/newsDetails', screen: news, screenOfOne: newsDetails },
  { type: 'Blog', list: '/blog', details: '/blog_details', screen: blog, screenOfOne: blogDetails },
] as const

describe.each(articleTypes)('$list', ({ type, list, details, screen, screenOfOne }) => {
  test('the list and the article show the same reading time', async () => {
    for (const lang of ['Ar', 'En'] as const) {
      const { cards } = await screen.loader(argsFor(list, { lang }))
      for (const { postID, readingMinutes } of cards.slice(0, 3)) {
        const { post } = await screenOfOne.loader(argsFor(`${details}/${postID}`, { lang }))
        expect(readingMinutes).toBeGreaterThan(0)
        expect(post.readingMinutes).toBe(readingMinutes)
      }
    }
  })

  test('a list without texts shows no reading time, and no list sends article texts', async () => {
    const context = { content: adapterOf({ [type]: [{ postID: '1', postDate: '2026-01-31' }] }) }
    const { cards } = await screen.loader(argsFor(list, { context }))
    expect(cards).toMatchObject([{ year: '2026', readingMinutes: 0 }])
    const whole = await screen.loader(argsFor(list, { lang: 'En' }))
    expect(Object.keys(whole.cards[0] ?? {})).not.toContain('postDetails')
  })
})

test('projects in a list show their first three specs, if there are any', async () => {
  const { cards } = await projects.loader(argsFor('/projects', { lang: 'En' }))
  expect(cards[0]?.specs).toEqual([
    { name: 'Client', value: 'Mada Al Sharq Telecom', unit: '' },
    { name: 'City', value: 'Dammam', unit: '' },
    { name: 'Year', value: '2026', unit: '' },
  ])
  const context = { content: adapterOf({ Projects: [{ postID: '1' }] }) }
  expect((await projects.loader(argsFor('/projects', { context }))).cards[0]?.specs).toEqual([])
})
