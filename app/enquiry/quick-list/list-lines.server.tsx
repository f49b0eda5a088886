import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { Ltr, MixedText } from '../../components/mixed-text'
import { Picture } from '../../components/picture'
import { claimText } from '../../components/relations'
import type { Content } from '../../content/content.server'
import { translatorFor } from '../../language/i18n.server'
import { ConditionText } from '../../search/condition-text'
import { companyNamesOf } from '../../site/brand.server'
import { QuantityInput } from '../add-to-list'
import { quantityField } from '../form/enquiry-fields'
import { FaultText, fieldId } from '../form/form-field'
import { choiceField, lineId, wordsField, type ListChoice, type ListEntry } from './list-entry'
import type { ListView } from './quick-list.server'

/** Lines that are rendered at once: a list is a page of a megabyte, and other requests wait for a part of it only. */
const linesAtOnce = 8

/**
 * Renders the lines of a checked list as form fields, in the buyer's order, with the list as its form carries it. The
 * page contains them as they are: they need no script, and a phone would load them twice.
 * @returns the HTML in parts, UTF-8
 */
export async function renderLines({ entries, state }: ListView, content: Content) {
  const { shortName } = await companyNamesOf(content)
  const company = shortName || content.t('relations.company')
  const firstUnread = entries.findIndex(({ unread }) => unread !== undefined)
  const list = <input type="hidden" autoComplete="off" name="list" value={state} />
  const parts = [Buffer.from(`${renderToStaticMarkup(list)}<ol class="checked-lines">`)]
  for (let from = 0; from < entries.length; from += linesAtOnce) {
    await nextTurn()
    const lines = entries
      .slice(from, from + linesAtOnce)
      .map((entry, at) => (
        <Line
          key={at}
          entry={entry}
          at={from + at}
          isFirstUnread={from + at === firstUnread}
          company={company}
        />
      ))
    const part = renderToStaticMarkup(
      <I18nextProvider i18n={translatorFor(content.lang)}>{lines}</I18nextProvider>,
    )
    parts.push(Buffer.from(part))
  }
  return [...parts, Buffer.from('</ol>')]
}

interface LineProps {
  entry: ListEntry
  /** Its position in the list. */
  at: number
  isFirstUnread: boolean
  company: string
}

function Line({ entry, at, isFirstUnread, company }: LineProps) {
  return (
    <li
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
          <Found entry={entry} at={at} company={company} />
          <Amount entry={entry} at={at} isFirstUnread={isFirstUnread} />
          <Change entry={entry} at={at} />
        </>
      )}
    </li>
  )
}

/** Shows the buyer's words; the cells of a table stay apart, each in its own direction. */
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

/** Shows the products that were found: one, several to choose from, or none. */
function Found({ entry, at, company }: Omit<LineProps, 'isFirstUnread'>) {
  const { t } = useTranslation()
  const { state, choices, chosen, words } = entry
  const [first] = choices
  if (!first) return <p className="checked-found">{t('quickList.noneText')}</p>
  if (state === 'sure' && chosen === 0) {
    return (
      <div className="checked-found">
        <Choice choice={first} company={company} />
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
          <Choice choice={choice} company={company} />
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

function Choice({ choice, company }: { choice: ListChoice; company: string }) {
  const { t } = useTranslation()
  const { title, code, image, path, facts, conditions, claim, language } = choice
  return (
    <span className="checked-choice">
      <Picture post={{ postImage: image }} use="galleryMore" shape="product" />
      <span>
        {/* Nothing brings back a page that was posted. */}
        <a href={path} target="_blank">
          <MixedText text={title} language={language} />
        </a>
        {claim && (
          <span>
            <MixedText text={claimText(t, claim, company)} />
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
}: Omit<LineProps, 'company'>) {
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
function Change({ entry: { words, state, chosen }, at }: Pick<LineProps, 'entry' | 'at'>) {
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
