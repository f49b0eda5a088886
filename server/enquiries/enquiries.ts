import { access } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { repliesOf, type SharedCache } from '../shared-cache/shared-cache.ts'
import { createThrottledLog, log } from '@site/runtime/log'
import { metrics, reportEnquiries } from '../observe/metrics.ts'
import {
  cleanEnquiry,
  type Enquiry,
  type EnquiryMessage,
  EnquiryRefused,
  type EnquiryState,
  keepDays,
  referenceOf,
} from './enquiry.ts'
import {
  attemptDelivery,
  refusedByMailbox,
  failureOfError,
  timeForFiles,
  type Delivery,
} from './delivery/delivery.ts'
import { DeliveryLoop, type DeliveryLimits } from './delivery/delivery-loop.ts'
import {
  maxRevisions,
  type EnquiryEntry,
  type EnquiryWithText,
  type InsertResult,
} from './outbox/outbox.ts'
import { listSetAside, type OutboxSummary } from './outbox/outbox-file.ts'
import type { UploadStore } from '../uploads/uploads.ts'
import { createOutboxThread, type OutboxThread } from './outbox/outbox-thread.ts'
import { digestOf, parseStoredEnquiry } from './outbox/stored-enquiry.ts'

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

/** The stored enquiries of a site, and the way in for new ones. */
export interface Enquiries {
  /** Whether enquiries are accepted; if not, the site shows no form. */
  readonly isOpen: boolean
  /**
   * Accepts an enquiry: once this resolves, it is on disk or delivered.
   * @returns its reference, which is constant for a form
   * @throws EnquiryRefused
   */
  submit(enquiry: Enquiry): Promise<string>
  /** Counts a form that comes back to its visitor; `foreign` is a token that this site has not signed. */
  countRejectedForm(reason: string): void
  /** Starts to deliver what earlier processes have left. */
  start(): void
  /** @param state restricts the list */
  list(state?: EnquiryState): Promise<EnquiryList>
  /** Lists everything that is not yet erased in pages, oldest first. */
  listTexts(): AsyncGenerator<EnquiryText[]>
  /** Makes a waiting or failed enquiry due now. */
  retry(reference: string): Promise<'due' | 'delivered' | 'unknown'>
  /**
   * Finds an enquiry with the visitor's text, for its link.
   * @returns `gone` if it is erased or withdrawn; `unknown` also for one that was delivered without the store
   * @throws OutboxUnavailable
   */
  find(reference: string): Promise<EnquiryText | 'gone' | 'unknown'>
  /** Ends the link of an enquiry for good. */
  withdraw(reference: string): Promise<'withdrawn' | 'unknown'>
  /** Marks an enquiry that an operator has answered by hand, as delivered. */
  markAnswered(reference: string): Promise<'answered' | 'delivered' | 'unknown'>
  /** Waits briefly for a running attempt. */
  close(): Promise<void>
}

const noEnquiries: OutboxSummary = {
  ...{ waiting: 0, delivered: 0, failed: 0, oldestWaitingAt: null, lastError: null },
}

/**
 * Accepts visitors' enquiries: each is stored before the visitor gets a response, then delivered to
 * the company. While storing fails, it is delivered before the response.
 */
