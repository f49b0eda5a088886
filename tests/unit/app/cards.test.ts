import { describe, expect, test } from 'vitest'
import { cardsOf, onwardFrom, othersOf } from '../../../app/content/cards.server.ts'
import { makeCard } from '../../support/make-card.ts'

describe('a card', () => {
  test('holds what it shows and nothing else, its date in the page’s words', () => {
    const post = makeCard({
      postID: '7',
      postTitle: 'لوحة',
      postSubTitle: 'وصف',
      postImage: 'panel.png',
      parentID: 'panels',
      postDate: '2026-11-24',
    })
    const shown = { postID: '7', postTitle: 'لوحة', postSubTitle: 'وصف', postImage: 'panel.png' }
    expect(cardsOf([post], 'Ar')).toEqual([
      { ...shown, postDate: '2026-11-24', dateText: '24 نوفمبر 2026' },
    ])
    expect(cardsOf([post], 'En')).toEqual([
      { ...shown, postDate: '2026-11-24', dateText: '24 November 2026' },
    ])
  })

  test('of a whole post leaves its article behind', () => {
    const post = { ...makeCard({}), postDetails: '<p>long</p>', postImages: [], postSpecs: [] }
    expect(Object.keys(cardsOf([post], 'En')[0] ?? {}).sort()).toEqual([
      'postID',
      'postImage',
      'postSubTitle',
      'postTitle',
    ])
  })

  test('without a date has no words for one', () => {
    expect(cardsOf([makeCard({})], 'Ar')[0]).not.toHaveProperty('dateText')
  })
})

describe('what a detail screen offers to go on to', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((postID) => makeCard({ postID }))
  const idsAround = (postId: string, posts = list) =>
    othersOf(posts, postId, 'En').map(({ postID }) => postID)

  test.each([
    ['a', ['b', 'c', 'd', 'e', 'f']],
    ['c', ['d', 'e', 'f', 'g', 'a']],
    ['g', ['a', 'b', 'c', 'd', 'e']],
  ])('from %s: those that follow, then the first ones', (postId, expected) => {
    expect(idsAround(postId)).toEqual(expected)
  })

  test('never the post itself, even in a short list', () => {
    expect(idsAround('b', list.slice(0, 3))).toEqual(['c', 'a'])
    expect(idsAround('a', list.slice(0, 1))).toEqual([])
  })

  test('the first ones for a post that is not in its list', () => {
    expect(idsAround('elsewhere')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('nothing where the list could not be had or is empty', () => {
    expect(othersOf(null, 'a', 'Ar')).toEqual([])
    expect(othersOf([], 'a', 'Ar')).toEqual([])
  })
})

describe('the neighbours of a post in its list', () => {
  const list = ['a', 'b', 'c'].map((postID) => makeCard({ postID }))

  test.each([
    ['a', null, 'b'],
    ['b', 'a', 'c'],
    ['c', 'b', null],
    ['elsewhere', null, null],
  ])('of %s', (postId, newer, older) => {
    const { neighbours: found } = onwardFrom(list, postId, 'En')
    expect([found.newer?.postID ?? null, found.older?.postID ?? null]).toEqual([newer, older])
  })

  test('none where the list could not be had', () => {
    expect(onwardFrom(null, 'a', 'En').neighbours).toEqual({ newer: null, older: null })
  })
})
