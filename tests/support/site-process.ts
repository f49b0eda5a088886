import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getFreePort } from './loopback.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 10_000
const pollIntervalMs = 20

/** The built site in its own process. */
export interface SiteProcess {
  url: string
  /** The address of its admin server; null without OPS_PORT. */
  adminUrl: string | null
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
 * Starts the built site on a free port, unless the settings have one, with its own data folder and without
 * the caller's environment.
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
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  const filled = process.env['FILLED_CONTENT']
  const contentDir = path.join(settings['DATA_DIR'] ?? dataDir, 'content-service')
  if (filled !== undefined && !existsSync(contentDir)) {
    mkdirSync(contentDir, { recursive: true, mode: 0o700 })
    copyFileSync(filled, path.join(contentDir, 'content.db'))
  }
  const port = Number(settings['PORT']) || (await getFreePort())
  const url = `http://localhost:${port}`
  const stdout = outputFile === undefined ? 'pipe' : openSync(outputFile, 'w')
  const site = spawn(process.execPath, command.run, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      OPS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Otherwise it reads all content, which only tests of the search need, and renders some sixty pages at its start.
      SEARCH_CRAWL_PER_S: '0',
      // Otherwise a part of the page loads is measured, at random.
      ANALYTICS: 'none',
      SECRET: 'only-for-the-tests',
      ...settings,
    },
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
    rmSync(dataDir, { recursive: true, force: true })
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
    const adminPort = settings['OPS_PORT']
    return {
      url,
      adminUrl: adminPort ? `http://127.0.0.1:${adminPort}` : null,
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
