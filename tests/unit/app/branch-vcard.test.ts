import { describe, expect, test } from 'vitest'
import { vcardFileName, vcardOf } from '../../../app/branches/branch-vcard.server.ts'
import { readPosts } from '../../support/read-posts.ts'

const names = {
  name: 'Tayyar, Riyadh branch',
  company: 'Tayyar',
  url: 'https://site.example/branches?lang=En#branch-riyadh',
  zone: 'Asia/Riyadh',
  countries: ['المملكة العربية السعودية', 'Saudi Arabia'],
}

function vcardFor(fields: Record<string, unknown>, changedNames: Partial<typeof names> = {}) {
  const [branch] = readPosts('branch', [{ postID: 'b', postTitle: 'Riyadh branch', ...fields }])
  if (!branch) throw new Error('No branch was read')
  return vcardOf(branch, { ...names, ...changedNames })
}

/** The unfolded lines, as an address book reads them. */
function linesOf(vcard: string) {
  return vcard.replace(/\r\n /g, '').split('\r\n')
}

describe('the vCard of a branch', () => {
  test('has all known fields', () => {
    const vcard = vcardFor({
      adress1: 'Harun Al Rashid Road, Al Sulay; Riyadh',
      phone1: '+966 11 555 0110',
      email1: 'riyadh@tayyar.example',
      latitude: 24.6668,
      longitude: 46.8291,
    })
    expect(linesOf(vcard)).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'KIND:org',
      'FN:Tayyar\\, Riyadh branch',
      'N:Tayyar\\, Riyadh branch;;;;',
      'ORG:Tayyar;Riyadh branch',
      'TEL;TYPE="work,voice":+966 11 555 0110',
      'EMAIL;TYPE=work:riyadh@tayyar.example',
      'ADR;TYPE=work;LABEL="Harun Al Rashid Road, Al Sulay; Riyadh":;;Harun Al Rashid Road\\, Al Sulay;Riyadh;;;',
      'GEO:geo:24.6668,46.8291',
      'URL:https://site.example/branches?lang=En#branch-riyadh',
      'TZ:Asia/Riyadh',
      'END:VCARD',
      '',
    ])
  })

  test('leaves out unknown fields', () => {
    const lines = linesOf(vcardFor({ phone1: ' ', email1: '', adress1: '\n', latitude: 24 }))
    expect(lines.map((line) => line.split(/[:;]/)[0])).toEqual([
      ...['BEGIN', 'VERSION', 'KIND', 'FN', 'N', 'ORG', 'URL', 'TZ', 'END', ''],
    ])
  })

  test.each([
    '\u200e\u200f',
    '\u202a\u202c',
    '\u2066 \u2069',
    '\u200b',
    '\u061c\u200d',
    '\ufeff',
    '\u0007',
  ])('leaves out invisible values: %j', (mark) => {
    const lines = linesOf(vcardFor({ phone1: mark, email1: mark, adress1: mark }))
    expect(lines.filter((line) => /^(TEL|EMAIL|ADR)/.test(line))).toEqual([])
  })

  test('of a branch without a title has only the company as organisation', () => {
    expect(linesOf(vcardFor({ postTitle: '' }))).toContain('ORG:Tayyar')
  })

  test.each([
    [-0.0000012, 46.82910004, '-0.000001,46.8291'],
    [24.123456789, 46, '24.123457,46'],
  ])('writes the coordinates %d, %d in plain decimals', (latitude, longitude, place) => {
    expect(linesOf(vcardFor({ latitude, longitude }))).toContain(`GEO:geo:${place}`)
  })

  test('has no line of more than 75 octets, and splits no character', () => {
    const vcard = vcardFor({
      adress1: `${'شارع 👷🏽‍♀️ الملك عبدالعزيز، '.repeat(20)}الرياض`,
      email1: `x@${'tayyar.'.repeat(30)}example`,
    })
    const lines = vcard.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
    const bytes = Buffer.from(vcard)
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toBe(vcard)
    for (const line of lines) expect(line.isWellFormed()).toBe(true)
    expect(linesOf(vcard)).toContain(`EMAIL;TYPE=work:x@${'tayyar.'.repeat(30)}example`)
    expect(linesOf(vcard).join('\n')).toContain('👷🏽‍♀️ الملك عبدالعزيز، شارع 👷🏽‍♀️')
  })

  test.each([
    ['a,b;c\\d', 'a\\,b;c\\\\d;;;'],
    ['one\r\ntwo\rthree', 'one\\ntwo;three;;;'],
    ['x\r\nEND:VCARD\r\nBEGIN:VCARD', 'x\\nEND:VCARD;BEGIN:VCARD;;;'],
    ['\u202eevil\u0000\u0007', 'evil;;;;'],
  ])('no value can add a line: %j', (address, written) => {
    const lines = linesOf(vcardFor({ adress1: address }))
    expect(lines.filter((line) => line.startsWith('END'))).toHaveLength(1)
    expect(lines.find((line) => line.startsWith('ADR'))).toMatch(
      new RegExp(`:;;${written.replaceAll('\\', '\\\\')}$`),
    )
  })

  test.each([
    ['طريق هارون الرشيد، حي السلي، الرياض', 'طريق هارون الرشيد، حي السلي;الرياض;;;'],
    [
      'شارع التحلية، جدة ٢٣٤٣٢، المملكة العربية السعودية',
      'شارع التحلية;جدة;;٢٣٤٣٢;المملكة العربية السعودية',
    ],
    [
      'King Fahd Road\nRiyadh 12211-3456\nKingdom of Saudi Arabia',
      'King Fahd Road;Riyadh;;12211-3456;Kingdom of Saudi Arabia',
    ],
    ['Riyadh', 'Riyadh;;;;'],
    [
      'Second Industrial City, Street 88, Block 5',
      'Second Industrial City\\, Street 88\\, Block 5;;;;',
    ],
  ])(
    'an address has its town, postal code and country, where it names them: %s',
    (address, parts) => {
      const line = linesOf(vcardFor({ adress1: address })).find((text) => text.startsWith('ADR'))
      expect(line?.split('":;;').at(-1)).toBe(parts)
    },
  )

  test('quotes in an address are escaped in its label', () => {
    const line = linesOf(vcardFor({ adress1: 'Block "B":x^2\nend' })).find((text) =>
      /^ADR/.test(text),
    )
    expect(line).toMatch(/^ADR;TYPE=work;LABEL="Block \^'B\^':x\^\^2\^nend":;;/)
  })

  test('F54: has each number and address of a field, as address books dial and write them', () => {
    const lines = linesOf(
      vcardFor({
        phone1:
          '\u202a+966 11 555 0100\u202c / +966 (0)11 555 0101 - ٠١١ ٥٥٥ ٠١٠٢ Fax 011 555 0103',
        email1: 'Sales <sales@x.example>، info@شركة.السعودية',
      }),
    )
    expect(lines.filter((line) => /^(?:TEL|EMAIL)/.test(line))).toEqual([
      'TEL;TYPE="work,voice":+966 11 555 0100',
      'TEL;TYPE="work,voice":+966115550101',
      'TEL;TYPE="work,voice":0115550102',
      'EMAIL;TYPE=work:sales@x.example',
      'EMAIL;TYPE=work:info@xn--ogbpi5d.xn--mgberp4a5d4ar',
    ])
  })

  test('F53: has no place at 0, 0', () => {
    const lines = linesOf(vcardFor({ latitude: 0, longitude: '0.0' }))
    expect(lines.filter((line) => line.startsWith('GEO'))).toEqual([])
    expect(linesOf(vcardFor({ latitude: ' 24.7136 ', longitude: '٤٦٫٦٧٥٣' }))).toContain(
      'GEO:geo:24.7136,46.6753',
    )
  })
})

describe('its file name', () => {
  test.each([
    ['branch-riyadh', 'branch-riyadh.vcf'],
    ['7', '7.vcf'],
    ['../../etc/passwd', 'etc-passwd.vcf'],
    ['a"b\r\nX: y', 'a-b-X-y.vcf'],
    ['فرع', 'branch.vcf'],
    ['x'.repeat(300), `${'x'.repeat(60)}.vcf`],
  ])('%j', (id, file) => {
    expect(vcardFileName(id)).toBe(file)
  })
})
