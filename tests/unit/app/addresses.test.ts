import { describe, expect, test } from 'vitest'
import {
  addresses,
  canonicalPath,
  pathParameters,
  screens,
  serverAddresses,
} from '../../../app/addresses.ts'

/** The path that a browser requests for a link. */
function followLink(address: string) {
  return new URL(address, 'https://site.example/solutions').pathname
}

/** A path for every screen, with "7" as id and a word as title. */
const paths = Object.values(screens).map(
  (pattern) =>
    `/${pattern.replace(':id', '7').replace(':title', 'Panels').replace(':reference', '8')}`,
)

describe('an id and a title survive encoding and decoding', () => {
  const titles = [
    ...['Panels', 'Low voltage panels', 'لوحات التوزيع', 'لوحات / كابلات', '50% off', '100%'],
    ...['a?b=c', 'a#b', 'a+b', 'a & b', 'a=b', '"quoted"', "it's", '<b>', 'a\\b', 'a;b', 'a:b'],
    ...['%2F', '%', '%%', '%zz', '%25', '%2e%2e', 'a//b', '/', '//', '?', '#', '+', '*', '|'],
    ...['../../home', './x', '...', '.hidden', 'a.', '~', '👷🏽‍♀️', 'e\u0301', 'ٱ\u200cب', '__proto__'],
    ...['javascript:alert(1)', 'https://evil.example/', '//evil.example', '?_data=root'],
  ]
  test.each(titles)('%j', (text) => {
    const path = followLink(addresses.allSolutionProducts(text, text))
    expect(path).toMatch(/^\/all-solution-products\/[^/]+\/[^/]+$/)
    expect(pathParameters(screens.allSolutionProducts, path)).toEqual({ id: text, title: text })
    expect(canonicalPath(path)).toBe(path)
  })

  test.each(['.', '..'])('"%s", a dot segment for browsers, except for an added space', (text) => {
    const path = followLink(addresses.allSolutionProducts('7', text))
    expect(path).toMatch(/^\/all-solution-products\/7\/[^/]+$/)
    expect(pathParameters(screens.allSolutionProducts, path)?.title).toBe(text)
  })

  test.each(['notes.md', 'NOTES.MD', '.md', 'a.md.md', 'a.mdx', 'md', 'all.zip', 'A.PDF'])(
    'the id "%s", whose address would be that of Markdown, except for an added space',
    (id) => {
      const path = followLink(addresses.product(id))
      expect(path).not.toMatch(/\.(md|pdf|zip)$/i)
      expect(canonicalPath(path)).toBe(path)
      expect(pathParameters(screens.productDetails, path)?.id).toBe(id)
    },
  )

  test('a file keeps its name', () => {
    expect(addresses.image('folder/notes.md')).toBe('/images/post/folder/notes.md')
  })

  test('a solution without a title has its id in the address instead', () => {
    const path = followLink(addresses.allSolutionProducts('7', ''))
    expect(path).toBe('/all-solution-products/7/7')
  })
})

describe('a parameter of an address', () => {
  const pattern = screens.allSolutionProducts

  test('with a broken encoding is null', () => {
    expect(pathParameters(pattern, '/all-solution-products/7/%E0%A4%A')).toBeNull()
    expect(pathParameters(pattern, '/all-solution-products/%/x')).toBeNull()
    expect(pathParameters(pattern, '/all-solution-products/7/%ff')).toBeNull()
  })

  test('that is missing in the path is null', () => {
    expect(pathParameters(pattern, '/all-solution-products/7')).toBeNull()
    expect(pathParameters(pattern, '/')).toBeNull()
  })

  test('that is encoded twice is decoded once', () => {
    expect(pathParameters(pattern, '/all-solution-products/7/%252F')?.title).toBe('%2F')
  })
})

