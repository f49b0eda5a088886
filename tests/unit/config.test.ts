import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPackage } from '@site/runtime/project'
import {
  type Config,
  ConfigError,
  parseConfig,
  readEgressProxies,
  settingNames,
} from '../../server/config.ts'
import { configurationFiles } from '../../scripts/write-configuration.ts'

/** A configuration as a flat object, with keys such as `content.fbrnId`. */
function flatten(value: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
      typeof child === 'object' && child !== null && !isLeaf(child)
        ? Object.entries(flatten(child, `${prefix}${name}.`))
        : [[prefix + name, child]],
    ),
  )
}

function isLeaf(value: object) {
  return Array.isArray(value) || Object.keys(value).length === 0
}

/** A domain in Arabic, as mail servers take it. */
const punycode = 'info@xn--ogbpi5d.xn--mgberp4a5d4ar'

const { name, version } = readPackage()

/** The name of the site under an address, in all calls. */
const userAgentAt = (address: string) => `${name}/${version} (+${address})`

function namedAfter(address: string) {
  const agent = userAgentAt(address)
  return {
    'userAgent.user-agent': agent,
    'content.headers.user-agent': agent,
    'content.fileHeaders.user-agent': agent,
  }
}

const defaults = {
  isProduction: false,
  missing: [],
  port: 3000,
  host: '0.0.0.0',
  'ops.port': 9464,
  'ops.host': '127.0.0.1',
  'ops.socket': null,
  'ops.token': undefined,
  publicUrl: undefined,
  ...namedAfter('http://localhost:3000'),
  trustedProxies: [],
  'content.apiUrl': undefined,
  'content.dir': path.resolve('content'),
  'content.links': [],
  'content.isNamed': false,
  'content.isSample': true,
  'content.getPostPath': '/get-post',
  'content.mainSystemPath': '/main-system',
  'content.postEmailPath': '/users/PostEmail',
  'content.companyPath': '/company-processing',
  'content.imagesUrl': undefined,
  'content.fbrnId': '1',
  'content.renamedTypes': {},
  'content.hiddenSpecs': [],
  'content.freshMs': 60_000,
  'content.staleMs': 604_800_000,
  sharedCacheUrl: undefined,
  contentWebhookSecret: undefined,
  pageCacheBytes: 64 * 1024 * 1024,
  isIndexable: true,
  allowsAiCrawlers: true,
  searchCrawlPerS: 10,
  dataDir: path.resolve('data'),
  brandDir: undefined,
  clamd: null,
  'analytics.sink': 'log',
  'analytics.url': undefined,
  'analytics.site': undefined,
  'analytics.secret': undefined,
  'enquiries.delivery': 'post-email',
  'enquiries.to': [],
  'enquiries.from': '',
  'enquiries.smtpUrl': '',
  'enquiries.postEmail.from': '',
  'enquiries.postEmail.password': '',
  'enquiries.postEmail.port': '',
  'enquiries.webhook.url': '',
  'enquiries.webhook.secret': '',
  secret: expect.stringMatching(/^[\w-]{43}$/),
  secretIsRandom: true,
  logLevel: 'info',
  accessLog: 'all',
  isKeptOffline: true,
  misspelt: [],
  names: [],
}

const atTayyar = {
  publicUrl: 'https://tayyar.example',
  'content.siteUrl': 'https://tayyar.example',
  ...namedAfter('https://tayyar.example'),
  isProduction: true,
  missing: [expect.stringMatching(/^neither CONTENT_API_URL nor CONTENT_DIR is set:/)],
  isIndexable: false,
}

