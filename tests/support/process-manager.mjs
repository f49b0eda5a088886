import cluster from 'node:cluster'
import { once } from 'node:events'

/**
 * Runs the built site as pm2 does in its cluster mode: SIGUSR2 starts another process, and ends the one before with SIGINT
 * once that one is ready. SIGTERM ends the last.
 */
cluster.setupPrimary({ exec: 'build/server/main.js' })

async function start() {
  const worker = cluster.fork()
  await new Promise((resolve) => {
    worker.on('message', (message) => message === 'ready' && resolve())
  })
  return worker
}

async function end(worker, signal) {
  worker.process.kill(signal)
  await once(worker, 'exit')
}

async function replace(before) {
  const after = await start()
  await end(before, 'SIGINT')
  process.stdout.write('reloaded\n')
  return after
}

// Signals are taken from the first moment on: whoever reads that the site is ready may send one before this process has.
let current = start()
process.on('SIGUSR2', () => {
  current = current.then(replace)
})
process.on('SIGINT', () => {
  void current.then((worker) => end(worker, 'SIGTERM')).then(() => process.exit())
})
