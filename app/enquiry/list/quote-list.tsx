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
import { FaultText } from '../form/form-field'
import { itemsText } from '../quote-items'
import type { ListView } from './list-view.server'
import { QuoteLineFields } from './quote-line-fields'
import type { QuoteLine } from './quote-lines.server'
import { QuoteTools } from './quote-tools'

const loadScript = () => import('./list-script')

/** The form of the list. */
const formId = 'list'

/** The visitor's own list, with the form that asks for a quotation. */
export function QuoteList({ heading, view }: { heading: string; view: ListView }) {
  const { t } = useTranslation()
  const hasForm = useRouteLoaderData<Frame>('root')?.hasEnquiries
  const script = useLoaded(loadScript)
  const { form, ways, isFull, canUndo } = view
  const { lines } = form
  const hasUnread = lines.some(({ unread }) => unread !== undefined)
  const unknown = lines.filter(({ state }) => state === 'missing').length
  const list = (
    <>
      <QuoteLineFields lines={lines} isOwn />
      <ListButtons isLive={script !== null} />
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
        {hasUnread && (
          <p role="alert" className="field-error">
            <FaultText name="items" fault="quantity" />
          </p>
        )}
        {unknown > 0 && <p>{t('quote.someMissing', { count: unknown })}</p>}
        <div role="status">{canUndo && <Removal isEmpty={lines.length === 0} />}</div>
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
              <EnquiryForm id={formId} state={form} items={lines} heading={t('enquiry.forItems')}>
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
    <form id={formId} method="post" encType="multipart/form-data" action={addresses.quoteList()}>
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

/** @param isLive whether script stores quantities by itself */
function ListButtons({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation()
  // The one that goes stands last, so that none moves under a finger.
  const actions = isLive ? (['clear'] as const) : (['clear', 'set'] as const)
  return (
    <p className="quote-buttons">
      {actions.map((action) => (
        <button
          key={action}
          className="text-link"
          name="action"
          value={action}
          formAction={addresses.quoteList()}
          formNoValidate
        >
          {t(`quote.${action}`)}
        </button>
      ))}
    </p>
  )
}

/** Says that something was removed, and takes it back: with the list's form, so that nothing written there is lost. */
function Removal({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation()
  return (
    <form method="post" action={addresses.quoteList()} className="quote-removal">
      {t('quote.removed')}
      <button
        className="text-link"
        name="action"
        value="undo"
        form={isEmpty ? undefined : formId}
        formAction={addresses.quoteList()}
        formNoValidate
      >
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
