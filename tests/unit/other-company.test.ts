import { describe, expect, test } from 'vitest'
import { listPostRows } from '@site/content-folder/rows'
import { rewritePosts } from '../other-company/rewrite.ts'
import { sampleWords } from '../other-company/sample-words.ts'
import { sampleContent } from '../support/sample-content.ts'

// The tests' second company has the sample's posts in words of its own. If the sample grows, its titles
// in tests/other-company/words.ts may have to grow too.

interface Post {
  postID: string
  postTitle: string
  postDetails?: string
  postVariants?: { code: string }[]
}

const posts = [...listPostRows(sampleContent)].map(({ type, language, detailItem }) => {
  const [written] = JSON.parse(rewritePosts(`[${detailItem}]`, type, language)) as [Post]
  return { type, language, sample: JSON.parse(detailItem) as Post, written }
})

/** What the site works with, and no visitor reads. */
const structure = ['postID', 'parentID', 'postImage', 'postImages', 'postDate', 'openingHours']

function structureOf(post: object) {
  return Object.entries(post).filter(([field]) => structure.includes(field))
}

function tagsOf({ postDetails = '' }: Post) {
  return (postDetails.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"tel:.*"/, '"tel:"'))
}

describe('a post of the other company', () => {
  test('has the structure of the sample’s', () => {
    for (const { type, sample, written } of posts) {
      expect(structureOf(written), `${type} ${sample.postID}`).toEqual(structureOf(sample))
      expect(tagsOf(written), `${type} ${sample.postID}`).toEqual(tagsOf(sample))
      expect(Object.keys(written).toSorted()).toEqual(Object.keys(sample).toSorted())
    }
  })

  test('has no word that only the sample has', () => {
    for (const { type, written } of posts) {
      const text = JSON.stringify(written)
      const found = sampleWords.filter((word) => word.test(text))
      expect(found, `${type} ${written.postID}`).toEqual([])
    }
  })

  test('has order codes of its own, as many as the sample’s', () => {
    const codesOf = ({ postVariants = [] }: Post) => postVariants.map(({ code }) => code)
    const taken = new Set(posts.flatMap(({ sample }) => codesOf(sample)))
    expect(taken.size).toBeGreaterThan(0)
    for (const { type, sample, written } of posts) {
      expect(codesOf(written), `${type} ${written.postID}`).toHaveLength(codesOf(sample).length)
      expect(codesOf(written).filter((code) => taken.has(code))).toEqual([])
    }
  })

  test('has a title of its own wherever the sample’s has one', () => {
    const taken = new Set(posts.map(({ sample }) => sample.postTitle))
    for (const { type, language, sample, written } of posts) {
      expect(written.postTitle === '', `${type} ${written.postID}`).toBe(sample.postTitle === '')
      if (written.postTitle === '' || type === 'SolProducts') continue
      expect([...taken], `${type} ${written.postID} in ${language}`).not.toContain(
        written.postTitle,
      )
      taken.add(written.postTitle)
    }
  })

  test('has about as much text', () => {
    const lengths = posts
      .filter(({ sample }) => (sample.postDetails ?? '').length > 500)
      .map(
        ({ sample, written }) =>
          (written.postDetails ?? '').length / (sample.postDetails ?? '').length,
      )
    expect(lengths.length).toBeGreaterThan(400)
    expect(Math.min(...lengths)).toBeGreaterThan(0.7)
    expect(Math.max(...lengths)).toBeLessThan(1.3)
  })
})
