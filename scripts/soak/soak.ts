/** Injects faults into the built site for some minutes, `npm run soak`, and reports what visitors noticed. */
import { parseArgs } from 'node:util'
import { formatReport, type Section, type Target } from '../bench/report.ts'
import { chooseParts, runCommand, startContentService } from '../bench/sites.ts'
import { startSoakApi, type SoakApi } from './content-api.ts'
import { surviveEnquiries } from './enquiries.ts'
import { surviveAsFleet } from './fleet.ts'

const usage = `Injects faults into the built site, all over loopback, and reports what its visitors saw.

  npm run soak -- [--short] [--only part,part]

  --short    A minute instead of four; times and rates are reported without targets.
  --only     Some of: enquiries, fleet.
  --help     Show this text.

The exit code is 1 when a target was not met.`

const parts = { enquiries: surviveEnquiries, fleet: surviveAsFleet }

const sizes = {
  whole: { enquiries: 1_000, kills: 3, fleetSeconds: 60 },
  short: { enquiries: 100, kills: 1, fleetSeconds: 8 },
}

/** What a soak run does, and for how long. */
export interface Run {
  api: SoakApi
  /** How many are sent. */
  enquiries: number
  /** How often the site is killed meanwhile. */
  kills: number
  /** How long the shared cache and the content API of several processes are unavailable or back, together. */
  fleetSeconds: number
  /** The target for a time or a rate; none in a short run, which a busy machine may spoil. */
  timed: (target: Target) => { target?: Target }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const sample = await startContentService()
  const api = await startSoakApi(sample.url)
  const size = sizes[values.short ? 'short' : 'whole']
  const timed: Run['timed'] = (target) => (values.short ? {} : { target })
  const sections: Section[] = []
  for (const survive of chooseParts(parts, values.only)) {
    await api.set('good')
    sections.push(await survive({ api, timed, ...size }))
  }
  await api.close()

  const { text, isMet } = formatReport(sections)
  process.stdout.write(`\n${text}`)
  if (isMet) return
  process.exitCode = 1
  process.stdout.write(`${JSON.stringify(sections.map(({ measured }) => measured))}\n`)
})
