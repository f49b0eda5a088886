/** Runs the proxies of deploy/ in front of the built site, `npm run recipes`, and checks what they promise. */
import { parseArgs } from 'node:util'
import { getFreePort } from '../../tests/support/loopback.ts'
import { chooseParts, runCommand } from '../bench/command.ts'
import { describeMachine, machineLine } from '../bench/machine.ts'
import { addCleanUp, startSampleContent } from '../bench/sites.ts'
import { readSitemap } from '../bench/sitemap.ts'
import { countMet, textTable } from '../bench/table.ts'
import { missingRow, type Section } from '../bench/targets.ts'
import { startSoakApi, type SoakApi } from '../soak/content-api.ts'
import { checkProxy } from './checks.ts'
import { checkMonitoring } from './monitoring.ts'
import { findOrInstall, programs, startProxy, type Program } from './programs.ts'
import { prepareSite } from './site-behind.ts'
import { measureSpeed } from './speed.ts'

const usage = `Runs the proxies of deploy/ in front of the built site, all over loopback, and checks what they promise; checks the
rules of deploy/prometheus with Prometheus's own tool.

  npm run recipes -- [--only name,name] [--without-speed]

  --only           Some of: nginx, varnish, haproxy, caddy, prometheus.
  --without-speed  Only the checks.
  --help           Show this text.

As root on Debian it installs the programs that are missing; elsewhere it says which. The exit code is 1 when a check
failed.`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      'without-speed': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const report = (line: string) => process.stderr.write(`${line}\n`)
  const recipes: Record<string, (api: SoakApi) => Promise<Section> | Section> = {
    ...Object.fromEntries(
      programs.map((program) => [
        program.name.toLowerCase(),
        (api: SoakApi) => runRecipe(program, api, !values['without-speed'], report),
      ]),
    ),
    prometheus: () => checkMonitoring(report),
  }
  const chosen = chooseParts(recipes, values.only)
  const sample = await startSampleContent()
  const api = await startSoakApi(sample.url)
  addCleanUp(() => api.close())
  const sections: Section[] = []
  for (const run of chosen) {
    await api.set('good')
    sections.push(await run(api))
  }
  const { met, of } = countMet(sections)
  process.stdout.write(
    `\n${machineLine(describeMachine())}\n\n${textTable(sections)}\n\n${met} of ${of} met.\n`,
  )
  if (met < of) process.exitCode = 1
})

async function runRecipe(
  program: Program,
  api: SoakApi,
  withSpeed: boolean,
  report: (line: string) => void,
): Promise<Section> {
  const title = `${program.name}: deploy/${program.file}`
  const found = findOrInstall(program, report)
  if ('missing' in found) {
    return { title, rows: [missingRow(program.name, found.missing)], measured: null }
  }
  report(`${program.name}: checking deploy/${program.file}`)
  const port = await getFreePort()
  const site = await prepareSite(port, {
    CONTENT_API_URL: api.url,
    ...(program.isPurged && { PROXY_PURGE_URLS: `http://127.0.0.1:${port}` }),
  })
  await site.start()
  const proxy = await startProxy(program, { proxy: port, sites: [site.port], admin: site.admin })
  const { addresses } = await readSitemap(site.port)
  const paths = [...new Set(addresses.map(({ pathname }) => pathname))].filter(
    (path) => path !== '/' && !path.startsWith('/products/'),
  )
  let turn = 0
  const nextPage = () => {
    const page = paths[turn]
    if (page === undefined) throw new Error('The sample has too few pages for these checks.')
    turn += 1
    return page
  }
  const rows = await checkProxy({ program, proxy, site, api, nextPage })
  if (withSpeed) rows.push(...(await measureSpeed(program, proxy, site)))
  await proxy.stop()
  await site.stop()
  return { title, rows, measured: null }
}
