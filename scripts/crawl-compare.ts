// Compares two builds, byte for byte: starts both on one content service, crawls every address of both languages, and
// prints what differs in status, headers and bodies.
//   npx tsx scripts/crawl-compare.ts OTHER        OTHER: the folder of another checkout, with its build
//   npx tsx scripts/crawl-compare.ts OTHER /about the address alone, with more of each difference
// The exit code is 1 when something differs that no rule below expects.
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { heldOut } from '../tests/support/search-questions/held-out.ts'
import { tuned } from '../tests/support/search-questions/tuned.ts'
import { screenAddresses } from '../tests/support/screens.ts'
import { startSiteProcess } from '../tests/support/site-process.ts'
import { get } from './bench/requests.ts'
import { addCleanUp, runCommand, startContentService } from './bench/sites.ts'

/** Both sites believe that they have this name, so that their ports do not differ in what they send. */
const host = 'site.example'

/** These patterns hide what differs between any two builds or runs, in headers and bodies. */
const noise: [pattern: RegExp, replacement: string][] = [
  [/(\/assets\/[\w.$-]+?)-[\w-]{8}\.(js|css|woff2|svg)/g, '$1.$2'],
  [/'sha256-[^']+'/g, "'sha256'"],
  [/"version":"[0-9a-f]{8}"/g, '"version"'],
  [/manifest-[0-9a-f]{8}\.js/g, 'manifest.js'],
  [/form\.[\w.-]{30,}/g, 'form-token'],
  // Which chunks a page loads is up to the bundler.
  [/(?:"\/assets\/[\w.$-]+\.js",? ?)+/g, '"chunks"'],
  [/<link rel="modulepreload" href="[^"]*"\/?>/g, ''],
  // Times at which this run has seen posts, and the tokens of page views.
  [new RegExp(`${new Date().toISOString().slice(0, 10)}T[\\d:.]+Z`, 'g'), 'now'],
]

/** Headers of one response in time, and those that follow from a body that differs as expected. */
const unequalHeaders = new Set([
  ...['date', 'age', 'cache-status', 'x-request-id', 'keep-alive', 'retry-after', 'x-build'],
])
const bodyHeaders = new Set(['etag', 'content-length', 'content-digest'])

/** These patterns hide what this change means to alter. Empty both lists when a new change begins. */
const expected: { why: string; pattern: RegExp; replacement: string }[] = []
/** Addresses that this change means to alter whole, with status, headers and body. */
const expectedAddresses: { why: string; address: RegExp }[] = []

interface Reply {
  status: number
  headers: Map<string, string>
  /** Without what differs between any two builds. */
  body: string
  bytes: string
}

interface Request {
  address: string
  form?: Record<string, string>
}

const [otherFolder, onlyAddress] = process.argv.slice(2)
const callersFolder = process.cwd()
await runCommand(async () => {
  if (!otherFolder) throw new Error('Name the folder of the other checkout.')
  process.exitCode = await compare(path.resolve(callersFolder, otherFolder))
})

async function compare(folder: string) {
  const { url } = await startContentService()
  const ports = await Promise.all([startSite(folder, url), startSite('.', url)])
  const waiting: Request[] = onlyAddress ? [{ address: onlyAddress }] : listSeeds()
  const known = new Set(waiting.map(({ address }) => address))
  const differences = new Map<string, string>()
  let compared = 0
  const parallel = Array.from({ length: 4 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const request = next
      const [other, own] = await Promise.all(ports.map((port) => ask(port, request)))
      if (!other || !own) throw new Error('A site did not answer.')
      compared += 1
      const difference = describeDifference(request, other, own)
      if (difference) differences.set(nameOf(request), difference)
      if (onlyAddress) continue
      if (compared % 1_000 === 0) process.stderr.write(`${compared} compared\n`)
      for (const address of [...linksIn(other), ...linksIn(own), ...dataOf(request, other)]) {
        // Filters can be combined without end: what a combination links to is not followed further.
        const isDeeper = hasParameters(request.address) && hasParameters(address)
        if (known.has(address) || (isDeeper && !address.includes('_data='))) continue
        known.add(address)
        waiting.push({ address })
      }
    }
  })
  await Promise.all(parallel)
  for (const [address, difference] of [...differences].sort()) print(`\n${address}\n${difference}`)
  print(`\n${compared} addresses compared, ${differences.size} differ`)
  return differences.size > 0 ? 1 : 0
}

/** The addresses that the crawl begins with: what no page links to, or only a form asks for. */
function listSeeds(): Request[] {
  const resources = [
    '/sitemap.xml /robots.txt /llms.txt /llms-full.txt /site.webmanifest /favicon.ico /catalogue.json /catalogue.csv',
    '/catalogue.xlsx',
    '/catalogue.schema.json /.well-known/security.txt /feed.xml /feed.json /quote-list.csv /error_404 /no-such-page',
    '/product-details/none /products/none /newsDetails/none /HOME /about/ //about /search.md /%00 /..%2f /index.md',
    '/products-details/tm63-1p-c /quote-list?items=tm63-1p-c:2 /enquiry?product=tm63-1p-c /enquiry/none',
    '/compare?ids=tm63-1p-c,tm63-2p-c /compare?ids=tm63-1p-c,tm63-2p-c&only=differences /compare?ids=none',
    '/products/mcb?spec.poles=3 /products/mcb?sort=name /products/mcb?view=table /products/mcb?spec.none=1&q=x',
    '/documents?q=TM63 /documents?kind=certificate /documents?solution=solution-industry /about?utm_source=letter',
    '/images/none.svg /brand/none.svg /cards/none.png /livez /readyz /search/suggest?q= /search?q= /search?kind=product',
  ].flatMap((line) => line.split(' '))
  const searches = [...tuned, ...heldOut].flatMap(({ q, lang }) =>
    ['/search', '/search/suggest'].map((address) =>
      withLanguage(`${address}?q=${encodeURIComponent(q)}`, lang),
    ),
  )
  const both = [...screenAddresses, ...resources].flatMap((address) => [
    address,
    withLanguage(address, 'Ar'),
    withLanguage(address, 'En'),
  ])
  const posts: Request[] = [
    { address: '/language', form: { language: 'En', target: '/about' } },
    { address: '/enquiry', form: {} },
    { address: '/enquiry?lang=En', form: { name: 'A', email: 'b', message: '' } },
    { address: '/quote-list', form: { intent: 'add', product: 'tm63-1p-c', quantity: '2' } },
    { address: '/page-view', form: { path: '/' } },
    { address: '/about', form: { a: 'b' } },
  ]
  return [...[...both, ...searches].map((address) => ({ address })), ...posts]
}

