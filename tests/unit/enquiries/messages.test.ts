import { describe, expect, test } from 'vitest'
import { builtInFolder, readBrand } from '../../../server/site/brand.ts'
import {
  cleanEnquiry,
  type EnquiryMessage,
  type Enquiry,
} from '../../../server/enquiries/enquiry.ts'
import { subjectOf, textLines } from '../../../server/enquiries/messages/company-text.ts'
import { confirmationOf } from '../../../server/enquiries/messages/confirmation.ts'
import { listSheetOf } from '../../../server/enquiries/messages/list-sheet.ts'
import { companyHtml } from '../../../server/enquiries/messages/mail-html.ts'
import { messageWords } from '../../../server/enquiries/messages/words.ts'
import { defaultTimeZone } from '@site/arabic-text/local-time'
import { enquiryOf, hostileEnquiry, itemOf } from '../../support/enquiry.ts'
import { asSeen, withIsolates } from '../../support/seen.ts'

const receivedAt = Date.UTC(2026, 10, 23, 18, 13)

function messageOf(changes: Partial<Enquiry> = {}, revision = 1): EnquiryMessage {
  return { reference: '2345-KM7A', revision, receivedAt, enquiry: enquiryOf(changes) }
}

const english = {
  language: 'En',
  name: 'Sara Ahmed',
  company: '',
  city: 'Riyadh',
  message: 'First line\n\nSecond line',
} as const

/** Without the marks of direction. */
function visible(text: string) {
  return text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')
}

function contextOf(host: string) {
  return { host, urls: [], timeZone: defaultTimeZone }
}

const title = 'قاطع TC265-?11 للكونتاكتور مقاس #7'

describe('the subject', () => {
  test.each<[string, string, Partial<Enquiry>, number]>([
    ['an enquiry', 'استفسار 2345-KM7A من شركة النخيل', {}, 1],
    ['without a company', 'استفسار 2345-KM7A من سارة الأحمد', { company: '' }, 1],
    ['with products', 'طلب عرض سعر 2345-KM7A من شركة النخيل', { items: [itemOf()] }, 1],
    ['a revision', 'استفسار 2345-KM7A من شركة النخيل (النسخة 2)', {}, 2],
    ['many links', '[روابط كثيرة] استفسار 2345-KM7A من شركة النخيل', { hasManyLinks: true }, 1],
    ['nobody named', 'استفسار 2345-KM7A', { name: '', company: '' }, 1],
    ['in English', 'Enquiry 2345-KM7A from Sara Ahmed', english, 1],
    [
      'all in English',
      '[many links] Request for quotation 2345-KM7A from Sara Ahmed (version 3)',
      { ...english, items: [itemOf()], hasManyLinks: true },
      3,
    ],
  ])('of %s', (_, subject, changes, revision) => {
    expect(visible(subjectOf(messageOf(changes, revision)))).toBe(subject)
  })

  test('keeps the order of a reference that starts with digits among Arabic', () => {
    expect(subjectOf(messageOf())).toContain('\u200e2345-KM7A\u200e')
  })

  test('is plain ASCII for plain English', () => {
    expect(subjectOf(messageOf(english))).toMatch(/^[ -~]+$/)
  })

  test('does not end in the middle of a long name’s emoji', () => {
    const subject = subjectOf(messageOf({ company: 'x'.repeat(59) + '😀😀' }))
    expect(subject.isWellFormed()).toBe(true)
    expect(subject.length).toBeLessThan(120)
  })
})

