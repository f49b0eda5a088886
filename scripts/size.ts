// Prints the sizes that the built site sends, and home's scripts by package; fails over the budget.
//
//   npm run size
import { startSiteProcess } from '../tests/support/site-process.ts'
import { measureSite, type Load } from './wire-sizes.ts'

const site = await startSiteProcess({ WARM_START: 'on' })
try {
  const { loads, packages } = await measureSite(site.url)
  print('Sizes in bytes (brotli 11; screens: in addition to home)\n')
  for (const load of loads) print(lineOf(load))
  print('\nHome’s scripts by package\n')
  for (const part of packages) print(lineOf(part))

  const overBudget = loads.filter(({ bytes, budget }) => budget !== undefined && bytes > budget)
  for (const { name, bytes, budget = 0 } of overBudget) {
    print(`\nOver the budget: ${name} is ${bytes} bytes, ${bytes - budget} more than ${budget}.`)
  }
  process.exitCode = overBudget.length > 0 ? 1 : 0
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
