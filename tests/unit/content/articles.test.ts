import { describe, expect, test } from 'vitest'
import { adapterOf } from '../../support/own-adapter.ts'

describe.each(['News', 'Blog'] as const)('the list of %s', (type) => {
  async function listed(posts: object[]) {
    const content = adapterOf({ [type]: posts }).calls('En')
    return type === 'News' ? content.listNews() : content.listBlog()
  }
  async function idsOf(posts: { postDate?: string }[]) {
    const articles = await listed(posts.map((post, at) => ({ postID: at, ...post })))
    return articles.map(({ postID }) => postID)
  }

  test('is sorted newest first, whatever the API’s order', async () => {
    expect(
      await idsOf([
        { postDate: '2025-12-31' },
        { postDate: '2026-03-14T10:00:00+03:00' },
        { postDate: '2026-03-14T08:00Z' },
        { postDate: '2024-02-29T12:00' },
        { postDate: '2026-11-09' },
      ]),
    ).toEqual(['4', '2', '1', '0', '3'])
  })

  test('ends with articles without a valid date', async () => {
    expect(
      await idsOf([
        {},
        { postDate: '2025-01-01' },
        { postDate: 'soon' },
        { postDate: '1969-07-20' },
      ]),
    ).toEqual(['1', '3', '0', '2'])
  })

  test('keeps the API’s order for equal or missing dates', async () => {
    const day = { postDate: '2026-01-01' }
    expect(await idsOf([day, { postDate: '2026-01-02' }, day, day])).toEqual(['1', '0', '2', '3'])
    expect(await idsOf([{}, {}, {}, {}])).toEqual(['0', '1', '2', '3'])
  })

  test.each([
    ['a script', '<p>One two</p><script>const three = "four five"</script>', 2],
    ['a style', '<style>p { color: red }</style><p>One two</p>', 2],
    ['a comment', '<p>One</p><!-- three > four five --><p>two</p>', 2],
    ['an angle bracket that is not a tag', '<p>2 < 3 and 5 > 4, always</p>', 6],
    ['an unclosed tag', '<p>One two <b', 2],
    ['an entity', '<p>One&nbsp;two &amp; three</p>', 3],
  ])('counts visible words beside %s, the same as the article itself', async (_, html, count) => {
    const post = { postID: '1', postDetails: html }
    const content = adapterOf({ [type]: [post] }).calls('En')
    const article = await (type === 'News' ? content.getNews('1') : content.getBlog('1'))
    const [card] = await listed([post])
    expect([card?.wordCount, article.wordCount]).toEqual([count, count])
  })
})
