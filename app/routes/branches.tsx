import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens, branchPath, type BranchAnchor } from '../addresses'
import { BranchCards } from '../branches/branch-card'
import { BranchDirectory } from '../branches/branch-directory'
import { byDistance } from '../branches/distance'
import { drawBranchMap, pickForMap } from '../branches/branch-map.server'
import {
  branchViewOf,
  dayValuesOf,
  narrowByHour,
  withAnchors,
} from '../branches/branch-view.server'
import { parseOpeningHours } from '@site/arabic-text/opening-hours'
import { weekSummaryOf } from '../branches/opening-hours.server'
import { Pagination } from '../posts/pagination'
import { NarrowList, NothingLeft } from '../posts/narrow-list'
import { byDay, bySpec, narrowList } from '../posts/narrow-list.server'
import type { Branch, Content } from '../content/content.server'
import { MixedParagraph } from '../components/mixed-text'
import { ScreenHeading } from '../components/screen-heading'
import { pageOf, requireSelectors } from '../views/list-page.server'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import branchesStyles from '../styles/branches.css?url'
import listsStyles from '../styles/lists.css?url'

/** A card of a branch is high: fewer of them are worth narrowing. */
const minBranches = 6

/** Maximum number of branches offered where the city asked for has none that is open. */
const maxInstead = 3

export const handle = {
  styles: [branchesStyles, listsStyles],
  paged: true,
  query: ['at', 'city', 'day'],
  ignoresOthers: true,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(args, args.data && { ...args.data, cards: args.data.branches })

export const loader = screenLoader(screens.branches, async ({ content, request }) => {
  const { t, lang } = content
  const branches = await content.listBranches()
  const english = await content.findEnglish((calls) => calls.listBranches())
  const dividers = [
    bySpec('city', english, t('narrow.city'), lang, minBranches),
    byDay(t('narrow.day'), (branch: Branch) => dayValuesOf(branch, lang)),
  ]
  const onDay = narrowList(branches, dividers, request)
  const { found, selectors, view, day, note } = narrowByHour(onDay, request, content)
  requireSelectors(request, selectors)
  const selection = Object.fromEntries(selectors)
  const cards = withAnchors(found)
  const { items, page, pages } = pageOf(cards, request)
  const pathOf = (card: BranchAnchor) => branchPath(card, selection)
  const map = drawBranchMap(
    pickForMap(cards, items).map(({ branch, ...card }) => ({
      id: card.anchor,
      href: card.page === page ? `#${card.anchor}` : pathOf(card),
      title: branch.postTitle,
      latitude: branch.latitude,
      longitude: branch.longitude,
    })),
  )
  return {
    heading: t('branches.heading'),
    count: cards.length,
    week: weekSummaryOf(
      branches.map(({ postTitle, openingHours }) => ({
        postTitle,
        week: parseOpeningHours(openingHours),
      })),
      lang,
      t,
    ),
    narrowing: view,
    map,
    branches: items.map(({ branch, anchor }) => branchViewOf(branch, anchor, content, day)),
    note,
    instead:
      onDay.found.length === 0 && view
        ? insteadOf(
            dividers.map((divider) => narrowList(branches, [divider], request).found),
            view.fields.map((field) => [
              field.parameter,
              field.choices.find(({ value }) => value === field.chosen)?.text,
            ]),
            content,
            day,
          )
        : null,
    page,
    pages,
  }
})

/**
 * Returns the branches that are open on the day asked for, those nearest to the city asked for first.
 * @param found the branches in the city, and those that are open on the day
 * @param names the name of each choice by its parameter
 */
function insteadOf(
  [inCity = [], onDay = []]: Branch[][],
  names: [string, string | undefined][],
  content: Content,
  day: number,
) {
  const branches = withAnchors(onDay).map(({ branch, anchor }) =>
    branchViewOf(branch, anchor, content, day),
  )
  const [from] = inCity.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )
  return {
    heading: content.t(`branches.instead.${from ? 'near' : 'listed'}`, Object.fromEntries(names)),
    branches: (from ? byDistance(branches, from) : branches).slice(0, maxInstead),
  }
}

export default function Branches() {
  const { heading, count, week, narrowing, map, branches, note, instead, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const isEmpty = branches.length === 0
  return (
    <>
      <ScreenHeading heading={heading}>
        {count > 0 && <p className="list-count">{t('branches.count', { count })}</p>}
        <MixedParagraph text={week} />
      </ScreenHeading>
      {narrowing && (
        <div className="container">
          <NarrowList view={narrowing} />
          <MixedParagraph text={note} />
          {isEmpty && <NothingLeft removals={narrowing.removals} />}
          {instead && (
            <>
              <h2 className="branches-instead">{instead.heading}</h2>
              <BranchCards branches={instead.branches} />
            </>
          )}
        </div>
      )}
      {!(narrowing && isEmpty) && (
        <BranchDirectory map={map} branches={branches} isWhole={pages === 1} />
      )}
      <div className="container">
        <Pagination page={page} pages={pages} search={narrowing?.search ?? ''} />
      </div>
    </>
  )
}
