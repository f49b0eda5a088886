// Prints the sizes that the built site sends, home's scripts by package, and what production installs and how
// long it starts; fails over a budget.
//
//   npm run size
import { startSiteProcess } from '../tests/support/site-process.ts'
import { median } from './bench/statistics.ts'
import { listProductionPackages, productionBudget, sizeOfPackages } from './production-packages.ts'
import { measureSite, overBudget, type Load } from './wire-sizes.ts'

/** Starts of which the median is reported. */
const starts = 3

const places = listProductionPackages()
const production = {
  name: `packages for production (${places.length})`,
  bytes: sizeOfPackages(places),
  budget: productionBudget,
}
const startMs = median(await measureStarts())
const site = await startSiteProcess()
try {
  const { loads, packages } = await measureSite(site.url)
  print('Sizes in bytes (brotli 11; screens: in addition to home)\n')
  for (const load of loads) print(lineOf(load))
  print('\nHome’s scripts by package\n')
  for (const part of packages) print(lineOf(part))

  print('\nProduction\n')
  print(lineOf(production))
  print(`start from build/, empty DATA_DIR, ms${' '.repeat(3)}${startMs.toFixed(0).padStart(8)}`)

  const faults = overBudget([...loads, production])
  for (const fault of faults) print(`\nOver the budget: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await site.stop()
}

/** From the start of the process to its first response, with the embedded content service. */
async function measureStarts() {
  const times: number[] = []
  while (times.length < starts) {
    const begin = performance.now()
    const started = await startSiteProcess()
    await fetch(started.url)
    times.push(performance.now() - begin)
    await started.stop()
  }
  return times
}

function lineOf({ name, bytes, budget }: Load) {
  const limit = budget === undefined ? '' : ` of ${String(budget).padStart(6)}`
  return `${name.padEnd(40)}${String(bytes).padStart(8)}${limit}`
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
