// Preloaded into a site process. The test controls how one host name resolves by writing to a file:
// an address, "unknown" or "hangs".
import dns from 'node:dns'
import { readFileSync } from 'node:fs'

const { FAULTY_DNS_NAME: name, FAULTY_DNS_FILE: file } = process.env
const { lookup } = dns

dns.lookup = (hostname, options, callback) => {
  if (hostname !== name) return lookup(hostname, options, callback)
  const result = readFileSync(file, 'utf8')
  if (result === 'hangs') return undefined
  if (result !== 'unknown') return lookup(result, options, callback)
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname,
  })
  return process.nextTick(callback, error)
}
