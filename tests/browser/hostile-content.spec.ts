import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { sampleContentUrl } from '../support/companies.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { hostileAddress, hostileHtml, hostileText } from '../support/hostile-html.ts'
import { screenAddresses } from '../support/screens.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { sampled } from '../support/test-size.ts'

/** Texts that replace the content API's, by field; other fields stay unchanged. */
interface Written {
  richText?: string
  /** Replaces each list of posts with rich text by one post for each of these texts. */
  richTexts?: readonly string[]
  text?: string
  address?: string
}

const fields: Record<'richText' | 'text' | 'address', ReadonlySet<string>> = {
  richText: new Set(['postDetails']),
  text: new Set([
    ...['postTitle', 'postSubTitle', 'name', 'value', 'unit', 'fileTitle', 'openingHours'],
    ...['adress1', 'email1', 'phone1'],
  ]),
  address: new Set([
    'mapUrl',
    'facebook',
    'youtube',
    'whatsapp',
    'telegram',
    'tweeter',
    'instagram',
  ]),
}

/** A valid response with hostile texts. */
function rewrite(json: string, written: Written) {
  return JSON.stringify(
    JSON.parse(json, (key, value: unknown) => {
      if (written.richTexts && Array.isArray(value)) return postsWith(written.richTexts, value)
      if (typeof value !== 'string' || value === '') return value
      if (fields.richText.has(key)) return written.richText ?? value
      if (fields.text.has(key)) return written.text ?? value
      return fields.address.has(key) ? (written.address ?? value) : value
    }),
  )
}

/** Posts like the first of a list; the list itself if its posts have no rich text. */
function postsWith(richTexts: readonly string[], posts: unknown[]) {
  const [first] = posts
  const hasText = typeof first === 'object' && first !== null && Reflect.get(first, 'postDetails')
  if (!hasText) return posts
  return richTexts.map((postDetails, at) => ({ ...first, postID: `post-${at}`, postDetails }))
}

let api: ContentApi
let site: Site
let written: Written = {}
const hostile = {
  get url() {
    return site.url
  },
  /** Sets the texts of the content from now on. */
  write: (words: Written) => (written = words),
}

/** Without a cache, so that each page shows the current texts. */
test.beforeAll(async () => {
  api = await startContentApi(sampleContentUrl, { edit: (json) => rewrite(json, written) })
  site = await startSite({
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${sampleContentUrl}/images/post`,
    CONTENT_CACHE_TTL_S: '0',
    PAGE_CACHE_MB: '0',
  })
})

test.afterAll(async () => {
  await site.stop()
  await api.close()
})

test.use({
  expectedResponses: [/^404 \/(?:images\/post\/|error_404|Loading)/],
  pictures: 'real',
})

/** Records requests to other sites, dialogs, and violations of the content security policy. */
async function watch(page: Page, site: string) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site}/`)) seen.push(`asked for ${request.url().slice(0, 200)}`)
    if (new URL(request.url()).pathname === '/security-report') seen.push('reported')
  })
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => seen.push('a window'))
  await page.exposeFunction('__kept', (what: string) => seen.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const tell: unknown = Reflect.get(window, '__kept')
      if (typeof tell === 'function')
        Reflect.apply(tell, window, [`${violatedDirective} ${blockedURI}`])
    })
  })
  return seen
}

