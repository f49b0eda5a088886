import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { contentTypeNames } from '../../server/config.ts'
import { contentLanguages } from '../../server/content/content-types.ts'
import { readPosts } from '../support/read-posts.ts'
import { isWholeRun } from '../support/test-size.ts'
import { getPosts, post } from '../support/content-client.ts'

const service = { url: inject('contentUrl') }
const file = 'docs/content-api.openapi.yaml'
const document = parse(readFileSync(file, 'utf8'))
const { schemas } = document.components

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false })
addFormats(ajv)
ajv.addVocabulary(['x-own', 'openapi', 'info', 'servers', 'paths', 'webhooks', 'components'])
ajv.addSchema({ ...document, $id: 'api' })

/** Validates by a schema of the document, which must name every property. */
function validatorOf(name: string) {
  const $ref = `api#/components/schemas/${name}`
  return ajv.compile({ allOf: [{ $ref }], unevaluatedProperties: false })
}

const byType: Record<string, string> = {
  ContactData: 'ContactItem',
  'Footer.Data': 'FooterItem',
  Branches: 'Branch',
}

/** The properties of a schema, with those of the schemas that it consists of. */
function propertiesOf(name: string): string[] {
  const { properties = {}, allOf = [] } = schemas[name]
  const parts = allOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))
  return [...Object.keys(properties), ...parts.flatMap(propertiesOf)]
}

test.each(contentTypeNames)(
  '%s: what the embedded service sends is as documented',
  async (Type) => {
    const validate = validatorOf(byType[Type] ?? 'Post')
    for (const Lang of contentLanguages) {
      const list = await getPosts(service, { Type, Lang })
      const ids = list.map(({ postID }) => String(postID)).slice(0, isWholeRun ? Infinity : 3)
      const details = await Promise.all(
        ids.map((PostId) =>
          getPosts(service, { check: 'getPostDetails', Type, Lang, PostId, Pno: '1' }),
        ),
      )
      expect(list.length).toBeGreaterThan(0)
      for (const item of [...list, ...details.flat()]) {
        expect(validate(item) ? [] : validate.errors, JSON.stringify(item).slice(0, 200)).toEqual(
          [],
        )
      }
    }
  },
)

test.each([
  ['Post', { postID: '' }],
  ['Post', { postTitle: 'without an id' }],
  ['Post', { postID: 'a', postDate: '31/03/2026' }],
  ['Post', { postID: 'a', postImage: 'https://cdn.example.com/a.webp' }],
  ['Post', { postID: 'a', postLanguage: 'Fr' }],
  ['Post', { postID: 'a', postFiles: ['a.pdf'] }],
  ['Branch', { postID: 'a', latitude: true }],
])('%s: %o is not as documented', (name, item) => {
  expect(validatorOf(name)(item)).toBe(false)
})

test('the other calls of the embedded service are as documented', async () => {
  const token = { Cookie: 'XSRF-TOKEN=x', 'X-XSRF-TOKEN': 'x' }
  const records = await post(service, '/main-system', { check: 'x', Lang: 'Ar', FbrnId: '1' })
  expect(await records.json()).toEqual([expect.any(Object)])
  for (const path of ['/languages/getLangIsMain', '/languages/En']) {
    expect(await (await fetch(service.url + path, { headers: token })).json()).toBeInstanceOf(
      Object,
    )
  }
  for (const path of Object.keys(document.paths).filter((name) => !name.includes('{'))) {
    const response = await fetch(service.url + path, { method: 'PATCH', headers: token })
    expect(response.status, path).toBe(405)
  }
})

describe('the documented properties are those that the site reads', () => {
  const spec = { name: 'Rated current', value: '16', unit: 'A' }
  const stock = { state: 'days', days: 14, branch: 'Jeddah', asOf: '2026-11-28' }
  const full = {
    postID: '1',
    postSpecs: [spec],
    postFiles: [{ fileName: 'a.pdf' }],
    postVariants: [{ code: 'A16', specs: [spec], availability: stock }],
  }
  const [product] = readPosts('product', [full])
  const [branch] = readPosts('branch', [full])
  const [contact] = readPosts('contact', [{}])
  const [footer] = readPosts('footer', [{}])

  test.each([
    ['Post', product],
    ['Branch', { ...product, ...branch }],
    ['ContactFields', contact],
    ['Footer', footer],
    ['Spec', product?.postSpecs[0]],
    ['PostFile', product?.postFiles[0]],
    ['Variant', product?.postVariants[0]],
    ['Availability', product?.postVariants[0]?.availability],
  ])('%s', (name, item) => {
    const read = new Set(Object.keys({ ...item }))
    // The site adds it to what it has read.
    read.delete('postDay')
    // Which language a text is in belongs to the wire, whatever the shape of the post.
    if (name === 'Post' || name === 'Branch') read.add('postLanguage')
    expect(propertiesOf(name).sort()).toEqual([...read].sort())
  })

  test('the form has the eight fields in their order', () => {
    const names = ['check', 'Lang', 'PostId', 'FbrnId', 'Type', 'ParentId', 'PostName', 'Pno']
    expect(Object.keys(schemas.GetPostForm.properties)).toEqual(names)
    expect(schemas.GetPostForm.required).toEqual(names)
  })

  test('the page names each property, and each type', () => {
    const page = readFileSync('docs/content-api.md', 'utf8')
    const names = [...propertiesOf('Branch'), ...contentTypeNames]
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
