import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { startContentService } from './service.ts'
import { sampleEmail } from '../../../tests/support/sample-email.ts'
import {
  listFields,
  post,
  readError,
  readItems,
  startForTests,
} from '../../../tests/support/content-client.ts'
import { makeFolder, writeSmallSample } from '../../../tests/support/small-sample.ts'

const dataDir = makeFolder()
const service = await startForTests({ dataDir })

/** The stored rows, as a database browser shows them. */
function query(sql: string): unknown[] {
  const database = new Database(path.join(dataDir, 'content-service', 'content.db'))
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

describe('main system', () => {
  test('describes the company in the requested language', async () => {
    const fields = { check: 'getSystem', Lang: 'En', FbrnId: '1' }
    const english = await readItems(await post(service, '/main-system', fields))
    expect(english).toEqual([
      { systemID: '1', systemName: 'Tayyar', systemLang: 'En', FbrnId: '1' },
    ])
    const arabic = await post(service, '/main-system', { ...fields, Lang: 'Ar' })
    expect(await readItems(arabic)).toMatchObject([{ systemName: 'تيار', systemLang: 'Ar' }])
  })

  test('is empty for other companies', async () => {
    const fields = { check: 'getSystem', Lang: 'En', FbrnId: '7' }
    expect(await readItems(await post(service, '/main-system', fields))).toEqual([])
  })

  test('rejects a form with a missing field or another language', async () => {
    const lacking = await post(service, '/main-system', { Lang: 'En', FbrnId: '1' })
    expect(await readError(lacking, 400)).toBe('The field check is missing.')
    const french = await post(service, '/main-system', { check: 'x', Lang: 'Fr', FbrnId: '1' })
    expect(await readError(french, 400)).toContain('Lang')
  })
})

describe('languages', () => {
  const arabic = { langID: 'Ar', langName: 'العربية', langIsMain: true, dir: 'rtl' }
  const english = { langID: 'En', langName: 'English', langIsMain: false, dir: 'ltr' }

  test.each([
    ['getLangIsMain', arabic],
    ['Ar', arabic],
    ['En', english],
  ])('%s', async (id, expected) => {
    const response = await fetch(`${service.url}/languages/${id}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(expected)
  })

  test.each(['Fr', 'ar', '', 'constructor', '%', 'Ar/'])('no language "%s"', async (id) => {
    await readError(await fetch(`${service.url}/languages/${id}`), 404)
  })
})

describe('e-mail', () => {
  const email = {
    title: 'طلب عرض سعر',
    details: 'نحتاج لوحة توزيع رئيسية 2500 أمبير.',
    comEmail: 'visitor@tayyar.example',
    comEmailPass: 'a-password-nobody-keeps',
    comEmailPort: '587',
    isSend: 'true',
  }

  test('is on disk before the response, without its password', async () => {
    const response = await post(service, '/users/PostEmail', email)
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(body).toEqual({
      isSent: false,
      isStored: true,
      emailID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(query("SELECT * FROM emails WHERE title = 'طلب عرض سعر'")).toEqual([
      {
        id: typeof body === 'object' && body && 'emailID' in body && body.emailID,
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        title: email.title,
        details: email.details,
        com_email: email.comEmail,
        com_email_port: 587,
        is_send: 1,
      },
    ])
    const folder = path.join(dataDir, 'content-service')
    for (const name of readdirSync(folder)) {
      expect(readFileSync(path.join(folder, name)).includes(email.comEmailPass), name).toBe(false)
    }
  })

  test('allows empty address, port and isSend', async () => {
    const fields = { ...email, title: 'No port', comEmail: '', comEmailPort: '', isSend: '' }
    expect((await post(service, '/users/PostEmail', fields)).status).toBe(200)
    expect(
      query("SELECT com_email, com_email_port, is_send FROM emails WHERE title = 'No port'"),
    ).toEqual([{ com_email: '', com_email_port: null, is_send: 0 }])
  })

  test('allows the details of a long list', async () => {
    const fields = { ...email, title: 'Long', details: 'س'.repeat(100_000) }
    expect((await post(service, '/users/PostEmail', fields)).status).toBe(200)
    expect(query("SELECT length(details) AS length FROM emails WHERE title = 'Long'")).toEqual([
      { length: 100_000 },
    ])
  })

  const refused: [string, string][] = [
    ['title', ''],
    ['title', '   '],
    ['title', 'x'.repeat(301)],
    ['details', ''],
    ['comEmail', 'not an address'],
    ['comEmail', 'a@b.example, c@d.example'],
    ['comEmailPort', '0'],
    ['comEmailPort', '65536'],
    ['comEmailPort', 'smtp'],
    ['isSend', 'perhaps'],
  ]
  test.each(refused)('is rejected with an invalid %s: "%s"', async (field, value) => {
    const response = await post(service, '/users/PostEmail', { ...email, [field]: value })
    expect(await readError(response, 400)).toContain(`The field ${field} must`)
  })
})

describe('company record', () => {
  test('is stored with whatever fields it has', async () => {
    const record = { companyName: 'شركة النخيل', city: 'Jeddah', __proto__x: '1' }
    const response = await post(service, '/company-processing', record)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      companyID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      isStored: true,
    })
    const [row] = query('SELECT fields FROM companies')
    expect(row).toEqual({ fields: JSON.stringify(record) })
  })

  test('is rejected when it is empty or has too many fields', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`field${n}`, 'x']))
    expect(await readError(await post(service, '/company-processing', tooMany), 400)).toContain(
      'more than 20 fields',
    )
    await readError(await post(service, '/company-processing', {}), 400)
  })
})

describe('storage limit', () => {
  const reports: string[] = []

  test('limits e-mails and records; stored ones stay, and the operator is told', async () => {
    const full = await startContentService({
      dataDir: makeFolder(),
      contentDir: writeSmallSample(),
      maxRecords: 2,
      report: (line) => reports.push(line),
    })
    try {
      for (const [address, fields] of [
        ['/users/PostEmail', sampleEmail],
        ['/company-processing', { companyName: 'Tayyar' }],
      ] as const) {
        const statuses: number[] = []
        for (let sent = 0; sent < 4; sent += 1) {
          statuses.push((await post(full, address, fields)).status)
        }
        expect(statuses, address).toEqual([200, 200, 507, 507])
      }
      expect(reports).toEqual(['The content service has no room for more e-mails: delete some.'])
      const { status } = await post(full, '/get-post', { ...listFields, Type: 'ContactData' })
      expect(status).toBe(200)
    } finally {
      await full.close()
    }
  })
})
