import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { contentTypeNames } from './content/content-types.ts'
import { type OutgoingHeaders, parseHeaders, userAgentOf } from './outgoing-headers.ts'
import { isCacheAddress } from './shared-cache/cache-address.ts'
import { isReadable, isWithin } from '@site/arabic-text/characters'
import { sampleFolder } from '@site/content-folder/folder-files'
import { isListenerTaken } from '@site/runtime/listen'
import { linkFolders } from '@site/content-folder/walk-files'
import { mailAddressOf } from '@site/arabic-text/linked-text'

export { contentTypeNames, type ContentType } from './content/content-types.ts'

/** An invalid environment variable. The message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const httpAddress = z
  .string()
  .refine(isHttpAddress, 'must be an http:// or https:// address, without ?, # and user')
  .transform((text) => text.replace(/\/+$/, ''))

/** User and password become an Authorization header: log lines and the doctor show addresses. */
const apiAddress = z.string().transform((text, context) => {
  const [, scheme = '', pair, rest = ''] = /^(https?:\/\/)(?:([^@/]*)@)?(.*)$/i.exec(text) ?? []
  const address = httpAddress.safeParse(scheme + rest)
  const [user = '', ...password] = (pair ?? '').split(':').map(decoded)
  if (address.success && [user, ...password].every((part) => part !== null)) {
    const basic = Buffer.from(`${user}:${password.join(':')}`).toString('base64')
    const authorization = pair === undefined ? undefined : `Basic ${basic}`
    return { address: address.data, authorization }
  }
  const message =
    'must be an http:// or https:// address without ? and #, with special characters of user and password percent-encoded'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const sharedCacheAddress = z
  .string()
  .refine(
    isCacheAddress,
    'must be a redis:// or rediss:// address, such as redis://user:password@valkey.example.com:6379; of sentinels redis+sentinel://host:26379,host2:26379/master, of a cluster redis+cluster://host:6379',
  )

const wirePath = z.string().regex(/^\/[\w\-./~%]*$/, 'must be a path that starts with /')

/** The form that mail servers accept: an internationalised domain becomes punycode. */
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

/** The address has no path and no query, because this project's settings hold the mail server's options. */
const mailServer = z
  .string()
  .refine(
    (text) => /^smtps?:\/\/[^\s/?#]+\/?$/i.test(text) && isMailServer(text),
    'must be an address such as smtps://user:password@mail.example.com:465, with special characters percent-encoded',
  )

/** A port or a socket, as the options of a connection. */
const clamdAddress = z.string().transform((text, context) => {
  const [, host, port] = /^(?:\[?([^\s[\]/]+)\]?):(\d{1,5})$/.exec(text) ?? []
  if (host !== undefined) return { host, port: Number(port) }
  if (path.isAbsolute(text)) return { path: text }
  context.addIssue({
    code: 'custom',
    message: 'must be host:port or the path of a socket, such as /run/clamav/clamd.ctl',
  })
  return z.NEVER
})

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

/** An ISO 3166-1 country code, in upper case. */
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
    // Invalid JSON gets the same message as an invalid shape.
  }
  context.addIssue({
    code: 'custom',
    message: `must be JSON like {"Blog":"BlogPosts"} with keys out of ${contentTypeNames.join(', ')}`,
  })
  return z.NEVER
})

