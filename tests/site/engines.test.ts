import { createServer, request, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, type EnginePage } from '../support/engines.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { screenAddresses } from '../support/screens.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { isWholeRun } from '../support/test-size.ts'

/** A site behind a wire that can be cut. */
interface Wire {
  url: string
  /** The requests that arrived, as "METHOD /path?query". */
  asked: string[]
  cut(): Promise<void>
  mend(): Promise<void>
}

const placeholder = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>'

async function startWire(site: Site): Promise<Wire> {
  const asked: string[] = []
  const server: Server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    asked.push(`${method} ${url}`)
    // Encoding pictures takes time, and they are the same in all engines.
    if (url.startsWith('/images/')) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(placeholder)
      return
    }
    const onward = request(site.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  let listening = await listenOnLoopback(server)
  const { port } = listening
  return {
    url: `http://localhost:${port}`,
    asked,
    cut: () => listening.close(),
    mend: async () => {
      listening = await listenOnLoopback(server, port)
    },
  }
}

/** Waits until React has the page, and what works without a network is there. */
const ready = (page: EnginePage) =>
  eventually(async () => expect(await page.evaluate(() => 'keepPage' in window)).toBe(true))

const headingOf = (page: EnginePage) =>
  page.evaluate(() => document.querySelector('h1')?.textContent ?? '')

/** Waits for the screen with this heading. */
const shows = (page: EnginePage, heading: string) =>
  eventually(async () => expect(await headingOf(page)).toBe(heading))

/** Waits until the service worker has stored these addresses. */
async function stored(page: EnginePage, ...addresses: string[]) {
  await eventually(async () => {
    const missing = await page.evaluate(async (wanted) => {
      const found = await Promise.all(wanted.map((address) => caches.match(address)))
      return wanted.filter((_, at) => found[at] === undefined)
    }, addresses)
    expect(missing).toEqual([])
  })
}

let site: Site
beforeAll(async () => {
  site = await startSite({ SEARCH_CRAWL_PER_S: isWholeRun ? '1000' : '0' })
})
afterAll(() => site.stop())

const chosen = engines.filter(({ name }) => isWholeRun || name !== 'Chromium')

