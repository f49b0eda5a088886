import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { createContentCalls } from '../../../server/content/content-calls.ts'
import { createSiteContent } from '../../../server/content/content.ts'
import { changeLimits } from '../../support/change-limits.ts'
import { failureOf } from '../../support/content-failure.ts'
import { log } from '@site/runtime/log'
import { openContent } from '../../support/open-content.ts'
import {
  fieldsOf,
  redirectTo,
  reset,
  sendBytes,
  sendHalf,
  sendHalfInChunks,
  sendJson,
  stall,
  startRecordingApi,
  type Responder,
  type RecordedRequest,
} from '../../support/recording-api.ts'
import { sampleEmail } from '../../support/sample-email.ts'

const noPosts = sendJson([])
const onePost = sendJson([{ postID: '1', postTitle: 'A post' }])

function boundaryOf(request: RecordedRequest | undefined) {
  const type = request?.headers['content-type'] ?? ''
  return /^multipart\/form-data; ?boundary="?([\w'()+,./:=?-]{1,70})"?$/.exec(type)?.[1] ?? ''
}

/** The token of a request; checks that cookie and header agree. */
function tokenOf(request: RecordedRequest | undefined) {
  const cookie = /^XSRF-TOKEN=(.+)$/.exec(request?.headers.cookie ?? '')?.[1]
  expect(cookie).toBeTruthy()
  expect(request?.headers['x-xsrf-token']).toBe(cookie)
  return cookie
}

test('the body of a call, byte for byte', async () => {
  const api = await startRecordingApi(onePost)
  await openContent(api.url).viewPage('Ar').listProductsOf('قواطع الدائرة')
  const [request] = api.requests
  const boundary = boundaryOf(request)
  const fields = [
    ...[
      ['check', 'getPost'],
      ['Lang', 'Ar'],
      ['PostId', ''],
      ['FbrnId', '1'],
    ],
    ...[
      ['Type', 'Products'],
      ['ParentId', 'قواطع الدائرة'],
      ['PostName', ''],
      ['Pno', '-1'],
    ],
  ]
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const expected = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  expect(request?.body.toString('hex')).toBe(expected.toString('hex'))
  expect(api.requests).toHaveLength(1)
})

describe('the headers of a call', () => {
  test('is a POST to base and path, with boundary, length and Accept: application/json', async () => {
    const api = await startRecordingApi(noPosts)
    await openContent(`${api.url}/api/v2`, { CONTENT_GET_POST_PATH: '/posts/get' })
      .viewPage()
      .listNews()
    const [request] = api.requests
    expect(request).toMatchObject({ method: 'POST', path: '/api/v2/posts/get' })
    expect(boundaryOf(request)).not.toBe('')
    expect(request?.body.subarray(0, 80).toString()).toContain(`--${boundaryOf(request)}\r\n`)
    expect(request?.headers['content-length']).toBe(String(request?.body.length))
    expect(request?.headers['transfer-encoding']).toBeUndefined()
    expect(request?.headers.accept).toBe('application/json')
  })
})

describe('configuration', () => {
  test('a name in CONTENT_TYPES that the API does not know is logged once', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    const api = await startRecordingApi(sendJson([]), sendJson([]), sendJson([]))
    const content = openContent(api.url, { CONTENT_TYPES: '{"Blog":"Blogs"}' })
    await content.viewPage('Ar').listBlog()
    await content.viewPage('En').listBlog()
    await content.viewPage('En').listNews()
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { type: 'Blog', name: 'Blogs' },
      expect.stringContaining('CONTENT_TYPES'),
    )
    warn.mockRestore()
  })

  test('CONTENT_TYPES renames a type on the wire, and no other type', async () => {
    const api = await startRecordingApi(noPosts)
    const calls = openContent(api.url, { CONTENT_TYPES: '{"Blog":"مقالات"}' }).viewPage()
    await calls.listBlog()
    await calls.listNews()
    await calls.getBlog('1').catch(() => undefined)
    const types = await Promise.all(
      api.requests.map(async (request) => Object.fromEntries(await fieldsOf(request))['Type']),
    )
    expect(types).toEqual(['مقالات', 'News', 'مقالات'])
  })

  test('two types with one wire name are each read with their own fields', async () => {
    const post = { postID: '1', postTitle: 'Tayyar', postSubTitle: 'Power', phone1: '+966 11' }
    const api = await startRecordingApi(sendJson([post]))
    const CONTENT_TYPES = '{"Footer.Data":"SiteData","ContactData":"SiteData"}'
    const calls = openContent(api.url, { CONTENT_TYPES }).viewPage()
    const [contact, footer] = [await calls.findContact(), await calls.findFooter()]
    expect(contact).toMatchObject({ phone1: '+966 11', email1: '' })
    expect(footer).toEqual({
      postTitle: 'Tayyar',
      postSubTitle: 'Power',
      postSpecs: [],
      priceNote: '',
    })
  })

  test('CONTENT_FBRN_ID is the FbrnId of content calls and of the main system', async () => {
    const api = await startRecordingApi(noPosts)
    const content = openContent(api.url, { CONTENT_FBRN_ID: 'فرع 7' })
    await content.viewPage().listNews()
    await content.other.listMainSystem('getSystem', 'En')
    const [list, mainSystem] = await Promise.all(api.requests.map(fieldsOf))
    expect(list?.[3]).toEqual(['FbrnId', 'فرع 7'])
    expect(mainSystem).toEqual([
      ['check', 'getSystem'],
      ['Lang', 'En'],
      ['FbrnId', 'فرع 7'],
    ])
  })
})

