import { defaultTimeZone } from '@site/arabic-text/local-time'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { createDelivery } from '../../../server/enquiries/delivery/create-delivery.ts'
import { DeliveryFailure } from '../../../server/enquiries/delivery/delivery.ts'
import {
  enquiryKeyOf,
  type EnquiryMessage,
  EnquiryRefused,
  referenceOf,
} from '../../../server/enquiries/enquiry.ts'
import { registry } from '../../../server/observe/metrics.ts'
import { enquiryOf, itemOf } from '../../support/enquiry.ts'
import { eventually } from '../../support/eventually.ts'
import { collectLog } from '../../support/logged.ts'
import {
  createRecordingDelivery,
  makeOutboxFile,
  openEnquiries,
  openUploads,
} from '../../support/open-enquiries.ts'
import { sized } from '../../support/test-size.ts'

async function neverCalled(): Promise<never> {
  throw new Error('This is not called.')
}

const unavailable = new DeliveryFailure('unavailable', 'status 503')
const rejected = new DeliveryFailure('rejected', 'status 422')
const dayMs = 24 * 60 * 60 * 1000

/** Pauses short enough for a test. */
const quick = {
  ...{ firstPause: 5, maxPause: 20, firstRejectedPause: 20, maxRejectedPause: 40 },
  ...{ firstRest: 1, maxRest: 5, poll: 200 },
}

/** The path of a file in a folder that cannot exist, since a file has its name. */
function makeUnusableFile() {
  const file = makeOutboxFile()
  writeFileSync(path.dirname(file), '')
  return file
}

async function refusalOf(submission: Promise<string>) {
  const failure = await submission.catch((error: unknown) => error)
  if (!(failure instanceof EnquiryRefused)) throw failure
  return failure.kind
}

async function all<T>(pages: AsyncIterable<T[]>) {
  const list: T[] = []
  for await (const page of pages) list.push(...page)
  return list
}

const keysOf = (messages: EnquiryMessage[]) => messages.map(enquiryKeyOf)

/** The value of a metric, 0 if it has none. */
async function metric(line: string) {
  const text = await registry.metrics()
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.split(' ').at(-1) ?? 0)
}

describe('an enquiry', () => {
  test('is stored, answered with its reference, and delivered once', async () => {
    const { factsOf, lines } = collectLog()
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery)
    const enquiry = enquiryOf()
    const before = await metric('enquiries_total{outcome="stored"}')
    const reference = await enquiries.submit(enquiry)
    expect(enquiries.isOpen).toBe(true)
    expect(reference).toBe(referenceOf(enquiry.form, 'a secret of the tests'))
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(delivery.delivered).toMatchObject([{ reference, revision: 1, enquiry }])
    expect(keysOf(delivery.confirmed)).toEqual([reference])
    expect(await metric('enquiries_total{outcome="stored"}')).toBe(before + 1)
    expect(factsOf('enquiry delivered')).toEqual([{ reference, revision: 1, attempts: 1 }])
    expect(JSON.stringify(lines)).not.toContain('سارة')
  })

  test('sent twice at once, and again later, is one', async () => {
    collectLog()
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery)
    const enquiry = enquiryOf()
    const references = await Promise.all([
      enquiries.submit(enquiry),
      enquiries.submit({ ...enquiry }),
    ])
    references.push(await enquiries.submit({ ...enquiry, items: [] }))
    expect(new Set(references).size).toBe(1)
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(delivery.attempts).toHaveLength(1)
  })

  test('edited and sent again has the same reference, and is delivered as its own message', async () => {
    collectLog()
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery)
    const enquiry = enquiryOf()
    const reference = await enquiries.submit(enquiry)
    expect(await enquiries.submit({ ...enquiry, phone: '+966 5' })).toBe(reference)
    await eventually(() => {
      expect(keysOf(delivery.delivered)).toEqual([reference, `${reference}.2`])
    })
    for (const city of ['3', '4', '5']) await enquiries.submit({ ...enquiry, city })
    const refused = await metric('enquiries_total{outcome="refused"}')
    expect(await refusalOf(enquiries.submit({ ...enquiry, city: '6' }))).toBe('conflict')
    // Anybody can do that, so it raises no alarm.
    expect(await metric('enquiries_total{outcome="refused"}')).toBe(refused)
    expect(await enquiries.submit({ ...enquiry, city: '3' })).toBe(reference)
  })

  test('is not accepted where nothing is delivered', async () => {
    const enquiries = openEnquiries(null)
    expect(enquiries.isOpen).toBe(false)
    expect(await refusalOf(enquiries.submit(enquiryOf()))).toBe('unavailable')
    expect(await enquiries.list()).toMatchObject({ waiting: 0, enquiries: [] })
    expect(existsSync(enquiries.file)).toBe(false)
  })
})

