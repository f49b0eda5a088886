import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardsOf } from '../cards'
import { HomeSlides } from '../components/home-slides'
import { Related } from '../components/related'
import { contentFor, optional, someOf, type Card } from '../content.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.title })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  // Each part can be missing; only a page with nothing on it is none.
  const [slides, solutions, categories, projects, services, news, blog] = await someOf([
    optional(content.listHomeSlides()),
    optional(content.listSolutions()),
    optional(content.listProductCategories()),
    optional(content.listProjects()),
    optional(content.listServices()),
    optional(content.listNews()),
    optional(content.listBlog()),
  ])
  const first = (posts: Card[] | null | undefined, count: number) =>
    cardsOf((posts ?? []).slice(0, count), content.lang)
  return {
    title: content.t('home.heading'),
    slides: first(slides, 6),
    solutions: first(solutions, 5),
    categories: first(categories, 10),
    projects: first(projects, 5),
    services: first(services, 5),
    news: first(news, 5),
    blog: first(blog, 5),
  }
}

export default function Home() {
  const data = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <HomeSlides slides={data.slides} heading={t('home.sentence')} />
      <Related
        heading={t('solutions.heading')}
        cards={data.solutions}
        linkTo={addresses.solution}
        shape="scene"
        all={{ to: addresses.solutions(), title: t('solutions.all') }}
      />
      <Related
        heading={t('categories.heading')}
        cards={data.categories}
        linkTo={addresses.productTypes}
        shape="product"
        all={{ to: addresses.productsHome(), title: t('menu.allProducts') }}
      />
      <Related
        heading={t('projects.heading')}
        cards={data.projects}
        linkTo={addresses.project}
        shape="scene"
        all={{ to: addresses.projects(), title: t('projects.all') }}
      />
      <Related
        heading={t('services.heading')}
        cards={data.services}
        linkTo={addresses.service}
        shape="scene"
        all={{ to: addresses.services(), title: t('services.all') }}
      />
      <Related
        heading={t('news.heading')}
        cards={data.news}
        linkTo={addresses.newsItem}
        shape="scene"
        all={{ to: addresses.news(), title: t('news.all') }}
      />
      <Related
        heading={t('blog.heading')}
        cards={data.blog}
        linkTo={addresses.blogPost}
        shape="scene"
        all={{ to: addresses.blog(), title: t('blog.all') }}
      />
    </>
  )
}
