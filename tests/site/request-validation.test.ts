import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendRequest, sendRaw, type RawResponse } from '../support/raw-request.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { waitForSitemap } from '../support/wait-for-sitemap.ts'

const good = { url: inject('contentUrl') }
const publicUrl = 'http://tayyar.example'
const form = 'Content-Type: application/x-www-form-urlencoded'

let site: Site
/** With a loopback host, which is always valid. */
let url = ''

beforeAll(async () => {
  site = await startSite({
    CONTENT_API_URL: good.url,
    CONTENT_IMAGES_URL: `${good.url}/images/post`,
    PUBLIC_URL: publicUrl,
  })
  url = site.url.replace('localhost', '127.0.0.1')
})
afterAll(() => site.stop())

function expectRejected(response: RawResponse, status: number, what: string) {
  expect(response.status, what).toBe(status)
  expect(response.headers['cache-control'], what).toBe('no-store')
  expect(response.headers['x-content-type-options'], what).toBe('nosniff')
  expect(response.headers['location'], what).toBeUndefined()
}

async function postLanguage(headers: string[], body = 'lang=En', target = '/language') {
  const measured = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
  const length = measured ? [] : [`Content-Length: ${body.length}`]
  const type = headers.some((header) => /^content-type:/i.test(header)) ? [] : [form]
  return sendRequest(url, `POST ${target}`, [...type, ...length, ...headers], body)
}

describe('V01 V27 an address whose letters are sent as they are', () => {
  const line = (target: string, method = 'GET') =>
    Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)

  test.each(['GET', 'HEAD'])('is redirected to its encoded form: %s', async (method) => {
    const { status, headers, body } = await sendRaw(url, line('/search?q=قاطع', method))
    const own = '/search?q=%D9%82%D8%A7%D8%B7%D8%B9'
    expect([status, headers['location'], body.length]).toEqual([308, own, 0])
    expect([headers['cache-control'], headers['connection']]).toEqual(['no-store', 'close'])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect((await sendRequest(url, `GET ${own}`)).status).toBe(200)
  })

  test.each<[string, Buffer]>([
    [
      'bytes of another encoding',
      Buffer.from('GET /\xde HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1'),
    ],
    ['a post', line('/language?x=ق', 'POST')],
    ['another method', line('/ق', 'DELETE')],
    ['an absolute address', line('http://evil.example/ق')],
  ])('%s is rejected', async (what, bytes) => {
    expectRejected(await sendRaw(url, bytes), 400, what)
  })

  test('that is too long is rejected, and nothing after such an address is a request', async () => {
    const long = await sendRaw(url, line(`/${'ق'.repeat(400)}`))
    expect([long.status, long.headers['location']]).toEqual([400, undefined])
    const { text } = await sendRaw(url, Buffer.concat([line('/News'), line('/ق'), line('/News')]))
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 308'])
  })
})

test('V02 V21 no spelling of a path leads to another site or to a file', async () => {
  for (const target of ['/\\evil.example', '/../etc/passwd', '/%2e%2e/etc']) {
    expectRejected(await sendRequest(url, `GET ${target}`), 400, target)
  }
  const nowhere = [
    '//evil.example/%2f..',
    '//evil.example/News/',
    '/%2f%2fevil.example/',
    '/%5cevil',
  ]
  for (const target of [...nowhere, '///evil.example', '/..%2f..%2fetc/passwd']) {
    const response = await sendRequest(url, `GET ${target}`)
    expect([response.status, response.headers['location']], target).toEqual([302, '/error_404'])
  }
  expect((await sendRequest(url, 'GET //News//')).headers['location']).toBe('/News')
  expect((await postLanguage([], 'lang=En&to=//evil.example')).headers['location']).toBe('/')
})

test('V03 a head that is too long is rejected', async () => {
  const long = `GET /${'a'.repeat(20_000)}`
  expectRejected(await sendRequest(url, long), 414, 'a path longer than a head')
  const header = `X: ${'a'.repeat(17_000)}`
  expectRejected(await sendRequest(url, 'GET /News', [header]), 431, 'a large head')
})

