import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom/server'
import { afterAll, expect, test } from 'vitest'
import { ArticleList } from '../../../app/posts/article-list.tsx'
import { ArticleNeighbours } from '../../../app/posts/article-neighbours.tsx'
import { PostProjects } from '../../../app/components/post-projects.tsx'
import { PostServices } from '../../../app/components/post-services.tsx'
import { PostSolutions } from '../../../app/components/post-solutions.tsx'
import { Latest } from '../../../app/home/latest.tsx'
import { Slides } from '../../../app/home/slides.tsx'
import { translatorFor } from '../../../app/content/i18n.server.ts'
import { getSite } from '../../../server/site.ts'

afterAll(() => getSite().close())

const post = {
  postID: '1',
  postTitle: '',
  postSubTitle: '',
  postImage: '',
  postDate: '',
  dateText: '',
  year: '',
  readingMinutes: 0,
  specs: [],
}
const linkTo = () => '/somewhere'

const components: [name: string, component: ReactElement][] = [
  ['a slide', createElement(Slides, { slides: [post] })],
  [
    'one of the latest posts',
    createElement(Latest, { heading: '', posts: [post], linkTo, all: { to: '/', title: '' } }),
  ],
  ['an article', createElement(ArticleList, { cards: [post], page: 2, pages: 2, linkTo })],
  ['a leading article', createElement(ArticleList, { cards: [post], page: 1, pages: 1, linkTo })],
  [
    'an article’s neighbour',
    createElement(ArticleNeighbours, { neighbours: { newer: post, older: null }, linkTo }),
  ],
  ['a project', createElement(PostProjects, { projects: [post] })],
  ['a service', createElement(PostServices, { services: [post], level: 'h2' })],
  ['a solution', createElement(PostSolutions, { solutions: [post], first: 1 })],
]

test.each(components)('%s without a title is called "Untitled"', (_, component) => {
  const page = createElement(StaticRouter, { location: '/' }, component)
  const html = renderToStaticMarkup(
    createElement(I18nextProvider, { i18n: translatorFor('En') }, page),
  )
  expect(html).toContain('Untitled')
})
