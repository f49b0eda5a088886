import { createPageBudget } from '../../server/text/page-bytes'
import { addresses, serverAddresses, feedPath } from '../addresses'
import { postsByParent } from '../posts/list-views'
import { truncateCatalogue } from '../layout/product-menu-data'
import {
  optional,
  optionalParts,
  type Card,
  type Content,
  contentFor,
  type RequestArgs,
} from '../content/content.server'
import { inLanguage, otherLanguage, languageKey, languages } from '../language/languages'
import { escapeLine, linkOf, markdownHref } from '../markdown/markdown-href.server'
import { companyNamesOf } from '../site/brand.server'
import { overviewOfContent } from '../content/loaders.server'

/** A link of the overview. Its texts are Markdown. */
interface OverviewLink {
  title: string
  /** Path with query. */
  to: string
  note?: string
}

interface OverviewSection {
  heading: string
  text?: string
  links: OverviewLink[]
}

/** Max. links of one list: longer lists have their own pages. */
const maxLinks = 100
const maxArticles = 10
/** The size of all links as on a page, where a text is twice. */
const maxBytes = 1_500_000

/**
 * Reads the sections of the overview from the site's content. Unavailable lists are left out.
 * @throws ContentUnavailable when no list is available
 */
async function readOverview(content: Content): Promise<OverviewSection[]> {
  const { t } = content
  const lists = await optionalParts({
    solutions: content.listSolutions(),
    services: content.listServices(),
    categories: content.listProductCategories(),
    types: content.listProductTypes(),
    projects: content.listProjects(),
    news: content.listNews(),
    blog: content.listBlog(),
    branches: content.listBranches(),
  })
  const contact = await optional(content.findContact())
  const section = (name: Listed, links: OverviewLink[]): OverviewSection => ({
    heading: t(`${name}.heading`),
    links: [{ title: t(`${name}.all`), to: addresses[name]() }, ...links],
  })
  return [
    {
      heading: t('menu.aboutUs'),
      links: (['about', 'workFields', 'companyGoals', 'sustainability'] as const).map((name) => ({
        title: t(`${name}.heading`),
        to: addresses[name](),
      })),
    },
    section('solutions', linksTo(lists.solutions, addresses.solution)),
    section('services', linksTo(lists.services, addresses.service)),
    {
      heading: t('products.heading'),
      text: t('llms.shape'),
      links: [
        { title: t('menu.allProducts'), to: addresses.productsHome() },
        ...catalogueLinks(lists.categories ?? [], lists.types ?? []),
        { title: t('documents.heading'), to: addresses.documents() },
      ],
    },
    { heading: t('llms.catalogue'), links: catalogueFiles(content) },
    section('projects', linksTo(lists.projects, addresses.project)),
    section('news', linksTo(lists.news, addresses.newsItem, maxArticles)),
    section('blog', linksTo(lists.blog, addresses.blogPost, maxArticles)),
    {
      heading: t('contact.heading'),
      links: [
        {
          title: t('contact.heading'),
          to: addresses.contact(),
          note: joined([contact?.phone1, contact?.email1]),
        },
        {
          title: t('branches.heading'),
          to: addresses.branches(),
          note: joined((lists.branches ?? []).slice(0, maxLinks).map(({ postTitle }) => postTitle)),
        },
      ],
    },
    { heading: optionalHeading, links: otherLinks(content) },
  ]
}

type Listed = 'solutions' | 'services' | 'projects' | 'news' | 'blog'

/** The convention's name, in every language, for the section that a reader may skip. */
const optionalHeading = 'Optional'

function linksTo(posts: Card[] | null, to: (id: string) => string, limit = maxLinks) {
  return (posts ?? []).slice(0, limit).map((post) => linkTo(post, to))
}

