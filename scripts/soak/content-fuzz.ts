/** Has the built site make pages of hostile content for some minutes, and tells what held it. */
import { parseArgs } from 'node:util'
import { getFreePort } from '../../tests/support/loopback.ts'
import { startSiteProcess } from '../../tests/support/site-process.ts'
import { caseOf, makePage, readFigures, startHostileApi, type Finding } from './fuzz-content.ts'

const usage = `Makes pages of generated hostile answers of the content API, and measures the site.

  tsx scripts/soak/content-fuzz.ts [--minutes 10] [--seed 1] [--count n]

  --minutes  How long; 10 where it is not said.
  --seed     The first seed; the others follow it.
  --count    How many seeds at most.

The exit code is 1 when something held the event loop, was too large, or was no answer to give.`

/** Of a page, in bytes. */
const largestPage = 2_000_000
/** What counts as held, ms: this, or so many times what the machine does to an idle site. */
const held = { most: 50, timesIdle: 3 }
const mostResidentMb = 350

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: 'Infinity' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(`${usage}\n`)
else await fuzz(Number(values.minutes), Number(values.seed), Number(values.count))

async function fuzz(minutes: number, firstSeed: number, count: number) {
  const api = await startHostileApi()
  const operatorsPort = String(await getFreePort())
  const { operatorsUrl, ...site } = await startSiteProcess({
    CONTENT_API_URL: api.url,
    // Every page is made anew, of what the API answers at this moment.
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    OPS_PORT: operatorsPort,
    LOG_LEVEL: 'error',
  })
  const target = { url: site.url, operatorsUrl: operatorsUrl ?? '', pid: site.pid }
  const findings: Finding[] = []
  const all: Finding[] = []
  const endsAt = performance.now() + minutes * 60_000
  let idleMs = await idleOf(target.operatorsUrl)
  try {
    for (let seed = firstSeed; seed < firstSeed + count && performance.now() < endsAt; seed += 1) {
      const { type, path, lang, answer } = caseOf(seed)
      api.answer(type, answer.json)
      let finding = await makePage(target, path, lang, answer)
      // The first of its kind is made by code that is not warm, and the machine may be busy.
      for (let more = 0; more < 3 && isWrong(finding, idleMs); more += 1) {
        idleMs = Math.max(idleMs, await idleOf(target.operatorsUrl))
        finding = await makePage(target, path, lang, answer)
      }
      all.push(finding)
      if (!isWrong(finding, idleMs)) continue
      findings.push(finding)
      process.stdout.write(`${JSON.stringify(finding)}\n`)
    }
  } finally {
    await site.stop()
    await api.close()
  }
  const most = (of: (finding: Finding) => number) => Math.round(Math.max(0, ...all.map(of)))
  const statuses: Record<string, number> = {}
  for (const { status } of all) statuses[status] = (statuses[status] ?? 0) + 1
  process.stdout.write(
    `${all.length} pages, ${findings.length} findings; idle ${Math.round(idleMs)} ms; ` +
      `held at most ${most(({ heldMs }) => heldMs)} ms; ` +
      `largest page ${most(({ bytes }) => bytes)} bytes; ` +
      `resident at most ${most(({ residentMb }) => residentMb)} MB; ` +
      `answers ${JSON.stringify(statuses)}\n` +
      site.said(),
  )
  if (findings.length > 0) process.exitCode = 1
}

/** How long the machine holds a site that has nothing to do, ms. */
async function idleOf(operatorsUrl: string) {
  await readFigures(operatorsUrl)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return (await readFigures(operatorsUrl)).heldMs
}

function isWrong({ status, bytes, heldMs, residentMb }: Finding, idleMs: number) {
  return (
    ![200, 404, 503].includes(status) ||
    bytes > largestPage ||
    heldMs > Math.max(held.most, held.timesIdle * idleMs) ||
    residentMb > mostResidentMb
  )
}
