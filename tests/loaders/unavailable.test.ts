import { expect, test, vi } from 'vitest'
import { loader } from '../../app/routes/news.tsx'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { log } from '@site/runtime/log'
import { failingAdapter } from '../support/own-adapter.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

test('F40: an outage under load logs one line in ten seconds, with the number of suppressed lines', async () => {
  const logError = vi.spyOn(log, 'error').mockReturnValue()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const content = failingAdapter(new ContentUnavailable('open', 'Test failure'))
  const fail = () => thrownResponse(loader(argsFor('/News', { context: { content } })))
  for (let view = 0; view < 100; view += 1) await fail()
  expect(logError).toHaveBeenCalledOnce()
  clock.mockReturnValue(1e9 + 10_000)
  await fail()
  expect(logError).toHaveBeenCalledTimes(2)
  expect(logError.mock.lastCall?.[0]).toMatchObject({ fault: 'open', suppressed: 99 })
  clock.mockRestore()
  logError.mockRestore()
})
