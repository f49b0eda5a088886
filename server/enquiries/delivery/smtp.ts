import { createTransport, type SendMailOptions } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { setTimeout as pause } from 'node:timers/promises'
import { DeliveryFailure, failureOfError, attemptDelivery, type Delivery } from './delivery.ts'
import { log } from '@site/runtime/log'
import { type EnquiryMessage, enquiryKeyOf } from '../enquiry.ts'
import { findMailAddress, isMailAddress, mailAddressOf } from '@site/arabic-text/linked-text'
import type { Config } from '../../config.ts'
import type { ContentLanguage } from '../../content/content-types.ts'
import type { TimeZone } from '@site/arabic-text/local-time'
import { headerText, subjectOf, textLines, itemsCsv } from '../messages/company-text.ts'
import { confirmationOf, type Company } from '../messages/confirmation.ts'
import { mediaTypeOf } from '../../uploads/file-types.ts'
import type { UploadStore } from '../../uploads/uploads.ts'
import type { FileUrls } from './delivery.ts'
import { companyHtml } from '../messages/mail-html.ts'

interface SmtpOptions {
  config: Pick<Config['enquiries'], 'to' | 'from' | 'smtpUrl'>
  /** The site's public address. */
  siteUrl: string
  /** The company's. */
  timeZone: TimeZone
  uploadStore: Pick<UploadStore, 'readUpload'>
  /** The company as the site shows it to visitors; must not reject. */
  company: (language: ContentLanguage) => Promise<Company>
  /** Makes the list of an enquiry as a PDF; null without products, or where none can be made. Must not reject. */
  listPdf: (message: EnquiryMessage, isForVisitor: boolean) => Promise<Uint8Array | null>
  /** Returns the address that opens a stored enquiry; absent where the site's public address is not set. */
  linkTo?: (reference: string, language: string) => string
}

/** Delivers by mail, and confirms to visitors who gave an address. */
export class SmtpDelivery implements Delivery {
  readonly mailboxes: readonly string[]
  readonly #options: SmtpOptions
  readonly #urlsOf: FileUrls
  readonly #mailer: Mailer
  /** A separate connection: a confirmation must not delay an enquiry. */
  readonly #confirmationMailer: Mailer
  readonly #confirmations: Confirmations

