import { describe, expect, test } from 'vitest'
import { contentTypeNames, type ContentType } from '../../server/config.ts'
import { contactFields } from '../../server/content/posts/post-fields.ts'
import type { ApiCall } from '../support/api-call.ts'
import { useEditedSite } from '../support/edited-site.ts'
import { screens } from '../support/screens.ts'
import { isWholeRun, sampled } from '../support/test-size.ts'

const site = useEditedSite()

/** The types that every page loads besides its own content. */
const frame: ContentType[] = ['ContactData', 'Footer.Data', 'ProductsCategory', 'ProductsTypes']

async function visit(address: string) {
  const headers = { cookie: 'lang=En' }
  const response = await fetch(site.url + address, { redirect: 'manual', headers })
  const html = await response.text()
  const policy = response.headers.get('cache-control')
  return { status: response.status, html, policy, location: response.headers.get('location') }
}

// The root is the same page as /home.
test.each(
  sampled(
    screens.filter(([address]) => address !== '/home'),
    12,
  ),
)('F39 %s is unavailable only when its main content is', async (address, subject, ...parts) => {
  site.edit((json) => json)
  const whole = await visit(address)
  expect(whole.status).toBe(200)
  const heading = /<h1[^>]*>[^]*?<\/h1>/.exec(whole.html)?.[0] ?? 'no heading'

  const needed = [subject, ...frame, ...parts].filter((type) => type !== null)
  for (const dead of new Set(needed)) {
    site.edit((json, { type }) => (type === dead ? null : json))
    const { status, html, policy } = await visit(address)
    const what = `${address} without ${dead}`
    if (dead === subject) {
      expect(status, what).toBe(503)
      expect(policy, what).toBe('no-store')
      expect(html, what).toMatch(/<a class="button" href="">/)
    } else {
      expect(status, what).toBe(200)
      expect(html.length, what).toBeLessThan(whole.html.length)
      // The name of a category or type comes from the calls for header and footer alone; that of a solution is in the address, too.
      if (!/^\/(?:products(-types)?\/[^h]|all-solution-products)/.test(address)) {
        expect(html, what).toContain(heading)
      }
      expect(html, what).not.toMatch(/<h[1-6][^>]*>\s*<\/h[1-6]>|<ul[^>]*><\/ul>|<ol[^>]*><\/ol>/)
    }
  }

  site.edit((json, { type }) => (needed.some((name) => name === type) ? json : null))
  const { status, html } = await visit(address)
  const what = `${address} without any other type`
  expect(status, what).toBe(200)
  expect(html.length, what).toBe(whole.html.length)
})

test.each([
  ['one thing of it', ['HomeSlider'], 200],
  ['all but one', contentTypeNames.filter((type) => type !== 'HomeSlider'), 200],
  ['all', contentTypeNames, 503],
] as const)('F39 home without %s', async (_, dead: readonly string[], status) => {
  site.edit((json, { type }) => (dead.includes(type) ? null : json))
  expect((await visit('/')).status).toBe(status)
})

test.each([
  ['/products/made-up', 'ProductsTypes'],
  ['/products-types/made-up', 'ProductsCategory'],
])('F16 %s is not an empty page when its existence is unknown', async (address, dead) => {
  site.edit((json, { type }) => (type === dead ? null : json))
  expect((await visit(address)).status).toBe(503)
  site.edit((json) => json)
  expect((await visit(address)).status).toBe(404)
})

describe('F39 a page whose frame is not available', () => {
  async function htmlWithout(dead: ContentType) {
    site.edit((json, { type }) => (type === dead ? null : json))
    const { status, html } = await visit('/services')
    expect(status).toBe(200)
    return html
  }

  test('has an empty products menu without the types', async () => {
    const html = await htmlWithout('ProductsTypes')
    expect(html).toMatch(/<h1[^>]*>Services<\/h1>/)
    expect(html).not.toContain('/products-types/')
    expect(html).toMatch(/<a [^>]*href="\/products\/home"[^>]*>Products</)
  })

  test('has no top bar and contact links without the contact data', async () => {
    const html = await htmlWithout('ContactData')
    expect(html).not.toContain('tel:')
    expect(html).toContain('<footer')
  })

  test('has the company’s own name without the footer', async () => {
    expect(await htmlWithout('Footer.Data')).toContain('Tayyar Electrical Solutions')
  })
})

test('one page view makes each distinct call once', async () => {
  const calls: string[] = []
  site.edit((json, { type }) => {
    calls.push(type)
    return json
  })
  await visit('/productsCategories')
  expect(calls.sort()).toEqual(['ContactData', 'Footer.Data', 'ProductsCategory', 'ProductsTypes'])
})

test('V04 scanners’ paths are unknown paths and cause no content calls', async () => {
  const calls: string[] = []
  site.edit((json, { type }) => {
    calls.push(type)
    return json
  })
  for (const path of ['/.git/HEAD', '/.env', '/__manifest?p=/News', '/x/y']) {
    const { status, location } = await visit(path)
    expect([status, location], path).toEqual([302, '/error_404'])
  }
  const asset = await visit('/assets/root.js.map')
  expect([asset.status, asset.policy]).toEqual([404, 'no-store'])
  for (const path of ['/%c0%ae%c0%ae/etc/passwd', `/${'x/'.repeat(2_000)}`]) {
    expect((await visit(path)).status, path).toBeGreaterThanOrEqual(400)
  }
  expect(calls).toEqual([])
  await visit('/error_404')
  expect(calls).not.toEqual([])
})

