import { execFileSync } from 'node:child_process'
import os from 'node:os'

/** The machine and the time of a measurement. */
export function describeMachine() {
  const [cpu] = os.cpus()
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    commit: findCommit(),
    date: new Date().toISOString(),
    loadBefore: os.loadavg()[0]?.toFixed(2) ?? '',
  }
}

/** The machine in one line. */
export function machineLine(machine: ReturnType<typeof describeMachine>) {
  const { cpu, cores, memoryGb, system, node, date, loadBefore } = machine
  return `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, ${date.slice(0, 10)}; load before the run ${loadBefore}`
}

function findCommit() {
  try {
    const words = ['describe', '--always', '--dirty']
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', words, { encoding: 'utf8', stdio }).trim()
  } catch {
    return null // There is no git repository.
  }
}
