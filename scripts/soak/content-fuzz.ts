import { gzipSync } from 'node:zlib'
import { sendBody } from '../../tests/support/api-faults.ts'
import { startContentApi } from '../../tests/support/content-api.ts'
import { residentMb } from '../bench/process-figures.ts'
import { firstLaterSeed, hostileResponse, type HostileResponse } from './hostile-content.ts'

export type HostileApi = Awaited<ReturnType<typeof startHostileApi>>

const plainPosts = [1, 2, 3].map((at) => ({
  postID: `plain-${at}`,
  postTitle: `Post ${at}`,
  postDetails: '<p>Text</p>',
  parentID: 'plain-1',
}))

/** A content API that sends hostile JSON for one type, and a few plain posts for all others. */
export async function startHostileApi() {
  let hostile: { type: string | null; body: Buffer } | null = null
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { url, close } = await startContentApi(() => plainPosts, {
    faultFor: (type) =>
      hostile && (hostile.type ?? type) === type ? sendBody(200, hostile.body, headers) : null,
  })
  return {
    url,
    /** Sends this JSON for a type from now on; null: for every type. */
    send: (type: string | null, json: string) => {
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

/** Makes a site render a page from a hostile API response, and says what came of it. */
export async function renderPage(
  site: { url: string; pid: number },
  path: string,
  lang: 'Ar' | 'En',
  { seed, name }: Pick<HostileResponse, 'seed' | 'name'>,
) {
  const headers = { cookie: `lang=${lang}` }
  const response = await fetch(site.url + path, { headers, redirect: 'manual' })
  const bytes = (await response.arrayBuffer()).byteLength
  return { seed, name, path, status: response.status, bytes, residentMb: residentMb(site.pid) }
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
