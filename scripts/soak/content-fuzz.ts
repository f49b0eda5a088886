import { gzipSync } from 'node:zlib'
import { threadCpuTime } from '../../server/content/parse/messages.ts'
import { sendBody } from '../../tests/support/api-faults.ts'
import { startContentApi } from '../../tests/support/content-api.ts'
import { firstLaterSeed, hostileResponse, type HostileResponse } from './hostile-content.ts'

/** A content API that sends hostile JSON for one type, and a few plain posts for all others. */
export interface HostileApi {
  url: string
  /** Sends this JSON for a type from now on; null: for every type. */
  send(type: string | null, json: string): void
  close(): Promise<void>
}

const plainPosts = [1, 2, 3].map((at) => ({
  postID: `plain-${at}`,
  postTitle: `Post ${at}`,
  postDetails: '<p>Text</p>',
  parentID: 'plain-1',
}))

export async function startHostileApi(): Promise<HostileApi> {
  let hostile: { type: string | null; body: Buffer } | null = null
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { url, close } = await startContentApi(() => plainPosts, {
    faultFor: (type) =>
      hostile && (hostile.type ?? type) === type ? sendBody(200, hostile.body, headers) : null,
  })
  return {
    url,
    send: (type, json) => {
      hostile = { type, body: gzipSync(json, { level: 1 }) }
    },
    close,
  }
}

/** The screens that show a type's posts. */
const screensOf: Record<string, [string, ...string[]]> = {
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

/** Figures of a site in another process, from its admin server. */
export interface SiteFigures {
  /** The longest time its event loop was blocked since this was last read, ms. */
  blockedMs: number
  residentMb: number
}

export async function readFigures(adminUrl: string): Promise<SiteFigures> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    // Its timer fires every 10 ms, which the metric includes.
    blockedMs: figure('nodejs_eventloop_lag_max_seconds') * 1000 - 10,
    residentMb: figure('process_resident_memory_bytes') / 1e6,
  }
}

/** What one hostile API response did to a page. */
export interface Finding {
  seed: number
  name: string
  path: string
  status: number
  bytes: number
  blockedMs: number
  residentMb: number
  tookMs: number
}

/** Makes a site render a page from a hostile API response, and measures the result. */
export async function renderPage(
  site: { url: string; adminUrl: string; pid: number },
  path: string,
  lang: 'Ar' | 'En',
  { seed, name }: Pick<HostileResponse, 'seed' | 'name'>,
): Promise<Finding> {
  const mainThread = `/proc/${site.pid}/task/${site.pid}`
  await readFigures(site.adminUrl)
  const cpuBefore = threadCpuTime(mainThread)
  const startedAt = performance.now()
  const response = await fetch(site.url + path, {
    headers: { cookie: `lang=${lang}` },
    redirect: 'manual',
  })
  const bytes = (await response.arrayBuffer()).byteLength
  const tookMs = performance.now() - startedAt
  const cpuAfter = threadCpuTime(mainThread)
  const figures = await readFigures(site.adminUrl)
  // A busy machine blocks the loop too; the site itself cannot block it for longer than its CPU time.
  const cpuMs = cpuBefore === null || cpuAfter === null ? Infinity : cpuAfter - cpuBefore
  const blockedMs = Math.min(figures.blockedMs, cpuMs)
  const { residentMb } = figures
  return { seed, name, path, status: response.status, bytes, tookMs, blockedMs, residentMb }
}

/** The page and the API response for a seed: the same seed gives the same case. */
export function caseOf(seed: number) {
  const types = Object.keys(screensOf)
  const type = types[seed % types.length] ?? 'News'
  const shown = screensOf[type] ?? ['/']
  const asMarkdown = shown.filter((screen) => screen !== '/').map((screen) => `${screen}.md`)
  const screens = seed < firstLaterSeed ? shown : [...shown, ...asMarkdown]
  const path = screens[Math.floor(seed / types.length) % screens.length] ?? '/'
  const lang = Math.floor(seed / 7) % 2 === 0 ? ('Ar' as const) : ('En' as const)
  return { type, path, lang, response: hostileResponse(seed) }
}
