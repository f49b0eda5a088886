/** Runs the proxies of deploy/ in front of the built site, `npm run recipes`, and checks what they promise. */
import { parseArgs } from 'node:util'
import { getFreePort } from '../../tests/support/loopback.ts'
import { formatReport, type Section } from '../bench/report.ts'
import { listPages } from '../bench/requests.ts'
import { addCleanUp, chooseParts, report, runCommand, startContentService } from '../bench/sites.ts'
import { checkProxy } from './checks.ts'
import { startChangingApi, type ChangingApi } from './content-api.ts'
import {
  apache,
  caddy,
  findMissing,
  h2o,
  haproxy,
  nginx,
  startProxy,
  trafficServer,
  type Recipe,
} from './proxies.ts'
import { prepareSite } from './site-behind.ts'

const recipes = { nginx, caddy, apache, haproxy, h2o, 'traffic-server': trafficServer }

const usage = `Runs the proxies of deploy/ in front of the built site, all over loopback, and checks what they promise.

  npm run recipes -- [--only ${Object.keys(recipes).join('|')}]

As root on Debian it installs the proxies that are missing; elsewhere it says which. The exit code is 1 when a check
failed.`

await runCommand(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const sample = await startContentService()
  const api = await startChangingApi(sample.url)
  addCleanUp(() => api.close())
  const sections: Section[] = []
  for (const recipe of chooseParts(recipes, values.only)) {
    await api.set('good')
    sections.push(await runRecipe(recipe, api))
  }
  const { text, isMet } = formatReport(sections)
  process.stdout.write(`\n${text}`)
  if (!isMet) process.exitCode = 1
})

async function runRecipe(recipe: Recipe, api: ChangingApi): Promise<Section> {
  const title = `${recipe.name}: ${recipe.files[0]}`
  const missing = findMissing(recipe)
  if (missing !== undefined) {
    return { title, rows: [{ what: recipe.name, figure: `not available: ${missing}` }] }
  }
  report(`Checking ${title}`)
  const port = await getFreePort()
  const site = await prepareSite(port, { CONTENT_API_URL: api.url })
  await site.start()
  const proxy = await startProxy(recipe, { proxy: port, sites: [site.port] })
  const pages = await listPages(site.port)
  const unseen = pages.filter((page) => page !== '/' && !page.startsWith('/products/'))
  const nextPage = () => {
    const page = unseen.shift()
    if (page === undefined) throw new Error('The sample has too few pages for these checks.')
    return page
  }
  const rows = await checkProxy({ recipe, proxy, site, api, nextPage })
  await proxy.stop()
  // A check that failed may have killed it.
  await site.stop()?.catch(() => undefined)
  return { title, rows }
}
