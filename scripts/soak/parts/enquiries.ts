import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort } from '../../../tests/support/loopback.ts'
import { get } from '../../bench/ask.ts'
import { milliseconds, times } from '../../bench/numbers.ts'
import { makeFolder, startSite } from '../../bench/sites.ts'
import { median, medianRatio, type Pair } from '../../bench/statistics.ts'
import { atLeast, atMost, type Section } from '../../bench/targets.ts'
import type { ReceivedEmail } from '../content-api.ts'
import { openForms, startEnquirers, type Enquirer } from '../enquirers.ts'
import { runOpenLoad } from '../open-load.ts'
import { listPages, type Run } from '../run.ts'

const perSecond = 50

/** How many are sent while cached pages are measured; for as long, they are measured without. */
const perRound = 100

/** The rate of requests for cached pages. */
const cachedPerSecond = 250
const cachedPages = ['/', '/about', '/services', '/products/home']

/** How long to wait for a delivery before the next kill, ms: longer than a killed process has its lease. */
const deliveryMs = 20_000

const pollMs = 20

/** Cached pages may take `ms` (p99) while enquiries are sent, or `timesWithout` times as long as without them. */
const maxCached = { ms: 50, timesWithout: 3 }

/** How long the enquiries may take to arrive in the end, ms. */
const arrivalLimitMs = 120_000

type Server = Awaited<ReturnType<typeof startServer>>
type Sending = ReturnType<typeof startEnquirers>

/** Visitors send enquiries while the content API is killed and revived, and the site is killed. */
export async function surviveEnquiries(run: Run): Promise<Section> {
  const { api, kills, timed, report } = run
  const earlier = api.emails.length
  const emails = () => api.emails.slice(earlier)
  const server = await startServer(api.url)
  const items = itemsFrom(await listPages(server.port))
  const enquirers = await openForms(server.port, run.enquiries)
  const send = (part: readonly Enquirer[]) =>
    startEnquirers(server.port, part, { perSecond, items })

  const half = Math.round(enquirers.length / 2)
  const pairs = await measureCachedPages(run, server.port, enquirers.slice(0, half), send)
  await killWhileSending(run, server, emails, send(enquirers.slice(half)))
  await until(() => findLost(enquirers, emails()).length === 0, arrivalLimitMs)
  await server.stop()

  const outcome = outcomeOf(enquirers, emails())
  const { accepted, lost, repeated, doubled, sentAgain, failures, refusals, longestMs } = outcome
  const ratio = medianRatio(pairs)
  const own = median(pairs.map((pair) => pair.own))
  const peer = median(pairs.map((pair) => pair.peer))
  const maxCachedMs = Math.max(maxCached.ms, maxCached.timesWithout * peer)
  const messages = server.messages()
  report(`enquiries: warnings and errors of the site: ${JSON.stringify(messages)}`)
  return {
    title: `While the content API is down, and SIGKILL kills the site ${kills} times`,
    rows: [
      {
        what: `enquiries accepted, of ${enquirers.length} at ${perSecond} a second`,
        figure: String(accepted),
        target: atLeast(enquirers.length, accepted),
      },
      {
        what: 'accepted, but not delivered',
        figure: String(lost.length),
        target: atMost(0, lost.length),
      },
      {
        what: 'delivered twice to a receiver that honours the key',
        figure: String(repeated.length),
        target: atMost(0, repeated.length),
      },
      {
        what: 'forms that got two references',
        figure: String(doubled.length),
        target: atMost(0, doubled.length),
      },
      { what: 'messages sent again with the same key', figure: String(sentAgain) },
      {
        what: 'requests without a response, with an error page; repeated by visitors',
        figure: `${failures}, ${refusals.length}`,
      },
      {
        what: 'longest time from the response to the delivery',
        figure: `${(longestMs / 1000).toFixed(1)} s`,
      },
      {
        what: 'cached pages while enquiries are sent, p99',
        figure: milliseconds(own),
        ratio: `${times(ratio)} without them (${milliseconds(peer)})`,
        ...timed(atMost(Math.round(maxCachedMs), own, ' ms')),
      },
    ],
    measured: { ...outcome, pairs, messages },
  }
}

/** A site that keeps its port and its data folder when it is killed and started again. */
async function startServer(contentUrl: string) {
  const settings = {
    PORT: String(await getFreePort()),
    DATA_DIR: makeFolder(),
    CONTENT_API_URL: contentUrl,
  }
  let site = await startSite(settings)
  let output = ''
  return {
    port: site.port,
    async kill() {
      await site.kill()
      output += site.output()
    },
    async start() {
      site = await startSite(settings)
    },
    async stop() {
      await site.stop()
      output += site.output()
    },
    /** How often each warning or error was logged. */
    messages() {
      const counts: Record<string, number> = {}
      for (const [, message = ''] of output.matchAll(/"level":[4-6]0.*"msg":"([^"]*)"/g)) {
        counts[message] = (counts[message] ?? 0) + 1
      }
      return counts
    },
  }
}

