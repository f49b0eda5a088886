import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { get } from '../bench/ask.ts'
import { runLoad } from '../bench/load.ts'
import { perSecond, times } from '../bench/numbers.ts'
import { makeFolder } from '../bench/sites.ts'
import { median, medianRatio } from '../bench/statistics.ts'
import { atLeast, type Row } from '../bench/targets.ts'
import { startFileServer, type Program, type Proxy } from './programs.ts'
import type { SiteBehind } from './site-behind.ts'

const rounds = 3
const size = { connections: 32, seconds: 3 }
const headers = { 'Accept-Encoding': 'br' }

/** What a proxy must reach of nginx serving the same page as a file. */
const minOfFile = 0.8

/** The rate of the home page through a proxy, of the site alone, and of nginx serving the same page as a file. */
export async function measureSpeed(
  { executable, caches }: Program,
  proxy: Proxy,
  site: SiteBehind,
): Promise<Row[]> {
  const page = await get(proxy.port, '/', headers)
  const folder = makeFolder()
  chmodSync(folder, 0o755)
  writeFileSync(path.join(folder, 'page'), page.body)
  const file = await startFileServer(folder, page.rawHeaders)
  const measured: { through: number; alone: number; file: number | null }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const rate = async (port: number) =>
      (await runLoad({ port, pid: proxy.pid, paths: ['/'], headers }, size)).perSecond
    measured.push({
      through: await rate(proxy.port),
      alone: await rate(site.port),
      file: file ? await rate(file.port) : null,
    })
  }
  await file?.stop()
  const pairsWith = (pick: (round: (typeof measured)[number]) => number | null) =>
    measured.flatMap((round) => {
      const peer = pick(round)
      return peer === null ? [] : [{ own: round.through, peer }]
    })
  const ofFile = pairsWith((round) => round.file)
  const through = perSecond(median(measured.map((round) => round.through)))
  const rows: Row[] = [
    {
      what: 'home page, against the site alone',
      figure: `${through}, site ${perSecond(median(measured.map((round) => round.alone)))}`,
      ratio: `${times(medianRatio(pairsWith((round) => round.alone)))} the site`,
    },
  ]
  if (ofFile.length > 0) {
    const ratio = medianRatio(ofFile)
    rows.push({
      what: 'home page, against nginx serving it as a file',
      figure: `${through}, nginx ${perSecond(median(ofFile.map(({ peer }) => peer)))}`,
      ratio: `${times(ratio)} the file`,
      ...(executable === 'nginx' && caches && { target: atLeast(minOfFile, ratio, ' ×') }),
    })
  }
  return rows
}