export class EnquiryService implements Enquiries {
  readonly isOpen: boolean
  readonly #options: EnquiriesOptions
  readonly #now: () => number
  readonly #outbox: OutboxThread
  readonly #loop: DeliveryLoop
  readonly #forms: SharedForms
  readonly #keepMs: number
  /** Null while the outbox cannot be read. */
  #summary: OutboxSummary | null = noEnquiries
  #hasFile = false
  /** Enquiries stored or delivered by this process, by form: digests in the order of revisions. */
  readonly #knownForms = new LRUCache<string, { reference: string; digests: string[] }>({
    max: maxKnownForms,
  })
  /** The last pending submission of each form: submissions of a form run one after another. */
  readonly #submissions = new Map<string, Promise<string>>()
  /** The number of forms with a token that this site has not signed. */
  #foreignTokens = 0

  constructor(
    options: EnquiriesOptions,
    { limits = {}, maxBytes = defaultMaxBytes, now = Date.now }: Overrides = {},
  ) {
    const { delivery, file, uploadStore } = options
    this.isOpen = delivery !== null
    this.#options = options
    this.#now = now
    this.#keepMs = options.keepMs ?? keepDays * 24 * 60 * 60 * 1000
    this.#forms = options.forms ?? createSharedForms(null)
    const outbox = createOutboxThread({ file, maxBytes })
    this.#outbox = outbox
    this.#loop = new DeliveryLoop({
      outbox,
      hasOutbox: () => this.#hasOutbox(),
      cleanFiles: (at) => uploadStore.clean(outbox.listFileIds, at),
      delivery,
      keepMs: this.#keepMs,
      onSummary: (read) => (this.#summary = read),
      now,
      limits,
    })
    reportEnquiries(() => this.#report())
  }

  async submit(enquiry: Enquiry) {
    const { delivery } = this.#options
    if (!delivery) throw new EnquiryRefused('unavailable', 'Enquiries are not accepted')
    const clean = cleanEnquiry(enquiry)
    const before = this.#submissions.get(clean.form) ?? Promise.resolve('')
    const submission = before.catch(() => '').then(() => this.#accept(clean, delivery))
    this.#submissions.set(clean.form, submission)
    try {
      return await submission
    } finally {
      if (this.#submissions.get(clean.form) === submission) this.#submissions.delete(clean.form)
    }
  }

  async #accept(enquiry: Enquiry, delivery: Delivery) {
    const { form } = enquiry
    const { secret } = this.#options
    const digest = digestOf(enquiry, secret)
    const known = this.#knownForms.get(form)
    if (known?.digests.includes(digest)) return known.reference
    const reference = referenceOf(form, secret)
    const elsewhere = await this.#forms.digestsOf(form)
    if (elsewhere.includes(digest)) return reference
    const receivedAt = this.#now()
    const revisionsElsewhere = elsewhere.length
    const added = { form, reference, digest, receivedAt, revisionsElsewhere }
    const result = await this.#outbox
      .insert({ ...added, enquiry: JSON.stringify(enquiry) })
      .catch((error: unknown) => {
        log.error({ reference, error: String(error) }, 'enquiry not stored')
        return null
      })
    if (result) return this.#handleInserted(result, enquiry, reference, digest)
    const revision = Math.max(known?.digests.length ?? 0, revisionsElsewhere) + 1
    const message = { reference: known?.reference ?? reference, revision, receivedAt, enquiry }
    await this.#deliverDirectly(message, delivery)
    this.#remember(message, digest)
    void this.#forms.add(form, digest)
    return message.reference
  }

  /** @throws EnquiryRefused */
  #handleInserted(result: InsertResult, enquiry: Enquiry, made: string, digest: string) {
    this.#hasFile = true
    if (result.outcome === 'conflict') throw refuse('conflict', made, result.outcome)
    const { outcome, reference, revision } = result
    this.#remember({ reference, revision, enquiry }, digest)
    if (outcome === 'known') return reference
    void this.#forms.add(enquiry.form, digest)
    metrics.enquiries.inc({ outcome })
    log.info({ reference, revision }, 'enquiry stored')
    this.#loop.wake()
    return reference
  }

  /** @throws EnquiryRefused */
  async #deliverDirectly(message: EnquiryMessage, delivery: Delivery) {
    const { reference, revision } = message
    if (revision > maxRevisions) throw refuse('conflict', reference, 'too many revisions')
    const timeoutMs = directDeliveryMs + timeForFiles(message)
    const mailboxes = delivery.mailboxes ?? [undefined]
    const results = await Promise.allSettled(
      mailboxes.map((each) => attemptDelivery(delivery, message, timeoutMs, undefined, each)),
    )
    const failures = results.flatMap((result, at) =>
      result.status === 'rejected'
        ? [{ mailbox: mailboxes[at], reason: failureOfError(result.reason) }]
        : [],
    )
    if (failures.length === mailboxes.length) {
      const failure = failures[0]?.reason
      throw refuse('unavailable', reference, failure?.message ?? 'no mailbox', failure)
    }
    // Nothing is stored from which they could get it later.
    for (const { mailbox, reason } of failures) {
      log.error({ reference, mailbox, error: reason.message }, refusedByMailbox)
    }
    // No outbox refers to its files, to which its links lead.
    await this.#options.uploadStore.retain(message.enquiry.files, this.#now() + this.#keepMs)
    metrics.enquiries.inc({ outcome: 'delivered_directly' })
    log.info({ reference, revision }, 'enquiry delivered without the store')
    delivery.confirm?.(message)
  }

  #remember(
    { reference, revision, enquiry }: Pick<EnquiryMessage, 'reference' | 'revision' | 'enquiry'>,
    digest: string,
  ) {
    const digests = [...(this.#knownForms.get(enquiry.form)?.digests ?? [])]
    digests[revision - 1] = digest
    this.#knownForms.set(enquiry.form, { reference, digests })
  }

  /** Logs every tenth foreign token, since anybody can make some up. */
  countRejectedForm(reason: string) {
    metrics.formsRejected.inc({ reason })
    if (reason !== 'foreign') return
    this.#foreignTokens += 1
    if (this.#foreignTokens % 10 === 0) logForeignTokens(this.#foreignTokens)
  }

  start() {
    this.#loop.wake()
  }

  async list(state?: EnquiryState) {
    const hasOutbox = await this.#hasOutbox()
    const summary = hasOutbox ? await this.#outbox.summarise() : noEnquiries
    const entries = hasOutbox ? await this.#outbox.list(maxListed, state) : []
    const { waiting, delivered, failed, oldestWaitingAt } = summary
    return {
      ...{ waiting, delivered, failed },
      oldestWaitingSeconds: this.#secondsSince(oldestWaitingAt),
      enquiries: entries
        .map((entry) => this.#withReason(entry))
        .map(({ id: _id, ...entry }) => entry),
    }
  }

  async *listTexts() {
    if (!(await this.#hasOutbox())) return
    for (let afterId = 0; ;) {
      const page = await this.#outbox.listTexts(afterId, exportPage)
      const last = page.at(-1)
      if (!last) return
      afterId = last.id
      yield page.flatMap((entry) => this.#parse(entry) ?? [])
    }
  }

  /** @returns null for one that another version has stored */
  #parse(entry: EnquiryWithText): EnquiryText | null {
    const enquiry = parseStoredEnquiry(entry.enquiry)
    return enquiry && { ...this.#withReason(entry), enquiry }
  }

  async find(reference: string) {
    if (!(await this.#hasOutbox())) return 'unknown'
    const found = await this.#outbox.find(reference)
    return typeof found === 'string' ? found : (this.#parse(found) ?? 'gone')
  }

  async withdraw(reference: string) {
    return (await this.#hasOutbox()) ? this.#outbox.withdraw(reference) : 'unknown'
  }

  #withReason<T extends EnquiryEntry>(entry: T): T {
    const reason = entry.state === 'waiting' ? this.#options.delivery?.unconfigured : undefined
    return { ...entry, lastError: reason ?? entry.lastError }
  }

  async retry(reference: string) {
    if (!(await this.#hasOutbox())) return 'unknown'
    const result = await this.#outbox.retry(reference, this.#now())
    if (result === 'due') this.#loop.wakeNow()
    return result
  }

  async markAnswered(reference: string) {
    if (!(await this.#hasOutbox())) return 'unknown'
    const result = await this.#outbox.markAnswered(reference, this.#now())
    if (result === 'answered') this.#loop.wake()
    return result
  }

  async close() {
    await this.#loop.close()
    await this.#outbox.close()
    await this.#options.delivery?.close?.()
  }

  /** Without a file there is nothing to deliver, so no thread is started. In one that may not be read, enquiries may wait. */
  async #hasOutbox() {
    this.#hasFile ||= await access(this.#options.file).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    )
    return this.#hasFile
  }

  async #report() {
    const summary = this.#summary
    return {
      isUsable: summary ? 1 : 0,
      setAside: (await listSetAside(this.#options.file)).length,
      waiting: summary?.waiting ?? NaN,
      failed: summary?.failed ?? NaN,
      oldestSeconds: summary ? this.#secondsSince(summary.oldestWaitingAt) : NaN,
    }
  }

  #secondsSince(time: number | null) {
    return time === null ? 0 : Math.max(Math.round((this.#now() - time) / 1000), 0)
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

/**
 * Shares the digests of accepted forms between processes with separate outboxes, so that a form
 * sent to two of them is one enquiry.
 */
interface SharedForms {
  /**
   * Lists digests of the accepted contents, in order; empty while the shared cache is
   * unavailable.
   */
  digestsOf(form: string): Promise<string[]>
  /** Announces stored content to the other processes. */
  add(form: string, digest: string): Promise<void>
}

export function createSharedForms(cache: Pick<SharedCache, 'run'> | null): SharedForms {
  const formKeyOf = (form: string) => `form:${form}`
  return {
    async digestsOf(form) {
      const reply = await cache?.run((commands) => commands.lrange(formKeyOf(form), 0, -1))
      return z.array(z.string()).catch([]).parse(reply)
    },
    async add(form, digest) {
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
