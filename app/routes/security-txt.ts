import { serverAddresses } from '../addresses'
import { publicForAnHour, fileLoader } from '../content/loaders.server'
import { findMailAddress } from '../content/views.server'
import { contentFor, NotFound } from '../content/content.server'

const dayMs = 24 * 60 * 60 * 1000

/** Validity of the file, days: less than the year that RFC 9116 recommends at most. */
const validDays = 364

/** Needs no encoding in a URI; the API may send anything, and an address of ENQUIRY_TO may need it. */
const plainEmail = /^[\w.+~-]{1,64}@[\w.-]{1,190}$/

/** Contact for reports of vulnerabilities (RFC 9116). The file stays the same all day. */
export const loader = fileLoader(serverAddresses.securityTxt(), async ({ context }) => {
  const { siteUrl, config } = context
  // The same file in every language.
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
