import {
  useEffect,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type FocusEvent,
} from 'react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { addresses } from '../addresses'
import { MixedText } from '../components/mixed-text'
import type { LinkItem } from '../views/card-views.server'
import type { OrderingView } from '../views/product-view.server'
import { variantItemId } from './quote-items'
import { itemsIn, subscribeToList } from './quote-list-link'

const digit = '0-9\u0660-\u0669\u06F0-\u06F9'
const oneToNine = '1-9\u0661-\u0669\u06F1-\u06F9'

/**
 * Matches one whole number from 1 to 99,999 (maxQuantity), with any kind of digits and words around
 * it ("٢٥ حبة"). Both the inputs' pattern and the server's parser.
 */
export const quantityPattern = `[^${digit}.,٫\\-−]*[0\u0660\u06F0]*[${oneToNine}]([${digit}]{0,4}|[${digit}]?[,٬،\\s][${digit}]{3})[^${digit}]*`

/**
 * A quantity field: a text input, since number inputs refuse Arabic digits. The caller labels it.
 */
export function QuantityInput({
  required = true,
  ...props
}: Omit<ComponentProps<'input'>, 'inputMode' | 'pattern' | 'title'>) {
  const { t } = useTranslation()
  return (
    <input
      {...props}
      inputMode="numeric"
      pattern={quantityPattern}
      title={t('enquiry.errors.quantity')}
      required={required}
      autoComplete="off"
    />
  )
}

/** The element id of what offers the order codes of a product. */
export const choiceId = 'order-code'

/** Maximum number of order codes that are offered as a choice; more are read in their table. */
export const maxChoices = 40

/** An order code of a product. */
export interface CodeChoice {
  /** The id of its item. */
  id: string
  code: string
  /** The code with its first facts. */
  text: string
  /** Its values that tell it from the product's others. */
  facts?: string[]
  /** The unit in which it is sold; absent if only its product states one. */
  saleUnit?: string
}

/** Builds the choice of an order code from the rows of its product's order codes. */
export function choicesOf(postId: string, rows: OrderingView['rows']): CodeChoice[] {
  return rows.map(({ values: _, availability: __, ...row }) => ({
    id: variantItemId(postId, row.code),
    ...row,
  }))
}

/** Shows the unit in which a product is sold, beside the quantity; renders nothing for pieces. */
export function SaleUnit({ unit }: { unit: string }) {
  if (unit === '') return null
  return (
    <span className="sale-unit">
      <MixedText text={unit} />
    </span>
  )
}

/**
 * Puts a product on the quotation list. A plain form, which leads to the list; with script the
 * visitor stays on the page (list-status.tsx), and the form then changes the quantity of its line.
 * With an order code to be chosen, a link to the choice.
 * @param post whose id is that of the item: a product or an order code
 * @param to the path of the product's screen
 * @param isOne whether the form adds one and asks for no quantity
 */
export function AddToList({
  post: { postID, postTitle: title, code },
  to = addresses.product(postID),
  isOne = false,
  saleUnit = '',
}: {
  post: Pick<LinkItem, 'postID' | 'postTitle' | 'code'>
  to?: string
  isOne?: boolean
  /** The unit in which it is sold; empty for pieces. */
  saleUnit?: string
}) {
  const { t } = useTranslation()
  if (code === null) {
    return (
      <Link
        className="add-choice"
        to={`${to}#${choiceId}`}
        aria-label={t('addToList.chooseOf', { title })}
      >
        {t('addToList.choose')}
      </Link>
    )
  }
  const id = code === undefined ? postID : variantItemId(postID, code)
  return <AddForm id={id} title={title} isOne={isOne} saleUnit={saleUnit} />
}

/** The button that Enter in a field activates, since it is the first one of the form. */
export function FirstButton(action: ComponentProps<'button'>) {
  return (
    <button
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      name="action"
      {...action}
    />
  )
}

/** The button of a product card. */
export function AddOne(props: { post: LinkItem; to: string }) {
  return <AddToList {...props} isOne />
}

/** The options of a field that chooses an order code; the first one is none. */
export function CodeOptions({ choices }: { choices: CodeChoice[] }) {
  const { t } = useTranslation()
  return (
    <>
      <option value="">{t('addToList.choose')}</option>
      {choices.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </>
  )
}

function AddForm({
  id,
  title,
  isOne = false,
  saleUnit,
}: {
  /** The id of its item. */
  id: string
  title: string
  isOne?: boolean
  saleUnit: string
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const isWritten = useRef(false)
  useEffect(() => {
    const quantity = form.current?.elements.namedItem('quantity')
    // A quantity that was written before this script was loaded is still to be added.
    isWritten.current =
      quantity instanceof HTMLInputElement && quantity.value !== quantity.defaultValue
  }, [])
  const listed = useSyncExternalStore(
    subscribeToList,
    () =>
      isWritten.current
        ? 0
        : (itemsIn(document.cookie).find((line) => line.id === id)?.quantity ?? 0),
    () => 0,
  )
  const shown = useRef(0)
  const isListed = listed > 0

  useEffect(() => {
    const quantity = form.current?.elements.namedItem('quantity')
    // A quantity that was typed stays until that of the list is another one.
    if (quantity instanceof HTMLInputElement && listed !== shown.current) {
      quantity.value = String(listed || 1)
    }
    shown.current = listed
  }, [listed])

  function onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!isListed || !(target instanceof HTMLInputElement)) return
    if (target.value === String(listed)) return
    if (target.validity.valid) currentTarget.querySelector('button')?.click()
    else target.value = String(listed)
  }

  return (
    <form
      ref={form}
      className="add-to-list"
      method="post"
      action={addresses.quoteList()}
      data-title={title}
      data-listed={isListed || undefined}
      onBlur={onBlur}
      onSubmit={() => (isWritten.current = false)}
    >
      <input type="hidden" name="id" value={id} />{' '}
      {isListed && (
        <>
          <FirstButton value="set" />
          <button
            className="button"
            name="action"
            value="less"
            formNoValidate
            aria-label={t('addToList.less', { title })}
          >
            −
          </button>
        </>
      )}{' '}
      {(isListed || !isOne) && (
        <label>
          <span>{t('addToList.quantity')}</span>{' '}
          <QuantityInput
            name="quantity"
            defaultValue={listed || 1}
            aria-label={t('addToList.quantityOf', {
              title: saleUnit ? `${title} (${saleUnit})` : title,
            })}
          />{' '}
          <SaleUnit unit={saleUnit} />
        </label>
      )}{' '}
      {/* The same element, so that the focus stays. */}
      <button
        key="add"
        className="button"
        name="action"
        value={isListed ? 'more' : 'add'}
        formNoValidate={isListed}
        aria-label={t(isListed ? 'addToList.more' : 'addToList.addOf', { title })}
      >
        {isListed ? '+' : t('addToList.add')}
      </button>
    </form>
  )
}

/** Returns the query of an enquiry form about a product. */
export function enquiryQuery(postId: string) {
  return `?product=${encodeURIComponent(postId)}`
}
