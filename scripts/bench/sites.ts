import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSiteProcess } from '../../tests/support/site-process.ts'

/** A server of this run. */
export interface Site {
  port: number
  pid: number
  said: () => string
  stop(): Promise<void>
  /** Tells it to end as a supervisor does, and waits until it has. */
  terminate(): Promise<void>
}

/** What has to be stopped or removed at the end, however it comes. The latest goes first. */
const leftovers = new Set<() => Promise<void> | void>()

let cleaning: Promise<void> | undefined

/** Ends every process that is left, and removes every folder. Once, however often it is asked for. */
export function cleanUp() {
  cleaning ??= removeLeftovers()
  return cleaning
}

async function removeLeftovers() {
  for (const remove of [...leftovers].reverse()) {
    leftovers.delete(remove)
    await Promise.resolve(remove()).catch(() => undefined) // what is gone is gone
  }
}

/**
 * The built site under its own host. Its page views go nowhere: nobody's are measured.
 * @param settings environment variables, such as PAGE_CACHE_MB
 */
export function startSite(settings: Record<string, string> = {}) {
  return start(settings)
}

/** The same with its standard output in a file, which takes whatever the access log says. */
export function startLoggingSite(settings: Record<string, string>) {
  return start(settings, undefined, path.join(makeFolder(), 'log'))
}

/** The same build under Remix's stock host, with the same settings. */
export function startStockSite() {
  const cli = 'node_modules/@remix-run/serve/dist/cli.js'
  return start(
    {},
    { run: [cli, 'build/server/server-build.js'], answersWith: /\[remix-serve\] http/ },
  )
}

/** The embedded content service alone, with a catalogue made for this run. */
export function startCatalogue(products: number) {
  return startContentService(['--products', String(products)])
}

/** The same with the sample that comes with the site. */
export function startSampleContent() {
  return startContentService([])
}

async function startContentService(options: string[]) {
  const command = {
    run: ['build/server/content-service.js', ...options],
    answersWith: /CONTENT_API_URL=http\S+\n/,
  }
  const service = await start({}, command)
  const url = /CONTENT_API_URL=(\S+)/.exec(service.said())?.[1] ?? ''
  return { ...service, url }
}

/** A folder that goes at the end of the run. */
export function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  leftovers.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

async function start(
  settings: Record<string, string>,
  command?: Parameters<typeof startSiteProcess>[1],
  outputFile?: string,
): Promise<Site> {
  const own = { ANALYTICS: 'none', OPS_PORT: '0', SECRET: 'only-for-the-benchmark', ...settings }
  const site = await startSiteProcess(own, command, outputFile)
  async function stop() {
    leftovers.delete(stop)
    await site.stop()
  }
  async function terminate() {
    site.signal('SIGTERM')
    await site.ended()
    leftovers.delete(stop)
  }
  leftovers.add(stop)
  const port = Number(new URL(site.url).port)
  return { port, pid: site.pid, said: () => site.said(), stop, terminate }
}
