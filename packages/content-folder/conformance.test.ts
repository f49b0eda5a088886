import { expect, test } from 'vitest'
import { sampleContent } from '../../tests/support/sample-content.ts'
import { listFields, post, startForTests } from '../../tests/support/content-client.ts'
import { checkConformance, type Exchange } from './conformance.ts'
import type { GetPostFields } from './wire.ts'
import { sampleFolder } from './folder/folder-files.ts'
import { listPostRows } from './folder/rows.ts'

const service = await startForTests({ contentDir: sampleFolder })
const listOf = (type: string): GetPostFields => ({ ...listFields, check: 'getPost', Type: type })

async function exchangeOf(request: string, response: Response): Promise<Exchange> {
  const header = (name: string) => response.headers.get(name) ?? ''
  return { request, status: response.status, header, text: await response.text() }
}

async function ask(fields: GetPostFields, token?: Record<string, string>) {
  if (!token) return exchangeOf('get-post', await post(service, '/get-post', { ...fields }))
  const body = new FormData()
  for (const field of Object.entries(fields)) body.append(...field)
  const sent = { method: 'POST', headers: token, body }
  return exchangeOf('get-post', await fetch(`${service.url}/get-post`, sent))
}

async function getFile(name: string, headers = {}) {
  const options = { headers: { range: 'bytes=0-1023', ...headers } }
  const made = await exchangeOf(name, await fetch(`${service.url}/images/post/${name}`, options))
  return [made.status === 404 ? 'is not there' : '', made] as const
}

const rows = [...listPostRows(sampleContent)]

/** The list of a type, its first post, and the posts of that post's parent. */
async function callsOf(type: string) {
  const { id = '', parentId = '' } = rows.find((row) => row.type === type) ?? {}
  const all: GetPostFields[] = [
    // All products of solutions are no list of the protocol: one may belong to two.
    ...(type === 'SolProducts' ? [] : [listOf(type)]),
    { ...listOf(type), check: 'getPostDetails', PostId: id },
    { ...listOf(type), ParentId: parentId },
  ]
  const made = all.map(async (fields) => {
    const { text } = await ask(fields)
    return { type, fields, posts: JSON.parse(text) as Record<string, unknown>[] }
  })
  return Promise.all(made)
}

test('the content service keeps every rule of the protocol, the optional ones too', async () => {
  const calls = (await Promise.all([...new Set(rows.map(({ type }) => type))].map(callsOf))).flat()
  const posts = calls.flatMap((call) => call.posts)
  const [, document = ''] =
    rows.map(({ detailItem }) => /"fileName":"([^"]+)"/.exec(detailItem)).find(Boolean) ?? []
  const outcomes = await checkConformance({
    calls,
    pictures: posts.flatMap(({ postImage }) => (postImage ? [String(postImage)] : [])),
    documents: [document],
    post: ask,
    getFile,
    secrets: [],
  })
  expect(outcomes.filter(({ level }) => level === 'failed')).toEqual([])
  expect(outcomes.filter(({ level }) => level !== 'passed')).toMatchObject([
    { subject: 'PostEmail', level: 'not tried' },
  ])
  expect(outcomes.length).toBeGreaterThan(15)
  const tokens = outcomes.find(({ subject }) => subject.startsWith('other tokens'))
  expect(tokens?.text).toMatch(/token the status is 403, .* cookie 403/)
})
