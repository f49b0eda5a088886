import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { contentTypeNames } from './content/content-types.ts'
import { parseHeaders, userAgentOf } from './outgoing-headers.ts'
import { mailAddressOf } from './text/linked-text.ts'

export { contentTypeNames, type ContentType } from './content/content-types.ts'

/** An invalid environment variable. The message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const httpAddress = z
  .string()
  .refine(isHttpAddress, 'must be an http:// or https:// address, without ? and #')
  .transform((text) => text.replace(/\/+$/, ''))

const httpAddresses = z.string().transform((text, context) => {
  const parsed = z.array(httpAddress).safeParse(text.split(',').map((part) => part.trim()))
  if (parsed.success) return parsed.data
  context.addIssue({
    code: 'custom',
    message: 'must be an http:// or https:// address, or a comma-separated list of them',
  })
  return z.NEVER
})

const sharedCacheAddress = z
  .string()
  .refine(
    (text) => /^rediss?:\/\/[^\s#]+$/i.test(text) && URL.canParse(text),
    'must be a redis:// or rediss:// address, such as redis://user:password@valkey.example.com:6379',
  )

const wirePath = z.string().regex(/^\/[\w\-./~%]*$/, 'must be a path that starts with /')

/** As mail servers take it: a domain in another script becomes punycode. */
const mailAddress = z.string().transform((text, context) => {
  const address = mailAddressOf(text)
  if (address !== null) return address
  context.addIssue({ code: 'custom', message: 'must be a mail address such as sales@example.com' })
  return z.NEVER
})

const mailAddresses = z.string().transform((text, context) => {
  const parsed = z.array(mailAddress).safeParse(text.split(',').map((part) => part.trim()))
  if (parsed.success) return parsed.data
  context.addIssue({
    code: 'custom',
    message: 'must be a mail address, or a comma-separated list of them',
  })
  return z.NEVER
})

/** Options of a mail server belong in the settings of this project, so its address has no path and no query. */
const mailServer = z
  .string()
  .refine(
    (text) => /^smtps?:\/\/[^\s/?#]+\/?$/i.test(text) && isMailServer(text),
    'must be an address such as smtps://user:password@mail.example.com:465, with special characters percent-encoded',
  )

/** Unlike the base of an API it may have a query, which often carries a key. */
const hookAddress = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s#@]+$/i.test(text) && URL.canParse(text),
    'must be an http:// or https:// address, without # and @',
  )

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}

const share = z
  .string()
  .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1, such as 0.1')
  .transform(Number)

const dayMs = 24 * 60 * 60 * 1000

/** A country in ISO 3166-1, upper case. */
export const countryCode = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine(isSupportedCountry, 'must be the two-letter code of a country, such as SA')

const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be a comma-separated list of addresses or networks, such as 10.0.0.1,fd00::/8',
  )

const renamedTypes = z.string().transform((text, context) => {
  const shape = z.partialRecord(z.enum(contentTypeNames), z.string().min(1))
  try {
    const parsed = shape.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // Invalid JSON gets the same message.
  }
  context.addIssue({
    code: 'custom',
    message: `must be JSON like {"Blog":"BlogPosts"} with keys out of ${contentTypeNames.join(', ')}`,
  })
  return z.NEVER
})

const apiHeaders = z.string().transform((text, context) => {
  const headers = parseHeaders(text)
  if (typeof headers !== 'string') return headers
  context.addIssue({ code: 'custom', message: headers })
  return z.NEVER
})

