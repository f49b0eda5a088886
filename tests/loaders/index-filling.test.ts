import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as catalogue from '../../app/routes/catalogue-json.ts'
import * as documents from '../../app/routes/documents.tsx'
import * as productsDetails from '../../app/routes/products-details.tsx'
import * as search from '../../app/routes/search.tsx'
import * as sitemap from '../../app/routes/sitemap.ts'
import * as suggest from '../../app/routes/search-suggest.ts'
import { publicWhileFresh } from '../../app/content/loaders.server.ts'
import { loadContextOf } from '../../app/content/content.server.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { useSite } from '../support/use-site.ts'

useSite()

/** The first product that both the catalogue and a solution have. */
async function findSharedProduct() {
  const calls = getSite().openScope().calls('En')
  for (const { postID } of await calls.listSolutions()) {
    const [product] = await calls.listSolutionProducts(postID)
    if (product) return product.postID
  }
  throw new Error('No solution has products.')
}

describe.each([
  ['while the index is being filled', true],
  ['when the index has been filled', false],
])('%s', (_, lacks) => {
  beforeEach(() => {
    vi.spyOn(getSite().search, 'lacks').mockResolvedValue(lacks)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('a search and the documents say whether that is all, and are not stored before', async () => {
    for (const { loader, address } of [
      { loader: search.loader, address: '/search?q=qzxwvk' },
      { loader: documents.loader, address: '/documents?page=99' },
    ]) {
      const args = argsFor(address, { lang: 'En' })
      const data = await Promise.resolve(loader(args)).catch((error: unknown) => error)
      const policy = publicWhileFresh(await loadContextOf(args.context))
      // A page that is not there yet is no reason for a redirect.
      const isRedirect = data instanceof Response
      expect(isRedirect, address).toBe(!lacks && address.startsWith('/documents'))
      expect(policy, address).toMatch(lacks ? /^no-store$/ : /s-maxage/)
      expect(JSON.stringify(data)).toEqual(
        isRedirect ? '{}' : expect.stringContaining(`"isWhole":${!lacks}`),
      )
    }
  })

  test('suggestions claim nothing', async () => {
    const response = await suggest.loader(argsFor('/search/suggest?q=qzxwvk'))
    expect(await response.json()).toEqual({
      query: 'qzxwvk',
      suggestions: [],
      ...(lacks && { isPartial: true }),
    })
    expect(response.headers.get('Cache-Control')).toBe(lacks ? 'no-store' : 'private, max-age=60')
  })

  test('a product of a solution does not guess its canonical address for longer than a moment', async () => {
    const args = argsFor(`/products-details/${await findSharedProduct()}`)
    const { canonicalPath } = await productsDetails.loader(args)
    expect(canonicalPath).toEqual(lacks ? null : expect.stringMatching(/^\/products?-details\//))
    expect(publicWhileFresh(await loadContextOf(args.context))).toMatch(
      lacks ? /^no-store$/ : /s-maxage/,
    )
    expect([...(await loadContextOf(args.context)).content.dependencies.keys]).toContain(
      'search index',
    )
  })

  test('the sitemap has no page of a product under two addresses, and is not stored before', async () => {
    const response = await sitemap.loader(argsFor('/sitemap.xml'))
    const text = await response.text()
    expect(text).not.toContain('/products-details/')
    expect(text).toContain('/product-details/')
    expect(response.headers.get('Cache-Control')).toMatch(lacks ? /^no-store$/ : /s-maxage=300/)
  })

  test('the catalogue as data is not stored before', async () => {
    const response = await catalogue.loader(argsFor('/catalogue.json'))
    await response.body?.cancel()
    expect(response.headers.get('Cache-Control')).toMatch(lacks ? /^no-store$/ : /s-maxage=300/)
  })
})
