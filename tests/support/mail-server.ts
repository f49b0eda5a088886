import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from './loopback.ts'

/** A mail that was accepted. */
interface ReceivedMail extends Email {
  from: NonNullable<Email['from']>
  recipients: string[]
  source: string
}

/** At which step, and how, a mail server refuses; null: it accepts. The code 0 is no answer at all. */
export interface Refusal {
  step: 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'AUTH'
  code: number
  text: string
}

interface MailServerOptions {
  refusal?: (step: Refusal['step'], address: string) => Refusal | null
  /** User and password that clients must send. */
  login?: string
  /** The maximum size of a mail that it announces, bytes. */
  size?: number
}

/** An SMTP server on loopback that keeps what it accepts, until the test ends. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { refusal = () => null, login, size } = options
  const mails: ReceivedMail[] = []

  function answer(step: Refusal['step'], address: string, callback: (error?: Error) => void) {
    const refused = refusal(step, address)
    if (refused?.step !== step) return callback()
    if (refused.code === 0) return
    callback(Object.assign(new Error(refused.text), { responseCode: refused.code }))
  }

  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(size !== undefined && { size }),
    onAuth: ({ username, password }, _session, callback) => {
      const isKnown = `${username}:${password}` === login
      callback(
        isKnown ? null : new Error('Invalid login'),
        isKnown ? { user: username } : undefined,
      )
    },
    onMailFrom: ({ address }, _session, callback) => answer('MAIL FROM', address, callback),
    onRcptTo: ({ address }, _session, callback) => answer('RCPT TO', address, callback),
    onData: (stream, { envelope }, callback) => {
      void buffer(stream).then(async (source) => {
        const email = await PostalMime.parse(source, { attachmentEncoding: 'utf8' })
        const recipients = envelope.rcptTo.map(({ address }) => address)
        answer('DATA', '', (error) => {
          const from = email.from ?? { name: '', address: '' }
          if (!error) mails.push({ ...email, from, recipients, source: source.toString() })
          callback(error)
        })
      })
    },
  })
  server.on('error', () => undefined)
  const { port, close } = await listenOnLoopback(server.server)
  onTestFinished(close)
  const user = login === undefined ? '' : `${login}@`
  return { mails, url: `smtp://${user}127.0.0.1:${port}` }
}