  constructor(options: SmtpOptions, urlsOf: FileUrls) {
    const { smtpUrl, to } = options.config
    this.mailboxes = to
    this.#options = options
    this.#urlsOf = urlsOf
    this.#mailer = createMailer(smtpUrl)
    this.#confirmationMailer = createMailer(smtpUrl)
    this.#confirmations = createConfirmations(async (message, signal) => {
      await this.#confirmationMailer.send(await this.#confirmationMail(message), signal)
    })
  }

  async deliver(message: EnquiryMessage, signal: AbortSignal, mailbox?: string) {
    const { enquiry, attempts = 0 } = message
    const send = async (hasLinks: boolean) =>
      this.#mailer.send(await this.#companyMail(message, hasLinks, mailbox), signal)
    await send(attempts >= maxAttached).catch((error: unknown) => {
      const isRejected = error instanceof DeliveryFailure && error.fault === 'rejected'
      if (!isRejected || enquiry.files.length === 0) throw error
      return send(true)
    })
  }

  confirm(message: EnquiryMessage) {
    const { reference, enquiry } = message
    if (!isMailAddress(enquiry.email)) return
    if (enquiry.mayConfirm) this.#confirmations.confirm(message)
    else log.warn({ reference, error: 'too many' }, 'enquiry confirmation not sent')
  }

  close() {
    this.#confirmations.close()
    this.#mailer.close()
    this.#confirmationMailer.close()
  }

  /** Mail servers accept a limited size, often less than a visitor may send: then links replace the files. */
  async #companyMail(message: EnquiryMessage, hasLinks: boolean, mailbox?: string): Promise<Mail> {
    const { config, siteUrl, timeZone } = this.#options
    const { from } = config
    const { name, email, files } = message.enquiry
    const { host } = new URL(siteUrl)
    const context = { host, urls: hasLinks ? this.#urlsOf(message) : [], timeZone }
    const attached = hasLinks ? [] : files
    const subject = subjectOf(message)
    const sender = mailAddressOf(email)
    const attachedBytes = attached.reduce((sum, { size }) => sum + size, 0)
    return {
      from,
      to: [...config.to],
      // All see who else has it; each gets it by itself, so that one mailbox's refusal is no other's.
      envelope: {
        from,
        to: mailbox ?? [...config.to],
        size: Math.ceil(attachedBytes * base64Growth),
      },
      ...(sender !== null && { replyTo: { name: headerText(name), address: sender } }),
      subject,
      messageId: this.#messageIdOf('enquiry', message),
      date: new Date(message.receivedAt),
      text: textLines(message, context)
        .map((line) => `• ${line}`)
        .join('\r\n'),
      html: companyHtml(message, subject, context),
      attachments: [
        ...csvAttachments(message),
        ...(await this.#pdfAttachments(message, false)),
        // In memory: only one mail is sent at a time.
        ...(await Promise.all(
          attached.map(async (file) => ({
            filename: headerText(file.name),
            contentType: mediaTypeOf(file.kind),
            content: await this.#options.uploadStore.readUpload(file),
          })),
        )),
      ],
    }
  }

  async #confirmationMail(message: EnquiryMessage): Promise<Mail> {
    const { config, siteUrl, company, linkTo } = this.#options
    const { language, email } = message.enquiry
    const known = await company(language)
    const link = message.attempts === undefined ? '' : linkTo?.(message.reference, language)
    const { subject, text, html } = confirmationOf(message, known, siteUrl, link)
    const replyTo = findMailAddress(known.email)
    return {
      from: { name: headerText(known.name), address: config.from },
      to: mailAddressOf(email) ?? email,
      ...(replyTo !== null && { replyTo }),
      subject,
      messageId: this.#messageIdOf('confirmation', message),
      text,
      html,
      attachments: await this.#pdfAttachments(message, true),
      // Suppresses replies by vacation responders and mailing lists (RFC 3834, and Exchange's own
      // header).
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    }
  }

  async #pdfAttachments(message: EnquiryMessage, isForVisitor: boolean) {
    const pdf = await this.#options.listPdf(message, isForVisitor)
    const filename = `${message.reference}.pdf`
    return pdf ? [{ filename, contentType: 'application/pdf', content: Buffer.from(pdf) }] : []
  }

  /** Returns a Message-ID that is constant across retries, so that mail programs show the mail once. */
  #messageIdOf(kind: string, message: EnquiryMessage) {
    const { hostname } = new URL(this.#options.siteUrl)
    return `<${kind}.${enquiryKeyOf(message)}@${hostname}>`
  }
}

function csvAttachments({ enquiry, reference }: EnquiryMessage) {
  if (enquiry.items.length === 0) return []
  const content = Buffer.from(itemsCsv(enquiry))
  return [{ filename: `${reference}.csv`, contentType: 'text/csv; charset=utf-8', content }]
}

/** Attempts after which files are not attached any more: some servers close the connection on a large mail. */
const maxAttached = 10

/** By how much Base64 with its line ends is larger than a file. */
const base64Growth = 1.37

/** In ms; the delivery loop limits the whole attempt. A host that does not close the site ends with the idle connection. */
const timeouts = { connect: 4_000, greeting: 4_000, socket: 30_000, idle: 5_000 }

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }

/** SMTP steps whose refusal concerns the message, not the sender's account or the server. */
const messageSteps = ['RCPT TO', 'DATA']

/** Failures before any mail is sent. Their messages name the address or certificate. */
const networkCodes = ['EDNS', 'ECONNECTION', 'ESOCKET', 'ETLS', 'ETIMEDOUT']

export type Mail = Pick<
  SendMailOptions,
  | 'from'
  | 'to'
  | 'envelope'
  | 'replyTo'
  | 'subject'
  | 'messageId'
  | 'text'
  | 'html'
  | 'attachments'
  | 'headers'
  | 'date'
>

/** Sends mail over one connection at a time, which is reused for the next mail. */
interface Mailer {
  /** @throws DeliveryFailure */
  send: (mail: Mail, signal: AbortSignal) => Promise<void>
  /**
   * Connects and logs in, without sending.
   * @throws DeliveryFailure
   */
  verify: () => Promise<void>
  close: () => void
}

