import ipaddr from 'ipaddr.js'
import { readBrand } from '../brand.ts'
import { ConfigError, type Config } from '../config.ts'
import { readPackage } from '../storage/folders.ts'
import { failure, info, ok, warning, type Finding } from './finding.ts'

/** Checks the version of Node, and the settings that are valid but not fit for production. */
export function checkSettings(config: Config): Finding[] {
  const { content, ops, publicUrl, trustedProxies } = config
  const findings = [checkNode(), ...checkBrand(config)]

  function warn(isWrong: boolean, variable: string, problem: string, action: string) {
    if (isWrong) findings.push(warning(variable, { problem, action }))
  }

  warn(
    config.secretIsRandom,
    'SECRET',
    'Not set: open forms are lost at each restart',
    'set it to 32 random characters, the same for all processes',
  )
  warn(
    publicUrl === undefined,
    'PUBLIC_URL',
    'Not set: links for search engines and shared pages lead to localhost',
    'set it to the address that visitors use, such as https://www.example.com',
  )
  warn(
    publicUrl?.startsWith('http:') === true,
    'PUBLIC_URL',
    'It has no TLS: cookies are not Secure, and there is no Strict-Transport-Security',
    'put a proxy with TLS in front, and set it to the https:// address',
  )
  warn(
    publicUrl?.startsWith('https:') === true && trustedProxies.length === 0,
    'TRUST_PROXY',
    'Not set, though a proxy must end TLS for PUBLIC_URL: there are no limits for each visitor, or one for all',
    'set it to the address of the proxy, as the site sees it',
  )
  warn(
    trustedProxies.some((network) => network.endsWith('/0')),
    'TRUST_PROXY',
    'It trusts every address: a visitor can pretend to be any other',
    'name the addresses of the proxies only',
  )
  warn(
    ops.port > 0 && !isLoopback(ops.host) && ops.token === undefined,
    'OPS_HOST',
    'The admin server is open to other machines, without OPS_TOKEN: they can read metrics and purge',
    'set OPS_TOKEN, or leave OPS_HOST at 127.0.0.1',
  )
  warn(
    content.freshMs === 0,
    'CONTENT_CACHE_TTL_S',
    'It is 0: every page calls the content API',
    'set it to 60, and purge for changes that must show at once',
  )
  warn(
    content.staleMs === 0,
    'CONTENT_STALE_S',
    'It is 0: while the content API fails, visitors get error pages',
    'leave it at 604800',
  )
  warn(
    config.pageCacheBytes === 0,
    'PAGE_CACHE_MB',
    'It is 0: every page is rendered for each visitor',
    'leave it at 64',
  )
  if (!config.isIndexable) {
    findings.push(info('INDEXABLE', 'It is false: search engines list nothing, as on staging'))
  }
  return findings
}

function checkNode(): Finding {
  const { node } = process.versions
  const { engines } = readPackage()
  const oldest = engines.node.slice('>='.length)
  if (node.localeCompare(oldest, 'en', { numeric: true }) >= 0) return ok('Node', `Version ${node}`)
  return failure('Node', {
    problem: `Version ${node} is too old`,
    action: `install ${oldest} or later`,
  })
}

function checkBrand({ brandDir, content }: Config): Finding[] {
  if (brandDir === undefined) {
    const text = 'Not set: names come from the content, and no mark is shown'
    return content.apiUrl === undefined ? [] : [info('BRAND_DIR', text)]
  }
  try {
    readBrand(brandDir)
    return [ok('BRAND_DIR', `${brandDir} is valid`)]
  } catch (error) {
    const isInvalid = error instanceof ConfigError
    const problem = isInvalid ? error.message.replace(/\. Correct it.*$/, '') : String(error)
    const action = isInvalid
      ? 'correct the file: docs/brand.md'
      : 'let the user of the site read it'
    return [failure('BRAND_DIR', { problem, action })]
  }
}

function isLoopback(host: string) {
  if (host === 'localhost') return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}