for (const { name, isFound, open } of chosen) {
  describe.runIf(isFound)(`in ${name}`, () => {
    let wire: Wire
    let page: EnginePage
    let close: () => Promise<void>
    beforeAll(async () => ({ page, close } = await open()))
    afterAll(() => close())
    // A port of its own gives each test a browser that has cached and stored nothing of the site.
    beforeEach(async () => {
      wire = await startWire(site)
    })
    afterEach(() => wire.cut())

    test('every screen is hydrated, without a script error or a policy violation', async () => {
      for (const [at, address] of screenAddresses.entries()) {
        // These pages have no script of their own.
        if (['/Loading', '/offline'].includes(address)) continue
        const languages = isWholeRun ? ['Ar', 'En'] : [at % 2 === 0 ? 'Ar' : 'En']
        for (const language of languages) {
          await page.goto(`${wire.url}${address}?lang=${language}`)
          await ready(page)
        }
      }
      expect(reportsIn(wire)).toEqual([])
    }, 180_000)

    test('a link that is pointed at is prefetched once, and the click requests nothing again', async () => {
      const about = () => wire.asked.filter((line) => /^GET \/(?:assets\/)?about[?-]/.test(line))
      await page.goto(`${wire.url}/services?lang=En`)
      await ready(page)
      wire.asked.length = 0
      const link = 'footer a[href="/about"]'
      await page.hover(link)
      await eventually(() =>
        expect(about().sort()).toEqual([
          expect.stringMatching(/^GET \/about\?_data=routes%2Fabout$/),
          expect.stringMatching(/^GET \/assets\/about-.*\.js$/),
        ]),
      )
      await page.click(link)
      await shows(page, 'About us')
      // WebKit keeps no HTTP cache while it is driven by a program.
      if (name !== 'WebKit') expect(about()).toHaveLength(2)
      expect(reportsIn(wire)).toEqual([])
    })

    test('the hint of an empty field is seen in Arabic', async () => {
      for (const [address, field] of [
        ['/search', 'main input[type=search]'],
        ['/documents', 'main input[type=search]'],
        ['/quick-list', 'main textarea'],
      ] as const) {
        await page.goto(`${wire.url}${address}?lang=Ar`)
        const withHint = await page.pictureOf(field)
        await page.evaluate((selector) => {
          for (const each of document.querySelectorAll(selector))
            each.removeAttribute('placeholder')
        }, field)
        expect(await page.pictureOf(field), address).not.toBe(withHint)
      }
    })

    test('a product is listed and asked for', async () => {
      await page.goto(`${wire.url}/product-details/tg-110?lang=Ar`)
      await ready(page)
      await page.click('.quotation-links form button')
      await eventually(async () =>
        expect(await page.evaluate(() => document.querySelector('.quote-count')?.textContent)).toBe(
          '1',
        ),
      )
      await page.goto(`${wire.url}/quote-list`)
      await ready(page)
      for (const [field, text] of [
        ['name', 'أمل الحربي'],
        ['email', 'amal@site.example'],
        ['message', 'نحتاجه لمشروع في الرياض.'],
      ] as const) {
        await page.type(`#enquiry-${field}`, text)
      }
      // What is sent faster than a person writes is held back.
      await eventually(async () => {
        const isSent = await page.evaluate(() => /^\/enquiry\/\S{9}$/.test(location.pathname))
        if (!isSent) await page.click('.enquiry-fields .button')
        expect(isSent).toBe(true)
      })
      expect(reportsIn(wire)).toEqual([])
    })

    test('without a network, seen pages and the list open, others say so, and load once it is back', async () => {
      await page.goto(`${wire.url}/branches?lang=En`)
      await ready(page)
      await stored(page, '/branches?lang=En', '/quote-list?lang=En', '/offline?lang=En')
      await wire.cut()
      for (const [address, heading] of [
        ['/branches', 'Branches'],
        ['/quote-list', 'Quotation list'],
        ['/sustainability', 'You are offline'],
      ] as const) {
        await page.goto(wire.url + address)
        await shows(page, heading)
      }
      await wire.mend()
      await shows(page, 'Sustainability')
      expect(reportsIn(wire)).toEqual([])
    })

    test.runIf(isWholeRun)(
      'a product is searched, filtered and compared, back and forth',
      async () => {
        await page.goto(`${wire.url}/search?lang=En`)
        await ready(page)
        await page.type('main input[type=search]', 'TM63-C1')
        await eventually(async () => {
          const options = () => document.querySelectorAll('[role=option]').length
          expect(await page.evaluate(options)).toBeGreaterThan(0)
        })
        await page.type('main input[type=search]', '6')
        await page.click('main .search-form .button')
        await eventually(async () => {
          const first = () => document.querySelector('article[data-kind]')?.textContent
          expect(await page.evaluate(first)).toContain('TM63-C16')
        })

        await page.goto(`${wire.url}/products/mcb?lang=En`)
        await ready(page)
        const listed = () => document.querySelectorAll('.compare-choice').length
        const all = await page.evaluate(listed)
        await page.click('main input[name="spec.poles"]')
        await eventually(async () =>
          expect(await page.evaluate(() => location.search)).toContain('spec.poles='),
        )
        // The address changes first: a press on what moves when the list is drawn would miss it.
        await eventually(async () => expect(await page.evaluate(listed)).not.toBe(all))
        const compare = '.compare-choice input'
        await page.click(compare)
        await eventually(async () => {
          const chosen = () => document.querySelectorAll('.compare-tray li').length
          expect(await page.evaluate(chosen)).toBe(1)
        })
        await page.click('.card-title a')
        await eventually(async () =>
          expect(await page.evaluate(() => location.pathname)).toMatch(/^\/product-details\//),
        )
        await page.goBack()
        await eventually(async () =>
          expect(await page.evaluate(() => location.search)).toContain('spec.poles='),
        )
      },
    )

    test.runIf(isWholeRun)('a list is pasted, checked and shown', async () => {
      await page.goto(`${wire.url}/quick-list?lang=Ar`)
      await ready(page)
      await page.type('main textarea', '20 TM63-C16')
      await page.click('.list-form .button')
      await eventually(async () => {
        const found = () => document.querySelector('.checked-lines')?.textContent
        expect(await page.evaluate(found)).toContain('TM63-C16')
      })
    })

    test.runIf(isWholeRun)(
      'the language is changed, and a link without a network keeps the page',
      async () => {
        await page.goto(`${wire.url}/contact?lang=Ar`)
        await ready(page)
        await page.click('header .language-button')
        await eventually(async () =>
          expect(await page.evaluate(() => document.documentElement.lang)).toBe('en'),
        )
        // The page that was left has changed its direction at once; the next one comes from the server.
        await eventually(async () =>
          expect(await page.evaluate(() => document.documentElement.dataset['language'])).toBe(
            'En',
          ),
        )
        await ready(page)
        await page.goto(`${wire.url}/enquiry`)
        await ready(page)
        await page.type('#enquiry-name', 'Huda')
        await wire.cut()
        await page.click('footer a[href="/projects"]')
        await eventually(async () => {
          const notice = () => document.querySelector('.connection-notice')?.textContent
          expect(await page.evaluate(notice)).toContain('There is no connection')
        })
        const name = () => document.querySelector<HTMLInputElement>('#enquiry-name')?.value
        expect(await page.evaluate(name)).toBe('Huda')
        await wire.mend()
        await page.click('.connection-notice .button')
        await shows(page, 'Projects')
        expect(reportsIn(wire)).toEqual([])
      },
    )
  })
}

/** What browsers have reported: violations of the policy, and failures of the script. */
function reportsIn({ asked }: Wire) {
  return asked.filter((line) => line.startsWith('POST /security-report'))
}