/** Reads the file that a variable names. */
const fileText = z.string().transform((file, context) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    context.addIssue({ code: 'custom', message: `must be a file that can be read${reason}` })
    return z.NEVER
  }
})

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default('0.0.0.0'),
    OPS_PORT: wholeNumber(0, 65_535).default(9464),
    OPS_HOST: z.string().default('127.0.0.1'),
    OPS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    PUBLIC_URL: httpAddress.optional(),
    TRUST_PROXY: networks.default([]),
    CONTENT_API_URL: httpAddress.optional(),
    CONTENT_GET_POST_PATH: wirePath.default('/get-post'),
    CONTENT_MAIN_SYSTEM_PATH: wirePath.default('/main-system'),
    CONTENT_POST_EMAIL_PATH: wirePath.default('/users/PostEmail'),
    CONTENT_COMPANY_PATH: wirePath.default('/company-processing'),
    CONTENT_IMAGES_URL: httpAddress.optional(),
    CONTENT_FBRN_ID: z.string().default('1'),
    CONTENT_API_HEADERS: apiHeaders.optional(),
    CONTENT_API_HEADERS_FILE: fileText.pipe(apiHeaders).optional(),
    CONTENT_TYPES: renamedTypes.default({}),
    CONTENT_CACHE_TTL_S: wholeNumber(0, 31_536_000).default(60),
    CONTENT_STALE_S: wholeNumber(0, 31_536_000).default(604_800),
    PAGE_CACHE_MB: wholeNumber(0, 65_536).default(64),
    INDEXABLE: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
    AI_CRAWLERS: z.enum(['allow', 'deny'], { error: 'must be allow or deny' }).default('allow'),
    SEARCH_CRAWL_PER_S: wholeNumber(0, 1_000).default(10),
    DATA_DIR: z.string().default('./data'),
    BRAND_DIR: z.string().optional(),
    ANALYTICS: z
      .enum(['log', 'none', 'plausible', 'matomo', 'ga4'], {
        error: 'must be log, none, plausible, matomo or ga4',
      })
      .default('log'),
    ANALYTICS_URL: httpAddress.optional(),
    ANALYTICS_SITE: z.string().optional(),
    ANALYTICS_SECRET: z.string().optional(),
    WEB_VITALS_SAMPLE: share.default(0.1),
    ENQUIRY_DELIVERY: z
      .enum(['post-email', 'smtp', 'webhook', 'log', 'none'], {
        error: 'must be post-email, smtp, webhook, log or none',
      })
      .default('post-email'),
    ENQUIRY_TO: mailAddresses.optional(),
    ENQUIRY_FROM: mailAddress.optional(),
    SMTP_URL: mailServer.optional(),
    POST_EMAIL_FROM: mailAddress.optional(),
    POST_EMAIL_PASSWORD: z.string().optional(),
    POST_EMAIL_PORT: wholeNumber(1, 65_535).optional(),
    ENQUIRY_WEBHOOK_URL: hookAddress.optional(),
    ENQUIRY_WEBHOOK_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
    ENQUIRY_KEEP_DAYS: wholeNumber(0, 3_650).default(30),
    SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
    SHARED_CACHE_URL: sharedCacheAddress.optional(),
    CONTENT_WEBHOOK_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
    PROXY_PURGE_URLS: httpAddresses.default([]),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    ACCESS_LOG: z
      .enum(['all', 'misses', 'none'], { error: 'must be all, misses or none' })
      .default('all'),
  })
  .superRefine((env, context) => {
    const required = {
      log: [],
      none: [],
      plausible: ['ANALYTICS_SITE'],
      matomo: ['ANALYTICS_URL', 'ANALYTICS_SITE'],
      ga4: ['ANALYTICS_SITE', 'ANALYTICS_SECRET'],
    } as const
    for (const name of required[env.ANALYTICS]) {
      if (!env[name]) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is required for ANALYTICS=${env.ANALYTICS}`,
        })
      }
    }
  })
  .superRefine((env, context) => {
    if (env.CONTENT_API_HEADERS === undefined || env.CONTENT_API_HEADERS_FILE === undefined) return
    context.addIssue({
      code: 'custom',
      path: ['CONTENT_API_HEADERS_FILE'],
      message: 'cannot be set together with CONTENT_API_HEADERS',
    })
  })
  .superRefine((env, context) => {
    if (env.SHARED_CACHE_URL === undefined || env.SECRET !== undefined) return
    // With a secret of its own each process would reject what the others have signed.
    context.addIssue({
      code: 'custom',
      path: ['SECRET'],
      message: 'is required for SHARED_CACHE_URL, the same for all processes',
    })
  })
  .superRefine((env, context) => {
    const required = {
      'post-email': [],
      smtp: ['ENQUIRY_TO', 'ENQUIRY_FROM', 'SMTP_URL'],
      webhook: ['ENQUIRY_WEBHOOK_URL', 'ENQUIRY_WEBHOOK_SECRET'],
      log: [],
      none: [],
    } as const
    for (const name of required[env.ENQUIRY_DELIVERY]) {
      if (!env[name]) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is required for ENQUIRY_DELIVERY=${env.ENQUIRY_DELIVERY}`,
        })
      }
    }
    // Enquiries would be delivered to a log that nobody writes.
    const isLogged = ['info', 'debug', 'trace'].includes(env.LOG_LEVEL)
    if (env.ENQUIRY_DELIVERY === 'log' && !isLogged) {
      context.addIssue({
        code: 'custom',
        path: ['LOG_LEVEL'],
        message: 'must be info, debug or trace for ENQUIRY_DELIVERY=log',
      })
    }
  })

/** The variables that the site reads, besides NODE_ENV. */
export const settingNames = Object.keys(environment.shape).filter((name) => name !== 'NODE_ENV')

/** The configuration, parsed once from the environment and frozen. */
export type Config = ReturnType<typeof parseConfig>

export type AccessLog = Config['accessLog']

/**
 * The only place that reads the environment.
 * @throws ConfigError with one line that names the first invalid value
 */
function readConfig() {
  return parseConfig(process.env)
}

/** Reads the configuration at start. An invalid value ends the process with one line on standard error. */
export function readConfigOrStop() {
  return orStop(readConfig)
}

/** Runs a step of the start. A ConfigError ends the process with its line on standard error. */
export function orStop<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

/**
 * Parses environment variables. An empty value counts as not set.
 * @throws ConfigError with one line that names the first invalid value
 */
