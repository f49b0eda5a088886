import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Attachment } from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SmtpDelivery, createConfirmations } from '../../../server/enquiries/delivery/smtp.ts'
import { metrics } from '../../../server/observe/metrics.ts'
import { DeliveryFailure, type Delivery } from '../../../server/enquiries/delivery/delivery.ts'
import {
  cleanEnquiry,
  type EnquiryMessage,
  type Enquiry,
} from '../../../server/enquiries/enquiry.ts'
import { enquiryOf, hostileEnquiry, itemOf } from '../../support/enquiry.ts'
import { eventually } from '../../support/eventually.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { collectLog } from '../../support/logged.ts'
import { getFreePort } from '../../support/loopback.ts'
import { startMailServer, type Refusal } from '../../support/mail-server.ts'
import { createRecordingDelivery, openEnquiries } from '../../support/open-enquiries.ts'
import { makeSelfSigned } from '../../support/self-signed.ts'
import { defaultTimeZone } from '@site/arabic-text/local-time'

const noSignal = new AbortController().signal
const company = { name: 'تيار', phone: '+966 11 555 0100', email: 'info@tayyar.example' }

function openDelivery(smtpUrl: string, to = ['sales@tayyar.example'], list?: string) {
  const delivery = new SmtpDelivery(
    {
      config: { to, from: 'site@tayyar.example', smtpUrl },
      siteUrl: 'https://www.tayyar.example',
      timeZone: defaultTimeZone,
      uploadStore: { readUpload: async ({ name }) => Buffer.from(`bytes of ${name}`) },
      company: async () => company,
      listPdf: async (_, isForVisitor) =>
        list === undefined ? null : Buffer.from(`${list} ${isForVisitor ? 'visitor' : 'company'}`),
      linkTo: (reference, language) =>
        `https://www.tayyar.example/enquiry/${reference}?key=x&lang=${language}`,
    },
    ({ enquiry }) => enquiry.files.map((_, at) => `https://www.tayyar.example/file-${at}`),
  )
  onTestFinished(() => delivery.close?.())
  return delivery
}

function messageOf(changes: Partial<Enquiry> = {}, revision = 1): EnquiryMessage {
  const receivedAt = Date.UTC(2026, 10, 23, 18, 13)
  return { reference: '2345-KM7A', revision, receivedAt, enquiry: enquiryOf(changes) }
}

async function failureOf(delivering: Promise<void>) {
  const failure = await delivering.catch((error: unknown) => error)
  if (!(failure instanceof DeliveryFailure)) throw new Error('It was delivered', { cause: failure })
  return `${failure.fault}: ${failure.message}`
}

function textOf(file: Attachment | undefined) {
  return typeof file?.content === 'string' ? file.content : ''
}

/** Without the marks of direction. */
function visible(text = '') {
  return text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')
}

