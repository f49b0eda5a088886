import { exec, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { canUseApt, installCommands } from '../../scripts/debian.mjs'
import { projectRoot } from '@site/runtime/project'
import { eventually } from './eventually.ts'

const certificates = 'etc/ssl/certs/ca-certificates.crt'
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A Debian system with systemd as its process 1, in namespaces of its own. */
export interface DebianMachine {
  /** The folder with its files. */
  root: string
  /**
   * Runs a command as root of the machine.
   * @returns its exit code, and what it wrote to both outputs
   */
  run: (
    command: string,
    variables?: Record<string, string>,
  ) => Promise<{ status: number; output: string }>
  /** Ends all its processes and removes its files. */
  stop: () => Promise<void>
}

/**
 * Installs a bare Debian 12 and boots it. It reaches the network of this machine, but nothing that listens here.
 * @param packages what it has besides systemd
 * @returns the machine, or a line that says why there can be none
 */
export async function bootDebian(packages: string[]): Promise<DebianMachine | string> {
  if (!canUseApt() || !existsSync('/dev/net/tun')) return 'It needs root, apt and /dev/net/tun.'
  const root = mkdtempSync(path.join(tmpdir(), 'debian-'))
  const all = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', ...packages].join()
  const commands = [
    ...installCommands(['mmdebstrap', 'slirp4netns', 'debian-archive-keyring']),
    `mmdebstrap --quiet --variant=minbase --include=${all} bookworm ${root} http://deb.debian.org/debian`,
  ]
  try {
    for (const command of commands) await promisify(exec)(command, { maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    await rm(root, { recursive: true })
    return String(error)
  }
  // It trusts whom this machine trusts, which may be behind a company's proxy.
  copyFileSync(`/${certificates}`, path.join(root, certificates))
  writeFileSync(path.join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n')
  // A mirror may be of an earlier day.
  const aptOptions = path.join(root, 'etc/apt/apt.conf.d/99test')
  writeFileSync(aptOptions, 'Acquire::Check-Valid-Until "false";\n')
  return boot(root)
}

async function boot(root: string): Promise<DebianMachine> {
  const cgroup = path.join(cgroupRoot(), path.basename(root))
  mkdirSync(cgroup)
  const script = path.join(projectRoot, 'tests/support/boot-debian.sh')
  const namespaces = '--mount --pid --fork --kill-child --uts --ipc --cgroup --net'
  const machine = start('sh', [
    '-c',
    `echo $$ > ${cgroup}/cgroup.procs && exec unshare ${namespaces} ${script} ${root}`,
  ])
  const children = `/proc/${machine.pid}/task/${machine.pid}/children`
  const started = [machine]
  // Its process 1 ends with `unshare`, all others with that one, and so do their mounts.
  const kill = () => started.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', kill)
  async function stop() {
    kill()
    await eventually(() => removeCgroup(cgroup))
    await rm(root, { recursive: true })
    process.off('exit', kill)
  }
  async function run(command: string, variables: Record<string, string> = {}) {
    const init = readFileSync(children, 'utf8').trim()
    const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const clean = ['env', '-i', `PATH=${searchPath}`, ...settings, 'sh', '-c', command]
    const child = spawn('nsenter', ['--target', init, '--all', '--', ...clean], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const status = await new Promise<number>((resolve) => {
      child.on('close', (code) => resolve(code ?? 1))
    })
    return { status, output }
  }
  try {
    const init = await eventually(() => {
      const pid = readFileSync(children, 'utf8').trim()
      if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'systemd\n') throw new Error('It boots.')
      return pid
    })
    const options = ['--configure', '--mtu=65520', '--disable-host-loopback']
    started.push(start('slirp4netns', [...options, init, 'tap0']))
    await eventually(async () => {
      const { output } = await run('cat /proc/net/route; systemctl is-system-running')
      if (!/^tap0\t00000000[^]*\n(running|degraded)$/m.test(output)) throw new Error(output)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { root, run, stop }
}

function start(command: string, args: string[]) {
  return spawn(command, args, { stdio: 'ignore' })
}

/** Where systemd of a machine may make cgroups. */
function cgroupRoot() {
  const own = '/sys/fs/cgroup/systemd'
  return existsSync(own) ? own : '/sys/fs/cgroup'
}

/** Removes a cgroup with those in it, once its processes have ended. */
function removeCgroup(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeCgroup(path.join(folder, entry.name))
  }
  rmdirSync(folder)
}
