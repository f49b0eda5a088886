import { useLocation } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { type ErrorKind, useFrame } from './frame'
import { addresses } from '../addresses'
import { ContactLink } from '../components/contact'
import { SearchForm } from '../search/search-form'

/**
 * One circuit diagram per kind of error: the live lines, the fault, and the dead lines behind it.
 */
const diagrams: Record<Exclude<ErrorKind, 'invalid'>, Diagram> = {
  /** Three feeders of a busbar; the requested one is broken. */
  missing: {
    viewBox: '0 0 640 220',
    live: 'M0 110H120M120 40H618M120 180H618M120 110H330M204 34l12 12m0-12l-12 12M204 104l12 12m0-12l-12 12M204 174l12 12m0-12l-12 12M618 40a8 8 0 1 0 16 0a8 8 0 1 0-16 0M618 180a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
    bar: 'M120 12V208',
    fault: 'M322 126l16-32M358 126l16-32',
    dead: 'M366 110H618M618 110a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
    nodes:
      'M116 40a4 4 0 1 0 8 0a4 4 0 1 0-8 0M116 110a4 4 0 1 0 8 0a4 4 0 1 0-8 0M116 180a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  },
  /** An open circuit breaker in front of a lamp. */
  unavailable: {
    viewBox: '0 40 640 100',
    live: 'M0 110H76M124 110H232M100 86a24 24 0 1 1 0 48a24 24 0 1 1 0-48M224 110a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
    bar: 'M88 110c4-12 8-12 12 0s8 12 12 0',
    fault: 'M232 110L344 48M352 102l16 16m0-16l-16 16',
    dead: 'M360 110H584M584 110a24 24 0 1 0 48 0a24 24 0 1 0-48 0M591 93l34 34m0-34l-34 34',
  },
  /** A plug pulled out of its socket. */
  offline: {
    viewBox: '0 70 640 80',
    live: 'M0 110H236M302 98H330M302 122H330',
    bar: 'M236 78V142H270A32 32 0 0 0 270 78H236',
    fault: 'M344 110h8m10 0h8m10 0h8',
    dead: 'M446 78H412V142H446M446 78V142M446 110H618M618 110a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
  },
}

/** The paths of a diagram, by how they are drawn. */
interface Diagram {
  viewBox: string
  live: string
  bar: string
  fault: string
  dead: string
  nodes?: string
}

/** Starts at the page's riser, so it mirrors with the page. */
function ErrorDiagram({ kind }: { kind: ErrorKind }) {
  // An invalid address leads nowhere, either.
  const { viewBox, live, bar, fault, dead, nodes } = diagrams[kind === 'invalid' ? 'missing' : kind]
  return (
    <svg className="error-diagram icon-mirrors" viewBox={viewBox} aria-hidden="true">
      <path className="error-dead" d={dead} />
      <path d={live} />
      <path className="error-bar" d={bar} />
      <path className="error-fault" d={fault} />
      {nodes && <path className="error-node" d={nodes} />}
    </svg>
  )
}

/** Relative: the 503 page is rendered once and sent at every address. */
const currentAddress = ''

/** The content of the error pages: what happened, and links to continue. */
export function ErrorMessage({ kind }: { kind: ErrorKind }) {
  const { t } = useTranslation()
  const location = useLocation()
  const contact = useFrame()?.contactLinks
  const canTryAgain = kind === 'unavailable' || kind === 'offline'
  return (
    <section className="error-message container">
      <ErrorDiagram kind={kind} />
      <h1 className="node">{t(`errors.${kind}.title`)}</h1>
      <p className="lead">{t(`errors.${kind}.text`)}</p>
      {kind === 'missing' && <SearchForm id="search-missing" label={t('search.new')} />}
      <p className="error-actions">
        {(kind === 'unavailable' || import.meta.env.SSR) && canTryAgain && (
          <a className="button" href={currentAddress}>
            {t('errors.again')}
          </a>
        )}
        {kind === 'offline' && !import.meta.env.SSR && (
          // A client-side link: offline, a page load would replace this page with the browser's
          // error page.
          <Link className="button" to={location} replace>
            {t('errors.again')}
          </Link>
        )}{' '}
        {kind === 'offline' && (
          <Link className="text-link" to={addresses.quoteList()}>
            {t('addToList.list')}
          </Link>
        )}{' '}
        <Link
          className={canTryAgain ? 'text-link' : 'button'}
          to={addresses.home()}
          reloadDocument={canTryAgain}
        >
          {t('errors.home')}
        </Link>{' '}
        <Link className="text-link" to={addresses.productsHome()}>
          {t('errors.products')}
        </Link>{' '}
        <Link className="text-link" to={addresses.solutions()}>
          {t('menu.solutions')}
        </Link>{' '}
        <Link className="text-link" to={addresses.contact()}>
          {t('menu.contact')}
        </Link>
      </p>
      {contact && contact.phone1.length + contact.email1.length > 0 && (
        <p className="error-contact">
          <ContactLink kind="phone" parts={contact.phone1} />{' '}
          <ContactLink kind="email" parts={contact.email1} />
        </p>
      )}
    </section>
  )
}
