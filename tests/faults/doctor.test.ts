import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { checkContent } from '../../server/doctor/content.ts'
import { checkDisk } from '../../server/doctor/installation.ts'
import { findingsOf, type Finding } from '../../server/doctor/report.ts'
import { checkAnalytics, checkDelivery, checkSharedCache } from '../../server/doctor/services.ts'
import { checkProxy } from '../../server/doctor/site.ts'
import { startContentApi, type ApiFault, type ContentApiOptions } from '../support/content-api.ts'
import { findDeadAddress } from '../support/loopback.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'

const service = { url: inject('contentUrl') }

async function startApi(options: ContentApiOptions = {}) {
  const api = await startContentApi(service.url, options)
  onTestFinished(api.close)
  return api
}

/** The findings about a subject, in order. */
function linesOf(findings: readonly Finding[], subject: string) {
  return findings
    .filter((finding) => finding.subject === subject)
    .map(({ level, text }) => `${level}: ${text.replace(/\s+/g, ' ')}`)
}

test('each fault of the content API is named, with what to do', async () => {
  const faults = new Map<string, ApiFault>([
    ['News', 'status 500'],
    ['Blog', 'hangs'],
    ['Services', 'html'],
    ['Projects', 'broken json'],
    ['Solutions', 'resets'],
    ['CompanyGoals', 'sets cookies'],
  ])
  const edits: Record<string, (post: Record<string, unknown>) => object> = {
    About: ({ postID, ...post }) => ({ ...post, postId: postID }),
    WorkFields: (post) => (post['postID'] === 'work-field-industry' ? {} : post),
    HomeSlider: (post) => ({ ...post, postImage: 'https://cdn.example.com/a.webp' }),
    Branches: (post) => ({ ...post, latitude: 'north' }),
    ContactData: (post) => ({ ...post, phone1: 'Call us', whatsapp: '050 123 4567' }),
  }
  const api = await startApi({
    faultFor: (type) => faults.get(type) ?? null,
    edit: (json, { type, check }) => {
      if (type === 'People' || (type === 'Products' && check === 'getPostDetails')) return '[]'
      const posts = JSON.parse(json) as Record<string, unknown>[]
      return JSON.stringify(posts.map(edits[type] ?? ((post) => post)))
    },
  })
  const config = parseConfig({
    CONTENT_API_URL: api.url,
    CONTENT_TYPES: '{"Sustainability":"People"}',
    CONTENT_IMAGES_URL: service.url,
  })
  const findings = await findingsOf(config, checkContent)
  const lines = (subject: string) => linesOf(findings, subject)

  expect(lines('News')).toEqual([
    'error: Ar, En: /get-post: The status is 500. To do: read the log of the API',
  ])
  expect(lines('Blog')[0]).toContain('error: Ar, En: It accepts the connection, and answers too la')
  expect(lines('Services')[0]).toMatch(/^error: .*To do: let CONTENT_API_URL and CONTENT_GET_POST/)
  expect(lines('Projects')[0]).toMatch(/^error: .*not valid JSON.* To do: let CONTENT_API_URL/)
  expect(lines('Solutions')[0]).toMatch(/^error: Ar, En: The connection broke off \((?:ECONN|UND_)/)
  expect(lines('About')[0]).toMatch(/^error: Ar, En: 4 of 4 posts dropped: .*postID/)
  expect(lines('WorkFields').join()).toMatch(/ok: .*warning: Ar, En: 1 of 6 posts dropped/)
  expect(lines('HomeSlider')[1]).toMatch(
    /postImage of 5 posts cannot be read. To do: send the name/,
  )
  expect(lines('Branches')[1]).toContain('latitude of 7 posts cannot be read')
  expect(lines('ContactData').slice(1)).toEqual([
    expect.stringMatching(/phone1 of 1 post leads nowhere: "Call us". To do: send a phone number/),
    expect.stringMatching(/whatsapp of 1 post leads nowhere: .* set country in the brand/),
  ])
  expect(lines('Sustainability')[0]).toMatch(/^error: Empty .*"People" in CONTENT_TYPES/)
  expect(lines('Products details')[0]).toContain('error: None, though the list has this post')
  expect(lines('ProductsTypes')[0]).toMatch(/^ok: /)
  expect(lines('anti-forgery')).toEqual(['ok: The API issues a token'])
  expect(lines('image')[0]).toMatch(/^error: .* is not there. To do: check CONTENT_IMAGES_URL/)
})

test('each fault of another service is named, and no password is printed', async () => {
  const mail = await startMailServer({ login: 'site:top-secret-of-mail' })
  const dead = await findDeadAddress()
  const config = parseConfig({
    SECRET: 'top-secret-of-the-site',
    ENQUIRY_DELIVERY: 'smtp',
    ENQUIRY_TO: 'sales@example.com',
    ENQUIRY_FROM: 'site@example.com',
    SMTP_URL: mail.url.replace('top-secret-of-mail', 'top-secret-but-wrong'),
    ANALYTICS: 'plausible',
    ANALYTICS_SITE: 'example.com',
    ANALYTICS_URL: dead,
    SHARED_CACHE_URL: dead.replace('http://', 'redis://user:top-secret-of-redis@'),
    PUBLIC_URL: dead,
    // Another site of this machine may have the default one.
    OPS_PORT: '0',
    DATA_DIR: unwritableFolder(),
  })
  const checks = [checkDelivery, checkAnalytics, checkSharedCache, checkProxy, checkDisk]
  const findings = await findingsOf(config, ...checks)
  const line = (subject: string) => linesOf(findings, subject)[0]
  expect(line('DATA_DIR')).toMatch(/^error: .* cannot write to /)
  expect(line('PUBLIC_URL')).toMatch(/^warning: No connection .*start the site/)
  expect(line('SHARED_CACHE_URL')).toMatch(/^error: .*ECONNREFUSED.* To do: check host/)
  expect(line('smtp')).toMatch(/^error: The login is refused .* To do: check user and password/)
  expect(line('plausible')).toMatch(/^error: No connection .*ANALYTICS_URL/)
  expect(JSON.stringify(findings)).not.toContain('top-secret')
})

test('an API that cannot be called at all is one line, and is not called again', async () => {
  const check = (url: string) => findingsOf(parseConfig({ CONTENT_API_URL: url }), checkContent)
  const down = await startApi({ faultFor: () => 'html 404' })
  expect(linesOf(await check(down.url), 'every call')[0]).toMatch(
    /status is 404. .*CONTENT_GET_POST_PATH/,
  )
  expect(down.calls).toHaveLength(2)

  const empty = await startApi({ edit: () => '[]' })
  expect(linesOf(await check(empty.url), 'every list')[0]).toMatch(
    /^error: It is empty.*CONTENT_FBRN_ID/,
  )

  const refused = await check(await findDeadAddress())
  expect(linesOf(refused, 'every call')[0]).toMatch(/^error: No connection \(ECONNREFUSED\)/)

  const secure = await startApi({ isSecure: true })
  secure.present('self-signed')
  expect(linesOf(await check(secure.url), 'every call')[0]).toMatch(
    /certificate is not trusted.*NODE_EXTRA_CA_CERTS/,
  )
})

test.skipIf(!hasRedis)(
  'a shared cache without limits, or with another password, is named',
  async () => {
    const redis = await startRedis()
    const settings = { SECRET: 'top-secret-of-the-site' }
    const check = (url: string) =>
      findingsOf(parseConfig({ ...settings, SHARED_CACHE_URL: url }), checkSharedCache)
    await redis.client.config('SET', 'min-replicas-to-write', '1')
    const unlimited = await check(redis.url)
    expect(linesOf(unlimited, 'Memory')[0]).toMatch(/^warning: .*allkeys-lru/)
    expect(linesOf(unlimited, 'Writing')[0]).toMatch(/^error: NOREPLICAS/)

    await redis.client.acl('SETUSER', 'site', 'on', '>limited', '~site:*', '+@all', '-info')
    const limited = await check(redis.url.replace('redis://', 'redis://site:limited@'))
    expect(linesOf(limited, 'Memory')[0]).toMatch(/^info: .*unknown.*INFO/)

    await redis.client.config('SET', 'requirepass', 'right')
    const locked = await check(redis.url.replace('redis://', 'redis://:top-secret-of-redis@'))
    expect(linesOf(locked, 'SHARED_CACHE_URL')[0]).toMatch(/^error: .*user and password/)
    expect(JSON.stringify(locked)).not.toContain('top-secret')
  },
)

/** A folder that exists and takes no files, not even from root. */
function unwritableFolder() {
  if (process.getuid?.() === 0) return '/proc'
  const folder = mkdtempSync(path.join(tmpdir(), 'read-only-'))
  chmodSync(folder, 0o555)
  return folder
}
