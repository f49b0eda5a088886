import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSiteProcess } from '../../tests/support/site-process.ts'
import type { GetResponse } from './requests.ts'

/** A server of this run. */
export interface Site {
  port: number
  pid: number
  output: () => string
  stop(): Promise<void>
  /** Sends SIGKILL, as the kernel does when memory runs out, and waits for the process to exit. */
  kill(): Promise<void>
  /** Ends it as a supervisor does. */
  terminate(): Promise<void>
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
function cleanUp() {
  cleaning ??= (async () => {
    for (const run of [...cleanUps].reverse()) {
      cleanUps.delete(run)
      await Promise.resolve(run()).catch(() => undefined) // it may be gone already
    }
  })()
  return cleaning
}

/**
 * Runs a command that starts servers: in the project's folder, with a one-line error message, and with all servers
 * stopped however it ends.
 */
export async function runCommand(command: () => Promise<void>) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    // `on`, not `once`: the terminal and npm both forward the same Ctrl-C.
    process.on(signal, () => void cleanUp().finally(() => process.exit(code)))
  }
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}

/**
 * The named parts, in the order of `parts`.
 * @param only names separated by commas; undefined for all
 * @throws Error for an unknown name
 */
export function chooseParts<T>(parts: Record<string, T>, only: string | undefined): T[] {
  const names = only?.split(',') ?? Object.keys(parts)
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    throw new Error(`There is no part called ${unknown.join(', ')}. See --help.`)
  }
  return Object.entries(parts).flatMap(([name, part]) => (names.includes(name) ? [part] : []))
}

/** Says on stderr what a command is doing. */
export function report(line: string) {
  process.stderr.write(`${line}\n`)
}

/** Waits for a line of a site's log. @throws Error on timeout */
export async function logged(site: Site, line: RegExp, maxS: number) {
  const deadline = performance.now() + maxS * 1000
  while (!line.test(site.output())) {
    if (performance.now() > deadline) throw new Error(`No line ${String(line)} in ${maxS} s.`)
    await pause(20)
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
  return startProgram([cli, 'build/server/server-build.js'], /\[remix-serve\] http/)
}

/** Starts another server, which listens on the port in PORT. @param readyLine what it writes then */
export function startProgram(run: string[], readyLine: RegExp) {
  return start({}, { run, readyLine })
}

/** Headers that node:http adds itself, or that only apply to a body of unknown length. */
const addedByNode = /^(?:date|connection|keep-alive|transfer-encoding)$/i

/** Starts node:http with the same headers and bytes as responses of the site, by their path. */
export function startFixedServer(responses: ReadonlyMap<string, GetResponse>) {
  const fixed = [...responses].map(([address, { rawHeaders, headers, body }]) => {
    const copied = rawHeaders.filter((_, at) => !addedByNode.test(rawHeaders[at - (at % 2)] ?? ''))
    if (headers['content-length'] === undefined) copied.push('Content-Length', String(body.length))
    return { address, headers: copied, body: body.toString('base64') }
  })
  const file = path.join(makeFolder(), 'responses.json')
  writeFileSync(file, JSON.stringify(fixed))
  const script = fileURLToPath(new URL('fixed-server.ts', import.meta.url))
  return startProgram(['--import', 'tsx', script, file], /ready/)
}

/**
 * Starts the embedded content service alone.
 * @param products how many to generate; without them, it has the site's sample
 */
export async function startContentService(products?: number) {
  const options = products === undefined ? [] : ['--products', String(products)]
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
  const site = await startSiteProcess(settings, command, outputFile)
  async function stop() {
    removeCleanUp()
    await site.stop()
  }
  async function kill() {
    site.signal('SIGKILL')
    await site.ended()
    removeCleanUp()
  }
  async function terminate() {
    site.signal('SIGTERM')
    await site.ended()
    removeCleanUp()
  }
  const removeCleanUp = addCleanUp(stop)
  const port = Number(new URL(site.url).port)
  return { port, pid: site.pid, output: () => site.output(), stop, kill, terminate }
}