describe('the anti-forgery token', () => {
  test('is in cookie and header of every POST, the same for one process', async () => {
    const api = await startRecordingApi(noPosts, noPosts, sendJson({}))
    const content = openContent(api.url)
    await content.viewPage('Ar').listNews()
    await content.viewPage('En').listBlog()
    await content.other.processCompany({ name: 'Tayyar' })
    const tokens = api.requests.map(tokenOf)
    expect(tokens).toHaveLength(3)
    expect(new Set(tokens).size).toBe(1)
  })

  test('differs between processes unless the API issues one', async () => {
    const api = await startRecordingApi(noPosts)
    await openContent(api.url).viewPage().listNews()
    await openContent(api.url).viewPage().listNews()
    expect(tokenOf(api.requests[0])).not.toBe(tokenOf(api.requests[1]))
  })

  test('F36: is replaced by a token that the API issues; its other cookies are not sent back', async () => {
    const cookies = [
      'NOT-XSRF-TOKEN=wrong; Path=/',
      'XSRF-TOKEN=replaced-by-the-next; Path=/',
      'XSRF-TOKEN=issued+by/the=api; Path=/; Secure; SameSite=Lax',
      'session=XSRF-TOKEN=wrong',
    ]
    const api = await startRecordingApi(
      sendJson([], { headers: { 'set-cookie': cookies } }),
      noPosts,
      sendJson([], { headers: { 'set-cookie': 'XSRF-TOKEN=second' } }),
      noPosts,
    )
    const content = openContent(api.url, { CONTENT_CACHE_TTL_S: '0' })
    for (let view = 0; view < 4; view += 1) await content.viewPage().listNews()
    const tokens = api.requests.map(tokenOf)
    expect(tokens[0]).not.toBe('issued+by/the=api')
    expect(tokens.slice(1)).toEqual(['issued+by/the=api', 'issued+by/the=api', 'second'])
  })

  test('may be issued by the response to a GET', async () => {
    const api = await startRecordingApi(
      sendJson({}, { headers: { 'set-cookie': 'XSRF-TOKEN=from-a-get; Path=/' } }),
      noPosts,
    )
    const content = openContent(api.url)
    await content.other.getMainLanguage()
    await content.viewPage().listNews()
    expect(tokenOf(api.requests[1])).toBe('from-a-get')
  })

  test('a call rejected with a new token is sent once more with it', async () => {
    const api = await startRecordingApi(
      sendJson({}, { status: 403, headers: { 'set-cookie': 'XSRF-TOKEN=new' } }),
      sendJson([{ postID: '1', postTitle: 'News' }]),
    )
    const news = await openContent(api.url).viewPage().listNews()
    expect(news).toMatchObject([{ postTitle: 'News' }])
    expect(tokenOf(api.requests[1])).toBe('new')
    const [first, second] = await Promise.all(api.requests.map(fieldsOf))
    expect(second).toEqual(first)
  })

  test('a call rejected twice is not sent a third time', async () => {
    let issued = 0
    const reject: Responder = (response, request) => {
      issued += 1
      const headers = { 'set-cookie': `XSRF-TOKEN=new-${issued}` }
      sendJson({}, { status: 403, headers })(response, request)
    }
    const api = await startRecordingApi(reject)
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure.fault).toBe('status')
    expect(api.requests).toHaveLength(2)
  })

  test('concurrent calls rejected with one new token are all sent once more', async () => {
    const api = await startRecordingApi((response, request) => {
      const isKnown = request.headers['x-xsrf-token'] === 'one-for-all'
      const headers = { 'set-cookie': 'XSRF-TOKEN=one-for-all; Path=/' }
      const respond = isKnown ? noPosts : sendJson({}, { status: 403, headers })
      respond(response, request)
    })
    const calls = openContent(api.url).viewPage()
    const lists = [calls.listNews(), calls.listBlog(), calls.listServices(), calls.listProjects()]
    expect(await Promise.all(lists)).toEqual([[], [], [], []])
  })
})

