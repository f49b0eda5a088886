/**
 * The rules of MDN's HTTP Observatory (mdn/mdn-http-observatory, src/analyzer/tests and
 * src/grader/charts.js) that depend only on the headers of a response. A score starts at 100.
 */
interface Rule {
  name: string
  /** The points that a response gains or loses. */
  score: (headers: Headers) => number
}

const tooBroad = /^(?:\*|(?:https?|ftp):(?:\/\/\*(?:\.\*)?)?)$/

const rules: Rule[] = [
  { name: 'content-security-policy', score: scoreOfPolicy },
  { name: 'cookies', score: scoreOfCookies },
  {
    name: 'cross-origin-resource-sharing',
    score: (headers) => (headers.get('access-control-allow-credentials') === 'true' ? -50 : 0),
  },
  {
    name: 'referrer-policy',
    score: (headers) => {
      const policy = headers.get('referrer-policy') ?? ''
      if (policy === '') return 0
      return /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(policy)
        ? 5
        : -5
    },
  },
  {
    name: 'strict-transport-security',
    score: (headers) => {
      const value = headers.get('strict-transport-security') ?? ''
      const seconds = Number(/(?:^|;\s*)max-age=(\d+)/i.exec(value)?.[1] ?? -1)
      if (seconds < 0) return -20
      return seconds < 15_768_000 ? -10 : 0
    },
  },
  {
    name: 'x-content-type-options',
    score: (headers) => (headers.get('x-content-type-options') === 'nosniff' ? 0 : -5),
  },
  {
    name: 'x-frame-options',
    score: (headers) => {
      if (policyOf(headers).has('frame-ancestors')) return 5
      return /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20
    },
  },
  {
    name: 'cross-origin-resource-policy',
    score: (headers) => {
      const policy = headers.get('cross-origin-resource-policy') ?? 'cross-origin'
      if (policy === 'same-origin' || policy === 'same-site') return 10
      return policy === 'cross-origin' ? 0 : -5
    },
  },
]

/** @returns the points of a response for each rule, and its score */
export function scoreOf(headers: Headers) {
  const modifiers = Object.fromEntries(rules.map(({ name, score }) => [name, score(headers)]))
  const values = Object.values(modifiers)
  const lost = values.filter((value) => value < 0).reduce((sum, value) => sum + value, 100)
  const gained = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0)
  // Gains count only when at most 10 points are lost.
  return { modifiers, score: lost >= 90 ? lost + gained : Math.max(lost, 0) }
}

/** The directives of a response's policy with their sources; the first one of each name counts. */
export function policyOf(headers: Headers) {
  const policy = new Map<string, string[]>()
  for (const directive of (headers.get('content-security-policy') ?? '').split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name !== '' && !policy.has(name)) policy.set(name, sources)
  }
  return policy
}

/**
 * The weaknesses of a policy that Google's CSP evaluator reports.
 * @returns descriptions
 */
export function weaknessesOf(headers: Headers) {
  const policy = policyOf(headers)
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const findings: string[] = []
  for (const name of ['script-src', 'object-src', 'style-src', 'default-src']) {
    for (const source of sourcesOf(name)) {
      if (/^'unsafe-/.test(source)) findings.push(`${name} ${source}`)
      if (tooBroad.test(source) || source.includes('*')) findings.push(`${name} ${source} is broad`)
      if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) findings.push(`${name} ${source} is a whole scheme`)
      if (/^(?:https?:)?\/\//.test(source)) findings.push(`${name} ${source} is another host`)
      if (source.startsWith("'nonce-")) findings.push(`${name} has a nonce in a cached page`)
    }
  }
  if (policy.get('base-uri')?.join(' ') !== "'none'") findings.push('base-uri is open')
  if (sourcesOf('object-src').join(' ') !== "'none'") findings.push('object-src is open')
  if (!policy.has('frame-ancestors')) findings.push('frame-ancestors is missing')
  if (!policy.has('form-action')) findings.push('form-action is missing')
  return findings
}

function scoreOfPolicy(headers: Headers) {
  const policy = policyOf(headers)
  if (policy.size === 0) return -25
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const [script, object, style] = ['script-src', 'object-src', 'style-src'].map(sourcesOf)
  const isUnsafe = (source: string) => source === "'unsafe-inline'" || source === 'data:'
  if (script?.some((source) => tooBroad.test(source) || isUnsafe(source))) return -20
  if (object?.some((source) => tooBroad.test(source))) return -20
  if ([...policy.values()].flat().some((source) => /^(?:http|ftp):/.test(source))) return -20
  if ([script, style].some((sources) => sources?.includes("'unsafe-eval'"))) return -10
  if (style?.some((source) => tooBroad.test(source) || isUnsafe(source))) return 0
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5
}

function scoreOfCookies(headers: Headers) {
  const cookies = headers.getSetCookie()
  if (cookies.length === 0) return 0
  if (!cookies.every((cookie) => /;\s*secure(?:;|$)/i.test(cookie))) return -20
  return cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie)) ? 5 : 0
}
