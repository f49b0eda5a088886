import { beforeAll } from 'vitest'
import { getSite } from '../../server/default-site.ts'

/**
 * Starts the site before the tests of a file, and fills its search index. The files of a thread share it, and it ends
 * with the thread.
 */
export function useSite() {
  beforeAll(async () => {
    await getSite().ready()
    await getSite().search.whenFilled(120_000)
  })
}