describe('V01 V03 an invalid address of a page', () => {
  const words = {
    ar: { html: '<html lang="ar" dir="rtl"', heading: 'هذا العنوان غير صالح' },
    en: { html: '<html lang="en" dir="ltr"', heading: 'This address is not valid' },
  }
  const english = 'Cookie: lang=En'

  test('gets a whole page in the visitor’s language, without a word of the address', async () => {
    const made = 'made-up'
    const long = `/${made}/${'a'.repeat(2_100)}`
    const rejected: [target: string, cookie: string, status: number, language: 'ar' | 'en'][] = [
      [`/${made}%`, 'Cookie: x=y', 400, 'ar'],
      [`/News?x=${made}&lang=En%zz`, english, 400, 'en'],
      [`/News/${made}%00?lang=En`, 'Cookie: lang=Ar', 400, 'en'],
      [`/News?${`${made}&`.repeat(101)}`, english, 400, 'en'],
      [`http://127.0.0.1/${made}%`, english, 400, 'en'],
      [long, 'Cookie: x=y', 414, 'ar'],
      [`/News?${made}=${'a'.repeat(4_200)}`, english, 414, 'en'],
    ]
    for (const [target, cookie, status, language] of rejected) {
      const what = `${target.slice(0, 40)} ${cookie}`
      const response = await sendRequest(url, `GET ${target}`, [cookie])
      expectRejected(response, status, what)
      const isInQuery = /[?&]lang=..(?:&|$)/.test(target)
      expect(response.headers, what).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-length': String(response.body.length),
        vary: isInQuery ? 'Accept-Encoding' : 'Accept-Encoding, Cookie',
      })
      expect(response.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
      const html = response.body.toString()
      expect(html, what).toContain(words[language].html)
      expect(html, what).toContain(`${words[language].heading}</h1>`)
      for (const link of ['/', '/products/home', '/solutions', '/contact']) {
        expect(html, what).toContain(`href="${link}"`)
      }
      expect(html, what).not.toContain(made)
      expect(html, what).not.toMatch(/__remixContext|modulepreload/)
    }
  })

  test('is answered in the preferred content encoding, and for HEAD', async () => {
    const plain = await sendRequest(url, 'GET /%', [english])
    const br = await sendRequest(url, 'GET /%', [english, 'Accept-Encoding: br'])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    const head = await sendRequest(url, 'HEAD /%', [english, 'If-None-Match: *'])
    expectRejected(head, 400, 'HEAD')
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(String(plain.body.length))
  })

  test('leaves the connection open, unless a body may follow', async () => {
    const get = (target: string, header = '') =>
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`
    const both = await sendRaw(url, get('/%') + get('/News', 'Connection: close\r\n'))
    expect(both.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
    const withBody = await sendRaw(url, get('/%', 'Content-Length: 4\r\n'))
    expect([withBody.status, withBody.headers['connection']]).toEqual([400, 'close'])
  })

  test('is not that of a file, a form, a page’s data, another method or host: they get a text', async () => {
    const page = 'GET /News%'
    const others: [line: string, headers: string[], status: number][] = [
      ...['/assets/%', '/favicon.ico?%', '/cards/%', '/vcards/Ar/%', '/sitemaps/%'].map(
        (target): [string, string[], number] => [`GET ${target}`, [], 400],
      ),
      [`GET /language?${'a'.repeat(4_200)}`, [], 414],
      ['GET /security-report?%', [], 400],
      ['GET /News?x=%&_data=root', [], 400],
      ['OPTIONS /News%', [], 400],
      ['POST /News%', [], 400],
      [page, ['Host: a b'], 400],
      [page, ['Host: evil.example'], 421],
    ]
    for (const [line, headers, status] of others) {
      const response = await sendRequest(url, line, headers)
      expectRejected(response, status, line)
      expect(response.headers['content-type'], line).toBe('text/plain; charset=utf-8')
    }
  })
})

describe('V05 data requests', () => {
  test('for another route, for none, or from another site are not', async () => {
    const ids = [
      'routes%2Fblog',
      'nothing',
      '',
      'root&_data=root',
      '__proto__',
      'routes%2Funknown-path',
    ]
    for (const id of ids) expectRejected(await sendRequest(url, `GET /News?_data=${id}`), 404, id)
    expectRejected(await sendRequest(url, 'GET /News?%5Fdata=routes%2Fblog'), 404, 'encoded')
    expectRejected(await sendRequest(url, 'GET /.env?_data=root'), 404, 'an unknown path')
    for (const from of ['cross-site', 'same-site', 'none', 'same-origin, cross-site']) {
      const response = await sendRequest(url, 'GET /News?_data=root', [`Sec-Fetch-Site: ${from}`])
      expectRejected(response, 404, from)
    }
    expect((await sendRequest(url, 'GET /News')).headers['content-type']).toContain('text/html')
  })

  test('do not exist for files and pictures, which ignore _data', async () => {
    for (const target of ['/images/post/mcb.webp?w=160', '/assets/i18n/Ar.json']) {
      const joint = target.includes('?') ? '&' : '?'
      expect((await sendRequest(url, `GET ${target}${joint}_data=x`)).status, target).toBe(200)
    }
  })
})

test('V06 meaningless parameters change nothing', async () => {
  await waitForSitemap({ url })
  for (const path of ['/News', '/sitemap.xml', '/robots.txt', '/cards/En/News.png', '/language']) {
    const own = await sendRequest(url, `GET ${path}`)
    // Lists have page numbers.
    const pages = path === '/News' ? '' : '&page=-1&page=1e9'
    const odd = `x=1&x[]=2&__proto__=3&constructor=4&lang=Fr${pages}`
    const other = await sendRequest(url, `GET ${path}?${odd}`)
    expect(other.status, path).toBe(own.status)
    expect(other.body.equals(own.body), path).toBe(true)
  }
})

test('V07 requests from another site change nothing', async () => {
  const foreign = [
    ['Sec-Fetch-Site: cross-site', `Origin: ${publicUrl}`],
    ['Origin: http://evil.example', 'X-Forwarded-Host: evil.example'],
    ['Origin: https://tayyar.example'],
  ]
  for (const headers of foreign) {
    for (const target of [
      '/',
      '/News?_data=root',
      '/language',
      '/language?_data=x',
      '/page-view',
      '/page-timing',
    ]) {
      const response = await postLanguage(headers, 'lang=En', target)
      expectRejected(response, 403, `${target} ${headers.join()}`)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expectRejected(await sendRequest(url, 'DELETE /News', headers), 403, 'DELETE')
  }
  for (const own of [['Sec-Fetch-Site: same-origin'], [`Origin: ${publicUrl}`], []]) {
    const response = await postLanguage(own)
    expect([response.status, response.headers['location']]).toEqual([303, '/'])
    expect(response.headers['set-cookie']).toMatch(/^lang=En;/)
  }
})

describe('V08', () => {
  test('other methods get 405 and the allowed methods', async () => {
    const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'WHATEVER']
    for (const method of methods) {
      const response = await sendRequest(url, `${method} /News`)
      expectRejected(response, 405, method)
      expect(response.headers['allow'], method).toBe('GET, HEAD, OPTIONS')
    }
    expectRejected(await sendRequest(url, 'CONNECT evil.example:443'), 405, 'CONNECT')
    expect((await sendRequest(url, 'PUT /language')).headers['allow']).toBe(
      'GET, HEAD, OPTIONS, POST',
    )
  })

  test('OPTIONS lists them too, HEAD is GET without a body, and no header overrides the method', async () => {
    const options = await sendRequest(url, 'OPTIONS /language')
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect((await sendRequest(url, 'OPTIONS *')).status).toBe(204)
    const whole = await sendRequest(url, 'GET /News')
    const head = await sendRequest(url, 'HEAD /News')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    const override = await sendRequest(url, 'GET /News', ['X-HTTP-Method-Override: DELETE'])
    expect(override.body.equals(whole.body)).toBe(true)
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade, close']
    expect((await sendRequest(url, 'GET /News', upgrade)).status).toBe(200)
  })
})

describe('V10 a body', () => {
  const chunked = 'Transfer-Encoding: chunked'

  test('of a wrong type or content encoding is rejected', async () => {
    for (const header of ['Content-Type: text/plain', 'Content-Type: application/json']) {
      expectRejected(await postLanguage([header]), 415, header)
    }
    expectRejected(await postLanguage(['Content-Encoding: gzip']), 415, 'gzip')
    for (const target of ['/page-view', '/page-timing']) {
      expectRejected(await postLanguage([], 'x', target), 415, target)
    }
  })

  test('that is malformed is rejected', async () => {
    const multipart = 'Content-Type: multipart/form-data'
    const beginning = '--x\r\nContent-Disposition: form-data; name="lang"\r\n\r\nE'
    for (const type of [multipart, `${multipart}; boundary=x`]) {
      const response = await postLanguage([type], beginning)
      expect([response.status, response.headers['cache-control']], type).toEqual([400, 'no-store'])
    }
    expectRejected(await postLanguage([chunked], 'zz\r\n'), 400, 'a broken chunk')
  })

  test('gets 100 Continue only if it will be read', async () => {
    const accepted = await postLanguage(['Expect: 100-continue'])
    expect(accepted.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 303 /)
    const long = await postLanguage(['Expect: 100-continue', 'Content-Length: 70000'], '')
    expectRejected(long, 413, 'too long')
    expectRejected(await postLanguage(['Expect: a-miracle']), 417, 'another expectation')
  })

  test('that does not end gets 408', async () => {
    expectRejected(await postLanguage(['Content-Length: 20']), 408, 'half a body')
  })
})

test('V11 V13 V14 a page does not depend on other headers and cookies', async () => {
  const page = await sendRequest(url, 'GET /News')
  const crowd = Array.from({ length: 180 }, (_, at) => `c${at}=${at}`).join('; ')
  const strange = [
    ...[
      `Cookie: ${crowd}`,
      'Cookie: ;;=;lang; ="',
      'Cookie: lang=../../',
      'Cookie: lang=%00; lang=En',
    ],
    ...['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'X-Forwarded-For: 1.1.1.1'],
    ...['Forwarded: host=evil.example', 'X-Original-URL: /blog', 'X-Rewrite-URL: /blog'],
    ...['X-Middleware-Subrequest: x', 'X-Remix-Reload-Document: 1', 'X-Remix-Response: yes'],
    ...['Accept: application/json', 'Accept-Language: en', 'Accept-Encoding: nonsense;q=x'],
    'Range: bytes=0-9',
  ]
  for (const header of strange) {
    const response = await sendRequest(url, 'GET /News', [header])
    expect(response.status, header).toBe(200)
    expect(response.body.equals(page.body), header).toBe(true)
    expect(response.text).not.toContain('evil.example')
  }
})

test('V12 another host than the site’s own gets 421, an invalid one 400', async () => {
  const line = 'GET /News'
  expectRejected(await sendRequest(url, line, ['Host: evil.example']), 421, 'another host')
  expectRejected(await sendRequest(url, line, ['Host: a b']), 400, 'no host name')
  const own = 'Host: tayyar.example'
  expectRejected(await sendRequest(url, line, [own, 'hoSt: evil.example']), 400, 'two')
  expectRejected(await sendRaw(url, `${line} HTTP/1.1\r\nConnection: close\r\n\r\n`), 400, 'none')
  expectRejected(
    await sendRequest(url, 'GET http://evil.example/News', [own]),
    421,
    'an absolute target on another host',
  )
  const whole = await sendRequest(url, `GET ${publicUrl}/News`, [own])
  for (const response of [whole, await sendRaw(url, `${line} HTTP/1.0\r\n\r\n`)]) {
    expect(response.status).toBe(200)
    expect(response.body.toString()).toContain(`${publicUrl}/News`)
  }
})

test('V15 malformed conditional and range headers cause no errors', async () => {
  const odd = [
    ...['If-None-Match: "', 'If-None-Match: W/', 'If-Modified-Since: never', 'If-Match: *'],
    ...['If-Unmodified-Since: 0', 'If-Range: ,', 'Range: bytes=5-9,9-5'],
  ]
  for (const target of ['/News', '/assets/i18n/Ar.json', '/images/post/mcb.webp?w=160']) {
    const { headers } = await sendRequest(url, `GET ${target}`)
    const known = await sendRequest(url, `GET ${target}`, [`If-None-Match: ${headers['etag']}`])
    expect([known.status, known.body.length], target).toEqual([304, 0])
    for (const header of odd) {
      const { status } = await sendRequest(url, `GET ${target}`, [header])
      expect(status, `${target} ${header}`).toBe(200)
    }
  }
})

test('V16 an ambiguous request is rejected, and the connection closed', async () => {
  const shapes = [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n\r\naaaaaa',
    'Content-Length: 5, 5\r\n\r\naaaaa',
    'Content-Length: +5\r\n\r\naaaaa',
    'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n',
    'X: a\r\n folded\r\n\r\n',
    `Transfer-Encoding: chunked\r\n\r\n0;${'a'.repeat(20_000)}\r\n\r\n`,
    'Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
  ]
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (const shape of shapes) {
    const head = `POST /language HTTP/1.1\r\nHost: localhost\r\n${form}\r\n`
    const response = await sendRaw(url, head + shape + smuggled)
    expectRejected(response, 400, shape)
    expect(response.headers['connection'], shape).toBe('close')
    expect(response.text.match(/HTTP\/1\.1 \d/g), shape).toHaveLength(1)
  }
  for (const bytes of [
    'GET /\r\n\r\n',
    'GET / HTTP/1.1\nHost: a\n\n',
    '\x16\x03\x01\x02',
    'GET / HTTP/2.0\r\n\r\n',
  ]) {
    expectRejected(await sendRaw(url, bytes), 400, bytes)
  }
  // The body of a GET is not read, so the connection is closed and nothing after it is a request.
  const get = 'GET /News HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nabcd'
  expect((await sendRaw(url, get + smuggled)).text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
})

test('V16 a rejection closes the connection if the rest of the request may still arrive', async () => {
  const host = 'Host: localhost\r\n'
  const rejected: [head: string, status: number][] = [
    [`POST /News HTTP/1.1\r\n${host}Content-Length: 90000\r\n\r\n`, 405],
    [`POST /language HTTP/1.1\r\n${host}${form}\r\nContent-Length: 90000\r\n\r\n`, 413],
    [`POST /language HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`, 415],
    [`OPTIONS /News HTTP/1.1\r\n${host}Content-Length: 90000\r\n\r\n`, 204],
  ]
  for (const [head, status] of rejected) {
    const response = await sendRaw(url, head, '7\r\nlang=En\r\n')
    expect([response.status, response.headers['connection']], head).toEqual([status, 'close'])
  }
})

test('V16 a request before a malformed one gets its response, then the connection is closed', async () => {
  const cached = '/News'
  await sendRequest(url, `GET ${cached}`)
  for (const path of [cached, '/News?lang=En', '/robots.txt', '/images/post/mcb.webp?w=320']) {
    const get = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    for (const broken of [
      'GET /\x01 HTTP/9\r\n\r\n',
      'WHAT\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    ]) {
      const { text } = await sendRaw(url, get + broken)
      const statuses = text.match(/HTTP\/1\.1 \d{3}/g)
      expect(statuses, path + broken).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
      expect(text.slice(text.lastIndexOf('HTTP/1.1 400'))).toMatch(/\r\nConnection: close\r\n/i)
    }
  }
})