/** Labels, of which "commercial" stands for many; "none" alone for no label. */
const hiddenLabels = z.string().transform((text, context) => {
  const labels = text.split(/[,،]/).map((label) => label.trim())
  const isNone = (label: string) => /^none$/i.test(label)
  if (labels.length === 1 && labels.every(isNone)) return []
  if (labels.every((label) => isReadable(label) && !isNone(label))) return labels
  const message =
    'must be none, or a comma-separated list of labels, in which commercial stands for prices, costs, stock and the like'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const apiHeaders = z.string().transform((text, context) => {
  const headers = parseHeaders(text)
  if (typeof headers !== 'string') return headers
  context.addIssue({ code: 'custom', message: headers })
  return z.NEVER
})

/** The documentation of a setting in README.md, docs/configuration.md and .env.example. */
interface Description {
  /** One or two sentences of Markdown, with paths from the root of the project. The README shows the first. */
  text: string
  /** How its default is computed, if its schema has none; Markdown. */
  unset?: string
  /** Whether it is one of the ten settings that most operators need. */
  isEssential?: true
}

const descriptions = z.registry<Description>()

const secretText = z.string().min(16, 'must have 16 characters or more')

/** The settings by topic. The documents are generated from this table: `npm run write:configuration`. */
const groups = {
  Listeners: {
    PORT: wholeNumber(0, 65_535).default(3000).register(descriptions, {
      text: 'Port of the public listener. `0` takes any free port.',
      isEssential: true,
    }),
    HOST: z
      .string()
      .default('0.0.0.0')
      .register(descriptions, { text: 'Address of the public listener.' }),
    OPS_PORT: wholeNumber(0, 65_535).default(9464).register(descriptions, {
      text: 'Port of the admin server: `/livez`, `/readyz`, `/metrics`, `POST /purge`, `/enquiries`. `0` switches it off; if the port is taken, the site starts without it and logs a warning. Unset under [Passenger or LiteSpeed](deploy/README.md#hosting-panels), it is a socket file, `admin.sock` in `DATA_DIR`.',
    }),
    OPS_HOST: z.string().default('127.0.0.1').register(descriptions, {
      text: 'Address of the admin server. It is plain HTTP: keep it away from the internet.',
    }),
    OPS_TOKEN: secretText.optional().register(descriptions, {
      text: 'Bearer token that the admin server requires for everything but `/livez` and `/readyz`. At least 16 characters.',
      isEssential: true,
    }),
  },
  'Public address and proxies': {
    PUBLIC_URL: httpAddress.optional().register(descriptions, {
      text: 'Public address of the site, the only source of absolute URLs. Its scheme decides on `Strict-Transport-Security` and `Secure` cookies, and a request for another host gets 421, except for loopback hosts.',
      unset: '`http://localhost:PORT`',
      isEssential: true,
    }),
    TRUST_PROXY: networks.default([]).register(descriptions, {
      text: 'Addresses or networks of the proxies in front, comma-separated: `10.0.0.5,fd00::/8`. `X-Forwarded-For` and `X-Request-Id` are read from these only; [rate limits for each client](docs/operations.md#the-proxy-in-front) need it.',
      isEssential: true,
    }),
  },
  'Content API': {
    CONTENT_API_URL: apiAddress.optional().register(descriptions, {
      text: 'Base URL of the [content API](docs/content-api.md); unset, the embedded content service serves the content folder. It starts on a free loopback port. `https://user:password@…` is sent as Basic authorization.',
      isEssential: true,
    }),
    CONTENT_DIR: z.string().optional().register(descriptions, {
      text: '[Folder with the content](docs/content.md) of the company: texts, pictures, a spreadsheet of products. Changes show within two seconds. `CONTENT_API_URL` wins over it.',
      unset: '`content/`, the sample company',
      isEssential: true,
    }),
    CONTENT_LINKS: linkFolders.default([]).register(descriptions, {
      text: 'Absolute folders, comma-separated, to which [links in the content and brand folders](docs/content.md#links) may lead. Any other link out of these folders is not followed: nobody who may write there publishes other files of this machine.',
    }),
    CONTENT_GET_POST_PATH: wirePath
      .default('/get-post')
      .register(descriptions, { text: 'Path of content calls, appended to the base.' }),
    CONTENT_MAIN_SYSTEM_PATH: wirePath
      .default('/main-system')
      .register(descriptions, { text: 'Path of the main-system call.' }),
    CONTENT_POST_EMAIL_PATH: wirePath
      .default('/users/PostEmail')
      .register(descriptions, { text: 'Path of the e-mail call.' }),
    CONTENT_COMPANY_PATH: wirePath
      .default('/company-processing')
      .register(descriptions, { text: 'Path of the company-processing call.' }),
    CONTENT_IMAGES_URL: httpAddress.optional().register(descriptions, {
      text: 'Base URL of the pictures and files of posts.',
      unset: '`/images/post` on the origin of `CONTENT_API_URL`',
    }),
    CONTENT_FBRN_ID: z
      .string()
      .default('1')
      .register(descriptions, { text: 'The `FbrnId` field of every call.' }),
    CONTENT_API_HEADERS: apiHeaders.optional().register(descriptions, {
      text: 'JSON object of headers that every call to the content API carries, such as the key that its gateway wants: `{"X-Api-Key":"…"}`. Secret: never logged, and never sent to another host.',
    }),
    CONTENT_TYPES: renamedTypes.default({}).register(descriptions, {
      text: 'JSON object from this project\'s content type names to those of your API, such as `{"Blog":"BlogPosts"}`. A renamed type whose list is empty is logged once: its name may be misspelt.',
    }),
    CONTENT_HIDDEN_SPECS: hiddenLabels.default(['commercial']).register(descriptions, {
      text: 'Comma-separated labels of specifications of the content API that are never shown, such as `commercial,Internal note`. `commercial` stands for all that look like prices, costs, margins, stock, suppliers or taxes, in Arabic and other languages; `none` hides nothing. A [content folder](docs/content.md) names what is public in its `settings.yaml`.',
      unset: '`commercial`',
    }),
  },
  'Caches and data': {
    CONTENT_CACHE_TTL_S: wholeNumber(0, 31_536_000).default(60).register(descriptions, {
      text: 'How long content is fresh, in seconds; a change shows within about twice this time, or at once after a purge. `0`: every call goes out.',
    }),
    CONTENT_STALE_S: wholeNumber(0, 31_536_000).default(604_800).register(descriptions, {
      text: 'How long the last good content may be served stale while the API fails, in seconds, also after a restart.',
    }),
    PAGE_CACHE_MB: wholeNumber(0, 65_536).default(64).register(descriptions, {
      text: 'Size of the cache of rendered pages, in MB. `0`: every page is rendered, but concurrent visitors still share one render.',
    }),
    SEARCH_CRAWL_PER_S: wholeNumber(0, 1_000).default(10).register(descriptions, {
      text: 'Calls for details per second that the search index makes in the background, two at a time at most; the embedded service is not limited. `0`: nothing is read, and no page rendered, that no visitor has asked for.',
    }),
    OFFLINE: z
      .enum(['on', 'off'], { error: 'must be on or off' })
      .default('on')
      .register(descriptions, {
        text: '`on`: browsers keep the last 50 pages seen and the quotation list, and show them while there is no network. `off` removes what they have kept.',
      }),
    DATA_DIR: z.string().default('./data').register(descriptions, {
      text: 'Folder of enquiries, last good content, resized pictures, search index, change log, assets of builds and embedded database. Keep it on a disk that outlives the process.',
      isEssential: true,
    }),
  },
  Brand: {
    BRAND_DIR: z.string().optional().register(descriptions, {
      text: 'Folder with the names, mark, colours and icons of the company: [brand.md](docs/brand.md). Unset: `brand/` in `CONTENT_DIR`, if it is there; else names come from the content and no mark is shown. The sample company has its own brand.',
      isEssential: true,
    }),
  },
  'Search engines': {
    INDEXABLE: z
      .enum(['true', 'false', 'no-ai'], { error: 'must be true, false or no-ai' })
      .default('true')
      .register(descriptions, {
        text: '`false` for a site that search engines must not list, such as staging: robots.txt disallows everything, and every response carries `X-Robots-Tag: noindex`. `no-ai` disallows everything only for the known crawlers of language models, and takes `/llms.txt` away.',
      }),
  },
  Analytics: {
    ANALYTICS: z
      .enum(['log', 'none', 'plausible', 'matomo', 'ga4'], {
        error: 'must be log, none, plausible, matomo or ga4',
      })
      .default('log')
      .register(descriptions, {
        text: 'Sink of page views: `log`, `plausible`, `matomo`, `ga4` or `none`, with which browsers do not measure [Web Vitals](docs/monitoring.md#web-vitals) for `/metrics` either.',
      }),
    ANALYTICS_URL: httpAddress
      .optional()
      .register(descriptions, { text: 'Address of the analytics service.' }),
    ANALYTICS_SITE: z
      .string()
      .optional()
      .register(descriptions, { text: 'Domain, site id or measurement id at the service.' }),
    ANALYTICS_SECRET: z
      .string()
      .optional()
      .register(descriptions, { text: 'API secret or token of the service.' }),
  },
  Enquiries: {
    ENQUIRY_DELIVERY: z
      .enum(['post-email', 'smtp', 'webhook', 'log', 'none'], {
        error: 'must be post-email, smtp, webhook, log or none',
      })
      .default('post-email')
      .register(descriptions, {
        text: 'How enquiries reach the company: `post-email` (the content API), `smtp`, `webhook`, `log` or `none` (no form anywhere).',
        isEssential: true,
      }),
    ENQUIRY_TO: mailAddresses.optional().register(descriptions, {
      text: 'Recipients of `smtp`, comma-separated; a domain may be in Arabic. Also the contact in `/.well-known/security.txt`, instead of the contact e-mail of the content.',
    }),
    ENQUIRY_FROM: mailAddress.optional().register(descriptions, { text: 'Sender of `smtp`.' }),
    SMTP_URL: mailServer.optional().register(descriptions, {
      text: 'Mail server of `smtp`: `smtps://user:password@mail.example.com:465` (TLS) or `smtp://…` (STARTTLS). Special characters in user and password are percent-encoded.',
    }),
    POST_EMAIL_FROM: mailAddress
      .optional()
      .register(descriptions, { text: 'The field `comEmail` of `post-email`.' }),
    POST_EMAIL_PASSWORD: z
      .string()
      .optional()
      .register(descriptions, { text: 'The field `comEmailPass` of `post-email`.' }),
    POST_EMAIL_PORT: wholeNumber(1, 65_535)
      .optional()
      .register(descriptions, { text: 'The field `comEmailPort` of `post-email`.' }),
    ENQUIRY_WEBHOOK_URL: hookAddress.optional().register(descriptions, {
      text: 'Address of `webhook`, which gets a [signed JSON post](docs/enquiries.md#webhook).',
    }),
    ENQUIRY_WEBHOOK_SECRET: secretText
      .optional()
      .register(descriptions, { text: 'Signs the posts of `webhook`; at least 16 characters.' }),
    CLAMD_ADDRESS: clamdAddress.optional().register(descriptions, {
      text: 'clamd, which scans the [files of enquiries](docs/enquiries.md#files): `host:port` or the path of a socket. While it is unreachable, no files are accepted.',
    }),
  },
  'Secrets and several processes': {
    SECRET: secretText.optional().register(descriptions, {
      text: 'Signs anti-forgery tokens and makes the references and links of enquiries; at least 16 characters, the same for all processes. Unset: tokens, links and open forms are lost at each restart.',
      unset: 'random at each start',
      isEssential: true,
    }),
    SHARED_CACHE_URL: sharedCacheAddress.optional().register(descriptions, {
      text: 'Valkey or Redis that [several processes](docs/operations.md#several-processes) share, such as `redis://user:password@valkey.example.com:6379` or `rediss://…`; also the master of [sentinels, or a cluster](docs/operations.md#several-processes). Needs `SECRET`.',
    }),
    CONTENT_WEBHOOK_SECRET: secretText.optional().register(descriptions, {
      text: 'Lets the content management system send [signed purges](docs/operations.md#fresh-at-once) to `POST /hooks/content`. At least 16 characters.',
    }),
  },
  Logs: {
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info')
      .register(descriptions, {
        text: 'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. `warn` and above also silence the access log and the lines of `ANALYTICS=log`.',
      }),
    ACCESS_LOG: z
      .enum(['all', 'misses', 'none'], { error: 'must be all, misses or none' })
      .default('all')
      .register(descriptions, {
        text: '`all` logs every request, `misses` those that were not served from the page cache or as static files, `none` nothing. Metrics count every request either way.',
      }),
  },
}

function isFolder(place: string) {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The settings that each sink and delivery requires. */
const required = {
  ANALYTICS: {
    log: [],
    none: [],
    plausible: ['ANALYTICS_SITE'],
    matomo: ['ANALYTICS_URL', 'ANALYTICS_SITE'],
    ga4: ['ANALYTICS_SITE', 'ANALYTICS_SECRET'],
  },
  ENQUIRY_DELIVERY: {
    'post-email': [],
    smtp: ['ENQUIRY_TO', 'ENQUIRY_FROM', 'SMTP_URL'],
    webhook: ['ENQUIRY_WEBHOOK_URL', 'ENQUIRY_WEBHOOK_SECRET'],
    log: [],
    none: [],
  },
} as const

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    NODE_ENV_IS_DEFAULT: z.string().optional(),
    ...groups.Listeners,
    ...groups['Public address and proxies'],
    ...groups['Content API'],
    ...groups['Caches and data'],
    ...groups.Brand,
    ...groups['Search engines'],
    ...groups.Analytics,
    ...groups.Enquiries,
    ...groups['Secrets and several processes'],
    ...groups.Logs,
  })
  .superRefine((env, context) => {
    const reject = (name: keyof typeof env, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const contentDir = env.CONTENT_DIR ?? sampleFolder
    if (!env.CONTENT_API_URL && !isFolder(contentDir)) {
      reject(
        'CONTENT_DIR',
        `must be a folder that can be read: ${path.resolve(contentDir)} is none`,
      )
    }
    for (const name of required.ANALYTICS[env.ANALYTICS]) {
      if (!env[name]) reject(name, `is required for ANALYTICS=${env.ANALYTICS}`)
    }
    for (const name of required.ENQUIRY_DELIVERY[env.ENQUIRY_DELIVERY]) {
      if (!env[name]) reject(name, `is required for ENQUIRY_DELIVERY=${env.ENQUIRY_DELIVERY}`)
    }
    if (env.CONTENT_API_URL?.authorization && env.CONTENT_API_HEADERS?.['authorization']) {
      reject('CONTENT_API_URL', 'must have no user, since CONTENT_API_HEADERS has an Authorization')
    }
    // With separate secrets, each process would reject what the others have signed.
    if (env.SHARED_CACHE_URL && !env.SECRET) {
      reject('SECRET', 'is required for SHARED_CACHE_URL, the same for all processes')
    }
    // Enquiries would be delivered to a log that is not written.
    if (env.ENQUIRY_DELIVERY === 'log' && !['info', 'debug', 'trace'].includes(env.LOG_LEVEL)) {
      reject('LOG_LEVEL', 'must be info, debug or trace for ENQUIRY_DELIVERY=log')
    }
  })

/** A setting as its documents show it. */
export interface Setting extends Description {
  name: string
  /** The variable that names a file with the value instead; null if there is none. */
  fileName: string | null
  /** The default as it would be set; null if there is none. */
  default: string | null
}

/** Describes all settings, by topic. */
export function describeSettings(): [topic: string, settings: Setting[]][] {
  return Object.entries(groups).map(([topic, schemas]: [string, Record<string, z.ZodType>]) => [
    topic,
    Object.entries(schemas).map(([name, schema]) => {
      const value = schema.parse(undefined)
      return {
        text: '',
        ...descriptions.get(schema),
        name,
        fileName: inFiles.includes(name) ? `${name}_FILE` : null,
        default: ['string', 'number'].includes(typeof value) ? String(value) : null,
      }
    }),
  ])
}

/**
 * Secrets that may also be in a file, which the variable with `_FILE` names: credentials of systemd, secrets of Docker
 * and Kubernetes.
 */
const inFiles = [
  ...['CONTENT_API_HEADERS', 'CONTENT_WEBHOOK_SECRET', 'ENQUIRY_WEBHOOK_SECRET', 'OPS_TOKEN'],
  ...['SECRET', 'SHARED_CACHE_URL', 'SMTP_URL'],
]

/** The names of all variables that the site reads, except NODE_ENV and those of egress proxies. */
export const settingNames = [
  ...Object.values(groups).flatMap((schemas) => Object.keys(schemas)),
  ...inFiles.map((name) => `${name}_FILE`),
]

/** Prefixes of settings that other software's variables also use. */
const commonPrefixes = ['ACCESS_', 'DATA_', 'LOG_', 'PUBLIC_']

const ownPrefixes = [
  ...new Set(settingNames.map((name) => /^[A-Z]+_/.exec(name)?.[0] ?? '')),
].filter((prefix) => prefix !== '' && !commonPrefixes.includes(prefix))

/**
 * Finds variables that look like misspelt settings: similar to one, or with its first word.
 * @returns a line about each, without its value
 */
function findMisspelt(names: string[]) {
  return names
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name) && !name.startsWith('NODE_'))
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const nearest = nearestSetting(name)
      if (nearest) return `unknown variable ${name}; did you mean ${nearest}?`
      if (!ownPrefixes.some((prefix) => name.startsWith(prefix))) return []
      return `unknown variable ${name}; docs/configuration.md lists all`
    })
}

