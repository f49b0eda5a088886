import { expect, test } from 'vitest'
import { encodeBody, readResponse } from '../../../../server/http/page-cache/cached-response.ts'

test('a page that many wait for is compressed once for all of them', async () => {
  const headers = { 'content-type': 'text/html' }
  const answer = await readResponse(new Response('word '.repeat(1_000), { headers }))
  const [first, ...others] = await Promise.all(
    Array.from({ length: 20 }, () => encodeBody(answer, 'br')),
  )
  expect(first).toBeInstanceOf(Buffer)
  for (const other of others) expect(other).toBe(first)
  expect(await encodeBody(answer, 'br')).toBe(first)
})