export function parseConfig(variables: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(nonEmpty)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}. Correct it and start again.`)
  }
  const env = parsed.data
  const userAgent = userAgentOf(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  // The embedded content service asks for none.
  const apiHeaders = env.CONTENT_API_URL
    ? (env.CONTENT_API_HEADERS ?? env.CONTENT_API_HEADERS_FILE)
    : undefined
  const headers = Object.freeze({ ...userAgent, ...apiHeaders })
  return Object.freeze({
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    ops: Object.freeze({ port: env.OPS_PORT, host: env.OPS_HOST, token: env.OPS_TOKEN }),
    publicUrl: env.PUBLIC_URL,
    /** The header with the site's name, for calls to any server. */
    userAgent: Object.freeze(userAgent),
    trustedProxies: Object.freeze(env.TRUST_PROXY),
    content: Object.freeze({
      apiUrl: env.CONTENT_API_URL,
      getPostPath: env.CONTENT_GET_POST_PATH,
      mainSystemPath: env.CONTENT_MAIN_SYSTEM_PATH,
      postEmailPath: env.CONTENT_POST_EMAIL_PATH,
      companyPath: env.CONTENT_COMPANY_PATH,
      imagesUrl: env.CONTENT_IMAGES_URL,
      fbrnId: env.CONTENT_FBRN_ID,
      /** The headers of every call to the content API. Secret. */
      headers,
      /** The headers of requests for pictures and files, which another host may have. Secret. */
      fileHeaders: isOfApi(env.CONTENT_IMAGES_URL, env.CONTENT_API_URL)
        ? headers
        : Object.freeze(userAgent),
      /** This site's own address, which texts may link to. */
      siteUrl: env.PUBLIC_URL,
      renamedTypes: Object.freeze(env.CONTENT_TYPES),
      freshMs: env.CONTENT_CACHE_TTL_S * 1000,
      staleMs: env.CONTENT_STALE_S * 1000,
    }),
    sharedCacheUrl: env.SHARED_CACHE_URL,
    contentWebhookSecret: env.CONTENT_WEBHOOK_SECRET,
    proxyPurgeUrls: Object.freeze(env.PROXY_PURGE_URLS),
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    isIndexable: env.INDEXABLE === 'true',
    allowsAiCrawlers: env.AI_CRAWLERS === 'allow',
    searchCrawlPerS: env.SEARCH_CRAWL_PER_S,
    dataDir: path.resolve(env.DATA_DIR),
    brandDir: env.BRAND_DIR === undefined ? undefined : path.resolve(env.BRAND_DIR),
    analytics: Object.freeze({
      sink: env.ANALYTICS,
      url: env.ANALYTICS_URL,
      site: env.ANALYTICS_SITE,
      secret: env.ANALYTICS_SECRET,
    }),
    webVitalsSample: env.WEB_VITALS_SAMPLE,
    enquiries: Object.freeze({
      delivery: env.ENQUIRY_DELIVERY,
      to: Object.freeze(env.ENQUIRY_TO ?? []),
      from: env.ENQUIRY_FROM ?? '',
      smtpUrl: env.SMTP_URL ?? '',
      postEmail: Object.freeze({
        from: env.POST_EMAIL_FROM ?? '',
        password: env.POST_EMAIL_PASSWORD ?? '',
        port: env.POST_EMAIL_PORT?.toString() ?? '',
      }),
      webhook: Object.freeze({
        url: env.ENQUIRY_WEBHOOK_URL ?? '',
        secret: env.ENQUIRY_WEBHOOK_SECRET ?? '',
      }),
      keepMs: env.ENQUIRY_KEEP_DAYS * dayMs,
    }),
    secret: env.SECRET ?? randomBytes(32).toString('base64url'),
    secretIsRandom: env.SECRET === undefined,
    logLevel: env.LOG_LEVEL,
    accessLog: env.ACCESS_LOG,
  })
}

/** Whether files are on the origin of the content API, as they are unless they have an address of their own. */
function isOfApi(imagesUrl: string | undefined, apiUrl: string | undefined) {
  if (imagesUrl === undefined) return true
  return apiUrl !== undefined && new URL(imagesUrl).origin === new URL(apiUrl).origin
}

/** Whether a text is an IP address or a network such as 10.0.0.0/8. IPv4 only as four decimal numbers. */
function isNetwork(text: string) {
  const { IPv4, IPv6 } = ipaddr
  return (
    IPv4.isValidFourPartDecimal(text) ||
    IPv4.isValidCIDRFourPartDecimal(text) ||
    IPv6.isValid(text) ||
    IPv6.isValidCIDR(text)
  )
}

function isHttpAddress(text: string) {
  return /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text)
}

/** Whether user and password, if any, can be decoded. */
function isMailServer(text: string) {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  try {
    decodeURIComponent(username + password)
    return hostname !== ''
  } catch {
    return false
  }
}
