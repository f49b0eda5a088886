import { expect, test, vi } from 'vitest'
import { loader } from '../../app/routes/news.tsx'
import { ContentUnavailable, type Fault } from '../../server/content/failures.ts'
import { log } from '@site/runtime/log'
import { failingAdapter } from '../support/own-adapter.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

function failingWith(fault: Fault, retryAfterS?: number) {
  const circumstances = retryAfterS === undefined ? {} : { retryAfterS }
  return {
    content: failingAdapter(new ContentUnavailable(fault, 'Test failure', circumstances)),
  }
}

test('F13: a failure with a retry time sends it to the visitor as Retry-After', async () => {
  const context = failingWith('open', 17)
  const response = await thrownResponse(loader(argsFor('/News', { context })))
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '17'])
})

test('F05: a failure without a retry time sends Retry-After: 10', async () => {
  const context = failingWith('timeout')
  const response = await thrownResponse(loader(argsFor('/News', { context })))
  expect(response.headers.get('Retry-After')).toBe('10')
})

test('F40: an outage under load logs one line in ten seconds, with the number of suppressed lines', async () => {
  const logError = vi.spyOn(log, 'error').mockReturnValue()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const fail = () => thrownResponse(loader(argsFor('/News', { context: failingWith('open') })))
  for (let view = 0; view < 100; view += 1) await fail()
  expect(logError).toHaveBeenCalledOnce()
  clock.mockReturnValue(1e9 + 10_000)
  await fail()
  expect(logError).toHaveBeenCalledTimes(2)
  expect(logError.mock.lastCall?.[0]).toMatchObject({ fault: 'open', suppressed: 99 })
  clock.mockRestore()
  logError.mockRestore()
})
