import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startContentService } from '@site/content-folder/service'
import type { Language } from '@site/content-folder/wire'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi } from '../support/content-api.ts'
import { rewritePosts } from './rewrite.ts'

/** The content API of a made-up company, on loopback. */
export interface OtherCompany {
  /** Makes a site show this company's content. */
  settings: { CONTENT_API_URL: string; CONTENT_IMAGES_URL: string }
  close: () => Promise<void>
}

/** The folder with its brand. */
export const brandDir = path.resolve('tests/other-company/brand')

/**
 * Starts the content API of a company that is not the sample's. It has the same posts as the sample,
 * with the same ids, so that the same addresses exist, and no word of it.
 * @param edit changes the JSON of a response as an editor of the content would
 */
export async function startOtherCompany(
  edit: (json: string, call: ApiCall) => string = (json) => json,
): Promise<OtherCompany> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-data-'))
  const rewritten = new Map<string, string>()

  function rewrite(json: string, call: ApiCall) {
    const key = JSON.stringify(call)
    const known = rewritten.get(key) ?? rewritePosts(json, call.type, languageOf(call))
    rewritten.set(key, known)
    return known
  }

  const sample = await startContentService({ dataDir })
  const api = await startContentApi(sample.url, {
    edit: (json, call) => edit(rewrite(json, call), call),
    isCached: true,
  })
  return {
    settings: { CONTENT_API_URL: api.url, CONTENT_IMAGES_URL: `${sample.url}/images/post` },
    close: async () => {
      await api.close()
      await sample.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function languageOf({ lang }: ApiCall): Language {
  return lang === 'En' ? 'En' : 'Ar'
}
