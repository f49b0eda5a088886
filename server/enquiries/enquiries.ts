import { keepDays } from './enquiry.ts'
import { access } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { repliesOf, type SharedCache } from '../shared-cache/shared-cache.ts'
import { createThrottledLog, log } from '@site/runtime/log'
import { metrics, reportEnquiries } from '../observe/metrics.ts'
import {
  cleanEnquiry,
  type EnquiryMessage,
  type Enquiry,
  EnquiryRefused,
  referenceOf,
} from './enquiry.ts'
import { attemptDelivery, failureOfError, timeForFiles, type Delivery } from './delivery.ts'
import { DeliveryLoop, type DeliveryLimits } from './delivery-loop.ts'
import { maxRevisions, type EnquiryEntry, type InsertResult } from './outbox.ts'
import { listSetAside, type OutboxSummary } from './outbox-file.ts'
import { type EnquiryState } from './enquiry.ts'
import type { UploadStore } from '../uploads/uploads.ts'
import { createOutboxThread } from './outbox-thread.ts'
import { digestOf, parseStoredEnquiry } from './stored-enquiry.ts'

/** Timeout of a direct delivery after the store has failed, ms: the visitor waits for it. */
const directDeliveryMs = 6_000

/**
 * Maximum outbox file size; protects the disk from floods. Further enquiries are delivered
 * directly.
 */
const defaultMaxBytes = 512 * 1024 * 1024

/** Maximum number of forms remembered in memory. */
const maxKnownForms = 10_000

/** Maximum number of entries in a list. */
const maxListed = 1_000

/**
 * Number of texts read from the outbox at once: each may take some 200 kB of its thread's memory.
 */
const exportPage = 10

interface EnquiriesOptions {
  /** Null: enquiries are not accepted. */
  delivery: Delivery | null
  /** The outbox's file. */
  file: string
  /** The files of enquiries. */
  uploadStore: Pick<UploadStore, 'clean' | 'retain'>
  /** How long a delivered enquiry is kept, ms; tests have less than `keepDays`. */
  keepMs?: number
  /** The site's secret, for references. */
  secret: string
  /** Enquiries accepted by other processes. */
  forms?: SharedForms
}

/** Injected by tests. */
interface Overrides {
  limits?: Partial<DeliveryLimits>
  maxBytes?: number
  now?: () => number
}

/** The stored enquiries, without any text by visitors. */
interface EnquiryList {
  waiting: number
  delivered: number
  failed: number
  /** Age of the oldest waiting enquiry, s; 0 if none waits. */
  oldestWaitingSeconds: number
  /** Newest first, 1,000 at most. */
  enquiries: Omit<EnquiryEntry, 'id'>[]
}

/** One enquiry with the visitor's text. */
export interface EnquiryText extends EnquiryEntry {
  enquiry: Enquiry
}

export type Enquiries = ReturnType<typeof createEnquiries>

/**
 * Accepts visitors' enquiries: each is stored before the visitor gets a response, then delivered to
 * the company. While storing fails, it is delivered before the response.
 */
