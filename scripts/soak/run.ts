import type { Target } from '../bench/targets.ts'
import { readSitemap } from '../bench/sitemap.ts'
import type { SoakApi } from './content-api.ts'

/** What a soak run does, and for how long. */
export interface Run {
  api: SoakApi
  outageSeconds: number
  restarts: number
  requests: number
  overloadSeconds: number
  /** How many are sent. */
  enquiries: number
  /** How often the site is killed meanwhile. */
  kills: number
  /** How long the shared cache and the content API of several processes are away or back, together. */
  fleetSeconds: number
  /** The duration of each part that generates its input. */
  fuzzSeconds: number
  /** The first seed of generated input; the same seed generates the same input. */
  seed: number
  /** The target for a time or a rate; none in a short run, which a busy machine may spoil. */
  timed: (target: Target) => { target?: Target }
  /** Whether times have targets. */
  isTimed: boolean
  report: (line: string) => void
}

/** The paths of all the site's pages. */
export async function listPages(port: number) {
  const { addresses } = await readSitemap(port)
  return [...new Set(addresses.map(({ pathname }) => pathname))]
}
