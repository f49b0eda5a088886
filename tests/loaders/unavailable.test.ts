import type { AppLoadContext } from '@remix-run/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentFor } from '../../app/content/content.server.ts'
import { createContentCalls } from '../../server/content/content-calls.ts'
import { ContentUnavailable, type Fault } from '../../server/content/failures.ts'
import { log } from '../../server/log.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'

// A page waits for its content for some seconds; how long the service takes to start is not looked at.
beforeAll(() => getSite().ready(), 60_000)
afterAll(() => getSite().close())

function failingWith(fault: Fault, retryAfterS?: number): AppLoadContext {
  return {
    content: createContentCalls(async () => {
      const circumstances = retryAfterS === undefined ? {} : { retryAfterS }
      throw new ContentUnavailable(fault, 'The test says so', circumstances)
    }),
  }
}

test('F13: a failure that says when to ask again tells the visitor', async () => {
  const context = failingWith('open', 17)
  const answer = await thrownResponse(contentFor(argsFor('/News', { context })).listNews())
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('17')
  expect(context.retryAfterS).toBe(17)
})

test('F13: of several failures of one page the longest time counts', async () => {
  const longer = failingWith('open', 30)
  await thrownResponse(contentFor(argsFor('/News', { context: longer })).listNews())
  Object.assign(longer, { content: failingWith('status', 6).content })
  await thrownResponse(contentFor(argsFor('/News', { context: longer })).listBlog())
  expect(longer.retryAfterS).toBe(30)
})

test('F05: a failure that says nothing tells 10 s', async () => {
  const context = failingWith('timeout')
  const answer = await thrownResponse(contentFor(argsFor('/News', { context })).listNews())
  expect(answer.headers.get('Retry-After')).toBe('10')
  expect(context.retryAfterS).toBeUndefined()
})

test('F40: an outage under load is one line in ten seconds, with the number of the others', async () => {
  const said = vi.spyOn(log, 'error').mockReturnValue()
  const time = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const fail = () =>
    thrownResponse(contentFor(argsFor('/', { context: failingWith('open') })).listNews())
  for (let view = 0; view < 100; view += 1) await fail()
  expect(said).toHaveBeenCalledOnce()
  time.mockReturnValue(1e9 + 10_000)
  await fail()
  expect(said).toHaveBeenCalledTimes(2)
  expect(said.mock.lastCall?.[0]).toMatchObject({ fault: 'open', suppressed: 99 })
  time.mockRestore()
  said.mockRestore()
})
