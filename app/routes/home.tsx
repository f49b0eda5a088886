import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, screens } from '../addresses'
import { cardsOf } from '../content/views.server'
import { ContactBand, Figures } from '../components/bands'
import { Related } from '../posts/cards'
import { someOf, type Card } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { figuresOf } from '../content/list-views'
import { Hero } from '../home/hero'
import {
  Latest,
  latestOf,
  ProjectMosaic,
  ServiceIndex,
  SolutionDiagram,
} from '../home/home-sections'
import { slideViewsOf } from '../home/slide-views.server'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.title,
      lcpImage: { image: args.data.slides[0]?.postImage, use: 'slide' },
    },
  )

export const loader = screenLoader(screens.home, async ({ content }) => {
  // Each part is optional, but not all together.
  const [slides, solutions, categories, about, projects, services, news, blog] = await someOf([
    content.listHomeSlides(),
    content.listSolutions(),
    content.listProductCategories(),
    content.listAbout(),
    content.listProjects(),
    content.listServices(),
    content.listNews(),
    content.listBlog(),
  ])
  const first = (posts: Card[] | null | undefined, count: number) =>
    cardsOf((posts ?? []).slice(0, count), content.lang)
  return {
    title: content.t('home.heading'),
    slides: slideViewsOf(
      (slides ?? []).slice(0, 6),
      [
        [solutions, addresses.solution],
        [categories, addresses.productTypes],
        [about, addresses.about],
        [projects, addresses.project],
        [services, addresses.service],
        [news, addresses.newsItem],
        [blog, addresses.blogPost],
      ],
      content.lang,
    ),
    solutions: first(solutions, 8),
    categories: first(categories, 10),
    figures: figuresOf((about ?? []).filter(({ language }) => !language)),
    projects: first(projects, 5),
    services: first(services, 9).map(({ postImage: _, ...line }) => line),
    news: latestOf(first(news, 4)),
    blog: latestOf(first(blog, 4)),
  }
})

export default function Home() {
  const data = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <Hero slides={data.slides} />
      <SolutionDiagram solutions={data.solutions} />
      <Related
        heading={t('categories.heading')}
        cards={data.categories}
        linkTo={addresses.productTypes}
        shape="product"
        isDense
        all={{ to: addresses.productsCategories(), title: t('categories.all') }}
      />
      <Figures figures={data.figures} />
      <ProjectMosaic projects={data.projects} />
      <ServiceIndex services={data.services} />
      <div className="latest-columns band container">
        <Latest
          heading={t('news.heading')}
          posts={data.news}
          linkTo={addresses.newsItem}
          all={{ to: addresses.news(), title: t('news.all') }}
        />
        <Latest
          heading={t('blog.heading')}
          posts={data.blog}
          linkTo={addresses.blogPost}
          all={{ to: addresses.blog(), title: t('blog.all') }}
        />
      </div>
      <ContactBand heading={t('contact.ask.general')} />
    </>
  )
}
