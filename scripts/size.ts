// Prints the sizes that the built site sends, home's scripts by package, and what production installs;
// fails over a budget.
//
//   npm run size
import { startSiteProcess } from '../tests/support/site-process.ts'
import { listProductionPackages, productionBudget, sizeOfPackages } from './production-packages.ts'
import { measureSite, overBudget, type Load } from './wire-sizes.ts'

const places = listProductionPackages()
const production = {
  name: `packages for production (${places.length})`,
  bytes: sizeOfPackages(places),
  budget: productionBudget,
}
const site = await startSiteProcess()
try {
  const { loads, packages } = await measureSite(site.url)
  print('Sizes in bytes (brotli 11; screens: in addition to home)\n')
  for (const load of loads) print(lineOf(load))
  print('\nHome’s scripts by package\n')
  for (const part of packages) print(lineOf(part))

  print('\nProduction\n')
  print(lineOf(production))

  const faults = overBudget([...loads, production])
  for (const fault of faults) print(`\nOver the budget: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await site.stop()
}

function lineOf({ name, bytes, budget }: Load) {
  const limit = budget === undefined ? '' : ` of ${String(budget).padStart(6)}`
  return `${name.padEnd(40)}${String(bytes).padStart(8)}${limit}`
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
