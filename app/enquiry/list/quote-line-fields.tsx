import type { QuoteLine } from './quote-lines.server'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldId, FaultText } from '../form/form-field'
import { choiceId, type CodeChoice, CodeOptions, QuantityInput } from '../add-to-list'
import { codeField, quantityField, noteField, maxNoteLength } from '../form/enquiry-fields'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { Picture } from '../../components/picture'
import { Link } from 'react-router-dom'
import { MixedText, Ltr } from '../../components/mixed-text'

/**
 * The lines of a list as form fields: each with a quantity and a note. The remove button belongs to
 * the same form, so that nothing typed is lost.
 */
export function QuoteLineFields({
  lines,
  isOwn = false,
}: {
  lines: QuoteLine[]
  /** Whether it is the visitor's list, from which lines can be removed. */
  isOwn?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ol className="quote-lines" id={fieldId('items')}>
      {lines.map((line, at) => (
        <li key={line.id} data-state={line.state}>
          <LineProduct line={line}>
            {line.choices && <CodeField line={line} choices={line.choices} />}
          </LineProduct>
          <label className="quote-quantity">
            <span>
              {t('quote.quantity')}
              <LineName line={line} />
            </span>
            <QuantityInput
              name={quantityField(line.id)}
              defaultValue={line.unread ?? line.quantity}
              aria-invalid={line.unread === undefined ? undefined : true}
              aria-describedby={line.unread === undefined ? undefined : faultId(at)}
            />
          </label>
          <label className="quote-note">
            <span>
              {t('quote.note')}
              <LineName line={line} />
            </span>
            <input
              name={noteField(line.id)}
              defaultValue={line.note ?? ''}
              maxLength={maxNoteLength}
              dir="auto"
              autoComplete="off"
            />
          </label>
          {isOwn && (
            <button
              className="icon-button quote-remove"
              name="remove"
              value={line.id}
              formAction={addresses.quoteList()}
              formNoValidate
              aria-label={t('quote.remove', { title: line.title })}
            >
              <Icon name="close" />
            </button>
          )}
          {line.unread !== undefined && (
            <p id={faultId(at)} className="field-error">
              <FaultText name="items" fault="quantity" />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const faultId = (at: number) => `quantity-${at}-error`

/** The order codes of a line that has none yet; a link to their table if they are too many. */
function CodeField({ line, choices }: { line: QuoteLine; choices: CodeChoice[] }) {
  const { t } = useTranslation()
  if (choices.length === 0) {
    return (
      <Link className="text-link" to={`${line.path}#${choiceId}`}>
        {t('addToList.choose')}
      </Link>
    )
  }
  return (
    <label>
      <span className="visually-hidden">
        {t('product.orderCode')}
        <LineName line={line} />
      </span>
      <select name={codeField(line.id)} defaultValue="" autoComplete="off">
        <CodeOptions choices={choices} />
      </select>
    </label>
  )
}

/**
 * The picture, name and order code of a line, or why there is none.
 * @param children below them
 */
export function LineProduct({ line, children }: { line: QuoteLine; children?: ReactNode }) {
  const { t } = useTranslation()
  const { title, code, image, path, state, language, choices } = line
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
        {code && (
          <p className="quote-code">
            <span className="visually-hidden">{t('product.orderCode')} </span>
            <Ltr>{code}</Ltr>
          </p>
        )}
        {choices && <p className="field-error">{t('quote.noCode')}</p>}
        {children}
        {state !== 'found' && <p className="field-error">{t(`quote.${state}`)}</p>}
      </div>
    </div>
  )
}

/** Names a field's line for screen readers. */
function LineName({ line }: { line: QuoteLine }) {
  return (
    <span className="visually-hidden">
      : <MixedText text={line.title} language={line.language} /> {line.code}
    </span>
  )
}
