import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { threadCpuTime } from '../../server/content/reading/thread-time.ts'
import { callIn } from '../../tests/support/api-call.ts'
import { hostileResponse, type HostileResponse } from './hostile-content.ts'

/** A content API whose one type answers what it is told, and all others a few plain posts. */
export interface HostileApi {
  url: string
  /** From now on that type answers so; every type where none is named. */
  answer(type: string | null, json: string): void
  close(): Promise<void>
}

const plainPosts = [1, 2, 3].map((at) => ({
  postID: `plain-${at}`,
  postTitle: `Post ${at}`,
  postDetails: '<p>Text</p>',
  parentID: 'plain-1',
}))

export async function startHostileApi(): Promise<HostileApi> {
  const plain = gzipSync(JSON.stringify(plainPosts))
  let hostile: { type: string | null; body: Buffer } = { type: '', body: plain }
  const server = createServer((request, response) => {
    void buffer(request).then((form) => {
      const isHostile = hostile.type === null || callIn(form).type === hostile.type
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(isHostile ? hostile.body : plain)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (type, json) => {
      hostile = { type, body: gzipSync(json, { level: 1 }) }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The screens that show a type's posts: whatever is hostile in them comes onto one of these. */
export const screensOf: Record<string, [string, ...string[]]> = {
  News: ['/News', '/newsDetails/only'],
  Blog: ['/blog', '/blog_details/only'],
  Services: ['/services', '/serviceDetails/only'],
  Projects: ['/projects', '/projectDetails/only'],
  Solutions: ['/solutions', '/solutionDetails/only'],
  Products: ['/product-details/only', '/products/parent'],
  SolProducts: ['/products-details/only'],
  ProductsCategory: ['/products/home', '/productsCategories'],
  ProductsTypes: ['/products/home', '/products-types/parent', '/products/card-1'],
  About: ['/about', '/'],
  Sustainability: ['/sustainability'],
  WorkFields: ['/workFields'],
  CompanyGoals: ['/companyGoals'],
  Branches: ['/branches', '/contact'],
  HomeSlider: ['/'],
  ContactData: ['/contact'],
  'Footer.Data': ['/services'],
}

/** What is known of a site that runs in a process of its own, from its operators' address. */
export interface SiteFigures {
  /** The longest that its event loop was held since this was last asked, ms. */
  heldMs: number
  residentMb: number
}

export async function readFigures(adminUrl: string): Promise<SiteFigures> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    // Its timer rings every 10 ms, which count as held.
    heldMs: figure('nodejs_eventloop_lag_max_seconds') * 1000 - 10,
    residentMb: figure('process_resident_memory_bytes') / 1e6,
  }
}

/** What one hostile answer did to a page. */
export interface Finding {
  seed: number
  name: string
  path: string
  status: number
  bytes: number
  heldMs: number
  residentMb: number
  tookMs: number
}

/** Has a site make a page of a hostile answer, and looks at what became of it. */
export async function makePage(
  site: { url: string; adminUrl: string; pid: number },
  path: string,
  lang: 'Ar' | 'En',
  { seed, name }: Pick<HostileResponse, 'seed' | 'name'>,
): Promise<Finding> {
  const mainThread = `/proc/${site.pid}/task/${site.pid}`
  await readFigures(site.adminUrl)
  const ownBefore = threadCpuTime(mainThread)
  const startedAt = performance.now()
  const answer = await fetch(site.url + path, {
    headers: { cookie: `lang=${lang}` },
    redirect: 'manual',
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  const tookMs = performance.now() - startedAt
  const ownAfter = threadCpuTime(mainThread)
  const { heldMs, residentMb } = await readFigures(site.adminUrl)
  // A machine that is busy holds it too; it cannot itself have held more than it has worked.
  const worked = ownBefore === null || ownAfter === null ? Infinity : ownAfter - ownBefore
  const held = Math.min(heldMs, worked)
  return { seed, name, path, status: answer.status, bytes, tookMs, heldMs: held, residentMb }
}

/** The page and the answer that a seed stands for, always the same. */
export function caseOf(seed: number) {
  const types = Object.keys(screensOf)
  const type = types[seed % types.length] ?? 'News'
  const screens = screensOf[type] ?? ['/']
  const path = screens[Math.floor(seed / types.length) % screens.length] ?? '/'
  const lang = Math.floor(seed / 7) % 2 === 0 ? ('Ar' as const) : ('En' as const)
  return { type, path, lang, answer: hostileResponse(seed) }
}
