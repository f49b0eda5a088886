import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as vcard from '../../app/routes/vcard.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownAnswer } from '../support/thrown-answer.ts'

beforeAll(() => getSite().ready())
afterAll(() => getSite().close())

describe('GET /vcards/{language}/{branch}.vcf', () => {
  test('is a contact to keep, in the language of its path whatever the visitor’s', async () => {
    const answer = await vcard.loader(argsFor('/vcards/En/branch-riyadh.vcf', { lang: 'Ar' }))
    expect(answer.headers.get('Content-Type')).toBe('text/vcard; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe(
      'attachment; filename="branch-riyadh.vcf"',
    )
    const text = await answer.text()
    expect(text).toContain('\r\nFN:Tayyar – Riyadh branch\r\n')
    expect(text).toContain('\r\nTEL;TYPE="work,voice":+966 11 555 0110\r\n')
    expect(text).toContain('\r\nTZ:Asia/Riyadh\r\n')
    const arabic = await vcard.loader(argsFor('/vcards/Ar/branch-riyadh.vcf?lang=En'))
    expect(await arabic.text()).toContain('\r\nFN:تيار – فرع الرياض\r\n')
  })

  test.each([
    ...['/vcards/En/branch-nowhere.vcf', '/vcards/En/.vcf', '/vcards/En/branch-riyadh'],
    ...['/vcards/en/branch-riyadh.vcf', '/vcards/Fr/branch-riyadh.vcf', '/vcards/En/%ff.vcf'],
  ])('knows no %s', async (address) => {
    expect((await thrownAnswer(vcard.loader(argsForPath(address)))).status).toBe(404)
  })

  test('is unavailable when the API is', async () => {
    const args = argsFor('/vcards/En/branch-riyadh.vcf', { context: { content: deadAdapter() } })
    expect((await thrownAnswer(vcard.loader(args))).status).toBe(503)
  })

  test.each(['فرع ١', 'a/b', '%2F', '..', 'x.vcf', '"', '?'])('finds the id %j', async (id) => {
    const content = adapterOf({ Branches: [{ postID: id, postTitle: 'One' }] })
    const address = new URL(addresses.vcard('En', id), 'https://site.example').pathname
    const answer = await vcard.loader(argsFor(address, { context: { content } }))
    expect(await answer.text()).toContain('ORG:Tayyar Electrical Solutions;One')
  })
})

/** Broken encodings too. */
function argsForPath(address: string) {
  return { request: new Request(`http://localhost:3000${address}`), params: {}, context: {} }
}
