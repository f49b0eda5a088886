import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import { siteLanguages } from '../../app/language/languages.ts'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { getFreePort, listenOnLoopback } from '../support/loopback.ts'
import { startSite, type Site } from '../support/site-host.ts'

const names = [
  ...['نشرة فنية ٢.pdf', 'كتالوج/عام 2024.pdf', 'Data Sheet (A).PDF', 'noname', 'plan #7.DWG'],
  ...['100% copper.pdf', 'a+b.dxf', "it's.step", 'quo"te.ies', 'semi;colon, comma.zip'],
  ...['a&b=c.rfa', 'question?.ldt', 'ÜBER~1.xlsx'],
]
/** The post of each type that has files, and its page. */
const posts = { Products: 'one', Solutions: 'hospital', News: 'fair' }
const pages = {
  Products: addresses.product(posts.Products),
  Solutions: addresses.solution(posts.Solutions),
  News: addresses.newsItem(posts.News),
}
/** Files that the image host lacks at first, each with the status of what it sends instead. */
const missing = { 'gone.pdf': 404, 'page-in-its-place.dwg': 200 }
const lacking = new Map(
  Object.keys(posts).flatMap((type) =>
    Object.entries(missing).map(([name, status]): [string, number] => [`${type}/${name}`, status]),
  ),
)

const fileOf = (name: string) => Buffer.from(`%PDF-1.7 of ${name}`.repeat(50))

const imageHost = createServer((request, response) => {
  const name = decodeURIComponent((request.url ?? '').slice(1))
  const status = lacking.get(name)
  const page = '<!DOCTYPE html><title>Home</title>'
  if (status) return response.writeHead(status, { 'Content-Type': 'text/html' }).end(page)
  const lastModified = 'Tue, 03 Mar 2026 22:30:00 GMT'
  const bytes = fileOf(name)
  response.writeHead(200, { 'Last-Modified': lastModified, 'Content-Length': bytes.length })
  return response.end(bytes)
})

function postsFor({ type, check }: ApiCall) {
  const postTitle = `A ${type}`
  if (type === 'ProductsCategory') return [{ postID: 'power', postTitle }]
  if (type === 'ProductsTypes') return [{ postID: 'type', postTitle, parentID: 'power' }]
  if (type !== 'Products' && type !== 'Solutions' && type !== 'News') return []
  const own = Object.keys(missing).map((name) => `${type}/${name}`)
  const files = [...(type === 'Products' ? names : []), ...own]
  const postFiles = files.map((fileName) => ({ fileName, fileTitle: '' }))
  const post = { postID: posts[type], postTitle, parentID: 'type' }
  return [check === 'getPost' ? post : { ...post, postFiles }]
}

let api: ContentApi
let site: Site
let closeHost: () => Promise<void>
beforeAll(async () => {
  const { url, close } = await listenOnLoopback(imageHost)
  closeHost = close
  api = await startContentApi(postsFor)
  site = await startSite({
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: url,
    SEARCH_CRAWL_PER_S: '1000',
    OPS_PORT: String(await getFreePort()),
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await site.stop()
  await api.close()
  await closeHost()
})

/** The paths of the files that a page lists. */
async function listedOn(path: string) {
  const html = await (await fetch(site.url + path)).text()
  const paths = [...html.matchAll(/<a href="(\/images\/post\/[^"]+)"/g)].map(([, href]) =>
    (href ?? '').replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
  )
  return { html, paths: [...new Set(paths)] }
}

const nameIn = (path: string) => decodeURIComponent(path.slice(addresses.image('').length))

/** The name under which a browser stores a file. */
function storedName(disposition: string) {
  const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
  return encoded === undefined
    ? /filename="([^"]*)"/.exec(disposition)?.[1]
    : decodeURIComponent(encoded)
}

describe.each(siteLanguages)('in %s', (language) => {
  test('F55: every listed file comes down under its own name', async () => {
    for (const path of [addresses.documents(), pages.Products]) {
      const address = `${path}?lang=${language}`
      await expect
        .poll(async () => (await listedOn(address)).paths.map(nameIn).sort(), { timeout: 20_000 })
        .toEqual([...names].sort())
      for (const file of (await listedOn(address)).paths) {
        const response = await fetch(site.url + file)
        expect(response.status, file).toBe(200)
        const body = await buffer(Readable.fromWeb(response.body as never))
        expect(body.equals(fileOf(nameIn(file))), file).toBe(true)
        const disposition = response.headers.get('content-disposition') ?? ''
        expect(storedName(disposition)).toBe(nameIn(file).split('/').at(-1))
      }
    }
  })

  test('F55: the list says what is known of a file: its date is that of the company’s time zone', async () => {
    for (const path of [addresses.documents(), pages.Products]) {
      await expect
        .poll(async () => (await listedOn(`${path}?lang=${language}`)).html, { timeout: 20_000 })
        .toContain(language === 'Ar' ? '4 مارس 2026' : '4 March 2026')
      const { html } = await listedOn(`${path}?lang=${language}`)
      expect(html).toContain(language === 'Ar' ? 'كتالوج' : 'Catalogue')
    }
  })

  test('F55: what the image base lacks is not offered', async () => {
    for (const path of [addresses.documents(), ...Object.values(pages)]) {
      // What a file's server has is known once the crawl has come to the post that lists the file.
      await expect
        .poll(
          async () => {
            const { html } = await listedOn(`${path}?lang=${language}`)
            return Object.keys(missing).filter((name) => html.includes(name))
          },
          { timeout: 20_000, message: path },
        )
        .toEqual([])
    }
  })
})

test('F55: a file that is there again is offered again', async () => {
  lacking.clear()
  await fetch(`${site.adminUrl}/purge`, { method: 'POST' })
  for (const language of siteLanguages) {
    for (const [type, path] of Object.entries(pages)) {
      await expect
        .poll(async () => (await listedOn(`${path}?lang=${language}`)).paths.map(nameIn), {
          timeout: 20_000,
        })
        .toEqual(expect.arrayContaining(Object.keys(missing).map((name) => `${type}/${name}`)))
    }
  }
})
