// Prints what the built site sends, and what home's scripts are made of; fails over the budget.
//
//   npm run size
import { startSiteProcess } from '../tests/support/site-process.ts'
import { weighSite, type Load } from './wire-sizes.ts'

const site = await startSiteProcess()
try {
  const { loads, packages } = await weighSite(site.url)
  say('What a visitor loads, in bytes (brotli 11; a screen: what it adds to home)\n')
  for (const load of loads) say(lineOf(load))
  say('\nHome’s scripts by package\n')
  for (const part of packages) say(lineOf(part))

  const heavy = loads.filter(({ bytes, budget }) => budget !== undefined && bytes > budget)
  for (const { name, bytes, budget = 0 } of heavy) {
    say(`\nOver the budget: ${name} weighs ${bytes} bytes, ${bytes - budget} more than ${budget}.`)
  }
  process.exitCode = heavy.length > 0 ? 1 : 0
} finally {
  await site.stop()
}

function lineOf({ name, bytes, budget }: Load) {
  const most = budget === undefined ? '' : ` of ${String(budget).padStart(6)}`
  return `${name.padEnd(40)}${String(bytes).padStart(8)}${most}`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
