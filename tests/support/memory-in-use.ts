import { eventually } from './eventually.ts'
import type { SiteProcess } from './site-process.ts'

const label = 'Memory in use:'

const reportOnSignal = `process.on('SIGUSR2', async () => {
  gc()
  // What the first collection finalized goes with the second.
  await new Promise(setImmediate)
  gc()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write('${label} ' + (heapUsed + external) + '\\n')
})`

/** How to start a site whose memory in use can be measured. */
export const measurableSite = {
  run: [
    '--expose-gc',
    '--import',
    `data:text/javascript,${encodeURIComponent(reportOnSignal)}`,
    'build/server/main.js',
  ],
  readyLine: /The site answers at/,
}

/**
 * What a site's process still refers to after a garbage collection, in MB. Its resident memory says less: V8
 * keeps tens of MB more or less, by what it has just done.
 * @param site started as `measurableSite`
 */
export async function memoryInUseMb(site: SiteProcess) {
  const before = site.output().length
  process.kill(site.pid, 'SIGUSR2')
  const bytes = await eventually(() => {
    const [, reported] = new RegExp(`${label} (\\d+)\n`).exec(site.output().slice(before)) ?? []
    if (reported === undefined) throw new Error('The site has not reported its memory yet.')
    return Number(reported)
  })
  return bytes / 2 ** 20
}
