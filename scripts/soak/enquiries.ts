import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort } from '../../tests/support/loopback.ts'
import { atLeast, atMost, type Section } from '../bench/report.ts'
import { listPages } from '../bench/requests.ts'
import { makeFolder, report, startSite } from '../bench/sites.ts'
import type { ReceivedEmail } from './content-api.ts'
import { openForms, startEnquirers, type Enquirer } from './enquirers.ts'
import type { Run } from './soak.ts'

const perSecond = 50

/** How long to wait for a delivery before the next kill, ms: longer than a killed process has its lease. */
const deliveryMs = 20_000

const pollMs = 20

/** How long the enquiries may take to arrive in the end, ms. */
const arrivalLimitMs = 120_000

type Server = Awaited<ReturnType<typeof startServer>>
type Sending = ReturnType<typeof startEnquirers>

/** Visitors send enquiries while the content API is killed and revived, and the site is killed. */
export async function surviveEnquiries(run: Run): Promise<Section> {
  const { api, kills } = run
  const earlier = api.emails.length
  const emails = () => api.emails.slice(earlier)
  const server = await startServer(api.url)
  const items = itemsFrom(await listPages(server.port))
  const enquirers = await openForms(server.port, run.enquiries)
  await killWhileSending(
    run,
    server,
    emails,
    startEnquirers(server.port, enquirers, { perSecond, items }),
  )
  await until(() => findLost(enquirers, emails()).length === 0, arrivalLimitMs)
  await server.stop()

  const outcome = outcomeOf(enquirers, emails())
  const { accepted, lost, repeated, doubled, sentAgain, failures, refusals, longestMs } = outcome
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
    ],
    measured: { ...outcome, messages },
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

/**
 * Kills the site: first without the content API, then while it delivers what has waited, then as its next
 * process waits for the lease of the one before.
 */
async function killWhileSending(
  { api, kills }: Run,
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
