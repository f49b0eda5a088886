import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getFreePort } from './loopback.ts'

const startLimitMs = 60_000
const stopLimitMs = 10_000
const lookMs = 20

/** The built site as a process of its own. */
export interface SiteProcess {
  url: string
  /** Of its listener for operators, where OPS_PORT is a port. */
  adminUrl: string | null
  pid: number
  /** All it has written to both its outputs so far. */
  said(): string
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void
  /** Fulfils with its exit code once it has ended by itself, or by such a signal. */
  ended(): Promise<number | null>
  /**
   * Ends it as an operator would, and removes its data.
   * @throws Error when it had died before, or does not stop
   */
  stop(): Promise<void>
}

/**
 * Starts the built site on a free port, with data of its own and nothing of the tester's environment.
 * @param settings environment variables on top of the tests' own
 * @param command what to run with node, and the line that tells that it answers
 * @param outputFile where its standard output goes, for a site that says much; else it is read here
 * @throws Error when it ends or stays silent instead of telling that it answers
 */
export async function startSiteProcess(
  settings: Record<string, string> = {},
  command = { run: ['build/server/main.js'], answersWith: /The site answers at/ },
  outputFile?: string,
): Promise<SiteProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  const port = await getFreePort()
  const url = `http://localhost:${port}`
  const output = outputFile === undefined ? 'pipe' : openSync(outputFile, 'w')
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
      SECRET: 'only-for-the-tests',
      ...settings,
    },
    stdio: ['ignore', output, 'pipe'],
  })
  if (typeof output === 'number') closeSync(output)
  const killSite = () => site.kill('SIGKILL')
  process.once('exit', killSite)

  let said = ''
  let isStopping = false
  let isExpectedToEnd = false
  const ended = once(site, 'close').then(() => {
    process.off('exit', killSite)
    rmSync(dataDir, { recursive: true, force: true })
    // Told at once as well: the tests that fail from now on fail for this reason.
    if (!isStopping && !isExpectedToEnd)
      process.stderr.write(`The site under test has ended. It said:\n${said}\n`)
  })

  const answers = new Promise<void>((resolve, reject) => {
    function read(part: string) {
      said += part
      if (command.answersWith.test(said)) resolve()
    }
    site.stdout?.setEncoding('utf8').on('data', read)
    site.stderr?.setEncoding('utf8').on('data', read)
    if (outputFile !== undefined) {
      const look = setInterval(() => {
        if (!command.answersWith.test(readFileSync(outputFile, 'utf8'))) return
        clearInterval(look)
        resolve()
      }, lookMs)
      void ended.then(() => clearInterval(look))
    }
    void ended.then(() => reject(new Error(`The site ended instead of starting:\n${said}`)))
    const giveUp = () => reject(new Error(`No answer within ${startLimitMs} ms:\n${said}`))
    setTimeout(giveUp, startLimitMs).unref()
  })

  async function stop() {
    const hasDied = site.exitCode !== null || site.signalCode !== null
    isStopping = true
    // Nobody watches whether it is ready, so nobody needs notice.
    site.kill('SIGINT')
    const deadline = setTimeout(killSite, stopLimitMs)
    await ended
    clearTimeout(deadline)
    if (hasDied && !isExpectedToEnd) throw new Error('The site died while it was tested.')
    if (site.signalCode === 'SIGKILL') throw new Error(`Not stopped within ${stopLimitMs} ms.`)
  }

  try {
    await answers
    if (site.pid === undefined) throw new Error('The site has no process.')
    const { pid } = site
    const adminPort = settings['OPS_PORT']
    return {
      url,
      adminUrl: adminPort ? `http://127.0.0.1:${adminPort}` : null,
      pid,
      said: () => said,
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
