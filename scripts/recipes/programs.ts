import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort } from '../../tests/support/loopback.ts'
import { get } from '../bench/ask.ts'
import { addCleanUp, makeFolder } from '../bench/sites.ts'
import { canUseApt, findFailure, installCommands } from '../debian.mjs'

/** A proxy for which there is a configuration in deploy/. */
export interface Program {
  name: string
  executable: string
  /** Debian's packages. */
  packages: readonly string[]
  /** The configuration, in deploy/. */
  file: string
  /** @param folder an empty one for its own files */
  args(file: string, ports: Ports, folder: string): string[]
  /** Whether it stores pages. */
  caches: boolean
  /** Whether one request serves all that arrive meanwhile, and stored pages are served stale in an outage. */
  coversOutages: boolean
  /** Whether it is purged by tags. The others ask for each page again after a second. */
  isPurged: boolean
}

interface Ports {
  proxy: number
  /** The site's processes. */
  sites: readonly number[]
  /** The admin server of the first. */
  admin: number
}

export const programs: readonly Program[] = [
  {
    name: 'nginx',
    executable: 'nginx',
    packages: ['nginx-light'],
    file: 'nginx.conf',
    args: (file) => ['-c', file, '-g', 'daemon off;'],
    caches: true,
    coversOutages: true,
    isPurged: false,
  },
  {
    name: 'Varnish',
    executable: 'varnishd',
    packages: ['varnish', 'varnish-modules'],
    file: 'varnish.vcl',
    args: (file, { proxy }, folder) => [
      ...['-F', '-f', file, '-a', `127.0.0.1:${proxy}`, '-s', 'malloc,256m'],
      ...['-n', path.join(folder, 'varnish')],
    ],
    caches: true,
    coversOutages: true,
    isPurged: true,
  },
  {
    name: 'HAProxy',
    executable: 'haproxy',
    packages: ['haproxy'],
    file: 'haproxy.cfg',
    args: (file) => ['-db', '-f', file],
    caches: true,
    coversOutages: false,
    isPurged: false,
  },
  {
    name: 'Caddy',
    executable: 'caddy',
    packages: ['caddy'],
    file: 'Caddyfile',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    caches: false,
    coversOutages: false,
    isPurged: false,
  },
]

const startTimeoutMs = 10_000
const pollMs = 50

/** Where programs are that only root has in PATH. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin']

/** @returns the path of an executable, or undefined */
function findExecutable(name: string) {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/**
 * Finds a program, installing Debian's packages where that is possible.
 * @returns the path of its executable, or what is missing
 */
export function findOrInstall(
  { name, executable, packages }: Pick<Program, 'name' | 'executable' | 'packages'>,
  report: (line: string) => void,
): { file: string } | { missing: string } {
  const found = findExecutable(executable)
  if (found !== undefined) return { file: found }
  if (!canUseApt()) return { missing: `install ${packages.join(' and ')}` }
  report(`Installing ${name} from Debian…`)
  const failure = findFailure(installCommands(packages))
  const file = findExecutable(executable)
  return file === undefined ? { missing: failure ?? `${executable} was not found` } : { file }
}

export interface Proxy {
  port: number
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a proxy with its configuration of deploy/ as it is, but for ports and for folders that only root may use.
 * @throws Error unless it responds within 10 s
 */
export async function startProxy(
  { executable, file, args }: Pick<Program, 'executable' | 'file' | 'args'>,
  ports: Ports,
): Promise<Proxy> {
  const folder = makeFolder()
  // The proxy may have a user of its own.
  chmodSync(folder, 0o755)
  for (const name of readdirSync('deploy').filter((entry) =>
    /\.(?:conf|vcl|cfg)$|^Caddy/.test(entry),
  )) {
    const text = readFileSync(path.join('deploy', name), 'utf8')
    writeFileSync(path.join(folder, name), onOwnPorts(text, ports, folder))
  }
  return startProgram(executable, args(path.join(folder, file), ports, folder), ports.proxy, folder)
}

/** Headers that nginx writes itself. */
const ownHeaders =
  /^(?:date|server|connection|keep-alive|etag|last-modified|content-(?:length|type))$/i

/**
 * Starts nginx with one file, with the settings of the recipe that its speed depends on.
 * @param folder with the file `page`, readable for everybody
 * @param rawHeaders to send with it, names and values in turn
 * @returns null where there is no nginx
 */
export async function startFileServer(folder: string, rawHeaders: readonly string[]) {
  if (findExecutable('nginx') === undefined) return null
  const port = await getFreePort()
  const headers = rawHeaders.flatMap((name, at) => {
    const value = (rawHeaders[at + 1] ?? '').replaceAll('"', '\\"')
    return at % 2 === 1 || ownHeaders.test(name) ? [] : [`      add_header ${name} "${value}";`]
  })
  const config = path.join(folder, 'files.conf')
  writeFileSync(
    config,
    `worker_processes auto;
pid ${folder}/files.pid;
error_log ${folder}/files-error.log warn;
events { worker_connections 4096; }
http {
  access_log ${folder}/files-access.log combined buffer=64k flush=1s;
  sendfile on;
  tcp_nopush on;
  server {
    listen 127.0.0.1:${port};
    location / {
      default_type "text/html; charset=utf-8";
      root ${folder};
      try_files /page =404;
${headers.join('\n')}
    }
  }
}
`,
  )
  return startProgram('nginx', ['-c', config, '-g', 'daemon off;'], port, folder)
}

/** @throws Error unless it responds within 10 s */
async function startProgram(
  executable: string,
  args: readonly string[],
  port: number,
  folder: string,
): Promise<Proxy> {
  const program = spawn(findExecutable(executable) ?? executable, args, {
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
  for (;;) {
    const isAnswering = await get(port, '/robots.txt').then(
      () => true,
      () => false,
    )
    if (isAnswering) break
    if (program.exitCode !== null || performance.now() > giveUpAt) {
      throw new Error(`${executable} did not start:\n${output}`)
    }
    await pause(pollMs)
  }
  return { port, pid: program.pid ?? 0, stop }
}

function onOwnPorts(text: string, { proxy, sites, admin }: Ports, folder: string) {
  const [first = 0] = sites
  return text
    .replace(/^server 127\.0\.0\.1:3000 .*$/m, (line) =>
      sites.map((port) => line.replace('3000', String(port))).join('\n'),
    )
    .replace(/\b3000\b/g, String(first))
    .replace(/\b8080\b/g, String(proxy))
    .replace(/\b9464\b/g, String(admin))
    .replace(/\/var\/cache(?=\/nginx-site)|\/var\/log\/nginx|\/run(?=\/nginx\.pid)/g, folder)
}
