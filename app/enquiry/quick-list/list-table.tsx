import { useState } from 'react'
import { useTranslation } from '../../language/translation'
import { Link } from 'react-router-dom'
import { addresses } from '../../addresses'
import { useIsHydrated } from '../../components/hydration'
import { MixedText } from '../../components/mixed-text'
import { useFrame } from '../../layout/frame'
import { Submittal } from '../../sheets/submittal'
import { FirstButton } from '../add-to-list'
import { SearchAgain } from './list-waiting'
import { columnField, lineId, openField, type CheckedView } from './list-entry'

/**
 * Counts the lines by state, with links to the first of those that need a look.
 * @param form the element id of the list's form
 */
export function ListSummary({ view, form }: { view: CheckedView; form: string }) {
  const { counts, unstated, left, hidden, causes, isShortened } = view
  const { t } = useTranslation()
  return (
    <div className="checked-summary">
      <ul>
        {counts.map(({ state, count, first }) => {
          const text = t(`quickList.counts.${state}`, { count })
          return (
            <li key={state} data-state={state}>
              {state !== 'sure' ? <a href={`#${lineId(first)}`}>{text}</a> : text}
            </li>
          )
        })}
        {unstated.count > 0 && (
          <li data-state="unstated">
            <a href={`#${lineId(unstated.first)}`}>
              {t('quickList.counts.unstated', { count: unstated.count })}
            </a>
          </li>
        )}
      </ul>
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
  const [lines] = useState(() =>
    import.meta.env.SSR ? linesMark : (document.querySelector(`.${linesClass}`)?.innerHTML ?? ''),
  )
  return (
    <>
      <ColumnChoice view={view} />
      <div
        className={linesClass}
        dangerouslySetInnerHTML={{ __html: lines }}
        suppressHydrationWarning
      />
      {view.unstated.count > 0 && <OpenQuantities />}
      <ListButtons />
    </>
  )
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

const files = ['xlsx', 'csv', 'pdf']

/** The buttons for the whole list; they send the form back to this screen, not as an enquiry. */
function ListButtons() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const hasSheets = useFrame()?.hasSheets
  const actions = ['search', 'add', 'xlsx', 'csv', ...(hasSheets ? ['pdf' as const] : [])] as const
  return (
    <>
      <p className="quote-buttons">
        {actions.map((action) => (
          <button
            key={action}
            className="text-link"
            name="action"
            value={action}
            formAction={files.includes(action) ? addresses.quickListFile() : addresses.quickList()}
            formNoValidate
          >
            {t(`quickList.actions.${action}`)}{' '}
          </button>
        ))}{' '}
        {isHydrated && (
          <button type="button" className="text-link" onClick={() => window.print()}>
            {t('quote.print')}
          </button>
        )}{' '}
        <Link className="text-link" to={addresses.quickList()} reloadDocument>
          {t('quickList.another')}
        </Link>
      </p>
      {hasSheets && <Submittal formAction={addresses.quickListFile()} />}
    </>
  )
}

/** The first button of the list's form, which Enter in a field activates: it must not send the enquiry. */
export function SearchOnEnter() {
  return <FirstButton value="search" formAction={addresses.quickList()} formNoValidate />
}
