import { describe, expect, test } from 'vitest'
import * as enquiry from '../../app/routes/enquiry.tsx'
import * as sent from '../../app/routes/enquiry-sent.tsx'
import { issueFormToken, linkOf } from '../../server/enquiries/enquiry.ts'
import { metrics } from '../../server/observe/metrics.ts'
import { getSite } from '../../server/default-site.ts'
import { enquiryOf, itemOf } from '../support/enquiry.ts'
import { argsFor } from '../support/loader-args.ts'
import { collectLog } from '../support/logged.ts'
import { postArgs } from '../support/post-form.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const values = { name: 'Amal', email: 'amal@site.example', message: 'Two panels' }

/** A token of a form that was opened some time ago, ms. */
const tokenOf = (age = 10_000) => issueFormToken(getSite().config.secret, Date.now() - age)

const send = (fields: Record<string, string>, options?: Parameters<typeof postArgs>[2]) =>
  enquiry.action(postArgs('/enquiry', fields, options))

async function noticeOf(fields: Record<string, string>) {
  const response = await send({ ...values, ...fields })
  const state = (await response.json()) as { notice: string; token: string; values: object }
  expect(state.values).toMatchObject(values)
  return { status: response.status, notice: state.notice, token: state.token }
}

test('another host, which does not store files, gives the form back with what was written', async () => {
  const args = postArgs('/enquiry', { ...values, form: issueFormToken(getSite().config.secret, 0) })
  const body = await args.request.formData()
  body.append('files', new File(['%PDF-1.7'], 'panel.pdf'))
  const { headers } = args.request
  headers.delete('content-type')
  const request = new Request(args.request.url, { method: 'POST', headers, body })
  const response = await enquiry.action({ ...args, request })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    values,
    errors: { files: [{ name: 'panel.pdf', fault: 'full' }] },
  })
})

describe('the form', () => {
  test('is about one product or none, and has a token of its own', async () => {
    const load = (address: string) => enquiry.loader(argsFor(address, { lang: 'En' }))
    const one = await load('/enquiry?product=tm63-1p-c')
    expect(one.form.lines).toMatchObject([{ id: 'tm63-1p-c', quantity: 1, state: 'found' }])
    const none = await load('/enquiry')
    expect(none.form.lines).toEqual([])
    expect(one.form.token).not.toBe(none.form.token)
    const unknown = await load('/enquiry?product=gone')
    expect(unknown.form.lines).toMatchObject([{ id: 'gone', state: 'missing' }])
  })

  test('has what was searched in vain as its message', async () => {
    const { form } = await enquiry.loader(argsFor('/enquiry?q=A9R44463', { lang: 'En' }))
    expect(form.values).toMatchObject({ message: 'A9R44463', name: '' })
  })
})

test('a revision has the lines that its list cannot have in its message, and refers to those that do not fit', async () => {
  const { enquiries, config } = getSite()
  const others = [
    itemOf({ id: '', title: 'كابل 4×16', code: '', quantity: 12, asked: 'كابل 4×16' }),
    itemOf({ id: 'tg-110', title: 'TG-110', code: '', quantity: null }),
  ]
  const load = async (message: string) => {
    const items = [itemOf({ id: 'tm63-1p-c~TM63-C16', asked: '20 no. MCB' }), ...others]
    const reference = await enquiries.submit(enquiryOf({ message, items }))
    const token = linkOf(reference, config.secret).split('/')[2]?.replace('?key=', '.') ?? ''
    const { form } = await enquiry.loader(argsFor(`/enquiry?revises=${token}`, { lang: 'En' }))
    expect(form.revises).toBe(token)
    expect(form.lines).toMatchObject([{ code: 'TM63-C16', quantity: 3, note: 'MCB' }])
    return { reference, message: form.values.message.replace(/[\u2066-\u2069]/g, '') }
  }
  const lines = 'كابل 4×16, quantity 12\nTG-110, quantity not stated'
  expect((await load('Two panels')).message).toBe(`Two panels\n${lines}`)
  const { reference, message } = await load('x'.repeat(3_950))
  expect(message.slice(3_950)).toBe(`\nand the other lines as in ${reference}`)
})

test.each([
  ['20 no. TM63-C16', '', ''],
  ['tm63 c16 – قاطع مصغّر TM63', '', ''],
  ['TM63-C16 درجة حماية IP65', '', 'TM63-C16 درجة حماية IP65'],
  ['TM63-C16 · 60 متر', 'متر', 'Unit: m'],
  ['20 no. MCB', 'lot', 'MCB · Unit: lot'],
])('a line of a revision has no note that only repeats it: %s', async (asked, saleUnit, note) => {
  const { enquiries, config } = getSite()
  const item = itemOf({ id: 'tm63-1p-c~TM63-C16', code: 'TM63-C16', asked, saleUnit })
  const reference = await enquiries.submit(enquiryOf({ items: [item] }))
  const token = linkOf(reference, config.secret).split('/')[2]?.replace('?key=', '.') ?? ''
  const { form } = await enquiry.loader(argsFor(`/enquiry?revises=${token}`, { lang: 'En' }))
  expect(form.lines.map((line) => line.note ?? '')).toEqual([note])
})

