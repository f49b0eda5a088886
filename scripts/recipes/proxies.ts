import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { get } from '../bench/requests.ts'
import { addCleanUp, makeFolder, report } from '../bench/sites.ts'
import { canUseApt, findFailure, installCommands } from '../debian.mjs'

/** A proxy for which there is a configuration in deploy/. */
export interface Recipe {
  /** The name of its executable. */
  name: string
  /** The package of Debian. */
  debian: string
  /** The files of its configuration, in deploy/, the main one first. */
  files: readonly [string, ...string[]]
  args(file: string): string[]
  /** Whether it stores pages: one request serves all that arrive meanwhile, and outages are covered. */
  caches: boolean
}

export const nginx: Recipe = {
  name: 'nginx',
  debian: 'nginx-light',
  files: ['nginx.conf', 'nginx-servers.conf'],
  args: (file) => ['-c', file, '-g', 'daemon off;'],
  caches: true,
}

export const caddy: Recipe = {
  name: 'caddy',
  debian: 'caddy',
  files: ['Caddyfile'],
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  caches: false,
}

const startTimeoutMs = 10_000
const pollMs = 50

/** Where programs are that only root has in PATH. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin']

/** @returns the path of the executable, or undefined */
function findExecutable({ name }: Recipe) {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/**
 * Installs a proxy from Debian where it is missing and that is possible.
 * @returns why it is missing, or undefined
 */
export function findMissing(recipe: Recipe) {
  if (findExecutable(recipe) !== undefined) return undefined
  if (!canUseApt()) return `install ${recipe.debian}`
  report(`Installing ${recipe.debian} from Debian…`)
  const failure = findFailure(installCommands([recipe.debian]))
  return findExecutable(recipe) === undefined ? (failure ?? 'it was not found') : undefined
}

interface Ports {
  proxy: number
  /** The site's processes. */
  sites: readonly number[]
}

export interface Proxy {
  port: number
  stop(): Promise<void>
}

/**
 * Starts a proxy with its configuration of deploy/ as it is, but for ports and for folders that only root may use.
 * @throws Error unless it responds within 10 s
 */
export async function startProxy(recipe: Recipe, ports: Ports): Promise<Proxy> {
  const folder = makeFolder()
  // The proxy may have a user of its own.
  chmodSync(folder, 0o755)
  for (const name of recipe.files) {
    const text = readFileSync(path.join('deploy', name), 'utf8')
    writeFileSync(path.join(folder, name), onOwnPorts(text, ports, folder))
  }
  const args = recipe.args(path.join(folder, recipe.files[0]))
  const program = spawn(findExecutable(recipe) ?? recipe.name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  }
  const ended = once(program, 'exit')
  async function stop() {
    removeCleanUp()
    if (program.exitCode !== null || program.signalCode !== null) return
    program.kill('SIGTERM')
    await ended
  }
  const removeCleanUp = addCleanUp(stop)
  const giveUpAt = performance.now() + startTimeoutMs
  const isAnswering = () =>
    get(ports.proxy, '/robots.txt').then(
      () => true,
      () => false,
    )
  while (!(await isAnswering())) {
    if (program.exitCode !== null || performance.now() > giveUpAt) {
      throw new Error(`${recipe.name} did not start:\n${output}`)
    }
    await pause(pollMs)
  }
  return { port: ports.proxy, stop }
}

function onOwnPorts(text: string, { proxy, sites }: Ports, folder: string) {
  return text
    .replace(/^server 127\.0\.0\.1:3001 .*\n/m, '')
    .replace(/^server 127\.0\.0\.1:3000 .*$/m, (line) =>
      sites.map((port) => line.replace('3000', String(port))).join('\n'),
    )
    .replace('127.0.0.1:3000 127.0.0.1:3001', sites.map((port) => `127.0.0.1:${port}`).join(' '))
    .replace(/\b8080\b/g, String(proxy))
    .replace(/\/var\/cache(?=\/nginx-site)|\/var\/log\/nginx|\/run(?=\/nginx\.pid)/g, folder)
}
