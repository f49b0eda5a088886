import { describe, expect, test } from 'vitest'
import { groupArticlesByYear } from '../../../app/posts/article-list.tsx'
import type { ArticleCardView } from '../../../app/views/card-views.server.ts'

function article(postID: string, year: string): ArticleCardView {
  const words = { postTitle: '', postSubTitle: '', postImage: '', postDate: '', dateText: '' }
  return { postID, year, readingMinutes: 0, ...words }
}

const cards = [article('a', '2026'), article('b', '2026'), article('c', '2025'), article('d', '')]

/** The layout as ids: the lead, then each year with its articles. */
function idsOf(page: number, list = cards) {
  const { lead, years } = groupArticlesByYear({ cards: list, page })
  const groups = years.map(({ year, articles }) => [year, ...articles.map(({ postID }) => postID)])
  return { lead: lead?.postID, years: groups }
}

describe('a list of articles', () => {
  test('starts with the newest as lead, followed by years; articles without a date are a group of their own', () => {
    expect(idsOf(1)).toEqual({
      lead: 'a',
      years: [
        ['2026', 'b'],
        ['2025', 'c'],
        ['', 'd'],
      ],
    })
  })

  test('has a lead on its first page only', () => {
    expect(idsOf(2)).toEqual({
      lead: undefined,
      years: [
        ['2026', 'a', 'b'],
        ['2025', 'c'],
        ['', 'd'],
      ],
    })
  })

  test('with one article is only the lead, and without articles is empty', () => {
    expect(idsOf(1, cards.slice(0, 1))).toEqual({ lead: 'a', years: [] })
    expect(idsOf(1, [])).toEqual({ lead: undefined, years: [] })
  })
})
