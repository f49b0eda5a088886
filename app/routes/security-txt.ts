import { serverAddresses } from '../addresses'
import { publicForAnHour, fileLoader } from '../content/loaders.server'
import { findMailAddress } from '@site/arabic-text/linked-text'
import { contentFor, NotFound } from '../content/content.server'

const dayMs = 24 * 60 * 60 * 1000

/** Validity of the file, days: below the year that RFC 9116 recommends as maximum. */
const validDays = 364

/** These addresses need no encoding in a URI; others, from the API or ENQUIRY_TO, may. */
const plainEmail = /^[\w.+~-]{1,64}@[\w.-]{1,190}$/

/** Serves the contact for vulnerability reports (RFC 9116). The file stays the same all day. */
export const loader = fileLoader(serverAddresses.securityTxt(), async ({ context }) => {
  const {
    site: { siteUrl, config },
  } = context
  // The file is the same in every language.
  const content = contentFor({ request: new Request(siteUrl), context })
  const email =
    config.enquiries.to.find((address) => plainEmail.test(address)) ??
    findMailAddress((await content.findContact())?.email1 ?? '') ??
    ''
  if (!plainEmail.test(email)) throw new NotFound('No e-mail address')
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString().replace('.000', '')}`,
    'Preferred-Languages: ar, en',
    `Canonical: ${siteUrl}${serverAddresses.securityTxt()}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': publicForAnHour },
  })
})
