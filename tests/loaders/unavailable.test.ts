import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loader } from '../../app/routes/news.tsx'
import { ContentUnavailable, type Fault } from '../../server/content/failures.ts'
import { log } from '../../server/log.ts'
import { getSite } from '../../server/site.ts'
import { failingAdapter } from '../support/own-adapter.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'

// A page waits for its content for some seconds; how long the service takes to start is not looked at.
beforeAll(() => getSite().ready(), 60_000)
afterAll(() => getSite().close())

function failingWith(fault: Fault, retryAfterS?: number) {
  const circumstances = retryAfterS === undefined ? {} : { retryAfterS }
  return {
    content: failingAdapter(new ContentUnavailable(fault, 'The test says so', circumstances)),
  }
}

test('F13: a failure that says when to ask again tells the visitor', async () => {
  const context = failingWith('open', 17)
  const response = await thrownResponse(loader(argsFor('/News', { context })))
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '17'])
})

test('F05: a failure that says nothing tells 10 s', async () => {
  const context = failingWith('timeout')
  const response = await thrownResponse(loader(argsFor('/News', { context })))
  expect(response.headers.get('Retry-After')).toBe('10')
})

test('F40: an outage under load is one line in ten seconds, with the number of the others', async () => {
  const said = vi.spyOn(log, 'error').mockReturnValue()
  const time = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const fail = () => thrownResponse(loader(argsFor('/News', { context: failingWith('open') })))
  for (let view = 0; view < 100; view += 1) await fail()
  expect(said).toHaveBeenCalledOnce()
  time.mockReturnValue(1e9 + 10_000)
  await fail()
  expect(said).toHaveBeenCalledTimes(2)
  expect(said.mock.lastCall?.[0]).toMatchObject({ fault: 'open', suppressed: 99 })
  time.mockRestore()
  said.mockRestore()
})
