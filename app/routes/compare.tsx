import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { CompareSearch } from '../catalogue/compare/compare-search'
import { CompareTable } from '../catalogue/compare/compare-table'
import {
  addedKey,
  compareAddress,
  comparedIds,
  comparedKey,
  maxCompared,
  onlyDifferences,
  onlyKey,
} from '../catalogue/compare/compared-ids'
import { comparisonOf, findAdditions, readCompared } from '../catalogue/compare/comparison.server'
import { questionOf } from '../site/search.server'
import { PrintedAddress, Share } from '../components/share'
import { ScreenHeading } from '../components/screen-heading'
import { optional } from '../content/content.server'
import { screenLoader, isSameSelection, redirectToSelection } from '../content/loaders.server'
import { pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import compareStyles from '../styles/compare.css?url'
import listsStyles from '../styles/lists.css?url'

/** The parameters that select a comparison, and what to add to it. */
const selectors = [comparedKey, onlyKey, addedKey]

export const handle = {
  styles: [compareStyles, listsStyles],
  query: selectors,
  ordered: [comparedKey],
  htmlOnly: true,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: args.data.comparison.products
        .map(({ postTitle, code }) => code || postTitle)
        .join(' · '),
      path: args.data.path,
      isIndexed: false,
    },
  )

export const loader = screenLoader(screens.compare, async ({ content, request, context }) => {
  const { searchParams } = new URL(request.url)
  const ids = comparedIds(searchParams.getAll(comparedKey))
  const isOnly = searchParams.getAll(onlyKey).includes(onlyDifferences)
  const question = questionOf(request)
  const selected = compareAddress(ids, isOnly, question)
  if (!isSameSelection(request, selected, selectors)) throw redirectToSelection(request, selected)

  const [{ found, missing, unavailable }, types, additions] = await Promise.all([
    readCompared(content, ids.slice(0, maxCompared)),
    optional(content.listProductTypes()),
    question === '' ? null : optional(findAdditions(content, question, ids)),
  ])
  if (missing > 0) context.content.dependencies.hasMissingPosts = true
  return {
    heading: content.t('compare.heading'),
    // Link previews and shared addresses must not contain text that anybody typed.
    path: compareAddress(ids, isOnly),
    question,
    additions,
    count: ids.length,
    missing,
    unavailable,
    isOnly,
    comparison: comparisonOf(found, types, isOnly, content.lang),
  }
})

export default function Compare() {
  const { heading, path, question, additions, count, missing, unavailable, isOnly, comparison } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { products } = comparison
  const ids = products.map(({ id }) => id)
  return (
    <>
      <ScreenHeading
        crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }]}
        heading={heading}
      >
        {count > maxCompared && <p>{t('compare.tooMany', { count })}</p>}
        {missing > 0 && <p>{t('compare.missing', { count: missing })}</p>}
        {unavailable > 0 && <p>{t('compare.unavailable', { count: unavailable })}</p>}
        {comparison.isShortened && <p>{t('compare.shortened')}</p>}
      </ScreenHeading>
      {products.length < maxCompared && (
        <div className="container">
          <CompareSearch ids={ids} isOnly={isOnly} question={question} additions={additions} />
        </div>
      )}
      {products.length === 0 ? (
        <div className="container">
          <p className="empty-list">
            {t('compare.empty')} <Link to={addresses.productsHome()}>{t('compare.browse')}</Link>
          </p>
        </div>
      ) : (
        <div className="container">
          <CompareTable key={ids.join('/')} comparison={comparison} isOnly={isOnly} />
          <Share title={heading} path={path} />
        </div>
      )}
      <PrintedAddress path={path} />
    </>
  )
}
