// Loaded by a site before itself: what its system says of one host name is up to the test, which
// writes it into a file: an address, "unknown" or "hangs".
import dns from 'node:dns'
import { readFileSync } from 'node:fs'

const { FAULTY_DNS_NAME: name, FAULTY_DNS_FILE: file } = process.env
const { lookup } = dns

dns.lookup = (hostname, options, callback) => {
  if (hostname !== name) return lookup(hostname, options, callback)
  const said = readFileSync(file, 'utf8')
  if (said === 'hangs') return undefined
  if (said !== 'unknown') return lookup(said, options, callback)
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname,
  })
  return process.nextTick(callback, error)
}