/**
 * Finds the settings without which a production site shows the sample company, or links to localhost.
 * @returns a line about each, with the variable that may be meant
 */
function findMissing(names: string[]) {
  const isMissing = (...needed: string[]) => !needed.some((name) => names.includes(name))
  function hint(...needed: string[]) {
    const like = names.find((name) => needed.includes(nearestSetting(name) ?? ''))
    return like === undefined ? '' : ` (is ${like} misspelt?)`
  }
  return [
    ...(isMissing('CONTENT_API_URL', 'CONTENT_DIR')
      ? [
          `neither CONTENT_API_URL nor CONTENT_DIR is set${hint('CONTENT_API_URL', 'CONTENT_DIR')}: the site shows the sample company`,
        ]
      : []),
    ...(isMissing('PUBLIC_URL')
      ? [`PUBLIC_URL is not set${hint('PUBLIC_URL')}: links lead to localhost`]
      : []),
  ]
}

/** Finds the setting within an edit distance of one or two. Short names are similar to too many others. */
function nearestSetting(name: string) {
  const lettersOf = (text: string) => [...text].sort().join('')
  return (
    settingNames.find((known) => known.length > 5 && isWithin(1, name, known)) ??
    settingNames.find((known) => known.length > 9 && isWithin(2, name, known)) ??
    settingNames.find((known) => known.length > 5 && lettersOf(name) === lettersOf(known))
  )
}

