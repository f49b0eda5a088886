import { afterAll, beforeAll } from 'vitest'
import { getSite } from '../../server/site.ts'

/** Starts the site before the tests of a file: its start-up must not count towards a page's deadline. */
export function useSite() {
  beforeAll(() => getSite().ready(), 60_000)
  afterAll(() => getSite().close())
}
