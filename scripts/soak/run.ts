import type { Target } from '../bench/targets.ts'
import { readSitemap } from '../bench/sitemap.ts'
import type { ContentApi } from './content-api.ts'

/** How long and how much. */
export interface Run {
  api: ContentApi
  outageSeconds: number
  restarts: number
  requests: number
  overloadSeconds: number
  /** Of each part that makes things up. */
  fuzzSeconds: number
  /** The first one of what is made up; the same seeds make up the same. */
  seed: number
  /** What a time or a rate is to reach; nothing in a short run, which a busy machine may spoil. */
  timed: (target: Target) => { target?: Target }
  /** Whether times are judged at all. */
  isTimed: boolean
  say: (line: string) => void
}

/** The paths of all pages that the site has. */
export async function listPages(port: number) {
  const { addresses } = await readSitemap(port)
  return [...new Set(addresses.map(({ pathname }) => pathname))]
}
