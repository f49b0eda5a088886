import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { LinkItem } from '../content/views.server'

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
export function QuantityInput(
  props: Pick<
    ComponentProps<'input'>,
    'name' | 'defaultValue' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
  >,
) {
  const { t } = useTranslation()
  return (
    <input
      {...props}
      inputMode="numeric"
      pattern={quantityPattern}
      title={t('enquiry.errors.quantity')}
      required
      autoComplete="off"
    />
  )
}

/**
 * Adds a product to the quotation list. A plain form, which leads to the list; with script the
 * visitor stays on the page (list-status.tsx). The stylesheet makes it small where there are many.
 * @param post whose id is that of the item: a product or an order code
 */
export function AddToList({
  post: { postID, postTitle: title },
}: {
  post: Pick<LinkItem, 'postID' | 'postTitle'>
}) {
  const { t } = useTranslation()
  return (
    <form className="add-to-list" method="post" action={addresses.quoteList()} data-title={title}>
      <input type="hidden" name="action" value="add" />
      <input type="hidden" name="id" value={postID} />
      <label>
        <span>{t('addToList.quantity')}</span>
        <QuantityInput
          name="quantity"
          defaultValue={1}
          aria-label={t('addToList.quantityOf', { title })}
        />
      </label>
      <button className="button" aria-label={t('addToList.addOf', { title })}>
        {t('addToList.add')}
      </button>
    </form>
  )
}

/** The form as a menu of a product card. */
export function AddMenu({ post }: { post: LinkItem }) {
  const { t } = useTranslation()
  return (
    <details className="card-menu" name="card-menu">
      <summary aria-label={t('addToList.addOf', { title: post.postTitle })}>
        {t('addToList.add')}
      </summary>
      <AddToList post={post} />
    </details>
  )
}

/** Returns the query of an enquiry form about a product. */
export function enquiryQuery(postId: string) {
  return `?product=${encodeURIComponent(postId)}`
}
