import { describe, expect, test } from 'vitest'
import { contactFields } from '../../server/content/content-types.ts'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi } from '../support/content-api.ts'
import { useEditedSite } from '../support/edited-site.ts'
import { withSiteOn } from '../support/own-site.ts'
import { isWholeRun } from '../support/test-size.ts'

const site = useEditedSite()

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

async function htmlOf(path: string, url = site.url) {
  return (await fetch(url + path)).text()
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

describe('a WhatsApp number in local form', () => {
  test('is linked with the country code of the phone number beside it, and all else is whole', async () => {
    const phone = '+966 (11) 555-0100'
    editContacts({ ...valuesOf(''), phone1: phone, whatsapp: '٠٥٠ ١٢٣ ٤٥٦٧', facebook: 'fb.com/x' })
    for (const page of pages) {
      const html = await htmlOf(page)
      expect(html, page).toContain('href="https://wa.me/966501234567')
      expect(html, page).toContain(phone)
      expect(html, page).toContain('href="https://fb.com/x"')
    }
  })

  test('is linked with the country code of the brand’s country, or not at all', async () => {
    const contact = { postID: 1, phone1: '920000000', whatsapp: '050 123 4567' }
    const api = await startContentApi(({ type }) => (type === 'ContactData' ? [contact] : []))
    try {
      await withSiteOn(api, { BRAND_DIR: 'brand' }, async ({ url }) =>
        expect(await htmlOf('/contact', url)).toContain('href="https://wa.me/966501234567"'),
      )
      await withSiteOn(api, {}, async ({ url }) => {
        const html = await htmlOf('/contact', url)
        expect(html).toContain('href="tel:920000000"')
        expect(html).not.toContain('wa.me')
      })
    } finally {
      await api.close()
    }
  })
})
