import type { AppLoadContext } from '@remix-run/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentFor } from '../../app/content/content.server.ts'
import { createContentCalls } from '../../server/content/content-calls.ts'
import { ContentUnavailable, type Fault } from '../../server/content/failures.ts'
import { log } from '../../server/log.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'

// Starts the content service first: its start-up must not count towards a page's deadline.
beforeAll(() => getSite().ready(), 60_000)
afterAll(() => getSite().close())

function failingWith(fault: Fault, retryAfterS?: number): AppLoadContext {
  return {
    content: createContentCalls(async () => {
      const details = retryAfterS === undefined ? {} : { retryAfterS }
      throw new ContentUnavailable(fault, 'Test failure', details)
    }),
  }
}

test('F13: a failure with a retry time sends it to the visitor as Retry-After', async () => {
  const context = failingWith('open', 17)
  const response = await thrownResponse(contentFor(argsFor('/News', { context })).listNews())
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('17')
  expect(context.retryAfterS).toBe(17)
})

test('F13: with several failures on one page the longest retry time is sent', async () => {
  const longer = failingWith('open', 30)
  await thrownResponse(contentFor(argsFor('/News', { context: longer })).listNews())
  Object.assign(longer, { content: failingWith('status', 6).content })
  await thrownResponse(contentFor(argsFor('/News', { context: longer })).listBlog())
  expect(longer.retryAfterS).toBe(30)
})

test('F05: a failure without a retry time sends Retry-After: 10', async () => {
  const context = failingWith('timeout')
  const response = await thrownResponse(contentFor(argsFor('/News', { context })).listNews())
  expect(response.headers.get('Retry-After')).toBe('10')
  expect(context.retryAfterS).toBeUndefined()
})

test('F40: an outage under load logs one line in ten seconds, with the number of suppressed lines', async () => {
  const logError = vi.spyOn(log, 'error').mockReturnValue()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const fail = () =>
    thrownResponse(contentFor(argsFor('/', { context: failingWith('open') })).listNews())
  for (let view = 0; view < 100; view += 1) await fail()
  expect(logError).toHaveBeenCalledOnce()
  clock.mockReturnValue(1e9 + 10_000)
  await fail()
  expect(logError).toHaveBeenCalledTimes(2)
  expect(logError.mock.lastCall?.[0]).toMatchObject({ fault: 'open', suppressed: 99 })
  clock.mockRestore()
  logError.mockRestore()
})
