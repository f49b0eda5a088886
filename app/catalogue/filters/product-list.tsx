import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import { useState, useRef, type ReactNode } from 'react'
import { Ltr, MixedText } from '../../components/mixed-text'
import type { FilteredCardView, ListToolsView, ProductListView } from './product-list.server'
import { listsCodes, MatchingCodes } from './matching-codes'
import { Icon } from '../../components/icon'
import { SpokenCount } from '../../components/spoken-count'
import type { FilterView } from './facets.server'
import { addresses } from '../../addresses'
import { AddToList } from '../../enquiry/add-to-list'
import { languages } from '../../language/languages'
import { languageAttributes, useLanguage } from '../../language/text-language'
import type { TableView } from './table-view.server'
import { useEnquiryAddress } from '../../layout/frame'
import { Pagination } from '../../posts/pagination'
import { useLoaded } from '../../components/hydration'
import { CompareChoice, CompareForm } from '../compare/compare-choice'
import { ProductGrid } from '../product-grid'

/** A label and the common unit of its values, which is on one line with the label's last word. */
function LabelName({ name, unit }: { name: string; unit: string }) {
  return (
    <>
      <MixedText text={name} />
      {unit !== '' && (
        <span className="spec-unit">
          {'\u00a0'}
          <Ltr>{unit}</Ltr>
        </span>
      )}
    </>
  )
}

/** The ID of the filters' element, a sheet on narrow screens. */
export const filtersId = 'filters'

