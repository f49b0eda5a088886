import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addresses } from '../../addresses'
import { QuantityInput } from '../add-to-list'
import { quantityField } from '../form/enquiry-fields'
import { FaultText, fieldId } from '../form/form-field'
import { useIsHydrated } from '../../components/hydration'
import { Icon } from '../../components/icon'
import { Ltr, MixedText } from '../../components/mixed-text'
import { Picture } from '../../components/picture'
import { ClaimText } from '../../components/relations'
import { ConditionText } from '../../search/condition-text'
import {
  choiceField,
  type ListChoice,
  type ListEntry,
  type ListView,
  wordsField,
} from './list-entry'

/** What distinguishes the lines of a list, for the links of its summary. */
const lineId = (at: number) => `line-${at + 1}`

/** How many lines are sure, to choose, not found; with links to the first of those that need a look. */
export function ListSummary({ view: { entries, left, isSearched } }: { view: ListView }) {
  const { t } = useTranslation()
  const states = ['sure', 'choose', 'none', 'note'] as const
  return (
    <div className="checked-summary">
      <ul>
        {states.map((state) => {
          const count = entries.filter((entry) => entry.state === state).length
          const first = entries.findIndex((entry) => entry.state === state)
          if (count === 0) return null
          const text = t(`quickList.counts.${state}`, { count })
          return (
            <li key={state} data-state={state}>
              {state === 'choose' || state === 'none' ? (
                <a href={`#${lineId(first)}`}>{text}</a>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
      {left > 0 && (
        <p role="alert" className="field-error">
          {t('quickList.left', { count: left })}
        </p>
      )}
      {!isSearched && (
        <p role="alert" className="field-error">
          {t('quickList.notSearched')}
        </p>
      )}
    </div>
  )
}

/** The lines of a checked list as form fields, in the buyer's order. */
export function ListTable({ view: { entries, state } }: { view: ListView }) {
  const firstUnread = entries.findIndex(({ unread }) => unread !== undefined)
  return (
    <>
      <input type="hidden" autoComplete="off" name="list" value={state} />
      <ol className="checked-lines">
        {entries.map((entry, at) => (
          <li
            // Lines are removed by the server only, which renders the list anew.
            key={`${at} ${entry.words}`}
            id={lineId(at)}
            data-line={at + 1}
            data-state={entry.state}
            data-id={entry.choices[0]?.id}
            data-code={entry.choices[0]?.code || undefined}
            data-quantity={entry.state === 'note' ? undefined : entry.quantity}
          >
            <Written entry={entry} />
            {entry.state !== 'note' && (
              <>
                <Found entry={entry} at={at} />
                <Amount entry={entry} at={at} isFirstUnread={at === firstUnread} />
                <Change entry={entry} at={at} />
              </>
            )}
          </li>
        ))}
      </ol>
      <ListButtons />
    </>
  )
}

const isFile = (action: string) => action === 'xlsx' || action === 'csv'

/** What else can be done with the list; these buttons send the form back to this screen, not as an enquiry. */
function ListButtons() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  return (
    <p className="quote-buttons">
      {(['search', 'add', 'xlsx', 'csv'] as const).map((action) => (
        <button
          key={action}
          className="text-link"
          name="action"
          value={action}
          formAction={isFile(action) ? addresses.quickListFile() : addresses.quickList()}
          formNoValidate
        >
          {t(`quickList.actions.${action}`)}
        </button>
      ))}
      {isHydrated && (
        <button type="button" className="text-link" onClick={() => window.print()}>
          {t('quote.print')}
        </button>
      )}
      <Link className="text-link" to={addresses.quickList()} reloadDocument>
        {t('quickList.another')}
      </Link>
    </p>
  )
}

/** The first button of the list's form, which Enter in a field activates: it must not send the enquiry. */
export function SearchOnEnter() {
  return (
    <button
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      name="action"
      value="search"
      formAction={addresses.quickList()}
      formNoValidate
    />
  )
}

/** What the buyer wrote; the cells of a table stay apart, each in its own direction. */
function Written({ entry: { cells, state } }: { entry: ListEntry }) {
  const { t } = useTranslation()
  const filled = cells.filter((cell) => cell !== '')
  return (
    <div className="checked-written">
      {state !== 'note' && <p className="checked-state">{t(`quickList.states.${state}`)}</p>}
      <p>
        {filled.map((cell, at) => (
          <Fragment key={at}>
            {at > 0 && ' · '}
            <bdi>{cell}</bdi>
          </Fragment>
        ))}
      </p>
    </div>
  )
}

/** What was found: one product, several to choose from, or nothing. */
function Found({ entry, at }: { entry: ListEntry; at: number }) {
  const { t } = useTranslation()
  const { state, choices, chosen, words } = entry
  const [first] = choices
  if (!first) return <p className="checked-found">{t('quickList.noneText')}</p>
  if (state === 'sure' && chosen === 0) {
    return (
      <div className="checked-found">
        <Choice choice={first} />
      </div>
    )
  }
  return (
    <fieldset className="checked-found">
      <legend className="visually-hidden">
        {t('quickList.chooseFor')} <MixedText text={words} />
      </legend>
      {choices.map((choice, index) => (
        <label
          key={`${choice.id} ${choice.code}`}
          data-id={index > 0 ? choice.id : undefined}
          data-code={index > 0 ? choice.code || undefined : undefined}
        >
          <input
            type="radio"
            name={choiceField(at)}
            value={index}
            defaultChecked={index === chosen}
            autoComplete="off"
          />
          <Choice choice={choice} />
        </label>
      ))}
      <label>
        <input
          type="radio"
          name={choiceField(at)}
          value={-1}
          defaultChecked={chosen === -1}
          autoComplete="off"
        />
        <span>{t('quickList.noneOfThese')}</span>
      </label>
    </fieldset>
  )
}

function Choice({ choice }: { choice: ListChoice }) {
  const { t } = useTranslation()
  const { title, code, image, path, facts, conditions, claim, language } = choice
  return (
    <span className="checked-choice">
      <Picture post={{ postImage: image }} use="galleryMore" shape="product" />
      <span>
        {/* Nothing brings back a page that was posted. */}
        <Link to={path} target="_blank">
          <MixedText text={title} language={language} />
        </Link>
        {claim && (
          <span>
            <ClaimText claim={claim} />
          </span>
        )}
        {code && (
          <span className="quote-code">
            <span className="visually-hidden">{t('product.orderCode')} </span>
            <Ltr>{code}</Ltr>
          </span>
        )}
        {conditions.length + facts.length > 0 && (
          <span className="conditions">
            {conditions.map((condition) => (
              <ConditionText key={condition.asked} condition={condition} />
            ))}
            {facts.map((fact) => (
              <span key={fact}>
                <MixedText text={fact} />
              </span>
            ))}
          </span>
        )}
      </span>
    </span>
  )
}

function Amount({
  entry: { quantity, unread, unit, words },
  at,
  isFirstUnread,
}: {
  entry: ListEntry
  at: number
  isFirstUnread: boolean
}) {
  const { t } = useTranslation()
  const isFaulty = unread !== undefined
  const errorId = `quantity-${at}-error`
  return (
    <div className="checked-quantity">
      <label className="quote-quantity">
        <span>
          {t('quote.quantity')}
          <span className="visually-hidden">
            : <MixedText text={words} />
          </span>
        </span>
        <QuantityInput
          id={isFirstUnread ? fieldId('items') : undefined}
          name={quantityField(String(at))}
          defaultValue={unread ?? quantity}
          aria-invalid={isFaulty || undefined}
          aria-describedby={isFaulty ? errorId : undefined}
        />
        {unit !== '' && unit !== 'each' && <span>{t(`quickList.units.${unit}`)}</span>}
      </label>
      {isFaulty && (
        <p id={errorId} className="field-error">
          <FaultText name="items" fault="quantity" />
        </p>
      )}
    </div>
  )
}

/** Changes the words of a line, and searches again, or removes the line. */
function Change({ entry: { words, state, chosen }, at }: { entry: ListEntry; at: number }) {
  const { t } = useTranslation()
  // The page comes back where the visitor was.
  const action = `${addresses.quickList()}#${lineId(at)}`
  return (
    <>
      <details className="checked-change">
        <summary>
          {t('quickList.change')}
          <span className="visually-hidden">
            : <MixedText text={words} />
          </span>
        </summary>
        <label>
          <span>{t('quickList.words')}</span>
          <input name={wordsField(at)} defaultValue={words} dir="auto" autoComplete="off" />
        </label>
        {state === 'sure' && chosen === 0 && (
          <label>
            <input type="checkbox" name={choiceField(at)} value={-1} autoComplete="off" />{' '}
            {t('quickList.noneOfThese')}
          </label>
        )}
        <button
          className="text-link"
          name="action"
          value="search"
          formAction={action}
          formNoValidate
        >
          {t('quickList.again')}
        </button>
      </details>
      <button
        className="icon-button quote-remove"
        name="remove"
        value={at}
        formAction={action}
        formNoValidate
        aria-label={t('quote.remove', { title: words })}
      >
        <Icon name="close" />
      </button>
    </>
  )
}
