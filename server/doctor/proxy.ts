import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { codeOf, faultOf } from '../content/api/api-client.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { failure, info, ok, shownAddress, warning, type Advice, type Finding } from './finding.ts'
import { adviceFor, get, type Answer } from './network.ts'

const variable = 'PUBLIC_URL'

/**
 * Requests the home page as visitors do, and says what its response shows of the proxy in front.
 * @param isRunning whether a site was seen on this machine
 */
export async function checkProxy(
  { publicUrl, trustedProxies, userAgent }: Config,
  isRunning: boolean,
): Promise<Finding[]> {
  if (publicUrl === undefined) return [info(variable, 'Not set, so nothing was requested')]
  const home = `${new URL(publicUrl).origin}/`
  const isHttps = home.startsWith('https:')
  let arabic: Answer
  try {
    arabic = await get(home, headersFor(userAgent, 'Ar'))
  } catch (error) {
    const advice = adviceFor(faultOf(error), codeOf(error), variable)
    const isExpected = faultOf(error) === 'refused' && !isRunning
    return [notReached(advice, isExpected)]
  }
  const stranger = strangerFinding(arabic, home, isRunning)
  if (stranger) return [stranger]
  return [
    ok(variable, `${shownAddress(home)} is this site, ${arabic.ms} ms from here`),
    ok('Host', 'The site accepts the Host that it gets'),
    checkEncoding(arabic),
    ...(isHttps ? [checkStrictTransport(arabic), await redirectFinding(home, userAgent)] : []),
    ...checkTrust(arabic, trustedProxies),
    ...(await checkCache(arabic, home, userAgent)),
  ]
}

function headersFor(userAgent: OutgoingHeaders, language: string, otherCookie = '') {
  return {
    ...userAgent,
    cookie: `lang=${language}${otherCookie}`,
    accept: 'text/html',
    'accept-encoding': 'br, gzip',
  }
}

function notReached(advice: Advice, isExpected: boolean) {
  return isExpected
    ? warning(variable, { ...advice, action: 'start the site and its proxy, and run this again' })
    : failure(variable, advice)
}

/** @returns null when the response is a page of the site */
function strangerFinding({ status, header }: Answer, home: string, isRunning: boolean) {
  const shown = shownAddress(home)
  if (status === 400) {
    return failure(variable, {
      problem: `${shown} answers 400: the site got no valid Host, or the proxy expects the other scheme`,
      action: "pass on the visitor's Host, and correct scheme and port of PUBLIC_URL",
    })
  }
  if (status === 421) {
    return failure('Host', {
      problem: `Status 421: the site gets another Host than ${new URL(home).host}`,
      action:
        "pass on the visitor's Host (nginx: proxy_set_header Host $host), or correct PUBLIC_URL",
    })
  }
  if (status === 401 || status === 403) {
    return warning(variable, {
      problem: `${shown} answers ${status}: it is closed to this request, so nothing more can be seen`,
      action: 'run this where the site is open',
    })
  }
  if (status >= 300 && status < 400) {
    return failure(variable, {
      problem: `${shown} redirects, with status ${status}`,
      action: 'set PUBLIC_URL to the address that visitors end at',
    })
  }
  if (status >= 500) {
    const problem = `${shown} answers ${status}: the proxy cannot reach the site, or the site has no content`
    const action = 'check the address of the site in the proxy, then "Content API"'
    return notReached({ problem, action }, !isRunning)
  }
  if (status !== 200 || !/(?:^|, *)page;/.test(header('cache-status'))) {
    return failure(variable, {
      problem: `${shown} answers ${status} without the Cache-Status of a page: it is not this site, or the proxy removes it`,
      action: 'check the address of the site in the proxy, and where the host name leads',
    })
  }
  return null
}

function checkEncoding({ header }: Answer) {
  const encoding = header('content-encoding')
  if (encoding !== '') return ok('Compression', `Pages arrive with ${encoding}`)
  return warning('Compression', {
    problem: 'Pages arrive uncompressed',
    action: 'let the proxy pass on Accept-Encoding and Content-Encoding',
  })
}

