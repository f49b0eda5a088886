import { spawn, type ChildProcess } from 'node:child_process'
import { findRedis } from '../../scripts/redis.mjs'

/** Settings without files: nothing is written to the disk. */
const withoutFiles = ['--save', '', '--appendonly', 'no', '--daemonize', 'no']

/**
 * Starts a real Redis or Valkey server on loopback, which is killed with this process.
 * @param settings more of them, as arguments
 * @throws Error where none is installed, or if it exits
 */
export async function spawnRedis(port: number, settings: string[] = []): Promise<ChildProcess> {
  const file = findRedis()
  if (file === undefined) throw new Error('There is no redis-server on this machine.')
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...withoutFiles, ...settings]
  const server = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const killServer = () => server.kill('SIGKILL')
  process.once('exit', killServer)
  server.once('exit', () => process.off('exit', killServer))
  await new Promise<void>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (part.includes('eady to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error('redis-server exited')))
  })
  return server
}
