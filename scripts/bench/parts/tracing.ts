import path from 'node:path'
import { get } from '../ask.ts'
import { startFixedServer } from '../fixed-server.ts'
import { loadRatio, runLoad } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
import { perSecond, ratioText } from '../numbers.ts'
import { withoutAccessLog, type Run } from '../run.ts'
import { startSite } from '../sites.ts'
import { median } from '../statistics.ts'
import { atLeast, type Section } from '../targets.ts'

/** What a collector answers to any export. */
const accepted = {
  ...{ status: 200, headers: {}, firstByteMs: 0, wholeMs: 0 },
  rawHeaders: ['Content-Type', 'application/json'],
  body: Buffer.from('{}'),
}

/** As docs/operations.md attaches it: one trace in ten is recorded. */
const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
const everything = { OTEL_TRACES_SAMPLER: 'parentbased_always_on' }

/** Compares the cached home page of a site whose requests are traced with that of one without an SDK, in turns. */
export async function measureTracing(run: Run): Promise<Section> {
  const collector = await startFixedServer(accepted)
  const attached = {
    NODE_OPTIONS: `--import=${path.resolve('deploy/tracing/otel.mjs')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  }
  const without: LoadResult[] = []
  const tenth: LoadResult[] = []
  const all: LoadResult[] = []
  for (let round = 0; round < run.rounds; round++) {
    run.report(`tracing: round ${round + 1}`)
    without.push(await loadCachedHome(run, {}))
    tenth.push(await loadCachedHome(run, { ...attached, ...sampled }))
    all.push(await loadCachedHome(run, { ...attached, ...everything }))
  }
  await collector.stop()

  const rate = (results: LoadResult[]) => perSecond(median(results.map((it) => it.perSecond)))
  function row(what: string, results: LoadResult[]) {
    const pairs = results.flatMap((own, at) => {
      const peer = without[at]
      return peer ? [{ own, peer }] : []
    })
    const ratio = loadRatio(pairs)
    return {
      what,
      figure: `${rate(results)}, without ${rate(without)}`,
      ratio: ratioText(ratio, 'without'),
      target: atLeast(0.5, ratio.byCpu, ' ×'),
    }
  }
  return {
    title: 'Cached pages with tracing',
    rows: [row('home, one trace in ten', tenth), row('home, every request a trace', all)],
    measured: { without, tenth, all },
  }
}

/** @param settings of the site beyond those of other parts */
async function loadCachedHome(run: Run, settings: Record<string, string>) {
  const site = await startSite({ ...withoutAccessLog, ...settings })
  // The first request renders the page; all others are hits.
  await get(site.port, '/')
  const result = await runLoad({ port: site.port, pid: site.pid, paths: ['/'] }, run)
  await site.stop()
  return result
}
