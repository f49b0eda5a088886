import { createTransport, type SendMailOptions } from 'nodemailer'
import { DeliveryFailure, failureOfError } from './delivery.ts'

/** In ms; the loop limits the whole attempt. */
const timeouts = { connect: 4_000, greeting: 4_000, socket: 8_000, idle: 20_000 }

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }

/** Steps of SMTP whose refusal concerns the message and not the sender's account or the server. */
const messageSteps = ['RCPT TO', 'DATA']

/** Failures before any mail is sent. Their messages say which address or certificate it was. */
const networkCodes = ['EDNS', 'ECONNECTION', 'ESOCKET', 'ETLS', 'ETIMEDOUT']

export type Mail = Pick<
  SendMailOptions,
  | 'from'
  | 'to'
  | 'replyTo'
  | 'subject'
  | 'messageId'
  | 'text'
  | 'html'
  | 'attachments'
  | 'headers'
  | 'date'
>

/**
 * Sends mail over one connection at a time, which is kept for the next mail.
 * @param url smtp:// or smtps://, with user and password if the server wants them
 */
export function createMailer(url: string) {
  const transport = createTransport({
    ...serverOf(new URL(url)),
    pool: true,
    maxConnections: 1,
    // The caller repeats what fails; a library that does so too would send mails twice.
    maxRequeues: 0,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    idleTimeout: timeouts.idle,
    // A mail is what is passed in, whatever its fields look like.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    /**
     * @returns how many of the recipients were refused; not all
     * @throws DeliveryFailure
     */
    async send(mail: Mail, signal: AbortSignal): Promise<number> {
      try {
        const { rejected } = await transport.sendMail({ ...mail, signal })
        return rejected.length
      } catch (error) {
        throw failureOfMail(error)
      }
    },
    /**
     * Connects and logs in, without sending.
     * @throws DeliveryFailure
     */
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

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'smtps:'
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return {
    host,
    port: Number(port) || defaultPorts[isSecure ? 'smtps:' : 'smtp:'],
    secure: isSecure,
    // A password is never sent in the clear over a network.
    requireTLS: !isSecure && !isLocal && username !== '',
    // The mail server of a machine has a certificate of its own making.
    ignoreTLS: !isSecure && isLocal,
    tls: { rejectUnauthorized: true },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

/** The server's text is left out: it often quotes the visitor's address, or the mail. */
function failureOfMail(error: unknown) {
  const { code, command, message, responseCode, response } = error as Partial<
    Record<string, unknown>
  >
  if (networkCodes.includes(String(code)) && !response) {
    return new DeliveryFailure('unavailable', `${String(code)} ${String(message)}`, {
      cause: error,
    })
  }
  if (typeof responseCode !== 'number') return failureOfError(error)
  const step = String(command)
  const isRejected = responseCode >= 500 && messageSteps.includes(step)
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? ''
  const reason = [String(code), step, String(responseCode), enhanced].filter(Boolean).join(' ')
  return new DeliveryFailure(isRejected ? 'rejected' : 'unavailable', reason, { cause: error })
}
