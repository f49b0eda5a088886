import { expect, test } from 'vitest'
import { encodeBody, readResponse } from '../../../../server/http/page-cache/cached-response.ts'

test('a page with many waiters is compressed once', async () => {
  const headers = { 'content-type': 'text/html' }
  const response = await readResponse(new Response('word '.repeat(1_000), { headers }))
  const [first, ...others] = await Promise.all(
    Array.from({ length: 20 }, () => encodeBody(response, 'br')),
  )
  expect(first).toBeInstanceOf(Buffer)
  for (const other of others) expect(other).toBe(first)
  expect(await encodeBody(response, 'br')).toBe(first)
})
