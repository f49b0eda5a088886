import { expect, test } from 'vitest'
import { loadContextOf } from '../../app/content/content.server.ts'
import * as catalogue from '../../app/routes/catalogue-json.ts'
import * as compare from '../../app/routes/compare.tsx'
import * as productDetails from '../../app/routes/product-details.tsx'
import * as products from '../../app/routes/products.tsx'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const labels = ['Replaces', 'Equivalent to', 'Replaced by', 'Accessories']

async function read(id: string, lang: 'Ar' | 'En' = 'En') {
  const args = argsFor(`/product-details/${id}`, { lang })
  const data = await productDetails.loader(args)
  return { ...data, dependencies: (await loadContextOf(args.context)).content.dependencies }
}

test('a product states what its order codes replace beside its specifications, not among them', async () => {
  const { post, relations } = await read('tc-38')
  expect(relations).toContainEqual({ relation: 'replaces', text: 'TK-309', codes: ['TC9'] })
  expect(relations).toContainEqual({ relation: 'equivalent', text: 'Kestrand KC-D', codes: [] })
  const { columns, rows } = post.ordering
  const names = [...post.postSpecs, ...columns].map(({ name }) => name)
  expect(names.filter((name) => labels.includes(name))).toEqual([])
  expect(rows.map(({ text }) => text).join()).not.toContain('TK-309')
})

test('accessories and successors are links, with titles in the language of the page', async () => {
  const { relations, dependencies } = await read('tc-265', 'Ar')
  const accessories = relations.filter(({ relation }) => relation === 'accessories')
  expect(accessories.map(({ product }) => product?.href)).toEqual([
    '/product-details/to-265-electronic',
    '/product-details/tc-service-kit',
  ])
  expect(accessories[0]?.product?.title).toMatch(/^مرحّل الحمل الزائد/)
  expect([...dependencies.keys]).toContain('search index')
  expect((await read('tsm-550p')).relations).toEqual([
    {
      relation: 'replacedBy',
      text: 'TSM-585N',
      codes: [],
      product: { href: '/product-details/tsm-585n', title: 'TSM-585N TOPCon solar module' },
    },
  ])
})

test('a product is shown without these links while the index does not respond', async () => {
  const { search } = getSite()
  const { productsNamed } = search
  search.productsNamed = () => Promise.reject(new ContentUnavailable('busy', 'search'))
  try {
    const { relations, dependencies } = await read('tsm-550p')
    expect(relations).toEqual([{ relation: 'replacedBy', text: 'TSM-585N', codes: [] }])
    expect(dependencies.isPartial).toBe(true)
  } finally {
    search.productsNamed = productsNamed
  }
})

test('what a product replaces is no filter and on no card, and is in comparisons and in the catalogue data', async () => {
  const list = await products.loader(argsFor('/products/contactors', { lang: 'En' }))
  for (const label of labels) expect(JSON.stringify(list)).not.toContain(`"${label}"`)
  const compared = await compare.loader(argsFor('/compare?ids=tc-38~TC9,tc-265', { lang: 'En' }))
  expect(JSON.stringify(compared)).toContain('"Accessories"')
  const data = await (await catalogue.loader(argsFor('/catalogue.json?lang=En'))).text()
  expect(data).toContain('TK-309')
})
