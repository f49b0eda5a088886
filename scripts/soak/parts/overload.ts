import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ask, isHit } from '../../bench/ask.ts'
import { milliseconds, perSecond, times } from '../../bench/numbers.ts'
import { atLeast, atMost, type Section } from '../../bench/reach.ts'
import { startSite } from '../../bench/sites.ts'
import { percentile } from '../../bench/statistics.ts'
import { overloadResult, type OverloadOrder } from '../overload-order.ts'
import type { Run } from '../run.ts'

const overloadProcess = fileURLToPath(new URL('../overload-process.ts', import.meta.url))

/** So many times what the site can do is asked of it. */
const overload = 5

/** A list whose pages are numbered: each number is a page that has to be made. */
const list = '/News'

/** Pages in memory are asked for all the time, so many a second. */
const keptPerSecond = 50

/** More is asked for than the site can make, and for kept pages besides. */
export async function surviveOverload({ api, overloadSeconds, say }: Run): Promise<Section> {
  const site = await startSite({ CONTENT_API_URL: api.url })
  await ask(site.port, '/')
  const numbers = pageNumbers()
  const takePages = (count: number) =>
    Array.from({ length: count }, () => `${list}?page=${numbers.next().value}`)

  say('overload: what the site can do')
  await load({ port: site.port, paths: takePages(5_000), perSecond: null, seconds: 2 })
  const alone = { port: site.port, paths: takePages(50_000), perSecond: null }
  const capacity = (await load({ ...alone, seconds: overloadSeconds })).goodPerSecond
  say(`overload: ${overload} times ${perSecond(capacity)}`)

  const asking = startAskingForKept(site.port)
  const loaded = await load({
    port: site.port,
    paths: takePages(Math.ceil(capacity * overload * overloadSeconds) + 1),
    perSecond: capacity * overload,
    seconds: overloadSeconds,
  })
  const kept = await asking.stop()
  await site.stop()

  const goodput = loaded.goodPerSecond / capacity
  return {
    title: `While ${overload} times as many new pages are asked for as it can make`,
    rows: [
      { what: 'pages it can make', figure: perSecond(capacity) },
      {
        what: 'pages it makes meanwhile',
        figure: perSecond(loaded.goodPerSecond),
        ratio: times(goodput),
        reach: atLeast(0.9, goodput, ' ×'),
      },
      {
        what: 'time to an answer that refuses, p99',
        figure: milliseconds(loaded.refusedP99Ms),
      },
      {
        what: `${kept.count} kept pages meanwhile, p99`,
        figure: milliseconds(kept.p99Ms),
        reach: atMost(50, kept.p99Ms, ' ms'),
      },
      {
        what: 'of them not sent from memory',
        figure: String(kept.missed),
        reach: atMost(0, kept.missed),
      },
    ],
    measured: { capacity, loaded, kept },
  }
}

function* pageNumbers(): Generator<number, number> {
  for (let number = 1; ; number += 1) yield number
}

async function load(order: OverloadOrder) {
  const loader = fork(overloadProcess)
  const message = once(loader, 'message')
  const ended = once(loader, 'exit')
  loader.send(order)
  const [result] = (await message) as unknown[]
  await ended
  return overloadResult.parse(result)
}

function startAskingForKept(port: number) {
  const took: number[] = []
  let missed = 0
  let isOver = false

  async function askOnce() {
    const answer = await ask(port, '/')
    took.push(answer.wholeMs)
    if (!isHit(answer)) missed += 1
  }
  async function goOn() {
    const all: Promise<void>[] = []
    for (; !isOver; await pause(1000 / keptPerSecond)) all.push(askOnce())
    await Promise.all(all)
  }
  const going = goOn()
  return {
    async stop() {
      isOver = true
      await going
      return { count: took.length, missed, p99Ms: percentile(Float64Array.from(took).sort(), 0.99) }
    },
  }
}