describe('while the store fails', () => {
  test('an enquiry is delivered before the response, with the same reference and key', async () => {
    const { factsOf, lines } = collectLog()
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery, { file: makeUnusableFile() })
    const enquiry = enquiryOf()
    const reference = await enquiries.submit(enquiry)
    expect(reference).toBe(referenceOf(enquiry.form, 'a secret of the tests'))
    expect(keysOf(delivery.delivered)).toEqual([reference])
    expect(keysOf(delivery.confirmed)).toEqual([reference])
    expect(await enquiries.submit(enquiry)).toBe(reference)
    expect(delivery.attempts).toHaveLength(1)
    expect(await enquiries.submit({ ...enquiry, city: 'x' })).toBe(reference)
    expect(keysOf(delivery.delivered)).toEqual([reference, `${reference}.2`])
    expect(factsOf('enquiry not stored')).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toContain('سارة')
  })

  test('an enquiry is refused if it cannot be delivered either, and accepted once it can', async () => {
    const { factsOf } = collectLog()
    let isDown = true
    const delivery = createRecordingDelivery(() => (isDown ? unavailable : null))
    const enquiries = openEnquiries(delivery, { file: makeUnusableFile() })
    const enquiry = enquiryOf()
    expect(await refusalOf(enquiries.submit(enquiry))).toBe('unavailable')
    expect(factsOf('enquiry refused')).toMatchObject([{ kind: 'unavailable', error: 'status 503' }])
    isDown = false
    expect(keysOf(delivery.delivered)).toEqual([])
    const reference = await enquiries.submit(enquiry)
    expect(keysOf(delivery.delivered)).toEqual([reference])
  })

  test('a full outbox delivers directly, and what it has as well', async () => {
    collectLog()
    let isDown = true
    const delivery = createRecordingDelivery(() => (isDown ? unavailable : null))
    const limits = quick
    const enquiries = openEnquiries(delivery, { limits, maxBytes: 128 * 1024 })
    const message = 'x'.repeat(30_000)
    const stored: string[] = []
    const fill = async () => {
      for (;;) stored.push(await enquiries.submit(enquiryOf({ message })))
    }
    expect(await refusalOf(fill().then(() => ''))).toBe('unavailable')
    expect(stored.length).toBeGreaterThan(1)
    isDown = false
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(stored.length))
    const direct = await enquiries.submit(enquiryOf({ message }))
    expect(keysOf(delivery.delivered).slice(0, stored.length).toSorted()).toEqual(stored.toSorted())
    expect(keysOf(delivery.delivered).at(-1)).toBe(direct)
  })

  test('a damaged outbox is set aside, and the next enquiry stored in a new one', async () => {
    const { factsOf } = collectLog()
    const file = makeOutboxFile()
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'Words of a visitor. '.repeat(1_000))
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery, { file })
    await enquiries.submit(enquiryOf())
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(factsOf('enquiry outbox set aside')).toMatchObject([{ reason: 'it is damaged' }])
    const folder = path.dirname(file)
    const aside = readdirSync(folder).find((name) => name.includes('set-aside')) ?? ''
    expect(readFileSync(path.join(folder, aside), 'utf8')).toMatch(/^Words of a visitor/)
  })
})