/** Describes what is wrong with the current page. */
function wrongsOf(page: Page) {
  return page.evaluate(() => {
    const wrongs: string[] = []
    function check(isRight: boolean, what: string) {
      if (!isRight) wrongs.push(what.slice(0, 600))
    }
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    check(!Reflect.has(window, '__pwned'), `number ${Reflect.get(window, '__pwned')} ran`)

    for (const element of all('.rich-text *')) {
      const isOurs = element.classList.contains('rich-text-table')
      const allowed = isOurs
        ? ['class', 'role', 'tabindex', 'aria-label']
        : [
            ...[
              'href',
              'rel',
              'src',
              'alt',
              'loading',
              'scope',
              'colspan',
              'rowspan',
              'dir',
              'lang',
            ],
            ...['start', 'reversed', 'type', 'value'],
          ]
      const isRun = element.matches('bdi:is([class="ltr-unbroken"], [class="ltr-formula"])')
      for (const name of element.getAttributeNames()) {
        if (name === 'class' && isRun) continue
        if (name === 'id' && element.id.startsWith('text-')) continue
        check(allowed.includes(name), `${element.tagName} has ${name}`)
      }
      check(
        /^(?:H[2-4]|P|[BHD]R|[UOD]L|LI|D[TD]|BLOCKQUOTE|STRONG|[BISUA]|EM|SU[BP]|SMALL|CODE|PRE|BDI|SPAN|IMG|FIGURE|FIGCAPTION|TABLE|CAPTION|THEAD|TBODY|TFOOT|T[RHD]|DIV)$/.test(
          element.tagName,
        ),
        `there is a ${element.tagName}`,
      )
      const { position, zIndex } = getComputedStyle(element)
      // The first column of a wide table stays in view.
      const isFirstCell = element.matches('.rich-text-table :is(th, td):first-child')
      const allowedPositions = isFirstCell ? ['sticky'] : ['static', 'relative']
      check(allowedPositions.includes(position), `${element.tagName} is ${position}`)
      check(zIndex === 'auto', `${element.tagName} has the height ${zIndex}`)
    }
    for (const text of all('.rich-text')) {
      const box = text.getBoundingClientRect()
      for (const element of text.querySelectorAll(':scope > *')) {
        const { left, right } = element.getBoundingClientRect()
        check(left >= box.left - 1 && right <= box.right + 1, `${element.tagName} leaves its box`)
      }
    }
    for (const link of all('a[href]')) {
      if (!(link instanceof HTMLAnchorElement)) continue
      check(/^(?:https?|mailto|tel):$/.test(link.protocol), `a link is ${link.href}`)
      const isOutside = /^https?:$/.test(link.protocol) && link.origin !== location.origin
      if (isOutside && link.closest('.rich-text')) {
        check(link.relList.contains('noopener'), `no noopener: ${link.outerHTML}`)
      }
    }
    for (const image of all('img')) {
      const source = image.getAttribute('src') ?? ''
      check(source.startsWith('/images/post/'), `a picture is ${source}`)
    }
    const ids = all('[id]').map(({ id }) => id)
    check(new Set(ids).size === ids.length, 'two elements have one id')
    check(all('main').length === 1 && all('h1').length === 1, 'there are two pages in one')
    check(all('base, object, embed, iframe, meta[http-equiv]').length === 0, 'a document in it')
    check(document.body instanceof HTMLBodyElement, 'the body is another')
    check(typeof document.getElementById === 'function', 'the document is another')
    check(all('header').length >= 1 && document.querySelector('footer') !== null, 'no frame')
    const width = document.documentElement.scrollWidth
    const widest = all('body *').filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return right > innerWidth + 1 || left < -1
    })
    const names = widest.map(({ tagName, className }) => `${tagName}.${String(className)}`)
    check(width <= innerWidth + 1, `the page is ${width} wide by ${names.slice(0, 40).join(', ')}`)
    return wrongs
  })
}

const scriptsOf = (page: Page) => page.evaluate(() => document.querySelectorAll('script').length)

/** The number of scripts that the site itself puts in a page; hydration adds none. */
async function scriptsSent(address: string) {
  const html = await (await fetch(address)).text()
  return html.match(/<script\b/g)?.length ?? 0
}

/**
 * Opens a page and waits until its script has reported the page view, the last thing that it does: by then
 * a hydration mismatch would have been reported.
 */
async function show(page: Page, address: string) {
  const reported = page.waitForResponse((answer) => {
    const { pathname } = new URL(answer.url())
    return answer.request().method() === 'POST' && pathname === '/page-view'
  })
  await page.goto(address, { waitUntil: 'load' })
  await reported
}

/** As many as one page shows, each in a section of its own. */
const textsOnAPage = 20