/** Every variable with a value other than its default, and the settings it changes. */
const settings: [name: string, value: string, changes: Record<string, unknown>][] = [
  [
    'NODE_ENV',
    'production',
    {
      isProduction: true,
      isIndexable: false,
      missing: [
        'neither CONTENT_API_URL nor CONTENT_DIR is set: the site shows the sample company',
        'PUBLIC_URL is not set: links lead to localhost',
      ],
    },
  ],
  ['PORT', '8080', { port: 8080, ...namedAfter('http://localhost:8080') }],
  ['PORT', '0', { port: 0, ...namedAfter('http://localhost:0') }],
  ['HOST', '127.0.0.1', { host: '127.0.0.1' }],
  ['OPS_PORT', '9000', { 'ops.port': 9000 }],
  ['OPS_PORT', '0', { 'ops.port': 0 }],
  ['OPS_HOST', '10.0.0.1', { 'ops.host': '10.0.0.1' }],
  ['OPS_TOKEN', 'sixteen letters!', { 'ops.token': 'sixteen letters!' }],
  ['PUBLIC_URL', 'https://tayyar.example', atTayyar],
  ['TRUST_PROXY', '10.0.0.1, fd00::/8,::1', { trustedProxies: ['10.0.0.1', 'fd00::/8', '::1'] }],
  ['TRUST_PROXY', '10.0.0.0/8,0.0.0.0/0', { trustedProxies: ['10.0.0.0/8', '0.0.0.0/0'] }],
  ['PUBLIC_URL', 'https://tayyar.example///', atTayyar],
  [
    'CONTENT_API_URL',
    'http://127.0.0.1:8080/api/',
    {
      'content.apiUrl': 'http://127.0.0.1:8080/api',
      'content.dir': null,
      'content.hiddenSpecs': ['commercial'],
      'content.isNamed': true,
      'content.isSample': false,
    },
  ],
  [
    'CONTENT_DIR',
    'docs',
    {
      'content.dir': path.resolve('docs'),
      'content.isNamed': true,
      'content.isSample': false,
    },
  ],
  ['CONTENT_LINKS', '/srv/a, /srv/b', { 'content.links': ['/srv/a', '/srv/b'] }],
  ['CONTENT_GET_POST_PATH', '/posts', { 'content.getPostPath': '/posts' }],
  ['CONTENT_MAIN_SYSTEM_PATH', '/system', { 'content.mainSystemPath': '/system' }],
  ['CONTENT_POST_EMAIL_PATH', '/mail/send', { 'content.postEmailPath': '/mail/send' }],
  ['CONTENT_COMPANY_PATH', '/company', { 'content.companyPath': '/company' }],
  [
    'CONTENT_IMAGES_URL',
    'https://images.example/post',
    { 'content.imagesUrl': 'https://images.example/post' },
  ],
  ['CONTENT_FBRN_ID', '7', { 'content.fbrnId': '7' }],
  ['CONTENT_TYPES', '{"Blog":"مقالات"}', { 'content.renamedTypes.Blog': 'مقالات' }],
  // A content folder decides itself.
  ['CONTENT_HIDDEN_SPECS', 'commercial,Note', {}],
  ['CONTENT_WEBHOOK_SECRET', 'sixteen letters!', { contentWebhookSecret: 'sixteen letters!' }],
  ['CONTENT_CACHE_TTL_S', '0', { 'content.freshMs': 0 }],
  ['CONTENT_CACHE_TTL_S', '90', { 'content.freshMs': 90_000 }],
  ['CONTENT_STALE_S', '3600', { 'content.staleMs': 3_600_000 }],
  ['PAGE_CACHE_MB', '0', { pageCacheBytes: 0 }],
  ['PAGE_CACHE_MB', '16', { pageCacheBytes: 16_777_216 }],
  ['INDEXABLE', 'false', { isIndexable: false }],
  ['INDEXABLE', 'no-ai', { allowsAiCrawlers: false }],
  ['SEARCH_CRAWL_PER_S', '0', { searchCrawlPerS: 0 }],
  ['DATA_DIR', '/var/lib/tayyar', { dataDir: '/var/lib/tayyar' }],
  ['DATA_DIR', 'here', { dataDir: path.resolve('here') }],
  ['BRAND_DIR', 'ours', { brandDir: path.resolve('ours') }],
  ['ANALYTICS', 'none', { 'analytics.sink': 'none' }],
  ['ANALYTICS_URL', 'https://a.example/', { 'analytics.url': 'https://a.example' }],
  ['ANALYTICS_SITE', 'tayyar.example', { 'analytics.site': 'tayyar.example' }],
  ['ANALYTICS_SECRET', 'key', { 'analytics.secret': 'key' }],
  ['ENQUIRY_DELIVERY', 'log', { 'enquiries.delivery': 'log' }],
  ['ENQUIRY_DELIVERY', 'none', { 'enquiries.delivery': 'none' }],
  ['ENQUIRY_TO', 'a@x.example', { 'enquiries.to': ['a@x.example'] }],
  ['ENQUIRY_TO', 'info@شركة.السعودية', { 'enquiries.to': [punycode] }],
  ['ENQUIRY_FROM', 'info@شركة.السعودية', { 'enquiries.from': punycode }],
  ['ENQUIRY_FROM', punycode, { 'enquiries.from': punycode }],
  ['ENQUIRY_TO', 'a@x.example , b@x.example', { 'enquiries.to': ['a@x.example', 'b@x.example'] }],
  ['ENQUIRY_FROM', 'site@x.example', { 'enquiries.from': 'site@x.example' }],
  [
    'CLAMD_ADDRESS',
    '127.0.0.1:3310',
    { clamd: undefined, 'clamd.host': '127.0.0.1', 'clamd.port': 3310 },
  ],
  ['SMTP_URL', 'smtp://localhost', { 'enquiries.smtpUrl': 'smtp://localhost' }],
  [
    'SMTP_URL',
    'smtps://u%40x:p%2Fw@mail.x.example:465',
    { 'enquiries.smtpUrl': 'smtps://u%40x:p%2Fw@mail.x.example:465' },
  ],
  ['POST_EMAIL_FROM', 'site@x.example', { 'enquiries.postEmail.from': 'site@x.example' }],
  ['POST_EMAIL_PASSWORD', ' p w', { 'enquiries.postEmail.password': ' p w' }],
  ['POST_EMAIL_PORT', '587', { 'enquiries.postEmail.port': '587' }],
  [
    'ENQUIRY_WEBHOOK_URL',
    'https://crm.x.example/hook/?key=1',
    { 'enquiries.webhook.url': 'https://crm.x.example/hook/?key=1' },
  ],
  [
    'ENQUIRY_WEBHOOK_SECRET',
    'sixteen letters!',
    { 'enquiries.webhook.secret': 'sixteen letters!' },
  ],
  ['SECRET', 'sixteen letters!', { secret: 'sixteen letters!', secretIsRandom: false }],
  ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
  ['ACCESS_LOG', 'misses', { accessLog: 'misses' }],
  ['ACCESS_LOG', 'none', { accessLog: 'none' }],
  ['OFFLINE', 'off', { isKeptOffline: false }],
]
const names = [...new Set(settings.map(([name]) => name))]