describe('a call without a usable response fails with its fault', () => {
  test('F06, timeout: the response stalls', async () => {
    changeLimits({ chunkTimeout: 100, wholeCall: 60_000 })
    const api = await startRecordingApi(stall('[{"postID":"1"'))
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure.fault).toBe('timeout')
  })

  test('F07, timeout: the response trickles without end', async () => {
    changeLimits({ wholeCall: 150, headers: 60_000, chunkTimeout: 60_000 })
    const api = await startRecordingApi((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure.fault).toBe('timeout')
  })

  const unusable: [what: string, fault: string, answer: Responder][] = [
    ['F12: status 500', 'status', sendJson([], { status: 500 })],
    ['F13: status 429', 'status', sendJson([], { status: 429 })],
    ['F14: status 401', 'status', sendJson([], { status: 401 })],
    ['F14: status 403 without a new token', 'status', sendJson([], { status: 403 })],
    ['F16: status 404', 'status', sendJson([], { status: 404 })],
    ['status 201, though with a list', 'status', sendJson([], { status: 201 })],
    ['F20: status 204', 'status', (response) => response.writeHead(204).end()],
    ['F17: a page of HTML', 'shape', sendBytes('<h1>Sign in</h1>', { type: 'text/html' })],
    ['a list declared as HTML', 'shape', sendBytes('[]', { type: 'text/html' })],
    ['HTML declared as JSON', 'shape', sendBytes('<h1>Sign in</h1>')],
    ['a response without a content type', 'shape', (response) => response.end('[]')],
    ['F19: broken JSON', 'shape', sendBytes('[{"postID":"1",]')],
    ['F20: no bytes at all', 'shape', sendBytes('')],
    ['F21: an object instead of a list', 'shape', sendJson({ posts: [] })],
    ['F21: null instead of a list', 'shape', sendJson(null)],
    ['F21: a string instead of a list', 'shape', sendJson('[]')],
    ['F21: a number instead of a list', 'shape', sendJson(0)],
    ['F10: a body shorter than announced', 'cut', sendHalf('[{"postID":"1"}]')],
    ['F10: a truncated chunked body', 'cut', sendHalfInChunks('[{"postID":"1"}]')],
    ['F09: a connection that is reset', 'cut', reset],
  ]
  test.each(unusable)('%s: %s', async (_, fault, answer) => {
    const api = await startRecordingApi(answer)
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure.fault).toBe(fault)
    // A broken response is retried once.
    expect(api.requests).toHaveLength(fault === 'cut' ? 2 : 1)
  })

  const redirects = [301, 302, 303, 307, 308]
  test.each(redirects)('F33: status %i: a redirect is not followed', async (status) => {
    const elsewhere = await startRecordingApi(onePost)
    const api = await startRecordingApi(redirectTo(`${elsewhere.url}/get-post`, status))
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure.fault).toBe('status')
    expect(api.requests).toHaveLength(1)
    expect(elsewhere.requests).toHaveLength(0)
  })

  test('refused: the embedded content service could not start', async () => {
    const noService = () => Promise.reject(new Error('The sample lacks news.yaml.'))
    const source = createSiteContent(parseConfig({}).content, noService)
    onTestFinished(() => source.close())
    const calls = createContentCalls(source.forRequest('Ar', 10_000))
    expect((await failureOf(calls.listNews())).fault).toBe('refused')
  })

  test('the same faults for a single block, details and the other calls', async () => {
    const api = await startRecordingApi(sendJson({}, { status: 500 }))
    const content = openContent(api.url)
    const calls = content.viewPage()
    const failures = [
      calls.findContact(),
      calls.getProduct('1'),
      content.other.getMainLanguage(),
      content.other.getLanguage('En'),
      content.other.listMainSystem('getSystem', 'Ar'),
      content.other.postEmail({ ...sampleEmail, isSend: true }, { key: 'K7M2-9XCA' }),
      content.other.processCompany({ name: 'Tayyar' }),
    ].map(failureOf)
    const faults = (await Promise.all(failures)).map(({ fault }) => fault)
    expect(faults).toEqual(faults.map(() => 'status'))
  })
})

describe('the connection pool', () => {
  test('one connection is reused for successive calls', async () => {
    const api = await startRecordingApi(noPosts)
    const content = openContent(api.url, { CONTENT_CACHE_TTL_S: '0' })
    for (let view = 0; view < 7; view += 1) {
      await content.viewPage(view % 2 ? 'Ar' : 'En').listNews()
      // The next call starts after the response's own turn of the event loop.
      await nextTurn()
    }
    expect(api.requests.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(api.connections()).toBe(1)
  })
})
