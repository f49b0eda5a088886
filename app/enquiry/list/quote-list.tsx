import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { PrintedAddress } from '../../components/printed-address'
import { ScreenHeading } from '../../components/screen-heading'
import type { Frame } from '../../layout/frame'
import { EnquiryForm } from '../form/enquiry-form'
import { itemsText, sharedListPath } from '../quote-items'
import type { ListView } from './list-view.server'
import { QuoteLineFields } from './quote-line-fields'
import type { QuoteLine } from './quote-lines.server'
import { QuoteTools } from './quote-tools'
import { useQuoteLines } from './use-quote-lines'

/** The visitor's own list, with the form that asks for a quotation. */
export function QuoteList({ heading, view }: { heading: string; view: ListView }) {
  const { t } = useTranslation()
  const { lines, before, setQuantity, remove, clear, undo } = useQuoteLines(view.form.lines)
  const hasForm = useRouteLoaderData<Frame>('root')?.hasEnquiries ?? false
  const unknown = lines.filter(({ state }) => state === 'missing').length
  const list = (
    <>
      <QuoteLineFields
        lines={lines}
        notes={view.form.notes}
        onQuantity={setQuantity}
        onRemove={({ id }) => remove(id)}
      />
      <ListButtons onClear={clear} />
    </>
  )
  return (
    <>
      <ScreenHeading heading={heading}>
        {view.isFull && (
          <p role="alert" className="field-error">
            {t('quote.full')}
          </p>
        )}
        {unknown > 0 && <p>{t('quote.someMissing', { count: unknown })}</p>}
        <Removal view={view} before={before} onUndo={undo} />
      </ScreenHeading>
      <div className="container quote-list">
        {lines.length === 0 ? (
          <p className="empty-list">
            {t('quote.empty')} <Link to={addresses.productsHome()}>{t('compare.browse')}</Link>
          </p>
        ) : (
          <>
            {hasForm ? (
              <EnquiryForm state={view.form} items={lines} heading={t('enquiry.forItems')}>
                {list}
              </EnquiryForm>
            ) : (
              <PlainForm lines={lines}>{list}</PlainForm>
            )}
            <QuoteTools heading={heading} lines={lines} />
          </>
        )}
      </div>
      {lines.length > 0 && <PrintedAddress path={sharedListPath(lines)} />}
    </>
  )
}

/** Where enquiries are not accepted here, the form only changes the list. */
function PlainForm({ lines, children }: { lines: QuoteLine[]; children: ReactNode }) {
  return (
    <form method="post" action={addresses.quoteList()}>
      <button
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        name="action"
        value="set"
      />
      <input type="hidden" name="items" value={itemsText(lines)} />
      {children}
    </form>
  )
}

function ListButtons({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="quote-buttons">
      <button
        className="text-link without-script"
        name="action"
        value="set"
        formAction={addresses.quoteList()}
      >
        {t('quote.save')}
      </button>
      <button
        className="text-link"
        name="action"
        value="clear"
        formAction={addresses.quoteList()}
        onClick={(event) => {
          event.preventDefault()
          onClear()
        }}
      >
        {t('quote.clear')}
      </button>
    </p>
  )
}

/** Says that something was removed, and takes it back. */
function Removal({
  view,
  before,
  onUndo,
}: {
  view: ListView
  before: QuoteLine[] | null
  onUndo: () => void
}) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const isHere = before !== null
  const isOffered = isHere || view.before.length > 0

  useEffect(() => {
    // The button that was pressed has gone.
    if (isHere) button.current?.focus({ preventScroll: true })
  }, [isHere])

  return (
    <div role="status">
      {isOffered && (
        <form method="post" action={addresses.quoteList()} className="quote-removal">
          {t('quote.removed')}{' '}
          <button
            ref={button}
            className="text-link"
            name="action"
            value="undo"
            onClick={(event) => {
              if (!isHere) return
              event.preventDefault()
              onUndo()
            }}
          >
            {t('quote.undo')}
          </button>
        </form>
      )}
    </div>
  )
}
