import { startContentApi, type ContentApi } from './content-api.ts'
import type { ApiFault } from './api-faults.ts'
import { shortLived } from './outcomes.ts'
import { startSiteProcess, type SiteProcess } from './site-process.ts'

export interface OwnSite {
  api: ContentApi
  site: SiteProcess
  /** The faults of calls, by their Type field. */
  faults: Map<string, ApiFault>
}

/**
 * Runs a test with a faulty API and a site on it.
 * @param upstream the address of a good content API
 */
export async function withSite(
  upstream: string,
  settings: Record<string, string>,
  use: (own: OwnSite) => Promise<unknown>,
) {
  const faults = new Map<string, ApiFault>()
  const api = await startContentApi(upstream, { faultFor: (type) => faults.get(type) ?? null })
  try {
    await withSiteOn(api, settings, (site) => use({ api, site, faults }))
  } finally {
    await api.close()
  }
}

/** Runs a test with a site on an API. */
export async function withSiteOn(
  api: ContentApi,
  settings: Record<string, string>,
  use: (site: SiteProcess) => Promise<unknown>,
) {
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, ...shortLived, ...settings })
  try {
    await use(site)
  } finally {
    await site.stop()
  }
}
