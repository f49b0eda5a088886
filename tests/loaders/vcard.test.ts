import { describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as vcard from '../../app/routes/vcard.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

describe('GET /vcards/{language}/{branch}.vcf', () => {
  test('is a vCard in the language of its path, whatever the visitor’s language', async () => {
    const response = await vcard.loader(argsFor('/vcards/En/branch-riyadh.vcf', { lang: 'Ar' }))
    expect(response.headers.get('Content-Type')).toBe('text/vcard; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="branch-riyadh.vcf"',
    )
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const text = await response.text()
    expect(text).toContain('\r\nFN:Tayyar – Riyadh branch\r\n')
    expect(text).toContain('\r\nTEL;TYPE="work,voice":+966 11 555 0110\r\n')
    expect(text).toContain('\r\nTZ:Asia/Riyadh\r\n')
    const arabic = await vcard.loader(argsFor('/vcards/Ar/branch-riyadh.vcf?lang=En'))
    expect(await arabic.text()).toContain('\r\nFN:تيار – فرع الرياض\r\n')
  })

  test.each([
    ...['/vcards/En/branch-nowhere.vcf', '/vcards/En/.vcf', '/vcards/En/branch-riyadh'],
    ...['/vcards/en/branch-riyadh.vcf', '/vcards/Fr/branch-riyadh.vcf', '/vcards/En/%ff.vcf'],
  ])('%s is a 404', async (address) => {
    const response = await vcard.loader(argsForPath(address))
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('is a 503 with Retry-After when the API is unavailable', async () => {
    const args = argsFor('/vcards/En/branch-riyadh.vcf', { context: { content: deadAdapter() } })
    const response = await vcard.loader(args)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('10')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('links to the branch’s card, whichever page that is on', async () => {
    const content = adapterOf({ Branches: Array.from({ length: 30 }, (_, at) => ({ postID: at })) })
    const urlOf = async (id: number) => {
      const response = await vcard.loader(argsFor(`/vcards/En/${id}.vcf`, { context: { content } }))
      return /^URL:.*\/(branches.*)\r$/m.exec(await response.text())?.[1]
    }
    expect(await urlOf(7)).toBe('branches?lang=En#branch-7')
    expect(await urlOf(29)).toBe('branches?lang=En&page=2#branch-29')
  })

  test.each(['فرع ١', 'a/b', '%2F', '..', 'x.vcf', '"', '?'])('finds the id %j', async (id) => {
    const content = adapterOf({ Branches: [{ postID: id, postTitle: 'One' }] })
    const address = new URL(addresses.vcard('En', id), 'https://site.example').pathname
    const response = await vcard.loader(argsFor(address, { context: { content } }))
    expect(await response.text()).toContain('ORG:Tayyar Electrical Solutions;One')
  })
})

/** Accepts broken encodings, unlike argsFor. */
function argsForPath(address: string) {
  return { request: new Request(`http://localhost:3000${address}`), params: {}, context: {} }
}
