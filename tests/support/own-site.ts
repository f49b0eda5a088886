import { startFaultyApi, type FaultyApi } from './faulty-api.ts'
import type { ApiFault } from './api-faults.ts'
import { shortLived } from './outcomes.ts'
import { startSiteProcess, type SiteProcess } from './site-process.ts'

export interface OwnSite {
  api: FaultyApi
  site: SiteProcess
  /** What goes wrong with calls, by their Type field. */
  faults: Map<string, ApiFault>
}

/**
 * A faulty API and a site on it, for one test.
 * @param upstream the good content API's address
 */
export async function withSite(
  upstream: string,
  settings: Record<string, string>,
  use: (own: OwnSite) => Promise<unknown>,
) {
  const faults = new Map<string, ApiFault>()
  const api = await startFaultyApi(upstream, (type) => faults.get(type) ?? null)
  try {
    await withSiteOn(api, settings, (site) => use({ api, site, faults }))
  } finally {
    await api.close()
  }
}

/** A site on an API, for one test. */
export async function withSiteOn(
  api: FaultyApi,
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
