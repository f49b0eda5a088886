import type { ContentType } from '../../server/config.ts'

/**
 * Every screen of the address table, with a post of the sample where it takes one: the content type
 * that it requires, and those that it can do without besides header and footer.
 */
export const screens: [address: string, subject: ContentType | null, ...parts: ContentType[]][] = [
  ['/', null, 'HomeSlider', 'Solutions', 'About', 'Projects', 'Services', 'News', 'Blog'],
  ['/home', null, 'HomeSlider', 'Solutions', 'About', 'Projects', 'Services', 'News', 'Blog'],
  ['/about', 'About'],
  ['/sustainability', 'Sustainability'],
  ['/workFields', 'WorkFields'],
  ['/companyGoals', 'CompanyGoals'],
  ['/News', 'News'],
  ['/newsDetails/news-tp40-type-test', 'News'],
  ['/blog', 'Blog'],
  ['/blog_details/blog-mcb-curves', 'Blog'],
  ['/services', 'Services'],
  ['/serviceDetails/service-installation', 'Services'],
  ['/projects', 'Projects'],
  ['/projectDetails/project-hofuf-mosque', 'Projects'],
  ['/solutions', 'Solutions', 'SolProducts', 'Projects'],
  ['/solutionDetails/solution-industry', 'Solutions', 'SolProducts'],
  ['/products-details/tc-265', 'SolProducts', 'Solutions'],
  [
    `/all-solution-products/solution-industry/${encodeURIComponent('حلول المصانع والمنشآت الصناعية')}`,
    'SolProductsBackground',
    ...(['ProductsCateBackground', 'Solutions'] as const),
  ],
  ['/productsCategories', 'ProductsCategory'],
  ['/products/home', 'ProductsCategory', 'Products'],
  ['/products-types/circuit-protection', 'ProductsTypes'],
  ['/products/mcb', 'Products'],
  ['/product-details/tm63-1p-c', 'Products'],
  ['/branches', 'Branches'],
  ['/contact', 'ContactData', 'Branches'],
  ['/search', null],
  ['/compare', null],
  ['/documents', null],
  ['/privacy', null],
  ['/quote-list', null],
  ['/quick-list', null],
  ['/enquiry', null, 'Branches'],
  ['/enquiry/A3A3-3XYD', null, 'Branches'],
  ['/Loading', null],
  ['/offline', null],
]

/** The same addresses; the title that one of them takes is hard to encode, and not the content's own. */
export const screenAddresses = screens.map(([address]) =>
  address.replace(
    /^(\/all-solution-products\/[^/]*\/).*/,
    '$1A%2FB%2050%25%20%3F%23%2B%20%22%D8%AA%D9%8A%D8%A7%D8%B1%22',
  ),
)

/** Those for one visitor, which are not cached. */
export const privateScreens = ['/quote-list', '/quick-list', '/enquiry', '/enquiry/A3A3-3XYD']