function linkTo(
  { postID, postTitle, postSubTitle }: Card,
  to: (id: string) => string,
  parent = '',
): OverviewLink {
  return {
    title: escapeLine(parent === '' ? postTitle : `${parent}: ${postTitle}`),
    to: to(postID),
    note: escapeLine(postSubTitle),
  }
}

/** Lists every category, each followed by its types. */
function catalogueLinks(categories: Card[], types: Card[]) {
  const typesOf = postsByParent(types)
  const all = categories.map((category) => ({
    category,
    types: typesOf.get(category.postID) ?? [],
  }))
  return truncateCatalogue(all).flatMap(({ category, types }) => [
    linkTo(category, addresses.productTypes),
    ...(types ?? []).map((type) => linkTo(type, addresses.productsOfType, category.postTitle)),
  ])
}

function catalogueFiles({ lang, t }: Content): OverviewLink[] {
  const { catalogueJson, catalogueCsv, catalogueXlsx, catalogueSchema } = serverAddresses
  return [
    { title: 'catalogue.json', to: inLanguage(catalogueJson(), lang), note: t('llms.json') },
    { title: 'catalogue.csv', to: inLanguage(catalogueCsv(), lang), note: t('llms.csv') },
    { title: 'catalogue.xlsx', to: inLanguage(catalogueXlsx(), lang), note: t('llms.xlsx') },
    { title: 'catalogue.schema.json', to: catalogueSchema(), note: t('llms.schema') },
  ]
}

function otherLinks({ lang, t }: Content): OverviewLink[] {
  const feedOf = (list: 'news' | 'blog') => ({
    title: t('llms.feed', { title: t(`${list}.heading`) }),
    to: feedPath(list, 'rss', lang),
  })
  return [
    { title: t('llms.other'), to: inLanguage(serverAddresses.llmsTxt(), otherLanguage(lang)) },
    feedOf('news'),
    feedOf('blog'),
    { title: t('llms.sitemap'), to: serverAddresses.sitemap() },
  ]
}

function joined(parts: (string | undefined)[]) {
  return escapeLine(parts.filter((part) => part).join(', '))
}

/**
 * Builds an overview of the site for language models (https://llmstxt.org), in the language of the address, else in
 * Arabic.
 * @throws ContentUnavailable when no part of it is available
 */
export async function llmsTxtResponse({ request, context }: RequestArgs) {
  // The visitor's cookie is ignored: everybody gets the same file.
  const content = contentFor({ request: new Request(request.url), context })
  const { lang, siteUrl, t } = content
  const markdownPathOf = context.markdownPathOf ?? (() => null)
  const addressIn = (to: string) =>
    markdownHref(to, { pageUrl: siteUrl, language: lang, markdownPathOf }) ?? to
  const lineOf = ({ title, to, note }: OverviewLink) =>
    `- ${linkOf(title, addressIn(to))}${note ? `: ${note}` : ''}`

  function aboutMarkdown() {
    const home = addresses.home()
    return t('llms.pages', {
      extension: '`.md`',
      home: linkOf(markdownPathOf(home) ?? home, addressIn(home)),
      parameter: `\`?${languageKey}=${lang}\``,
    })
  }

  const [sections, names, footer] = await Promise.all([
    readOverview(content),
    companyNamesOf(content),
    optional(content.findFooter()),
  ])
  const summary = footer?.postSubTitle ?? ''
  const fits = createPageBudget(maxBytes)
  const blocks = [
    `# ${escapeLine(names.name || t('home.heading'))}`,
    ...(summary ? [`> ${escapeLine(summary)}`] : []),
    ...(context.markdownPathOf ? [aboutMarkdown()] : []),
    ...sections.flatMap(({ heading, text, links }) => [
      `## ${heading}`,
      ...(text ? [text] : []),
      links.filter(fits).map(lineOf).join('\n'),
    ]),
  ]
  return new Response(`${blocks.join('\n\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Language': languages[lang].lang,
      'Cache-Control': overviewOfContent(context),
      'X-Robots-Tag': 'noindex',
    },
  })
}
