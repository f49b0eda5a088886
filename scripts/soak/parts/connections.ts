import { readdirSync } from 'node:fs'
import { residentMb, watchMemory } from '../../bench/process-figures.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite, type Site } from '../../bench/sites.ts'
import { fuzzConnections, type FuzzReport } from '../connection-fuzz.ts'
import type { Run } from '../run.ts'

const connectionsPerSeed = 500

/** Memory growth after the run, MB: what the site cached and compiled meanwhile. */
const maxGrowthMb = 60
/** Memory growth at its peak, MB. */
const maxPeakMb = 150

/** How long the site may take to close abandoned connections, ms. */
const settleMs = 20_000

/** Clients pipeline valid and broken requests, abort, reset, half-close, or read nothing. */
export async function surviveConnections({ fuzzSeconds, seed, report }: Run): Promise<Section> {
  const site = await startSite()
  await fuzzConnections({ port: site.port, seed: 0, connections: connectionsPerSeed })
  const before = { descriptors: countDescriptors(site), mb: residentMb(site.pid) }
  const peakMemory = watchMemory(site.pid)
  const endsAt = performance.now() + fuzzSeconds * 1000
  const isOver = () => performance.now() >= endsAt
  const total: FuzzReport = { connections: 0, requests: 0, responses: 0, problems: [] }
  let seeds = 0
  while (!isOver()) {
    const options = { port: site.port, seed: seed + seeds, connections: connectionsPerSeed, isOver }
    const result = await fuzzConnections(options)
    seeds += 1
    total.connections += result.connections
    total.requests += result.requests
    total.responses += result.responses
    total.problems.push(...result.problems.map((problem) => `seed ${options.seed}: ${problem}`))
    report(`connections: ${total.connections} of ${seeds} seeds, ${total.problems.length} problems`)
  }
  const leaked = await settle(() => countDescriptors(site) - before.descriptors)
  const peakMb = peakMemory() - before.mb
  const growthMb = residentMb(site.pid) - before.mb
  const uncaught = site.output().split('"level":60').length - 1
  await site.stop()

  return {
    title: 'While clients pipeline, abort and send invalid requests',
    rows: [
      { what: 'connections, seeds', figure: `${total.connections}, ${seeds} from ${seed}` },
      { what: 'requests, responses', figure: `${total.requests}, ${total.responses}` },
      {
        what: 'mismatched or missing responses',
        figure: String(total.problems.length),
        target: atMost(0, total.problems.length),
      },
      { what: 'uncaught exceptions', figure: String(uncaught), target: atMost(0, uncaught) },
      {
        what: 'leaked descriptors',
        figure: String(Math.max(0, leaked)),
        target: atMost(0, leaked),
      },
      {
        what: 'memory growth, peak',
        figure: `${peakMb.toFixed(0)} MB`,
        target: atMost(maxPeakMb, peakMb, ' MB'),
      },
      {
        what: 'memory growth, afterwards',
        figure: `${growthMb.toFixed(0)} MB`,
        target: atMost(maxGrowthMb, growthMb, ' MB'),
      },
    ],
    measured: { ...total, seed, seeds, problems: total.problems.slice(0, 20) },
  }
}

/** The open connections, files and pipes of a process; 0 on other systems than Linux. */
function countDescriptors({ pid }: Site) {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0
}

/** Waits at most `settleMs` until a figure is no longer above 0, and returns it. */
async function settle(figure: () => number) {
  const endsAt = performance.now() + settleMs
  while (figure() > 0 && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return figure()
}
