import { afterAll, beforeAll } from 'vitest'
import { useContentService } from './content-service.ts'
import { startEditedApi, type EditedApi } from './edited-api.ts'
import { startSiteProcess, type SiteProcess } from './site-process.ts'

/**
 * The built site on the project's sample, which a test may edit, for all tests of a file. Nothing is
 * kept, so each page shows what the content is at that moment.
 * @returns to be read inside a test
 */
export function useEditedSite() {
  const good = useContentService()
  let api: EditedApi | undefined
  let site: SiteProcess | undefined

  beforeAll(async () => {
    api = await startEditedApi(good.url)
    site = await startSiteProcess({
      CONTENT_API_URL: api.url,
      CONTENT_CACHE_TTL_S: '0',
      CONTENT_STALE_S: '0',
      PAGE_CACHE_MB: '0',
      LOG_LEVEL: 'silent',
    })
  }, 60_000)
  afterAll(async () => {
    await site?.stop()
    await api?.close()
  })

  return {
    get url() {
      return site?.url ?? ''
    },
    edit: (change: Parameters<EditedApi['edit']>[0]) => api?.edit(change),
  }
}
