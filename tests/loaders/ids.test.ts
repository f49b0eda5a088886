import { expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as allSolutionProducts from '../../app/routes/all-solution-products.tsx'
import * as productDetails from '../../app/routes/product-details.tsx'
import * as products from '../../app/routes/products.tsx'
import * as productsTypes from '../../app/routes/products-types.tsx'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const screens = [
  {
    screen: 'products',
    type: 'Products',
    address: addresses.productsOfType,
    loader: products.loader,
  },
  {
    screen: 'products-types',
    type: 'ProductsTypes',
    address: addresses.productTypes,
    loader: productsTypes.loader,
  },
  {
    screen: 'product-details',
    type: 'Products',
    address: addresses.product,
    loader: productDetails.loader,
  },
  {
    screen: 'all-solution-products',
    type: 'SolProductsBackground',
    address: (id: string) => addresses.allSolutionProducts(id, 'x'),
    loader: allSolutionProducts.loader,
  },
]

for (const { screen, type, address, loader } of screens) {
  test.each(['NTROOT0', '\u0000', 'a\u202eb', ' '])(
    `${screen} with the id %j is a 404, without a request to the API`,
    async (id) => {
      const queries: ContentQuery[] = []
      const context = { content: adapterOf({}, queries) }
      const response = await thrownResponse(loader(argsFor(address(id), { context })))
      expect(response.status).toBe(404)
      expect(queries.map(({ type }) => type)).not.toContain(type)
    },
  )
}
