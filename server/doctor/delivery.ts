import type { Config } from '../config.ts'
import { createMailer } from '../enquiries/smtp.ts'
import { inTime } from '../shared-cache/shared-cache.ts'
import { failure, info, ok, shownAddress, warning, type Advice, type Finding } from './finding.ts'
import { checkConnection } from './network.ts'

/** For connecting, TLS and login together, ms. */
const timeoutMs = 15_000

/** Checks how enquiries reach the company. Nothing is sent. */
export async function checkDelivery({ enquiries, content }: Config): Promise<Finding[]> {
  switch (enquiries.delivery) {
    case 'post-email':
      return [checkPostEmail(enquiries.postEmail, content.apiUrl)]
    case 'smtp':
      return [await checkMailServer(enquiries.smtpUrl)]
    case 'webhook': {
      const { url } = enquiries.webhook
      return [await checkConnection('webhook', url, 'ENQUIRY_WEBHOOK_URL')]
    }
    case 'log':
      return [
        warning('log', {
          problem: 'What visitors write goes to the log only, with their personal data',
          action: 'set ENQUIRY_DELIVERY to post-email, smtp or webhook',
        }),
      ]
    case 'none':
      return [info('none', 'The site has no form for enquiries')]
  }
}

function checkPostEmail(settings: Config['enquiries']['postEmail'], apiUrl: string | undefined) {
  const subject = 'post-email'
  if (apiUrl === undefined) {
    return warning(subject, {
      problem: 'The embedded content service stores enquiries and sends them to nobody',
      action: 'set CONTENT_API_URL, or ENQUIRY_DELIVERY to smtp or webhook',
    })
  }
  const unset = Object.entries(settings)
    .filter(([, value]) => value === '')
    .map(([name]) => `POST_EMAIL_${name.toUpperCase()}`)
  if (unset.length > 0) {
    return warning(subject, {
      problem: `Not set: ${unset.join(', ')}. The content API gets these fields empty`,
      action:
        'set them, or make sure that the API does without; then send an enquiry to see it arrive',
    })
  }
  return ok(subject, 'Its settings are there. PostEmail was not called: send an enquiry to try it')
}

async function checkMailServer(url: string): Promise<Finding> {
  const mailer = createMailer(url)
  try {
    await inTime(mailer.verify(), timeoutMs)
    const login = new URL(url).username === '' ? 'needs no login' : 'accepts the login'
    return ok('smtp', `${shownAddress(url)} answers and ${login}. No mail was sent`)
  } catch (error) {
    return failure('smtp', adviceOf(error instanceof Error ? error.message : String(error)))
  } finally {
    mailer.close()
  }
}

function adviceOf(reason: string): Advice {
  if (/^E\w*AUTH/.test(reason)) {
    const problem = `The login is refused (${reason})`
    return { problem, action: 'check user and password in SMTP_URL' }
  }
  const action = /^ETLS|certificate|SSL/i.test(reason)
    ? 'check scheme, host and port in SMTP_URL, and the certificate; for a private authority set NODE_EXTRA_CA_CERTS'
    : 'check host and port in SMTP_URL, the firewall between, and that the mail server runs'
  return { problem: reason, action }
}
