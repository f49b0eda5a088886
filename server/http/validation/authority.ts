/** A name or an address, and a port or none; never a user. */
const wellFormed = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const loopback = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[::1\\])(?::\\d{1,5})?$`, 'i')

const defaultPorts: Partial<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

/** What is wrong with a Host, or with the authority of a whole address: a status, or null. */
export type AuthorityFault = (authority: string) => 400 | 421 | null

/**
 * @param publicUrl the site's own address, if configured; else every well-formed host is its own
 */
export function createAuthorityCheck(publicUrl: string | undefined): AuthorityFault {
  const own = publicUrl === undefined ? null : hostsOf(publicUrl)
  let lastGood: string | null = null

  return (authority) => {
    if (authority === lastGood) return null
    if (!wellFormed.test(authority)) return 400
    const isOurs = !own || own.includes(authority.toLowerCase()) || loopback.test(authority)
    if (!isOurs) return 421
    lastGood = authority
    return null
  }
}

/** The host as browsers send it, and with the port that they leave out. */
function hostsOf(publicUrl: string) {
  const { host, port, protocol } = new URL(publicUrl)
  return port === '' ? [host, host + (defaultPorts[protocol] ?? '')] : [host]
}

/** Whether a header stands twice among a request's: node keeps the first Host and drops the rest. */
export function isDoubled(rawHeaders: readonly string[], name: string) {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]
    if (given?.length === name.length && given.toLowerCase() === name) count += 1
  }
  return count > 1
}