/** @param url smtp:// or smtps://, with user and password if the server requires them */
export function createMailer(url: string): Mailer {
  const transport = createTransport({
    ...serverOf(new URL(url)),
    pool: true,
    maxConnections: 1,
    // The caller retries; retries in the library, too, would send mails twice.
    maxRequeues: 0,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    idleTimeout: timeouts.idle,
    // Fields are content only, never file names or URLs to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...mail, signal })
      } catch (error) {
        throw failureOfMail(error)
      }
    },
    async verify() {
      try {
        await transport.verify()
      } catch (error) {
        throw failureOfMail(error)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Whether a server offers a login. It connects as deliveries do, and sends nothing.
 * @throws Error without a connection in time
 */
export async function offersLogin(url: string): Promise<boolean> {
  const connection = new SMTPConnection({
    ...serverOf(new URL(url)),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject)
      connection.connect(() => resolve())
    })
    return connection.allowsAuth
  } finally {
    connection.close()
  }
}

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'smtps:'
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return {
    host,
    port: Number(port) || defaultPorts[isSecure ? 'smtps:' : 'smtp:'],
    secure: isSecure,
    // A password is never sent unencrypted over a network.
    requireTLS: !isSecure && !isLocal && username !== '',
    // A local mail server has a self-signed certificate.
    ignoreTLS: !isSecure && isLocal,
    tls: { rejectUnauthorized: true },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

/**
 * Converts a mail error without the server's text, which often quotes the visitor's address or the
 * mail.
 */
function failureOfMail(error: unknown) {
  const { code, command, message, responseCode, response } = error as Partial<
    Record<string, unknown>
  >
  if (networkCodes.includes(String(code)) && !response) {
    return new DeliveryFailure('unavailable', `${String(code)} ${String(message)}`, {
      cause: error,
    })
  }
  if (typeof responseCode !== 'number') {
    if (code !== 'EMESSAGE') return failureOfError(error)
    // Nothing was sent: the server has announced a smaller size.
    return new DeliveryFailure('rejected', 'EMESSAGE larger than SIZE', { cause: error })
  }
  const step = String(command)
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? ''
  const reason = [String(code), step, String(responseCode), enhanced].filter(Boolean).join(' ')
  return new DeliveryFailure(faultOf(responseCode, step), reason, { cause: error })
}

function faultOf(responseCode: number, step: string) {
  if (!messageSteps.includes(step)) return 'unavailable'
  return responseCode >= 500 ? 'rejected' : 'deferred'
}

const limits = {
  /** Timeout of one attempt, ms. */
  attempt: 10_000,
  /** Pauses before further attempts, ms. */
  pauses: [60_000, 10 * 60_000],
}

/** Confirms enquiries to visitors. */
interface Confirmations {
  /** Sends a confirmation. Returns immediately. */
  confirm: (message: EnquiryMessage) => void
  close: () => void
}

/**
 * Confirms enquiries to visitors, separately from delivery. Pending confirmations are kept in
 * memory only: losing one at a restart is harmless, since the visitor has seen the reference on the
 * page, whereas a file would be another store of addresses.
 * @param send sends a confirmation once
 */
export function createConfirmations(
  send: Delivery['deliver'],
  { pauses }: { pauses?: number[] } = {},
): Confirmations {
  const closing = new AbortController()
  /** The last attempt: one runs after the other. */
  let last: Promise<unknown> = Promise.resolve()

  function attemptInTurn(message: EnquiryMessage) {
    const attempted = last.then(() => attempt(message))
    last = attempted
    return attempted
  }

  /** @returns the failure; null once sent, or after closing */
  async function attempt(message: EnquiryMessage) {
    if (closing.signal.aborted) return null
    try {
      await attemptDelivery({ deliver: send }, message, limits.attempt, closing.signal)
      return null
    } catch (error) {
      return failureOfError(error)
    }
  }

  async function run(message: EnquiryMessage) {
    let failure = await attemptInTurn(message)
    for (const pauseMs of pauses ?? limits.pauses) {
      if (!failure || failure.fault === 'rejected' || closing.signal.aborted) break
      await pause(pauseMs, undefined, { signal: closing.signal, ref: false })
      failure = await attemptInTurn(message)
    }
    if (failure) {
      const { reference } = message
      log.warn({ reference, error: failure.message }, 'enquiry confirmation not sent')
    }
  }

  return {
    confirm: (message) => void run(message).catch(() => undefined),
    close: () => closing.abort(),
  }
}