describe('links', () => {
  const links = [
    ['home', addresses.home(), '/'],
    ['product', addresses.product('7'), '/product-details/7'],
    ['product of a solution', addresses.productByPost('7'), '/products-details/7'],
    ['types', addresses.productTypes('7'), '/products-types/7'],
    ['products of a type', addresses.productsOfType('7'), '/products/7'],
    ['news', addresses.newsItem('7'), '/newsDetails/7'],
    ['article', addresses.blogPost('7'), '/blog_details/7'],
    ['all news', addresses.news(), '/News'],
    ['error', addresses.error(), '/error_404'],
    [
      'picture',
      addresses.image('لوحة 1.png', 640),
      `/images/post/${encodeURIComponent('لوحة 1.png')}?w=640`,
    ],
    ['original', addresses.image('a#b?.png'), '/images/post/a%23b%3F.png'],
    [
      'picture in a folder',
      addresses.image('2024/لوحة #1.png', 640),
      `/images/post/2024/${encodeURIComponent('لوحة #1.png')}?w=640`,
    ],
  ] as const
  test.each(links)('%s', (_, link, expected) => {
    expect(link).toBe(expected)
  })

  test('every link to a screen has its canonical spelling', () => {
    const links = Object.values(addresses).map((link) =>
      (link as (...ids: string[]) => string)('7', 'Panels'),
    )
    const starts = Object.values(screens).map((pattern) => pattern.replace(/[/:].*/, ''))
    const others = [addresses.quickListFile(), addresses.quickListProgress('7')]
    const toScreens = links.filter(
      (link) => starts.includes(link.split('/')[1] ?? '') && !others.includes(link),
    )
    expect(toScreens.length).toBeGreaterThan(25)
    for (const link of toScreens) expect(canonicalPath(link)).toBe(link)
  })

  test.each([
    ['share card', addresses.shareCard('Ar', '/'), '/cards/Ar/home.png'],
    ['part of the sitemap', serverAddresses.sitemapPart('a/b', '2'), '/sitemaps/a%2Fb/2.xml'],
    [
      'file of the brand',
      serverAddresses.brandFile('0a1b2c3d', 'mark.svg'),
      '/brand/0a1b2c3d/mark.svg',
    ],
  ])('%s', (_, link, expected) => {
    expect(link).toBe(expected)
  })
})

describe('the canonical spelling of a path', () => {
  test.each(paths)('%s is found in capitals, in small letters and with stray slashes', (path) => {
    const variants = [
      path.toUpperCase().replace('PANELS', 'Panels'),
      path.toLowerCase().replace('panels', 'Panels'),
      `${path}/`,
      `${path}///`,
      `/${path}`,
      path.replaceAll('/', '//'),
      `///${path.toUpperCase().replace('PANELS', 'Panels').replaceAll('/', '//')}//`,
    ]
    for (const variant of variants) expect(canonicalPath(variant), variant).toBe(path)
  })

  test('ids and titles keep their letter case, and are encoded as in links', () => {
    expect(canonicalPath('/PRODUCTS/Ab%2Fc')).toBe('/products/Ab%2Fc')
    expect(canonicalPath('/All-Solution-Products/X/%D9%84%2f/')).toBe(
      '/all-solution-products/X/%D9%84%2F',
    )
    expect(canonicalPath('/%4eews')).toBe('/News')
    expect(canonicalPath('/newsDetails/%41+b%21%d8%a7')).toBe('/newsDetails/A%2Bb!%D8%A7')
    expect(canonicalPath('/newsDetails/%E0%A4%A')).toBe('/newsDetails/%E0%A4%A')
  })

  test('products/home is its own screen in any letter case, never the type "HOME"', () => {
    expect(canonicalPath('/Products/HOME')).toBe('/products/home')
  })

  test.each([
    '/nothing',
    '/homes',
    '/home/x',
    '/product-details',
    '/products-details/7/x',
    '/all-solution-products/7',
    '/all-solution-products/7/a/b',
    '/:id',
    '/error-404',
    '/assets/i18n/Ar.json',
    '/language',
    '/.git/config',
    '/home%20',
    '/hom\u0435',
    '/evil.example/home',
    '//evil.example/home',
    '/\\evil.example',
  ])('%s is not a screen', (path) => {
    expect(canonicalPath(path)).toBeNull()
  })

  test.each([
    '//products/evil.example',
    '///products//evil.example',
    '/products/\\evil.example',
    '//products/%2F%2Fevil.example',
    '////home',
    '//',
  ])('%s never becomes an address of another site', (path) => {
    const own = canonicalPath(path)
    expect(own).toMatch(/^\/($|[a-zA-Z])/)
    expect(new URL(own ?? '', 'https://site.example').host).toBe('site.example')
  })
})