/** One of the site's products, as a form has it. */
function itemsFrom(paths: readonly string[]) {
  const [id] = paths.flatMap((path) => /^\/product-details\/([^/]+)$/.exec(path)?.[1] ?? [])
  if (id === undefined) throw new Error('The site has no product to ask for.')
  return `${id}:3`
}

/** Measures cached pages in turn without enquiries and while some are sent. */
async function measureCachedPages(
  { api, report }: Run,
  port: number,
  enquirers: readonly Enquirer[],
  send: (part: readonly Enquirer[]) => Sending,
) {
  for (const path of [...cachedPages, ...cachedPages]) await get(port, path)
  const rounds = Math.ceil(enquirers.length / perRound)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    const part = enquirers.slice(round * perRound, (round + 1) * perRound)
    const seconds = part.length / perSecond
    const peer = await cachedP99(port, seconds)
    // In the last rounds the enquiries are only stored.
    if (round >= rounds / 2) await api.set('dead')
    const sending = send(part)
    const own = await cachedP99(port, seconds)
    await sending.ended()
    pairs.push({ own, peer })
    report(`enquiries: cached pages, ${milliseconds(own)} with, ${milliseconds(peer)} without`)
  }
  return pairs
}

/** The 99th percentile of cached pages, ms. */
async function cachedP99(port: number, seconds: number) {
  const stream = {
    name: 'cached',
    perSecond: cachedPerSecond,
    pathOf: (n: number) => cachedPages[n % cachedPages.length] ?? '/',
  }
  const [result] = await runOpenLoad(port, [stream], { seconds, warmupSeconds: 0 })
  return result?.times['200']?.p99Ms ?? Infinity
}

/**
 * Kills the site: first without the content API, then while it delivers what has waited, then as its next
 * process waits for the lease of the one before.
 */
async function killWhileSending(
  { api, kills, report }: Run,
  server: Server,
  emails: () => ReceivedEmail[],
  sending: Sending,
) {
  await api.set('dead')
  for (let kill = 1; kill <= kills; kill += 1) {
    await sending.reached(kill / (kills + 1))
    const received = emails().length
    if (kill === 2) await until(() => emails().length > received, deliveryMs)
    await server.kill()
    report(`enquiries: killed after ${sending.sent()} more, ${emails().length} messages received`)
    if (kill === 1) await api.set('good')
    await server.start()
  }
  await sending.ended()
  report(`enquiries: all are sent, ${emails().length} messages received`)
}

/** Those with a reference that no message has. */
function findLost(enquirers: readonly Enquirer[], emails: readonly ReceivedEmail[]) {
  const arrived = new Set(emails.map(({ key }) => key))
  return enquirers
    .filter(({ references }) => [...references].some((reference) => !arrived.has(reference)))
    .map(({ number, references }) => ({ number, references: [...references] }))
}

function outcomeOf(enquirers: readonly Enquirer[], emails: readonly ReceivedEmail[]) {
  const firstOfKey = new Map<string, ReceivedEmail>()
  for (const email of emails) {
    if (!firstOfKey.has(email.key)) firstOfKey.set(email.key, email)
  }
  const keysOf = new Map<number, string[]>()
  for (const { key, title } of firstOfKey.values()) {
    const number = Number(/Visitor (\d+)/.exec(title)?.[1] ?? Number.NaN)
    keysOf.set(number, [...(keysOf.get(number) ?? []), key])
  }
  const waitedMs = enquirers.flatMap(({ references, acceptedAt }) =>
    [...references].map((one) => (firstOfKey.get(one)?.at ?? acceptedAt) - acceptedAt),
  )
  return {
    accepted: enquirers.filter(({ references }) => references.size > 0).length,
    lost: findLost(enquirers, emails),
    /** The keys of enquiries that arrived with several, such as a revision that nobody wrote. */
    repeated: [...keysOf.values()].filter((keys) => keys.length > 1),
    doubled: enquirers.flatMap(({ number, references }) => {
      const arrived = (keysOf.get(number) ?? []).map((key) => key.replace(/\.\d+$/, ''))
      const all = new Set([...references, ...arrived])
      return all.size > 1 ? [[number, ...all]] : []
    }),
    sentAgain: emails.length - firstOfKey.size,
    failures: enquirers.reduce((sum, enquirer) => sum + enquirer.failures, 0),
    refusals: enquirers.flatMap((enquirer) => enquirer.refusals),
    longestMs: Math.max(0, ...waitedMs),
  }
}

/** Polls until something is so, for a limited time. */
async function until(isSo: () => boolean, ms: number) {
  const endsAt = performance.now() + ms
  while (!isSo() && performance.now() < endsAt) await pause(pollMs)
}
