import { afterAll, beforeAll, inject } from 'vitest'
import { startContentApi, type ContentApi, type ContentApiOptions } from './content-api.ts'
import { startSite, type Site } from './site-host.ts'

type Edit = NonNullable<ContentApiOptions['edit']>

/**
 * The built site on the project's sample, which a test may edit, for all tests of a file. Nothing is
 * cached, so each page shows the current content. Edits work on the raw JSON text, so a response can
 * contain what no JavaScript value can.
 * @returns getters; read them inside a test
 */
export function useEditedSite() {
  const good = { url: inject('contentUrl') }
  let edit: Edit = (json) => json
  let api: ContentApi | undefined
  let site: Site | undefined

  beforeAll(async () => {
    api = await startContentApi(good.url, {
      edit: (json, call) => edit(json, call),
      isCached: true,
    })
    site = await startSite({
      CONTENT_API_URL: api.url,
      BRAND_DIR: 'brand',
      CONTENT_CACHE_TTL_S: '0',
      CONTENT_STALE_S: '0',
      PAGE_CACHE_MB: '0',
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    await site?.stop()
    await api?.close()
  })

  return {
    get url() {
      return site?.url ?? ''
    },
    edit: (change: Edit) => {
      edit = change
    },
  }
}
