import { expect, test } from 'vitest'
import * as llmsTxt from '../../app/routes/llms-txt.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

function load(content: RequestScope, query = '?lang=En') {
  const markdownPathOf = (path: string) => (path === '/' ? '/home.md' : `${path}.md`)
  return llmsTxt.loader(
    argsFor(`/llms.txt${query}`, { lang: 'En', context: { content, markdownPathOf } }),
  )
}

/** The lines of a section. */
function sectionOf(text: string, heading: string) {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  return section.split('\n## ')[0]?.trim().split('\n') ?? []
}

test('what the company has, by section, each with the address of its Markdown', async () => {
  const response = await load(
    adapterOf({
      'Footer.Data': [{ postSubTitle: 'We *make* things' }],
      ProductsCategory: [{ postID: 'c', postTitle: 'Category [1]', postSubTitle: 'About\nit' }],
      ProductsTypes: [{ postID: 't/1', postTitle: 'Type', parentID: 'c' }],
      News: Array.from({ length: 12 }, (_, at) => ({
        postID: `news-${at}`,
        postTitle: `News ${at}`,
        postDate: `2026-01-${String(at + 10)}`,
      })),
      Branches: [
        { postID: 'b', postTitle: 'Riyadh' },
        { postID: 'c', postTitle: 'Jeddah' },
      ],
      ContactData: [{ phone1: '+966 11 555 0100', email1: 'info@tayyar.example' }],
    }),
  )
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=300, s-maxage=300, stale-if-error=604800',
  )
  const text = await response.text()
  expect(text).toMatch(/^# \S.*\n\n> We \\\*make\\\* things\n\n.*`\.md`.*\/home\.md\?lang=En/)
  expect(sectionOf(text, 'Products').slice(2)).toEqual([
    `- [All products](${origin}/products/home.md?lang=En)`,
    `- [Category &#91;1&#93;](${origin}/products-types/c.md?lang=En): About it`,
    `- [Category &#91;1&#93;: Type](${origin}/products/t%2F1.md?lang=En)`,
    `- [Documents](${origin}/documents.md?lang=En)`,
  ])
  expect(sectionOf(text, 'News').map((line) => /\[(.*)\]/.exec(line)?.[1])).toEqual([
    'All news',
    ...Array.from({ length: 10 }, (_, at) => `News ${11 - at}`),
  ])
  expect(sectionOf(text, 'Contact')).toEqual([
    `- [Contact](${origin}/contact.md?lang=En): +966 11 555 0100, info@tayyar.example`,
    `- [Branches](${origin}/branches.md?lang=En): Riyadh, Jeddah`,
  ])
  expect(sectionOf(text, 'Optional')[0]).toContain(`(${origin}/llms.txt?lang=Ar)`)
})

test('unavailable lists are left out for a while, and without any it is a 503', async () => {
  const response = await load(
    adapterOf({ News: 'dead', Blog: [{ postID: 'b', postTitle: 'Post' }] }),
  )
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, s-maxage=10')
  expect(await response.text()).toContain(`/blog_details/b.md?lang=En`)
  const failed = await load(deadAdapter())
  expect(failed.status).toBe(503)
  expect(failed.headers.get('X-Robots-Tag')).toBe('noindex')
})