test('V29: for a solution that is not in the content, only the heading shows the title in the address', async () => {
  const orphan = '[{"postID":"p","postTitle":"A product"}]'
  site.edit((json, { type, parentId }) =>
    type === 'SolProductsBackground' && parentId === 'unknown' ? orphan : json,
  )
  const { status, html, policy } = await visit('/all-solution-products/unknown/Free%20money')
  expect(status).toBe(200)
  const [, heading = ''] = /<h1[^>]*>([^]*?)<\/h1>/.exec(html) ?? []
  expect(heading.replaceAll(/<[^>]*>/g, '')).toBe('Free money Products')
  const [head = ''] = /<head>[^]*<\/head>/.exec(html) ?? []
  expect(head).toContain('<meta name="robots" content="noindex"/>')
  expect(head).toContain('<title>Products | ')
  expect(head).not.toContain('og:image')
  expect(head).not.toMatch(/Free.{0,3}money/)
  expect(policy).toMatch(/^private/)
  // No breadcrumb links to a solution that does not exist.
  expect(html).not.toContain('href="/solutionDetails/unknown"')
  expect((await visit('/all-solution-products/made-up/Free%20money')).status).toBe(404)
})

const pages = ['/', '/contact', '/branches', '/product-details/tm63-1p-c', '/error_404']

/** Replaces contact values of the company and its branches. */
function editContacts(values: Record<string, unknown>) {
  site.edit((json, { type }: ApiCall) => {
    if (type !== 'ContactData' && type !== 'Branches') return json
    const posts = JSON.parse(json) as object[]
    return JSON.stringify(posts.map((post) => ({ ...post, ...values })))
  })
}

function valuesOf(value: unknown) {
  return Object.fromEntries(contactFields.map((field) => [field, value]))
}

async function htmlOf(path: string) {
  return (await visit(path)).html
}

test('F23: the contact screen says that there is nothing', async () => {
  editContacts(valuesOf('-'))
  expect(await htmlOf('/contact')).toContain('empty-list')
})

/** What is in a page's structured data. */
function dataIn(html: string): unknown[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)</g)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}

test('F54: each place links every number and address of a field, and shows it whole', async () => {
  const phone = 'Tel: 011 555 0100 / +966 (0)11 555 0101'
  editContacts({
    ...valuesOf(''),
    phone1: phone,
    email1: 'Sales <sales@x.example>, info@شركة.السعودية',
    adress1: 'Olaya',
    mapUrl: '٢٤٫٧١٣٦، ٤٦٫٦٧٥٣',
    whatsapp: 'https://api.whatsapp.com/send?phone=966501234567&text=Hi',
    facebook: '@tayyar',
  })
  const links = [
    'href="tel:0115550100"',
    'href="tel:+966115550101"',
    'href="mailto:sales@x.example"',
    'href="mailto:info@xn--ogbpi5d.xn--mgberp4a5d4ar"',
    'href="https://www.google.com/maps?q=24.7136,46.6753"',
    'href="https://wa.me/966501234567?text=',
    'href="https://www.facebook.com/tayyar"',
  ]
  for (const page of pages) {
    const html = await htmlOf(page)
    const [header = '', footer = ''] = [
      /<header class="site-header">.*?<\/header>/s.exec(html)?.[0],
      /<footer .*<\/footer>/s.exec(html)?.[0],
    ]
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    for (const link of links) {
      expect.soft(header, `${page}: ${link} in the header`).toContain(link)
      expect.soft(footer, `${page}: ${link} in the footer`).toContain(link)
      if (['/contact', '/branches'].includes(page)) {
        expect.soft(main, `${page}: ${link} in the screen`).toContain(link)
      }
    }
    expect.soft(main, page).toContain(links[0])
    for (const part of [header, footer]) {
      expect.soft(part.replace(/<[^>]*>/g, ''), page).toContain(phone)
    }
  }
  const product = await htmlOf('/product-details/tm63-1p-c')
  const chats = product.match(/(?<=href="https:\/\/wa\.me\/966501234567\?text=)[^"]*/g) ?? []
  expect(chats.filter((text) => decodeURIComponent(text).includes('/tm63-1p-c'))).not.toEqual([])

  const data = JSON.stringify(dataIn(await htmlOf('/')))
  expect(data).toContain('"telephone":["0115550100","+966115550101"]')
  expect(data).toContain('"email":["sales@x.example","info@xn--ogbpi5d.xn--mgberp4a5d4ar"]')
  const vcard = await htmlOf('/vcards/En/branch-riyadh.vcf')
  expect(vcard).toContain('TEL;TYPE="work,voice":011 555 0100\r\n')
  expect(vcard).toContain('TEL;TYPE="work,voice":+966115550101\r\n')
  expect(vcard).toContain('EMAIL;TYPE=work:sales@x.example\r\n')
})

test.runIf(isWholeRun)(
  'F53: 0, 0 is no place: not on the map, for directions, in the vCard or in structured data',
  async () => {
    editContacts({ ...valuesOf(''), latitude: 0, longitude: '0' })
    const html = await htmlOf('/branches')
    expect(html).not.toContain('maps')
    expect(JSON.stringify(dataIn(html))).not.toMatch(/GeoCoordinates|hasMap/)
    expect(await htmlOf('/vcards/En/branch-riyadh.vcf')).not.toContain('GEO')
  },
)

test('a WhatsApp number in local form is linked with the country code of the phone number beside it, or of the brand’s country', async () => {
  const whatsapp = '٠٥٠ ١٢٣ ٤٥٦٧'
  for (const phone1 of ['+966 (11) 555-0100', '920000000']) {
    editContacts({ ...valuesOf(''), phone1, whatsapp, facebook: 'fb.com/x' })
    for (const page of pages) {
      const html = await htmlOf(page)
      expect(html, page).toContain('href="https://wa.me/966501234567')
      expect(html, page).toContain(phone1)
      expect(html, page).toContain('href="https://fb.com/x"')
    }
  }
})
