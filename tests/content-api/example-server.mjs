import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const breaker = {
  ...{ postID: 'b16', parentID: 'mcb', Ar: 'قاطع 16 أمبير', En: 'Breaker 16 A' },
  ...{ postImage: 'b16.gif', postFiles: [{ fileName: 'b16.pdf', fileTitle: 'Data sheet' }] },
  ...{ postDate: '2026-03-31', postSpecs: [{ name: 'Rated current', value: '16', unit: 'A' }] },
}
const content = {
  'Footer.Data': [{ postID: 'footer', Ar: 'شركة المثال', En: 'Example Company' }],
  ContactData: [{ postID: 'contact', Ar: 'تواصل معنا', En: 'Contact', phone1: '+966 11 000 0000' }],
  ProductsCategory: [{ postID: 'protection', Ar: 'الحماية', En: 'Protection' }],
  ProductsTypes: [{ postID: 'mcb', parentID: 'protection', Ar: 'قواطع', En: 'Breakers' }],
  Products: [breaker],
}
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const files = new Map([
  ['/images/post/b16.gif', ['image/gif', Buffer.from(gif, 'base64')]],
  ['/images/post/b16.pdf', ['application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')]],
])

function listPosts({ check, Lang, PostId, Type, ParentId, Pno }) {
  const inLanguage = ({ [Lang]: postTitle, ...post }) => ({ postTitle, ...post })
  const posts = (content[Type] ?? []).map(inLanguage)
  if (check === 'getPostDetails') return posts.filter(({ postID }) => postID === PostId)
  const list = posts.filter(({ parentID }) => ParentId === 'NTROOT0' || parentID === ParentId)
  return Pno === '1' ? list.slice(0, 1) : list
}

async function answerCall(request, response) {
  const { headers } = request
  const token = /XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  if (!token || token !== headers['x-xsrf-token']) {
    return response.writeHead(403, { 'Set-Cookie': `XSRF-TOKEN=${randomUUID()}; Path=/` }).end()
  }
  const form = await new globalThis.Response(await buffer(request), { headers }).formData()
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(listPosts(Object.fromEntries(form))))
}

async function answer(request, response) {
  if (request.method === 'POST' && request.url === '/get-post') return answerCall(request, response)
  const [type, bytes] = files.get(decodeURIComponent(request.url)) ?? []
  if (!bytes) return response.writeHead(404).end()
  const head = { ETag: `"v1"`, 'Content-Type': type, 'Content-Length': bytes.length }
  if (request.headers['if-none-match'] === head.ETag) return response.writeHead(304).end()
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range)?.slice(1).map(Number)
  if (!range || range[0] >= bytes.length) return response.writeHead(200, head).end(bytes)
  const part = bytes.subarray(range[0], range[1] + 1)
  head['Content-Length'] = part.length
  head['Content-Range'] = `bytes ${range[0]}-${range[0] + part.length - 1}/${bytes.length}`
  response.writeHead(206, head).end(part)
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end())
})
server.listen(Number(process.env.PORT ?? 8080), () => console.log('The content API is ready.'))