describe('a mail to the company', () => {
  test('has sender, recipients, the visitor to reply to, and an Arabic subject', async () => {
    const server = await startMailServer()
    const delivery = openDelivery(server.url, ['sales@tayyar.example', 'manager@tayyar.example'])
    await delivery.deliver(messageOf(), noSignal)
    const [mail] = server.mails
    expect(mail).toMatchObject({
      from: { address: 'site@tayyar.example' },
      to: [{ address: 'sales@tayyar.example' }, { address: 'manager@tayyar.example' }],
      replyTo: [{ name: 'سارة الأحمد', address: 'sara@nakheel.example' }],
      recipients: ['sales@tayyar.example', 'manager@tayyar.example'],
      messageId: '<enquiry.2345-KM7A@www.tayyar.example>',
      date: '2026-11-23T18:13:00.000Z',
      attachments: [],
    })
    expect(visible(mail?.subject)).toBe('استفسار 2345-KM7A من شركة النخيل')
    expect(mail?.source).toMatch(/^Subject: =\?UTF-8\?/m)
  })

  test('has no encoded words of a visitor in its headers', async () => {
    const server = await startMailServer()
    const name = '=?utf-8?Q?=E2=80=AE=0D=0ABcc?='
    const enquiry = { language: 'En', name, company: name } as const
    await openDelivery(server.url).deliver(messageOf(enquiry), noSignal)
    const [mail] = server.mails
    expect(mail?.subject).toBe('Enquiry 2345-KM7A from = ?utf-8?Q?=E2=80=AE=0D=0ABcc?=')
    expect(mail?.replyTo?.[0]?.name).toBe('= ?utf-8?Q?=E2=80=AE=0D=0ABcc?=')
  })

  test('has the enquiry as text and as HTML', async () => {
    const server = await startMailServer()
    await openDelivery(server.url).deliver(messageOf({ items: [itemOf()] }), noSignal)
    const [mail] = server.mails
    const lines = visible(mail?.text).trim().split(/\r?\n/)
    expect(lines).toContain('• الاسم: سارة الأحمد')
    expect(lines).toContain('• | متى يمكن التسليم؟')
    expect(lines).toContain('• 1) الكمية 3: قاطع مصغّر TM63 (TM63-3P-C16)')
    expect(lines.every((line) => line.startsWith('• '))).toBe(true)
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.html).toContain('<bdi>شركة النخيل</bdi>')
  })

  test('has the visitor’s files, or links where the server refuses a large mail', async () => {
    let refusals = 0
    const server = await startMailServer({
      refusal: (step) =>
        step === 'DATA' && refusals-- > 0 ? { step, code: 552, text: 'Too large' } : null,
    })
    const delivery = openDelivery(server.url)
    const facts = { id: '0'.repeat(32), size: 2_300_000, digest: '' }
    const files = [
      { ...facts, name: 'مخطط.pdf', kind: 'pdf' as const },
      { ...facts, name: 'list.csv', kind: 'csv' as const },
    ]
    await delivery.deliver(messageOf({ files }), noSignal)
    refusals = 1
    await delivery.deliver(messageOf({ files }), noSignal)
    const [attached, linked] = server.mails
    expect(attached?.attachments).toMatchObject([
      { filename: 'مخطط.pdf', mimeType: 'application/pdf', content: 'bytes of مخطط.pdf' },
      { filename: 'list.csv', mimeType: 'text/csv', content: 'bytes of list.csv' },
    ])
    expect(visible(attached?.text)).toContain('• الملف: مخطط.pdf (2.3 MB)')
    expect(attached?.text).not.toContain('/file-')
    expect(linked?.attachments).toEqual([])
    expect(linked?.text).toContain('https://www.tayyar.example/file-1')
    expect(linked?.html).toContain('https://www.tayyar.example/file-0')
  })

  test('has the list as a file for spreadsheets', async () => {
    const server = await startMailServer()
    const items = [
      itemOf({ note: '=1+1' }),
      itemOf({ title: 'a, b', code: '', quantity: 12, saleUnit: 'metre' }),
    ]
    await openDelivery(server.url).deliver(messageOf({ language: 'En', items }), noSignal)
    const [file] = server.mails[0]?.attachments ?? []
    expect(file).toMatchObject({ filename: '2345-KM7A.csv', mimeType: 'text/csv' })
    const url = 'https://www.tayyar.example/product-details/tm63'
    expect(textOf(file).replace('\ufeff', '')).toBe(
      'Order code,Item,Quantity,Unit,Note,Page\r\n' +
        `TM63-3P-C16,قاطع مصغّر TM63,3,,'=1+1,${url}\r\n` +
        `,"a, b",12,metre,,${url}\r\n`,
    )
  })

  test('has the list as a PDF, and so has the confirmation', async () => {
    const server = await startMailServer()
    const delivery = openDelivery(server.url, undefined, 'list for')
    const message = messageOf({ items: [itemOf()] })
    await delivery.deliver(message, noSignal)
    delivery.confirm?.(message)
    await eventually(() => expect(server.mails).toHaveLength(2))
    const [enquiry, confirmation] = server.mails
    const pdf = { filename: '2345-KM7A.pdf', mimeType: 'application/pdf' }
    expect(enquiry?.attachments[1]).toMatchObject({ ...pdf, content: 'list for company' })
    expect(confirmation?.attachments).toMatchObject([{ ...pdf, content: 'list for visitor' }])
  })

  test('of a revision has its own message ID, and no address to reply to if there is none', async () => {
    const server = await startMailServer()
    await openDelivery(server.url).deliver(messageOf({ email: '' }, 2), noSignal)
    const [mail] = server.mails
    expect(mail?.messageId).toBe('<enquiry.2345-KM7A.2@www.tayyar.example>')
    expect(mail?.replyTo).toBeUndefined()
    expect(visible(mail?.subject)).toMatch(/\(النسخة 2\)$/)
  })

  test('cannot be changed by what a visitor writes', async () => {
    const server = await startMailServer()
    const enquiries = openEnquiries(openDelivery(server.url))
    collectLog()
    await enquiries.submit(hostileEnquiry)
    await eventually(() => expect(server.mails).toHaveLength(1))
    const [mail] = server.mails
    expect(mail?.recipients).toEqual(['sales@tayyar.example'])
    const names = mail?.headers.map(({ key }) => key).sort()
    expect(names).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    )
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.html).not.toMatch(/<(script|img|svg|b)\b|<[^>]*\son\w+=|javascript:/)
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/)
      const opened = text?.match(/[\u2066-\u2068]/g)?.length
      expect(text?.match(/\u2069/g)?.length).toBe(opened)
    }
    expect(textOf(mail?.attachments[0])).toContain("'@SUM(A1) X-Injected: yes,'=1+1<script>")
  })

  test('a line with a dot only does not end it, and what a field names is not read', async () => {
    const server = await startMailServer()
    const message = 'before\n.\nQUIT\nafter'
    const name = 'file:///etc/passwd'
    await openDelivery(server.url).deliver(messageOf({ language: 'En', message, name }), noSignal)
    const text = server.mails[0]?.text ?? ''
    expect(text.replaceAll('\r', '')).toContain('• | before\n• | .\n• | QUIT\n• | after')
    expect(text).toContain('Name: file:///etc/passwd')
  })

  test('is sent with user and password', async () => {
    const server = await startMailServer({ login: 'user:pass' })
    await openDelivery(server.url).deliver(messageOf(), noSignal)
    expect(server.mails).toHaveLength(1)
    const wrong = openDelivery(server.url.replace('pass', 'wrong'))
    expect(await failureOf(wrong.deliver(messageOf(), noSignal))).toMatch(
      /^unavailable: EAUTH .*535/,
    )
  })
})

