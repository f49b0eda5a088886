import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { cardsOf } from '../views/card-views.server'
import { ContactBand, Figures } from '../components/bands'
import { Related } from '../posts/cards'
import { optionalParts, type Card } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { listFilledCategories } from '../catalogue/catalogue.server'
import { figuresOf } from '../posts/list-views'
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
  // Each part is optional, but at least one must load.
  const lists = await optionalParts({
    slides: content.listHomeSlides(),
    solutions: content.listSolutions(),
    categories: listFilledCategories(content),
    about: content.listAbout(),
    projects: content.listProjects(),
    services: content.listServices(),
    news: content.listNews(),
    blog: content.listBlog(),
  })
  const first = (posts: Card[] | null | undefined, count: number) =>
    cardsOf((posts ?? []).slice(0, count), content.lang)
  return {
    title: content.t('home.heading'),
    slides: slideViewsOf(
      (lists.slides ?? []).slice(0, 6),
      [
        [lists.solutions, addresses.solution],
        [lists.categories, addresses.productTypes],
        [lists.about, addresses.about],
        [lists.projects, addresses.project],
        [lists.services, addresses.service],
        [lists.news, addresses.newsItem],
        [lists.blog, addresses.blogPost],
      ],
      content.lang,
    ),
    solutions: first(lists.solutions, 8),
    categories: first(lists.categories, 10),
    figures: figuresOf((lists.about ?? []).filter(({ language }) => !language)),
    projects: first(lists.projects, 5),
    services: first(lists.services, 9).map(({ postImage: _, ...line }) => line),
    news: latestOf(first(lists.news, 4)),
    blog: latestOf(first(lists.blog, 4)),
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
