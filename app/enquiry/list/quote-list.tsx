import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { Ltr } from '../../components/ltr'
import { ScreenHeading } from '../../components/screen-heading'
import { useLoaded } from '../../components/use-loaded'
import type { Frame } from '../../layout/frame'
import { EnquiryForm } from '../form/enquiry-form'
import { itemsText } from '../quote-items'
import type { ListView } from './list-view.server'
import { QuoteLineFields } from './quote-line-fields'
import type { QuoteLine } from './quote-lines.server'
import { QuoteTools } from './quote-tools'

const loadScript = () => import('./list-script')

/** The visitor's own list, with the form that asks for a quotation. */
export function QuoteList({ heading, view }: { heading: string; view: ListView }) {
  const { t } = useTranslation()
  const hasForm = useRouteLoaderData<Frame>('root')?.hasEnquiries
  const script = useLoaded(loadScript)
  const { form, ways, isFull, canUndo } = view
  const { lines } = form
  const unknown = lines.filter(({ state }) => state === 'missing').length
  const list = (
    <>
      <QuoteLineFields lines={lines} notes={form.notes} isOwn />
      <ListButtons />
    </>
  )
  return (
    <>
      <ScreenHeading heading={heading}>
        {isFull && (
          <p role="alert" className="field-error">
            {t('quote.full')}
          </p>
        )}
        {unknown > 0 && <p>{t('quote.someMissing', { count: unknown })}</p>}
        <div role="status">{canUndo && <Removal />}</div>
        {script && <script.ListScript canUndo={canUndo} />}
      </ScreenHeading>
      <div className="container quote-list">
        {lines.length === 0 ? (
          <p className="empty-list">
            {t('quote.empty')}{' '}
            <Link className="text-link" to={addresses.productsHome()}>
              {t('compare.browse')}
            </Link>
          </p>
        ) : (
          <>
            {hasForm ? (
              <EnquiryForm state={form} items={lines} heading={t('enquiry.forItems')}>
                {list}
              </EnquiryForm>
            ) : (
              <PlainForm lines={lines}>{list}</PlainForm>
            )}
            <QuoteTools items={lines} ways={ways} />
            <ListAddress address={ways.address} />
          </>
        )}
      </div>
    </>
  )
}

/** Where enquiries are not accepted here, the form only changes the list. */
function PlainForm({ lines, children }: { lines: QuoteLine[]; children: ReactNode }) {
  return (
    <form method="post" action={addresses.quoteList()}>
      {/* The first button is what Enter presses in any field. */}
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

function ListButtons() {
  const { t } = useTranslation()
  return (
    <p className="quote-buttons">
      {(['set', 'clear'] as const).map((action) => (
        <button
          key={action}
          className={action === 'set' ? 'text-link without-script' : 'text-link'}
          name="action"
          value={action}
          formAction={addresses.quoteList()}
        >
          {t(`quote.${action}`)}
        </button>
      ))}
    </p>
  )
}

/** Says that something was removed, and takes it back. */
function Removal() {
  const { t } = useTranslation()
  return (
    <form method="post" action={addresses.quoteList()} className="quote-removal">
      {t('quote.removed')}
      <button className="text-link" name="action" value="undo">
        {t('quote.undo')}
      </button>
    </form>
  )
}

/** Of the list as others see it, shown in print only. */
export function ListAddress({ address }: { address: string }) {
  return (
    <p className="printed-address">
      <Ltr>{address}</Ltr>
    </p>
  )
}
