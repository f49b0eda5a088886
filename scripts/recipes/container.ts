/**
 * Builds the image with Docker or Podman, and runs it as deploy/ does: without root, on a read-only file system. Prints
 * a line for each check; the exit code is 1 when one failed.
 *
 *   npx tsx scripts/recipes/container.ts [image that has been built]
 */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** deploy/compose.yaml and deploy/kubernetes.yaml count on it. */
const stopMs = 21_000
const startMs = 60_000
const token = 'only-for-this-check'

/** How it is run: with what a container may do in deploy/compose.yaml. */
const options = [
  ...['--detach', '--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
  ...['--tmpfs=/tmp:size=256m,mode=1777', '--publish=127.0.0.1::3000', '--publish=127.0.0.1::9464'],
  ...[`--env=OPS_TOKEN=${token}`, '--env=SECRET=only-for-this-check'],
]

/** Run in the container: what it is, and where it can write. */
const probe = `
  const { writeFileSync, rmSync } = require('node:fs')
  const canWrite = (folder) => {
    try { writeFileSync(folder + '/probe', ''); rmSync(folder + '/probe'); return true } catch { return false }
  }
  const folders = ['/', '/etc', '/opt/site', '/opt/site/build', '/usr/local/bin', '/data', '/tmp']
  console.log(process.getuid(), process.getgid(), ...folders.filter(canWrite))`

const engine = (await succeeds(run('docker', ['info']))) ? 'docker' : 'podman'
const command = async (...args: string[]) => (await run(engine, args)).stdout.trim()

const image = process.argv[2] ?? 'site:check'
if (process.argv[2] === undefined) {
  const format = engine === 'podman' ? ['--format=docker'] : []
  await command('build', ...format, '--file=deploy/Containerfile', `--tag=${image}`, '.')
}
const id = await command('run', ...options, image)
try {
  await checkContainer()
} finally {
  await command('rm', '--force', '--volumes', id)
}

async function checkContainer() {
  const addressOf = async (port: number) =>
    `http://${(await command('port', id, `${port}/tcp`)).split('\n')[0]}`
  const [site, admin] = [await addressOf(3000), await addressOf(9464)]
  const deadline = performance.now() + startMs
  while ((await statusOf(`${admin}/readyz`)) !== 200) {
    if (performance.now() < deadline) {
      await pause(200)
      continue
    }
    const { stdout, stderr } = await run(engine, ['logs', id])
    return report(`it becomes ready\n${stdout}${stderr}`, false)
  }
  const pages = ['/', '/products/mcb?lang=En', '/images/post/mcb.webp?w=480', '/cards/En/home.png']
  for (const page of pages) report(`${page} is served`, (await statusOf(site + page)) === 200)
  const metrics = `${admin}/metrics`
  report('metrics need the token', (await statusOf(metrics)) === 401)
  report('metrics are there', (await statusOf(metrics, `Bearer ${token}`)) === 200)
  const inspect = (field: string) => command('container', 'inspect', `--format={{${field}}}`, id)
  const [, ...health] = z
    .tuple([z.literal('CMD')])
    .rest(z.string())
    .parse(JSON.parse(await inspect('json .Config.Healthcheck.Test')))
  report('the health check succeeds', await succeeds(command('exec', id, ...health)))
  const facts = await command('exec', id, '/usr/local/bin/node', '-e', probe)
  report(`no root, writes to /data and /tmp only (${facts})`, facts === '65532 65532 /data /tmp')
  report('no shell', !(await succeeds(command('exec', id, 'sh', '-c', 'true'))))

  const start = performance.now()
  await command('stop', '-t', '30', id)
  const elapsed = performance.now() - start
  const code = await inspect('.State.ExitCode')
  const what = `SIGTERM ends it in ${(elapsed / 1000).toFixed(1)} s with code ${code}`
  report(what, elapsed < stopMs && code === '0')
}

/** @returns 0 without a response */
async function statusOf(address: string, authorization = '') {
  try {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(address, { headers: { authorization }, signal })
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
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${what}\n`)
  if (!passed) process.exitCode = 1
}
