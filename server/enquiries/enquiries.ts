import { access } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { repliesOf, type SharedCache } from '../shared-cache/shared-cache.ts'
import { log } from '../observe/log.ts'
import { metrics, reportEnquiries } from '../observe/metrics.ts'
import {
  cleanEnquiry,
  type EnquiryMessage,
  type Enquiry,
  EnquiryRefused,
  referenceOf,
} from './enquiry.ts'
import { attemptDelivery, failureOfError, type Delivery } from './delivery.ts'
import { createDeliveryLoop, type DeliveryLimits } from './delivery-loop.ts'
import {
  maxRevisions,
  type EnquiryEntry,
  type EnquiryState,
  type InsertResult,
  type OutboxSummary,
} from './outbox.ts'
import { createOutboxThread } from './outbox-thread.ts'
import { digestOf, parseStoredEnquiry } from './stored-enquiry.ts'

/** Longer than a form may be open, ms. */
const lifetimeMs = 2 * 24 * 60 * 60 * 1000

type SharedForms = ReturnType<typeof createSharedForms>

/** What the processes have accepted of each form, each in its own outbox: a form sent to two is one enquiry. */
export function createSharedForms(cache: Pick<SharedCache, 'run'> | null) {
  const keyOf = (form: string) => `form:${form}`

  return {
    /** Digests of the contents accepted, in order; none while the shared cache is away. */
    async digestsOf(form: string): Promise<string[]> {
      return (await cache?.run((commands) => commands.lrange(keyOf(form), 0, -1))) ?? []
    },
    /** Tells the other processes, once it is stored. */
    async add(form: string, digest: string) {
      await cache?.run(async (commands) =>
        repliesOf(
          await commands
            .pipeline()
            .rpush(keyOf(form), digest)
            .pexpire(keyOf(form), lifetimeMs)
            .exec(),
        ),
      )
    },
  }
}

/** A visitor waits for this after the store has failed, ms. */
const directDeliveryMs = 6_000

/** Of the file: a flood of enquiries must not fill the disk. Further ones are delivered directly. */
const defaultMaxBytes = 512 * 1024 * 1024

/** Forms that are remembered without the store. */
const maxKnownForms = 10_000

/** Entries that a list shows at most. */
const maxListed = 1_000

/** Texts that are read from the outbox at once: each may take some 200 kB of its thread's memory. */
const exportPage = 10

/** How long what a visitor wrote is kept after its delivery, days: docs/privacy.md. */
export const keepDays = 30

interface EnquiriesOptions {
  /** null: enquiries are not accepted. */
  delivery: Delivery | null
  /** The outbox's file. */
  file: string
  /** How long a delivered enquiry is kept, ms; tests have less than `keepDays`. */
  keepMs?: number
  /** The site's, for references. */
  secret: string
  /** What other processes have accepted. */
  forms?: SharedForms
}

/** Injected by tests. */
interface Overrides {
  limits?: Partial<DeliveryLimits>
  maxBytes?: number
  now?: () => number
}

/** The enquiries that are stored, without anything that visitors wrote. */
interface EnquiryList {
  waiting: number
  delivered: number
  failed: number
  /** How long the oldest has waited, s; 0 if none waits. */
  oldestWaitingSeconds: number
  /** Newest first, 1,000 at most. */
  enquiries: Omit<EnquiryEntry, 'id'>[]
}

/** One enquiry with what its visitor wrote. */
export interface EnquiryText extends EnquiryEntry {
  enquiry: Enquiry
}

export type Enquiries = ReturnType<typeof createEnquiries>

/**
 * Visitors' enquiries: stored before the visitor gets a response, then delivered to the company. While they
 * cannot be stored, they are delivered before the response.
 */
