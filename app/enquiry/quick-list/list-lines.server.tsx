import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { Ltr, MixedText } from '../../components/mixed-text'
import { Availability } from '../../components/availability'
import { Picture } from '../../components/pictures/picture'
import { claimText, companyText } from '../../components/relations'
import type { Content } from '../../content/content.server'
import { translationFor } from '../../language/i18n.server'
import { TranslationContext, useTranslation } from '../../language/translation'
import { ConditionText } from '../../search/condition-text'
import { companyNamesOf } from '../../site/brand.server'
import { QuantityInput } from '../add-to-list'
import { quantityField } from '../form/enquiry-fields'
import { FaultText, fieldId } from '../form/form-field'
import {
  choiceField,
  groupId,
  groupOf,
  groupStates,
  isSettled,
  lineId,
  shownOf,
  shownState,
  wordsField,
  type ListChoice,
  type ListEntry,
} from './list-entry'
import type { ListView } from './quick-list.server'

/** Lines rendered in one turn: a list is a page of a megabyte, and other requests wait for a part of it only. */
const linesPerTurn = 8

/** Words that name the fields of all lines, each with the text of its own line. */
const wordIds = { choose: 'choose-for', quantity: 'quantity-of', remove: 'remove-from-list' }

/** The element id of the buyer's words of a line: the names of its fields refer to them, since a page has them once. */
const textId = (at: number) => `text-${at + 1}`

/**
 * Renders the lines of a checked list as form fields, in their groups, with the list as its form carries it. The page
 * contains them as they are: they need no script, and a phone would load them twice.
 * @returns the HTML in parts, UTF-8
 */
export async function renderLines({ entries, state, edited }: ListView, content: Content) {
  const { shortName } = await companyNamesOf(content)
  const company = companyText(content.t, shortName)
  const firstUnread = entries.findIndex(({ unread }) => unread !== undefined)
  const { t } = content
  const start = (
    <>
      <input type="hidden" name="list" value={state} />
      <p hidden id={wordIds.choose}>
        {t('quickList.chooseFor')}
      </p>
      <p hidden id={wordIds.quantity}>
        {t('quote.quantity')}
      </p>
      <p hidden id={wordIds.remove}>
        {t('quote.remove', { title: '' })}
      </p>
    </>
  )
  const parts = [renderToStaticMarkup(start)]
  let items = 0
  const lines = entries.map((entry, at) => {
    // A buyer numbers items only.
    const number = entry.state === 'note' ? undefined : (items += 1)
    return { entry, at, number, isFirstUnread: at === firstUnread, isEdited: at === edited }
  })
  const hasToLook = lines.some(({ entry }) => !isFolded(groupOf(entry)))
  for (const group of groupStates) {
    const ofGroup = lines.filter(({ entry }) => groupOf(entry) === group)
    if (ofGroup.length === 0) continue
    const heading = t(`quickList.counts.${group}`, { count: ofGroup.length })
    const [tag, head, icon] = isFolded(group)
      ? (['details', 'summary', chevron] as const)
      : ['div', 'h2', '']
    // A visitor who has changed one of its lines goes on there.
    const isOpen = isFolded(group) && (!hasToLook || ofGroup.some(({ entry }) => entry.isChanged))
    parts.push(
      `<${tag} id="${groupId(group)}" class="checked-group fold"${isOpen ? ' open' : ''}>`,
      `<${head}>${heading}${icon}</${head}><ol class="checked-lines">`,
    )
    for (let from = 0; from < ofGroup.length; from += linesPerTurn) {
      await nextTurn()
      const part = renderToStaticMarkup(
        <TranslationContext.Provider value={translationFor(content.lang)}>
          {ofGroup.slice(from, from + linesPerTurn).map((line) => (
            <Line key={line.at} {...line} company={company} />
          ))}
        </TranslationContext.Provider>,
      )
      parts.push(part)
    }
    parts.push(`</ol></${tag}>`)
  }
  return parts.map((part) => Buffer.from(part))
}

/** Whether a group needs no look, so that it is folded. */
const isFolded = (group: ListEntry['state']) => group === 'sure' || group === 'note'

const chevron = renderToStaticMarkup(<Icon name="chevronDown" />)