function withLanguage(address: string, language: string) {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
}

/** Whether the address has parameters besides the language. */
function hasParameters(address: string) {
  return /[?&](?!lang=)[^=]/.test(address)
}

/** The addresses of the same site in a page, a feed, a data file or a sitemap; no pictures and no built files. */
function linksIn({ body, headers }: Reply) {
  const type = headers.get('content-type') ?? ''
  if (!/html|xml|json|markdown|plain/.test(type)) return []
  const found = body.matchAll(
    /(?:href|src|action)="([^"]+)"|<loc>([^<]+)|https?:\/\/site\.example(\/[^\s"'<>)\\]*)/g,
  )
  return Array.from(found, ([, attribute, location, bare]) => attribute ?? location ?? bare ?? '')
    .map((link) => link.replaceAll('&amp;', '&'))
    .filter((link) => URL.canParse(link, `http://${host}`))
    .map((link) => new URL(link, `http://${host}`))
    .filter((url) => url.host === host && !/^\/(?:assets|images|cards|brand)\//.test(url.pathname))
    .map((url) => url.pathname + url.search)
}

/** The data requests of a page: one for each loader whose data it carries. */
function dataOf({ address, form }: Request, { body }: Reply) {
  if (form !== undefined || address.includes('_data=')) return []
  const [, data] = /"loaderData":\{(.*?)\},"actionData"/s.exec(body) ?? []
  const ids = data?.match(/"(?:routes\/[\w.-]+|root|index|home)":/g) ?? []
  const names = new Set(ids.map((id) => id.slice(1, -2)))
  return Array.from(
    names,
    (name) => `${address}${address.includes('?') ? '&' : '?'}_data=${encodeURIComponent(name)}`,
  )
}

async function ask(port: number, { address, form }: Request): Promise<Reply> {
  const asked = { host, 'accept-encoding': 'identity', ...(form && { origin: `http://${host}` }) }
  const { status, headers, body } = await get(port, address, asked, form)
  const text = body.toString('utf8')
  const values = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return { status, headers: new Map(values), body: withoutNoise(text), bytes: text }
}

function withoutNoise(text: string) {
  const rules = [
    ...noise,
    ...expected.map(({ pattern, replacement }) => [pattern, replacement] as const),
  ]
  return rules.reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement),
    text,
  )
}

function describeDifference(request: Request, other: Reply, own: Reply) {
  if (expectedAddresses.some(({ address }) => address.test(request.address))) return ''
  const lines: string[] = []
  if (other.status !== own.status) lines.push(`  status ${other.status}, now ${own.status}`)
  const hasSameBytes = other.bytes === own.bytes
  for (const name of new Set([...other.headers.keys(), ...own.headers.keys()])) {
    if (unequalHeaders.has(name) || (bodyHeaders.has(name) && !hasSameBytes)) continue
    const [before, after] = [other.headers.get(name), own.headers.get(name)].map((value) =>
      value === undefined ? undefined : withoutNoise(value),
    )
    if (before !== after) lines.push(`  ${name}: ${before}\n  now ${name}: ${after}`)
  }
  if (other.body !== own.body) lines.push(describeBodies(other.body, own.body))
  return lines.join('\n')
}

function describeBodies(before: string, after: string) {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const [lead, length] = onlyAddress ? [300, 1500] : [60, 200]
  const cut = (text: string) => JSON.stringify(text.slice(Math.max(0, at - lead), at + length))
  return `  body at ${at} of ${before.length}, now ${after.length}:\n    ${cut(before)}\n    ${cut(after)}`
}

function nameOf({ address, form }: Request) {
  return form === undefined ? address : `POST ${address} (${new URLSearchParams(form)})`
}

/** @returns its port */
async function startSite(folder: string, contentUrl: string) {
  const settings = {
    CONTENT_API_URL: contentUrl,
    PUBLIC_URL: `http://${host}`,
    SEARCH_CRAWL_PER_S: '20',
  }
  const site = await startSiteProcess(settings, {
    run: [path.join(folder, 'build/server/main.js')],
    readyLine: /The site answers at/,
  })
  addCleanUp(() => site.stop())
  const port = Number(new URL(site.url).port)
  await untilIndexed(port)
  return port
}

/** Waits for the search index: until then the site marks what depends on it as not to be stored. */
async function untilIndexed(port: number) {
  for (let isWaiting = true; isWaiting;) {
    const replies = await Promise.all(
      ['/documents?lang=Ar', '/documents?lang=En', '/sitemap.xml'].map((address) =>
        ask(port, { address }),
      ),
    )
    isWaiting = replies.some(
      ({ headers }) => headers.get('cache-control')?.includes('no-store') ?? true,
    )
    if (isWaiting) await pause(500)
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