/** The configuration, parsed once from the environment and frozen. */
export type Config = ReturnType<typeof parseConfig>

export type AccessLog = Config['accessLog']

/**
 * Reads the environment, here and nowhere else. An invalid value ends the process with one line on standard error.
 * @param changes values in place of the environment's
 */
export function readConfigOrStop(changes: Record<string, string> = {}) {
  return orStop(() => parseConfig({ ...process.env, ...changes }))
}

/** Runs a step of the startup. A ConfigError ends the process with its line on standard error. */
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
 * @param isHosted whether the host of this process has its listener
 * @throws ConfigError with one line that names the first invalid value
 */
export function parseConfig(
  variables: Record<string, string | undefined>,
  isHosted = isListenerTaken(),
) {
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  readEgressProxies(nonEmpty)
  const fromFiles = readSecretFiles(nonEmpty)
  const parsed = environment.safeParse({ ...nonEmpty, ...fromFiles })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw invalid(name in fromFiles ? `${name}_FILE` : name, issue?.message ?? '')
  }
  const env = parsed.data
  if (isHosted) requireHostedSettings(env)
  const userAgent = Object.freeze(userAgentOf(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`))
  const names = Object.keys(nonEmpty)
  const isLocal = env.PUBLIC_URL !== undefined && isLoopback(new URL(env.PUBLIC_URL).hostname)
  // A trial, such as `npm start`, has neither.
  const isProduction =
    (env.NODE_ENV === 'production' && !env.NODE_ENV_IS_DEFAULT) ||
    (env.PUBLIC_URL !== undefined && !isLocal)
  const missing = isProduction ? findMissing(names) : []
  return Object.freeze({
    /** Whether it is meant for visitors. */
    isProduction,
    /** A line about each setting without which a production site must not be indexed. */
    missing: Object.freeze(missing),
    port: env.PORT,
    host: env.HOST,
    ops: Object.freeze({
      port: env.OPS_PORT,
      host: env.OPS_HOST,
      /** The socket file in place of the port, for hosts where other people's programs share the machine. */
      socket: isHosted && !names.includes('OPS_PORT') ? adminSocketIn(env.DATA_DIR) : null,
      token: env.OPS_TOKEN,
    }),
    publicUrl: env.PUBLIC_URL,
    /** The User-Agent header, for calls to any server. */
    userAgent,
    trustedProxies: Object.freeze(env.TRUST_PROXY),
    content: contentSettings(env, userAgent),
    sharedCacheUrl: env.SHARED_CACHE_URL,
    contentWebhookSecret: env.CONTENT_WEBHOOK_SECRET,
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    /** A public site that shows the sample company or links to localhost is not listed. */
    isIndexable: env.INDEXABLE !== 'false' && (isLocal || missing.length === 0),
    allowsAiCrawlers: env.INDEXABLE !== 'no-ai',
    searchCrawlPerS: env.SEARCH_CRAWL_PER_S,
    dataDir: path.resolve(env.DATA_DIR),
    brandDir: env.BRAND_DIR === undefined ? undefined : path.resolve(env.BRAND_DIR),
    analytics: Object.freeze({
      sink: env.ANALYTICS,
      url: env.ANALYTICS_URL,
      site: env.ANALYTICS_SITE,
      secret: env.ANALYTICS_SECRET,
    }),
    enquiries: enquirySettings(env),
    clamd: env.CLAMD_ADDRESS ?? null,
    secret: env.SECRET ?? randomBytes(32).toString('base64url'),
    secretIsRandom: env.SECRET === undefined,
    logLevel: env.LOG_LEVEL,
    accessLog: env.ACCESS_LOG,
    /** Whether browsers keep pages for visits without a network. */
    isKeptOffline: env.OFFLINE === 'on',
    /** The names of the settings that are set. */
    names: Object.freeze(settingNames.filter((name) => name in nonEmpty)),
    /** A line about each variable that looks like a misspelt setting. */
    misspelt: Object.freeze(findMisspelt(names)),
  })
}

type Environment = z.output<typeof environment>

/** @throws ConfigError without what a site needs to know where another program listens for it */
function requireHostedSettings(env: Environment) {
  const unknown = [
    ...(env.PUBLIC_URL === undefined ? ['PUBLIC_URL to its public address'] : []),
    ...(env.TRUST_PROXY.length === 0 ? ['TRUST_PROXY=127.0.0.1'] : []),
  ]
  if (unknown.length === 0) return
  throw new ConfigError(
    `Another program listens for this site (Passenger, LiteSpeed): set ${unknown.join(', and ')}.`,
  )
}

function contentSettings(env: Environment, userAgent: OutgoingHeaders) {
  const contentDir = path.resolve(env.CONTENT_DIR ?? sampleFolder)
  // The embedded content service needs no headers.
  const { address: apiUrl, authorization } = env.CONTENT_API_URL ?? {}
  const apiHeaders = apiUrl ? env.CONTENT_API_HEADERS : undefined
  const headers: OutgoingHeaders = Object.freeze({
    ...userAgent,
    ...apiHeaders,
    ...(authorization && { authorization }),
  })
  return Object.freeze({
    apiUrl,
    /** The content folder; null with a content API. */
    dir: apiUrl === undefined ? contentDir : null,
    /** Folders to which links in the content and brand folders may lead. */
    links: Object.freeze(env.CONTENT_LINKS),
    /** Whether a setting names the content; else it is the sample company's by default. */
    isNamed: apiUrl !== undefined || env.CONTENT_DIR !== undefined,
    /** Whether the content is the sample company's. */
    isSample: apiUrl === undefined && contentDir === sampleFolder,
    getPostPath: env.CONTENT_GET_POST_PATH,
    mainSystemPath: env.CONTENT_MAIN_SYSTEM_PATH,
    postEmailPath: env.CONTENT_POST_EMAIL_PATH,
    companyPath: env.CONTENT_COMPANY_PATH,
    imagesUrl: env.CONTENT_IMAGES_URL,
    fbrnId: env.CONTENT_FBRN_ID,
    /** The headers of every call to the content API. They are secret. */
    headers,
    /** The headers of requests for pictures and files, which may be on another host. They are secret. */
    fileHeaders: isOfApi(env.CONTENT_IMAGES_URL, apiUrl) ? headers : userAgent,
    /** This site's public address, which texts may link to. */
    siteUrl: env.PUBLIC_URL,
    renamedTypes: Object.freeze(env.CONTENT_TYPES),
    /** Labels of specifications that are never shown. A content folder decides itself. */
    hiddenSpecs: Object.freeze(apiUrl === undefined ? [] : env.CONTENT_HIDDEN_SPECS),
    freshMs: env.CONTENT_CACHE_TTL_S * 1000,
    staleMs: env.CONTENT_STALE_S * 1000,
  })
}

function enquirySettings(env: Environment) {
  return Object.freeze({
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
  })
}

/** Returns the file at which the admin server listens where it has no port. */
export function adminSocketIn(dataDir: string) {
  return path.resolve(dataDir, 'admin.sock')
}

function invalid(name: string, problem: string) {
  return new ConfigError(`${name} ${problem}. Correct it and start again.`)
}

/**
 * Reads the secrets that are in files, without the line break that editors and `echo` put at the end.
 * @returns the values by the name of their setting
 * @throws ConfigError if a file cannot be read, or the setting has a value as well
 */
function readSecretFiles(variables: Record<string, string | undefined>) {
  const named = inFiles.flatMap((name) => {
    const file = variables[`${name}_FILE`]
    return file === undefined ? [] : [[name, file] as const]
  })
  return Object.fromEntries(
    named.map(([name, file]) => {
      if (variables[name] !== undefined) {
        throw invalid(`${name}_FILE`, `cannot be set together with ${name}`)
      }
      try {
        const text = readFileSync(file, 'utf8').replace(/^\uFEFF|\s+$/g, '')
        if (text === '') throw invalid(`${name}_FILE`, 'must be a file that is not empty')
        return [name, text]
      } catch (error) {
        if (error instanceof ConfigError) throw error
        const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
        throw invalid(`${name}_FILE`, `must be a file that can be read${reason}`)
      }
    }),
  )
}

/**
 * Reads the proxies that calls to other servers pass, as other programs do: empty without one.
 * @throws ConfigError if the address of one is invalid
 */
export function readEgressProxies(variables: Record<string, string | undefined> = process.env) {
  const read = (name: string) => variables[name.toLowerCase()] || variables[name] || ''
  function addressIn(name: string) {
    const text = read(name)
    const address = text === '' || /^https?:\/\//i.test(text) ? text : `http://${text}`
    if (address === '' || (URL.canParse(address) && !/\s/.test(address))) return address
    throw invalid(name, 'must be an address such as http://proxy.example.com:3128')
  }
  return {
    http: addressIn('HTTP_PROXY'),
    https: addressIn('HTTPS_PROXY'),
    noProxy: read('NO_PROXY'),
  }
}

/** Whether files are on the origin of the content API, which is the default. */
function isOfApi(imagesUrl: string | undefined, apiUrl: string | undefined) {
  if (imagesUrl === undefined) return true
  return apiUrl !== undefined && new URL(imagesUrl).origin === new URL(apiUrl).origin
}

/** Whether a text is an IP address or a network such as 10.0.0.0/8. IPv4 must be four decimal numbers. */
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
  return /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text) && !/^\w+:\/\/[^/]*@/.test(text)
}

/** Decodes percent-encoding; null if it is malformed. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Whether a host name of a URL, or an address, is this machine's. */
export function isLoopback(host: string) {
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/** Whether user and password, if any, can be decoded. */
function isMailServer(text: string) {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && decoded(username + password) !== null
}
