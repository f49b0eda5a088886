/**
 * How the site does when it is asked for five times what it can make: how many pages it still makes,
 * how long those wait who get a kept page, and what a refusal costs. It has to have been built.
 */
import { startSiteProcess } from '../../tests/support/site-process.ts'
import { runLoad } from '../bench/load.ts'
import { findCpuSeconds } from '../bench/process-figures.ts'
import { runOpenLoad, type StreamResult } from './open-load.ts'

const seconds = Number(process.argv[2] ?? 5)
const rounds = Number(process.argv[3] ?? 3)
const times = 5
const kept = ['/', '/about', '/services', '/products/home']

let asked = 0
/** A page that nobody has asked for, and that is made of content in memory. */
function newPage() {
  asked += 1
  return `/all-solution-products/solution-data-centres/${process.pid}-${asked}`
}

const site = await startSiteProcess({ LOG_LEVEL: 'error', ANALYTICS: 'none' })
const port = Number(new URL(site.url).port)
try {
  for (const path of [...kept, ...kept, newPage()]) {
    const { status } = await fetch(site.url + path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
  }
  for (let round = 1; round <= rounds; round++) {
    const paths = Array.from({ length: 20_000 }, newPage)
    const closed = await runLoad({ port, pid: site.pid, paths }, { connections: 24, seconds })
    const perCpuSecond = closed.perCpuSecond ?? Number.NaN
    say(
      `${round}. capacity: ${closed.perSecond.toFixed(0)} pages/s, p99 ${closed.p99Ms.toFixed(0)} ms, ${perCpuSecond.toFixed(0)} pages per processor second`,
    )

    const cpuBefore = findCpuSeconds(site.pid) ?? Number.NaN
    const [pages, hot] = await runOpenLoad(
      port,
      [
        { name: 'new', perSecond: closed.perSecond * times, pathOf: newPage },
        { name: 'kept', perSecond: 100, pathOf: (n) => kept[n % kept.length] ?? '/' },
      ],
      { seconds },
    )
    if (!pages || !hot) throw new Error('A stream has no result.')
    const cpu = (findCpuSeconds(site.pid) ?? Number.NaN) - cpuBefore
    // The second of warming up is in the processor's time too.
    const made = ((pages.perSecond['200'] ?? 0) * (seconds + 1)) / cpu
    const goodput = (pages.perSecond['200'] ?? 0) / closed.perSecond
    say(
      `   ${times} × that: ${(goodput * 100).toFixed(0)} % of it made by the clock, ${((made / perCpuSecond) * 100).toFixed(0)} % by processor time; ${describe(pages)}`,
    )
    say(`   kept pages meanwhile: ${describe(hot)}`)
  }
} finally {
  await site.stop()
}

function describe({ perSecond, times, unanswered }: StreamResult) {
  const parts = Object.entries(perSecond).map(([status, rate]) => {
    const { p50Ms = 0, p99Ms = 0, mostMs = 0 } = times[status] ?? {}
    const spread = [p50Ms, p99Ms, mostMs].map((ms) => ms.toFixed(1)).join(' / ')
    return `${status}: ${rate.toFixed(0)}/s in ${spread} ms (p50 / p99 / most)`
  })
  return [...parts, `${unanswered} unanswered`].join('; ')
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