describe('the text', () => {
  test('has one fact a line, and nothing for what is missing', () => {
    const lines = textLines(messageOf({ ...english, email: '' }), contextOf('www.tayyar.example'))
    expect(lines).toEqual([
      'Enquiry. Sent with the form at www.tayyar.example',
      'Reference: 2345-KM7A',
      'Received: 23 November 2026, 21:13 (Riyadh time)',
      'Name: Sara Ahmed',
      'City: Riyadh',
      'Phone: +966 55 123 4567',
      'Message:',
      '| First line',
      '| Second line',
    ])
  })

  test('lists products with code, quantity, what it counts, note and page', () => {
    const items = [
      itemOf({ note: 'عاجل' }),
      itemOf({ title: 'كابل', code: '', url: '', quantity: 3, saleUnit: 'لفة 100 متر' }),
    ]
    const text = textLines(messageOf({ items, message: '' }), contextOf('www.tayyar.example')).map(
      visible,
    )
    expect(text.slice(8)).toEqual([
      'صنفان:',
      '1) الكمية 3: قاطع مصغّر TM63 (TM63-3P-C16)',
      'ملاحظة: عاجل',
      'https://www.tayyar.example/product-details/tm63',
      '2) الكمية 3 (لفة 100 متر): كابل',
    ])
  })

  test('in Arabic keeps numbers, codes and addresses in order, and each value apart', () => {
    const lines = textLines(messageOf({ items: [itemOf()] }), contextOf('www.tayyar.example'))
    const text = lines.join('\n')
    for (const value of ['2345-KM7A', '+966 55 123 4567', 'sara@nakheel.example', 'TM63-3P-C16']) {
      expect(text).toContain(`\u2066${value}\u2069`)
    }
    expect(text).toContain('\u2068شركة النخيل\u2069')
    // A line of nothing but a number or an address still starts at the right.
    for (const line of lines) expect(line).toMatch(/^\u200f/)
    const starts = text.match(/[\u2066-\u2068]/g)
    expect(starts?.length).toBe(text.match(/\u2069/g)?.length)
  })

  test('letters of every script from right to left are isolated in English', () => {
    const [name] = textLines(
      messageOf({ ...english, name: '\u{10900} 5' }),
      contextOf('x.example'),
    ).slice(3)
    expect(name).toBe('\u200eName: \u2068\u{10900} 5\u2069')
  })

  test('says in Arabic when it was received, in the company’s time zone', () => {
    expect(textLines(messageOf(), contextOf('x.example')).map(visible)).toContain(
      'تاريخ الاستلام: 23 نوفمبر 2026، الساعة 21:13 (بتوقيت الرياض)',
    )
  })

  test('keeps the order of titles, notes and each line of the message, in both languages', () => {
    const message = 'التيار 3 × 16 A و400/230 V\nThree breakers, please!\nTM63-C16 عدد 5'
    const items = [itemOf({ title, note: 'لون RAL 7035 #2' })]
    for (const language of ['Ar', 'En'] as const) {
      const lines = textLines(messageOf({ language, message, items }), contextOf('x.example'))
      const seen = lines.map((line) => asSeen(line)).join('\n')
      for (const run of ['TC265-?11', '#7', 'RAL 7035 #2', '3 × 16 A', '400/230 V', 'TM63-C16']) {
        expect(seen).toContain(run)
      }
      expect(seen).toContain('Three breakers, please!')
      expect(seen).toContain('400/230 Vو 3 × 16 A رايتلا')
      expect(seen).toContain('#7 ساقم روتكاتنوكلل TC265-?11 عطاق')
    }
  })

  test('warns of a revision and of many links', () => {
    const message = messageOf({ ...english, hasManyLinks: true }, 2)
    expect(textLines(message, contextOf('x.example')).slice(1, 3)).toEqual([
      messageWords.En.revisionNote,
      messageWords.En.manyLinksNote,
    ])
  })
})