describe('a sent enquiry', () => {
  test('leads to its reference, the same for the same form, and leaves the list without its items', async () => {
    const fields = { ...values, items: 'tm63-1p-c:3', form: tokenOf() }
    const first = await send(fields, { cookie: 'lang=En; quote=tm63-1p-c:3,tv100:1' })
    expect(first.status).toBe(303)
    const address = first.headers.get('Location') ?? ''
    expect(address).toMatch(/^\/enquiry\/[A-Z2-9]{4}-[A-Z2-9]{4}\?key=[\w-]{43}$/)
    expect(first.headers.getSetCookie()[0]).toMatch(/^quote=tv100:1;/)
    const again = await send(fields)
    expect(again.headers.get('Location')).toBe(address)
    const other = await send({ ...fields, form: tokenOf() })
    expect(other.headers.get('Location')).not.toBe(address)
  })

  test('with an order code chosen in its form leaves the list without that item', async () => {
    const fields = { items: 'tm63-1p-c:3', 'code.tm63-1p-c': 'tm63-1p-c~TM63-C16' }
    const { headers } = await send(
      { ...values, ...fields, form: tokenOf() },
      { cookie: 'lang=En; quote=tm63-1p-c:3,tv100:1' },
    )
    expect(headers.getSetCookie()[0]).toMatch(/^quote=tv100:1;/)
  })

  test('with faults comes back with its errors, its values and the same token', async () => {
    const form = tokenOf()
    const fields = { name: '', phone: '١٢٣', company: 'Site', items: 'tm63-1p-c:3', form }
    const response = await send({ ...fields, 'note.tm63-1p-c': 'grey' })
    expect(response.status).toBe(422)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      token: form,
      errors: { name: 'name', phone: 'phone' },
      values: { phone: '123', company: 'Site' },
      lines: [{ id: 'tm63-1p-c', quantity: 3, note: 'grey' }],
      notice: null,
    })
  })

  test('without a token, as from a cached page without script, is to be checked once more', async () => {
    const { status, notice, token } = await noticeOf({})
    expect([status, notice]).toEqual([422, 'check'])
    expect(token).toMatch(/^form\./)
  })

  test('very soon after its form was made is asked for again, with the same form', async () => {
    const form = tokenOf(100)
    expect(await noticeOf({ form })).toEqual({ status: 422, notice: 'early', token: form })
  })

  test.each([
    ['a day later', () => tokenOf(90_000_000)],
    ['with a made-up token', () => 'form.x.y.z'],
  ])('%s is asked for again, with a new form', async (_, makeToken) => {
    const form = makeToken()
    const { status, notice, token } = await noticeOf({ form })
    expect([status, notice]).toEqual([422, 'late'])
    expect(token).not.toBe(form)
  })

  test('with tokens of another site is counted, and logged once there are ten', async () => {
    const { factsOf } = collectLog()
    const countForeign = async () => {
      const { values } = await metrics.formsRejected.get()
      return values.find(({ labels }) => labels.reason === 'foreign')?.value ?? 0
    }
    const before = await countForeign()
    for (let time = 0; time < 10; time += 1) await noticeOf({ form: issueFormToken('another') })
    expect(await countForeign()).toBe(before + 10)
    const message = 'form tokens with a wrong signature: another process may have another SECRET'
    expect(factsOf(message)).toHaveLength(1)
  })

  test('with the field that nobody sees is asked for again', async () => {
    expect(await noticeOf({ form: tokenOf(), fax: '123' })).toMatchObject({ notice: 'honeypot' })
  })

  test('of a client that has sent too many is refused, with everything that was written', async () => {
    const options = { context: { client: '203.0.113.7' } }
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await send({ ...values, form: tokenOf() }, options)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
    const refused = await send({ ...values, form: tokenOf() }, options)
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(await refused.json()).toMatchObject({ notice: 'busy', values })
    const other = { context: { client: '203.0.113.8' } }
    expect((await send({ ...values, form: tokenOf() }, other)).status).toBe(303)
  })
})

describe('the page of a reference', () => {
  const load = (reference: string, cookie = '') => {
    const args = argsFor(`/enquiry/${reference}`)
    const request = new Request(args.request, { headers: { cookie: `lang=En; ${cookie}` } })
    return sent.loader({ ...args, request })
  }

  test('shows the reference, when it is answered, and the branches; nothing of the enquiry', async () => {
    const { headers } = await send({ ...values, form: tokenOf() })
    const reference = headers.get('Location')?.split(/[/?]/)[2] ?? ''
    const cookie = headers.getSetCookie().find((line) => line.startsWith('enquiry='))
    const data = await load(reference, cookie?.split(';')[0])
    const parts = ['answerBy', 'answerTime', 'branches', 'heading', 'isSender', 'kept', 'reference']
    expect(Object.keys(data).sort()).toEqual(parts)
    expect(data).toMatchObject({
      heading: 'We have received your enquiry',
      isSender: true,
      kept: null,
      reference,
      answerTime: 'We answer within one working day, Sunday to Thursday.',
    })
    expect(data.branches.length).toBeGreaterThan(3)
    const elsewhere = { ...data, heading: 'Your enquiry', isSender: false }
    expect(await load(reference)).toEqual(elsewhere)
    // Another reference says the same, whether there is such an enquiry or not.
    expect(await load('A3A3-3XYD', `enquiry=${reference}`)).toEqual({
      ...elsewhere,
      reference: 'A3A3-3XYD',
    })
    const spoken = await thrownResponse(load(reference.toLowerCase().replace('-', '')))
    expect([spoken.status, spoken.headers.get('Location')]).toEqual([308, `/enquiry/${reference}`])
  })

  test.each(['ACDE-FHJK', 'hello', '<script>', '%E2%80%AE'])('%s is not found', async (text) => {
    expect((await thrownResponse(load(encodeURIComponent(text)))).status).toBe(404)
  })
})
