/** Troubles the built site for some minutes, `npm run soak`, and tells whether its visitors noticed. */
import { parseArgs } from 'node:util'
import { chooseParts, runCommand } from '../bench/command.ts'
import { describeMachine, machineLine } from '../bench/machine.ts'
import type { Section } from '../bench/reach.ts'
import { startSampleContent } from '../bench/sites.ts'
import { countReached, textTable } from '../bench/table.ts'
import { startContentApi } from './content-api.ts'
import { surviveOutage } from './parts/outage.ts'
import { surviveOverload } from './parts/overload.ts'
import { surviveRestarts } from './parts/restarts.ts'
import type { Run } from './run.ts'

const usage = `Troubles the built site, all over loopback, and tells what its visitors saw.

  npm run soak -- [--short] [--only part,part]

  --short    Half a minute in place of three; times and rates are told and not judged.
  --only     Some of: outage, restarts, overload.
  --help     Show this text.

The exit code is 1 when something that is to be reached was not.`

const parts = { outage: surviveOutage, restarts: surviveRestarts, overload: surviveOverload }

const sizes = {
  whole: { outageSeconds: 75, restarts: 10, requests: 20_000, overloadSeconds: 15 },
  short: { outageSeconds: 6, restarts: 1, requests: 500, overloadSeconds: 2 },
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
  const api = await startContentApi(sample.url)
  const run: Run = {
    api,
    ...sizes[options.short ? 'short' : 'whole'],
    timed: (reach) => (options.short ? {} : { reach }),
    say: (line) => process.stderr.write(`${line}\n`),
  }
  const sections: Section[] = []
  for (const survive of options.parts) {
    await api.set('good')
    sections.push(await survive(run))
  }
  await api.close()

  const { reached, of } = countReached(sections)
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(
    `\n${machineLine(describeMachine())}\nThe run took ${tookSeconds} s.\n\n` +
      `${textTable(sections)}\n\n${reached} of ${of} reached.\n`,
  )
  if (reached === of) return
  process.exitCode = 1
  process.stdout.write(`${JSON.stringify(sections.map(({ measured }) => measured))}\n`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return { ...values, parts: chooseParts(parts, values.only) }
}
