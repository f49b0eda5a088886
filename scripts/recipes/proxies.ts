import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { get } from '../bench/requests.ts'
import { addCleanUp, makeFolder, report } from '../bench/sites.ts'
import { canUseApt, findFailure, installCommands } from '../debian.mjs'

/** A proxy for which there is a configuration in deploy/ or docs/. */
export interface Recipe {
  /** The name of its executable. */
  name: string
  /** The package of Debian. */
  debian: string
  /** The files of its configuration, in deploy/, the main one first; `docs/FILE#NAME` is the block of code NAME. */
  files: readonly [string, ...string[]]
  /** Arguments for the folder with these files. */
  args(folder: string): string[]
  /** Writes what the system has besides into that folder. @returns variables for the program */
  prepare?(folder: string): Record<string, string>
  /** Whether it stores pages: one request serves all that arrive meanwhile, and outages are covered. */
  caches: boolean
  /** It has one process of the site behind it. */
  isForOne?: true
  /** Where a process ends without an answer, it closes the visitor's connection, so that browsers ask again. */
  leavesRetries?: true
  /** Its error page is its own, in English. */
  ownErrorPage?: true
}

export const nginx: Recipe = {
  name: 'nginx',
  debian: 'nginx-light',
  files: ['nginx.conf', 'nginx-servers.conf'],
  args: (folder) => ['-c', `${folder}/nginx.conf`, '-g', 'daemon off;'],
  caches: true,
}

export const caddy: Recipe = {
  name: 'caddy',
  debian: 'caddy',
  files: ['Caddyfile'],
  args: (folder) => ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
  caches: false,
}

export const apache: Recipe = {
  name: 'apache2',
  debian: 'apache2',
  files: ['apache-site.conf', 'unavailable.html'],
  args: (folder) => ['-d', '/etc/apache2', '-f', `${folder}/apache2.conf`, '-D', 'FOREGROUND'],
  prepare(folder) {
    const names = [
      ...[
        'alias',
        'authz_core',
        'headers',
        'lbmethod_byrequests',
        'mpm_event',
        'proxy',
        'reqtimeout',
      ],
      ...['proxy_balancer', 'proxy_http', 'slotmem_shm', 'unique_id'],
    ]
    const modules = names.map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    )
    const files = [`PidFile ${folder}/pid`, `ErrorLog ${folder}/log`, `DefaultRuntimeDir ${folder}`]
    const user = ['ServerName localhost', 'User www-data', 'Group www-data']
    const lines = [...modules, ...files, ...user, `Include ${folder}/apache-site.conf`]
    writeFileSync(path.join(folder, 'apache2.conf'), lines.join('\n'))
    return {}
  },
  caches: false,
  leavesRetries: true,
}

export const haproxy: Recipe = {
  name: 'haproxy',
  debian: 'haproxy',
  files: ['haproxy.cfg', 'unavailable.html'],
  args: (folder) => ['-f', `${folder}/haproxy.cfg`],
  caches: false,
}

export const h2o: Recipe = {
  name: 'h2o',
  debian: 'h2o',
  files: ['docs/proxies.md#h2o.conf', 'unavailable.html'],
  args: (folder) => ['-c', `${folder}/h2o.conf`],
  caches: false,
  isForOne: true,
}

export const trafficServer: Recipe = {
  name: 'traffic_server',
  debian: 'trafficserver',
  files: [
    'docs/proxies.md#records.config',
    'docs/proxies.md#remap.config',
    'docs/proxies.md#site-headers.config',
  ],
  args: (folder) => [`--run-root=${folder}/runroot.yaml`],
  prepare(folder) {
    const own = ['sysconfdir', 'datadir', 'runtimedir', 'logdir', 'cachedir', 'localstatedir']
    const system = [
      'prefix: /usr',
      'exec_prefix: /usr',
      'libexecdir: /usr/lib/trafficserver/modules',
    ]
    const lines = [...system, ...own.map((name) => `${name}: ${folder}`)]
    writeFileSync(path.join(folder, 'runroot.yaml'), lines.join('\n'))
    cpSync('/etc/trafficserver', folder, { recursive: true, force: false })
    const user = 'CONFIG proxy.config.admin.user_id STRING trafficserver\n'
    appendFileSync(path.join(folder, 'records.config'), user)
    chmodSync(folder, 0o777)
    return {}
  },
  caches: false,
  isForOne: true,
  ownErrorPage: true,
}

const startTimeoutMs = 10_000
const stopTimeoutMs = 2_000
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
  /** Their admin servers. */
  admins?: readonly number[]
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
  for (const source of recipe.files) {
    const { name, text } = readConfiguration(source)
    writeFileSync(path.join(folder, name), onOwnPorts(text, ports, folder))
  }
  const own = recipe.prepare?.(folder)
  const program = spawn(findExecutable(recipe) ?? recipe.name, recipe.args(folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...own },
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
    // H2O waits for its clients.
    const giveUp = setTimeout(() => program.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(giveUp)
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

/** Reads a file of deploy/, or a block of code of a document, which the line before names in backticks. */
function readConfiguration(source: string) {
  const [file = '', block] = source.split('#')
  if (block === undefined)
    return { name: file, text: readFileSync(path.join('deploy', file), 'utf8') }
  const document = readFileSync(file, 'utf8')
  const from = document.indexOf(`\`${block}\`:\n\n\`\`\``)
  const [, text] = /```\w*\n([^]*?)```/.exec(document.slice(from)) ?? []
  if (from < 0 || text === undefined) throw new Error(`${file} has no block ${block}.`)
  return { name: block, text }
}

/** Puts the ports and folders of a run in place of those that the configuration names. */
function onOwnPorts(text: string, { proxy, sites, admins = [] }: Ports, folder: string) {
  const [first, second = first] = sites
  const forOne = text
    .replace(/^(?=.*3001)(?!.*3000).*\n/gm, '')
    .replace(/[ ;]127\.0\.0\.1:3001/g, '')
  return (sites.length === 1 ? forOne : text)
    .replace(/\b3000\b/g, String(first))
    .replace(/\b3001\b/g, String(second))
    .replace(/\b9460\b/g, String(admins[0]))
    .replace(/\b9461\b/g, String(admins[1]))
    .replace(/\b8080\b/g, String(proxy))
    .replace(
      /\/var\/cache(?=\/nginx-site)|\/var\/log\/nginx|\/run(?=\/nginx\.pid)|\/etc\/site/g,
      folder,
    )
}