/** Whether a line has no quantity that was understood. */
const isUnstated = ({ state, quantity }: ListEntry) => state !== 'note' && quantity === null

interface LineProps {
  entry: ListEntry
  /** Its position in the list. */
  at: number
  /** Its number among the items; undefined for a note. */
  number: number | undefined
  isFirstUnread: boolean
  /** Whether the visitor has just changed its words. */
  isEdited: boolean
  company: string
}

function Line({ entry, at, number, isFirstUnread, isEdited, company }: LineProps) {
  return (
    <li
      id={lineId(at)}
      // Enter in the field sends the form by a button that knows no line, so the page cannot open at a fragment.
      tabIndex={isEdited ? -1 : undefined}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded because of it
      autoFocus={isEdited}
      data-line={at + 1}
      data-state={shownState(entry)}
      data-id={entry.choices[0]?.id}
      data-code={entry.choices[0]?.code || undefined}
      data-quantity={entry.state === 'note' ? undefined : (entry.quantity ?? undefined)}
      data-quantity-text={isUnstated(entry) ? entry.quantityText : undefined}
    >
      <Written entry={entry} at={at} number={number} />
      {entry.state === 'note' ? (
        <ItemButton at={at} />
      ) : (
        <>
          <Found entry={entry} at={at} company={company} />
          <Amount entry={entry} at={at} isFirstUnread={isFirstUnread} />
          <Change entry={entry} at={at} />
        </>
      )}
    </li>
  )
}

/** Makes an item of what was taken for a heading or a note. */
function ItemButton({ at }: Pick<LineProps, 'at'>) {
  const { t } = useTranslation()
  return (
    <button
      className="text-link"
      name="item"
      value={at}
      formAction={`${addresses.quickList()}#${lineId(at)}`}
      formNoValidate
      aria-describedby={textId(at)}
    >
      {t('quickList.isItem')}
    </button>
  )
}

/** Shows the buyer's words; below words that the visitor has changed, the line as it was written. */
function Written({ entry, at, number }: Pick<LineProps, 'entry' | 'at' | 'number'>) {
  const { t } = useTranslation()
  const { isChanged, words, cells } = entry
  return (
    <div className="checked-written">
      {number !== undefined && (
        <small>
          {t('quickList.line', { number })}
          {isChanged && ` · ${t('quickList.edited')}`}
        </small>
      )}
      <p id={textId(at)}>{isChanged ? <bdi>{words}</bdi> : <Cells cells={cells} />}</p>
      {isChanged && (
        <small>
          {t('quickList.inYourList')} <Cells cells={cells} />
        </small>
      )}
    </div>
  )
}

/** The cells of a table stay apart, each in its own direction. */
function Cells({ cells }: Pick<ListEntry, 'cells'>) {
  const filled = cells.filter((cell) => cell !== '')
  return filled.map((cell, place) => (
    <Fragment key={place}>
      {place > 0 && ' · '}
      <bdi>{cell}</bdi>
    </Fragment>
  ))
}

/** Shows the products that were found: one, several to choose from, or none. */
function Found({ entry, at, company }: Pick<LineProps, 'entry' | 'at' | 'company'>) {
  const { t } = useTranslation()
  const { chosen } = entry
  const choices = shownOf(entry)
  const [first] = choices
  if (entry.state === 'later') return <p className="checked-found">{t('quickList.laterText')}</p>
  if (!first) return <p className="checked-found">{t('quickList.noneText')}</p>
  if (isSettled(entry)) {
    return (
      <div className="checked-found">
        <Choice choice={first} company={company} />
      </div>
    )
  }
  return (
    <fieldset className="checked-found" aria-labelledby={`${wordIds.choose} ${textId(at)}`}>
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
          />{' '}
          <Choice choice={choice} company={company} />{' '}
        </label>
      ))}
      <label>
        <input type="radio" name={choiceField(at)} value={-1} defaultChecked={chosen === -1} />{' '}
        <span>{t('quickList.noneOfThese')}</span>
      </label>
    </fieldset>
  )
}

