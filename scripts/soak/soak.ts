/** Injects faults into the built site for some minutes, `npm run soak`, and reports what visitors noticed. */
import { parseArgs } from 'node:util'
import { chooseParts, runCommand } from '../bench/command.ts'
import { describeMachine, machineLine } from '../bench/machine.ts'
import type { Section } from '../bench/targets.ts'
import { startSampleContent } from '../bench/sites.ts'
import { countMet, textTable } from '../bench/table.ts'
import { startSoakApi } from './content-api.ts'
import { surviveConnections } from './parts/connections.ts'
import { surviveContent } from './parts/content.ts'
import { surviveEnquiries } from './parts/enquiries.ts'
import { surviveAsFleet } from './parts/fleet.ts'
import { surviveOutage } from './parts/outage.ts'
import { surviveOverload } from './parts/overload.ts'
import { surviveRestarts } from './parts/restarts.ts'
import type { Run } from './run.ts'

const usage = `Injects faults into the built site, all over loopback, and reports what its visitors saw.

  npm run soak -- [--short] [--only part,part] [--minutes n] [--seed n]

  --short    Half a minute instead of five; times and rates are reported without targets.
  --only     Some of: outage, restarts, overload, enquiries, fleet,
             connections, content.
  --minutes  The duration of each part with generated input: connections, content. Default: 1.
  --seed     The first seed of generated input. Default: a different one each day.
  --help     Show this text.

The exit code is 1 when a target was not met.`

const parts = {
  outage: surviveOutage,
  restarts: surviveRestarts,
  overload: surviveOverload,
  enquiries: surviveEnquiries,
  fleet: surviveAsFleet,
  connections: surviveConnections,
  content: surviveContent,
}

const sizes = {
  whole: {
    outageSeconds: 75,
    restarts: 10,
    requests: 20_000,
    overloadSeconds: 15,
    enquiries: 1_000,
    kills: 3,
    fleetSeconds: 60,
    fuzzSeconds: 60,
  },
  short: {
    outageSeconds: 6,
    restarts: 1,
    requests: 500,
    overloadSeconds: 2,
    enquiries: 100,
    kills: 1,
    fleetSeconds: 8,
    fuzzSeconds: 3,
  },
}

await runCommand(soak)

async function soak() {
  const options = readOptions()
  if (options.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const startedAt = performance.now()
  const sample = await startSampleContent()
  const api = await startSoakApi(sample.url)
  const run: Run = {
    api,
    ...sizes[options.short ? 'short' : 'whole'],
    ...(options.minutes !== undefined && { fuzzSeconds: 60 * options.minutes }),
    seed: options.seed ?? Math.floor(Date.now() / 86_400_000),
    timed: (target) => (options.short ? {} : { target }),
    isTimed: !options.short,
    report: (line) => process.stderr.write(`${line}\n`),
  }
  const sections: Section[] = []
  for (const survive of options.parts) {
    await api.set('good')
    sections.push(await survive(run))
  }
  await api.close()

  const { met, of } = countMet(sections)
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(
    `\n${machineLine(describeMachine())}\nThe run took ${tookSeconds} s.\n\n` +
      `${textTable(sections)}\n\n${met} of ${of} met.\n`,
  )
  if (met === of) return
  process.exitCode = 1
  process.stdout.write(`${JSON.stringify(sections.map(({ measured }) => measured))}\n`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    ...values,
    minutes: readNumber('--minutes', values.minutes),
    seed: readNumber('--seed', values.seed),
    parts: chooseParts(parts, values.only),
  }
}

/** @throws Error unless the text is a number above 0 */
function readNumber(name: string, text: string | undefined) {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0)) throw new Error(`${name} must be a number above 0. See --help.`)
  return number
}