describe('the HTML', () => {
  test.each(['Ar', 'En'] as const)(
    'has language, direction and values in order: %s',
    (language) => {
      const message = messageOf({ language, items: [itemOf({ note: 'N' })] })
      const html = companyHtml(message, 'Subject', contextOf('www.tayyar.example'))
      const { lang, dir } = messageWords[language]
      expect(html).toContain(`<html lang="${lang}" dir="${dir}">`)
      expect(html).toContain('<bdi dir="ltr">+966 55 123 4567</bdi>')
      expect(html).toContain('<bdi>شركة النخيل</bdi>')
      expect(html).toContain('<bdi dir="ltr">TM63-3P-C16</bdi>')
      expect(html).toMatch(
        /<a href="https:\/\/www\.tayyar\.example\/product-details\/tm63"\s*><bdi>قاطع مصغّر <bdi dir="ltr">TM63<\/bdi><\/bdi>/,
      )
    },
  )

  test('keeps the order of titles, notes and each line of the message', () => {
    const message = 'التيار 3 × 16 A و400/230 V\n\nThree breakers, please!'
    const items = [itemOf({ title, note: 'لون RAL 7035 #2' })]
    const html = companyHtml(
      messageOf({ message, items, company: 'شركة A–B (KSA)' }),
      'S',
      contextOf('x'),
    )
    const [arabic = '', , english = ''] = html.match(/<div dir=.*?<\/div>/g) ?? []
    expect(arabic).toContain('<div dir="rtl">')
    expect(asSeen(withIsolates(arabic), 'rtl')).toBe('400/230 Vو 3 × 16 A رايتلا')
    expect(english).toBe('<div dir="ltr">Three breakers, please!</div>')
    const cells = (html.match(/<td[^>]*>.*?<\/td>/gs) ?? []).map((cell) =>
      asSeen(withIsolates(cell).trim(), 'rtl'),
    )
    expect(cells).toContain('#7 ساقم روتكاتنوكلل TC265-?11 عطاق')
    expect(cells).toContain('RAL 7035 #2 نول')
  })

  test('keeps order codes on one line', () => {
    const html = companyHtml(messageOf({ items: [itemOf()] }), 'S', contextOf('x.example'))
    expect(html).toContain(
      '<span style="white-space:nowrap"><bdi dir="ltr">TM63-3P-C16</bdi></span>',
    )
  })

  test('nothing that a visitor writes becomes an element, an attribute or a link', () => {
    const enquiry = cleanEnquiry(hostileEnquiry)
    const html = companyHtml({ ...messageOf(), enquiry }, 'S', contextOf('x.example'))
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name))
    const ours = 'html head meta title body h1 h2 p table thead tbody tr th td bdi div span'.split(
      ' ',
    )
    expect([...tags].filter((name) => !ours.includes(name ?? ''))).toEqual([])
    expect(html).not.toMatch(/<[^>]*\son\w+=/)
    expect(html).not.toContain('javascript:')
  })
})

test.each([
  [1, 'صنف واحد'],
  [2, 'صنفان'],
  [3, '3 أصناف'],
  [10, '10 أصناف'],
  [11, '11 صنفًا'],
  [99, '99 صنفًا'],
  [100, '100 صنف'],
  [102, '102 صنف'],
  [103, '103 أصناف'],
])('%i products are counted in Arabic', (count, text) => {
  expect(messageWords.Ar.products(count)).toBe(text)
})

