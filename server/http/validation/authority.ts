/** A host name or IP address with an optional port, without user information. */
const wellFormed = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const loopback = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[::1\\])(?::\\d{1,5})?$`, 'i')

const defaultPorts: Partial<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

/** Checks a Host header, or the authority of an absolute URL. Returns the status of the rejection, or null. */
export type AuthorityFault = (authority: string) => 400 | 421 | null

/**
 * @param publicUrl the site's public URL, if configured; else every well-formed host is accepted
 */
export function createAuthorityCheck(publicUrl: string | undefined): AuthorityFault {
  const own = publicUrl === undefined ? null : hostsOf(publicUrl)
  let lastValid: string | null = null

  return (authority) => {
    if (authority === lastValid) return null
    if (!wellFormed.test(authority)) return 400
    const isOurs = !own || own.includes(authority.toLowerCase()) || loopback.test(authority)
    if (!isOurs) return 421
    lastValid = authority
    return null
  }
}

/** The host as browsers send it, and with the default port, which they omit. */
function hostsOf(publicUrl: string) {
  const { host, port, protocol } = new URL(publicUrl)
  return port === '' ? [host, host + (defaultPorts[protocol] ?? '')] : [host]
}

/** Whether a header is repeated: Node keeps the first Host and drops the others. */
export function isRepeated(rawHeaders: readonly string[], name: string) {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header?.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}