function Choice({ choice, company }: { choice: ListChoice; company: string }) {
  const { t } = useTranslation()
  const { title, code, image, path, facts, conditions, unchecked, claim, language } = choice
  return (
    <span className="checked-choice">
      {image === '' ? (
        <Picture post={{ postImage: '' }} use="galleryMore" shape="product" />
      ) : (
        <Thumbnail image={image} />
      )}
      <span>
        {/* Nothing brings back a page that was posted. */}
        <a href={path} target="_blank">
          <MixedText text={title} language={language} />
        </a>{' '}
        {claim && (
          <span>
            <MixedText text={claimText(t, claim, company)} />
          </span>
        )}{' '}
        {code && (
          <span className="quote-code">
            <span className="visually-hidden">{t('product.orderCode')} </span>
            <Ltr>{code}</Ltr>
          </span>
        )}{' '}
        <Availability of={choice.availability} />{' '}
        {(conditions.length + facts.length > 0 || unchecked) && (
          <span className="conditions">
            {conditions.map((condition) => (
              <Fragment key={condition.asked}>
                <ConditionText condition={condition} />{' '}
              </Fragment>
            ))}
            {facts.map((fact) => (
              <span key={fact}>
                <MixedText text={fact} />{' '}
              </span>
            ))}
            {unchecked && (
              <span>
                <MixedText text={t('quickList.unchecked', { text: unchecked })} />
              </span>
            )}
          </span>
        )}
      </span>
    </span>
  )
}

/** One width is enough for a symbol beside a title: a list has up to 1,500 of them, and their srcset would be half a megabyte. */
function Thumbnail({ image }: { image: string }) {
  const source = addresses.image(image, 160)
  return (
    <img
      className="picture picture-product"
      loading="lazy"
      src={source}
      alt=""
      width={1200}
      height={900}
    />
  )
}

function Amount({ entry, at, isFirstUnread }: Pick<LineProps, 'entry' | 'at' | 'isFirstUnread'>) {
  const { t } = useTranslation()
  const { quantity, quantityText, unread, unit } = entry
  const isFaulty = unread !== undefined
  const errorId = `quantity-${at}-error`
  const statedId = `quantity-${at}-stated`
  const hasUnit = unit !== '' && unit !== 'each'
  const unitId = `unit-${at + 1}`
  return (
    <div className="checked-quantity">
      <label className="quote-quantity">
        <span>{t('quote.quantity')}</span>{' '}
        <QuantityInput
          aria-labelledby={`${wordIds.quantity} ${textId(at)}${hasUnit ? ` ${unitId}` : ''}`}
          id={isFirstUnread ? fieldId('items') : undefined}
          name={quantityField(String(at))}
          defaultValue={unread ?? quantity ?? ''}
          required={quantity !== null}
          aria-invalid={isFaulty || undefined}
          aria-describedby={isFaulty ? errorId : isUnstated(entry) ? statedId : undefined}
        />{' '}
        {hasUnit && <span id={unitId}>{t(`quickList.units.${unit}`)}</span>}
      </label>
      {isUnstated(entry) && (
        <p id={statedId} className="field-hint">
          {quantityText === '' ? (
            t('quickList.noQuantity')
          ) : (
            <>
              {t('quickList.inYourList')} <bdi>{quantityText}</bdi>
            </>
          )}
        </p>
      )}
      {isFaulty && (
        <p id={errorId} className="field-error">
          <FaultText name="items" fault="quantity" />
        </p>
      )}
    </div>
  )
}

/** Changes the words of a line, and searches again, or removes the line. */
function Change({ entry, at }: Pick<LineProps, 'entry' | 'at'>) {
  const { t } = useTranslation()
  // The page comes back where the visitor was.
  const action = `${addresses.quickList()}#${lineId(at)}`
  return (
    <>
      <details className="checked-change">
        <summary aria-describedby={textId(at)}>{t('quickList.change')}</summary>
        <label>
          <span>{t('quickList.words')}</span>{' '}
          <input
            name={wordsField(at)}
            defaultValue={entry.words}
            dir="auto"
            autoComplete="off"
          />{' '}
        </label>
        {isSettled(entry) && (
          <label>
            <input type="checkbox" name={choiceField(at)} value={-1} />{' '}
            {t('quickList.noneOfThese')}{' '}
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
        aria-labelledby={`${wordIds.remove} ${textId(at)}`}
      >
        <Icon name="close" />
        <span className="visually-hidden">{t('quote.remove', { title: '' })}</span>
      </button>
    </>
  )
}