test('V19: no known XSS vector in rich text runs anything or leaves its box', async ({ page }) => {
  const seen = await watch(page, hostile.url)
  const sections = `${hostile.url}/workFields?lang=En`
  const boxes = page.locator('.company-section .rich-text')

  expect(hostileHtml.length).toBeGreaterThan(80)
  for (let at = 0; at < hostileHtml.length; at += textsOnAPage) {
    const ways = hostileHtml.slice(at, at + textsOnAPage)
    hostile.write({ richTexts: ways.map(() => '<p>before</p>') })
    const scripts = await scriptsSent(sections)
    const texts = ways.map(([, html], n) => html.replaceAll('__pwned=1', `__pwned=${at + n}`))
    hostile.write({ richTexts: texts.map((html, n) => `<p>before ${at + n}.</p>${html}`) })
    await show(page, sections)
    const names = `${ways[0]?.[0]} (${at}) to ${ways.at(-1)?.[0]}`
    expect.soft(await wrongsOf(page), names).toEqual([])
    expect.soft(await scriptsOf(page), names).toBe(scripts)
    expect.soft(seen.splice(0), names).toEqual([])
    await expect.soft(boxes, names).toContainText(ways.map((_, n) => `before ${at + n}.`))
  }
})

test('V19: clicks in hostile text run no script', { tag: '@long' }, async ({ page }) => {
  const seen = await watch(page, hostile.url)
  const pressable = hostileHtml.filter(([, html]) => html.includes('press'))
  hostile.write({ richText: pressable.map(([, html]) => html).join('') })
  await page.goto(`${hostile.url}/blog_details/blog-mcb-curves?lang=En`)
  await hydrated(page)
  // Most have lost their link, and keep their text.
  const links = page.locator('.rich-text *', { hasText: 'press' })
  const count = await links.count()
  expect(count).toBeGreaterThan(5)
  for (let at = 0; at < count; at += 1) {
    // The target does not matter, only what runs here.
    await links.nth(at).evaluate((link) => {
      link.addEventListener('click', (event) => {
        if (link.getAttribute('href')) event.preventDefault()
      })
      if (link instanceof HTMLElement) link.click()
    })
  }
  expect(await wrongsOf(page)).toEqual([])
  expect(seen).toEqual([])
})

/** All vectors in one text: one may open what another exploits. */
const allTogether = hostileHtml
  .filter(([, html]) => html.length < 2_000)
  .map(([, html]) => html)
  .join('')

test(
  'V20: hostile text in every field of every screen is shown as text',
  { tag: '@sized' },
  async ({ page }) => {
    test.setTimeout(240_000)
    const seen = await watch(page, hostile.url)
    // The page without a network has no script, and says nothing of the content.
    const addresses = screenAddresses.filter((address) => address !== '/offline')
    for (const address of sampled(addresses)) {
      const at = `${hostile.url}${address}?lang=En`
      hostile.write({})
      const scripts = await scriptsSent(at)
      hostile.write({ richText: allTogether, text: hostileText, address: hostileAddress })
      await show(page, at)
      expect.soft(await wrongsOf(page), address).toEqual([])
      expect.soft(await scriptsOf(page), address).toBe(scripts)
      expect.soft(seen.splice(0), address).toEqual([])
    }
  },
)

test(
  'V20: hostile text makes no page too wide, in either direction',
  { tag: '@long' },
  async ({ page }) => {
    hostile.write({ richText: allTogether, text: hostileText, address: hostileAddress })
    for (const [width, address] of [
      [360, '/branches?lang=En'],
      [360, '/branches?lang=Ar'],
      [1280, '/blog_details/blog-mcb-curves?lang=Ar'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await show(page, hostile.url + address)
      expect.soft(await wrongsOf(page), `${address} at ${width}`).toEqual([])
    }
    const several = '+966 11 555 0100 / 011 555 0101 - Sales <sales@x.example>, info@x.example'
    hostile.write({ text: several })
    await page.setViewportSize({ width: 360, height: 800 })
    await show(page, `${hostile.url}/contact?lang=En`)
    expect.soft(await wrongsOf(page), several).toEqual([])
  },
)

test('V20: hostile text is still shown as text after hydration', async ({ page }) => {
  const seen = await watch(page, hostile.url)
  hostile.write({ richText: hostileHtml[0]?.[1], text: hostileText, address: hostileAddress })
  await page.goto(`${hostile.url}/blog?lang=En`)
  await hydrated(page)
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await page.locator('main a[href^="/blog_details/"]').first().click()
  await page.waitForURL(/\/blog_details\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('javascript:')
  expect(await page.evaluate(() => Reflect.has(window, 'isSamePage'))).toBe(true)
  expect(await wrongsOf(page)).toEqual([])
  expect(seen).toEqual([])
})
