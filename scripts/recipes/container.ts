/** Builds the image with Docker or Podman, and runs it as deploy/ does: without root, on a read-only file system. */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** deploy/compose.yaml and deploy/kubernetes.yaml count on it. */
const stopMs = 21_000
const startMs = 60_000
const token = 'only-for-this-check'

/** What a container may do, as in deploy/compose.yaml. */
const restrictions = [
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--tmpfs=/tmp:size=256m,mode=1777',
]

const inspected = z.tuple([
  z.object({
    State: z.object({ ExitCode: z.number() }),
    Config: z.object({
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')]).rest(z.string()) }),
    }),
  }),
])

/** Run in the container: what it is, and where it can write. */
const probe = `
  const { writeFileSync, rmSync } = require('node:fs')
  const canWrite = (folder) => {
    try { writeFileSync(folder + '/probe', ''); rmSync(folder + '/probe'); return true } catch { return false }
  }
  const folders = ['/', '/etc', '/opt/site', '/opt/site/build', '/usr/local/bin', '/data', '/tmp']
  console.log(process.getuid(), process.getgid(), ...folders.filter(canWrite))`

/**
 * Prints a line for each check, and sets the exit code if one fails.
 * @param given an image that has been built; otherwise it is built
 */
export async function checkContainer(given?: string) {
  const engine = await findEngine()
  if (!engine)
    return print('skipped: neither docker nor podman is here, or its engine does not run')
  const command = async (...args: string[]) => (await run(engine, args)).stdout.trim()
  const image = given ?? 'site:check'
  if (given === undefined) {
    const format = engine === 'podman' ? ['--format=docker'] : []
    await command('build', ...format, '--file=deploy/Containerfile', `--tag=${image}`, '.')
  }
  const ports = ['--publish=127.0.0.1::3000', '--publish=127.0.0.1::9464']
  const settings = [`--env=OPS_TOKEN=${token}`, '--env=SECRET=only-for-this-check']
  const id = await command('run', '--detach', ...restrictions, ...ports, ...settings, image)
  try {
    const addressOf = async (port: number) =>
      `http://${(await command('port', id, `${port}/tcp`)).split('\n')[0]}`
    const site = await addressOf(3000)
    const admin = await addressOf(9464)
    const inspect = async () =>
      inspected.parse(JSON.parse(await command('container', 'inspect', id)))[0]

    const ready = await isReady(`${admin}/readyz`)
    report('it becomes ready', ready)
    if (!ready) {
      const { stdout, stderr } = await run(engine, ['logs', id])
      return print(stdout + stderr)
    }
    for (const address of [
      '/',
      '/products/mcb?lang=En',
      '/images/post/mcb.webp?w=480',
      '/cards/En/home.png',
    ]) {
      report(`${address} is served`, (await statusOf(site + address)) === 200)
    }
    report('metrics need the token', (await statusOf(`${admin}/metrics`)) === 401)
    const authorization = `Bearer ${token}`
    report('metrics are there', (await statusOf(`${admin}/metrics`, { authorization })) === 200)
    const [, ...health] = (await inspect()).Config.Healthcheck.Test
    report('the health check succeeds', await succeeds(command('exec', id, ...health)))
    const facts = await command('exec', id, '/usr/local/bin/node', '-e', probe)
    report(`no root, writes to /data and /tmp only (${facts})`, facts === '65532 65532 /data /tmp')
    report('no shell', !(await succeeds(command('exec', id, 'sh', '-c', 'true'))))

    const start = performance.now()
    await command('stop', '-t', '30', id)
    const elapsed = performance.now() - start
    const { ExitCode } = (await inspect()).State
    report(
      `SIGTERM ends it in ${(elapsed / 1000).toFixed(1)} s with code ${ExitCode}`,
      elapsed < stopMs && ExitCode === 0,
    )
  } finally {
    await command('rm', '--force', '--volumes', id)
  }
}

async function findEngine() {
  for (const engine of ['docker', 'podman']) {
    if (await succeeds(run(engine, ['info']))) return engine
  }
  return undefined
}

async function isReady(address: string) {
  const deadline = performance.now() + startMs
  while (performance.now() < deadline) {
    if ((await statusOf(address)) === 200) return true
    await pause(200)
  }
  return false
}

/** 0 when there is no response. */
async function statusOf(address: string, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

async function succeeds(work: Promise<unknown>) {
  return work.then(
    () => true,
    () => false,
  )
}

function report(what: string, passed: boolean) {
  print(`${passed ? 'ok    ' : 'FAILED'} ${what}`)
  if (!passed) process.exitCode = 1
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

// npx tsx scripts/recipes/container.ts [image]
const [, program, image] = process.argv
if (program === import.meta.filename) await checkContainer(image)
