import { useEffect, useState } from 'react'
import { useTranslation } from '../../language/translation'
import { Link } from 'react-router-dom'
import { addresses } from '../../addresses'
import { useIsHydrated } from '../../components/hydration'
import { Icon } from '../../components/icon'
import { MixedText } from '../../components/mixed-text'
import { formatNumber } from '../../language/format'
import { useLanguage } from '../../language/text-language'
import { useFrame } from '../../layout/frame'
import { Submittal } from '../../sheets/submittal'
import { FirstButton } from '../add-to-list'
import { detailsId } from '../form/form-field'
import { SearchAgain } from './list-waiting'
import { columnField, groupId, lineId, openField, type CheckedView } from './list-entry'

/**
 * Says what the list as a whole needs.
 * @param form the element id of the list's form
 */
export function ListSummary({ view, form }: { view: CheckedView; form: string }) {
  const { counts, unstated, left, hidden, causes, isShortened } = view
  const { t } = useTranslation()
  return (
    <div className="checked-summary">
      {unstated.count > 0 && (
        <a className="text-link" href={`#${lineId(unstated.first)}`}>
          {t('quickList.counts.unstated', { count: unstated.count })}
        </a>
      )}
      {causes.map((cause) => (
        <p key={cause} role="alert" className="field-error">
          {t(`quickList.causes.${cause}`)}
        </p>
      ))}
      {hidden > 0 && <p role="status">{t('quickList.hidden', { count: hidden })}</p>}
      {left > 0 && (
        <p role="alert" className="field-error">
          {t('quickList.left', { count: left })}
        </p>
      )}
      {counts.some(({ state }) => state === 'later') && <SearchAgain form={form} />}
      {isShortened && <p role="status">{t('quickList.shortened')}</p>}
    </div>
  )
}

/** The server replaces this by the lines of the list (list-lines.server.tsx) once the page is rendered. */
export const linesMark = '<!--lines-->'

const linesClass = 'checked-list'

/** The lines of a checked list, and what can be done with it. The browser keeps the lines that it has. */
export function ListTable({ view }: { view: CheckedView }) {
  const hasSheets = useFrame()?.hasSheets
  const [lines] = useState(() =>
    import.meta.env.SSR ? linesMark : (document.querySelector(`.${linesClass}`)?.innerHTML ?? ''),
  )
  useEffect(focusLine, [])
  return (
    <>
      <div className="checked-table">
        <ColumnChoice view={view} />
        <div
          className={linesClass}
          dangerouslySetInnerHTML={{ __html: lines }}
          suppressHydrationWarning
        />
        {view.unstated.count > 0 && <OpenQuantities />}
        <p className="quote-buttons">
          <ListButton action="search" look="button" />
        </p>
        <ListBar view={view} />
      </div>
      {hasSheets && <Submittal formAction={addresses.quickListFile()} />}
    </>
  )
}

/** Focuses the line at which the page has opened: a fragment alone moves no focus. */
function focusLine() {
  const line = document.getElementById(location.hash.slice(1))
  if (!line?.matches(`.${linesClass} li`)) return
  line.tabIndex = -1
  line.focus({ preventScroll: true })
}

/** Asks once for the list which of several columns has its quantities. */
function ColumnChoice({ view: { quantityColumns, quantityColumn } }: { view: CheckedView }) {
  const { t } = useTranslation()
  if (quantityColumns.length === 0) return null
  return (
    <fieldset className="quantity-columns">
      <legend>{t('quickList.whichColumn')}</legend>
      {quantityColumns.map((column) => (
        <label key={column}>
          <input
            type="radio"
            name={columnField}
            value={column}
            defaultChecked={column === quantityColumn}
          />{' '}
          <MixedText text={column} />{' '}
        </label>
      ))}
      <button
        className="text-link"
        name="action"
        value="search"
        formAction={addresses.quickList()}
        formNoValidate
      >
        {t('quickList.takeColumn')}
      </button>
    </fieldset>
  )
}

/** Lets the visitor send the list without the quantities that it does not state. */
function OpenQuantities() {
  const { t } = useTranslation()
  return (
    <label className="open-quantities">
      <input type="checkbox" name={openField} value="1" /> {t('quickList.openQuantities')}
    </label>
  )
}

function unfold(group: Element | null) {
  if (group instanceof HTMLDetailsElement) group.open = true
}

/** The signs of the groups, where the bar has no room for words. */
const signs = { sure: '✓', choose: '?', later: '…', none: '✗' }

/** The bar at the end of the lines, which stays in sight: what was found, with links to it, then the way to send it. */
function ListBar({ view: { counts, hasProducts } }: { view: CheckedView }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const { hasEnquiries = false, hasSheets = false } = useFrame() ?? {}

  useEffect(() => {
    // Folded lines are not printed.
    const unfoldAll = () => document.querySelectorAll('.checked-group').forEach(unfold)
    addEventListener('beforeprint', unfoldAll)
    return () => removeEventListener('beforeprint', unfoldAll)
  }, [])

  const look = hasEnquiries ? 'text-link' : 'button'
  const add = hasProducts && <ListButton action="add" look={look} />
  return (
    <div className="checked-bar">
      <ul>
        {counts.map(({ state, count }) => (
          <li key={state}>
            <a
              className="text-link"
              href={`#${groupId(state)}`}
              aria-label={t(`quickList.bar.${state}`, { count })}
              onClick={() => unfold(document.getElementById(groupId(state)))}
            >
              <span>{t(`quickList.bar.${state}`, { count })}</span>
              <span className="checked-sign">
                {signs[state]}
                {'\u00a0'}
                {formatNumber(count, language)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hasEnquiries ? (
        <a className="button" href={`#${detailsId}`}>
          {t('quickList.send')}
        </a>
      ) : (
        add
      )}
      <details className="fold">
        <summary>
          {t('quickList.more')}
          <Icon name="chevronDown" />
        </summary>
        <div>
          {hasEnquiries && add}
          <ListButton action="xlsx" />
          <ListButton action="csv" />
          {hasSheets && <ListButton action="pdf" />}
          {isHydrated && (
            <button type="button" className="text-link" onClick={() => window.print()}>
              {t('quote.print')}
            </button>
          )}
          <Link className="text-link" to={addresses.quickList()} reloadDocument>
            {t('quickList.another')}
          </Link>
        </div>
      </details>
    </div>
  )
}

const files = ['xlsx', 'csv', 'pdf']

/** A button for the whole list; it sends the form back to this screen, not as an enquiry. */
function ListButton({
  action,
  look = 'text-link',
}: {
  action: 'search' | 'add' | 'xlsx' | 'csv' | 'pdf'
  look?: 'text-link' | 'button'
}) {
  const { t } = useTranslation()
  return (
    <button
      className={look}
      name="action"
      value={action}
      formAction={files.includes(action) ? addresses.quickListFile() : addresses.quickList()}
      formNoValidate
    >
      {t(`quickList.actions.${action}`)}{' '}
    </button>
  )
}

/** The first button of the list's form, which Enter in a field activates: it must not send the enquiry. */
export function SearchOnEnter() {
  return <FirstButton value="search" formAction={addresses.quickList()} formNoValidate />
}
