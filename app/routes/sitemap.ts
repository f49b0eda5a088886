import type { LoaderFunctionArgs } from '@remix-run/node'
import { SitemapStream, streamToPromise } from 'sitemap'
import { addresses } from '../addresses'
import { contentFor, optional, someOf, type Card } from '../content.server'
import { languageKey } from '../language/languages'

/** Every page in both languages, each naming its other one; a list that cannot be had is left out. */
export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const [categories, types, products, solutions, projects, services, news, blog] = await someOf([
    optional(content.listProductCategories()),
    optional(content.listProductTypes()),
    optional(content.listAllProducts()),
    optional(content.listSolutions()),
    optional(content.listProjects()),
    optional(content.listServices()),
    optional(content.listNews()),
    optional(content.listBlog()),
  ])
  const paths = [
    ...fixedPaths(),
    ...pathsOf(categories, addresses.productTypes),
    ...pathsOf(types, addresses.productsOfType),
    ...pathsOf(products, addresses.product),
    ...pathsOf(solutions, addresses.solution),
    ...pathsOf(projects, addresses.project),
    ...pathsOf(services, addresses.service),
    ...pathsOf(news, addresses.newsItem),
    ...pathsOf(blog, addresses.blogPost),
  ]

  const stream = new SitemapStream({ hostname: content.siteUrl })
  for (const path of paths) {
    const [arabic, english] = [`${path}?${languageKey}=Ar`, `${path}?${languageKey}=En`]
    const links = [
      { lang: 'ar', url: arabic },
      { lang: 'en', url: english },
      { lang: 'x-default', url: path },
    ]
    stream.write({ url: arabic, links })
    stream.write({ url: english, links })
  }
  stream.end()
  const xml = await streamToPromise(stream)
  return new Response(xml.toString(), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  })
}

function pathsOf(posts: Card[] | null, addressOf: (id: string) => string) {
  return (posts ?? []).map((post) => addressOf(post.postID))
}

function fixedPaths() {
  return [
    addresses.home(),
    addresses.about(),
    addresses.sustainability(),
    addresses.workFields(),
    addresses.companyGoals(),
    addresses.branches(),
    addresses.news(),
    addresses.solutions(),
    addresses.projects(),
    addresses.productsHome(),
    addresses.productsCategories(),
    addresses.services(),
    addresses.blog(),
    addresses.contact(),
  ]
}