test('the tables of README.md and docs/, and .env.example, say what the code does', async () => {
  for (const [file, text] of Object.entries(await configurationFiles())) {
    const isCurrent = readFileSync(file, 'utf8') === text
    expect(isCurrent, `${file} is not current. Run: npm run write:configuration`).toBe(true)
  }
})

test('the documents describe every setting', async () => {
  const files = await configurationFiles()
  for (const name of settingNames) {
    expect(files['docs/configuration.md']).toContain(`\`${name}\``)
    expect(files['.env.example']).toMatch(new RegExp(`^#${name}=`, 'm'))
  }
  const [, essential = ''] = files['README.md'].split(/<!-- .*settings.* -->/)
  expect(essential.match(/^\| `/gm)).toHaveLength(10)
})

describe('a misspelt setting is named', () => {
  const nameOf = (name: string) => parseConfig({ [name]: 'hush' }).misspelt

  test.each([
    ['CONTENT_API_ULR', 'CONTENT_API_URL'],
    ['CONTENT_API_URI', 'CONTENT_API_URL'],
    ['CONTENT_URL_API', 'CONTENT_API_URL'],
    ['CONTENTAPIURL', 'CONTENT_API_URL'],
    ['ENQUIRE_TO', 'ENQUIRY_TO'],
    ['SMPT_URL', 'SMTP_URL'],
    ['PUBLIC_URLS', 'PUBLIC_URL'],
    ['SECRETS', 'SECRET'],
    ['BRANDDIR', 'BRAND_DIR'],
    ['CONTENT_API_HEADER_FILE', 'CONTENT_API_HEADERS_FILE'],
  ])('%s: did you mean %s?', (name, meant) => {
    expect(nameOf(name)).toEqual([`unknown variable ${name}; did you mean ${meant}?`])
  })

  test.each(['CONTENT_PASSWORD', 'ENQUIRY_BCC', 'SMTP_PASSWORD', 'OPS_ADDRESS'])('%s', (name) => {
    expect(nameOf(name)).toEqual([`unknown variable ${name}; docs/configuration.md lists all`])
  })

  test.each([
    ...['PATH', 'HOME', 'PWD', 'PS1', 'POST', 'PORTS', 'HOSTS', 'HOSTNAME', 'USER', 'LANG', 'TERM'],
    ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PORT', 'NODE_EXTRA_CA_CERTS', 'npm_config_port', 'Path'],
    ...['HTTP_PROXY', 'LOG_FORMAT', 'DATA_VOLUME', 'ACCESS_TOKEN', 'PUBLIC_KEY', 'VALKEY_PASSWORD'],
    ...['KUBERNETES_SERVICE_PORT', 'INVOCATION_ID', 'CHROMIUM_PATH', 'http_proxy', '_', ''],
  ])('%s is of other software', (name) => {
    expect(nameOf(name)).toEqual([])
  })
})

describe('the settings', () => {
  test('have their defaults in an empty environment', () => {
    expect(flatten(parseConfig({}))).toEqual(defaults)
  })

  test.each(names)('an empty %s counts as unset', (name) => {
    expect(flatten(parseConfig({ [name]: '' }))).toEqual(defaults)
  })

  test.each(settings)('%s=%s changes only its own setting', (name, value, changes) => {
    const { 'content.renamedTypes': none, ...before } = defaults
    const unchanged =
      name === 'CONTENT_TYPES' ? before : { ...before, 'content.renamedTypes': none }
    const names = settingNames.includes(name) ? [name] : []
    expect(flatten(parseConfig({ [name]: value }))).toEqual({ ...unchanged, ...changes, names })
  })

  test('SECRET is random at each start', () => {
    expect(parseConfig({}).secret).not.toBe(parseConfig({}).secret)
  })
})

describe('an invalid value prevents the start, with one line that names it', () => {
  const invalid: [name: string, value: string][] = [
    ...['-1', '65536', '3000.5', '0x10', ' 3000', 'http', '1e3', '٣٠٠٠'].map(
      (value): [string, string] => ['PORT', value],
    ),
    ['CONTENT_DIR', 'nowhere'],
    ['CONTENT_DIR', 'package.json'],
    ['CONTENT_LINKS', '/srv/a,b'],
    ...['PUBLIC_URL', 'CONTENT_API_URL', 'CONTENT_IMAGES_URL', 'ANALYTICS_URL'].flatMap((name) =>
      [
        ...['tayyar.example', '/api', 'ftp://tayyar.example', 'http://', 'javascript:alert(1)'],
        ...['https://tayyar.example/?a=1', 'file:///etc', 'https://['],
      ].map((value): [string, string] => [name, value]),
    ),
    ...[
      'CONTENT_GET_POST_PATH',
      'CONTENT_MAIN_SYSTEM_PATH',
      'CONTENT_POST_EMAIL_PATH',
      'CONTENT_COMPANY_PATH',
    ].flatMap((name) =>
      ['get-post', 'https://a.example/x', '/a b', '/a?b', '/a#b', '/a\n', '/مسار'].map(
        (value): [string, string] => [name, value],
      ),
    ),
    ...[
      ...['Blog', '[]', 'null', '"Blog"', '1', '{', '{"Blog":1}', '{"Blog":""}', '{"Blog":null}'],
      ...['{"blog":"x"}', '{"Unknown":"x"}', '{"Blog":{"a":"b"}}', "{'Blog':'x'}"],
    ].map((value): [string, string] => ['CONTENT_TYPES', value]),
    ...['none,Cost', 'Cost,', ',', ' ', '…', 'Cost,,Note'].map((value): [string, string] => [
      'CONTENT_HIDDEN_SPECS',
      value,
    ]),
    ...['CONTENT_CACHE_TTL_S', 'CONTENT_STALE_S'].flatMap((name) =>
      ['-1', '1.5', '60s', 'ten', '31536001', '99999999999999999999', 'Infinity', ' '].map(
        (value): [string, string] => [name, value],
      ),
    ),
    ...[
      ...[
        'yes',
        '*',
        'localhost',
        '1',
        '10.1',
        '10.0.0',
        '10.0.0.256',
        '0x7f.0.0.1',
        '10.0.0.1/33',
      ],
      ...['10.0.0.1:80', '10.0.0.1,', '10.0.0.1 10.0.0.2'],
    ].map((value): [string, string] => ['TRUST_PROXY', value]),
    ...['google', 'LOG', 'log,none', ' log'].map((value): [string, string] => ['ANALYTICS', value]),
    ...['POST-EMAIL', 'email', 'smtp,webhook'].map((value): [string, string] => [
      'ENQUIRY_DELIVERY',
      value,
    ]),
    ...['sales', 'a@x.example,', 'a@x.example;b@x.example', 'Sales <a@x.example>', 'a@x'].map(
      (value): [string, string] => ['ENQUIRY_TO', value],
    ),
    ...['ENQUIRY_FROM', 'POST_EMAIL_FROM'].flatMap((name) =>
      ['site', 'a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example', 'ب@x.example'].map(
        (value): [string, string] => [name, value],
      ),
    ),
    ...[
      ...['mail.x.example', 'http://mail.x.example', 'smtp://', 'smtps:///x', 'smtp://a b'],
      ...['smtp://mail.x.example?tls=1', 'smtp://mail.x.example/x', 'smtp://u:%ff@mail.x.example'],
    ].map((value): [string, string] => ['SMTP_URL', value]),
    ...['0', '65536', 'smtp'].map((value): [string, string] => ['POST_EMAIL_PORT', value]),
    ...['crm.x.example', 'ftp://x.example', 'https://u:p@x.example', 'https://x.example/#a'].map(
      (value): [string, string] => ['ENQUIRY_WEBHOOK_URL', value],
    ),
    ...[
      ...['valkey:6379', 'http://valkey:6379', 'redis://', 'redis://a b', 'redis://x:port'],
      ...['redis://:%ff@x', 'redis+sentinel://x', 'redis+sentinel:///site', 'redis+cluster://x/0'],
    ].map((value): [string, string] => ['SHARED_CACHE_URL', value]),
    ...['SECRET', 'OPS_TOKEN', 'ENQUIRY_WEBHOOK_SECRET', 'CONTENT_WEBHOOK_SECRET'].flatMap((name) =>
      ['x', 'fifteen letters'].map((value): [string, string] => [name, value]),
    ),
    ...['-1', '65536', 'none'].map((value): [string, string] => ['OPS_PORT', value]),
    ...['-1', '1.5', '64MB', '65537'].map((value): [string, string] => ['PAGE_CACHE_MB', value]),
    ...['-1', '1001', '0.5', 'fast'].map((value): [string, string] => [
      'SEARCH_CRAWL_PER_S',
      value,
    ]),
    ...['no', 'False', '0', 'No-AI'].map((value): [string, string] => ['INDEXABLE', value]),
    ...['verbose', 'INFO', '30'].map((value): [string, string] => ['LOG_LEVEL', value]),
    ...['ALL', 'hits', 'off', 'all,misses'].map((value): [string, string] => ['ACCESS_LOG', value]),
  ]
  test.each(invalid)('%s=%j', (name, value) => {
    expect(messageFor({ [name]: value })).toMatch(new RegExp(`^${name} must .*start again\\.$`))
  })

  // Each of these is an address by itself, but not with a path appended.
  const unsuitable = [
    ...['https://tayyar.example/?', 'https://tayyar.example/#', 'https://tayyar.example/#top'],
    ...['https://tayyar.example ', ' https://tayyar.example', 'https://tayyar.example/\n'],
  ]
  test.each(unsuitable)(
    'an address like %j is rejected, or normalised so that a path can follow',
    (value) => {
      for (const name of ['PUBLIC_URL', 'CONTENT_API_URL', 'CONTENT_IMAGES_URL', 'ANALYTICS_URL']) {
        const normalised = findNormalised(name, value)
        if (normalised !== null) expect(`${normalised}/x`, name).toBe('https://tayyar.example/x')
      }
    },
  )

  test('processes that share a cache need a SECRET that they share as well', () => {
    const SHARED_CACHE_URL = 'redis://user:p%40ss@valkey.x.example:6379/1'
    expect(messageFor({ SHARED_CACHE_URL })).toMatch(/^SECRET is required for SHARED_CACHE_URL/)
    const SECRET = 'a secret of the tests'
    expect(parseConfig({ SHARED_CACHE_URL, SECRET }).sharedCacheUrl).toBe(SHARED_CACHE_URL)
  })

  test.each([
    'redis+sentinel://:p%40ss@one.x.example:26379,two.x.example/site',
    'rediss+cluster://user:p@[::1]:7000,10.0.0.2',
  ])('%s names several servers that processes share', (SHARED_CACHE_URL) => {
    const SECRET = 'a secret of the tests'
    expect(parseConfig({ SHARED_CACHE_URL, SECRET }).sharedCacheUrl).toBe(SHARED_CACHE_URL)
  })

  test('another program listens for visitors, and their address is not known', () => {
    const PUBLIC_URL = 'https://www.example.com'
    const lacking = (variables: Record<string, string>) => () => parseConfig(variables, true)
    expect(lacking({})).toThrow(/: set PUBLIC_URL .*, and TRUST_PROXY=127\.0\.0\.1\.$/)
    expect(lacking({ PUBLIC_URL })).toThrow(/: set TRUST_PROXY=127\.0\.0\.1\.$/)
    expect(lacking({ TRUST_PROXY: '127.0.0.1' })).toThrow(
      /: set PUBLIC_URL to its public address\.$/,
    )
    const hosted = { PUBLIC_URL, TRUST_PROXY: '127.0.0.1', DATA_DIR: '/srv/data' }
    expect(parseConfig(hosted, true).ops.socket).toBe('/srv/data/admin.sock')
    expect(parseConfig({ ...hosted, OPS_PORT: '9464' }, true).ops.socket).toBeNull()
  })

  test('the first of several is named', () => {
    expect(messageFor({ LOG_LEVEL: 'loud', PORT: 'x', SECRET: 'y' })).toMatch(/^PORT /)
  })

  test('a secret is never printed', () => {
    expect(messageFor({ CONTENT_API_HEADERS: '{"x-key": "hush\\n"}' })).not.toContain('hush')
    expect(messageFor({ SECRET: 'hush' })).not.toContain('hush')
    expect(messageFor({ OPS_TOKEN: 'hush' })).not.toContain('hush')
    expect(messageFor({ SMTP_URL: 'smtp://user:hush@x.example?' })).not.toContain('hush')
    expect(messageFor({ ENQUIRY_WEBHOOK_SECRET: 'hush' })).not.toContain('hush')
    expect(messageFor({ CONTENT_WEBHOOK_SECRET: 'hush' })).not.toContain('hush')
    expect(messageFor({ SHARED_CACHE_URL: 'redis://user:hush@x y' })).not.toContain('hush')
    expect(messageFor({ ENQUIRY_WEBHOOK_URL: 'https://x.example/#hush' })).not.toContain('hush')
  })
})

describe('headers for the content API', () => {
  const CONTENT_API_URL = 'https://api.example/v1'

  function headersFor(variables: Record<string, string>) {
    const { content } = parseConfig({ CONTENT_API_URL, ...variables })
    return [content.headers, content.fileHeaders].map((headers) => {
      const { 'user-agent': agent, ...others } = headers
      expect(agent).toBeTruthy()
      return others
    })
  }

  test.each([
    ['', true],
    ['https://api.example/files', true],
    ['https://API.example:443/files', true],
    ['http://api.example/files', false],
    ['https://api.example:8443/files', false],
    ['https://cdn.api.example/files', false],
  ])('go with files at %j: %j', (CONTENT_IMAGES_URL, isSent) => {
    const CONTENT_API_HEADERS = '{"X-Api-Key":"k 1","authorization":"Bearer t"}'
    const headers = { 'x-api-key': 'k 1', authorization: 'Bearer t' }
    const found = headersFor({ CONTENT_API_HEADERS, CONTENT_IMAGES_URL })
    expect(found).toEqual([headers, isSent ? headers : {}])
  })

  test('may have another name for the site, which some firewalls want', () => {
    const CONTENT_API_HEADERS = '{"User-Agent":"Mozilla/5.0"}'
    const { content, userAgent } = parseConfig({ CONTENT_API_URL, CONTENT_API_HEADERS })
    expect(content.headers).toEqual({ 'user-agent': 'Mozilla/5.0' })
    expect(userAgent['user-agent']).toBe(userAgentAt('http://localhost:3000'))
  })

  test('are not sent to the embedded content service', () => {
    const CONTENT_API_HEADERS = '{"X-Api-Key":"k"}'
    expect(headersFor({ CONTENT_API_URL: '', CONTENT_API_HEADERS })).toEqual([{}, {}])
  })

  test.each([
    ['hush', 'must be a JSON object'],
    ['"hush"', 'must be a JSON object'],
    ['["hush"]', 'must be a JSON object'],
    ['{"hush":1}', 'must be a JSON object'],
    ['{"hush":null}', 'must be a JSON object'],
    ['{"hush hush":"x"}', 'has a name'],
    ['{"":"hush"}', 'has a name'],
    ['{"hush:":"x"}', 'has a name'],
    ['{"مفتاح":"hush"}', 'has a name'],
    ['{"Host":"hush"}', 'must not have headers that the site sets itself'],
    ['{"content-LENGTH":"hush"}', 'must not have headers that the site sets itself'],
    ['{"Cookie":"hush"}', 'must not have headers that the site sets itself'],
    ['{"X-XSRF-TOKEN":"hush"}', 'must not have headers that the site sets itself'],
    ['{"Transfer-Encoding":"hush"}', 'must not have headers that the site sets itself'],
    ['{"x-hush":"hush","X-Hush":"x"}', 'has the same header twice'],
    ['{"x":""}', 'has a value'],
    ['{"x":" hush"}', 'has a value'],
    ['{"x":"hush\\r\\nhost: x"}', 'has a value'],
    ['{"x":"hush\\u0000"}', 'has a value'],
    ['{"x":"مفتاح hush"}', 'has a value'],
    [`{"x":"${'hush'.repeat(2_000)}"}`, 'is too long'],
  ])('%.40s stops the start, without a word of it', (CONTENT_API_HEADERS, problem) => {
    const message = messageFor({ CONTENT_API_HEADERS })
    expect(message).toMatch(
      new RegExp(`^CONTENT_API_HEADERS ${problem}.*Correct it and start again`),
    )
    expect(message).not.toContain('hush')
    expect(message).not.toContain('\n')
  })

  test('are read from a file, and not from both', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'config-')), 'hush.json')
    const CONTENT_API_HEADERS_FILE = file
    expect(messageFor({ CONTENT_API_HEADERS_FILE })).toMatch(
      /^CONTENT_API_HEADERS_FILE must be a file that can be read \(ENOENT\)/,
    )
    writeFileSync(file, 'hush')
    expect(messageFor({ CONTENT_API_HEADERS_FILE })).toMatch(
      /^CONTENT_API_HEADERS_FILE must be a JSON/,
    )
    writeFileSync(file, '\uFEFF{ "X-Api-Key": "hush" }\r\n')
    expect(headersFor({ CONTENT_API_HEADERS_FILE })[0]).toEqual({ 'x-api-key': 'hush' })
    expect(messageFor({ CONTENT_API_HEADERS_FILE, CONTENT_API_HEADERS: '{"x":"y"}' })).toBe(
      'CONTENT_API_HEADERS_FILE cannot be set together with CONTENT_API_HEADERS. Correct it and start again.',
    )
  })
})

describe('user and password in the address of the content API', () => {
  const CONTENT_API_HEADERS = '{"Authorization":"Bearer hush"}'

  test.each([
    ['http://site:p%40ss:w@api.example/v1/', 'http://api.example/v1', 'site:p@ss:w'],
    ['https://site@api.example', 'https://api.example', 'site:'],
    ['https://:key@api.example/@v1', 'https://api.example/@v1', ':key'],
  ])('%s: Basic authorization, and no address shows them', (address, apiUrl, pair) => {
    const { content } = parseConfig({ CONTENT_API_URL: address })
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    expect(content).toMatchObject({ apiUrl, headers: { authorization } })
    expect(content.fileHeaders).toMatchObject({ authorization })
  })

  test.each([
    { CONTENT_API_URL: 'https://site:hush%@api.example' },
    { CONTENT_API_URL: 'https://site:hush@api.example?x' },
    { CONTENT_API_URL: 'https://site:hush@api.example', CONTENT_API_HEADERS },
  ])('%o stops the start, without the password', (variables) => {
    expect(messageFor(variables)).toMatch(/^CONTENT_API_URL must (?!.*hush)/)
  })

  test.each(['PUBLIC_URL', 'CONTENT_IMAGES_URL', 'ANALYTICS_URL'])(
    '%s must not have any',
    (name) => {
      expect(messageFor({ [name]: 'https://site:hush@x.example' })).toMatch(
        new RegExp(`^${name} must .* user(?!.*hush)`),
      )
    },
  )
})

test.each([
  ['SECRET', 'sixteen letters!', ({ secret }: Config) => secret],
  ['OPS_TOKEN', 'sixteen letters!', ({ ops }: Config) => ops.token],
  ['SMTP_URL', 'smtps://u:p@mail.example', ({ enquiries }: Config) => enquiries.smtpUrl],
  [
    'ENQUIRY_WEBHOOK_SECRET',
    'sixteen letters!',
    ({ enquiries }: Config) => enquiries.webhook.secret,
  ],
  ['CONTENT_WEBHOOK_SECRET', 'sixteen letters!', (config: Config) => config.contentWebhookSecret],
  ['SHARED_CACHE_URL', 'redis://:p@valkey.example', (config: Config) => config.sharedCacheUrl],
])('%s may be in a file', (name, value, read) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'config-')), 'secret')
  const variables = {
    SECRET: name === 'SHARED_CACHE_URL' ? 'sixteen letters!' : '',
    [`${name}_FILE`]: file,
  }
  expect(messageFor(variables)).toMatch(`${name}_FILE must be a file that can be read (ENOENT)`)
  writeFileSync(file, `${value}\n`)
  expect(read(parseConfig(variables))).toBe(value)
  expect(messageFor({ ...variables, [name]: value })).toMatch(`cannot be set together with ${name}`)
  writeFileSync(file, '\n')
  expect(messageFor(variables)).toMatch(`${name}_FILE must be a file that is not empty`)
})

describe('a site for visitors', () => {
  const PUBLIC_URL = 'https://www.example.com'

  test.each([
    [
      { NODE_ENV: 'production', PUBLIC_URL, CONTENT_API_URI: 'x' },
      ['(is CONTENT_API_URI misspelt?)'],
    ],
    [{ PUBLIC_URL, CONTENT_DIRS: 'x' }, ['(is CONTENT_DIRS misspelt?)']],
    [
      { NODE_ENV: 'production', CONTENT_API_URL: 'http://a', PUBLIC_ULR: 'x' },
      ['(is PUBLIC_ULR misspelt?)'],
    ],
    [
      { NODE_ENV: 'production' },
      ['neither CONTENT_API_URL nor CONTENT_DIR is set:', 'PUBLIC_URL is not set:'],
    ],
  ])('%o says what is missing, and is not listed', (variables, lines) => {
    const { missing, isIndexable } = parseConfig(variables)
    expect(missing).toEqual(lines.map((line) => expect.stringContaining(line)))
    expect(isIndexable).toBe(false)
  })

  test.each([
    { NODE_ENV: 'production', PUBLIC_URL, CONTENT_DIR: 'content' },
    { PUBLIC_URL, CONTENT_API_URL: 'https://api.example' },
    { NODE_ENV: 'production', NODE_ENV_IS_DEFAULT: 'yes' },
    { PUBLIC_URL: 'http://localhost:3000' },
    {},
  ])('%o lacks nothing', (variables) => {
    expect(parseConfig(variables)).toMatchObject({ missing: [], isIndexable: true })
  })
})

test.each(['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy'])(
  '%s is an address, with or without its scheme',
  (name) => {
    for (const value of ['http://u:hush@proxy.example:3128', 'proxy.example:3128', '10.0.0.1:80']) {
      expect(() => parseConfig({ [name]: value })).not.toThrow()
    }
    const { https } = readEgressProxies({ HTTPS_PROXY: 'proxy.example:3128' })
    expect(https).toBe('http://proxy.example:3128')
    expect(messageFor({ [name]: 'hush hush' })).toMatch(
      /^HTTPS?_PROXY must be an address(?!.*hush)/,
    )
  },
)

test('an address with Arabic letters is ASCII in the name of the site', () => {
  const { userAgent } = parseConfig({ PUBLIC_URL: 'https://شركة.السعودية/' })
  expect(userAgent['user-agent']).toBe(userAgentAt('https://xn--ogbpi5d.xn--mgberp4a5d4ar'))
})

describe('a choice that needs other settings', () => {
  const all = {
    ANALYTICS_URL: 'https://a.example',
    ANALYTICS_SITE: 's',
    ANALYTICS_SECRET: 'k',
    ENQUIRY_TO: 'a@x.example',
    ENQUIRY_FROM: 'b@x.example',
    SMTP_URL: 'smtp://x.example',
    ENQUIRY_WEBHOOK_URL: 'https://x.example',
    ENQUIRY_WEBHOOK_SECRET: 'sixteen letters!',
  }
  const needs: [name: 'ANALYTICS' | 'ENQUIRY_DELIVERY', value: string, (keyof typeof all)[]][] = [
    ['ANALYTICS', 'plausible', ['ANALYTICS_SITE']],
    ['ANALYTICS', 'matomo', ['ANALYTICS_URL', 'ANALYTICS_SITE']],
    ['ANALYTICS', 'ga4', ['ANALYTICS_SITE', 'ANALYTICS_SECRET']],
    ['ENQUIRY_DELIVERY', 'smtp', ['ENQUIRY_TO', 'ENQUIRY_FROM', 'SMTP_URL']],
    ['ENQUIRY_DELIVERY', 'webhook', ['ENQUIRY_WEBHOOK_URL', 'ENQUIRY_WEBHOOK_SECRET']],
    ['ANALYTICS', 'log', []],
    ['ANALYTICS', 'none', []],
    ['ENQUIRY_DELIVERY', 'post-email', []],
    ['ENQUIRY_DELIVERY', 'log', []],
    ['ENQUIRY_DELIVERY', 'none', []],
  ]

  test.each(needs)('%s=%s needs %j, and no more', (name, value, needed) => {
    const variables = Object.fromEntries(needed.map((each) => [each, all[each]]))
    const { analytics, enquiries } = parseConfig({ [name]: value, ...variables })
    expect(name === 'ANALYTICS' ? analytics.sink : enquiries.delivery).toBe(value)
    for (const missing of needed) {
      const line = `${missing} is required for ${name}=${value}. Correct it and start again.`
      expect(messageFor({ ...all, [name]: value, [missing]: '' })).toBe(line)
    }
  })

  test('enquiries are not delivered to a log that is not written', () => {
    const line = 'LOG_LEVEL must be info, debug or trace for ENQUIRY_DELIVERY=log.'
    for (const LOG_LEVEL of ['warn', 'silent']) {
      expect(messageFor({ ENQUIRY_DELIVERY: 'log', LOG_LEVEL })).toMatch(line)
    }
  })
})

/** An address as the site uses it; null if it is rejected. */
function findNormalised(name: string, value: string): string | null {
  try {
    const { publicUrl, content, analytics } = parseConfig({ [name]: value })
    return publicUrl ?? content.apiUrl ?? content.imagesUrl ?? analytics.url ?? null
  } catch (error) {
    if (error instanceof ConfigError) return null
    throw error
  }
}

function messageFor(variables: Record<string, string | undefined>): string {
  try {
    parseConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('The configuration is valid.')
}
