import { expect, test } from 'vitest'
import { sectionsOf } from '../../../app/company/company.server.ts'
import { readPosts } from '../../support/read-posts.ts'

function sections(...posts: Record<string, unknown>[]) {
  return sectionsOf(readPosts('post', posts), 'Ar', (specs) => ({ specs }))
}

test('a section has only the fields it shows', () => {
  const [section] = sections({
    postID: 'a',
    postTitle: 'عنوان',
    postDetails: '<p>لوحة TM63-C16</p>',
    postImages: ['a-2.png'],
    postFiles: [{ fileName: 'a.pdf', fileTitle: 'a' }],
    postSpecs: [{ name: 'الجهد', value: '13.8', unit: 'kV' }],
  })
  expect(section).toEqual({
    anchor: 'section-a',
    postTitle: 'عنوان',
    postSubTitle: '',
    postImage: '',
    postDetails: '<p>لوحة <bdi dir="ltr" class="ltr-unbroken">TM63-C16</bdi></p>',
    specs: [{ name: 'الجهد', value: '13.8', unit: 'kV' }],
  })
})
