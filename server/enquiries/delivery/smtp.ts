import { log } from '../../log.ts'
import { findMailAddress } from '../../text/links/emails.ts'
import { isMailAddress, mailAddressOf } from '../../text/mail-address.ts'
import type { Config } from '../../config.ts'
import type { ContentLanguage } from '../../content/content-calls.ts'
import { keyOf, type EnquiryMessage } from '../enquiry-message.ts'
import { headerText, subjectOf, textLines } from '../messages/company-text.ts'
import { confirmationOf, type Company } from '../messages/confirmation.ts'
import { itemsCsv } from '../messages/items-csv.ts'
import { companyHtml } from '../messages/mail-html.ts'
import { createConfirmations } from './confirmations.ts'
import type { Delivery } from './delivery.ts'
import { createMailer, type Mail } from './mailer.ts'

interface SmtpOptions {
  config: Pick<Config['enquiries'], 'to' | 'from' | 'smtpUrl'>
  /** The site's public address. */
  siteUrl: () => string
  /** As the site shows the company to visitors; must not reject. */
  company: (language: ContentLanguage) => Promise<Company>
}

/** Delivers by mail, and confirms to the visitors who gave an address. */
export function createSmtpDelivery({ config, siteUrl, company }: SmtpOptions): Delivery {
  const mailer = createMailer(config.smtpUrl)
  // A connection of their own: a confirmation must not hold up an enquiry.
  const confirmationMailer = createMailer(config.smtpUrl)
  const confirmations = createConfirmations(async (message, signal) => {
    await confirmationMailer.send(await confirmationMail(message), signal)
  })
  const { from } = config

  function companyMail(message: EnquiryMessage): Mail {
    const { enquiry, reference } = message
    const { name, email, items } = enquiry
    const subject = subjectOf(message)
    const { host } = new URL(siteUrl())
    const sender = mailAddressOf(email)
    return {
      from,
      to: [...config.to],
      ...(sender !== null && { replyTo: { name: headerText(name), address: sender } }),
      subject,
      messageId: messageIdOf('enquiry', message),
      date: new Date(message.receivedAt),
      text: textLines(message, host)
        .map((line) => `• ${line}`)
        .join('\r\n'),
      html: companyHtml(message, subject, host),
      ...(items.length > 0 && {
        attachments: [
          {
            filename: `${reference}.csv`,
            contentType: 'text/csv; charset=utf-8',
            content: Buffer.from(itemsCsv(enquiry)),
          },
        ],
      }),
    }
  }

  async function confirmationMail(message: EnquiryMessage): Promise<Mail> {
    const { language, email } = message.enquiry
    const known = await company(language)
    const { subject, text, html } = confirmationOf(message, known, siteUrl())
    const replyTo = findMailAddress(known.email)
    return {
      from: { name: headerText(known.name), address: from },
      to: mailAddressOf(email) ?? email,
      ...(replyTo !== null && { replyTo }),
      subject,
      messageId: messageIdOf('confirmation', message),
      text,
      html,
      // Holiday replies and mailing lists do not answer these (RFC 3834, and Exchange's own).
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    }
  }

  /** The same for a mail that is sent again, so that mail programs show it once. */
  function messageIdOf(kind: string, message: EnquiryMessage) {
    return `<${kind}.${keyOf(message)}@${new URL(siteUrl()).hostname}>`
  }

  return {
    async deliver(message, signal) {
      const refused = await mailer.send(companyMail(message), signal)
      const { reference } = message
      if (refused > 0) log.warn({ reference, refused }, 'enquiry recipients refused')
    },
    confirm(message) {
      const { reference, enquiry } = message
      if (!isMailAddress(enquiry.email)) return
      if (enquiry.mayConfirm) confirmations.confirm(message)
      else log.warn({ reference, error: 'too many' }, 'enquiry confirmation not sent')
    },
    close() {
      confirmations.close()
      mailer.close()
      confirmationMailer.close()
    },
  }
}
