import { readdirSync } from 'node:fs'
import { residentMb, watchMemory } from '../../bench/process-figures.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite, type Site } from '../../bench/sites.ts'
import { fuzzConnections, type FuzzReport } from '../connection-fuzz.ts'
import type { Run } from '../run.ts'

/** Connections of one seed. */
const perSeed = 500

/** What the site may hold more after the run than before it, MB: what was cached and compiled meanwhile. */
const mostGrowthMb = 60
/** The same while it lasts. */
const mostHeldMb = 150

/** How long what clients have left behind may take to be closed, ms. */
const settleMs = 20_000

/** Clients pipeline sound and broken requests, abort, reset, half-close, or read nothing. */
export async function surviveConnections({ fuzzSeconds, seed, say }: Run): Promise<Section> {
  const site = await startSite()
  await fuzzConnections({ port: site.port, seed: 0, connections: perSeed })
  const before = { descriptors: descriptorsOf(site), mb: residentMb(site.pid) }
  const watch = watchMemory(site.pid)
  const endsAt = performance.now() + fuzzSeconds * 1000
  const isOver = () => performance.now() >= endsAt
  const total: FuzzReport = { connections: 0, requests: 0, responses: 0, problems: [] }
  let seeds = 0
  while (!isOver()) {
    const options = { port: site.port, seed: seed + seeds, connections: perSeed, isOver }
    const report = await fuzzConnections(options)
    seeds += 1
    total.connections += report.connections
    total.requests += report.requests
    total.responses += report.responses
    total.problems.push(...report.problems.map((problem) => `seed ${options.seed}: ${problem}`))
    say(`connections: ${total.connections} of ${seeds} seeds, ${total.problems.length} problems`)
  }
  const leaked = await settled(() => descriptorsOf(site) - before.descriptors)
  const heldMb = watch() - before.mb
  const keptMb = residentMb(site.pid) - before.mb
  const uncaught = site.said().split('"level":60').length - 1
  await site.stop()

  return {
    title: 'While clients pipeline, break off and send what no client should',
    rows: [
      { what: 'connections, seeds', figure: `${total.connections}, ${seeds} from ${seed}` },
      { what: 'requests, responses', figure: `${total.requests}, ${total.responses}` },
      {
        what: 'responses of other requests, or missing',
        figure: String(total.problems.length),
        target: atMost(0, total.problems.length),
      },
      { what: 'uncaught exceptions', figure: String(uncaught), target: atMost(0, uncaught) },
      {
        what: 'descriptors that stay open',
        figure: String(Math.max(0, leaked)),
        target: atMost(0, leaked),
      },
      {
        what: 'memory that is held meanwhile',
        figure: `${heldMb.toFixed(0)} MB`,
        target: atMost(mostHeldMb, heldMb, ' MB'),
      },
      {
        what: 'memory that stays',
        figure: `${keptMb.toFixed(0)} MB`,
        target: atMost(mostGrowthMb, keptMb, ' MB'),
      },
    ],
    measured: { ...total, seed, seeds, problems: total.problems.slice(0, 20) },
  }
}

/** Connections, files, pipes that a process has open; where only Linux tells, none. */
function descriptorsOf({ pid }: Site) {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0
}

/** Waits until a figure is not above 0, as long as that may take. */
async function settled(figure: () => number) {
  const endsAt = performance.now() + settleMs
  while (figure() > 0 && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return figure()
}
