import * as fc from 'fast-check'
import { screenAddresses } from './screens.ts'

/** Properties of every object: an id that equals one must be as unknown as any other. */
export const objectNames = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'length', 'name', 'then', 'toJSON'],
]

/** Values that attackers try in addresses, parameters, headers and cookies. */
const odd = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '%',
      '%%',
      '%0',
      '%zz',
      '%00',
      '%0d%0aX-Evil:%201',
      '%0a',
      '%ff',
      '%c0%ae',
      '%E2%80%AE',
    ],
    ...['..', '../..', '..%2f..%2f', '%2e%2e/', '%252e%252e', './', '\\', '/\\evil.example', '//'],
    ...[
      '//evil.example/%2f..',
      '@evil.example',
      'http://evil.example/',
      'javascript:alert(1)',
      ';',
      '&',
    ],
    ...[
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' or 1=1 --",
      '${7*7}',
      '{{7*7}}',
    ],
    ...objectNames,
    ...['null', 'undefined', 'NaN', 'true', '[]'],
    ...[
      '-1',
      '0',
      '1e9',
      '9'.repeat(30),
      '٣',
      '1.5',
      'Infinity',
      '0x10',
      'Ar',
      'En',
      'ar',
      '../../Ar',
    ],
    ...[
      '.git/HEAD',
      '.env',
      '__manifest',
      'index.html.map',
      'etc/passwd',
      'wp-login.php',
      'a'.repeat(300),
    ],
  ),
  fc.string({ maxLength: 20 }),
  fc
    .string({ unit: 'binary', maxLength: 6 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
)

const screen = fc.constantFrom(
  ...screenAddresses,
  ...[
    '/images/post/tm63-1p-c.webp',
    '/assets/i18n/Ar.json',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
  ],
  ...[
    '/language',
    '/page-view',
    '/error_404',
    '/cards/En/News.png',
    '/vcards/Ar/riyadh.vcf',
    '/quote-list.csv',
    '/quote-list.xlsx',
    '/quick-list/file',
    '/nothing',
  ],
)

/** Where an address has an id or another name from outside. */
export const idPlaces = [
  ...['/product-details/', '/products-details/', '/newsDetails/', '/blog_details/', '/vcards/En/'],
  ...['/serviceDetails/', '/projectDetails/', '/solutionDetails/', '/products/', '/sitemaps/'],
  ...['/products-types/', '/all-solution-products/', '/cards/En/newsDetails/', '/enquiry/'],
  ...['/images/post/', '/compare?ids=', '/quote-list?items=', '/enquiry?product=', '/search?q='],
  ...['/search/suggest?q=', '/documents?kind=', '/documents?q=', '/products/mcb?spec.'],
]

const path = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...idPlaces), odd).map(([place, id]) => place + id),
  },
  { weight: 3, arbitrary: screen },
  { weight: 2, arbitrary: fc.tuple(screen, odd).map(([start, end]) => start + end) },
  { weight: 2, arbitrary: fc.tuple(screen, odd).map(([start, end]) => `${start}/${end}`) },
  { weight: 1, arbitrary: fc.array(odd, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`) },
)

const parameter = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'lang',
        'page',
        '_data',
        'w',
        'index',
        '__proto__',
        'lang[]',
        'page[$gt]',
        'items',
        'product',
        'utm_source',
      ),
      odd,
    ),
    fc.oneof(odd, fc.constantFrom('root', 'routes/news', 'routes/home', 'index', '320', '2', 'En')),
  )
  .map(([name, value]) => `${name}=${value}`)

const target = fc
  .tuple(path, fc.array(parameter, { maxLength: 4 }))
  .map(([where, parameters]) => where + (parameters.length > 0 ? `?${parameters.join('&')}` : ''))

const cookie = fc
  .array(
    fc.tuple(fc.oneof(fc.constantFrom('lang', 'quote', 'quote-undo', 'XSRF-TOKEN', 'a'), odd), odd),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('; '))

const header = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        ...['Accept', 'Accept-Language', 'Accept-Encoding', 'If-None-Match', 'If-Modified-Since'],
        ...['If-Match', 'If-Range', 'Range', 'User-Agent', 'Referer', 'Origin', 'Sec-Fetch-Site'],
        ...[
          'X-Forwarded-For',
          'X-Forwarded-Host',
          'X-Forwarded-Proto',
          'Forwarded',
          'X-Original-URL',
        ],
        ...['X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-XSRF-TOKEN', 'X-Request-Id', 'Purpose'],
        ...[
          'Content-Type',
          'DNT',
          'Via',
          'TE',
          'Next-Action',
          'X-Remix-Request',
          'X-Remix-Redirect',
        ],
      ),
      odd,
    )
    .map(([name, value]) => `${name}: ${value}`),
  cookie.map((pairs) => `Cookie: ${pairs}`),
)

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'HEAD') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'),
  },
)

/** Items of a quotation list, in a form, a cookie or an address. */
const items = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...objectNames), odd), fc.nat(100)), { maxLength: 6 })
  .map((list) => list.map(([id, quantity]) => `${encodeURIComponent(id)}:${quantity}`).join(','))

/** Forms of a visitor's list and enquiry, with fields for items of any id. */
const form = fc
  .record({
    action: fc.constantFrom('add', 'set', 'remove', 'clear', 'take', 'undo', ''),
    id: odd,
    items,
    name: odd,
    message: fc.oneof(odd, fc.constant(`e${'\u0345\u0323\u0334'.repeat(500)}`)),
    phone: fc.constantFrom('', '0501234567'),
    noted: fc.constantFrom(...objectNames),
  })
  .map(({ noted, ...fields }) =>
    new URLSearchParams({
      ...fields,
      [`note.${noted}`]: 'a',
      [`quantity.${noted}`]: '2',
    }).toString(),
  )

const formPost = fc
  .record({
    where: fc.constantFrom('/quote-list', '/quick-list', '/enquiry', '/language'),
    form,
    items,
  })
  .map(({ where, form: sent, items: own }) =>
    [
      `POST ${where} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `Cookie: lang=En; quote=${own}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${sent.length}`,
      '',
      sent,
    ].join('\r\n'),
  )

const anyRequest = fc
  .record({ method, target, headers: fc.array(header, { maxLength: 6 }), body: odd })
  .map(({ method, target, headers, body }) => {
    const hasBody =
      method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && method !== 'TRACE'
    const sent = hasBody ? Buffer.from(body, 'utf8').toString('latin1') : ''
    return [
      `${method} ${oneLine(target)} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...headers.map(oneLine),
      ...(hasBody ? [`Content-Length: ${sent.length}`] : []),
      '',
      sent,
    ].join('\r\n')
  })

/** The bytes of one request with `Connection: close`, in Latin-1. */
export const hostileRequest = fc.oneof(
  { weight: 4, arbitrary: anyRequest },
  { weight: 1, arbitrary: formPost },
)

/** UTF-8 bytes without line breaks, which would end the line: another test sends such requests. */
function oneLine(text: string) {
  return Buffer.from(text.replace(/[\r\n]/g, ''), 'utf8').toString('latin1')
}
