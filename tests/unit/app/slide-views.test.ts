import { expect, test } from 'vitest'
import { slideViewsOf } from '../../../app/home/slide-views.server.ts'
import { makeCard } from '../../support/make-card.ts'

const pathOf = (list: string) => (id: string) => `/${list}/${id}`

test('a slide links to the only post that its parentID names', () => {
  const linkOf = (parentID: string) =>
    slideViewsOf(
      [makeCard({ parentID })],
      [
        [
          [makeCard({ postID: 'a', postTitle: 'What it shows' }), makeCard({ postID: 'twice' })],
          pathOf('news'),
        ],
        [[makeCard({ postID: 'twice' })], pathOf('blog')],
        [null, pathOf('projects')],
      ],
      'En',
    )[0]?.link
  expect(linkOf('a')).toEqual({ to: '/news/a', title: 'What it shows' })
  for (const id of ['twice', 'NTROOT0', '', 'elsewhere']) expect(linkOf(id)).toBeUndefined()
})
