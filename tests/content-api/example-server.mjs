import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const all = 'NTROOT0'
const texts = (Ar, En) => ({ Ar, En })
/** The content: [type, postID, parentID, title in both languages, further fields]. */
const content = [
  ['Footer.Data', 'footer', all, texts('شركة المثال', 'Example Company'), {}],
  ['ContactData', 'contact', all, texts('تواصل معنا', 'Contact'), { phone1: '+966 11 000 0000' }],
  ['ProductsCategory', 'protection', all, texts('الحماية', 'Protection'), {}],
  ['ProductsTypes', 'mcb', 'protection', texts('قواطع مصغّرة', 'Miniature breakers'), {}],
  ['Products', 'b16', 'mcb', texts('قاطع 16 أمبير', 'Breaker 16 A'), {
    ...{ postImage: 'b16.png', postFiles: [{ fileName: 'b16.pdf', fileTitle: 'Data sheet' }] },
    ...{ postDate: '2026-03-31', postSpecs: [{ name: 'Rated current', value: '16', unit: 'A' }] },
  }],
] // prettier-ignore
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const files = new Map([
  ['b16.png', ['image/png', Buffer.from(png, 'base64')]],
  ['b16.pdf', ['application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')]],
])

function posts({ check, Lang, PostId, Type, ParentId, Pno }) {
  const found = content.filter(([type, id, parent]) => {
    if (check === 'getPostDetails') return type === Type && id === PostId
    return type === Type && (ParentId === all || parent === ParentId)
  })
  const list = found.map(([, postID, parentID, title, fields]) => {
    return { postID, parentID, postTitle: title[Lang], postSubTitle: '', postImage: '', ...fields }
  })
  return Pno === '1' ? list.slice(0, 1) : list
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const [type, bytes] = files.get(decodeURIComponent(pathname.replace('/images/post/', ''))) ?? []
  if (request.method === 'POST' && pathname === '/get-post') {
    const token = /XSRF-TOKEN=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
    if (!token || token !== request.headers['x-xsrf-token']) {
      const headers = { 'Set-Cookie': `XSRF-TOKEN=${randomUUID()}; Path=/` }
      return response.writeHead(403, headers).end()
    }
    const { headers } = request
    const form = await new Response(await buffer(request), { headers }).formData()
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
    return response.end(JSON.stringify(posts(Object.fromEntries(form))))
  }
  if (!bytes || !['GET', 'HEAD'].includes(request.method)) return response.writeHead(404).end()
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, { ETag: etag }).end()
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const part = bytes.subarray(Number(from ?? 0), to ? Number(to) + 1 : bytes.length)
  const range = from && { 'Content-Range': `bytes ${from}-${+from + part.length - 1}/${bytes.length}` }
  const head = { 'Content-Type': type, 'Content-Length': part.length, ETag: etag, ...range }
  response.writeHead(from ? 206 : 200, head).end(request.method === 'HEAD' ? '' : part)
}

createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end())
}).listen(Number(process.env.PORT ?? 8080), () => console.log('The content API is ready.'))