describe('a receiver that is unavailable', () => {
  test('is tried with each enquiry in turn, and gets all once it is back', async () => {
    const { factsOf } = collectLog()
    let isDown = true
    const delivery = createRecordingDelivery(() => (isDown ? unavailable : null))
    const enquiries = openEnquiries(delivery, { limits: quick })
    const references: string[] = []
    for (let at = 0; at < 4; at += 1) references.push(await enquiries.submit(enquiryOf()))
    await eventually(() => expect(new Set(keysOf(delivery.attempts)).size).toBe(4))
    isDown = false
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(4))
    expect(keysOf(delivery.delivered).toSorted()).toEqual(references.toSorted())
    const [line] = factsOf('enquiry delivery failed')
    expect(line).toMatchObject({ reference: references[0], error: 'status 503' })
    const [oldest] = (await enquiries.list()).enquiries.slice(-1)
    expect(oldest).toMatchObject({ lastError: null, state: 'delivered' })
  })

  test('for some enquiries only delays no other, however many they are and however they fail', async () => {
    collectLog()
    const failures = [unavailable, rejected, 'never answers'] as const
    const poisons = Array.from({ length: 20 }, () => enquiryOf())
    const failureOf = new Map(
      poisons.map(({ form }, at) => [
        referenceOf(form, 'a secret of the tests'),
        failures[at % failures.length],
      ]),
    )
    const delivered: string[] = []
    const deliver = async ({ reference }: EnquiryMessage) => {
      const failure = failureOf.get(reference)
      if (failure === 'never answers') return new Promise<void>(() => undefined)
      if (failure) throw failure
      delivered.push(reference)
    }
    // A failed enquiry would come again at once.
    const limits = { ...quick, firstPause: 0, firstRejectedPause: 0, attempt: 20 }
    const enquiries = openEnquiries({ deliver }, { limits })
    const good: string[] = []
    for (const poison of poisons) {
      await enquiries.submit(poison)
      good.push(await enquiries.submit(enquiryOf()))
    }
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(good.length))
    expect(delivered).toEqual(good)
    expect((await enquiries.list()).waiting).toBe(poisons.length)
    const late = await enquiries.submit(enquiryOf())
    await eventually(() => expect(delivered.at(-1)).toBe(late))
  })

  test('that never answers is cut off', async () => {
    collectLog()
    const signals: AbortSignal[] = []
    const deliver = (_: EnquiryMessage, signal: AbortSignal) => {
      signals.push(signal)
      return signals.length > 1 ? Promise.resolve() : new Promise<void>(() => undefined)
    }
    const enquiries = openEnquiries({ deliver }, { limits: { ...quick, attempt: 50 } })
    await enquiries.submit(enquiryOf())
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(signals[0]?.aborted).toBe(true)
    expect((await enquiries.list()).enquiries).toMatchObject([{ attempts: 2 }])
  })

  test('pauses grow up to a limit', async () => {
    collectLog()
    const times: number[] = []
    const deliver = () => {
      times.push(performance.now())
      return Promise.reject(unavailable)
    }
    const limits = { ...quick, firstPause: 40, maxPause: 160, poll: 60_000 }
    const enquiries = openEnquiries({ deliver }, { limits })
    await enquiries.submit(enquiryOf())
    await eventually(() => expect(times.length).toBeGreaterThan(4))
    const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    for (const [at, nominal] of [40, 80, 160, 160].entries()) {
      // A busy machine is late, but a timer is hardly ever early.
      expect(pauses[at], `pause ${at}`).toBeGreaterThan(nominal / 2 - 5)
    }
  })
})

