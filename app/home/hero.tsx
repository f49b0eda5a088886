import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { MixedParagraph } from '../components/mixed-text'
import { PageTitle } from '../components/page-title'
import type { SlideView } from './slide-views.server'
import type { Frame } from '../layout/frame'
import { Slides } from './slides'

/** The company's name, and what the content says of it, beside the slides. */
export function Hero({ slides }: { slides: SlideView[] }) {
  const { t } = useTranslation()
  const frame = useRouteLoaderData<Frame>('root')
  const title = frame?.footer?.postTitle || frame?.companyName || t('home.heading')
  return (
    <div className="hero">
      <div className="hero-text container">
        <PageTitle text={title} />
        <MixedParagraph text={frame?.footer?.postSubTitle ?? ''} className="lead" />
        <p className="hero-links">
          <Link className="button" to={addresses.solutions()}>
            {t('home.toSolutions')}
          </Link>
          <Link className="text-link" to={addresses.contact()}>
            {t('layout.contactUs')}
          </Link>
        </p>
      </div>
      {slides.length > 0 && <Slides slides={slides} />}
    </div>
  )
}
