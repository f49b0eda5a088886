import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { prepareSite, type Site } from './site-host.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 10_000
const pollIntervalMs = 20

/** The built site in its own process. */
export interface SiteProcess extends Site {
  pid: number
  /** Everything written to stdout and stderr so far. */
  output(): string
  signal(name: NodeJS.Signals): void
  /** Resolves with its exit code once it has exited, by itself or after `signal`. */
  ended(): Promise<number | null>
  /**
   * Stops it with SIGINT and removes its data.
   * @throws Error when it has exited unexpectedly, or does not stop in time
   */
  stop(): Promise<void>
}

/**
 * Starts the built site in its own process, without the caller's environment. One whose process, log and metrics do not
 * matter costs less in site-host.ts.
 * @param settings environment variables on top of the tests' own
 * @param command the arguments of node, and the output line that reports readiness
 * @param outputFile where its standard output goes, for a site that writes a lot; else it is read here
 * @throws Error when it exits, or does not report readiness in time
 */
export async function startSiteProcess(
  settings: Record<string, string> = {},
  command = { run: ['build/server/main.js'], readyLine: /The site answers at/ },
  outputFile?: string,
): Promise<SiteProcess> {
  const { url, adminUrl, variables, removeData } = await prepareSite(settings)
  const stdout = outputFile === undefined ? 'pipe' : openSync(outputFile, 'w')
  const site = spawn(process.execPath, command.run, {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', stdout, 'pipe'],
  })
  if (typeof stdout === 'number') closeSync(stdout)
  const killSite = () => site.kill('SIGKILL')
  process.once('exit', killSite)

  let output = ''
  let isStopping = false
  let isExpectedToEnd = false
  const ended = once(site, 'close').then(() => {
    process.off('exit', killSite)
    removeData()
    // Printed at once as well, since it explains the tests that fail from now on.
    if (!isStopping && !isExpectedToEnd)
      process.stderr.write(`The site under test has exited. Its output:\n${output}\n`)
  })

  const ready = new Promise<void>((resolve, reject) => {
    function read(part: string) {
      output += part
      if (command.readyLine.test(output)) resolve()
    }
    site.stdout?.setEncoding('utf8').on('data', read)
    site.stderr?.setEncoding('utf8').on('data', read)
    if (outputFile !== undefined) {
      const poll = setInterval(() => {
        if (!command.readyLine.test(readFileSync(outputFile, 'utf8'))) return
        clearInterval(poll)
        resolve()
      }, pollIntervalMs)
      void ended.then(() => clearInterval(poll))
    }
    void ended.then(() => reject(new Error(`The site exited instead of starting:\n${output}`)))
    const giveUp = () => reject(new Error(`Not ready within ${startTimeoutMs} ms:\n${output}`))
    setTimeout(giveUp, startTimeoutMs).unref()
  })

  async function stop() {
    const hasDied = site.exitCode !== null || site.signalCode !== null
    isStopping = true
    // SIGINT, not SIGTERM: no load balancer probes readiness, so no notice period is needed.
    site.kill('SIGINT')
    const timeout = setTimeout(killSite, stopTimeoutMs)
    await ended
    clearTimeout(timeout)
    if (hasDied && !isExpectedToEnd) throw new Error('The site exited during the test.')
    if (site.signalCode === 'SIGKILL') throw new Error(`Not stopped within ${stopTimeoutMs} ms.`)
  }

  try {
    await ready
    if (site.pid === undefined) throw new Error('The site has no process.')
    const { pid } = site
    return {
      url,
      adminUrl,
      pid,
      output: () => output,
      signal: (name) => {
        isExpectedToEnd = true
        site.kill(name)
      },
      ended: async () => {
        isExpectedToEnd = true
        await ended
        return site.exitCode
      },
      stop,
    }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}