describe('an enquiry that the receiver rejects', () => {
  test('has pauses of its own, and does not hold up others', async () => {
    collectLog()
    const bad = enquiryOf()
    const badReference = referenceOf(bad.form, 'a secret of the tests')
    let isRejecting = true
    const delivery = createRecordingDelivery(({ reference }) =>
      isRejecting && reference === badReference ? rejected : null,
    )
    const enquiries = openEnquiries(delivery, { limits: quick })
    await enquiries.submit(bad)
    const good = await enquiries.submit(enquiryOf())
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    expect(keysOf(delivery.delivered)).toEqual([good])
    isRejecting = false
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(2))
  })

  test('fails after a week, alarms, and is delivered when an operator retries it', async () => {
    const { factsOf } = collectLog()
    let time = Date.now()
    let isRejecting = true
    const delivery = createRecordingDelivery(() => (isRejecting ? rejected : null))
    const limits = { ...quick, firstRejectedPause: 6 * 60 * 60 * 1000, poll: 20 }
    const enquiries = openEnquiries(delivery, { limits, now: () => time })
    const isStored = (attempts: number, state: string) =>
      eventually(async () => {
        expect((await enquiries.list()).enquiries).toMatchObject([{ attempts, state }])
      })
    const reference = await enquiries.submit(enquiryOf())
    await isStored(1, 'waiting')
    expect(factsOf('enquiries not delivered')).toEqual([])
    time += 6 * dayMs
    await isStored(2, 'waiting')
    await eventually(() => expect(factsOf('enquiries not delivered')).toHaveLength(1))
    expect(factsOf('enquiries not delivered')).toMatchObject([
      { waiting: 1, oldestSeconds: (6 * dayMs) / 1000, error: 'status 422' },
    ])
    time += 2 * dayMs
    await isStored(3, 'failed')
    await eventually(async () => expect(await metric('enquiries_failed')).toBe(1))
    await eventually(() => expect(factsOf('enquiries not delivered').length).toBeGreaterThan(1))
    time += 30 * dayMs
    expect(delivery.attempts).toHaveLength(3)
    isRejecting = false
    expect(await enquiries.retry('AAAA-AAAA')).toBe('unknown')
    expect(await enquiries.retry(reference)).toBe('due')
    await isStored(4, 'delivered')
    expect(await enquiries.retry(reference)).toBe('delivered')
    await eventually(async () => expect(await metric('enquiries_failed')).toBe(0))
  })
})

describe('while the delivery is not configured', () => {
  const reason = 'CONTENT_API_URL is not set: post-email has no receiver'

  function unconfigured() {
    const options = { config: parseConfig({}).enquiries, hasContentApi: false }
    const unused = {
      siteUrl: '',
      timeZone: defaultTimeZone,
      uploadStore: openUploads(),
      userAgent: {},
      company: neverCalled,
      listPdf: neverCalled,
      postEmail: neverCalled,
    }
    return createDelivery({ ...options, ...unused })
  }

  test('an enquiry waits for years, with the reason, and is delivered after a start with a receiver', async () => {
    const { factsOf, lines } = collectLog()
    let time = Date.now()
    const now = () => time
    const first = openEnquiries(unconfigured(), { limits: quick, now })
    expect(lines).toMatchObject([{ level: 'warn', message: `${reason}, and enquiries wait` }])
    const reference = await first.submit(enquiryOf())
    await eventually(async () => expect(await metric('enquiries_waiting')).toBe(1))
    time += 400 * dayMs
    expect(await first.retry(reference)).toBe('due')
    await eventually(() =>
      expect(factsOf('enquiries not delivered')[0]).toMatchObject({ waiting: 1, error: reason }),
    )
    const entry = { reference, state: 'waiting', attempts: 0, lastError: reason }
    expect((await first.list()).enquiries).toMatchObject([entry])
    expect(await all(first.listTexts())).toMatchObject([entry])
    await first.close()

    let failure: Error | null = unavailable
    const delivery = createRecordingDelivery(() => failure)
    const later = openEnquiries(delivery, { file: first.file, limits: quick, now })
    later.start()
    // A first failure gives nothing up, however long it has waited.
    const tried = { state: 'waiting', lastError: 'status 503' }
    await eventually(async () => expect((await later.list()).enquiries).toMatchObject([tried]))
    failure = null
    expect(await later.retry(reference)).toBe('due')
    await eventually(async () => expect((await later.list()).delivered).toBe(1))
    expect(delivery.delivered).toMatchObject([{ reference }])
  })

  test('an outbox in a folder that cannot be entered is unusable, not empty', async () => {
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(delivery, { file: makeUnusableFile(), limits: quick })
    enquiries.start()
    await eventually(async () => expect(await metric('enquiry_outbox_usable')).toBe(0))
    await expect(enquiries.list()).rejects.toThrow()
  })

  test('one that cannot be stored is refused: the visitor is told', async () => {
    collectLog()
    const enquiries = openEnquiries(unconfigured(), { file: makeUnusableFile() })
    expect(await refusalOf(enquiries.submit(enquiryOf()))).toBe('unavailable')
  })
})

