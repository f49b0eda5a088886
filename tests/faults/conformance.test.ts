import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { checkContentRules } from '../../server/doctor/content-rules.ts'
import { findingsOf } from '../../server/doctor/report.ts'
import { startContentApi, type ApiFault, type ContentApiOptions } from '../support/content-api.ts'
import { sendBody } from '../support/api-faults.ts'
import { getFreePort } from '../support/loopback.ts'

const service = { url: inject('contentUrl') }
const exampleFile = 'tests/content-api/example-server.mjs'
const secret = 'top-secret-key-of-the-gateway'

/** Everything that comes of the rules of an API, whose files are those of another one. */
async function checkRules(url: string, imagesUrl = `${url}/images/post`) {
  const headers = { CONTENT_API_HEADERS: JSON.stringify({ 'X-Api-Key': secret }) }
  const config = parseConfig({ ...headers, CONTENT_API_URL: url, CONTENT_IMAGES_URL: imagesUrl })
  const findings = await findingsOf(config, checkContentRules)
  return {
    findings,
    /** The rules with an outcome. */
    rules: (outcome: string) =>
      findings.filter(({ level }) => level === outcome).map(({ subject }) => subject),
    textOf: (rule: string) =>
      findings.find(({ level, subject }) => subject === rule && level !== 'ok')?.text ?? '',
  }
}

async function startApi(options: ContentApiOptions) {
  const api = await startContentApi(service.url, options)
  onTestFinished(api.close)
  return api
}

test('the example in the documentation is a content API that keeps every rule', async () => {
  const documents = readFileSync('docs/content-api.md', 'utf8')
  const example = readFileSync(exampleFile, 'utf8')
  expect(documents).toContain(`\`\`\`js\n${example}\`\`\`\n`)
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(60)
  expect(
    [...example.matchAll(/from '([^']+)'/g)].every(([, name]) => name?.startsWith('node:')),
  ).toBe(true)

  const port = String(await getFreePort())
  const server = spawn(process.execPath, [exampleFile], {
    env: { ...process.env, PORT: port },
  })
  onTestFinished(() => void server.kill())
  await once(server.stdout, 'data')
  const { rules, findings } = await checkRules(`http://127.0.0.1:${port}`)
  expect(rules('failed')).toEqual([])
  expect(rules('not tried')).toEqual(['PostEmail'])
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})

test('each fault of an API is named by its rule, with the request and what came back', async () => {
  const faults = new Map<string, ApiFault>([
    [
      'Blog',
      ({ response }) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>No ${secret}</h1>`),
    ],
    ['Services', sendBody(200, `[]${' '.repeat(2.2 * 1024 * 1024)}`)],
  ])
  const edits: Record<string, (posts: Record<string, unknown>[]) => unknown[]> = {
    HomeSlider: ([first]) => [first, first],
    News: (posts) => posts.map((post) => ({ ...post, postDate: '31/03/2026' })),
    About: (posts) => posts.map((post) => ({ ...post, postTitle: 'R&amp;amp;D' })),
    Products: (posts) => posts.map((post) => ({ ...post, parentID: 'another' })),
    Projects: ([first]) => [first],
  }
  const api = await startApi({
    faultFor: (type) => faults.get(type) ?? null,
    edit: (json, { type, check, postId }) => {
      if (type === 'no-such-post') return '{"error":"unknown type"}'
      if (check === 'getPostDetails' && postId === 'no-such-post') return null
      const posts = JSON.parse(json) as Record<string, unknown>[]
      if (check === 'getPostDetails' && type === 'Solutions') return '[{"postID":"another"}]'
      return JSON.stringify(edits[type]?.(posts) ?? posts)
    },
  })
  const { rules, findings, textOf } = await checkRules(api.url, `${service.url}/languages`)
  expect(rules('failed')).toEqual([
    ...['answer', 'limits', 'details', 'ParentId', 'ids', 'texts', 'dates', 'unknown post'],
    ...['unknown type', 'pictures', 'conditional requests (optional)', 'ranges (optional)'],
    'files',
  ])
  expect(rules('passed')).toEqual([
    ...['form', 'anti-forgery', 'other tokens (optional)', 'unknown parent', 'Pno'],
    ...['Lang (optional)', 'missing file'],
  ])
  expect(textOf('answer')).toMatch(
    /Request: POST http:\S+\/get-post check=getPost Lang=\w\w PostId= FbrnId=1 Type=Blog ParentId=NTROOT0 PostName= Pno=-1\. Answer: 200 text\/html: <h1>No …<\/h1>$/,
  )
  expect(textOf('limits')).toMatch(/2\.5 s.*Type=Services/)
  expect(textOf('dates')).toContain('Type=News')
  expect(textOf('texts')).toContain('Type=About')
  expect(textOf('ids')).toContain('Type=HomeSlider')
  expect(textOf('pictures')).toMatch(
    /is not there\. Request: GET .*\. Answer: 404 application\/json/,
  )
  expect(JSON.stringify(findings)).not.toContain(secret)
})