describe('a clean enquiry', () => {
  const clean = cleanEnquiry(hostileEnquiry)

  test('has no control characters, overrides, isolates or lone surrogates', () => {
    const text = JSON.stringify(clean)
    expect(text).not.toMatch(/\\u00[01]\d|\\[rt]|[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/)
    expect(text.isWellFormed()).toBe(true)
  })

  test('has line breaks in its message only', () => {
    const { message, ...others } = clean
    expect(message.split('\n')).toHaveLength(7)
    expect(JSON.stringify(others)).not.toContain('\\n')
  })

  test('keeps what people write', () => {
    const enquiry = enquiryOf({ items: [itemOf({ note: 'نص \u200d و 👨‍👩‍👧' })] })
    expect(cleanEnquiry(enquiry)).toEqual(enquiry)
    const marked = enquiryOf({ message: 'اتصل على \u200e+966\u200e' })
    expect(cleanEnquiry(marked).message).toBe(marked.message)
  })

  test('links only to web pages', () => {
    expect(clean.items.map(({ url }) => url)).toEqual(['', ''])
  })
})

test('an enquiry that revises another names it', () => {
  const message = messageOf({ ...english, revises: 'A3A3-3XYD' })
  const context = contextOf('www.tayyar.example')
  expect(textLines(message, context).map(visible)).toContain('Revises: A3A3-3XYD')
  expect(companyHtml(message, 'subject', context)).toContain('A3A3-3XYD')
  expect(textLines(messageOf(english), context).join()).not.toContain('Revises')
})

describe('a confirmation', () => {
  const company = { name: 'تيار', phone: '+966 11 555 0100', email: 'info@tayyar.example' }
  const siteUrl = 'https://www.tayyar.example'

  test('says what the company has, and how to reach it', () => {
    const message = messageOf({ ...english, items: [itemOf({ title: 'TM63 breaker' })] })
    const { subject, text } = confirmationOf(message, company, siteUrl)
    expect(subject).toBe('We have received your request for quotation 2345-KM7A')
    for (const part of ['2345-KM7A', '3 × TM63 breaker (TM63-3P-C16)', ...Object.values(company)]) {
      expect(visible(text)).toContain(part)
    }
    expect(text).toContain(siteUrl)
  })

  test('names the files, but for names with which its sender could lead somebody elsewhere', () => {
    const suspect = [
      'win.example.pdf',
      'x@evil.pdf',
      'win 055 123 4567.pdf',
      'long long '.repeat(9),
    ]
    const names = ['مخطط اللوحة.pdf', ...suspect]
    const facts = { id: '', kind: 'pdf', size: 48_211, digest: '' } as const
    const message = messageOf({ ...english, files: names.map((name) => ({ ...facts, name })) })
    const { text, html } = confirmationOf(message, company, siteUrl)
    for (const part of [visible(text), visible(html.replace(/<[^>]+>/g, ''))]) {
      expect(part).toContain('مخطط اللوحة.pdf (48 kB)')
      expect(part.match(/PDF \(48 kB\)/g)).toHaveLength(4)
      expect(part).not.toMatch(/win|evil|long long/)
    }
  })

  test('has the link of the enquiry, if there is one', () => {
    const link = `${siteUrl}/enquiry/2345-KM7A?key=x`
    for (const language of ['Ar', 'En'] as const) {
      const { text, html } = confirmationOf(messageOf({ language }), company, siteUrl, link)
      expect(visible(text).split('\r\n')).toContain(link)
      expect(html).toContain(`<a href="${link}">`)
      expect(confirmationOf(messageOf({ language }), company, siteUrl).text).not.toContain('key=')
    }
  })

  test('has nothing that its sender wrote', () => {
    const words = [
      'Spam-Name',
      'Spam-Message',
      'Spam-Company',
      'Spam-City',
      'Spam-Note',
      'Spam-Title',
    ]
    const [name = '', body = '', firm = '', city = '', note = '', title = ''] = words
    const items = [itemOf({ note }), itemOf({ title, code: 'Spam-Code', url: '' }), itemOf()]
    const written = { name, message: body, company: firm, city, phone: 'Spam-Phone', items }
    for (const language of ['Ar', 'En'] as const) {
      const confirmation = confirmationOf(messageOf({ ...written, language }), company, siteUrl)
      expect(JSON.stringify(confirmation)).not.toContain('Spam')
      expect(confirmation.text).toContain(messageWords[language].confirmation.moreProducts(1))
    }
  })

  test('F54: links each of the company’s numbers and addresses, and shows them as they were written', () => {
    const phone = ' ٠١١ ٥٥٥ ٠١٠٠ / +966 (0)11 555 0101'
    const known = { name: 'تيار', phone, email: 'Sales <sales@x.example>' }
    const { text, html } = confirmationOf(messageOf(english), known, siteUrl)
    for (const href of ['tel:0115550100', 'tel:+966115550101', 'mailto:sales@x.example']) {
      expect(html).toContain(`<a href="${href}">`)
    }
    expect(visible(text)).toContain(`• ${phone.trim()}\r\n• Sales <sales@x.example>`)
    const none = confirmationOf(messageOf(), { name: '', phone: ' - ', email: '' }, siteUrl)
    expect(visible(none.text)).not.toContain('• -')
  })

  test('needs neither a company nor products', () => {
    const nobody = { name: '', phone: '', email: '' }
    const { text } = confirmationOf(messageOf(), nobody, siteUrl)
    expect(visible(text)).toContain('استلمنا استفسارك')
    expect(text).not.toContain(messageWords.Ar.confirmation.askedFor)
  })

  test.each([
    [1, 'وصنف آخر'],
    [2, 'وصنفان آخران'],
    [5, 'و5 أصناف أخرى'],
    [15, 'و15 صنفًا آخر'],
    [100, 'و100 صنف آخر'],
  ])('counts %i more items in Arabic', (count, text) => {
    expect(messageWords.Ar.confirmation.moreProducts(count)).toBe(text)
  })
})

test.each([true, false])(
  'the list as a PDF has words of its sender only for the company: %s',
  (isForVisitor) => {
    const written = { note: 'Spam-Note', asked: 'Spam-Asked' }
    const items = [itemOf(written), itemOf({ ...written, title: 'Spam-Title', code: '', url: '' })]
    const site = { brand: readBrand(builtInFolder), siteUrl: 'https://www.tayyar.example' }
    const company = { name: 'تيار', phone: '', email: '' }
    const list = JSON.stringify(
      listSheetOf(messageOf({ items, name: 'Spam-Name' }), company, site, isForVisitor),
    )
    expect(list).toContain('TM63-3P-C16')
    expect(list).not.toContain('Spam-Name')
    for (const word of ['Spam-Note', 'Spam-Asked', 'Spam-Title']) {
      expect(list.includes(word), word).toBe(!isForVisitor)
    }
  },
)