describe('closing', () => {
  test('waits for the attempt under way', async () => {
    collectLog()
    const finished = new EventEmitter()
    const delivery = createRecordingDelivery()
    const deliver = vi.fn(async (message: EnquiryMessage) => {
      await once(finished, 'finish')
      await delivery.deliver(message)
    })
    const enquiries = openEnquiries({ deliver })
    await enquiries.submit(enquiryOf())
    await eventually(() => expect(deliver).toHaveBeenCalled())
    const closing = enquiries.close()
    finished.emit('finish')
    await closing
    expect(delivery.delivered).toHaveLength(1)
    const next = createRecordingDelivery()
    const later = openEnquiries(next, { file: enquiries.file })
    later.start()
    expect((await later.list()).delivered).toBe(1)
    expect(next.attempts).toEqual([])
  })

  test('does not wait long, and delivers again after the start', async () => {
    collectLog()
    const deliver = () => new Promise<void>(() => undefined)
    const enquiries = openEnquiries({ deliver }, { limits: { closing: 20 } })
    await enquiries.submit(enquiryOf())
    await eventually(async () => expect((await enquiries.list()).waiting).toBe(1))
    await enquiries.close()
    const next = createRecordingDelivery()
    openEnquiries(next, { file: enquiries.file }).start()
    await eventually(() => expect(next.delivered).toHaveLength(1))
  })
})

describe('what visitors wrote', () => {
  test('is listed for operators until it is erased', async () => {
    collectLog()
    let time = Date.now()
    const delivery = createRecordingDelivery()
    const limits = { ...quick, poll: 20 }
    const enquiries = openEnquiries(delivery, {
      ...{ keepMs: dayMs, limits },
      now: () => time,
    })
    await enquiries.submit(enquiryOf({ name: 'Visitor-of-the-tests' }))
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    const texts = await all(enquiries.listTexts())
    expect(texts).toMatchObject([{ enquiry: { name: 'Visitor-of-the-tests' } }])
    const folder = path.dirname(enquiries.file)
    const has = () =>
      readdirSync(folder).some((name) =>
        readFileSync(path.join(folder, name)).includes('Visitor-of-the-tests'),
      )
    expect(has()).toBe(true)
    time += dayMs + 1
    await eventually(() => expect(has()).toBe(false))
    expect(await all(enquiries.listTexts())).toEqual([])
    expect((await enquiries.list()).delivered).toBe(1)
  })

  test('is erased while new enquiries come without a pause', async () => {
    collectLog()
    let time = Date.now()
    let isFlood = true
    const delivery = createRecordingDelivery()
    const enquiries = openEnquiries(
      {
        async deliver(message) {
          await delivery.deliver(message)
          if (isFlood) await enquiries.submit(enquiryOf())
        },
      },
      { keepMs: dayMs, limits: { ...quick, round: 50 }, now: () => time },
    )
    await enquiries.submit(enquiryOf({ name: 'First' }))
    await eventually(() => expect(delivery.delivered.length).toBeGreaterThan(1))
    time += dayMs + 1
    await eventually(async () => {
      const names = (await all(enquiries.listTexts())).map(({ enquiry }) => enquiry.name)
      expect(names).not.toContain('First')
    })
    await eventually(() => expect(delivery.delivered.length).toBeGreaterThan(2))
    isFlood = false
  })

  test('is listed whole, however much they wrote', async () => {
    collectLog()
    const enquiries = openEnquiries(createRecordingDelivery(() => unavailable))
    const item = itemOf({
      id: 'ا'.repeat(200),
      note: 'ا'.repeat(300),
      url: `https://a.example/${'a'.repeat(1_800)}`,
    })
    const items = Array.from({ length: 50 }, () => item)
    const count = sized(200, 60)
    for (let at = 0; at < count; at += 1) await enquiries.submit(enquiryOf({ items }))
    expect(await all(enquiries.listTexts())).toHaveLength(count)
  })

  test('is erased where nothing is delivered any more', async () => {
    collectLog()
    const first = openEnquiries(createRecordingDelivery())
    await first.submit(enquiryOf())
    await eventually(async () => expect((await first.list()).delivered).toBe(1))
    await first.close()
    const closed = openEnquiries(null, { file: first.file, keepMs: 0 })
    closed.start()
    await eventually(async () => expect(await all(closed.listTexts())).toEqual([]))
  })
})