test('a visitor whose domain is in Arabic is answered, and gets a confirmation', async () => {
  const server = await startMailServer()
  const delivery = openDelivery(server.url)
  const message = messageOf({ email: 'info@شركة.السعودية' })
  await delivery.deliver(message, noSignal)
  delivery.confirm?.(message)
  await eventually(() => expect(server.mails).toHaveLength(2))
  const [enquiry, confirmation] = server.mails
  const address = 'info@xn--ogbpi5d.xn--mgberp4a5d4ar'
  expect(enquiry?.replyTo).toMatchObject([{ address }])
  expect(enquiry?.text).toContain('info@شركة.السعودية')
  expect(confirmation?.to).toMatchObject([{ address }])
})

describe('a mail server that refuses', () => {
  const visitor = 'sara@nakheel.example'
  const cases: [string, Refusal, RegExp][] = [
    ['the sender', { step: 'MAIL FROM', code: 550, text: `5.7.1 No ${visitor}` }, /^unavailable: /],
    ['all recipients', { step: 'RCPT TO', code: 550, text: visitor }, /^rejected: .*550/],
    ['recipients for now', { step: 'RCPT TO', code: 450, text: visitor }, /^deferred: .*450/],
    ['the text', { step: 'DATA', code: 554, text: `5.7.1 Spam ${visitor}` }, /^rejected: .* 554/],
    ['the text for now', { step: 'DATA', code: 451, text: visitor }, /^deferred: .*451/],
  ]
  test.each(cases)('%s', async (_, refusal, expected) => {
    const server = await startMailServer({ refusal: () => refusal })
    const failure = await failureOf(openDelivery(server.url).deliver(messageOf(), noSignal))
    expect(failure).toMatch(expected)
    expect(failure).not.toContain('nakheel')
    expect(server.mails).toEqual([])
  })
})

