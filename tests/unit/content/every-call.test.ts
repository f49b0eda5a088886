import { describe, expect, test } from 'vitest'
import { type ContentCalls } from '../../../server/content/content-calls.ts'
import { ContentUnavailable, NotFound } from '../../../server/content/failures.ts'
import { startEditableApi } from '../../support/editable-api.ts'
import { changeLimits } from '../../support/change-limits.ts'
import { openContent } from '../../support/open-content.ts'
import {
  fieldsOf,
  hang,
  sendBytes,
  sendHalf,
  sendJson,
  stall,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'
import { sampleEmail } from '../../support/sample-email.ts'

const root = 'NTROOT0'

interface Call {
  /** Makes the call, with an ID if it needs one. */
  make: (calls: ContentCalls, id: string) => Promise<unknown>
  /** The expected wire fields; `id` stands for the given ID. */
  check: 'getPost' | 'getPostDetails'
  Type: string
  PostId: '' | 'id'
  ParentId: typeof root | 'id'
  Pno: '1' | '-1'
  /** Whether the list of the parents shows first if the parent exists. */
  hasParents?: true
}

function single(Type: string, make: Call['make']): Call {
  return { make, check: 'getPost', Type, PostId: '', ParentId: root, Pno: '1' }
}

function all(Type: string, make: Call['make']): Call {
  return { make, check: 'getPost', Type, PostId: '', ParentId: root, Pno: '-1' }
}

function below(Type: string, make: Call['make']): Call {
  return { make, check: 'getPost', Type, PostId: '', ParentId: 'id', Pno: '-1' }
}

/** The posts of a parent, which is looked up in a list of its own. */
function children(Type: string, make: Call['make']): Call {
  return { ...below(Type, make), hasParents: true }
}

function details(Type: string, make: Call['make']): Call {
  return { make, check: 'getPostDetails', Type, PostId: 'id', ParentId: root, Pno: '1' }
}

/** Every function of the adapter, as in the content API's specification. */
const table: Record<keyof ContentCalls, Call> = {
  findContact: single('ContactData', (calls) => calls.findContact()),
  findFooter: single('Footer.Data', (calls) => calls.findFooter()),
  findProductsBanner: single('ProductsCateBackground', (calls) => calls.findProductsBanner()),

  listProductCategories: all('ProductsCategory', (calls) => calls.listProductCategories()),
  listProductTypes: all('ProductsTypes', (calls) => calls.listProductTypes()),
  listHomeSlides: all('HomeSlider', (calls) => calls.listHomeSlides()),
  listAbout: all('About', (calls) => calls.listAbout()),
  listSustainability: all('Sustainability', (calls) => calls.listSustainability()),
  listWorkFields: all('WorkFields', (calls) => calls.listWorkFields()),
  listCompanyGoals: all('CompanyGoals', (calls) => calls.listCompanyGoals()),
  listSolutions: all('Solutions', (calls) => calls.listSolutions()),
  listProjects: all('Projects', (calls) => calls.listProjects()),
  listServices: all('Services', (calls) => calls.listServices()),
  listNews: all('News', (calls) => calls.listNews()),
  listBlog: all('Blog', (calls) => calls.listBlog()),
  listBranches: all('Branches', (calls) => calls.listBranches()),

  getProductTypesOf: children('ProductsTypes', (calls, id) => calls.getProductTypesOf(id)),
  getProductsOf: children('Products', (calls, id) => calls.getProductsOf(id)),
  listProductsOf: below('Products', (calls, id) => calls.listProductsOf(id)),
  getAllSolutionProducts: children('SolProductsBackground', (calls, id) =>
    calls.getAllSolutionProducts(id),
  ),
  listSolutionProducts: below('SolProducts', (calls, id) => calls.listSolutionProducts(id)),
  lookUpSolutionProducts: below('SolProducts', (calls, id) => calls.lookUpSolutionProducts(id)),

  getProductCategory: details('ProductsCategory', (calls, id) => calls.getProductCategory(id)),
  getProductType: details('ProductsTypes', (calls, id) => calls.getProductType(id)),
  getProduct: details('Products', (calls, id) => calls.getProduct(id)),
  getSolutionProduct: details('SolProducts', (calls, id) => calls.getSolutionProduct(id)),
  getSolution: details('Solutions', (calls, id) => calls.getSolution(id)),
  getProject: details('Projects', (calls, id) => calls.getProject(id)),
  getService: details('Services', (calls, id) => calls.getService(id)),
  getNews: details('News', (calls, id) => calls.getNews(id)),
  getBlog: details('Blog', (calls, id) => calls.getBlog(id)),
}

const rows = Object.entries(table)

describe('on the wire', () => {
  test.each(rows)('%s sends what the table says', async (_, call) => {
    const api = await startRecordingApi(sendJson([{ postID: '1', postTitle: 'A post' }]))
    await call.make(openContent(api.url).viewPage('En'), 'عنصر & 7')
    const sent = await Promise.all(api.requests.map(fieldsOf))
    expect(sent).toHaveLength(call.hasParents ? 2 : 1)
    expect(sent).toContainEqual([
      ['check', call.check],
      ['Lang', 'En'],
      ['PostId', call.PostId === 'id' ? 'عنصر & 7' : ''],
      ['FbrnId', '1'],
      ['Type', call.Type],
      ['ParentId', call.ParentId === 'id' ? 'عنصر & 7' : root],
      ['PostName', ''],
      ['Pno', call.Pno],
    ])
  })

  const lists = rows.filter(([, call]) => call.Pno === '-1' && !call.hasParents)
  test.each(lists)('%s: an empty list is a list', async (_, call) => {
    const api = await startRecordingApi(sendJson([]))
    expect(await call.make(openContent(api.url).viewPage(), '7')).toEqual([])
  })

  const blocks = rows.filter(([, call]) => call.Pno === '1' && call.check === 'getPost')
  test.each(blocks)('%s: an empty list means no block', async (_, call) => {
    const api = await startRecordingApi(sendJson([]))
    expect(await call.make(openContent(api.url).viewPage(), '')).toBeNull()
  })

  const posts = rows.filter(([, call]) => call.check === 'getPostDetails' || call.hasParents)
  test.each(posts)('%s: an empty list means that there is no such post', async (_, call) => {
    const api = await startRecordingApi(sendJson([]))
    const found = call.make(openContent(api.url).viewPage(), '7')
    await expect(found).rejects.toBeInstanceOf(NotFound)
  })
})

describe('a product at its solution’s address', () => {
  const product = { postID: 'p', postTitle: 'Breaker', parentID: 'x' }
  const asked = ['SolProducts', 'SolProductsBackground', 'Products']

  test.each([
    ['SolProducts', 'x', 1],
    ['SolProductsBackground', 'x', 2],
    // Its parent there is a type, not a solution.
    ['Products', '', 3],
  ])('is found if only %s has it', async (type, parentID, calls) => {
    const api = await startEditableApi({ [type]: [product] })
    const found = await openContent(api.url).viewPage().getSolutionProduct('p')
    expect(found).toMatchObject({ postID: 'p', postTitle: 'Breaker', parentID })
    expect(api.calls).toEqual(asked.slice(0, calls).map((name) => `getPostDetails ${name} p`))
  })

  test.each(asked)('is not missing while %s is unavailable', async (dead) => {
    const api = await startRecordingApi((response, request) => {
      const isDead = request.body.toString('utf8').includes(`\r\n\r\n${dead}\r\n`)
      sendJson([], { status: isDead ? 500 : 200 })(response, request)
    })
    const found = openContent(api.url).viewPage().getSolutionProduct('p')
    await expect(found).rejects.toBeInstanceOf(ContentUnavailable)
  })
})

describe('the other calls on the wire', () => {
  test('an e-mail: the API’s field names and path', async () => {
    const api = await startRecordingApi(sendJson({}))
    const variables = { CONTENT_POST_EMAIL_PATH: '/api/PostEmail' }
    const email = { ...sampleEmail, title: 'سؤال', isSend: false }
    await openContent(api.url, variables).other.postEmail(email, { key: 'K7M2-9XCA' })
    const [request] = api.requests
    if (!request) throw new Error('no request came')
    expect(request).toMatchObject({ method: 'POST', path: '/api/PostEmail' })
    expect(request.headers['idempotency-key']).toBe('K7M2-9XCA')
    const { cookie } = request.headers
    expect(cookie).toBe(`XSRF-TOKEN=${String(request.headers['x-xsrf-token'])}`)
    expect(await fieldsOf(request)).toEqual([
      ['title', 'سؤال'],
      ['details', 'Words'],
      ['comEmail', 'visitor@tayyar.example'],
      ['comEmailPass', ''],
      ['comEmailPort', ''],
      ['isSend', 'false'],
    ])
  })

  test.each<[string, Responder]>([
    ['201 without a body', sendBytes('', { status: 201 })],
    ['text', sendBytes('OK', { type: 'text/plain' })],
    ['JSON that breaks off', sendHalf('{')],
    ['far too large', sendBytes('x'.repeat(4_000_000))],
    ['a body that never ends', stall('{')],
  ])('an e-mail is sent whatever the response says: %s', async (_, respond) => {
    const api = await startRecordingApi(respond)
    const email = { ...sampleEmail, isSend: true }
    await openContent(api.url).other.postEmail(email, { key: 'K7M2-9XCA' })
    expect(api.requests).toHaveLength(1)
  })

  test('an e-mail may take longer than a read, and is given up when its caller does', async () => {
    changeLimits({ headers: 50, wholeCall: 50 })
    const email = { ...sampleEmail, isSend: true }
    const slow = await startRecordingApi((response) => {
      setTimeout(() => response.end(), 200)
    })
    await openContent(slow.url).other.postEmail(email, { key: 'K7M2-9XCA' })
    const silent = await startRecordingApi(hang)
    const signal = AbortSignal.timeout(100)
    const sending = openContent(silent.url).other.postEmail(email, { key: 'K7M2-9XCA', signal })
    await expect(sending).rejects.toMatchObject({ fault: 'timeout' })
  })

  test('a company: a field name cannot inject header lines', async () => {
    const api = await startRecordingApi(sendJson({}))
    const variables = { CONTENT_COMPANY_PATH: '/company' }
    const name = 'a"\r\n\r\nforged\r\n'
    await openContent(api.url, variables).other.processCompany({ [name]: 'x', city: 'الرياض' })
    const [request] = api.requests
    if (!request) throw new Error('no request came')
    expect(request.path).toBe('/company')
    expect(await fieldsOf(request)).toEqual([
      [name, 'x'],
      ['city', 'الرياض'],
    ])
  })

  test('the languages: a GET without a body, with the ID encoded as one path segment', async () => {
    const api = await startRecordingApi(sendJson({}))
    const { other } = openContent(api.url)
    await other.getMainLanguage()
    await other.getLanguage('عر/../?#')
    expect(api.requests.map(({ method, path: address }) => `${method} ${address}`)).toEqual([
      'GET /languages/getLangIsMain',
      'GET /languages/%D8%B9%D8%B1%2F..%2F%3F%23',
    ])
    expect(api.requests.every(({ body }) => body.length === 0)).toBe(true)
  })

  test('the main system: its own path', async () => {
    const api = await startRecordingApi(sendJson([]))
    const variables = { CONTENT_MAIN_SYSTEM_PATH: '/system' }
    await openContent(api.url, variables).other.listMainSystem('getSystem', 'Ar')
    expect(api.requests[0]).toMatchObject({ method: 'POST', path: '/system' })
  })

  test('a response of another shape is rejected', async () => {
    const api = await startRecordingApi(sendJson('done'))
    const { other } = openContent(api.url)
    await expect(other.processCompany({ name: 'x' })).rejects.toMatchObject({ fault: 'shape' })
    await expect(other.getMainLanguage()).rejects.toMatchObject({ fault: 'shape' })
    await expect(other.listMainSystem('x', 'Ar')).rejects.toMatchObject({ fault: 'shape' })
  })

  test('a key named __proto__ in a response pollutes nothing', async () => {
    const api = await startRecordingApi((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"langID":"Ar","__proto__":{"langIsMain":true},"constructor":{"name":1}}')
    })
    const language = await openContent(api.url).other.getMainLanguage()
    expect(language['langID']).toBe('Ar')
    expect(language['langIsMain']).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('langIsMain')
  })
})
