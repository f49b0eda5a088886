import { beforeAll } from 'vitest'
import { getSite } from '../../server/default-site.ts'
import { copyFilledData } from './filled-data.ts'

let started: Promise<void> | undefined

/**
 * Starts the site before the tests of a file, and fills its search index. The files of a thread share it, and it ends
 * with the thread.
 */
export function useSite() {
  beforeAll(() => (started ??= startSite()))
}

async function startSite() {
  copyFilledData(process.env['DATA_DIR'] ?? '')
  await getSite().ready()
  await getSite().search.whenFilled(120_000)
}