describe('each mailbox of the company', () => {
  const sales = 'sales@tayyar.example'
  const info = 'info@tayyar.example'

  /** Submits an enquiry to sales and info at a server that answers for info as told. */
  async function submitTo(refusalOfInfo: () => Refusal | null, enquiry: Partial<Enquiry> = {}) {
    const server = await startMailServer({
      refusal: (step, address) => (step === 'RCPT TO' && address === info ? refusalOfInfo() : null),
    })
    const limits = { firstPause: 5, maxPause: 20, attempt: 500 }
    const delivery = openDelivery(server.url, [info, sales])
    const enquiries = openEnquiries(delivery, { limits })
    await enquiries.submit(enquiryOf({ email: '', ...enquiry }))
    const entry = async () => (await enquiries.list()).enquiries[0]
    const got = () => server.mails.flatMap(({ recipients }) => recipients)
    return { entry, got, server }
  }

  test.each([
    ['greylisted', { step: 'RCPT TO', code: 451, text: '4.7.1 greylisted' }],
    ['full', { step: 'RCPT TO', code: 452, text: '4.2.2 mailbox full' }],
    ['slow', { step: 'RCPT TO', code: 0, text: '' }],
  ] as const)('gets an enquiry by itself: one that is %s, later', async (_, refusal) => {
    collectLog()
    let isRefused = true
    const { entry, got, server } = await submitTo(() => (isRefused ? refusal : null))
    await eventually(async () => expect((await entry())?.attempts).toBeGreaterThan(1))
    expect(got()).toEqual([sales])
    expect(await entry()).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(`^${info}: .`),
      mailboxes: [
        { address: info, state: 'deferred', error: expect.stringMatching(/./) },
        { address: sales, state: 'delivered', error: null },
      ],
    })
    isRefused = false
    await eventually(async () => expect((await entry())?.state).toBe('delivered'))
    expect(got()).toEqual([sales, info])
    const [first, second] = server.mails
    expect(first?.messageId).toBe(second?.messageId)
    expect(first?.to?.map(({ address }) => address)).toEqual([info, sales])
  })

  test('that is unknown is said once, and not tried again', async () => {
    const { factsOf } = collectLog()
    const before = await refusalsOf(info)
    const refusal: Refusal = { step: 'RCPT TO', code: 550, text: '5.1.1 unknown' }
    const { entry, got } = await submitTo(() => refusal)
    await eventually(async () => expect((await entry())?.state).toBe('delivered'))
    expect(got()).toEqual([sales])
    const error = 'EENVELOPE RCPT TO 550 5.1.1'
    expect(await entry()).toMatchObject({
      attempts: 1,
      mailboxes: [
        { address: info, state: 'refused', error },
        { address: sales, state: 'delivered' },
      ],
    })
    expect(factsOf('enquiry refused by a mailbox')).toMatchObject([{ mailbox: info, error }])
    expect((await refusalsOf(info)) - before).toBe(1)
  })

  test('is tried again while none has the enquiry, even if all refuse it for good', async () => {
    collectLog()
    const server = await startMailServer({
      refusal: () => ({ step: 'RCPT TO', code: 550, text: '5.7.1 no' }),
    })
    const limits = { firstRejectedPause: 5, maxRejectedPause: 20 }
    const enquiries = openEnquiries(openDelivery(server.url, [info, sales]), { limits })
    await enquiries.submit(enquiryOf({ email: '' }))
    await eventually(async () =>
      expect((await enquiries.list()).enquiries[0]?.attempts).toBeGreaterThan(2),
    )
    expect((await enquiries.list()).enquiries[0]?.state).toBe('waiting')
  })

  test('gets an enquiry after a shutdown between two of them, which one has already', async () => {
    collectLog()
    const got: string[] = []
    const confirmed: string[] = []
    let isHung = true
    const delivery: Delivery = {
      mailboxes: [sales, info],
      deliver: async (_message, _signal, mailbox = '') => {
        if (mailbox === info && isHung) await new Promise(() => undefined)
        got.push(mailbox)
      },
      confirm: ({ reference }) => void confirmed.push(reference),
    }
    const before = openEnquiries(delivery, { limits: { closing: 20 } })
    const reference = await before.submit(enquiryOf())
    await eventually(() => expect(got).toEqual([sales]))
    await before.close()
    isHung = false
    const after = openEnquiries(delivery, { file: before.file })
    after.start()
    await eventually(async () => expect((await after.list()).delivered).toBe(1))
    expect(got).toEqual([sales, info])
    expect(confirmed).toEqual([reference])
  })

  test('gets links in place of files that are larger than its server announces', async () => {
    const server = await startMailServer({ size: 20_000 })
    const delivery = openDelivery(server.url, [info])
    const file = { id: 'a', name: 'plan.pdf', kind: 'pdf', size: 30_000, digest: 'd' } as const
    await delivery.deliver(messageOf({ files: [file] }), noSignal, info)
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.attachments.map(({ filename }) => filename)).not.toContain('plan.pdf')
    expect(server.mails[0]?.text).toContain('https://www.tayyar.example/file-0')
  })
})

async function refusalsOf(mailbox: string) {
  const { values } = await metrics.enquiryMailboxRefusals.get()
  return values.find(({ labels }) => labels.mailbox === mailbox)?.value ?? 0
}

const addressOf = ({ port }: { port: number }, scheme = 'smtp') => `${scheme}://127.0.0.1:${port}`

