import { describe, expect, test } from 'vitest'
import { contactFields } from '../../server/content/posts/contact-fields.ts'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi } from '../support/content-api.ts'
import { useEditedSite } from '../support/edited-site.ts'
import { withSiteOn } from '../support/own-site.ts'

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

  test('is linked with the country code of PHONE_COUNTRY, or not at all', async () => {
    const contact = { postID: 1, phone1: '920000000', whatsapp: '050 123 4567' }
    const api = await startContentApi(({ type }) => (type === 'ContactData' ? [contact] : []))
    try {
      await withSiteOn(api, { PHONE_COUNTRY: 'sa' }, async ({ url }) =>
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