export function createEnquiries(
  {
    delivery,
    file,
    keepMs = keepDays * 24 * 60 * 60 * 1000,
    secret,
    forms = createSharedForms(null),
  }: EnquiriesOptions,
  { limits = {}, maxBytes = defaultMaxBytes, now = Date.now }: Overrides = {},
) {
  const outbox = createOutboxThread({ file, maxBytes })
  let summary: OutboxSummary | null = null
  let hasFile = false
  const loop = createDeliveryLoop({
    outbox,
    hasOutbox,
    delivery,
    keepMs,
    onSummary: (read) => (summary = read),
    now,
    limits,
  })
  reportEnquiries(() => ({
    waiting: summary?.waiting ?? 0,
    failed: summary?.failed ?? 0,
    oldestSeconds: secondsSince(summary?.oldestWaitingAt),
  }))
  /** What was stored or delivered by this process, by form: digests in the order of revisions. */
  const knownForms = new LRUCache<string, { reference: string; digests: string[] }>({
    max: maxKnownForms,
  })
  /** The last submission of each form that is under way: each waits for the one before. */
  const submissions = new Map<string, Promise<string>>()

  /** Without a file there is nothing to deliver, and no thread is needed. */
  async function hasOutbox() {
    hasFile ||= await access(file).then(
      () => true,
      () => false,
    )
    return hasFile
  }

  function secondsSince(time: number | null | undefined) {
    return time == null ? 0 : Math.max(Math.round((now() - time) / 1000), 0)
  }

  async function accept(enquiry: Enquiry, openDelivery: Delivery) {
    const { form } = enquiry
    const digest = digestOf(enquiry, secret)
    const known = knownForms.get(form)
    if (known?.digests.includes(digest)) return known.reference
    const reference = referenceOf(form, secret)
    const elsewhere = await forms.digestsOf(form)
    if (elsewhere.includes(digest)) return reference
    const receivedAt = now()
    let result: InsertResult
    try {
      result = await outbox.insert({
        ...{ form, reference, digest, receivedAt },
        enquiry: JSON.stringify(enquiry),
        revisionsElsewhere: elsewhere.length,
      })
    } catch (error) {
      log.error({ reference, error: String(error) }, 'enquiry not stored')
      const revision = Math.max(known?.digests.length ?? 0, elsewhere.length) + 1
      const message = { reference: known?.reference ?? reference, revision, receivedAt, enquiry }
      await deliverDirectly(message, openDelivery)
      remember(message, digest)
      void forms.add(form, digest)
      return message.reference
    }
    hasFile = true
    if (result.outcome === 'conflict') throw refuse('conflict', reference, result.outcome)
    remember({ ...result, enquiry }, digest)
    if (result.outcome === 'stored') {
      void forms.add(form, digest)
      metrics.enquiries.inc({ outcome: 'stored' })
      const { revision } = result
      log.info({ reference: result.reference, revision }, 'enquiry stored')
      loop.wake()
    }
    return result.reference
  }

  /** @throws EnquiryRefused */
  async function deliverDirectly(message: EnquiryMessage, openDelivery: Delivery) {
    const { reference, revision } = message
    if (revision > maxRevisions) throw refuse('conflict', reference, 'too many revisions')
    try {
      await attemptDelivery(openDelivery, message, directDeliveryMs)
    } catch (error) {
      throw refuse('unavailable', reference, failureOfError(error).message, error)
    }
    metrics.enquiries.inc({ outcome: 'delivered_directly' })
    log.info({ reference, revision }, 'enquiry delivered without the store')
    openDelivery.confirm?.(message)
  }

  function remember(
    { reference, revision, enquiry }: Pick<EnquiryMessage, 'reference' | 'revision' | 'enquiry'>,
    digest: string,
  ) {
    const digests = [...(knownForms.get(enquiry.form)?.digests ?? [])]
    digests[revision - 1] = digest
    knownForms.set(enquiry.form, { reference, digests })
  }

  /**
   * Accepts an enquiry: once this resolves, it is on disk, or the company has it.
   * @returns its reference; the same for the same form
   * @throws EnquiryRefused
   */
  async function submit(enquiry: Enquiry): Promise<string> {
    if (!delivery) throw new EnquiryRefused('unavailable', 'Enquiries are not accepted')
    const clean = cleanEnquiry(enquiry)
    const before = submissions.get(clean.form) ?? Promise.resolve('')
    const submission = before.catch(() => '').then(() => accept(clean, delivery))
    submissions.set(clean.form, submission)
    try {
      return await submission
    } finally {
      if (submissions.get(clean.form) === submission) submissions.delete(clean.form)
    }
  }

  /** @param state only those */
  async function list(state?: EnquiryState): Promise<EnquiryList> {
    if (!(await hasOutbox())) {
      return { waiting: 0, delivered: 0, failed: 0, oldestWaitingSeconds: 0, enquiries: [] }
    }
    const { waiting, delivered, failed, oldestWaitingAt } = await outbox.summarise()
    const entries = await outbox.list(maxListed, state)
    return {
      ...{ waiting, delivered, failed },
      oldestWaitingSeconds: secondsSince(oldestWaitingAt),
      enquiries: entries.map(({ id: _id, ...entry }) => entry),
    }
  }

  /** Everything that is not erased yet, oldest first, in parts. */
  async function* listTexts(): AsyncGenerator<EnquiryText[]> {
    if (!(await hasOutbox())) return
    for (let afterId = 0; ;) {
      const page = await outbox.listTexts(afterId, exportPage)
      const last = page.at(-1)
      if (!last) return
      afterId = last.id
      yield page.flatMap((entry) => {
        const enquiry = parseStoredEnquiry(entry.enquiry)
        return enquiry ? [{ ...entry, enquiry }] : []
      })
    }
  }

  /** Makes an enquiry due now: one that waits, or that failed. */
  async function retry(reference: string): Promise<'due' | 'delivered' | 'unknown'> {
    if (!(await hasOutbox())) return 'unknown'
    const result = await outbox.retry(reference, now())
    if (result === 'due') loop.wakeNow()
    return result
  }

  /** Waits a moment for the attempt under way. */
  async function close() {
    await loop.close()
    await outbox.close()
    await delivery?.close?.()
  }

  return {
    /** Whether enquiries are accepted: without it the site shows no form. */
    isOpen: delivery !== null,
    submit,
    /** Starts to deliver what earlier processes have left. */
    start: loop.wake,
    list,
    listTexts,
    retry,
    close,
  }
}

function refuse(kind: EnquiryRefused['kind'], reference: string, error: string, cause?: unknown) {
  metrics.enquiries.inc({ outcome: 'refused' })
  log.error({ reference, kind, error }, 'enquiry refused')
  return new EnquiryRefused(kind, error, { cause })
}