describe('a mail server that cannot be used', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'refuses connections',
      async () => `smtp://127.0.0.1:${await getFreePort()}`,
      /^unavailable: ESOCKET connect ECONNREFUSED/,
    ],
    [
      'closes the connection',
      async () => addressOf(await listenInTest(createServer((socket) => socket.end()))),
      /^unavailable: /,
    ],
    [
      'hangs, and is left when time is up',
      async () => addressOf(await listenInTest(createServer())),
      /^unavailable: /,
    ],
    [
      'has a certificate that nobody vouches for',
      async () => addressOf(await listenInTest(createTlsServer(makeSelfSigned())), 'smtps'),
      /^unavailable: ESOCKET self-signed certificate/,
    ],
  ])('%s', async (_, start, expected) => {
    const delivering = openDelivery(await start()).deliver(messageOf(), AbortSignal.timeout(500))
    expect(await failureOf(delivering)).toMatch(expected)
  })

  test('is back: what it did not take is delivered once', async () => {
    collectLog()
    let refusal: Refusal | null = { step: 'DATA', code: 451, text: 'later' }
    const server = await startMailServer({ refusal: () => refusal })
    const limits = { firstPause: 5, maxPause: 20 }
    const enquiries = openEnquiries(openDelivery(server.url), { limits })
    await enquiries.submit(enquiryOf({ email: '' }))
    await eventually(async () =>
      expect((await enquiries.list()).enquiries[0]?.attempts).toBeGreaterThan(1),
    )
    refusal = null
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(server.mails).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  test('reaches the visitor after the company has the enquiry', async () => {
    collectLog()
    const server = await startMailServer()
    const enquiries = openEnquiries(openDelivery(server.url))
    const reference = await enquiries.submit(enquiryOf({ items: [itemOf()] }))
    await eventually(() => expect(server.mails).toHaveLength(2))
    const [toCompany, toVisitor] = server.mails
    expect(toCompany?.recipients).toEqual(['sales@tayyar.example'])
    expect(toVisitor).toMatchObject({
      recipients: ['sara@nakheel.example'],
      from: { name: 'تيار', address: 'site@tayyar.example' },
      replyTo: [{ address: 'info@tayyar.example' }],
      messageId: `<confirmation.${reference}@www.tayyar.example>`,
    })
    expect(visible(toVisitor?.text)).toContain(`/enquiry/${reference}?key=x&lang=Ar`)
    expect(JSON.stringify(toCompany)).not.toContain('key=x')
    expect(toVisitor?.source).toMatch(/^Auto-Submitted: auto-replied$/im)
    expect(JSON.stringify(toVisitor)).not.toContain('سارة')
  })

  test('is not sent without an address, or to several', async () => {
    const { lines } = collectLog()
    const server = await startMailServer()
    const delivery = openDelivery(server.url)
    for (const email of ['', 'a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example', '@']) {
      delivery.confirm?.({ ...messageOf(), enquiry: cleanEnquiry(enquiryOf({ email })) })
    }
    delivery.confirm?.(messageOf())
    await eventually(() => expect(server.mails).toHaveLength(1))
    expect(lines).toEqual([])
  })

  test('is not sent where the limits forbid it, and the log says so', async () => {
    const { factsOf } = collectLog()
    const server = await startMailServer()
    const enquiries = openEnquiries(openDelivery(server.url))
    const reference = await enquiries.submit(enquiryOf({ mayConfirm: false }))
    await eventually(() =>
      expect(factsOf('enquiry confirmation not sent')).toEqual([{ reference, error: 'too many' }]),
    )
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['sales@tayyar.example']])
  })

  test('is tried a few times, then dropped with a line in the log', async () => {
    const { factsOf } = collectLog()
    const down = createRecordingDelivery(() => new DeliveryFailure('unavailable', 'ECONNECTION'))
    createConfirmations(down.deliver, { pauses: [5, 5] }).confirm(messageOf())
    const dropped = 'enquiry confirmation not sent'
    await eventually(() => expect(factsOf(dropped)).toHaveLength(1))
    expect(down.attempts).toHaveLength(3)
    expect(factsOf(dropped)).toEqual([{ reference: '2345-KM7A', error: 'ECONNECTION' }])
    const gone = createRecordingDelivery(() => new DeliveryFailure('rejected', 'EENVELOPE 550'))
    createConfirmations(gone.deliver, { pauses: [5, 5] }).confirm(messageOf())
    await eventually(() => expect(factsOf(dropped)).toHaveLength(2))
    expect(gone.attempts).toHaveLength(1)
  })

  test('that fails neither delays nor repeats an enquiry', async () => {
    collectLog()
    const server = await startMailServer({
      refusal: (_, address) =>
        address === 'sara@nakheel.example' ? { step: 'RCPT TO', code: 550, text: 'no' } : null,
    })
    const enquiries = openEnquiries(openDelivery(server.url))
    await enquiries.submit(enquiryOf())
    await enquiries.submit(enquiryOf())
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(2))
    expect(server.mails).toHaveLength(2)
  })
})
