import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Slides } from './slides'

/** What the company does, in one sentence, beside the slides. */
export function Hero({ slides }: { slides: CardView[] }) {
  const { t } = useTranslation()
  return (
    <div className="hero">
      <div className="hero-text container">
        <h1 className="node">{t('home.sentence')}</h1>
        <p className="lead">{t('site.description')}</p>
        <p className="hero-links">
          <Link className="button" to={addresses.solutions()}>
            {t('home.toSolutions')}
          </Link>
          <Link className="text-link" to={addresses.contact()}>
            {t('home.toContact')}
          </Link>
        </p>
      </div>
      {slides.length > 0 && <Slides slides={slides} />}
    </div>
  )
}