export function createEnquiries(
  {
    delivery,
    file,
    uploadStore,
    keepMs = keepDays * 24 * 60 * 60 * 1000,
    secret,
    forms = createSharedForms(null),
  }: EnquiriesOptions,
  { limits = {}, maxBytes = defaultMaxBytes, now = Date.now }: Overrides = {},
) {
  const outbox = createOutboxThread({ file, maxBytes })
  /** Null while the outbox cannot be read. */
  let summary: OutboxSummary | null = {
    ...{ waiting: 0, delivered: 0, failed: 0, oldestWaitingAt: null, lastError: null },
  }
  let hasFile = false
  const loop = new DeliveryLoop({
    outbox,
    hasOutbox,
    cleanFiles: (at) => uploadStore.clean(outbox.listFileIds, at),
    delivery,
    keepMs,
    onSummary: (read) => (summary = read),
    now,
    limits,
  })
  reportEnquiries(async () => ({
    isUsable: summary ? 1 : 0,
    setAside: (await listSetAside(file)).length,
    waiting: summary?.waiting ?? NaN,
    failed: summary?.failed ?? NaN,
    oldestSeconds: summary ? secondsSince(summary.oldestWaitingAt) : NaN,
  }))
  /** Enquiries stored or delivered by this process, by form: digests in the order of revisions. */
  const knownForms = new LRUCache<string, { reference: string; digests: string[] }>({
    max: maxKnownForms,
  })
  /** The last pending submission of each form: submissions of a form run one after another. */
  const submissions = new Map<string, Promise<string>>()
  /** The number of forms with a token that this site has not signed. */
  let foreignTokens = 0

  /** Without a file there is nothing to deliver, so no thread is started. In one that may not be read, enquiries may wait. */
  async function hasOutbox() {
    hasFile ||= await access(file).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
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
      await attemptDelivery(openDelivery, message, directDeliveryMs + timeForFiles(message))
    } catch (error) {
      throw refuse('unavailable', reference, failureOfError(error).message, error)
    }
    // No outbox refers to its files, to which its links lead.
    await uploadStore.retain(message.enquiry.files, now() + keepMs)
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
   * Accepts an enquiry: once this resolves, it is on disk or delivered.
   * @returns its reference, which is constant for a form
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

  /** Logs every tenth foreign token, since anybody can make some up. */
  function countRejectedForm(reason: string) {
    metrics.formsRejected.inc({ reason })
    if (reason !== 'foreign') return
    foreignTokens += 1
    if (foreignTokens % 10 === 0) logForeignTokens(foreignTokens)
  }

  function withReason<T extends EnquiryEntry>(entry: T): T {
    const reason = entry.state === 'waiting' ? delivery?.unconfigured : undefined
    return { ...entry, lastError: reason ?? entry.lastError }
  }

  /** @param state restricts the list */
  async function list(state?: EnquiryState): Promise<EnquiryList> {
    if (!(await hasOutbox())) {
      return { waiting: 0, delivered: 0, failed: 0, oldestWaitingSeconds: 0, enquiries: [] }
    }
    const { waiting, delivered, failed, oldestWaitingAt } = await outbox.summarise()
    const entries = await outbox.list(maxListed, state)
    return {
      ...{ waiting, delivered, failed },
      oldestWaitingSeconds: secondsSince(oldestWaitingAt),
      enquiries: entries.map(withReason).map(({ id: _id, ...entry }) => entry),
    }
  }

  /** Lists everything that is not yet erased in pages, oldest first. */
  async function* listTexts(): AsyncGenerator<EnquiryText[]> {
    if (!(await hasOutbox())) return
    for (let afterId = 0; ;) {
      const page = await outbox.listTexts(afterId, exportPage)
      const last = page.at(-1)
      if (!last) return
      afterId = last.id
      yield page.flatMap((entry) => {
        const enquiry = parseStoredEnquiry(entry.enquiry)
        return enquiry ? [{ ...withReason(entry), enquiry }] : []
      })
    }
  }

  /** Makes a waiting or failed enquiry due now. */
  async function retry(reference: string): Promise<'due' | 'delivered' | 'unknown'> {
    if (!(await hasOutbox())) return 'unknown'
    const result = await outbox.retry(reference, now())
    if (result === 'due') loop.wakeNow()
    return result
  }

  /** Marks an enquiry that an operator has answered by hand, as delivered. */
  async function markAnswered(reference: string): Promise<'answered' | 'delivered' | 'unknown'> {
    if (!(await hasOutbox())) return 'unknown'
    const result = await outbox.markAnswered(reference, now())
    if (result === 'answered') loop.wake()
    return result
  }

  /** Waits briefly for a running attempt. */
  async function close() {
    await loop.close()
    await outbox.close()
    await delivery?.close?.()
  }

  return {
    /** Whether enquiries are accepted; if not, the site shows no form. */
    isOpen: delivery !== null,
    submit,
    /** Counts a form that comes back to its visitor; `foreign` is a token that this site has not signed. */
    countRejectedForm,
    /** Starts to deliver what earlier processes have left. */
    start: () => loop.wake(),
    list,
    listTexts,
    retry,
    markAnswered,
    close,
  }
}

function refuse(kind: EnquiryRefused['kind'], reference: string, error: string, cause?: unknown) {
  // Anybody can cause a conflict, which must not raise an alarm.
  const isConflict = kind === 'conflict'
  metrics.enquiries.inc({ outcome: isConflict ? kind : 'refused' })
  log[isConflict ? 'warn' : 'error']({ reference, kind, error }, 'enquiry refused')
  return new EnquiryRefused(kind, error, { cause })
}

const logForeignTokens = createThrottledLog((_suppressed, count: number) =>
  log.warn(
    { count },
    'form tokens with a wrong signature: another process may have another SECRET',
  ),
)

/** How long accepted forms are remembered: longer than a form may be open, ms. */
const lifetimeMs = 2 * 24 * 60 * 60 * 1000

type SharedForms = ReturnType<typeof createSharedForms>

/**
 * Shares the digests of accepted forms between processes with separate outboxes, so that a form
 * sent to two of them is one enquiry.
 */
export function createSharedForms(cache: Pick<SharedCache, 'run'> | null) {
  const formKeyOf = (form: string) => `form:${form}`

  return {
    /**
     * Lists digests of the accepted contents, in order; empty while the shared cache is
     * unavailable.
     */
    async digestsOf(form: string): Promise<string[]> {
      const reply = await cache?.run((commands) => commands.lrange(formKeyOf(form), 0, -1))
      return z.array(z.string()).catch([]).parse(reply)
    },
    /** Announces stored content to the other processes. */
    async add(form: string, digest: string) {
      await cache?.run(async (commands) =>
        repliesOf(
          await commands
            .pipeline()
            .rpush(formKeyOf(form), digest)
            .pexpire(formKeyOf(form), lifetimeMs)
            .exec(),
        ),
      )
    },
  }
}
