import { CodeField, QuoteLineFields, LineProduct, LineQuantity } from './quote-line-fields'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import type { MouseEvent, ReactNode } from 'react'
import { addresses, sheetPath } from '../../addresses'
import { ToQuickList } from '../../components/bands'
import { Icon } from '../../components/icon'
import { Ltr } from '../../components/mixed-text'
import { detailsId, FaultText, fieldId } from '../form/form-field'
import type { QuoteLine } from './quote-line'
import type { ListView } from './quote-lines.server'
import { useLoaded } from '../../components/hydration'
import { itemsQuery, itemsText } from '../quote-items'
import { ScreenHeading } from '../../components/screen-heading'
import { useFrame } from '../../layout/frame'
import { EnquiryForm } from '../form/enquiry-form'
import { Submittal } from '../../sheets/submittal'
import { FirstButton } from '../add-to-list'

const loadToolsScript = () => import('./tools-script')

const csvPath = `${addresses.quoteList()}.csv`
const xlsxPath = `${addresses.quoteList()}.xlsx`
const pdfPath = sheetPath(addresses.quoteList())

/** Tools for a list: send, share, copy, print, open in a spreadsheet. */
function QuoteTools({
  lines,
  ways,
  archive,
  form,
}: Pick<ListView, 'ways' | 'archive'> & {
  lines: QuoteLine[]
  /** The id of the form that has their notes; none for somebody else's list. */
  form?: string
}) {
  const { t } = useTranslation()
  const frame = useFrame()
  const contact = frame?.contactLinks
  const files = [
    { path: xlsxPath, text: t('quote.xlsx') },
    { path: csvPath, text: t('quote.csv') },
    ...(frame?.hasSheets ? [{ path: pdfPath, text: t('sheet.list') }] : []),
  ]
  const script = useLoaded(loadToolsScript)

  /** Updates the link just before it is followed. */
  function addNotes({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
    const href = script?.askHref(t, lines, ways.address, contact)
    if (href) currentTarget.href = href
  }

  return (
    <aside className="quote-tools">
      <h2>{t('quote.tools')}</h2>
      <ul>
        {ways.toCompany && (
          <li>
            <a
              className="text-link"
              href={ways.toCompany}
              rel="noopener"
              onMouseDown={addNotes}
              onClick={addNotes}
            >
              <Icon name="whatsapp" />
              {t('quote.askOnWhatsapp')}
            </a>
          </li>
        )}
        <li>
          <a className="text-link" href={ways.toAnybody} rel="noopener">
            <Icon name="whatsapp" />
            {t('quote.shareOnWhatsapp')}
          </a>
        </li>
        {script && <script.CopyLink address={ways.address} />}
        <li>
          <details className="fold">
            <summary>
              {t('quote.export')}
              <Icon name="chevronDown" />
            </summary>
            <ul>
              {files.map(({ path, text }) => (
                <li key={path}>
                  {form === undefined ? (
                    <a className="text-link" href={path + itemsQuery(lines)} download>
                      {text}
                    </a>
                  ) : (
                    <button className="text-link" form={form} formAction={path} formNoValidate>
                      {text}
                    </button>
                  )}
                </li>
              ))}
              {archive && (
                <li>
                  <a className="text-link" href={archive.href} download>
                    {archive.text}
                  </a>
                </li>
              )}
              {script && <script.CopyAndPrint lines={lines} address={ways.address} />}
            </ul>
          </details>
        </li>
        <li>
          <ToQuickList />
        </li>
      </ul>
      {form !== undefined && <p className="field-hint">{t('quote.noNotesInLink')}</p>}
      {form !== undefined && frame?.hasSheets && <Submittal form={form} formAction={pdfPath} />}
    </aside>
  )
}

const loadScript = () => import('./list-script')

/** The id of the list's form. */
const formId = 'list'

/** The visitor's list, with the form that requests a quotation. */
export function QuoteList({ heading, view }: { heading: string; view: ListView }) {
  const { t } = useTranslation()
  const hasForm = useFrame()?.hasEnquiries
  const script = useLoaded(loadScript)
  const { form, ways, archive, isFull, canUndo } = view
  const { lines } = form
  const unknown = lines.filter(({ state }) => state === 'missing').length
  const list = (
    <div className="listed-lines">
      <QuoteLineFields lines={lines} action={addresses.quoteList()} />
      <ListButtons isLive={script !== null} hasForm={hasForm} />
    </div>
  )
  const tools = <QuoteTools lines={lines} ways={ways} archive={archive} form={formId} />
  return (
    <>
      <ScreenHeading heading={heading}>
        {isFull && (
          <p role="alert" className="field-error">
            {t('quote.full')}
          </p>
        )}
        {lines.some(({ unread }) => unread !== undefined) && (
          <p role="alert" className="field-error">
            <a href={`#${fieldId('items')}`}>
              <FaultText name="items" fault="quantity" />
            </a>
          </p>
        )}
        {unknown > 0 && <p>{t('quote.someMissing', { count: unknown })}</p>}
        <div role="status">{canUndo && <Removal isEmpty={lines.length === 0} />}</div>
        {script && <script.ListScript canUndo={canUndo} />}
      </ScreenHeading>
      <div className="container quote-list">
        {lines.length === 0 ? (
          <EmptyList />
        ) : (
          <>
            {hasForm ? (
              <EnquiryForm id={formId} state={form} items={lines} heading={t('enquiry.forItems')}>
                {list}
                {tools}
              </EnquiryForm>
            ) : (
              <PlainForm lines={lines}>{list}</PlainForm>
            )}
            {!hasForm && tools}
            <ListAddress address={ways.address} />
          </>
        )}
      </div>
    </>
  )
}

/** Takes codes in place of a list. */
function EmptyList() {
  const { t } = useTranslation()
  const hasEnquiries = useFrame()?.hasEnquiries
  return (
    <form
      className="list-form"
      method="post"
      encType="multipart/form-data"
      action={addresses.quickList()}
    >
      <p className="empty-list">
        {t('quote.empty')}{' '}
        <Link className="text-link" to={addresses.productsHome()}>
          {t('quote.browse')}
        </Link>
        {hasEnquiries && ` ${t('quote.sentBefore')}`}
      </p>
      <label className="field">
        <span>{t('quote.paste')}</span>{' '}
        <textarea name="lines" rows={3} placeholder={t('quickList.example')} autoComplete="off" />
      </label>
      <p>
        <button className="button">{t('quickList.check')}</button>
      </p>
      <ToQuickList />
    </form>
  )
}

/** The list's form where the site takes no enquiries: it only changes the list. */
function PlainForm({ lines, children }: { lines: QuoteLine[]; children: ReactNode }) {
  return (
    <form id={formId} method="post" encType="multipart/form-data" action={addresses.quoteList()}>
      <FirstButton value="set" />
      <input type="hidden" name="items" value={itemsText(lines)} />
      {children}
    </form>
  )
}

/**
 * @param isLive whether script stores quantities
 * @param hasForm whether the enquiry follows, in narrow windows below the tools
 */
function ListButtons({ isLive, hasForm }: { isLive: boolean; hasForm: boolean | undefined }) {
  const { t } = useTranslation()
  // The removable button is last, so that none moves under a finger.
  const actions = isLive ? (['clear'] as const) : (['clear', 'set'] as const)
  return (
    <p className="quote-buttons">
      {hasForm && (
        <a className="button to-details" href={`#${detailsId}`}>
          {t('quote.send')}
        </a>
      )}{' '}
      {actions.map((action) => (
        <button
          key={action}
          className="text-link"
          name="action"
          value={action}
          formAction={addresses.quoteList()}
          formNoValidate
        >
          {t(`quote.${action}`)}{' '}
        </button>
      ))}
    </p>
  )
}

/** Announces a removal, and undoes it through the list's form, so that nothing typed is lost. */
function Removal({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation()
  return (
    <form method="post" action={addresses.quoteList()} className="quote-removal">
      {t('quote.removed')}{' '}
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

/** The address of the shared list, shown in print only. */
function ListAddress({ address }: { address: string }) {
  return (
    <p className="printed-address">
      <Ltr>{address}</Ltr>
    </p>
  )
}

/** A list shared by somebody else, which can be added to the visitor's. */
export function SharedList({
  heading,
  view: {
    form: { lines },
    ways,
    archive,
  },
}: {
  heading: string
  view: ListView
}) {
  const { t } = useTranslation()
  const hasChoice = lines.some(({ choices }) => choices)
  return (
    <>
      <ScreenHeading heading={heading} lead={t('quote.sharedLead')}>
        {hasChoice && <p>{t('quote.sharedChoice')}</p>}
      </ScreenHeading>
      <div className="container quote-list">
        {lines.length === 0 ? (
          <p className="empty-list">
            {t('quote.sharedEmpty')}{' '}
            <Link className="text-link" to={addresses.quoteList()}>
              {t('quote.toOwn')}
            </Link>
          </p>
        ) : (
          <>
            <form method="post" action={addresses.quoteList()}>
              <input type="hidden" name="action" value="take" />
              <input type="hidden" name="items" value={itemsText(lines)} />
              <ol className="quote-lines" data-fixed>
                {lines.map((line) => (
                  <li key={line.id} data-state={line.state}>
                    <div>
                      <LineProduct line={line} />
                      {line.choices && <CodeField line={line} choices={line.choices} />}
                    </div>
                    <LineQuantity line={line} />
                  </li>
                ))}
              </ol>
              <p className="quote-buttons">
                <button className="button">{t('quote.take', { count: lines.length })}</button>{' '}
                <Link className="text-link" to={addresses.quoteList()}>
                  {t('quote.toOwn')}
                </Link>
              </p>
            </form>
            <QuoteTools lines={lines} ways={ways} archive={archive} />
            <ListAddress address={ways.address} />
          </>
        )}
      </div>
    </>
  )
}
