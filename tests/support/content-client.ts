import { afterAll, afterEach, expect } from 'vitest'
import { startContentService } from '@site/content-folder/service'
import type { ContentService, ContentServiceOptions } from '@site/content-folder/service'
import { makeFolder, writeSmallSample } from './small-sample.ts'

export type Item = Record<string, unknown>

const token = 'a-token-of-the-tests'
const tokenHeaders = { Cookie: `XSRF-TOKEN=${token}`, 'X-XSRF-TOKEN': token }

/**
 * The service on the small sample and a new database, for the tests of one file. Any line for the
 * operator fails the test that caused it.
 */
export async function startForTests(
  options: Partial<ContentServiceOptions> = {},
): Promise<ContentService> {
  const reports: string[] = []
  const service = await startContentService({
    dataDir: makeFolder(),
    contentDir: writeSmallSample(),
    report: (line) => reports.push(line),
    ...options,
  })
  afterEach(() => expect(reports).toEqual([]))
  afterAll(() => service.close())
  return service
}

/** Posts a form as the website does: multipart, with matching cookie and header. */
export function post(
  service: Pick<ContentService, 'url'>,
  address: string,
  fields: Record<string, string>,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return postBody(service, address, form)
}

/** Posts any body, with matching cookie and header. */
export function postBody(
  service: Pick<ContentService, 'url'>,
  address: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(service.url + address, {
    method: 'POST',
    body,
    headers: { ...tokenHeaders, ...headers },
  })
}

/** The eight fields of a get-post call for all items of a type in English. */
export const listFields = {
  check: 'getPost',
  Lang: 'En',
  PostId: '',
  FbrnId: '1',
  Type: '',
  ParentId: 'NTROOT0',
  PostName: '',
  Pno: '-1',
}

/** Calls get-post and expects a list. */
export async function getPosts(
  service: Pick<ContentService, 'url'>,
  fields: Partial<typeof listFields>,
): Promise<Item[]> {
  const response = await post(service, '/get-post', { ...listFields, ...fields })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return readItems(response)
}

export async function readItems(response: Response): Promise<Item[]> {
  const items: unknown = await response.json()
  expect(items).toBeInstanceOf(Array)
  return Array.isArray(items) ? items : []
}

export function idsOf(items: Item[]): unknown[] {
  return items.map((item) => item['postID'])
}

/** Expects a JSON error and returns its message. */
export async function readError(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body: unknown = await response.json()
  expect(body).toEqual({ error: expect.any(String) })
  return typeof body === 'object' && body && 'error' in body ? String(body.error) : ''
}