function checkStrictTransport({ header }: Answer) {
  if (header('strict-transport-security') !== '') return ok('HSTS', 'It arrives')
  return warning('HSTS', {
    problem: 'Strict-Transport-Security does not arrive',
    action: 'let the proxy pass it on, and start the site with this PUBLIC_URL',
  })
}

async function redirectFinding(home: string, userAgent: OutgoingHeaders) {
  const { host, port } = new URL(home)
  if (port === '') return checkRedirect(`http://${host}/`, home, userAgent)
  return info('Redirect', 'Not requested, since PUBLIC_URL has a port of its own')
}

/** Whether an address without TLS leads to the one with TLS. */
export async function checkRedirect(
  plain: string,
  home: string,
  userAgent: OutgoingHeaders,
): Promise<Finding> {
  const subject = 'Redirect'
  try {
    const { status, header } = await get(plain, userAgent)
    const location = header('location')
    const target = URL.canParse(location) ? new URL(location).href : ''
    if (status >= 300 && status < 400 && target.startsWith(home)) {
      return ok(subject, `${plain} leads to https://, with status ${status}`)
    }
    const problem = `${plain} answers ${status}, and does not lead to ${home}`
    return warning(subject, { problem, action: 'redirect it in the proxy, with status 301' })
  } catch (error) {
    const reason = codeOf(error) || faultOf(error)
    return info(subject, `${plain} does not answer (${reason}): visitors must type https://`)
  }
}

/** The site tags its pages if it has proxies to trust; whether it trusts this one is not seen from outside. */
function checkTrust({ header }: Answer, trustedProxies: readonly string[]): Finding[] {
  if (trustedProxies.length === 0) return []
  const isTagged = header('surrogate-key') !== '' || header('cache-tag') !== ''
  const seen = isTagged
    ? 'The site that runs has it'
    : 'No Surrogate-Key arrives: the proxy removes it, or the site runs without TRUST_PROXY'
  const rest = 'whether it names the right proxy is not visible here: if not, the site logs'
  return [info('TRUST_PROXY', `${seen}; ${rest} "untrusted proxy: set TRUST_PROXY"`)]
}

/** A cache in front must keep the pages of both languages apart. */
async function checkCache(
  arabic: Answer,
  home: string,
  userAgent: OutgoingHeaders,
): Promise<Finding[]> {
  const subject = 'Proxy cache'
  try {
    const english = await get(home, headersFor(userAgent, 'En'))
    const languages = [arabic, english].map(({ header }) => header('content-language'))
    if (languages[0] !== '' && languages[0] === languages[1]) {
      return [
        failure('Language', {
          problem: `Visitors with the cookie lang=En get the page in ${languages[0]}`,
          action:
            'let the proxy pass on cookies, and a cache obey "Vary: Cookie" or have lang in its key',
        }),
      ]
    }
    const other = `; other=${randomBytes(4).toString('hex')}`
    const again = await get(home, headersFor(userAgent, 'Ar', other))
    const text = isCachedInFront(again)
      ? 'A visitor with other cookies got a page from a cache in front of the site'
      : 'Not seen: a visitor with other cookies got a page from the site'
    return [ok('Language', 'Each visitor gets their own'), info(subject, text)]
  } catch (error) {
    return [failure(subject, adviceFor(faultOf(error), codeOf(error), variable))]
  }
}

function isCachedInFront({ header }: Answer) {
  const caches = ['x-cache', 'x-cache-status', 'cf-cache-status', 'x-proxy-cache'].map(header)
  // The site's own member of Cache-Status begins with `page`.
  const others = header('cache-status')
    .split(/, */)
    .filter((member) => !member.startsWith('page;'))
  return Number(header('age')) > 0 || [...caches, ...others].some((text) => /\bhit\b/i.test(text))
}
