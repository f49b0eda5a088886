import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSiteProcess } from '../../tests/support/site-process.ts'

/** A server of this run. */
export interface Site {
  port: number
  pid: number
  output: () => string
  stop(): Promise<void>
  /** Sends SIGTERM, as a supervisor does, and waits for the process to exit. */
  terminate(): Promise<void>
  /** Sends SIGKILL, as the kernel does when memory runs out, and waits for the process to exit. */
  kill(): Promise<void>
}

/** Stops or removes what this run has started or created, however it ends; in reverse order. */
const cleanUps = new Set<() => Promise<void> | void>()

/** @returns a function that takes it back, for what has ended before */
export function addCleanUp(cleanUpOne: () => Promise<void> | void) {
  cleanUps.add(cleanUpOne)
  return () => cleanUps.delete(cleanUpOne)
}

let cleaning: Promise<void> | undefined

/** Stops every remaining process and removes every folder. Safe to call repeatedly. */
export function cleanUp() {
  cleaning ??= runCleanUps()
  return cleaning
}

async function runCleanUps() {
  for (const run of [...cleanUps].reverse()) {
    cleanUps.delete(run)
    await Promise.resolve(run()).catch(() => undefined) // it may be gone already
  }
}

/**
 * Starts the built site under its own host, without analytics.
 * @param settings environment variables, such as PAGE_CACHE_MB
 */
export function startSite(settings: Record<string, string> = {}) {
  return start(settings)
}

/** The same, with its standard output in a file: it writes an access log. */
export function startLoggingSite(settings: Record<string, string>) {
  return start(settings, undefined, path.join(makeFolder(), 'log'))
}

/** Starts the same build under Remix's stock host, with the same settings. */
export function startStockSite() {
  const cli = 'node_modules/@remix-run/serve/dist/cli.js'
  return start(
    {},
    { run: [cli, 'build/server/server-build.js'], readyLine: /\[remix-serve\] http/ },
  )
}

/** Starts the embedded content service alone, with a generated catalogue. */
export function startCatalogue(products: number) {
  return startContentService(['--products', String(products)])
}

/** Starts the embedded content service alone, with the site's sample. */
export function startSampleContent() {
  return startContentService([])
}

async function startContentService(options: string[]) {
  const command = {
    run: ['build/server/content-service.js', ...options],
    readyLine: /CONTENT_API_URL=http\S+\n/,
  }
  const service = await start({}, command)
  const url = /CONTENT_API_URL=(\S+)/.exec(service.output())?.[1] ?? ''
  return { ...service, url }
}

/** Creates a folder that is removed at the end of the run. */
export function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  addCleanUp(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

async function start(
  settings: Record<string, string>,
  command?: Parameters<typeof startSiteProcess>[1],
  outputFile?: string,
): Promise<Site> {
  const own = {
    SEARCH_CRAWL_PER_S: '10',
    ANALYTICS: 'none',
    OPS_PORT: '0',
    SECRET: 'only-for-the-benchmark',
    ...settings,
  }
  const site = await startSiteProcess(own, command, outputFile)
  async function stop() {
    removeCleanUp()
    await site.stop()
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    site.signal(signal)
    await site.ended()
    removeCleanUp()
  }
  const removeCleanUp = addCleanUp(stop)
  const port = Number(new URL(site.url).port)
  return {
    ...{ port, pid: site.pid, output: () => site.output(), stop },
    terminate: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