/** The toolbar above a list: number of results, the sheet's button, order, cards or table. */
function ListTools({
  tools: { chosenCount, orders, cardsTo, tableTo },
  list: { count, found, table },
  isLive,
}: {
  tools: ListToolsView
  list: Pick<ProductListView, 'count' | 'found' | 'table'>
  /** Whether script applies another order immediately. */
  isLive: boolean
}) {
  const { t } = useTranslation()
  return (
    <div className="list-tools">
      <p className="list-count" role="status" tabIndex={-1}>
        {chosenCount > 0
          ? t('filters.found', { count: found, total: count })
          : t('products.count', { count })}
      </p>
      <button type="button" className="button" popovertarget={filtersId}>
        {t('filters.heading')}
        {chosenCount > 0 && ` (${chosenCount})`}
      </button>{' '}
      <label>
        {t('sort.label')}{' '}
        <select
          name="sort"
          form={filtersId}
          defaultValue={orders.find(({ isChosen }) => isChosen)?.value}
        >
          {orders.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>{' '}
      {!isLive && (
        <button className="text-link" form={filtersId}>
          {t('sort.apply')}
        </button>
      )}{' '}
      <nav className="choice-links" aria-label={t('view.label')}>
        <ViewLink to={cardsTo} name={t('view.cards')} isCurrent={!table} />{' '}
        <ViewLink to={tableTo} name={t('view.table')} isCurrent={table !== null} />
      </nav>
    </div>
  )
}

function ViewLink({ to, name, isCurrent }: { to: string; name: string; isCurrent: boolean }) {
  return (
    <Link to={to} rel="nofollow" aria-current={isCurrent || undefined} preventScrollReset>
      {name}
    </Link>
  )
}

/** The chosen values, each a link that removes it. */
function ChosenFilters({ tools: { chosen, clearTo } }: { tools: ListToolsView }) {
  const { t } = useTranslation()
  if (chosen.length === 0) return null
  return (
    <ul className="choice-links chosen-filters" aria-label={t('filters.chosen')}>
      {chosen.map(({ name, value, unit, to }) => (
        <li key={to}>
          <Link to={to} rel="nofollow" replace preventScrollReset>
            <span className="visually-hidden">{t('filters.remove')}</span> <MixedText text={name} />
            : <MixedText text={unit ? `${value} ${unit}` : value} />
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li data-markdown="skip">
        <Link to={clearTo} rel="nofollow" replace preventScrollReset>
          {t('filters.clear')}
        </Link>
      </li>
    </ul>
  )
}

/** The fields of one filter: a range, or values with their product counts. */
function FilterFields({ filter, isOpen }: { filter: FilterView; isOpen: boolean }) {
  const { t } = useTranslation()
  // Applies once: afterwards the visitor's opening and closing wins.
  const [isOpenAtFirst] = useState(isOpen || filter.isChosen)
  const { parameter, name, unit, range, choices, others } = filter
  const { comma } = languages[useLanguage()]
  return (
    <details open={isOpenAtFirst}>
      <summary>
        <span>
          <LabelName name={name} unit={unit} />
        </span>
        <Icon name="chevronDown" />
      </summary>{' '}
      <fieldset>
        <legend className="visually-hidden">{name}</legend>{' '}
        {others.map((value) => (
          <input key={value} type="hidden" name={parameter} value={value} />
        ))}
        {range && <RangeFields filter={filter} range={range} />}
        {choices.map(({ value, text, count, isChosen }) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              name={parameter}
              value={value}
              defaultChecked={isChosen}
              disabled={count === 0 && !isChosen}
            />{' '}
            <span>
              <MixedText text={text} />
              <span className="visually-hidden">{(unit && ` ${unit}`) + comma}</span>
            </span>
            <span>
              <SpokenCount count={count} text={t('filters.products', { count })} />{' '}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Text inputs: visitors also type "٣٢" and "10,000", which number inputs refuse. */
function RangeFields({
  filter: { parameter, name, unit },
  range: { min, max, lowest, highest },
}: {
  filter: FilterView
  range: NonNullable<FilterView['range']>
}) {
  const { t } = useTranslation()
  const { comma } = languages[useLanguage()]
  const ends = [
    { end: 'min', label: t('filters.from'), value: min, placeholder: lowest },
    { end: 'max', label: t('filters.to'), value: max, placeholder: highest },
  ]
  return (
    <div className="range">
      {ends.map(({ end, label, value, placeholder }) => (
        <label key={end}>
          <span className="visually-hidden">
            <LabelName name={name} unit={unit} />
            {comma}
          </span>
          {label}{' '}
          <input
            name={`${parameter}.${end}`}
            defaultValue={value}
            placeholder={placeholder}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            dir="ltr"
          />{' '}
        </label>
      ))}
    </div>
  )
}

/** Number of filters initially open without a chosen value. */
const openCount = 6

/**
 * The filters of a list: beside it on wide screens, a sheet on narrow ones. Its button applies
 * them; with script, every change does (filter-script.tsx).
 */
function FilterForm({
  filters,
  isTable,
  isLive,
}: {
  filters: FilterView[]
  isTable: boolean
  isLive: boolean
}) {
  const { t } = useTranslation()
  return (
    <form
      id={filtersId}
      className="filters"
      data-live={isLive || undefined}
      popover="auto"
      autoComplete="off"
      aria-label={t('filters.heading')}
    >
      <button
        type="button"
        className="menu-close"
        popovertarget={filtersId}
        popovertargetaction="hide"
      >
        {t('filters.close')}
        <Icon name="close" />
      </button>{' '}
      {isTable && <input type="hidden" name="view" value="table" />}
      {filters.map((filter, at) => (
        <FilterFields key={filter.parameter} filter={filter} isOpen={at < openCount} />
      ))}
      <button className="button">{t('filters.apply')}</button>
    </form>
  )
}

/**
 * Products as a table with sortable headers. Narrow windows show the first columns only; a table that is wider even so
 * scrolls beside its first column.
 */
function ProductTable({
  table: { name, columns, rows },
  cards,
  heading,
}: {
  table: TableView
  cards: FilteredCardView[]
  heading: string
}) {
  const { t } = useTranslation()
  const heads = [{ ...name, title: t('view.product'), unit: '' }, ...columns]
  return (
    // A region that scrolls has to be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="product-table" role="region" aria-label={heading} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map(({ title, unit, to, order }) => (
              <th key={to} scope="col" aria-sort={order}>
                <Link to={to} rel="nofollow" replace preventScrollReset>
                  <LabelName name={title} unit={unit} />
                </Link>
              </th>
            ))}
            <th scope="col">{t('addToList.list')}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card, row) => (
            <tr key={card.postID}>
              <th scope="row">
                <Link to={addresses.product(card.postID)}>
                  <MixedText text={card.postTitle} language={card.language} />
                </Link>{' '}
                <MatchingCodes card={card} />
                {!listsCodes(card) && (
                  <CompareChoice card={card} path={addresses.product(card.postID)} />
                )}
              </th>
              {rows[row]?.map((text, column) => (
                <td key={column} {...languageAttributes(card.language)}>
                  {text === '' ? '–' : <MixedText text={text} />}
                </td>
              ))}
              <td>
                <AddToList post={card} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Ways on from a selection without products: which filter to drop, with what that shows, or to ask. */
function NothingMatches({ tools: { removals, clearTo } }: { tools: ListToolsView }) {
  const { t } = useTranslation()
  const enquiryAddress = useEnquiryAddress()
  return (
    <>
      <p className="empty-list">{t('filters.none')}</p>
      <ul className="removals">
        {removals.map(({ name, values, count, to }) => (
          <li key={to}>
            <Link to={to} rel="nofollow" replace preventScrollReset>
              <MixedText text={t('filters.without', { filter: `${name}: ${values}` })} />
            </Link>{' '}
            {t('products.count', { count })}
          </li>
        ))}
        <li>
          <Link to={enquiryAddress}>{t('filters.ask')}</Link>
        </li>
        {removals.length > 1 && (
          <li>
            <Link to={clearTo} rel="nofollow" replace preventScrollReset>
              {t('filters.clear')}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

const loadScript = () => import('./filter-script')

/** The products of a type, with their filters, orders and table. */
export function ProductList({
  list,
  heading,
  children,
}: {
  list: ProductListView
  heading: string
  /** Shown below the products, beside the filters. */
  children: ReactNode
}) {
  const parts = useRef<HTMLElement>(null)
  const script = useLoaded(loadScript)
  const { tools, table, cards, found } = list
  return (
    <section ref={parts} className="product-list container">
      {script && <script.FilterScript parts={parts} />}
      {tools && (
        <>
          <ListTools tools={tools} list={list} isLive={script !== null} />
          <FilterForm filters={tools.filters} isTable={table !== null} isLive={script !== null} />
        </>
      )}
      <div>
        {tools && <ChosenFilters tools={tools} />}
        {tools && found === 0 ? (
          <NothingMatches tools={tools} />
        ) : table ? (
          <>
            <ProductTable table={table} cards={cards} heading={heading} />
            <CompareForm />
          </>
        ) : (
          <ProductGrid cards={cards} linkTo={addresses.product} isLcp />
        )}
        <Pagination page={list.page} pages={list.pages} search={list.search} />
        {children}
      </div>
    </section>
  )
}
