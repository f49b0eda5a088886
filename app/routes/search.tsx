import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens, searchQuery } from '../addresses'
import { languages } from '../language/languages'
import { useLanguage } from '../language/text-language'
import { Pagination } from '../posts/pagination'
import { NextSteps } from '../components/bands'
import { MixedText } from '../components/mixed-text'
import { ScreenHeading } from '../components/screen-heading'
import { useLoaded } from '../components/hydration'
import { CompareChoice, CompareForm } from '../catalogue/compare/compare-choice'
import { LinkIndex } from '../catalogue/link-index'
import { listFilledCategories } from '../catalogue/catalogue.server'
import { linkItemOf } from '../views/card-views.server'
import { createBudget } from '../layout/product-menu-data'
import type { AskedTopic } from '@site/product-search/types'
import { optional, type Content, type FooterData } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { pageCountOf, pageNumberOf } from '../views/list-page.server'
import { kindIn, questionOf, resultsPerPage, searchSite } from '../site/search.server'
import {
  askQuery,
  Closest,
  KindLinks,
  NoResults,
  TopicNote,
  SearchResults,
} from '../search/search-results'
import { SearchForm } from '../search/search-form'
import { pageMeta } from '../seo/page-meta'

export const handle = { paged: true, query: ['q', 'kind'], htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

export const loader = screenLoader(screens.search, async ({ content, request }) => {
  const question = questionOf(request)
  const kind = kindIn(request)
  const page = pageNumberOf(request)
  const found = question === '' ? null : await searchSite(content, { text: question, kind, page })
  const [categories, footer] = await Promise.all([
    optional(listFilledCategories(content)),
    found?.topic?.name === 'prices' ? optional(content.findFooter()) : null,
  ])
  return {
    // The question is left out: titles and link previews must not contain text that anybody typed.
    heading: content.t(found ? 'search.results' : 'search.heading'),
    question,
    kind: kind ?? null,
    found: found && {
      ...found,
      page,
      pages: pageCountOf(found.total, request, resultsPerPage, found.isWhole),
    },
    topicNote: found?.topic ? topicNoteOf(footer, topicTextOf(found.topic, content)) : null,
    categories: (categories ?? []).map(linkItemOf).filter(createBudget()),
  }
})

/** Returns what the site says on a topic, and for complaints and warranties also when they are answered. */
function topicTextOf({ name }: AskedTopic, { t, lang, brand }: Content) {
  const text = t(`search.topics.${name}`)
  const isAnswered = name === 'complaints' || name === 'warranty'
  return [text, isAnswered && brand.answerTime?.[lang]].filter(Boolean).join(' ')
}

/** Returns what the company says on prices; without it, the sentence of the site. */
function topicNoteOf(footer: FooterData | null, text: string) {
  return footer?.priceNote ? { text: footer.priceNote, language: footer.postLanguage } : { text }
}

const loadViewed = () => import('../catalogue/recently-viewed')

export default function Search() {
  const { heading, question, kind, found, categories, topicNote } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const language = useLanguage()
  const viewed = useLoaded(loadViewed)
  const note = topicNote && (
    <TopicNote
      {...topicNote}
      {...(found?.topic?.name === 'prices' && { query: askQuery(question) })}
    />
  )
  const haveList = (
    <p>
      <Link className="text-link" to={addresses.quickList()}>
        {t('quickList.haveList')}
      </Link>
    </p>
  )
  const toBrowse = categories.length > 0 && (
    <>
      <h2>{t('search.browse')}</h2>
      <LinkIndex items={categories} linkTo={addresses.productTypes} />
    </>
  )
  return (
    <>
      <ScreenHeading heading={heading}>
        <SearchForm id="search-again" label={t('search.new')} question={question} />
        {found === null && haveList}
      </ScreenHeading>
      <div className="container search-columns">
        {found === null ? (
          <div className="search-found">{toBrowse}</div>
        ) : found.topic?.isAll && found.total === 0 ? (
          <div className="search-found">
            {note}
            {haveList}
            {toBrowse}
          </div>
        ) : found.total > 0 ? (
          <div className="search-found">
            {note}
            {found.searchedInstead && (
              <p>{t('search.instead', { question, searched: found.searchedInstead })}</p>
            )}
            {found.closest && <Closest closest={found.closest} />}
            {found.without && (
              <p>{t('search.without', { words: found.without.join(languages[language].comma) })}</p>
            )}
            {found.unmet && (
              <h2 className="search-unmet">
                <MixedText text={found.unmet} />
              </h2>
            )}
            <p className="list-count" role="status">
              {t('search.found', { count: found.total })}
            </p>
            {!found.isWhole && <p>{t('search.reading')}</p>}
            <KindLinks question={question} counts={found.counts} current={kind} />
            <SearchResults results={found.results} Choice={CompareChoice} />
            {found.results.some((result) => result.kind === 'product') && <CompareForm />}
            <Pagination
              page={found.page}
              pages={found.pages}
              search={searchQuery(question, kind ?? '')}
            />
          </div>
        ) : (
          <NoResults
            question={question}
            kind={kind}
            closest={found.closest}
            counts={found.counts}
            isWhole={found.isWhole}
          >
            {note}
            {haveList}
            {toBrowse}
          </NoResults>
        )}
        <div className="article-next">
          <NextSteps
            heading={t(found ? 'search.next' : 'contact.ask.general')}
            query={found ? askQuery(question) : ''}
          />
          {found !== null && found.total > 0 && toBrowse}
        </div>
      </div>
      {viewed && <viewed.RecentlyViewed />}
    </>
  )
}
