import type { QuoteLine } from './quote-line'
import { useState } from 'react'
import { useTranslation } from '../../language/translation'
import { fieldId, FaultText } from '../form/form-field'
import { choiceId, type CodeChoice, CodeOptions, QuantityInput, SaleUnit } from '../add-to-list'
import { codeField, maxNoteLength, noteField, quantityField } from '../form/enquiry-fields'
import { Availability } from '../../components/availability'
import { Icon } from '../../components/icon'
import { Picture } from '../../components/pictures/picture'
import { Link } from 'react-router-dom'
import { MixedText, Ltr } from '../../components/mixed-text'
import { formatNumber } from '../../language/format'
import { useLanguage } from '../../language/text-language'

/**
 * The lines of a list as form fields: each with a quantity and a note. The remove button belongs to
 * the same form, so that nothing typed is lost.
 */
export function QuoteLineFields({
  lines,
  action,
}: {
  lines: QuoteLine[]
  /** The screen that removes a line, and shows the others with what was typed. */
  action: string
}) {
  const { t } = useTranslation()
  const [faulty, setFaulty] = useState(() =>
    lines.filter(({ unread }) => unread !== undefined).map(({ id }) => id),
  )
  const firstFaulty = lines.find(({ id }) => faulty.includes(id))

  function check(id: string, { validity }: HTMLInputElement) {
    setFaulty((before) => [
      ...before.filter((other) => other !== id),
      ...(validity.valid ? [] : [id]),
    ])
  }

  return (
    <ol className="quote-lines">
      {lines.map((line, at) => {
        const isFaulty = faulty.includes(line.id)
        return (
          <li key={line.id} data-state={line.state}>
            <LineProduct line={line} />
            {isFaulty && (
              <p id={faultId(at)} className="field-error">
                <FaultText name="items" fault="quantity" />
              </p>
            )}
            {line.choices && <CodeField line={line} choices={line.choices} />}{' '}
            <label className="quote-quantity">
              <span>
                {t('quote.quantity')}
                <LineName line={line} />
              </span>{' '}
              <QuantityInput
                id={line === firstFaulty ? fieldId('items') : undefined}
                name={quantityField(line.id)}
                defaultValue={line.unread ?? line.quantity}
                aria-invalid={isFaulty || undefined}
                aria-describedby={isFaulty ? faultId(at) : undefined}
                onBlur={({ target }) => check(line.id, target)}
                onInput={({ currentTarget }) => isFaulty && check(line.id, currentTarget)}
                onInvalid={({ currentTarget }) => check(line.id, currentTarget)}
              />{' '}
              <SaleUnit unit={line.saleUnit} />
            </label>{' '}
            <details className="quote-note fold" open={hasNote(line)}>
              <summary>
                {t(hasNote(line) ? 'quote.note' : 'quote.addNote')}
                <LineName line={line} />
                <Icon name="chevronDown" />
              </summary>
              <label>
                <span className="visually-hidden">
                  {t('quote.note')}
                  <LineName line={line} />
                </span>{' '}
                <input
                  name={noteField(line.id)}
                  defaultValue={line.note ?? ''}
                  maxLength={maxNoteLength}
                  dir="auto"
                  autoComplete="off"
                />
              </label>
            </details>{' '}
            <button
              className="icon-button quote-remove"
              name="remove"
              value={line.id}
              formAction={action}
              formNoValidate
            >
              <Icon name="close" />
              <span className="visually-hidden">{t('quote.remove', { title: line.title })}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const hasNote = ({ note = '' }: QuoteLine) => note !== ''

const faultId = (at: number) => `quantity-${at}-error`

/** The order codes of a line that has none yet; a link to their table if they are too many. */
export function CodeField({ line, choices }: { line: QuoteLine; choices: CodeChoice[] }) {
  const { t } = useTranslation()
  if (choices.length === 0) {
    return (
      <Link className="text-link quote-choice" to={`${line.path}#${choiceId}`}>
        {t('addToList.choose')}
      </Link>
    )
  }
  return (
    <label className="quote-choice">
      <span>
        {t('product.orderCode')}
        <LineName line={line} />
      </span>{' '}
      <select name={codeField(line.id)} defaultValue="" autoComplete="off">
        <CodeOptions choices={choices} />
      </select>
    </label>
  )
}

/** The picture, name and order code of a line, or why there is none. */
export function LineProduct({ line }: { line: QuoteLine }) {
  const { t } = useTranslation()
  const { title, image, path, state, language, choices } = line
  return (
    <div className="quote-product">
      <Picture post={{ postImage: image }} use="galleryMore" shape="product" />
      <div>
        <p className="quote-title">
          {path ? (
            <Link to={path}>
              <MixedText text={title} language={language} />
            </Link>
          ) : (
            <MixedText text={title} />
          )}
        </p>
        <LineCode line={line} />
        <Availability of={line.availability} />
        {choices && <p className="quote-code">{t('quote.noCode')}</p>}
        {state !== 'found' && <p className="field-error">{t(`quote.${state}`)}</p>}
      </div>
    </div>
  )
}

/** The order code of a line, and what tells it from the product's others; nothing without one. */
export function LineCode({ line: { code, facts } }: { line: Pick<QuoteLine, 'code' | 'facts'> }) {
  const { t } = useTranslation()
  if (code === '') return null
  return (
    <p className="quote-code">
      <span className="visually-hidden">{t('product.orderCode')} </span>
      <Ltr>{code}</Ltr>{' '}
      {facts.map((fact) => (
        <span key={fact}>
          <MixedText text={fact} />{' '}
        </span>
      ))}
    </p>
  )
}

/** The quantity of a line that cannot be changed, and what it counts. */
export function LineQuantity({ line }: { line: Pick<QuoteLine, 'quantity' | 'saleUnit'> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <p className="quote-quantity">
      <span>{t('quote.quantity')}</span> <b>{formatNumber(line.quantity, language)}</b>{' '}
      <SaleUnit unit={line.saleUnit} />
    </p>
  )
}

/** Names a field's line for screen readers. */
function LineName({ line }: { line: QuoteLine }) {
  return (
    <span className="visually-hidden">
      : <MixedText text={line.title} language={line.language} /> <bdi>{line.code}</bdi>
    </span>
  )
}
